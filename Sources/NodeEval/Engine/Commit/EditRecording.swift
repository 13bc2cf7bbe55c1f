// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether an edit can be undone.
public enum EditRecording: Hashable, Sendable {
  /// If ``Evaluator/undoLimit`` is not 0.
  case automatic
  /// It can't be undone, and does not affect which edits can be undone and redone.
  case none
}
