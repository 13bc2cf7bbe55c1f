// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides immediately which move an event causes.
///
/// A ``FlowGraph`` is the usual implementation; another may choose between two flows for an experiment. Transitions that have to
/// wait, for example for a server, are ``AsyncFlowTransitions``.
///
/// ```swift
/// struct Experiment: FlowTransitions {
///   let base: FlowGraph<Screen, Happening>
///   func move(at step: Screen, on event: Happening) -> FlowMove<Screen>? {
///     step == .cart && event == .paid ? .next(.survey) : base.move(at: step, on: event)
///   }
/// }
/// ```
public protocol FlowTransitions<Step, Event> {
  /// The type of steps.
  associatedtype Step: Hashable & Sendable
  /// The type of events.
  associatedtype Event: Hashable & Sendable

  /// Returns the move that an event causes at a step; `nil` if the event has no rule, so that it is refused.
  func move(at step: Step, on event: Event) -> FlowMove<Step>?

  /// Returns the move that follows a step which has ended without an event; `nil` if there is none. The default implementation
  /// returns `nil`.
  func next(at step: Step) -> FlowMove<Step>?
}

extension FlowTransitions {
  /// Returns `nil`: no step leads on without an event.
  public func next(at step: Step) -> FlowMove<Step>? { nil }

  /// Returns the move that an event causes, or for `nil` the move that follows without an event.
  func move(at step: Step, on event: Event?) -> FlowMove<Step>? {
    if let event { move(at: step, on: event) } else { next(at: step) }
  }
}

/// Changes the context of a flow immediately when an event happens.
///
/// A reducer that has to wait is an ``AsyncFlowReducer``. Implement ``AsyncFlowReducer/isFinished(_:at:on:)`` to give the flow a
/// result.
///
/// ```swift
/// struct Counting: FlowReducer {
///   func reduce(_ events: inout [String], at step: Screen, on event: Happening) throws { events.append("\(event)") }
/// }
/// ```
public protocol FlowReducer<Step, Event, Context>: AsyncFlowReducer {
  /// Changes the context for an event.
  ///
  /// It is called before the transitions, also for events without a rule. If it throws, or the event is refused, the changed
  /// context is discarded; ``FlowState/retry()`` tries the event again.
  func reduce(_ context: inout Context, at step: Step, on event: Event) throws
}

/// Shows the steps of a flow without waiting.
///
/// The application passes it the transition that each call of a ``FlowState`` returns. A navigator that waits for the event at a
/// step is an ``AsyncFlowNavigator``.
///
/// ```swift
/// navigator.navigate(try state.continue(with: .paid))
/// ```
public protocol FlowNavigator<Step> {
  /// The type of steps.
  associatedtype Step: Hashable & Sendable

  /// Shows the step that a transition led to. Show the whole ``FlowTransition/path``: a transition may remove several steps.
  mutating func navigate(_ transition: FlowTransition<Step>)
}

/// A change of the present step of a ``FlowState`` or a ``FlowRun``, as the information for a navigator.
///
/// ```swift
/// mutating func navigate(_ transition: FlowTransition<Screen>) {
///   stack = transition.path.map(view)
///   if transition.isFinished { close() }
/// }
/// ```
///
/// It doesn't tell the direction of the move: compare the length of ``path`` with the path shown before.
public struct FlowTransition<Step: Hashable & Sendable>: Hashable, Sendable {
  /// The step before the change; `nil` if the flow has just started.
  ///
  /// It equals ``to`` if a move leads to the step itself, or if the flow is finished at its present step.
  public let from: Step?
  /// The present step.
  public let to: Step
  /// The steps from the first to the present one, both included.
  ///
  /// A stack of views shows them. A step may occur several times, so don't use steps as the identity of views.
  public let path: [Step]
  /// Whether the flow is finished; it then stays at its last step.
  public let isFinished: Bool

  /// Creates a transition, for tests of a navigator.
  ///
  /// - Parameters:
  ///   - from: The step before the change.
  ///   - to: The present step.
  ///   - path: The steps from the first to the present one.
  ///   - isFinished: Whether the flow is finished.
  public init(from: Step?, to: Step, path: [Step], isFinished: Bool = false) {
    (self.from, self.to, self.path, self.isFinished) = (from, to, path, isFinished)
  }
}

/// Why a flow refused to continue or to go back. The state or run is unchanged when one is thrown.
///
/// ```swift
/// do {
///   navigator.navigate(try state.back())
/// } catch .nothingBefore {
///   close()
/// }
/// ```
public enum FlowError<Step: Hashable & Sendable, Event: Hashable & Sendable>: Error, Hashable, Sendable {
  /// The flow has not started.
  case notStarted
  /// The event has no rule at this step; a `nil` event means that the step has ended without one.
  case noRule(Step, Event?)
  /// The present step is the first one.
  case nothingBefore(Step)
  /// The first step isn't on the path before the second one, the present step.
  case notOnTheWay(Step, to: Step)
  /// No event was tried since the flow was started, resumed or gone back in.
  case nothingToRetry
  /// The flow is finished at this step.
  case finished(Step)
  /// Another event is pending at this step; see ``FlowRun``.
  case pending(Step)
}

extension FlowError: CustomStringConvertible {
  /// The reason as one sentence without a full stop. Steps and events are shown by their descriptions.
  public var description: String {
    switch self {
    case .notStarted: "the flow has not started"
    case .noRule(let step, let event?): "'\(event)' has no rule at '\(step)'"
    case .noRule(let step, nil): "'\(step)' has no rule for continuing without an event"
    case .nothingBefore(let step): "no step comes before '\(step)'"
    case .notOnTheWay(let step, let present): "'\(step)' does not come before '\(present)' on the way here"
    case .nothingToRetry: "no event has been tried yet"
    case .finished(let step): "the flow is finished, at '\(step)'"
    case .pending(let step): "another event is pending at '\(step)'"
    }
  }
}
