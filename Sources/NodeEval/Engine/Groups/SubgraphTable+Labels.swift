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

  /// The scope of a node or an instance, and its inner id there; `nil` if it doesn't exist.
  func seat(of member: NodeID, in topology: borrowing Topology) -> Owner? {
    if let id = InstanceID(member) { return instance(id.index).map { Owner(index: $0.parent, inner: $0.inner) } }
    return topology.isLive(member) ? Owner(index: owner(member.slot), inner: inner(member.slot)) : nil
  }

  /// The name of a member in its scope; `nil` if it has none.
  func name(of member: NodeID, in topology: borrowing Topology) -> String? {
    guard let seat = seat(of: member, in: topology) else { return nil }
    if seat.index != Self.none { return definition(of: seat.index)?[seat.inner]?.name }
    if let id = InstanceID(member) { return instance(id.index)?.name }
    return topology.labels.name(of: member.slot)
  }

  /// The position of a member in its scope.
  func position(of member: NodeID, in topology: borrowing Topology) -> GraphPoint? {
    guard let seat = seat(of: member, in: topology) else { return nil }
    if seat.index != Self.none { return definition(of: seat.index)?[seat.inner]?.position }
    if let id = InstanceID(member) { return instance(id.index)?.position }
    return topology.labels.position(of: member.slot)
  }

  /// The title of an instance: its name, or that of its definition.
  func title(of index: UInt32, in topology: borrowing Topology) -> String {
    name(of: id(of: index).node, in: topology) ?? definition(of: index)?.name ?? "\(id(of: index))"
  }

  /// The name of a node or an instance with its path: `Tax › rate`.
  func scopedName(of member: NodeID, in topology: borrowing Topology) -> String {
    guard let seat = seat(of: member, in: topology) else { return "\(member)" }
    let own = InstanceID(member).map { title(of: $0.index, in: topology) } ?? name(of: member, in: topology)
    let titles = [own ?? "\(member)"] + chain(from: seat.index).map { title(of: $0, in: topology) }
    return titles.reversed().joined(separator: SubgraphDefinition.separator)
  }

  /// The initial literal of an end of a definition.
  func declaredLiteral(of end: End, in number: UInt32) -> SubgraphDefinition.MemberValue? {
    var (end, number) = (end, number)
    while let definition = definitions[number] {
      if let literal = definition.literal(of: end) { return literal }
      guard let child = definition[end.member]?.definition,
        let inner = definitions[child]?.port(end.port)?.ends.first
      else { return nil }
      (end, number) = (inner, child)
    }
    return nil
  }

  /// The inputs that an end of an instance leads to, each with its initial literal: that of the outermost definition that has one.
  func declaredLiterals(of end: End, in index: UInt32) -> [(
    target: InputPort, literal: SubgraphDefinition.MemberValue?
  )] {
    var found: [(InputPort, SubgraphDefinition.MemberValue?)] = []
    var open: [(index: UInt32, end: End, literal: SubgraphDefinition.MemberValue?)] = [(index, end, nil)]
    while let (index, end, outer) = open.popLast() {
      guard let instance = instance(index) else { continue }
      let literal = outer ?? definitions[instance.definition]?.literal(of: end)
      if let node = instance.node(end.member) {
        found.append((InputPort(node: node, index: Int(end.port)), literal))
      } else if let child = instance.child(end.member) {
        open += (definition(of: child)?.port(end.port)?.ends ?? []).map { (child, $0, literal) }
      }
    }
    return found
  }
}

extension SubgraphDefinition {
  /// The separator of the parts of a scoped name.
  static let separator = " › "

  /// The initial literal that the definition itself has for an end.
  func literal(of end: End) -> MemberValue? {
    self[end.member]?.literals.first { $0.input == end.port }?.value
  }

  /// Sets the initial literal of an end.
  mutating func setLiteral(_ value: MemberValue?, of end: End) {
    guard let place = place(of: end.member) else { return }
    members[place].literals.removeAll { $0.input == end.port }
    guard let value else { return }
    members[place].literals.append(Literal(input: end.port, value: value))
    members[place].literals.sort { $0.input < $1.input }
  }
}
