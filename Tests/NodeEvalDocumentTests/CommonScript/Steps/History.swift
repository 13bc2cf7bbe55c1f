// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Undoing and redoing.
extension ScriptFeature {
  static let history = ScriptFeature("history", [.undo, .redo, .compact])
}

extension ScriptStep {
  static let undo = ScriptStep("undo", 6, .between) { model, _ in model.travel(isUndo: true) }
  static let redo = ScriptStep("redo", 4, .between) { model, _ in model.travel(isUndo: false) }
  static let compact = ScriptStep("compact", 3, .between) { model, _ in model.evaluator.compact() }
}
