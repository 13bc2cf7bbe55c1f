// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Observers of outputs.
extension ScriptFeature {
  static let observers = ScriptFeature("observers", [.observe, .endObserving])
}

extension ScriptStep {
  /// Observes the outputs of some nodes.
  static let observe = ScriptStep("observe", 8, .between) { model, numbers in
    guard model.watchers.count < 24 else { return }
    for node in numbers.pickSome(of: model.nodesBySlot, atMost: 4) {
      for index in 0..<model.outputCount(of: node) { model.observe(node.output(index)) }
    }
  }

  static let endObserving = ScriptStep("endObserving", 2, .between) { model, numbers in
    numbers.pick(model.watchers)?.end()
  }
}
