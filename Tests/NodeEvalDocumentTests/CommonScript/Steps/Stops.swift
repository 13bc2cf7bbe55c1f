// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Evaluations that stop, and continue later.
extension ScriptFeature {
  static let stops = ScriptFeature("stops", [.stop, .resume])
}

extension ScriptStep {
  static let stop = ScriptStep("stop", 3, .between) { model, numbers in
    model.isPlain = false
    model.evaluator.budget = .nodes(1 + numbers.below(4))
  }

  static let resume = ScriptStep("resume", 5, .between) { model, numbers in
    if numbers.below(2) == 0 { model.evaluator.budget = nil }
    model.evaluator.resume()
  }
}
