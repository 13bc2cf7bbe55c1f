// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Moves members out of a group, in all instances of its definition; or dissolves an instance, in all instances of the definition
/// that contains it.
struct MoveOut {
  private typealias End = SubgraphDefinition.End

  private let evaluator: Evaluator
  private let number: UInt32
  private let before: SubgraphDefinition
  /// The instances that the members leave, and these in the definitions that contain them.
  private let groups: [UInt32]
  private var around: [(definition: UInt32, left: [SubgraphDefinition.Member])] = []
  /// The scope whose order of connections the others get; `nil` for any.
  private let looked: UInt32?
  /// The definition without the members; `nil` if the instances are dissolved.
  private var rest: SubgraphDefinition?
  private let members: [SubgraphDefinition.Member]
  /// The inner ids of the members.
  private let moved: Set<UInt32>
  /// The looks of the members and of the wires between them, and frames that contain only members.
  private var taken = LookSheet<End>()
  /// The looks of wires between members and others.
  private var crossing: [(wire: SubgraphDefinition.Wire, look: ConnectionLook)] = []

  private var table: SubgraphTable { _read { yield evaluator.state.scopes.subgraphs } }

  init(_ evaluator: Evaluator, _ selection: some Sequence<NodeID>) throws(SubgraphError) {
    self.evaluator = evaluator
    let groups = evaluator.subgraphs
    guard let first = selection.min(by: { $0.slot < $1.slot }) else { throw .nothingSelected }
    guard groups.contains(first), let scope = groups.scope(of: first),
      var definition = evaluator.state.scopes.subgraphs.definition(of: scope.index)
    else { throw .outsideScope(first) }
    let reading = Edit(reading: scope.index, of: evaluator)
    var members = try reading.checkMembers(selection)
    members += reading.conversions(among: members)
    let moved = Set(members.map { reading.inner($0) })
    let number = definition.id.number
    (self.number, before, looked, self.moved) = (number, definition, nil, moved)
    self.members = definition.members.filter { moved.contains($0.inner) }
    self.groups = evaluator.state.scopes.subgraphs.users(of: number)
    around = evaluator.state.scopes.subgraphs.definitions.sorted { $0.key < $1.key }
      .map { ($0.key, Array($0.value.children(of: number))) }.filter { !$0.1.isEmpty }
    takeLooks(from: &definition)
    addPorts(to: &definition, reading)
    rest = definition
  }

  init(_ evaluator: Evaluator, dissolving group: UInt32, _ definition: SubgraphDefinition) {
    (self.evaluator, number, before) = (evaluator, definition.id.number, definition)
    (members, taken, moved) = (definition.members, definition.looks, Set(definition.members.map(\.inner)))
    let table = evaluator.state.scopes.subgraphs
    (groups, looked) = (table.counterparts(of: group), table.instance(group)?.parent)
    if let inner = table.instance(group)?.inner, let outer = looked.flatMap({ table.definition(of: $0) }) {
      around = [(outer.id.number, outer.members.filter { $0.inner == inner })]
    }
  }

  private mutating func takeLooks(from definition: inout SubgraphDefinition) {
    if definition.looks.isEmpty { return }
    let (positions, moved) = (before.positions, moved)
    taken = definition.looks.extract(moved) {
      positions.keys.filter { !moved.contains($0) }
    } at: {
      positions[$0] ?? .zero
    } wires: { _ in
      true
    }
    for (wire, look) in definition.looks.wires
    where moved.contains(wire.source.member) != moved.contains(wire.target.member) {
      crossing.append((crossingWire(from: wire.source, to: wire.target), look))
      definition.looks.set(ConnectionLook(), of: wire)
    }
  }

  /// The wire across the border for a wire that is shown. A conversion node between a member and another stays inside.
  private func crossingWire(from source: End, to target: End) -> SubgraphDefinition.Wire {
    let shown = SubgraphDefinition.Wire(source: source, target: target)
    if before.wires.contains(shown) { return shown }
    for wire in before.wires where wire.target == target {
      let into = End(member: wire.source.member, port: 0)
      guard before.wires.contains(.init(source: source, target: into)) else { continue }
      return moved.contains(source.member) ? .init(source: source, target: into) : wire
    }
    return shown
  }

  /// Adds ports for the connections between members and others, and removes the ports that lead to members.
  private func addPorts(to definition: inout SubgraphDefinition, _ reading: Edit) {
    // Removed first, so that their names are free.
    _ = definition.dropEnds { [moved] end, _ in moved.contains(end.member) }
    var inputs: [End: UInt32] = [:]
    for wire in before.wires {
      let (isFrom, isTo) = (moved.contains(wire.source.member), moved.contains(wire.target.member))
      if isFrom == isTo { continue }
      if isTo {
        guard definition.output(from: wire.source) == nil, let port = table.port(wire.source, in: reading.scope),
          let declared = reading.declaration(of: port, isInput: false)
        else { continue }
        _ = definition.addPort(
          declared.name, isInput: false, type: declared.type, arity: .one, ends: [wire.source])
      } else {
        guard definition.input(leadingTo: wire.target) == nil, let port = table.port(wire.target, in: reading.scope),
          let declared = reading.declaration(of: port, isInput: true)
        else { continue }
        if declared.arity == .one, let joined = inputs[wire.source], definition.port(joined)?.type == declared.type {
          definition.changePort(joined) { $0.ends.append(wire.target) }
          continue
        }
        let added = definition.addPort(
          declared.name, isInput: true, type: declared.type, arity: declared.arity, ends: [wire.target])
        if declared.arity == .one { inputs[wire.source] = added }
      }
    }
    definition.removeMembers(moved)
  }

  mutating func carryOut() throws(SubgraphError) {
    // Looks refer to ports that exist in both definitions at this point.
    for index in groups where table.instance(index)?.parent == SubgraphTable.none { showAround(index) }
    var places: [Place: [UInt32: UInt32]] = [:]
    for (outer, left) in around { take(from: left, into: outer, &places) }
    if let rest { evaluator.state.setDefinition(number, to: rest) }
    for index in groups { leave(index, places) }
    if rest != nil { try evaluator.state.endMove(of: number) }
    for (outer, _) in around { try evaluator.state.endMove(of: outer, lookingAt: looked) }
    if rest == nil { evaluator.state.dropIfUnused(number) }
  }

  /// A child of a definition.
  private struct Place: Hashable {
    let definition: UInt32
    let child: UInt32
  }

  /// Moves the members of an instance to the scope around it.
  private func leave(_ index: UInt32, _ places: [Place: [UInt32: UInt32]]) {
    guard let instance = table.instance(index) else { return }
    let (parent, offset, storage) = (instance.parent, offset(of: index), evaluator.state.graph.storage)
    let inners =
      table.instance(parent).flatMap { places[Place(definition: $0.definition, child: instance.inner)] } ?? [:]
    let moved = members.compactMap { declared in
      table.member(declared.inner, in: index).map { (member: $0, inner: inners[declared.inner] ?? 0) }
    }
    evaluator.state.move(moved, from: index, to: parent)
    if rest == nil {
      evaluator.state.setInstance(index, to: nil)
      evaluator.state.changeInstance(parent) { $0.children.removeAll { $0.index == index } }
    }
    if parent != SubgraphTable.none { return }
    for (declared, (member, _)) in zip(members, moved) {
      let position = placed(declared.position, offset)
      if let child = InstanceID(member) {
        evaluator.state.changeInstance(child.index) { ($0.name, $0.position) = (declared.name, position) }
      } else {
        storage.value.rename(member.slot, to: declared.name.map { Edit.freshName($0) { !storage.value.isFree($0) } })
        storage.value.move(member.slot, to: position)
      }
    }
  }

  private func offset(of index: UInt32) -> GraphPoint {
    let topology = evaluator.state.graph.storage
    return (table.position(of: table.id(of: index).node, in: topology.value) ?? .zero) - before.origin
  }

  private func placed(_ position: GraphPoint?, _ offset: GraphPoint) -> GraphPoint? {
    position.map { $0 + offset } ?? (offset == .zero ? nil : offset)
  }

  private func showAround(_ index: UInt32) {
    if before.looks.isEmpty, !evaluator.state.looks.sheet.namesMembers { return }
    let instance = table.id(of: index).node
    evaluator.changeLooks(of: CollectionOfOne(instance)) {
      show(in: &$0, instance: instance, offset(of: index)) { table.port($0, in: index) }
    }
  }

  // MARK: Moving into definitions

  /// Adds the members of inner instances to the definition that contains these.
  private func take(
    from left: [SubgraphDefinition.Member], into outer: UInt32, _ places: inout [Place: [UInt32: UInt32]]
  ) {
    guard var around = table.definitions[outer] else { return }
    if rest == nil { around.removeMembers(Set(left.map(\.inner))) }
    var names = FreshNames(around.members.compactMap(\.name))
    for child in left {
      var inners: [UInt32: UInt32] = [:]
      let offset = (child.position ?? .zero) - before.origin
      for var member in members {
        let inner = around.makeInner()
        inners[member.inner] = inner
        (member.inner, member.position) = (inner, placed(member.position, offset))
        // Instances may have the same name.
        if member.code != nil { member.name = member.name.map { names.name($0) } }
        around.members.append(member)
      }
      places[Place(definition: outer, child: child.inner)] = inners
      let port = { (end: End) in inners[end.member].map { End(member: $0, port: end.port) } }
      show(in: &around.looks, instance: child.inner, offset, port: port)
      for literal in child.literals {
        for end in before.port(literal.input)?.ends ?? [] {
          if let end = port(end) { setLiteral(literal.value, of: end, in: &around) }
        }
      }
      // The literals of ports that were removed belonged to the members only.
      around[child.inner]?.literals.removeAll { rest?.port($0.input) == nil }
      around.changeEnds { ends, _ in ends = ends.flatMap { $0.member == child.inner ? led($0, port) : [$0] } }
    }
    around.wires = []
    evaluator.state.setDefinition(outer, to: around)
  }

  /// Sets the initial literal of an end; for a node without code, in the form of its document.
  private func setLiteral(_ value: SubgraphDefinition.MemberValue, of end: End, in definition: inout SubgraphDefinition)
  {
    guard let unread = value.unread, let node = definition[end.member], let code = node.code, node.kept?.missing != nil
    else { return definition.setLiteral(value, of: end) }
    let name = code.kind(in: evaluator.state.topology).inputs[Int(end.port)].name
    definition[end.member]?.kept?.literals[name] = unread
  }

  /// A port of the group, if it remains, and the ports of members that it led to.
  private func led<Port: MemberPort>(_ port: Port, _ outside: (End) -> Port?) -> [Port] {
    let led = (before.port(port.port)?.ends ?? []).filter { moved.contains($0.member) }.compactMap(outside)
    return rest?.port(port.port) == nil ? led : [port] + led
  }

  // MARK: Looks

  /// Moves the looks of an instance's members to the scope around it.
  ///
  /// - Parameters:
  ///   - sheet: The sheet of the scope.
  ///   - instance: The instance.
  ///   - offset: The distance between the members' positions in the definition and in the scope.
  ///   - port: Returns the port that a port of a member becomes.
  private func show<Port: MemberPort>(
    in sheet: inout LookSheet<Port>, instance: Port.Member, _ offset: GraphPoint, port: (End) -> Port?
  ) {
    func ends(_ outside: Port) -> [Port] { outside.member == instance ? led(outside, port) : [outside] }
    if rest == nil { sheet.set(NodeLook(), of: instance) }
    sheet.renameWires { wire in
      if wire.source.member != instance, wire.target.member != instance { return nil }
      let (sources, targets) = (ends(wire.source), ends(wire.target))
      return sources.flatMap { source in targets.map { .init(source: source, target: $0) } }
    }
    sheet.merge(taken, offset: offset, keepingFrames: true) {
      port(.init(member: $0, port: 0))?.member
    } wires: { wire in
      guard let source = port(wire.source), let target = port(wire.target) else { return [] }
      return [.init(source: source, target: target)]
    }
    for (wire, look) in crossing {
      let isFrom = moved.contains(wire.source.member)
      let source =
        isFrom
        ? port(wire.source)
        : rest?.output(from: wire.source).map { Port(member: instance, port: $0) }
      let target =
        isFrom
        ? rest?.input(leadingTo: wire.target).map { Port(member: instance, port: $0) }
        : port(wire.target)
      guard let source, let target else { continue }
      sheet.set(look.moved(by: offset), of: .init(source: source, target: target))
    }
  }
}
