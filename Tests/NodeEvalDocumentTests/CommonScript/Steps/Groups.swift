// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Groups, and instances of their definitions.
extension ScriptFeature {
  static let groups = ScriptFeature("groups", [.group, .ungroup, .addInstance, .makeIndependent])
}

extension ScriptStep {
  static let group = ScriptStep("group", 5) { model, numbers in
    let scope = model.pickScope(&numbers)
    let members = numbers.pickSome(of: model.members(of: scope), atMost: 4)
    if members.isEmpty { return }
    let name = model.freshName()
    model.edit(in: scope) { try $0.group(members, name) }
  }

  static let ungroup = ScriptStep("ungroup", 3) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let instance = numbers.pick(model.members(of: scope).compactMap({ InstanceID($0) })) else { return }
    model.edit(in: scope) { try $0.ungroup(instance) }
  }

  static let addInstance = ScriptStep("addInstance", 3) { model, numbers in
    guard model.evaluator.graph.nodeCount < 30 else { return }
    let scope = model.pickScope(&numbers)
    guard let definition = numbers.pick(model.groups.definitions) else { return }
    let name = model.freshName()
    model.edit(in: scope) { try $0.add(definition, name) }
  }

  static let makeIndependent = ScriptStep("makeIndependent", 1) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let instance = numbers.pick(model.members(of: scope).compactMap({ InstanceID($0) })) else { return }
    model.edit(in: scope) { try $0.makeIndependent(instance) }
  }
}
