// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Muting and bypassing nodes and instances.
extension ScriptFeature {
  static let modes = ScriptFeature("modes", [.setMode])
}

extension ScriptStep {
  static let setMode = ScriptStep("setMode", 8) { model, numbers in
    let members = numbers.below(2) == 0 ? model.instances.map(\.node) : model.nodesBySlot
    guard let member = numbers.pick(members) else { return }
    let mode = [NodeMode.bypassed, .muted, .active][numbers.below(3)]
    model.edit { edit in try edit.setMode(mode, of: member) }
  }
}
