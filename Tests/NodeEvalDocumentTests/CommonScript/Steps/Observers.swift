// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Observers of outputs.
extension ScriptFeature {
  static let observers = ScriptFeature("observers", [.observe])
}

extension ScriptStep {
  static let observe = ScriptStep("observe", 8, .between) { model, numbers in
    guard model.watchers.count < 12, let port = model.pickOutput(of: model.nodesBySlot, &numbers) else { return }
    model.observe(port)
  }
}
