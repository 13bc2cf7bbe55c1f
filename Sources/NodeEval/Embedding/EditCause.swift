// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// By what an evaluator came to have other values. A ``ValueChange`` tells it, so that an observer can leave out what its own
/// side has caused.
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
  /// What was left went on: by ``Evaluator/resume()``, or because it became needed (``Evaluator/policy``,
  /// ``Evaluator/need(_:)-(NodeID)``, ``Evaluator/bringUpToDate(_:)-(NodeID)``).
  case resumption
  /// ``Evaluator/invalidate(_:)``.
  case invalidation
  /// Nothing: the observer has just begun, and is called with the present value.
  case initial
}
