// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Evaluation on demand.
extension ScriptFeature {
  static let demand = ScriptFeature("demand", [.setPolicy, .need, .endNeed, .bringUpToDate])
}

extension ScriptStep {
  static let setPolicy = ScriptStep("setPolicy", 3, .between) { model, numbers in
    model.hasDeferred = true
    model.evaluator.policy = numbers.below(3) == 2 ? .eager : .onDemand
  }

  /// Needs nodes and instances, as a view does that shows them.
  static let need = ScriptStep("need", 4, .between) { model, numbers in
    let members = numbers.pickSome(of: model.members(of: model.pickScope(&numbers)), atMost: 3)
    model.needs.append(ScriptNeed(members: members, need: model.evaluator.need(members)))
  }

  static let endNeed = ScriptStep("endNeed", 3, .between) { model, numbers in
    guard let index = numbers.pick(Array(model.needs.indices)) else { return }
    model.needs.remove(at: index).need.end()
  }

  static let bringUpToDate = ScriptStep("bringUpToDate", 3, .between) { model, numbers in
    guard let node = numbers.pick(model.nodesBySlot) else { return }
    _ = try? model.evaluator.bringUpToDate(node)
    if model.isPlain, !ScriptPicture.isSettled(node, model.evaluator) {
      model.complain("what is brought up to date is", model.groups.scopedName(of: node))
    }
  }
}
