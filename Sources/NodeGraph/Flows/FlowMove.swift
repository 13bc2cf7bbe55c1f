// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A move that an event causes: forward, back, or to a new beginning.
///
/// In the declaration of a flow, ``forward(to:)``, ``back()``, ``back(to:)`` and ``restart(at:)`` make it. Implementations of
/// ``FlowTransitions`` return it:
///
/// ```swift
/// func move(at step: Screen, on event: Happening) -> FlowMove<Screen>? {
///   event == .quit ? .restart(.home) : base.move(at: step, on: event)
/// }
/// ```
public enum FlowMove<Step: Hashable & Sendable>: Hashable, Sendable {
  /// Forward to a step, which is appended to the path.
  case next(Step)
  /// Back to the step before, which removes the present one from the path.
  case back
  /// Back to the last visit of a step before the present one, which removes the steps after it from the path.
  case backTo(Step)
  /// To a step at which the path begins again.
  case restart(Step)

  /// The step that the move leads to; `nil` for ``back``, whose step depends on the path.
  ///
  /// An editor draws an arrow to it.
  public var target: Step? {
    switch self {
    case .next(let step), .backTo(let step), .restart(let step): step
    case .back: nil
    }
  }

  /// Returns this move with another step as its target; ``back`` has no target and is returned unchanged.
  package func leading(to step: Step) -> FlowMove {
    switch self {
    case .next: .next(step)
    case .back: .back
    case .backTo: .backTo(step)
    case .restart: .restart(step)
    }
  }
}
