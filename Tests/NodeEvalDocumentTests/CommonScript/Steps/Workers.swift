// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Threads that evaluate heavy nodes.
extension ScriptFeature {
  static let workers = ScriptFeature("workers", [.setWorkers])
}

extension ScriptStep {
  static let setWorkers = ScriptStep("setWorkers", 2, .between) { model, numbers in
    model.evaluator.workers = [Workers.exactly(3), .none, .exactly(1)][numbers.below(3)]
  }
}
