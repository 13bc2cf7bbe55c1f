// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A port of a member in a scope: that of a node by position, or that of an instance by id.
struct ScopePort: Hashable {
  /// A node or an instance.
  let member: NodeID
  let port: UInt32
}

extension InputPort {
  /// Its place in the graph's storage.
  var place: InputPlace { InputPlace(node: node.slot, input: UInt32(index)) }
}

/// Finding the ports of nodes that ports of a scope lead to, at any depth, and the reverse.
extension SubgraphTable {
  typealias End = SubgraphDefinition.End

  /// The member of an instance with an inner id.
  func member(_ inner: UInt32, in index: UInt32) -> NodeID? {
    guard let instance = instance(index) else { return nil }
    return instance.node(inner) ?? instance.child(inner).map { id(of: $0).node }
  }

  /// The port of a member in an instance.
  func port(_ end: End, in index: UInt32) -> ScopePort? {
    member(end.member, in: index).map { ScopePort(member: $0, port: end.port) }
  }

  /// The end of a definition for the port of a member.
  func end(_ port: ScopePort) -> End {
    let inner = InstanceID(port.member).map { instance($0.index)?.inner ?? 0 } ?? inner(port.member.slot)
    return End(member: inner, port: port.port)
  }

  /// Calls `body` with each input that an input leads to, in order.
  func forEachTarget<E: Error>(of port: ScopePort, _ body: (InputPort) throws(E) -> Void) throws(E) {
    if InstanceID(port.member) == nil { return try body(InputPort(node: port.member, index: Int(port.port))) }
    for target in targets(of: port) { try body(target) }
  }

  /// The inputs that an input leads to, in order.
  func targets(of port: ScopePort) -> [InputPort] {
    guard let instance = InstanceID(port.member) else {
      return [InputPort(node: port.member, index: Int(port.port))]
    }
    var found: [InputPort] = []
    var open = ends(of: port.port, instance.index)
    while let (index, end) = open.popLast() {
      if let node = self.instance(index)?.node(end.member) {
        found.append(InputPort(node: node, index: Int(end.port)))
      } else if let child = self.instance(index)?.child(end.member) {
        open += ends(of: end.port, child)
      }
    }
    return found
  }

  private func ends(of port: UInt32, _ index: UInt32) -> [(index: UInt32, end: End)] {
    (definition(of: index)?.port(port)?.ends ?? []).reversed().map { (index, $0) }
  }

  /// The output of a node that gives the values of an output.
  func source(of port: ScopePort) -> OutputPort? {
    guard let instance = InstanceID(port.member) else {
      return OutputPort(node: port.member, index: Int(port.port))
    }
    var (index, port) = (instance.index, port.port)
    while let end = definition(of: index)?.port(port)?.ends.first {
      if let node = self.instance(index)?.node(end.member) { return OutputPort(node: node, index: Int(end.port)) }
      guard let child = self.instance(index)?.child(end.member) else { return nil }
      (index, port) = (child, end.port)
    }
    return nil
  }

  /// The port that represents the port of a node in a scope that contains the node, directly or deeper.
  ///
  /// - Returns: `nil` if the scope doesn't contain the node, or the port is not exposed up to the scope.
  func port(_ index: Int, of node: NodeID, isInput: Bool, in scope: UInt32) -> ScopePort? {
    var owner = owner(node.slot)
    if owner == scope { return ScopePort(member: node, port: UInt32(index)) }
    if owner == Self.none { return nil }
    var end = End(member: inner(node.slot), port: UInt32(index))
    while owner != Self.none, let instance = instance(owner), let definition = definitions[instance.definition],
      let port = isInput ? definition.input(leadingTo: end) : definition.output(from: end)
    {
      if instance.parent == scope { return ScopePort(member: id(of: owner).node, port: port) }
      end = End(member: instance.inner, port: port)
      owner = instance.parent
    }
    return nil
  }

  /// The member of a scope that is the node, or contains it; `nil` if the scope doesn't contain the node.
  func member(with node: NodeID, in scope: UInt32) -> NodeID? {
    branch(of: owner(node.slot), in: scope).map { $0 == Self.none ? node : id(of: $0).node }
  }

  /// The wires between members of a scope that lead to some of its members, in the order of their targets; for a target with
  /// several, in the order of connection.
  func wires(
    between members: [NodeID], in scope: UInt32, _ topology: borrowing Topology
  ) -> [(source: ScopePort, target: ScopePort)] {
    var found: [(source: ScopePort, target: ScopePort)] = []
    for member in members {
      for (target, source) in incoming(to: member, in: scope, topology) {
        guard let source = port(source.index, of: source.node, isInput: false, in: scope) else { continue }
        found.append((source, target))
      }
    }
    return found
  }

  /// The outputs that a member of a scope reads from outside of itself, by its ports.
  func incoming(
    to member: NodeID, in scope: UInt32, _ topology: borrowing Topology
  ) -> [(target: ScopePort, source: OutputPort)] {
    var found: [(target: ScopePort, source: OutputPort)] = []
    guard let instance = InstanceID(member) else {
      for input in 0..<topology.layout(of: member.slot).inputCount {
        let target = ScopePort(member: member, port: input)
        for source in topology.outputs(readBy: InputPlace(node: member.slot, input: input)) {
          found.append((target, source))
        }
      }
      return found
    }
    for port in definition(of: instance.index)?.ports ?? [] where port.isInput {
      let target = ScopePort(member: member, port: port.id)
      // All inputs to which a port leads read the same outputs.
      guard let first = targets(of: target).first else { continue }
      for source in topology.outputs(readBy: first.place)
      where self.member(with: source.node, in: scope) != member {
        found.append((target, source))
      }
    }
    return found
  }

  /// The wires of an instance in the form of its definition.
  func wires(of index: UInt32, _ topology: borrowing Topology) -> [SubgraphDefinition.Wire] {
    guard let instance = instance(index) else { return [] }
    let members = instance.nodes.map(\.node) + instance.children.map { id(of: $0.index).node }
    return wires(between: members, in: index, topology).map {
      SubgraphDefinition.Wire(source: end($0.source), target: end($0.target))
    }
  }
}
