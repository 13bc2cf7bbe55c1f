// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Says what events lead to, and may wait for the answer, for example of a server. A ``FlowRun`` asks it.
public protocol AsyncFlowTransitions<Step, Event, Context> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable
  /// What can happen.
  associatedtype Event: Hashable & Sendable
  /// What is carried along.
  associatedtype Context

  /// What an event leads to at a step.
  ///
  /// - Parameters:
  ///   - step: The step.
  ///   - event: What has happened; `nil` if the step is over and no event has happened.
  ///   - context: What is carried along, as the reducer has left it.
  /// - Returns: The move; `nil` if nothing is said of the event.
  /// - Throws: Anything; nothing has happened then, and ``FlowRun/retry()`` tries the event again.
  nonisolated(nonsending) func move(
    at step: Step, on event: Event?, with context: Context
  ) async throws -> FlowMove<Step>?
}

/// Says what an event makes of what a flow carries along, and may wait for it. Every ``FlowReducer`` is one.
public protocol AsyncFlowReducer<Step, Event, Context> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable
  /// What can happen.
  associatedtype Event: Hashable & Sendable
  /// What is carried along.
  associatedtype Context

  /// Changes what is carried along. It runs before a rule is asked, also for events without one; if it throws, nothing has happened, and
  /// ``FlowRun/retry()`` tries the event again. What it changes elsewhere stays: an event whose run is abandoned has no other trace.
  nonisolated(nonsending) func reduce(_ context: inout Context, at step: Step, on event: Event) async throws

  /// Whether the flow is finished by an event: what is carried along is its result then, and no rule is asked. No flow is unless it
  /// is implemented.
  ///
  /// - Parameters:
  ///   - context: What is carried along, as ``reduce(_:at:on:)`` has left it.
  ///   - step: Where it is.
  ///   - event: What has happened.
  /// - Returns: Whether it is finished.
  func isFinished(_ context: Context, at step: Step, on event: Event) -> Bool
}

extension AsyncFlowReducer {
  /// It is not.
  public func isFinished(_ context: Context, at step: Step, on event: Event) -> Bool { false }
}

/// Shows the steps of a flow, and waits for what happens there. ``FlowRun/run(from:with:showing:)`` asks it.
public protocol AsyncFlowNavigator<Step, Event, Context> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable
  /// What can happen.
  associatedtype Event: Hashable & Sendable
  /// What is carried along.
  associatedtype Context

  /// Shows where a transition led to, and waits until something happens there.
  ///
  /// - Parameters:
  ///   - transition: Where it was and is.
  ///   - context: What is carried along.
  /// - Returns: What has happened; `nil` if the step is over and no event has happened.
  /// - Throws: Anything; the run ends by that, and stays where it is.
  nonisolated(nonsending) func navigate(
    _ transition: FlowTransition<Step>, with context: Context
  ) async throws -> Event?
}

/// A flow whose events are found in what its steps give; ``FlowTransitions/emit(using:)`` makes one.
///
/// The steps of an application give values, such as an amount that was entered, of which few decide where to go. An emitter reads
/// the events of a flow from them and from what is carried along.
public struct EmittingFlow<Step: Hashable & Sendable, Event: Hashable & Sendable, Context>: AsyncFlowTransitions {
  let move: (Step, Event?, Context) -> FlowMove<Step>?

  /// What a value leads to at a step, or for `nil` the end of the step.
  public func move(at step: Step, on event: Event?, with context: Context) -> FlowMove<Step>? {
    move(step, event, context)
  }
}

extension FlowTransitions {
  /// The flow, whose events are found in what its steps give.
  ///
  /// ```swift
  /// let flow = transfer.emit { (input: Input, order: Order) in order.amount < 100 ? .tooSmall : nil }
  /// var state = FlowState<Screen, Input, Order>(in: flow, reducing: OrderReducer())
  /// try state.continue(with: .amount(50))
  /// ```
  ///
  /// - Parameter emitter: Says which event a value is, given what is carried along, as the reducer has left it; `nil` if it is none:
  ///   then the rule that no event needs is taken, as ``next(_:)-(()->FlowMove<Step>)`` declares it.
  /// - Returns: The flow whose events are those values.
  public func emit<Input: Hashable & Sendable, Context>(
    using emitter: @escaping (Input, Context) -> Event?
  ) -> EmittingFlow<Step, Input, Context> {
    EmittingFlow { step, input, context in move(at: step, on: input.flatMap { emitter($0, context) }) }
  }
}
