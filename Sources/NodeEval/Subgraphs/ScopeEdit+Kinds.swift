// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Nodes of a definition that become others.
extension ScopeEdit {
  /// Is not available: what is registered is added by its name, and a definition of a node's own by ``add(own:named:at:)``.
  @available(
    *, unavailable, renamed: "add(own:named:at:)",
    message: "write add(own: definition), or add(definition.kind.name) for one that is registered"
  )
  @discardableResult
  public func add(
    _ definition: NodeDefinition, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try add(own: definition, named: name, at: position)
  }

  /// Makes a node of the definition one of another kind, in all instances. It keeps its name and its place.
  ///
  /// Connections, literals and ports of the definition stay where a port has a counterpart of the same type and arity; others are
  /// cut, in the scopes around the instances too, and ports of the definition that led to nothing else go. A source has the
  /// initial value of its definition in all instances.
  ///
  /// A node that a document brought without code gets it as if its kind were registered: connections, literals and values are those
  /// of the document, by the names of ports, as far as they fit.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - kind: The name of a registered kind.
  ///   - matching: Which ports are counterparts.
  /// - Throws: ``NodeGraph/GraphError/unknownKind(_:)``, ``NodeGraph/GraphError/stale(_:)``,
  ///   ``NodeGraph/GraphError/outsideScope(_:)``; of a node without code also what another instance refuses of the edit so far.
  ///   Nothing has changed then.
  /// - Precondition: If the node is without code, no definition that this one lies in is being changed.
  /// - Complexity: O(degree) for each instance.
  public func setKind(
    of node: NodeID, to kind: String, matching: Graph.PortMatching = .position
  ) throws(GraphError) {
    try checkUnderWay()
    guard recorder != nil else { return try Edit(evaluator: evaluator).setKind(of: node, to: kind, matching: matching) }
    guard let definition = evaluator.state.kernels.definitions[kind], let shape = storage.value.shape(ofKind: kind)
    else { throw .unknownKind(kind) }
    try reshape(node, definition, matching) { shape }
  }

  /// Gives a node of the definition a definition of its own in place of what it was, in all instances.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - definition: Its ports and its code.
  ///   - matching: Which ports are counterparts.
  /// - Throws: As ``setKind(of:to:matching:)``.
  /// - Complexity: O(degree) for each instance.
  public func setDefinition(
    of node: NodeID, to definition: NodeDefinition, matching: Graph.PortMatching = .name
  ) throws(GraphError) {
    try checkUnderWay()
    guard recorder != nil else {
      return try Edit(evaluator: evaluator).setDefinition(of: node, to: definition, matching: matching)
    }
    try reshape(node, definition, matching) {
      // It is that of several nodes, and so stays.
      let shape = storage.value.makeShape(definition.kind, isOwn: false)
      evaluator.state.install(definition, at: shape)
      return shape
    }
  }

  private func reshape(
    _ node: NodeID, _ definition: NodeDefinition, _ matching: Graph.PortMatching, to makeShape: () -> UInt32
  ) throws(GraphError) {
    let node = try check(node)
    if InstanceID(node) != nil { throw .group(node) }
    let before = try evaluator.state.graph.kind(of: node)
    let conversions = conversions(beside: node)
    if evaluator.state.missing(node) != nil {
      try supply(node, definition, makeShape)
      return try removeIdle(conversions)
    }
    let initial = definition.initial
    let inner = table.end(ScopePort(member: node, port: 0)).member
    let shape = makeShape()
    try perform(.reshape(inner, to: shape, initial: initial, matching))
    let counterparts = PortCounterparts(from: before, to: try evaluator.state.graph.kind(of: node), matching)
    changeDefinition { definition in
      if let place = definition.place(ofNode: inner) {
        definition.nodes[place].code = .shape(shape)
        definition.nodes[place].initial = initial.map { .init($0) }
        definition.nodes[place].kept?.state = nil
        definition.nodes[place].literals = definition.nodes[place].literals.compactMap { literal in
          counterparts.input(literal.input).map { SubgraphDefinition.Literal(input: $0, value: literal.value) }
        }.sorted { $0.input < $1.input }
      }
      definition.moveEnds(of: inner, by: counterparts)
    }
    try removeIdle(conversions)
  }

  /// Gives a node that a document brought without code its code, in all instances.
  private func supply(
    _ node: NodeID, _ definition: NodeDefinition, _ makeShape: () -> UInt32
  ) throws(GraphError) {
    guard let recorder else { return }
    let around = evaluator.state.activity.changedDefinitions.filter { $0 != recorder.definition }
    require(
      around.allSatisfy { table.containment(of: recorder.definition, in: $0) == nil },
      "a node without code gets it while no definition around its own is being changed")
    let inner = table.end(ScopePort(member: node, port: 0)).member
    try whole { () throws(GraphError) in
      let edit = Edit(evaluator: evaluator)
      // What becomes of definitions is found out from what they are.
      try edit.settlePending()
      let groups = SuppliedDefinitions(evaluator, definition, shape: makeShape(), of: inner, in: recorder.definition)
      _ = edit.supply(groups.supplies, in: groups)
    }
  }
}

/// Which ports of a kind take the place of those of another, as ``NodeGraph/Graph/setKind(of:to:matching:)`` has it.
struct PortCounterparts {
  private let before: NodeKind
  private let after: NodeKind
  private let matching: Graph.PortMatching
  private let keepsOutputs: Bool

  init(from before: NodeKind, to after: NodeKind, _ matching: Graph.PortMatching) {
    (self.before, self.after, self.matching) = (before, after, matching)
    // Of whether cells stay instances may differ: nodes made in code keep something behind them.
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
  /// Has ports lead to the counterparts of what they led to; those that lead to nothing go.
  fileprivate mutating func moveEnds(of inner: UInt32, by counterparts: PortCounterparts) {
    looks.movePorts(of: inner, input: counterparts.input, output: counterparts.output)
    // Known again when the edit of the definition ends.
    wires = []
    setPorts(
      ports.compactMap { port in
        var moved = port
        moved.ends = port.ends.compactMap { end in
          if end.member != inner { return end }
          let other = port.isInput ? counterparts.input(end.port) : counterparts.output(end.port)
          return other.map { End(member: inner, port: $0) }
        }
        return moved.ends.isEmpty ? nil : moved
      })
  }
}
