// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Says what events lead to. ``FlowGraph`` is one; another may ask a server, or vary by experiment.
public protocol FlowTransitions<Step, Event> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable
  /// What can happen.
  associatedtype Event: Hashable & Sendable

  /// What an event leads to at a step; `nil` if nothing.
  func move(at step: Step, on event: Event) -> FlowMove<Step>?
}

/// Says what an event makes of what a flow carries along.
public protocol FlowReducer<Step, Event, Context> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable
  /// What can happen.
  associatedtype Event: Hashable & Sendable
  /// What is carried along.
  associatedtype Context

  /// Changes what is carried along. It runs before the step is left; if it throws, nothing has happened, and
  /// ``FlowState/retry()`` tries the event again.
  func reduce(_ context: inout Context, at step: Step, on event: Event) throws
}

/// Shows the steps of a flow.
public protocol FlowNavigator<Step> {
  /// Where one can be.
  associatedtype Step: Hashable & Sendable

  /// Shows where a transition led to.
  mutating func navigate(_ transition: FlowTransition<Step>)
}

/// What has happened to a ``FlowState``.
public struct FlowTransition<Step: Hashable & Sendable>: Hashable, Sendable {
  /// Where it was; `nil` if it has just started.
  public let from: Step?
  /// Where it is.
  public let to: Step
  /// The way from the beginning to where it is, both included: what a stack of views shows.
  public let path: [Step]

  /// A transition, as tests of what shows them make it.
  public init(from: Step?, to: Step, path: [Step]) {
    (self.from, self.to, self.path) = (from, to, path)
  }
}

/// Why a flow did not go on. Nothing has changed then.
public enum FlowError<Step: Hashable & Sendable, Event: Hashable & Sendable>: Error, Hashable, Sendable {
  /// It has not started.
  case notStarted
  /// No rule says what the event leads to at this step.
  case noRule(Step, Event)
  /// There is no step before.
  case nothingBefore(Step)
  /// No event has been tried yet.
  case nothingToRetry
}

extension FlowError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .notStarted: "the flow has not started"
    case .noRule(let step, let event): "nothing is said of '\(event)' at '\(step)'"
    case .nothingBefore(let step): "there is no step before '\(step)'"
    case .nothingToRetry: "nothing has happened that could be tried again"
    }
  }
}
