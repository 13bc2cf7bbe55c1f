// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Says what events lead to, at once. ``FlowGraph`` is one; another may vary by experiment. One that has to wait, for example for a
/// server, is an ``AsyncFlowTransitions``.
public protocol FlowTransitions<Step, Event> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable
  /// What can happen.
  associatedtype Event: Hashable & Sendable

  /// What an event leads to at a step; `nil` if nothing.
  func move(at step: Step, on event: Event) -> FlowMove<Step>?

  /// What a step leads to when it is over and no event has happened; `nil` if nothing, which is so unless it is implemented.
  func next(at step: Step) -> FlowMove<Step>?
}

extension FlowTransitions {
  /// No step leads anywhere without an event.
  public func next(at step: Step) -> FlowMove<Step>? { nil }

  /// What an event leads to, or for `nil` what none does.
  func move(at step: Step, on event: Event?) -> FlowMove<Step>? {
    if let event { move(at: step, on: event) } else { next(at: step) }
  }
}

/// Says what an event makes of what a flow carries along, at once. One that has to wait is an ``AsyncFlowReducer``.
public protocol FlowReducer<Step, Event, Context>: AsyncFlowReducer {
  /// Changes what is carried along. It runs before a rule is asked, also for events without one; if it throws, nothing has happened, and
  /// ``FlowState/retry()`` tries the event again.
  func reduce(_ context: inout Context, at step: Step, on event: Event) throws
}

/// Shows the steps of a flow, at once. One that waits for what happens at a step is an ``AsyncFlowNavigator``.
public protocol FlowNavigator<Step> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable

  /// Shows where a transition led to.
  mutating func navigate(_ transition: FlowTransition<Step>)
}

/// What has happened to a ``FlowState`` or a ``FlowRun``.
public struct FlowTransition<Step: Hashable & Sendable>: Hashable, Sendable {
  /// Where it was; `nil` if it has just started.
  public let from: Step?
  /// Where it is.
  public let to: Step
  /// The way from the beginning to where it is, both included: what a stack of views shows.
  public let path: [Step]
  /// Whether the flow is finished; it stays at its last step then.
  public let isFinished: Bool

  /// A transition, as tests of what shows them make it.
  public init(from: Step?, to: Step, path: [Step], isFinished: Bool = false) {
    (self.from, self.to, self.path, self.isFinished) = (from, to, path, isFinished)
  }
}

/// Why a flow did not continue. Nothing has changed then.
public enum FlowError<Step: Hashable & Sendable, Event: Hashable & Sendable>: Error, Hashable, Sendable {
  /// It has not started.
  case notStarted
  /// No rule says what the event leads to at this step; `nil` where the step was over and no event had happened.
  case noRule(Step, Event?)
  /// There is no step before.
  case nothingBefore(Step)
  /// The first step doesn't come before the second on the way from the beginning.
  case notOnTheWay(Step, to: Step)
  /// No event has been tried yet.
  case nothingToRetry
  /// The flow is finished, at this step.
  case finished(Step)
  /// An event is pending at this step; see ``FlowRun``.
  case pending(Step)
}

extension FlowError: CustomStringConvertible {
  /// The reason as a sentence.
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
