// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides which move an event causes, and may wait for the decision, for example of a server.
///
/// A ``FlowRun`` calls it. Transitions that decide immediately are ``FlowTransitions``; a ``FlowRun`` accepts both.
///
/// ```swift
/// struct Server: AsyncFlowTransitions {
///   func move(at step: Screen, on event: Happening?, with order: Order) async throws -> FlowMove<Screen>? {
///     try await api.isAvailable(order) ? .next(.payment) : .next(.soldOut)
///   }
/// }
/// ```
public protocol AsyncFlowTransitions<Step, Event, Context> {
  /// The type of steps.
  associatedtype Step: Hashable & Sendable
  /// The type of events.
  associatedtype Event: Hashable & Sendable
  /// The type of the data that the flow carries along.
  associatedtype Context

  /// Returns the move that an event causes at a step.
  ///
  /// - Parameters:
  ///   - step: The present step.
  ///   - event: The event; `nil` if the step has ended without an event.
  ///   - context: The context, as the reducer has left it.
  /// - Returns: The move; `nil` if the event has no rule, which the run reports as ``FlowError/noRule(_:_:)``.
  /// - Throws: Any error. The run is then unchanged, and ``FlowRun/retry()`` tries the event again.
  nonisolated(nonsending) func move(
    at step: Step, on event: Event?, with context: Context
  ) async throws -> FlowMove<Step>?
}

/// Changes the context of a flow when an event happens, and may wait, for example for a payment.
///
/// A ``FlowRun`` calls it. Every ``FlowReducer`` is an `AsyncFlowReducer` too.
///
/// ```swift
/// struct PayingReducer: AsyncFlowReducer {
///   func reduce(_ order: inout Order, at step: Screen, on event: Happening) async throws {
///     if event == .paid { order.receipt = try await api.pay(order.id) }  // the id makes paying repeatable
///   }
///
///   func isFinished(_ order: Order, at step: Screen, on event: Happening) -> Bool { event == .paid }
/// }
/// ```
public protocol AsyncFlowReducer<Step, Event, Context> {
  /// The type of steps.
  associatedtype Step: Hashable & Sendable
  /// The type of events.
  associatedtype Event: Hashable & Sendable
  /// The type of the data that the flow carries along.
  associatedtype Context

  /// Changes the context for an event.
  ///
  /// It is called before the transitions, also for events without a rule. The changed context is discarded if this function or
  /// the transitions throw, if the event has no rule, or if it is abandoned. Side effects, such as a payment, are not undone:
  /// make them repeatable, because ``FlowRun/retry()`` tries the event again.
  ///
  /// - Parameters:
  ///   - context: The context of the present step.
  ///   - step: The present step.
  ///   - event: The event.
  /// - Throws: Any error. The run is then unchanged.
  nonisolated(nonsending) func reduce(_ context: inout Context, at step: Step, on event: Event) async throws

  /// Returns whether an event finishes the flow. The default implementation returns false.
  ///
  /// If it returns true, the transitions aren't called, the flow stays at its step, and the context is its result
  /// (``FlowRun/result``).
  ///
  /// - Parameters:
  ///   - context: The context, as ``reduce(_:at:on:)`` has left it.
  ///   - step: The present step.
  ///   - event: The event.
  /// - Returns: Whether the flow is finished.
  func isFinished(_ context: Context, at step: Step, on event: Event) -> Bool
}

extension AsyncFlowReducer {
  /// Returns false: no event finishes the flow.
  public func isFinished(_ context: Context, at step: Step, on event: Event) -> Bool { false }
}

/// Shows the steps of a flow and waits for the event at each of them.
///
/// ``FlowRun/run(from:with:showing:)`` calls it. A navigator that only shows steps is a ``FlowNavigator``.
///
/// ```swift
/// struct Screens: AsyncFlowNavigator {
///   func navigate(_ transition: FlowTransition<Screen>, with order: Order) async throws -> Happening? {
///     await show(transition.path, order).nextTap()
///   }
/// }
/// ```
public protocol AsyncFlowNavigator<Step, Event, Context> {
  /// The type of steps.
  associatedtype Step: Hashable & Sendable
  /// The type of events.
  associatedtype Event: Hashable & Sendable
  /// The type of the data that the flow carries along.
  associatedtype Context

  /// Shows the step that a transition led to, and waits until an event happens there.
  ///
  /// - Parameters:
  ///   - transition: The former and the present step, and the path.
  ///   - context: The context of the present step.
  /// - Returns: The event; `nil` if the step has ended without an event.
  /// - Throws: Any error, which ends the call of ``FlowRun/run(from:with:showing:)``. The run stays at the step.
  nonisolated(nonsending) func navigate(
    _ transition: FlowTransition<Step>, with context: Context
  ) async throws -> Event?
}

/// A flow that derives its events from values which its steps produce. ``FlowTransitions/emit(using:)`` makes one.
///
/// Steps of an application produce values, such as an amount that was entered, few of which decide the next step. An emitter
/// derives the events of a flow from these values and the context.
public struct EmittingFlow<Step: Hashable & Sendable, Event: Hashable & Sendable, Context>: AsyncFlowTransitions {
  let move: (Step, Event?, Context) -> FlowMove<Step>?

  /// Returns the move that a value causes at a step, through the event that the emitter derives from it.
  ///
  /// - Parameters:
  ///   - step: The present step.
  ///   - event: The value that the step has produced; `nil` if the step has ended without one.
  ///   - context: The context, as the reducer has left it.
  /// - Returns: The move; `nil` if the derived event, or the end of the step without an event, has no rule.
  public func move(at step: Step, on event: Event?, with context: Context) -> FlowMove<Step>? {
    move(step, event, context)
  }
}

extension FlowTransitions {
  /// Returns this flow with events that are derived from the values of its steps.
  ///
  /// ```swift
  /// let flow = transfer.emit { (input: Input, order: Order) in order.amount < 100 ? .tooSmall : nil }
  /// var state = FlowState<Screen, Input, Order>(in: flow, reducing: OrderReducer())
  /// try state.continue(with: .amount(50))
  /// ```
  ///
  /// - Parameter emitter: Returns the event for a value and the context, as the reducer has left it. If it returns `nil`, the rule
  ///   that needs no event applies, which ``next(_:)-(()->FlowMove<Step>)`` declares.
  /// - Returns: The flow whose events are the values.
  public func emit<Input: Hashable & Sendable, Context>(
    using emitter: @escaping (Input, Context) -> Event?
  ) -> EmittingFlow<Step, Input, Context> {
    EmittingFlow { step, input, context in move(at: step, on: input.flatMap { emitter($0, context) }) }
  }
}
