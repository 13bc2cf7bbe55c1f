// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What there was beside the graph before an edit, or before one is undone or redone: groups, modes and looks, as far as that
/// changes them. It tells the changes that receipts have of that.
struct BesideGraph {
  private typealias Wire = LookSheet<ScopePort>.Wire

  private var instances: [UInt32: SubgraphInstance?] = [:]
  private var definitions: [UInt32: SubgraphDefinition?] = [:]
  private var modes: [NodeID: NodeMode] = [:]
  private var looks: [NodeID: NodeLook] = [:]
  private var wires: [Wire: ConnectionLook] = [:]
  /// The nodes that become members of an instance, or leave one.
  private(set) var regrouped: Set<NodeID> = []
  /// Whether something changes there, of which there need not be anything to tell of a node.
  private(set) var isChanged = false

  /// What there was before an edit, from the steps that it has made.
  init(before journal: [ValueStep]) {
    for step in journal {
      switch step {
      case .subgraphs(.instance(let index, let other)) where instances[index] == nil:
        instances.updateValue(other, forKey: index)
      case .subgraphs(.definition(let number, let other)) where definitions[number] == nil:
        definitions.updateValue(other, forKey: number)
      case .mode(let member, let other, _) where modes[member] == nil: modes[member] = other
      case .look(.node(let member, let other, _)) where looks[member] == nil: looks[member] = other
      case .look(.wire(let wire, let other, _)) where wires[wire] == nil: wires[wire] = other
      default: break
      }
      note(step)
    }
  }

  /// What there is before patches are undone or redone.
  init(of patches: [Patch], in state: borrowing EvaluatorState) {
    for patch in patches {
      for step in patch.journal where step.kind == .other || step.kind == .wroteLiteral {
        switch step {
        case .subgraphs(.instance(let index, _)): instances.updateValue(state.subgraphs.instance(index), forKey: index)
        case .subgraphs(.definition(let number, _)):
          definitions.updateValue(state.subgraphs.definitions[number], forKey: number)
        case .mode(let member, _, _): modes[member] = state.modes.mode(of: member)
        case .look(.node(let member, _, _)): looks[member] = state.looks.look(of: member)
        case .look(.wire(let wire, _, _)): wires[wire] = state.looks.look(of: wire)
        default: break
        }
        note(step)
      }
    }
  }

  private mutating func note(_ step: ValueStep) {
    switch step {
    case .gave, .reshaped, .wentOn, .subgraphs(.lookedAt): break
    // One that waits behind a connection runs no node.
    case .wroteLiteral: isChanged = true
    case .subgraphs(.member(let member, _)):
      regrouped.insert(member.node)
      isChanged = true
    case .defined, .kept, .mode, .look, .subgraphs: isChanged = true
    }
  }

  // MARK: Changes

  /// What is otherwise by now, of nodes and instances.
  ///
  /// - Complexity: O(members of definitions that are others, and their instances).
  mutating func changes(in state: borrowing EvaluatorState) -> [Change] {
    if !isChanged { return [] }
    var changes: [Change] = []
    for index in instances.keys.sorted() {
      let (before, now) = (instances[index] ?? nil, state.subgraphs.instance(index))
      let members = Set(before?.nodes.map(\.node) ?? []).symmetricDifference(now?.nodes.map(\.node) ?? [])
      regrouped.formUnion(members)
      let id = state.subgraphs.id(of: index).node
      switch (before, now) {
      case (nil, nil): break
      case (nil, _): changes.append(.added(id))
      case (_, nil): changes.append(.removed(id))
      case (let before?, let now?):
        changes += Self.changes(of: id, before.name, now.name, before.position, now.position)
      }
    }
    for number in definitions.keys.sorted() {
      guard let before = definitions[number] ?? nil, let now = state.subgraphs.definitions[number] else { continue }
      changes += Self.changes(from: before, to: now, in: state.subgraphs.users(of: number), state)
    }
    for (member, mode) in modes.sorted(by: { $0.key.slot < $1.key.slot })
    where state.modes.mode(of: member) != mode {
      changes.append(.modeChanged(member))
    }
    var restyled: Set<NodeID> = []
    for (member, look) in looks where state.looks.look(of: member) != look { restyled.insert(member) }
    for (wire, look) in wires where state.looks.look(of: wire) != look {
      restyled.formUnion([wire.source.member, wire.target.member])
    }
    return changes + restyled.sorted { $0.slot < $1.slot }.map { .lookChanged($0) }
  }

  private static func changes(
    of member: NodeID, _ nameBefore: String?, _ name: String?, _ positionBefore: GraphPoint?, _ position: GraphPoint?
  ) -> [Change] {
    var changes: [Change] = []
    if nameBefore != name { changes.append(.renamed(member, from: nameBefore, to: name)) }
    if positionBefore != position {
      changes.append(.moved(member, from: positionBefore ?? .zero, to: position ?? .zero))
    }
    return changes
  }

  /// What a definition says otherwise of members that it had: in each of its instances.
  private static func changes(
    from before: SubgraphDefinition, to now: SubgraphDefinition, in users: [UInt32],
    _ state: borrowing EvaluatorState
  ) -> [Change] {
    var changes: [Change] = []
    func add(_ inner: UInt32, _ make: (NodeID) -> [Change]) {
      for index in users {
        guard let instance = state.subgraphs.instance(index) else { continue }
        if let node = instance.node(inner) {
          changes += make(node)
        } else if let child = instance.child(inner) {
          changes += make(state.subgraphs.id(of: child).node)
        }
      }
    }
    for node in now.nodes {
      guard let place = before.place(ofNode: node.inner) else { continue }
      let old = before.nodes[place]
      if old.name == node.name, old.position == node.position { continue }
      add(node.inner) { Self.changes(of: $0, old.name, node.name, old.position, node.position) }
    }
    for child in now.children {
      guard let place = before.place(ofChild: child.inner) else { continue }
      let old = before.children[place]
      if old.name == child.name, old.position == child.position { continue }
      add(child.inner) { Self.changes(of: $0, old.name, child.name, old.position, child.position) }
    }
    var restyled: Set<UInt32> = []
    for inner in Set(before.looks.nodes.keys).union(now.looks.nodes.keys)
    where before.looks.look(of: inner) != now.looks.look(of: inner) { restyled.insert(inner) }
    for wire in Set(before.looks.wires.keys).union(now.looks.wires.keys)
    where before.looks.look(of: wire) != now.looks.look(of: wire) {
      restyled.formUnion([wire.source.member, wire.target.member])
    }
    for inner in restyled.sorted() { add(inner) { [.lookChanged($0)] } }
    return changes
  }
}

extension Evaluator {
  /// Enters into the log what an edit, an undo or a redo has changed beside the graph.
  func log(_ beside: consuming BesideGraph) {
    var beside = beside
    let changes = beside.changes(in: state)
    if beside.isChanged { state.log.note(changes, regrouped: beside.regrouped) }
  }
}
