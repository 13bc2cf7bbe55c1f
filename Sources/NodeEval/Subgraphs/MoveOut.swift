// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Moves members out of a group, in all instances of its definition.
struct MoveOut {
  private typealias End = SubgraphDefinition.End

  private let evaluator: Evaluator
  private let number: UInt32
  private let before: SubgraphDefinition
  /// The definition without the members.
  private var definition: SubgraphDefinition
  /// The inner ids of the members.
  private let nodes: [SubgraphDefinition.Node]
  private let children: [SubgraphDefinition.Child]
  private let moved: Set<UInt32>
  /// The looks of the members and of the wires between them, and frames that contain only members.
  private var taken = LookSheet<End>()
  /// The looks of wires between members and others.
  private var crossing: [(wire: SubgraphDefinition.Wire, look: ConnectionLook)] = []

  private var table: SubgraphTable { _read { yield evaluator.state.subgraphs } }

  init(_ evaluator: Evaluator, _ selection: Set<NodeID>) throws(SubgraphError) {
    self.evaluator = evaluator
    let groups = evaluator.subgraphs
    guard let first = selection.min(by: { $0.slot < $1.slot }) else { throw .nothingSelected }
    guard groups.contains(first), let scope = groups.scope(of: first),
      let entry = evaluator.state.subgraphs.instance(scope.index),
      let definition = evaluator.state.subgraphs.definitions[entry.definition]
    else { throw .outsideScope(first) }
    for member in selection where !groups.contains(member) || groups.scope(of: member) != scope {
      throw .outsideScope(member)
    }
    let reading = Edit(reading: scope.index, of: evaluator)
    let members = Array(selection) + reading.conversions(among: Array(selection))
    let table = evaluator.state.subgraphs
    let moved = Set(members.map { table.end(ScopePort(member: $0, port: 0)).member })
    (number, before, self.definition, self.moved) = (entry.definition, definition, definition, moved)
    nodes = definition.nodes.filter { moved.contains($0.inner) }
    children = definition.children.filter { moved.contains($0.inner) }
    takeLooks()
    addPorts(reading)
  }

  private mutating func takeLooks() {
    if definition.looks.isEmpty { return }
    let listed = before.nodes.map { ($0.inner, $0.position) } + before.children.map { ($0.inner, $0.position) }
    let positions = Dictionary(listed) { first, _ in first }
    let moved = moved
    taken = definition.looks.extract(moved) {
      positions.keys.filter { !moved.contains($0) }
    } at: {
      (positions[$0] ?? nil) ?? .zero
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
  private mutating func addPorts(_ reading: Edit) {
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
    let moved = moved
    definition.nodes.removeAll { moved.contains($0.inner) }
    definition.children.removeAll { moved.contains($0.inner) }
  }

  mutating func carryOut() throws(SubgraphError) {
    let users = table.users(of: number)
    var around: Set<UInt32> = []
    for index in users {
      guard let parent = table.instance(index)?.parent, parent != SubgraphTable.none,
        let outer = table.instance(parent)?.definition
      else { continue }
      around.insert(outer)
    }
    for (outer, entry) in table.definitions where entry.children.contains(where: { $0.definition == number }) {
      around.insert(outer)
    }
    // Looks refer to ports that exist in both definitions at this point.
    let roots = users.filter { table.instance($0)?.parent == SubgraphTable.none }
    for index in roots { showAround(index) }
    var places: [Place: [UInt32: UInt32]] = [:]
    for outer in around.sorted() { takeIntoDefinition(outer, &places) }
    evaluator.state.setDefinition(number, to: definition)
    for index in users {
      let parent = table.instance(index)?.parent ?? SubgraphTable.none
      if parent == SubgraphTable.none { moveToRoot(index) } else { move(index, into: parent, places) }
    }
    try evaluator.state.endMove(of: number)
    for outer in around.sorted() { try evaluator.state.endMove(of: outer) }
  }

  /// A child of a definition.
  private struct Place: Hashable {
    let definition: UInt32
    let child: UInt32
  }

  // MARK: Moving into the root

  private func offset(of index: UInt32) -> GraphPoint {
    let topology = evaluator.state.graph.storage
    return (table.position(of: table.id(of: index).node, in: topology.value) ?? .zero) - before.origin
  }

  private func placed(_ position: GraphPoint?, _ offset: GraphPoint) -> GraphPoint? {
    position.map { $0 + offset } ?? (offset == .zero ? nil : offset)
  }

  private func moveToRoot(_ index: UInt32) {
    guard let instance = table.instance(index) else { return }
    let (offset, storage) = (offset(of: index), evaluator.state.graph.storage)
    for declared in nodes {
      guard let node = instance.node(declared.inner) else { continue }
      evaluator.state.setOwner(of: node, to: nil)
      let name = declared.name.map { Edit.freshName($0) { !storage.value.isFree($0) } }
      storage.value.rename(node.slot, to: name)
      storage.value.move(node.slot, to: placed(declared.position, offset))
    }
    if children.isEmpty { return }
    let moved = moved
    evaluator.state.changeInstance(index) { $0.children.removeAll { moved.contains($0.inner) } }
    for declared in children {
      guard let child = instance.child(declared.inner) else { continue }
      evaluator.state.changeInstance(child) {
        ($0.parent, $0.inner, $0.name) = (SubgraphTable.none, 0, declared.name)
        $0.position = placed(declared.position, offset)
      }
    }
  }

  private func showAround(_ index: UInt32) {
    if before.looks.isEmpty, !evaluator.state.looks.namesMembers { return }
    let instance = table.id(of: index).node
    let unchanged = evaluator.state.looks(of: CollectionOfOne(instance))
    var sheet = unchanged
    show(in: &sheet, instance: instance, offset(of: index)) { table.port($0, in: index) }
    evaluator.state.changeLooks(from: unchanged, to: sheet)
  }

  // MARK: Moving into definitions

  /// Adds the members to a definition that contains the group, once for each inner instance.
  private func takeIntoDefinition(_ outer: UInt32, _ places: inout [Place: [UInt32: UInt32]]) {
    guard var around = table.definitions[outer] else { return }
    var names = Set(around.nodes.compactMap(\.name) + around.children.compactMap(\.name))
    for child in around.children where child.definition == number {
      var inners: [UInt32: UInt32] = [:]
      let offset = (child.position ?? .zero) - before.origin
      for var node in nodes {
        let inner = around.makeInner()
        inners[node.inner] = inner
        node.inner = inner
        node.name = node.name.map { name in Edit.freshName(name) { names.contains($0) } }
        if let name = node.name { names.insert(name) }
        node.position = placed(node.position, offset)
        around.nodes.append(node)
      }
      for var inside in children {
        let inner = around.makeInner()
        inners[inside.inner] = inner
        (inside.inner, inside.position) = (inner, placed(inside.position, offset))
        around.children.append(inside)
      }
      places[Place(definition: outer, child: child.inner)] = inners
      let port = { (end: End) in inners[end.member].map { End(member: $0, port: end.port) } }
      show(in: &around.looks, instance: child.inner, offset, port: port)
      for literal in child.literals {
        for end in before.port(literal.input)?.ends ?? [] {
          if let end = port(end) { around.setLiteral(literal.value, of: end) }
        }
      }
      // The literals of ports that were removed belonged to the members only.
      if let place = around.place(ofChild: child.inner) {
        around.children[place].literals.removeAll { definition.port($0.input) == nil }
      }
      around.setPorts(
        around.ports.map { outside in
          var outside = outside
          outside.ends = outside.ends.flatMap { end -> [End] in
            guard end.member == child.inner else { return [end] }
            let led = (before.port(end.port)?.ends ?? []).compactMap(port)
            return definition.port(end.port) == nil ? led : [end] + led
          }
          return outside
        })
    }
    around.wires = []
    evaluator.state.setDefinition(outer, to: around)
  }

  private func move(_ index: UInt32, into parent: UInt32, _ places: [Place: [UInt32: UInt32]]) {
    guard let instance = table.instance(index), let outer = table.instance(parent)?.definition,
      let inners = places[Place(definition: outer, child: instance.inner)]
    else { return }
    for declared in nodes {
      guard let node = instance.node(declared.inner), let inner = inners[declared.inner] else { continue }
      evaluator.state.setOwner(of: node, to: parent, inner: inner)
    }
    for declared in children {
      guard let child = instance.child(declared.inner), let inner = inners[declared.inner] else { continue }
      evaluator.state.changeInstance(index) { $0.children.removeAll { $0.index == child } }
      evaluator.state.changeInstance(parent) {
        $0.children.append(.init(inner: inner, index: child))
        $0.children.sort { $0.inner < $1.inner }
      }
      evaluator.state.changeInstance(child) { ($0.parent, $0.inner) = (parent, inner) }
    }
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
    func ends(_ outside: Port) -> [Port] {
      guard outside.member == instance else { return [outside] }
      let led = (before.port(outside.port)?.ends ?? []).filter { moved.contains($0.member) }.compactMap(port)
      return definition.port(outside.port) == nil ? led : [outside] + led
    }
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
        : definition.output(from: wire.source).map {
          Port(member: instance, port: $0)
        }
      let target =
        isFrom
        ? definition.input(leadingTo: wire.target).map {
          Port(member: instance, port: $0)
        } : port(wire.target)
      guard let source, let target else { continue }
      sheet.set(look.moved(by: offset), of: .init(source: source, target: target))
    }
  }
}
