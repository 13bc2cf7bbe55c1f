// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes with a state.
extension ScriptFeature {
  static let states = ScriptFeature("states", [.addState])
}

extension ScriptStep {
  static let addState = ScriptStep("addState", 5) { model, numbers in
    model.add([ScriptKind.remembersState], &numbers)
  }
}
