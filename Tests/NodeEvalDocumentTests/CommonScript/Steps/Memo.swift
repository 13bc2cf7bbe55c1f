// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Results that are kept, and steps that forget them.
extension ScriptFeature {
  static let memo = ScriptFeature("memo", [.addKeeping, .limitMemo, .invalidate])
}

extension ScriptStep {
  static let addKeeping = ScriptStep("addKeeping", 5) { model, numbers in
    model.add(ScriptKind.remembering, &numbers)
  }

  static let limitMemo = ScriptStep("limitMemo", 1, .between) { model, numbers in
    model.evaluator.memoLimit = [1 << 20, 0, 300][numbers.below(3)]
  }

  static let invalidate = ScriptStep("invalidate", 2, .between) { model, numbers in
    guard let node = numbers.pick(model.nodesBySlot) else { return }
    model.hasInvalidated = true
    let (runs, runsCode) = (model.counter.count, model.now.naive.runs[node]?.runsCode == true)
    _ = try? model.evaluator.invalidate(node)
    if model.isPlain, model.evaluator.policy == .eager, runsCode, model.counter.count == runs {
      model.complain("the code of what is invalidated runs", model.groups.scopedName(of: node))
    }
  }
}

extension ScriptModel {
  /// Adds a node of one of some kinds to a scope.
  func add(_ kinds: [ScriptKind], _ numbers: inout ScriptNumbers) {
    guard evaluator.graph.nodeCount < 30 else { return }
    let scope = pickScope(&numbers)
    guard let kind = numbers.pick(kinds) else { return }
    let name = freshName()
    edit(in: scope) { _ = try $0.add(kind.name, name) }
  }
}
