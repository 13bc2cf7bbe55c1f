// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The definition of the group that members are moved into, with a port for each connection that enters or leaves.
struct Grouping {
  typealias End = SubgraphDefinition.End

  /// The source of the connections to ends that share an input.
  private enum Origin: Hashable {
    /// An output of the scope.
    case source(ScopePort)
    /// An input of the edited definition.
    case exposed(UInt32)
    /// Any source: an input that takes many connections has its own port.
    case any(End)
  }

  let members: [NodeID]
  private(set) var definition: SubgraphDefinition
  /// The inner ids of the members before, if the scope has a definition, and after.
  private(set) var pairs: [(outer: UInt32, inner: UInt32)] = []
  private let scope: Edit
  /// The group that they are moved into.
  private let group: NodeID
  /// The distance between the members' positions in the scope and in the definition.
  private let offset: GraphPoint
  /// The wires that become inner wires.
  private(set) var joinedWires: [SubgraphDefinition.Wire] = []
  private var inners: [NodeID: UInt32] = [:]
  private var crossing: [(source: ScopePort, target: ScopePort)] = []
  private var ports: [SubgraphDefinition.Port] = []
  private var numbers: (inputs: FreshNames, outputs: FreshNames)
  private let firstPort: UInt32
  /// The indices of inputs in `ports`, by their sources.
  private var inputs: [Origin: Int] = [:]
  /// The new ports, by the ends that they lead to.
  private var portsOfEnds: [End: UInt32] = [:]
  private var portsOfOutputs: [End: UInt32] = [:]

  /// - Parameters:
  ///   - scope: The scope of the members.
  ///   - members: The members.
  ///   - definition: The definition that they are added to.
  ///   - group: The instance of the definition that they are moved into.
  init(_ scope: Edit, _ members: [NodeID], _ definition: SubgraphDefinition, into group: InstanceID) {
    self.scope = scope
    self.members = members
    self.definition = definition
    self.group = group.node
    offset = (scope.table.position(of: group.node, in: scope.storage.value) ?? .zero) - definition.origin
    firstPort = definition.nextPort
    numbers = (FreshNames([]), FreshNames([]))
    addMembers()
    for (source, target) in scope.table.wires(between: members, in: scope.scope, scope.storage.value) {
      let sources = ends(source)
      if sources.isEmpty { crossing.append((source, target)) }
      joinedWires += sources.map { .init(source: $0, target: end(target)) }
    }
    for (source, target) in scope.table.wires(between: [group.node], in: scope.scope, scope.storage.value)
    where inners[source.member] != nil {
      joinedWires += ends(target).map { .init(source: end(source), target: $0) }
    }
    self.definition.wires += joinedWires
    let gone = portsThatGo
    let names = definition.ports.filter { !gone.contains($0.id) }.map { (isInput: $0.isInput, name: $0.name) }
    numbers = (FreshNames(names.filter(\.isInput).map(\.name)), FreshNames(names.filter { !$0.isInput }.map(\.name)))
  }

  /// The inputs of the existing group that take one connection, and have it from a member.
  var portsThatGo: Set<UInt32> {
    let targets = Set(joinedWires.map(\.target))
    let isFed = { (port: SubgraphDefinition.Port) in
      port.isInput && port.arity == .one && !targets.isDisjoint(with: port.ends)
    }
    return Set(definition.ports.filter(isFed).map(\.id))
  }

  private func end(_ port: ScopePort) -> End { End(member: inners[port.member] ?? 0, port: port.port) }

  /// The inner ends of a port: the port of a member itself, or the ends of a port of the existing group. Empty for other ports.
  private func ends(_ port: ScopePort) -> [End] {
    if inners[port.member] != nil { return [end(port)] }
    return port.member == group ? definition.port(port.port)?.ends ?? [] : []
  }

  private mutating func addMembers() {
    let outer = scope.outerDefinition
    var names = FreshNames(definition.members.compactMap(\.name))
    for member in members {
      let (before, inner) = (scope.inner(member), definition.makeInner())
      inners[member] = inner
      pairs.append((before, inner))
      var added = outer?[before] ?? describe(member)
      (added.inner, added.position) = (inner, placed(added.position))
      // Instances may have the same name.
      if InstanceID(member) == nil { added.name = added.name.map { names.name($0) } }
      definition.members.append(added)
    }
  }

  /// A member of the root in the form of definitions.
  private func describe(_ member: NodeID) -> SubgraphDefinition.Member {
    guard let instance = InstanceID(member), let entry = scope.table.instance(instance.index) else {
      return scope.evaluator.state.describe(member.slot)
    }
    return SubgraphDefinition.Member(
      inner: 0, content: .instance(of: entry.definition), name: entry.name, position: entry.position,
      literals: ownLiterals(of: instance, entry.definition))
  }

  private func placed(_ position: GraphPoint?) -> GraphPoint? {
    offset == .zero ? position : (position ?? .zero) - offset
  }

  /// The literals of an instance's inputs that differ from those of its definition.
  private func ownLiterals(of instance: InstanceID, _ number: UInt32) -> [SubgraphDefinition.Literal] {
    var found: [SubgraphDefinition.Literal] = []
    for port in scope.table.definitions[number]?.ports ?? [] where port.isInput && port.arity == .one {
      guard let first = scope.table.targets(of: ScopePort(member: instance.node, port: port.id)).first,
        let value = scope.evaluator.state.literal(first.place),
        let end = port.ends.first,
        !scope.evaluator.state.isSame(value, scope.table.declaredLiteral(of: end, in: number))
      else { continue }
      found.append(.init(input: port.id, value: value))
    }
    return found
  }

  // MARK: Ports

  /// Adds the ports: inputs in the order of members and their inputs, then outputs.
  mutating func addPorts() {
    for (source, target) in crossing {
      addInput(
        target, scope.declaration(of: target, isInput: true)?.arity == .many ? .any(end(target)) : .source(source))
    }
    for port in scope.outerDefinition?.ports ?? [] where port.isInput {
      for target in members(of: port) { addInput(target, port.arity == .many ? .any(end(target)) : .exposed(port.id)) }
    }
    let exposed = Set((scope.outerDefinition?.outputs ?? []).flatMap { members(of: $0) })
    for member in members {
      for port in scope.outputs(of: member) where exposed.contains(port) || isReadOutside(port) { addOutput(port) }
    }
    definition.appendPorts(ports)
  }

  /// The ends of a port of the edited definition that are moved into the group.
  private func members(of port: SubgraphDefinition.Port) -> [ScopePort] {
    port.ends.compactMap { scope.table.port($0, in: scope.scope) }.filter { inners[$0.member] != nil }
  }

  private func isReadOutside(_ port: ScopePort) -> Bool {
    guard let output = scope.table.source(of: port) else { return false }
    return scope.storage.value.inputs(reading: output.index, of: output.node.slot).contains { input in
      scope.table.member(with: input.node, in: scope.scope).map { inners[$0] == nil && $0 != group } ?? false
    }
  }

  private mutating func addInput(_ target: ScopePort, _ origin: Origin) {
    let end = end(target)
    guard portsOfEnds[end] == nil, let declared = scope.declaration(of: target, isInput: true) else { return }
    let place = inputs[origin] ?? ports.count
    portsOfEnds[end] = firstPort + UInt32(place)
    if place < ports.count { return ports[place].ends.append(end) }
    inputs[origin] = place
    let name = numbers.inputs.name(declared.name)
    ports.append(
      .init(
        id: firstPort + UInt32(place), name: name, isInput: true, type: declared.type, arity: declared.arity,
        ends: [end]))
  }

  private mutating func addOutput(_ source: ScopePort) {
    guard let declared = scope.declaration(of: source, isInput: false) else { return }
    let id = firstPort + UInt32(ports.count)
    portsOfOutputs[end(source)] = id
    let name = numbers.outputs.name(declared.name)
    ports.append(
      .init(id: id, name: name, isInput: false, type: declared.type, arity: .one, ends: [end(source)]))
  }

  // MARK: Looks

  /// Moves the looks of the members from the sheet of the scope into the definition. The looks of wires that enter or leave the
  /// group become those of wires of the new instance.
  ///
  /// - Parameters:
  ///   - sheet: The sheet of the scope.
  ///   - inners: The inner ids of members.
  ///   - others: Lists the other members of the scope.
  ///   - position: Returns the position of a member.
  ///   - instance: Returns a port of the instance that contains the members from then on.
  mutating func takeLooks<Port: MemberPort>(
    from sheet: inout LookSheet<Port>, _ inners: [Port.Member: UInt32], others: () -> [Port.Member],
    at position: (Port.Member) -> GraphPoint, instance: (UInt32) -> Port
  ) {
    let inside = { (port: Port) -> End? in inners[port.member].map { End(member: $0, port: port.port) } }
    let wires = sheet.wires.isEmpty ? [] : shownWires
    takeLooks(ofWiresTo: instance(0).member, from: &sheet, inside)
    let taken = sheet.extract(Set(inners.keys), others: others, at: position) { wire in
      guard let source = inside(wire.source), let target = inside(wire.target) else { return false }
      return wires.contains(.init(source: source, target: target))
    }
    definition.looks.merge(taken, offset: .zero - offset, keepingFrames: true) {
      inners[$0]
    } wires: { wire in
      guard let source = inside(wire.source), let target = inside(wire.target) else { return [] }
      return [.init(source: source, target: target)]
    }
    sheet.renameWires { wire in
      let (source, target) = (inside(wire.source), inside(wire.target))
      if source == nil, target == nil { return nil }
      let outside = (source.map { portsOfOutputs[$0].map(instance) }, target.map { portsOfEnds[$0].map(instance) })
      guard let source = outside.0 ?? wire.source, let target = outside.1 ?? wire.target else { return [] }
      return [.init(source: source, target: target)]
    }
  }

  /// Moves the looks of the wires between the members and the existing group, which become inner wires, into the definition.
  private mutating func takeLooks<Port: MemberPort>(
    ofWiresTo group: Port.Member, from sheet: inout LookSheet<Port>, _ inside: (Port) -> End?
  ) {
    let present = definition
    func ends(_ port: Port) -> [End] {
      if let end = inside(port) { return [end] }
      return port.member == group ? present.port(port.port)?.ends ?? [] : []
    }
    for (wire, look) in sheet.wires where wire.source.member == group || wire.target.member == group {
      let (sources, targets) = (ends(wire.source), ends(wire.target))
      guard !sources.isEmpty, !targets.isEmpty, inside(wire.source) != nil || inside(wire.target) != nil else {
        continue
      }
      sheet.set(ConnectionLook(), of: wire)
      for source in sources {
        for target in targets {
          definition.looks.set(look.moved(by: .zero - offset), of: .init(source: source, target: target))
        }
      }
    }
  }

  /// The inner wires as they are shown. A conversion node between members may have other readers; then it stays outside.
  private var shownWires: Set<SubgraphDefinition.Wire> {
    var wires = Set(definition.wires)
    var converted: [UInt32: End] = [:]
    for wire in definition.wires where isConversion(wire.target.member) { converted[wire.target.member] = wire.source }
    for wire in definition.wires {
      guard let source = converted[wire.source.member] else { continue }
      wires.insert(.init(source: source, target: wire.target))
    }
    return wires
  }

  private func isConversion(_ inner: UInt32) -> Bool {
    inners.contains { $0.value == inner && scope.evaluator.state.conversion(at: $0.key) != nil }
  }

  /// Moves the looks of the members from the root into the definition.
  mutating func takeLooks(as index: UInt32) {
    let evaluator = scope.evaluator
    if evaluator.state.looks.sheet.isEmpty { return }
    let (members, scope, group) = (inners, scope, group)
    let instance = scope.table.id(of: index).node
    evaluator.changeLooks(of: members.keys) { sheet in
      takeLooks(from: &sheet, members) {
        scope.table.members(of: SubgraphTable.none, in: scope.storage.value).filter {
          members[$0] == nil && $0 != group
        }
      } at: {
        scope.table.position(of: $0, in: scope.storage.value) ?? .zero
      } instance: {
        ScopePort(member: instance, port: $0)
      }
    }
  }

  /// Moves the looks of the members from an edited definition into the new one.
  mutating func takeLooks(from outer: inout SubgraphDefinition, as inner: UInt32) {
    if outer.looks.isEmpty { return }
    let inners = Dictionary(uniqueKeysWithValues: pairs.map { ($0.outer, $0.inner) })
    let positions = outer.positions
    takeLooks(from: &outer.looks, inners) {
      positions.keys.filter { inners[$0] == nil && $0 != inner }
    } at: {
      positions[$0] ?? .zero
    } instance: {
      End(member: inner, port: $0)
    }
  }

  /// Replaces the ends of ports of the edited definition at members by those at the group.
  func moveEnds(of outer: inout SubgraphDefinition, to group: UInt32) {
    var seen: Set<End> = []
    outer.changeEnds { ends, port in
      ends = ends.compactMap { end in
        guard let member = scope.table.port(end, in: scope.scope), inners[member.member] != nil,
          let new = (port.isInput ? portsOfEnds : portsOfOutputs)[self.end(member)]
        else { return end }
        let moved = End(member: group, port: new)
        return seen.insert(moved).inserted ? moved : nil
      }
    }
  }
}

/// Makes names unique.
struct FreshNames {
  private var taken: Set<String>
  private var numbers = FreshNumbers()

  init(_ taken: [String]) { self.taken = Set(taken) }

  /// Returns the name, with a number if it is in use already.
  mutating func name(_ name: String) -> String {
    let fresh = numbers.freshName(name) { taken.contains($0) }
    taken.insert(fresh)
    return fresh
  }
}
