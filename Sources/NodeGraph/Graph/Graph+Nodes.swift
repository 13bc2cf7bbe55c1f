// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// How many nodes there are.
  public var nodeCount: Int { storage.value.nodeCount }

  /// Whether a node with this id exists.
  public func contains(_ node: NodeID) -> Bool { storage.value.isLive(node) }

  /// The node that has an id in documents of this graph: its id here.
  ///
  /// Documents hold ids without the tag of a graph (``NodeID/inDocument``), and no id of a graph equals one without. After loading a
  /// document, find by this what was kept of another graph that had been loaded from it, or saved as it.
  ///
  /// - Parameter id: An id from a document. An id of this graph is returned as it is.
  /// - Returns: `nil` if there is no such node, and for an id of another graph.
  public func node(inDocument id: NodeID) -> NodeID? { contains(id) ? storage.value.own(id) : nil }

  /// All nodes, in evaluation order. Complexity: O(nodes).
  public var nodes: [NodeID] {
    (0..<storage.value.nodeAtRank.count).compactMap { rank in
      let slot = storage.value.nodeAtRank[rank]
      return slot == NodeRecord.none ? nil : storage.value.id(of: slot)
    }
  }

  /// How many nodes come before one in evaluation order; `nil` if it doesn't exist.
  ///
  /// - Complexity: O(1) while there are no gaps between the ranks of nodes, else O(ranks below).
  package func place(of node: NodeID) -> Int? {
    guard contains(node) else { return nil }
    let rank = Int(storage.value.records[node.slot].rank)
    if storage.value.nodeAtRank.count == nodeCount { return rank }
    return (0..<rank).count { storage.value.nodeAtRank[$0] != NodeRecord.none }
  }

  /// Adds a node of a known kind.
  ///
  /// - Parameters:
  ///   - kind: The name of a registered kind.
  ///   - name: A name no other node has, or none.
  ///   - position: Where it is shown.
  /// - Returns: The id of the node.
  /// - Throws: ``GraphError/unknownKind(_:)``, ``GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports).
  @discardableResult
  public mutating func add(
    _ kind: String, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try change { topology throws(GraphError) in
      guard let shape = topology.findShape(ofKind: kind) else { throw .unknownKind(kind) }
      return try topology.addNode(shape: shape, named: name, at: position)
    }
  }

  /// Adds a node with ports of its own, as a formula has whose inputs are its free names.
  ///
  /// - Parameters:
  ///   - kind: The ports; the kind is not registered and its name need not be unique.
  ///   - name: A name no other node has, or none.
  ///   - position: Where it is shown.
  /// - Returns: The id of the node.
  /// - Throws: ``GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports).
  @discardableResult
  public mutating func add(
    own kind: NodeKind, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try change { topology throws(GraphError) in
      try topology.checkName(name, of: nil)
      return try topology.addNode(shape: topology.makeShape(kind, isOwn: true), named: name, at: position)
    }
  }

  /// Is not available: a kind that is registered is added by its name, and ports of a node's own by ``add(own:named:at:)``.
  @available(
    *, unavailable, renamed: "add(own:named:at:)",
    message: "write add(own: kind) for a node with ports of its own, or add(kind.name) for one of a registered kind"
  )
  @discardableResult
  public mutating func add(
    _ kind: NodeKind, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try add(own: kind, named: name, at: position)
  }

  /// Removes a node and its connections. Complexity: O(degree).
  ///
  /// - Throws: ``GraphError/stale(_:)``.
  public mutating func remove(_ node: NodeID) throws(GraphError) {
    try change { topology throws(GraphError) in topology.removeNode(try topology.slot(node)) }
  }

  /// Gives a node a name, or takes it away.
  ///
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/duplicateName(_:_:)``.
  public mutating func rename(_ node: NodeID, to name: String?) throws(GraphError) {
    try change { topology throws(GraphError) in
      let slot = try topology.slot(node)
      try topology.checkName(name, of: slot)
      topology.rename(slot, to: name)
    }
  }

  /// Moves a node on the canvas.
  ///
  /// - Throws: ``GraphError/stale(_:)``.
  public mutating func move(_ node: NodeID, to position: GraphPoint) throws(GraphError) {
    try change { topology throws(GraphError) in topology.move(try topology.slot(node), to: position) }
  }

  /// Makes a node one of another kind. It keeps its id, name and position; connections of ports that have no
  /// counterpart of the same type and arity are cut. Outputs whose types all stay the same are counterparts in order.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - kind: The name of a registered kind.
  ///   - matching: Which ports are counterparts.
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/unknownKind(_:)``.
  /// - Complexity: O(degree); what consumes the outputs stays untouched if their types stay.
  public mutating func setKind(
    of node: NodeID, to kind: String, matching: PortMatching = .position
  ) throws(GraphError) {
    guard let shape = storage.value.shape(ofKind: kind) else { throw .unknownKind(kind) }
    try change { topology throws(GraphError) in
      let slot = try topology.slot(node)
      topology.reshape(slot, to: shape, matching: matching)
    }
  }

  /// Which ports of a node's former and new kind are counterparts of each other.
  public enum PortMatching: Hashable, Sendable {
    /// The first and the first, the second and the second.
    case position
    /// Those of the same name.
    case name
  }

  /// The kind of a node.
  ///
  /// - Throws: ``GraphError/stale(_:)``.
  public func kind(of node: NodeID) throws(GraphError) -> NodeKind {
    let slot = try storage.value.slot(node)
    return storage.value.wiring.kind(of: slot)
  }

  /// The type of the first output of a node, if it has one and exists. Nothing of its kind is copied.
  package func firstOutputType(of node: NodeID) -> PortType? {
    guard storage.value.isLive(node) else { return nil }
    let shape = storage.value.records[node.slot].shape
    return storage.value.shapes[Int(shape)].kind.outputs.first?.type
  }

  /// The name of a node, if it has one and exists.
  public func name(of node: NodeID) -> String? {
    storage.value.isLive(node) ? storage.value.labels.name(of: node.slot) : nil
  }

  /// The node of that name. Complexity: O(1).
  public func node(named name: String) -> NodeID? {
    storage.value.labels.node(named: name).map { storage.value.id(of: $0) }
  }

  /// All names, in no particular order. Complexity: O(1); going through them, O(names).
  public var names: some Collection<String> { storage.value.labels.allNames }

  /// Where a node is shown: the origin unless it was placed.
  public func position(of node: NodeID) -> GraphPoint {
    storage.value.isLive(node) ? storage.value.labels.position(of: node.slot) ?? .zero : .zero
  }

  /// The reason of a refusal as a sentence, with nodes and ports called by name. Complexity: O(length of the sentence).
  public func describe(_ error: GraphError) -> String {
    func node(_ id: NodeID) -> String { name(of: id) ?? id.description }
    return error.text(node: node) { input in
      let inputs = (try? kind(of: input.node).inputs) ?? []
      let name = inputs.indices.contains(input.index) ? inputs[input.index].name : "\(input.index)"
      return "\(node(input.node)).\(name)"
    }
  }
}

extension Topology {
  package mutating func addNode(shape: UInt32, named name: String?, at position: GraphPoint?) throws(GraphError)
    -> NodeID
  {
    try checkName(name, of: nil)
    let slot = addNode(shape: shape)
    if let name { rename(slot, to: name) }
    if let position { move(slot, to: position) }
    return id(of: slot)
  }
}
