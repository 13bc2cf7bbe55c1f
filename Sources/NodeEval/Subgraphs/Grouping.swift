// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The definition that members of a scope make, with a port for each thing that flows in or out.
struct Grouping {
  typealias End = SubgraphDefinition.End

  /// What flows into ends through one input.
  private enum Origin: Hashable {
    /// An output of the scope.
    case source(ScopePort)
    /// An input of the definition that is edited.
    case exposed(UInt32)
    /// Anything: an input that takes many connections has a port of its own.
    case any(End)
  }

  let members: [NodeID]
  private(set) var definition: SubgraphDefinition
  /// In an edit of a definition, which members it has been and which they become.
  private(set) var group: DefinitionGroup
  private let scope: ScopeEdit
  private let inners: [NodeID: UInt32]
  private var crossing: [(source: ScopePort, target: ScopePort)] = []
  private var ports: [SubgraphDefinition.Port] = []
  private var numbers = (inputs: FreshNames(), outputs: FreshNames())
  /// Places among the ports.
  private var inputs: [Origin: Int] = [:]
  /// The new ports by the ends that they lead to.
  private var portsOfEnds: [End: UInt32] = [:]
  private var portsOfOutputs: [End: UInt32] = [:]

  init(_ scope: ScopeEdit, _ members: [NodeID], _ definition: SubgraphDefinition) {
    self.scope = scope
    self.members = members
    self.definition = definition
    group = DefinitionGroup(definition: definition.id.number)
    inners = Dictionary(uniqueKeysWithValues: zip(members, 0...))
    addMembers()
    for (source, target) in scope.table.wires(between: members, in: scope.scope, scope.storage.value) {
      if inners[source.member] != nil {
        self.definition.wires.append(.init(source: end(source), target: end(target)))
      } else {
        crossing.append((source, target))
      }
    }
    self.definition.origin = middle
  }

  private func end(_ port: ScopePort) -> End { End(member: inners[port.member] ?? 0, port: port.port) }

  private mutating func addMembers() {
    let outer = scope.definition
    for member in members {
      let inner = definition.makeInner()
      let before = scope.table.end(ScopePort(member: member, port: 0)).member
      if let instance = InstanceID(member) {
        group.children.append((before, inner))
        if let outer, let place = outer.place(ofChild: before) {
          var child = outer.children[place]
          child.inner = inner
          definition.children.append(child)
        } else if let entry = scope.table.instance(instance.index) {
          var child = SubgraphDefinition.Child(
            inner: inner, definition: entry.definition, name: entry.name, position: entry.position)
          child.literals = ownLiterals(of: instance, entry.definition)
          definition.children.append(child)
        }
      } else {
        group.nodes.append((before, inner))
        if let outer, let place = outer.place(ofNode: before) {
          var node = outer.nodes[place]
          node.inner = inner
          definition.nodes.append(node)
        } else {
          definition.nodes.append(scope.evaluator.state.describe(member.slot, inner: inner))
        }
      }
    }
  }

  /// The literals of an instance's inputs that are not those of its definition.
  private func ownLiterals(of instance: InstanceID, _ number: UInt32) -> [SubgraphDefinition.Literal] {
    var found: [SubgraphDefinition.Literal] = []
    for port in scope.table.definitions[number]?.ports ?? [] where port.isInput && port.arity == .one {
      guard let first = scope.table.targets(of: ScopePort(member: instance.node, port: port.id)).first,
        let value = scope.evaluator.state.literal(InputPlace(node: first.node.slot, input: UInt32(first.index))),
        let end = port.ends.first,
        !scope.evaluator.state.isSame(value, scope.table.declaredLiteral(of: end, in: number))
      else { continue }
      found.append(.init(input: port.id, value: value))
    }
    return found
  }

  /// The middle of where the members lie.
  private var middle: GraphPoint {
    let points = members.map { scope.table.position(of: $0, in: scope.storage.value) ?? .zero }
    let (x, y) = (points.map(\.x).filter(\.isFinite), points.map(\.y).filter(\.isFinite))
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { return .zero }
    return GraphPoint(left / 2 + right / 2, top / 2 + bottom / 2)
  }

  // MARK: Ports

  /// Adds the ports: inputs in the order of members and their inputs, then outputs.
  mutating func addPorts() {
    for (source, target) in crossing {
      addInput(
        target, scope.declaration(of: target, isInput: true)?.arity == .many ? .any(end(target)) : .source(source))
    }
    for port in scope.definition?.ports ?? [] where port.isInput {
      for target in members(of: port) { addInput(target, port.arity == .many ? .any(end(target)) : .exposed(port.id)) }
    }
    let exposed = Set((scope.definition?.outputs ?? []).flatMap { members(of: $0) })
    for member in members {
      for port in outputs(of: member) where exposed.contains(port) || isReadOutside(port) { addOutput(port) }
    }
    definition.appendPorts(ports)
  }

  /// The ends of a port of the definition that is edited which become inner ones.
  private func members(of port: SubgraphDefinition.Port) -> [ScopePort] {
    port.ends.compactMap { scope.table.port($0, in: scope.scope) }.filter { inners[$0.member] != nil }
  }

  private func outputs(of member: NodeID) -> [ScopePort] {
    if let instance = InstanceID(member) {
      return (scope.table.definition(of: instance.index)?.outputs ?? []).map { ScopePort(member: member, port: $0.id) }
    }
    return (0..<scope.storage.value.layout(of: member.slot).outputCount).map { ScopePort(member: member, port: $0) }
  }

  private func isReadOutside(_ port: ScopePort) -> Bool {
    guard let output = scope.table.source(of: port) else { return false }
    return scope.storage.value.inputs(reading: output.index, of: output.node.slot).contains { input in
      scope.table.member(with: input.node, in: scope.scope).map { inners[$0] == nil } ?? false
    }
  }

  private mutating func addInput(_ target: ScopePort, _ origin: Origin) {
    let end = end(target)
    guard portsOfEnds[end] == nil, let declared = scope.declaration(of: target, isInput: true) else { return }
    let place = inputs[origin] ?? ports.count
    portsOfEnds[end] = UInt32(place)
    if place < ports.count { return ports[place].ends.append(end) }
    inputs[origin] = place
    let name = numbers.inputs.name(declared.name)
    ports.append(
      .init(id: UInt32(place), name: name, isInput: true, type: declared.type, arity: declared.arity, ends: [end]))
  }

  private mutating func addOutput(_ source: ScopePort) {
    guard let declared = scope.declaration(of: source, isInput: false) else { return }
    let id = UInt32(ports.count)
    portsOfOutputs[end(source)] = id
    let name = numbers.outputs.name(declared.name)
    ports.append(
      .init(id: id, name: name, isInput: false, type: declared.type, arity: .one, ends: [end(source)]))
  }

  // MARK: Looks

  /// Takes what the sheet of the scope says of the members into the definition. Wires that lead into it or out of it are from now on
  /// those of the new instance.
  ///
  /// - Parameters:
  ///   - sheet: The sheet of the scope.
  ///   - inners: The inner ids of members.
  ///   - others: Lists the other members of the scope.
  ///   - position: Where a member is shown.
  ///   - instance: Gives a port of the new instance.
  mutating func takeLooks<Port: MemberPort>(
    from sheet: inout LookSheet<Port>, _ inners: [Port.Member: UInt32], others: () -> [Port.Member],
    at position: (Port.Member) -> GraphPoint, instance: (UInt32) -> Port
  ) {
    let inside = { (port: Port) -> End? in inners[port.member].map { End(member: $0, port: port.port) } }
    let taken = sheet.extract(Set(inners.keys), others: others, at: position)
    definition.looks.merge(taken, keepingFrames: true) {
      inners[$0]
    } wires: { wire in
      guard let source = inside(wire.source), let target = inside(wire.target) else { return [] }
      return [.init(source: source, target: target)]
    }
    sheet.renameWires { wire in
      if let source = inside(wire.source) {
        return portsOfOutputs[source].map { [.init(source: instance($0), target: wire.target)] } ?? []
      }
      return inside(wire.target).map { target in
        portsOfEnds[target].map { [.init(source: wire.source, target: instance($0))] } ?? []
      }
    }
  }

  /// The same in the graph around all instances.
  mutating func takeLooks(as index: UInt32) {
    let evaluator = scope.evaluator
    if evaluator.state.looks.isEmpty { return }
    let (members, scope) = (inners, scope)
    let instance = scope.table.id(of: index).node
    let before = evaluator.state.looks(of: members.keys)
    var sheet = before
    takeLooks(from: &sheet, members) {
      scope.table.members(of: SubgraphTable.none, in: scope.storage.value).filter { members[$0] == nil }
    } at: {
      scope.table.position(of: $0, in: scope.storage.value) ?? .zero
    } instance: {
      ScopePort(member: instance, port: $0)
    }
    evaluator.state.changeLooks(from: before, to: sheet)
  }

  /// The same in a definition that is edited.
  mutating func takeLooks(from outer: inout SubgraphDefinition, as inner: UInt32) {
    if outer.looks.isEmpty { return }
    var inners: [UInt32: UInt32] = [:]
    for (outer, inner) in group.nodes + group.children { inners[outer] = inner }
    let listed = outer.nodes.map { ($0.inner, $0.position) } + outer.children.map { ($0.inner, $0.position) }
    let positions = Dictionary(listed) { first, _ in first }
    takeLooks(from: &outer.looks, inners) {
      positions.keys.filter { inners[$0] == nil }
    } at: {
      (positions[$0] ?? nil) ?? .zero
    } instance: {
      End(member: inner, port: $0)
    }
  }

  /// The ports of the definition that is edited, whose ends are now those of the new instance.
  func outerPorts(as inner: UInt32) -> [SubgraphDefinition.Port] {
    (scope.definition?.ports ?? []).map { port in
      var port = port
      var ends: [End] = []
      for end in port.ends {
        guard let member = scope.table.port(end, in: scope.scope), inners[member.member] != nil,
          let new = (port.isInput ? portsOfEnds : portsOfOutputs)[self.end(member)]
        else {
          ends.append(end)
          continue
        }
        let end = End(member: inner, port: new)
        if !ends.contains(end) { ends.append(end) }
      }
      port.ends = ends
      return port
    }
  }
}

/// Names that are given one after the other, each once.
private struct FreshNames {
  private var taken: Set<String> = []
  private var numbers = FreshNumbers()

  /// The name, or with a number if it was given before.
  mutating func name(_ name: String) -> String {
    let fresh = Edit.freshName(name, &numbers) { taken.contains($0) }
    taken.insert(fresh)
    return fresh
  }
}
