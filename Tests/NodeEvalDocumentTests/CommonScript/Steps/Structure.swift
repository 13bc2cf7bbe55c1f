// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes and their connections.
extension ScriptFeature {
  static let structure = ScriptFeature(
    "structure", [.add, .connect, .disconnect, .remove, .setKind, .insert, .dissolve, .move])
}

extension ScriptStep {
  static let add = ScriptStep("add", 8) { model, numbers in
    guard model.evaluator.graph.nodeCount < 30 else { return }
    let scope = model.pickScope(&numbers)
    guard let kind = numbers.pick(ScriptKind.placed) else { return }
    let name = model.freshName()
    model.edit(in: scope) { _ = try $0.add(kind.name, name) }
  }

  static let connect = ScriptStep("connect", 16) { model, numbers in
    let members = model.members(of: model.pickScope(&numbers))
    guard let source = model.pickOutput(of: members, &numbers), let target = model.pickInput(of: members, &numbers)
    else { return }
    let scope = model.groups.scope(of: target.node)
    if numbers.below(2) == 0 {
      model.edit(in: scope) { try $0.connect(source, target) }
    } else {
      let isAsked = scope == nil && !model.isInEdit && model.forkUse == nil
      var isRefused = false
      if isAsked, case .refused = model.groups.verdict(onConnecting: source, to: target) { isRefused = true }
      let isMade = model.edit(in: scope) { try $0.replace(source, target) }
      if isAsked, isMade == isRefused {
        model.complain("the verdict says what connecting does", "\(source) to \(target)")
      }
    }
  }

  static let disconnect = ScriptStep("disconnect", 3) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let connection = numbers.pick(model.groups.connections(in: scope)) else { return }
    let isSingle = numbers.below(2) == 0
    model.edit(in: scope) { try $0.disconnect(connection, isSingle: isSingle) }
  }

  static let remove = ScriptStep("remove", 3) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let member = numbers.pick(model.members(of: scope)) else { return }
    model.edit(in: scope) { try $0.remove(member) }
  }

  /// Changes a node to another kind, or sets the kind that it has again.
  static let setKind = ScriptStep("setKind", 5) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let node = numbers.pick(model.members(of: scope).filter({ InstanceID($0) == nil })),
      let kind = numbers.pick(ScriptKind.placed)
    else { return }
    let matching: Graph.PortMatching = numbers.below(2) == 0 ? .name : .position
    let own = numbers.below(3) == 1 ? (try? model.evaluator.graph.kind(of: node))?.name : nil
    model.edit(in: scope) { try $0.setKind(of: node, to: own ?? kind.name, matching) }
  }

  static let insert = ScriptStep("insert", 2) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let member = numbers.pick(model.members(of: scope)),
      let connection = numbers.pick(model.groups.connections(in: scope))
    else { return }
    model.edit(in: scope) { try $0.insert(member, connection) }
  }

  static let dissolve = ScriptStep("dissolve", 1) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let member = numbers.pick(model.members(of: scope)) else { return }
    model.edit(in: scope) { try $0.dissolve(member) }
  }

  static let move = ScriptStep("move", 1) { model, numbers in
    let scope = model.pickScope(&numbers)
    guard let member = numbers.pick(model.members(of: scope)) else { return }
    let (position, isNamed, name) = (GraphPoint(Double(numbers.below(9)), 5), numbers.below(2) == 1, model.freshName())
    model.edit(in: scope) { if isNamed { try $0.rename(member, name) } else { try $0.move(member, position) } }
  }
}

extension Scope {
  fileprivate func replace(_ source: OutputPort, _ target: InputPort) throws {
    try edit.connect(source, to: target, replacing: true)
  }

  fileprivate func insert(_ member: NodeID, _ connection: Connection) throws {
    try edit.insert(member, into: connection)
  }

  fileprivate func dissolve(_ member: NodeID) throws { try edit.dissolve(member) }
  fileprivate func rename(_ member: NodeID, _ name: String) throws { try edit.rename(member, to: name) }
  fileprivate func move(_ member: NodeID, _ position: GraphPoint) throws { try edit.move(member, to: position) }
}
