// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Nodes whose values come late, in any order.
extension ScriptFeature {
  static let lateValues = ScriptFeature("late values", [.addLate, .land, .arrive, .landAll, .cancel])
}

extension ScriptStep {
  static let addLate = ScriptStep("addLate", 5) { model, numbers in
    model.isPlain = false
    model.add(ScriptKind.late, &numbers)
  }

  /// Ends one run, and lands its result.
  static let land = ScriptStep("land", 8, .between) { model, numbers in
    let number = numbers.below(60)
    model.landing = { runs in if runs.count > 0 { await runs.run(number % runs.count) } }
  }

  /// Ends one run, and leaves its result to be landed with others later.
  static let arrive = ScriptStep("arrive", 3, .between) { model, numbers in
    let number = numbers.below(60)
    model.landing = { runs in if runs.count > 0 { await runs.run(number % runs.count) } }
    model.landsLater = true
  }

  static let landAll = ScriptStep("landAll", 2, .between) { model, _ in
    model.landing = { runs in await runs.runAll() }
  }

  static let cancel = ScriptStep("cancel", 1, .between) { model, numbers in
    guard let node = numbers.pick(model.evaluator.pendingNodes) else { return }
    model.hasCancelled = true
    _ = try? model.evaluator.cancel(node)
  }
}
