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
    try allAtOnce(in: looked) { () throws(SubgraphError) in
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
    try allAtOnce(in: looked) { () throws(SubgraphError) in
      var move = try MoveOut(evaluator, members)
      try move.carryOut()
    }
  }

  /// Makes a change in all instances of a definition at once, or in none; errors about the whole edit name `instance`.
  func allAtOnce<Result>(
    in instance: InstanceID?, _ body: () throws(SubgraphError) -> Result
  ) throws(SubgraphError) -> Result {
    do throws(GraphError) {
      try checkStructureMayChange()
    } catch {
      throw .refused(error, in: instance)
    }
    return try whole { () throws(SubgraphError) in
      updateDefinitions()
      return try body()
    }
  }

  /// Refuses an empty selection, and members of other scopes.
  ///
  /// - Returns: The ids by which the graph names the members, each once.
  func checkMembers(_ selection: some Sequence<NodeID>) throws(SubgraphError) -> [NodeID] {
    var members: Set<NodeID> = []
    for member in selection {
      guard let own = try? check(member) else { throw .outsideScope(member) }
      members.insert(own)
    }
    if members.isEmpty { throw .nothingSelected }
    return Array(members)
  }
}

extension EvaluatorState {
  /// Moves members of a scope to another, all at once, so that the time does not grow with the square of their number. They have no
  /// names and positions of their own then.
  ///
  /// - Parameters:
  ///   - members: The members, each with its inner id in the other scope.
  ///   - scope: Where they are: an instance, or `SubgraphTable.none`.
  ///   - other: Where they are moved.
  mutating func move(
    _ members: [(member: NodeID, inner: UInt32)], from scope: UInt32, to other: UInt32
  ) {
    let moved = Set(members.map(\.member))
    if var source = scopes.subgraphs.instance(scope) {
      source.nodes.removeAll { moved.contains($0.node) }
      source.children.removeAll { moved.contains(scopes.subgraphs.id(of: $0.index).node) }
      setInstance(scope, to: source)
    }
    var target = scopes.subgraphs.instance(other)
    for (member, inner) in members {
      guard let child = InstanceID(member) else {
        target?.nodes.append(.init(inner: inner, node: member))
        continue
      }
      target?.children.append(.init(inner: inner, index: child.index))
      changeInstance(child.index) { ($0.parent, $0.inner, $0.name, $0.position) = (other, inner, nil, nil) }
    }
    guard var target else { return }
    target.nodes.sort { $0.inner < $1.inner }
    target.children.sort { $0.inner < $1.inner }
    setInstance(other, to: target)
  }

  /// Updates a definition after its members and ports were set, and the order of connections in its instances: the others get that
  /// of `looked`, or of the first.
  mutating func endMove(of number: UInt32, lookingAt looked: UInt32? = nil) throws(SubgraphError) {
    let users = scopes.subgraphs.users(of: number)
    guard let first = looked ?? users.first else { return }
    // An edit of the definition makes a new revision when it ends.
    endChange(of: number, lookingAt: first, isNew: !activity.changedDefinitions.contains(number))
    // Only connections of an input that takes many have an order.
    let wires = scopes.subgraphs.definitions[number]?.wires ?? []
    if Set(wires.map(\.target)).count == wires.count { return }
    for index in users where index != first {
      do throws(GraphError) {
        try alignOrder(of: index)
      } catch {
        throw .refused(error, in: scopes.subgraphs.id(of: index))
      }
    }
  }
}

/// Moves members of a scope into a group there, in all instances of the scope's definition.
struct MoveIn {
  private let evaluator: Evaluator
  private let group: UInt32
  /// The definition and the scope of the group, and the definition of that scope, if it has one.
  private let number: UInt32
  private let scope: UInt32
  private let outer: UInt32?
  /// The inner id of the group in its scope.
  private let inner: UInt32
  private var grouping: Grouping
  private let before: SubgraphDefinition

  private var table: SubgraphTable { _read { yield evaluator.state.scopes.subgraphs } }

  init(
    _ evaluator: Evaluator, _ selection: some Sequence<NodeID>, into instance: InstanceID
  ) throws(SubgraphError) {
    self.evaluator = evaluator
    let table = evaluator.state.scopes.subgraphs
    guard let index = table.index(instance), let entry = table.instance(index),
      let definition = table.definitions[entry.definition]
    else { throw .noInstance(instance) }
    (group, number, scope, inner, before) = (index, entry.definition, entry.parent, entry.inner, definition)
    outer = table.instance(scope)?.definition
    let group = table.id(of: index)
    let reading = Edit(reading: scope, of: evaluator)
    var members = try reading.checkMembers(selection)
    if members.contains(group.node) { throw .outsideScope(group.node) }
    for other in Set(members.compactMap { InstanceID($0).flatMap { table.instance($0.index)?.definition } }).sorted() {
      try table.checkContaining(other, in: number)
    }
    members += reading.conversions(among: members + [group.node])
    members.sort { $0.slot < $1.slot }
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
    for (scope, group) in adopters { adopt(in: scope, by: group) }
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
    if let outer { try evaluator.state.endMove(of: outer, lookingAt: scope) }
  }

  // MARK: Removed ports

  /// Whether a definition that contains the group has a port that leads to one of the group's.
  private func isExposed(_ port: UInt32) -> Bool {
    table.definitions.values.contains { around in
      around.children(of: number).contains { child in
        let end = SubgraphDefinition.End(member: child.inner, port: port)
        return around.input(leadingTo: end) != nil || around.output(from: end) != nil
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
          return !evaluator.state.isSame(evaluator.state.literal(target.place), declared)
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

  /// The group, and the corresponding groups in other instances of the definition that contains it, each with its scope.
  private func adopters() -> [(scope: UInt32, group: UInt32)] {
    table.counterparts(of: group).map { (table.instance($0)?.parent ?? SubgraphTable.none, $0) }
  }

  /// Moves the members of a scope into the group there.
  private func adopt(in scope: UInt32, by group: UInt32) {
    if scope == SubgraphTable.none {
      let storage = evaluator.state.graph.storage
      for member in grouping.members where InstanceID(member) == nil { storage.value.rename(member.slot, to: nil) }
    }
    let moved = zip(grouping.members, grouping.pairs).compactMap { member, pair in
      let other = scope == self.scope ? member : table.member(pair.outer, in: scope)
      return other.map { (member: $0, inner: pair.inner) }
    }
    evaluator.state.move(moved, from: scope, to: group)
  }

  /// Removes the members from the definition that contains the group.
  private mutating func takeFromAround(_ around: inout SubgraphDefinition) {
    let moved = Set(grouping.pairs.map(\.outer))
    grouping.takeLooks(from: &around, as: inner)
    around.removeMembers(moved)
    around.wires.removeAll { moved.contains($0.source.member) || moved.contains($0.target.member) }
    grouping.moveEnds(of: &around, to: inner)
  }

  /// Adds copies of the members to another instance, with the connections that the members have inside.
  private func copyMembers(into index: UInt32) throws(GraphError) {
    for (_, inner) in grouping.pairs {
      if let member = grouping.definition[inner] { try evaluator.state.add(member, to: index) }
    }
    for wire in grouping.joinedWires {
      try evaluator.state.connect(wire.source, to: wire.target, in: index, replacing: false)
    }
  }
}
