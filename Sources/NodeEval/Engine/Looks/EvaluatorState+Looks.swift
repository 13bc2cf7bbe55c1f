// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Changes the looks of some members of the root and of wires to or from them, and frames.
  func changeLooks(of members: some Sequence<NodeID>, _ body: (inout LookSheet<ScopePort>) -> Void) {
    let before = state.looks.part(of: members)
    var sheet = before
    body(&sheet)
    state.changeLooks(from: before, to: sheet)
  }
}

/// Keeping looks in step with the graph.
extension EvaluatorState {
  /// Changes a part of the root's looks, as steps of the edit under way.
  ///
  /// - Parameters:
  ///   - before: The part.
  ///   - changed: The changed part. It may contain looks of new members.
  /// - Complexity: O(both).
  mutating func changeLooks(from before: LookSheet<ScopePort>, to changed: LookSheet<ScopePort>) {
    change(MemberLookTable.self, from: before.nodes, to: changed.nodes)
    change(WireLookTable.self, from: before.wires, to: changed.wires)
    change(FrameTable.self, from: before.frames, to: changed.frames)
  }

  /// Changes the entries of a table that differ between two versions of a part of it, as steps of the edit under way.
  private mutating func change<Table: JournaledTable>(
    _ table: Table.Type, from before: [Table.Key: Table.Value], to after: [Table.Key: Table.Value]
  ) where Table.Value: Equatable {
    if before == after { return }
    for key in Set(before.keys).union(after.keys) where before[key] != after[key] {
      set(table, at: key, to: after[key])
    }
  }

  /// Whether a node or an instance exists outside of all instances.
  func isRootMember(_ member: NodeID) -> Bool {
    guard let instance = InstanceID(member) else {
      return topology.isLive(member) && scopes.subgraphs.owner(member.slot) == SubgraphTable.none
    }
    return scopes.subgraphs.index(instance).map { scopes.subgraphs.instance($0)?.parent == SubgraphTable.none } ?? false
  }

  /// Whether values flow from one port of a scope to another, converted or not.
  ///
  /// - Parameters:
  ///   - source: The port that gives the values.
  ///   - target: The port that reads them.
  ///   - isPart: Whether a conversion node may be part of the wire; by default any may.
  /// - Returns: Whether values flow.
  /// - Complexity: O(ends of the target, and connections of the first).
  func isConnected(
    _ source: ScopePort, _ target: ScopePort, through isPart: (NodeID) -> Bool = { _ in true }
  ) -> Bool {
    guard exists(source.member), exists(target.member), let output = scopes.subgraphs.source(of: source),
      let input = scopes.subgraphs.targets(of: target).first,
      input.index < Int(topology.layout(of: input.node.slot).inputCount)
    else { return false }
    let place = InputPlace(node: input.node.slot, input: UInt32(input.index))
    return topology.outputs(readBy: place).contains {
      $0 == output || sourceOfShownWire($0.node) == output && isPart($0.node)
    }
  }

  /// The output that a node within a wire reads: a conversion node, or a node without code that may become one. Documents are
  /// opened before their conversions are declared, and keep the looks of these wires.
  private func sourceOfShownWire(_ node: NodeID) -> OutputPort? {
    if let source = sourceOfWire(node) { return source }
    guard missing(node) != nil else { return nil }
    let layout = topology.layout(of: node.slot)
    guard layout.inputCount == 1, layout.outputCount == 1 else { return nil }
    return topology.outputs(readBy: InputPlace(node: node.slot, input: 0)).first
  }

  /// The looks of a definition without those of members and wires that one of its instances no longer has.
  func presentLooks(of definition: SubgraphDefinition, in index: UInt32) -> LookSheet<SubgraphDefinition.End> {
    var looks = definition.looks
    guard looks.namesMembers else { return looks }
    let members = Set(definition.members.map(\.inner))
    looks.removeAll {
      !members.contains($0)
    } wires: { wire in
      guard let source = scopes.subgraphs.port(wire.source, in: index),
        let target = scopes.subgraphs.port(wire.target, in: index)
      else { return true }
      return !isConnected(source, target)
    }
    return looks
  }

  /// The rules about looks that are violated. Complexity: O(members and connections with looks).
  func brokenLookRules() -> [String] {
    var broken = looks.brokenRules()
    if !looks.sheet.nodes.keys.allSatisfy({ isRootMember($0) }) {
      broken.append("a node or instance with a look exists, and is not in an instance")
    }
    if !looks.sheet.wires.keys.allSatisfy({ isConnected($0.source, $0.target) }) {
      broken.append("a connection with a look exists")
    }
    if looks.sheet.nodes.values.contains(where: \.isDefault) || looks.sheet.wires.values.contains(where: \.isDefault) {
      broken.append("what is shown as ever has no look")
    }
    for (number, definition) in scopes.subgraphs.definitions where definition.looks.namesMembers {
      guard let user = scopes.subgraphs.users(of: number).first else { continue }
      let present = presentLooks(of: definition, in: user)
      if present.nodes.count != definition.looks.nodes.count || present.wires.count != definition.looks.wires.count {
        broken.append("what has a look in a definition is there")
      }
    }
    return broken
  }
}

extension EvaluatorPart {
  static let looks = EvaluatorPart(
    "looks",
    contents: "looks of the root (`LookSheet`), which changed lately, and connections with looks by their members",
    betweenEdits: true
  ) { state in
    state.brokenLookRules()
  } damage: { state in
    state.looks.set(NodeLook(depth: 1), of: NodeID(slot: UInt32(state.topology.records.count), generation: 0))
  }
}
