// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What an event leads to.
public enum FlowMove<Step: Hashable & Sendable>: Hashable, Sendable {
  /// To a step, from which `back` returns.
  case next(Step)
  /// To the step before.
  case back
  /// Back to the last visit of a step on the way here. What came after it is left.
  case backTo(Step)
  /// To a step as a new beginning: there is no step before it.
  case restart(Step)

  /// The step, unless it depends on the way there.
  public var target: Step? {
    switch self {
    case .next(let step), .backTo(let step), .restart(let step): step
    case .back: nil
    }
  }

  /// The same move to another step; `back` names none and stays as it is.
  package func leading(to step: Step) -> FlowMove {
    switch self {
    case .next: .next(step)
    case .back: .back
    case .backTo: .backTo(step)
    case .restart: .restart(step)
    }
  }
}
