// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Changing the kind of nodes.
extension Edit {
  /// Changes the kind of a node. The node keeps its id, name and position; connections of ports that have no counterpart of the
  /// same type and arity are removed. A source gets the initial value of its definition.
  ///
  /// Inside a group this happens in all instances. Literals and ports of the definition are kept where a port has a counterpart;
  /// other connections are removed in the scopes around the instances too, and ports of the definition that led only there are
  /// removed.
  ///
  /// A node that a document contained without code keeps connections, literals and its value by the names of ports, as with
  /// ``Evaluator/register(_:)``.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - kind: The name of a registered kind.
  ///   - matching: Which ports are counterparts.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/unknownKind(_:)``,
  ///   ``NodeGraph/GraphError/outsideScope(_:)``. The graph is unchanged then.
  /// - Precondition: If the node has no code and is in a group, no definition that contains this one is being changed.
  /// - Complexity: As ``NodeGraph/Graph/setKind(of:to:matching:)``, inside a group for each instance.
  public func setKind(
    of node: NodeID, to kind: String, matching: Graph.PortMatching = .position
  ) throws(GraphError) {
    try checkStructureMayChange()
    guard let definition = evaluator.state.kernels.definitions[kind], let shape = storage.value.shape(ofKind: kind)
    else { throw .unknownKind(kind) }
    try reshape(node, definition, matching) { shape }
  }

  /// Replaces the definition of a node by one of its own. Connections to its outputs stay if the type stays.
  ///
  /// A node that a document contained without code keeps connections, literals and its value by the names of ports. An application
  /// can therefore use this to supply the code of a node that was made in code, after the document was loaded.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - definition: Its ports and its code; inside a group, in all instances.
  ///   - matching: Which ports are counterparts.
  /// - Throws: As ``setKind(of:to:matching:)``.
  /// - Complexity: O(ports) and as ``setKind(of:to:matching:)``.
  public func setDefinition(
    of node: NodeID, to definition: NodeDefinition, matching: Graph.PortMatching = .name
  ) throws(GraphError) {
    try checkStructureMayChange()
    try reshape(node, definition, matching) { makeOwnShape(definition) }
  }

  private func reshape(
    _ node: NodeID, _ definition: NodeDefinition, _ matching: Graph.PortMatching, to makeShape: () -> UInt32
  ) throws(GraphError) {
    let node = try check(node)
    if InstanceID(node) != nil { throw .group(node) }
    let conversions = conversions(beside: node)
    if evaluator.state.missing(node) != nil {
      supply(node, definition, makeShape)
      return try removeIdle(conversions)
    }
    let before = evaluator.state.topology.wiring.kind(of: node.slot)
    let (inner, shape, initial) = (inner(node), makeShape(), definition.initial)
    evaluator.state.reshape(node.slot, to: shape, initial, matching: matching)
    try inOtherInstances { index in
      guard let node = table.instance(index)?.node(inner) else { return }
      evaluator.state.reshape(node.slot, to: shape, initial, matching: matching)
    }
    let after = evaluator.state.topology.wiring.kind(of: node.slot)
    let counterparts = PortCounterparts(from: before, to: after, matching)
    moveLooks(of: node, by: counterparts)
    changeDefinition { definition in
      if var member = definition[inner] {
        (member.content, member.initial) = (.node(.shape(shape)), initial.map { .init($0) })
        member.kept?.state = nil
        member.literals = member.literals.compactMap { literal in
          counterparts.input(literal.input).map { SubgraphDefinition.Literal(input: $0, value: literal.value) }
        }.sorted { $0.input < $1.input }
        definition[inner] = member
      }
      definition.moveEnds(of: inner, by: counterparts)
    }
    try removeIdle(conversions)
  }

  /// Moves the looks of wires around all instances to the counterparts of a node's ports.
  private func moveLooks(of node: NodeID, by counterparts: PortCounterparts) {
    if evaluator.state.looks.sheet.wires.isEmpty { return }
    evaluator.changeLooks(of: CollectionOfOne(node)) {
      $0.movePorts(of: node, input: counterparts.input, output: counterparts.output)
    }
  }

  /// Supplies the code of a node that a document contained without code, in all instances.
  private func supply(
    _ node: NodeID, _ definition: NodeDefinition, _ makeShape: () -> UInt32
  ) {
    guard let editedNumber else {
      _ = supply([Supply(node: node, shape: makeShape(), definition: definition)])
      return
    }
    let around = evaluator.state.activity.changedDefinitions.filter { $0 != editedNumber }
    require(
      around.allSatisfy { table.containment(of: editedNumber, in: $0) == nil },
      "a node can't get code while a definition around its own is being changed")
    let inner = inner(node)
    whole {
      // The changes of definitions are computed from their current state.
      updateDefinitions()
      let groups = SuppliedDefinitions(evaluator, definition, shape: makeShape(), of: inner, in: editedNumber)
      _ = supply(groups.supplies, in: groups)
    }
  }
}

/// The ports of a kind that replace those of another, as for ``NodeGraph/Graph/setKind(of:to:matching:)``.
struct PortCounterparts {
  private let before: NodeKind
  private let after: NodeKind
  private let matching: Graph.PortMatching
  private let keepsOutputs: Bool

  init(from before: NodeKind, to after: NodeKind, _ matching: Graph.PortMatching) {
    (self.before, self.after, self.matching) = (before, after, matching)
    // Decided by types, not cells: whether cells stay may differ between instances, as nodes made in code store more after their
    // outputs.
    keepsOutputs = before.outputs.map(\.type) == after.outputs.map(\.type)
  }

  private func counterpart(_ index: Int, _ name: String, among names: [String]) -> Int? {
    switch matching {
    case .position: names.indices.contains(index) ? index : nil
    case .name: names.firstIndex(of: name)
    }
  }

  func input(_ index: UInt32) -> UInt32? {
    let port = before.inputs[Int(index)]
    guard let other = counterpart(Int(index), port.name, among: after.inputs.map(\.name)),
      after.inputs[other].type == port.type, after.inputs[other].arity == port.arity
    else { return nil }
    return UInt32(other)
  }

  func output(_ index: UInt32) -> UInt32? {
    if keepsOutputs { return index }
    let port = before.outputs[Int(index)]
    guard let other = counterpart(Int(index), port.name, among: after.outputs.map(\.name)),
      after.outputs[other].type == port.type
    else { return nil }
    return UInt32(other)
  }
}

extension SubgraphDefinition {
  /// Moves the ends of ports to the counterparts of a node's ports; ports without ends are removed.
  fileprivate mutating func moveEnds(of inner: UInt32, by counterparts: PortCounterparts) {
    looks.movePorts(of: inner, input: counterparts.input, output: counterparts.output)
    // The wires are computed when the edit of the definition ends.
    wires = []
    changeEnds { ends, port in
      ends = ends.compactMap { end in
        if end.member != inner { return end }
        let other = port.isInput ? counterparts.input(end.port) : counterparts.output(end.port)
        return other.map { End(member: inner, port: $0) }
      }
    }
  }
}
