// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Edits of several steps, some of which are given up.
extension ScriptFeature {
  static let severalSteps = ScriptFeature("several steps", [.together])
}

extension ScriptStep {
  static let together = ScriptStep("together", 5, .between) { model, numbers in
    model.gathered = (2 + numbers.below(4), isGivenUp: numbers.isLast(of: 4))
  }
}
