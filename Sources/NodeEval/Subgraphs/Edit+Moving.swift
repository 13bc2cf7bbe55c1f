// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Moving members into an existing group, or out of it.
extension Edit {
  /// Moves nodes and instances into a group of the same scope. Their ids, connections and values stay, and none of them runs.
  ///
  /// ```swift
  /// try edit.move([rounding], into: tax)
  /// ```
  ///
  /// Connections between the members and the rest of the scope pass through new ports of the group's definition. Connections
  /// between them and the group become inner connections: an input of the group that only the members have fed is removed, and so
  /// is an output that only they have read. Other instances of the definition get copies of the members, which begin with the same
  /// values, and are unconnected where the members read something outside. Frames that contain only the members are moved too.
  ///
  /// - Parameters:
  ///   - members: Nodes and instances of the group's scope. In a definition this happens in all its instances.
  ///   - group: The group.
  /// - Throws: ``SubgraphError/nothingSelected``, ``SubgraphError/noInstance(_:)``; ``SubgraphError/outsideScope(_:)`` for a member
  ///   that is not in the scope of the group; ``SubgraphError/containsItself(_:)``; ``SubgraphError/portInUse(_:_:)`` if an input
  ///   that would be removed is connected or has a literal in another instance; ``SubgraphError/refused(_:in:)`` if another
  ///   instance would get a cycle. The graph is unchanged then.
  /// - Complexity: O(members and their connections, and nodes and wires of the group), for each instance of the definition.
  public func move(_ members: some Sequence<NodeID>, into group: InstanceID) throws(SubgraphError) {
    let members = Set(members)
    try moving { () throws(SubgraphError) in
      var move = try MoveIn(evaluator, members, into: group)
      try move.carryOut()
    }
  }

  /// Moves nodes and instances out of their group into the scope around it, in all instances of its definition. Their ids,
  /// connections and values stay, and no node runs.
  ///
  /// Connections between the members and the rest of the group pass through new ports of its definition. Ports that led only to the
  /// members are removed. A name that is in use outside gets a number.
  ///
  /// - Parameter members: Nodes and instances of one group.
  /// - Throws: ``SubgraphError/nothingSelected``; ``SubgraphError/outsideScope(_:)`` for a member that is not in a group, or not in
  ///   the group of the others. The graph is unchanged then.
  /// - Complexity: O(nodes and wires of the group and of the scope around it), for each instance of the definition.
  public func moveOut(_ members: some Sequence<NodeID>) throws(SubgraphError) {
    let members = Set(members)
    try moving { () throws(SubgraphError) in
      var move = try MoveOut(evaluator, members)
      try move.carryOut()
    }
  }

  private func moving(_ body: () throws(SubgraphError) -> Void) throws(SubgraphError) {
    do throws(GraphError) {
      try checkStructureMayChange()
    } catch {
      throw .refused(error, in: nil)
    }
    try evaluator.edit { _ throws(SubgraphError) in
      // Pending changes of definitions are performed in all instances first.
      try carryOverPending()
      try body()
    }
  }
}

extension EvaluatorState {
  /// Updates a definition from one of its instances after its members and ports were set, and the order of connections in the other
  /// instances.
  mutating func endMove(of number: UInt32) throws(SubgraphError) {
    let users = subgraphs.users(of: number)
    guard let first = users.first, var definition = subgraphs.definitions[number] else { return }
    definition.wires = subgraphs.wires(of: first, topology)
    definition.revision += 1
    setDefinition(number, to: definition)
    for index in users.dropFirst() {
      do throws(GraphError) {
        try alignOrder(of: index)
      } catch {
        throw .refused(error, in: subgraphs.id(of: index))
      }
    }
  }
}

/// Moves members into a group.
private struct MoveIn {
  private let evaluator: Evaluator
  private let group: UInt32
  /// The definition and the scope of the group, and the definition of that scope, if it has one.
  private let number: UInt32
  private let scope: UInt32
  private let outer: UInt32?
  private var grouping: Grouping
  private let before: SubgraphDefinition
  private let members: [NodeID]

  private var table: SubgraphTable { _read { yield evaluator.state.subgraphs } }

  init(_ evaluator: Evaluator, _ selection: Set<NodeID>, into instance: InstanceID) throws(SubgraphError) {
    self.evaluator = evaluator
    let table = evaluator.state.subgraphs
    guard let index = table.index(instance), let entry = table.instance(index),
      let definition = table.definitions[entry.definition]
    else { throw .noInstance(instance) }
    if selection.isEmpty { throw .nothingSelected }
    (group, number, scope, before) = (index, entry.definition, entry.parent, definition)
    outer = table.instance(scope)?.definition
    let group = table.id(of: index)
    let reading = Edit(reading: scope, of: evaluator)
    var members: [NodeID] = []
    for member in selection {
      guard (try? reading.check(member)) != nil, InstanceID(member)?.index != index else { throw .outsideScope(member) }
      guard let inner = InstanceID(member), let other = table.instance(inner.index)?.definition else {
        members.append(evaluator.state.topology.id(of: member.slot))
        continue
      }
      if let path = table.containment(of: number, in: other) {
        throw .containsItself(([number] + path).map { DefinitionID($0) })
      }
      members.append(table.id(of: inner.index).node)
    }
    members += reading.conversions(among: members + [group.node]).filter { !members.contains($0) }
    members.sort { $0.slot < $1.slot }
    self.members = members
    grouping = Grouping(reading, members, definition, into: group)
    grouping.addPorts()
  }

  mutating func carryOut() throws(SubgraphError) {
    var definition = grouping.definition
    let (gone, read, adopters) = (grouping.portsThatGo, outputsThatMayGo(), adopters())
    let adopting = Set(adopters.map(\.group))
    // The edit takes place in the scope around the group, where undo shows the members again, although it also edits the group.
    evaluator.state.keep(EnteredInstances.self, at: scope)
    try checkUnused(gone, but: adopting)
    if let outer, var around = table.definitions[outer] {
      takeFromAround(&around)
      evaluator.state.setDefinition(outer, to: around)
    } else {
      grouping.takeLooks(as: group)
    }
    definition.looks = grouping.definition.looks
    definition.setPorts(definition.ports.filter { !gone.contains($0.id) })
    evaluator.state.setDefinition(number, to: definition)
    for adopter in adopters { adopt(adopter) }
    for index in table.users(of: number) where !adopting.contains(index) {
      do throws(GraphError) {
        try copyMembers(into: index)
      } catch {
        throw .refused(error, in: table.id(of: index))
      }
    }
    let unread = read.filter { port in
      table.users(of: number).allSatisfy { index in
        evaluator.state.connectionsOutside(definition.port(port)?.ends ?? [], isInput: false, of: index).isEmpty
      }
    }
    if !unread.isEmpty {
      definition.setPorts(definition.ports.filter { !unread.contains($0.id) })
      evaluator.state.setDefinition(number, to: definition)
    }
    try evaluator.state.endMove(of: number)
    if let outer { try evaluator.state.endMove(of: outer) }
    evaluator.state.dropMissingPorts(of: number)
  }

  // MARK: Removed ports

  /// Whether a definition that contains the group has a port that leads to one of the group's.
  private func isExposed(_ port: UInt32) -> Bool {
    table.definitions.values.contains { around in
      around.children.contains { child in
        let end = SubgraphDefinition.End(member: child.inner, port: port)
        return child.definition == number
          && (around.input(leadingTo: end) != nil || around.output(from: end) != nil)
      }
    }
  }

  /// Refuses to remove inputs of the group that are connected or have a literal in another instance.
  private func checkUnused(_ gone: Set<UInt32>, but adopting: Set<UInt32>) throws(SubgraphError) {
    let others = table.users(of: number).filter { !adopting.contains($0) }
    for port in before.ports where gone.contains(port.id) {
      for index in others {
        let isFed = !evaluator.state.connectionsOutside(port.ends, isInput: true, of: index).isEmpty
        let isGiven = port.ends.flatMap { table.declaredLiterals(of: $0, in: index) }.contains { target, declared in
          let place = InputPlace(node: target.node.slot, input: UInt32(target.index))
          return !evaluator.state.isSame(evaluator.state.literal(place), declared)
        }
        if isFed || isGiven || isExposed(port.id) { throw .portInUse(port.name, table.id(of: index)) }
      }
    }
  }

  /// The outputs of the group that members read, and that no definition containing it exposes.
  private func outputsThatMayGo() -> Set<UInt32> {
    let sources = Set(grouping.joinedWires.map(\.source))
    let read = before.ports.filter { !$0.isInput && !sources.isDisjoint(with: $0.ends) }.map(\.id)
    return Set(read.filter { !isExposed($0) })
  }

  // MARK: Moved members

  /// A group that gets members of its scope.
  private struct Adopter {
    let scope: UInt32
    let group: UInt32
    var nodes: [SubgraphInstance.Member] = []
    var children: [SubgraphInstance.Child] = []
  }

  /// The group, and the corresponding groups in other instances of the definition that contains it.
  private func adopters() -> [Adopter] {
    guard let outer, let inner = table.instance(group)?.inner else {
      var adopter = Adopter(scope: SubgraphTable.none, group: group)
      for (inner, member) in zip(grouping.group.nodes, members) {
        adopter.nodes.append(.init(inner: inner.inner, node: member))
      }
      for (inner, member) in zip(grouping.group.children, members.compactMap { InstanceID($0) }) {
        adopter.children.append(.init(inner: inner.inner, index: member.index))
      }
      return [adopter]
    }
    return table.users(of: outer).compactMap { index in
      guard let instance = table.instance(index), let child = instance.child(inner) else { return nil }
      var adopter = Adopter(scope: index, group: child)
      for pair in grouping.group.nodes {
        guard let node = instance.node(pair.outer) else { continue }
        adopter.nodes.append(.init(inner: pair.inner, node: node))
      }
      for pair in grouping.group.children {
        guard let moved = instance.child(pair.outer) else { continue }
        adopter.children.append(.init(inner: pair.inner, index: moved))
      }
      return adopter
    }
  }

  private func adopt(_ adopter: Adopter) {
    for member in adopter.nodes {
      if adopter.scope == SubgraphTable.none {
        evaluator.state.graph.storage.value.rename(member.node.slot, to: nil)
      }
      evaluator.state.setOwner(of: member.node, to: adopter.group, inner: member.inner)
    }
    if adopter.children.isEmpty { return }
    let moved = Set(adopter.children.map(\.index))
    if adopter.scope != SubgraphTable.none {
      evaluator.state.changeInstance(adopter.scope) { $0.children.removeAll { moved.contains($0.index) } }
    }
    evaluator.state.changeInstance(adopter.group) { $0.children += adopter.children }
    for child in adopter.children {
      evaluator.state.changeInstance(child.index) {
        ($0.parent, $0.inner, $0.name, $0.position) = (adopter.group, child.inner, nil, nil)
      }
    }
  }

  /// Removes the members from the definition that contains the group.
  private mutating func takeFromAround(_ around: inout SubgraphDefinition) {
    guard let inner = table.instance(group)?.inner else { return }
    let moved = Set(grouping.group.nodes.map(\.outer) + grouping.group.children.map(\.outer))
    let ports = grouping.outerPorts(as: inner)
    grouping.takeLooks(from: &around, as: inner)
    around.nodes.removeAll { moved.contains($0.inner) }
    around.children.removeAll { moved.contains($0.inner) }
    around.wires.removeAll { moved.contains($0.source.member) || moved.contains($0.target.member) }
    around.setPorts(ports)
  }

  /// Adds copies of the members to another instance, with the connections that the members have inside.
  private func copyMembers(into index: UInt32) throws(GraphError) {
    for pair in grouping.group.nodes {
      guard let place = grouping.definition.place(ofNode: pair.inner) else { continue }
      let node = try evaluator.state.make(grouping.definition.nodes[place])
      evaluator.state.setOwner(of: node, to: index, inner: pair.inner)
    }
    for pair in grouping.group.children {
      guard let place = grouping.definition.place(ofChild: pair.inner) else { continue }
      let child = grouping.definition.children[place]
      let made = try evaluator.state.makeInstance(of: child.definition, in: index, inner: pair.inner)
      evaluator.state.changeInstance(index) { $0.children.append(.init(inner: pair.inner, index: made)) }
      try evaluator.state.giveLiterals(of: child, in: index)
    }
    for wire in grouping.joinedWires {
      try evaluator.state.connect(wire.source, to: wire.target, in: index, replacing: false)
    }
  }
}
