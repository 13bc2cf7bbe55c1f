// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The cause of a change of values. A ``ValueChange`` contains it, so that an observer can ignore changes that its own side has
/// caused.
public enum EditCause: Hashable, Sendable, CaseIterable {
  /// An edit: ``Evaluator/set(_:to:)``, ``Evaluator/edit(_:)``, a node made in code, ``Evaluator/receive(_:history:)``.
  case edit
  /// ``Evaluator/undo()``.
  case undo
  /// ``Evaluator/redo()``.
  case redo
  /// ``Fork/commit(_:)``.
  case fork
  /// ``Evaluator/land()``: asynchronous code has ended.
  case landing
  /// ``Evaluator/cancel(_:)``.
  case cancellation
  /// The rest of an evaluation ran: by ``Evaluator/resume()``, or because it became needed (``Evaluator/policy``,
  /// ``Evaluator/need(_:)-(NodeID)``, ``Evaluator/bringUpToDate(_:)-(NodeID)``).
  case resumption
  /// ``Evaluator/invalidate(_:)``.
  case invalidation
  /// No change: the observer has just begun, and receives the current value.
  case initial
}
