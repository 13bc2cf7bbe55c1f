// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// Edits that are tried in a fork first.
extension ScriptFeature {
  static let forks = ScriptFeature("forks", [.forkNext, .endFork])
}

extension ScriptStep {
  /// Makes the next edit as a fork.
  static let forkNext = ScriptStep("forkNext", 8, .between) { model, numbers in
    model.forkUse = [ScriptModel.ForkUse.committed, .dropped, .held][numbers.below(3)]
  }

  /// Commits or drops a fork after other edits.
  static let endFork = ScriptStep("endFork", 4, .between) { model, numbers in
    guard let fork = model.fork else { return }
    model.fork = nil
    if numbers.below(2) == 1 { return fork.drop() }
    if let receipt = try? fork.commit() { model.receipts.append(receipt) }
  }
}
