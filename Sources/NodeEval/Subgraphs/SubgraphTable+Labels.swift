// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The names and positions of members of scopes, and the values in definitions.
extension SubgraphTable {
  /// The nodes and instances of a scope, nodes first, in the order in which they were made.
  func members(of scope: UInt32, in topology: borrowing Topology) -> [NodeID] {
    if let instance = instance(scope) {
      return instance.nodes.map(\.node) + instance.children.map { id(of: $0.index).node }
    }
    var members: [NodeID] = []
    for slot in 0..<UInt32(topology.records.count) where topology.isAlive(slot) && owner(slot) == Self.none {
      members.append(topology.id(of: slot))
    }
    return members + rootInstances.map { id(of: $0).node }
  }

  /// The name of a member in its scope; `nil` if it has none.
  func name(of member: NodeID, in topology: borrowing Topology) -> String? {
    if let id = InstanceID(member) {
      guard let instance = instance(id.index) else { return nil }
      if instance.parent == Self.none { return instance.name }
      return definition(of: instance.parent)?.name(ofChild: instance.inner)
    }
    guard topology.isLive(member) else { return nil }
    let owner = owner(member.slot)
    if owner == Self.none { return topology.labels.name(of: member.slot) }
    return definition(of: owner)?.name(ofNode: inner(member.slot))
  }

  /// The position of a member in its scope.
  func position(of member: NodeID, in topology: borrowing Topology) -> GraphPoint? {
    if let id = InstanceID(member) {
      guard let instance = instance(id.index) else { return nil }
      if instance.parent == Self.none { return instance.position }
      guard let outer = definition(of: instance.parent), let place = outer.place(ofChild: instance.inner) else {
        return nil
      }
      return outer.children[place].position
    }
    guard topology.isLive(member) else { return nil }
    let owner = owner(member.slot)
    if owner == Self.none { return topology.labels.position(of: member.slot) }
    guard let definition = definition(of: owner), let place = definition.place(ofNode: inner(member.slot)) else {
      return nil
    }
    return definition.nodes[place].position
  }

  /// The title of an instance: its name, or that of its definition.
  func title(of index: UInt32, in topology: borrowing Topology) -> String {
    name(of: id(of: index).node, in: topology) ?? definition(of: index)?.name ?? "\(id(of: index))"
  }

  /// The name of a node or an instance with its path: `Tax › rate`.
  func scopedName(of member: NodeID, in topology: borrowing Topology) -> String {
    var titles: [String]
    var scope: UInt32
    if let id = InstanceID(member) {
      guard let instance = instance(id.index) else { return "\(member)" }
      (titles, scope) = ([title(of: id.index, in: topology)], instance.parent)
    } else {
      titles = [name(of: member, in: topology) ?? "\(member)"]
      scope = topology.isLive(member) ? owner(member.slot) : Self.none
    }
    titles += chain(from: scope).map { title(of: $0, in: topology) }
    return titles.reversed().joined(separator: SubgraphDefinition.separator)
  }

  /// The initial literal of an end of a definition.
  func declaredLiteral(of end: End, in number: UInt32) -> SubgraphDefinition.Value? {
    var (end, number) = (end, number)
    while let definition = definitions[number] {
      if let place = definition.place(ofNode: end.member) {
        return definition.nodes[place].literals.first { $0.input == end.port }?.value
      }
      guard let place = definition.place(ofChild: end.member) else { return nil }
      let child = definition.children[place]
      if let literal = child.literals.first(where: { $0.input == end.port }) { return literal.value }
      guard let inner = definitions[child.definition]?.port(end.port)?.ends.first else { return nil }
      (end, number) = (inner, child.definition)
    }
    return nil
  }

  /// The inputs that an end of an instance leads to, each with its initial literal: that of the outermost definition that has one.
  func declaredLiterals(of end: End, in index: UInt32) -> [(target: InputPort, literal: SubgraphDefinition.Value?)] {
    var found: [(InputPort, SubgraphDefinition.Value?)] = []
    var open: [(index: UInt32, end: End, literal: SubgraphDefinition.Value?)] = [(index, end, nil)]
    while let (index, end, outer) = open.popLast() {
      guard let instance = instance(index), let definition = definitions[instance.definition] else { continue }
      if let node = instance.node(end.member), let place = definition.place(ofNode: end.member) {
        let literal = outer ?? definition.nodes[place].literals.first { $0.input == end.port }?.value
        found.append((InputPort(node: node, index: Int(end.port)), literal))
      } else if let child = instance.child(end.member), let place = definition.place(ofChild: end.member) {
        let literal = outer ?? definition.children[place].literals.first { $0.input == end.port }?.value
        open += (self.definition(of: child)?.port(end.port)?.ends ?? []).map { (child, $0, literal) }
      }
    }
    return found
  }
}

extension SubgraphDefinition {
  /// The separator of the parts of a scoped name.
  static let separator = " › "

  /// The name of a node; `nil` if it has none.
  func name(ofNode inner: UInt32) -> String? { place(ofNode: inner).flatMap { nodes[$0].name } }

  /// The name of an inner instance; `nil` if it has none of its own.
  func name(ofChild inner: UInt32) -> String? { place(ofChild: inner).flatMap { children[$0].name } }

  /// Sets the initial literal of an end.
  mutating func setLiteral(_ value: Value?, of end: End) {
    if let place = place(ofNode: end.member) {
      Self.set(value, for: end.port, in: &nodes[place].literals)
    } else if let place = place(ofChild: end.member) {
      Self.set(value, for: end.port, in: &children[place].literals)
    }
  }

  private static func set(_ value: Value?, for port: UInt32, in literals: inout [Literal]) {
    literals.removeAll { $0.input == port }
    guard let value else { return }
    literals.append(Literal(input: port, value: value))
    literals.sort { $0.input < $1.input }
  }
}
