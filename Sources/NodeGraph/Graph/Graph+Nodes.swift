// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// The number of nodes.
  ///
  /// An instance of a subgraph isn't a node; its members are counted.
  public var nodeCount: Int { storage.value.nodeCount }

  /// Returns whether a node with this id exists.
  ///
  /// False for the id of a removed node, of another graph and of an instance. An id of a document (``NodeID/inDocument``) is
  /// taken for the node of this graph with that number, so true doesn't mean that it came from this graph's document.
  ///
  /// - Parameter node: An id of this graph or of a document.
  /// - Returns: Whether the node exists.
  public func contains(_ node: NodeID) -> Bool { storage.value.isLive(node) }

  /// Returns the id in this graph of the node with an id of a document.
  ///
  /// Documents have ids without the tag of a graph (``NodeID/inDocument``), which equal no id of a graph. After loading a
  /// document, use this to find the nodes for ids that were kept from the document, or from the graph that was saved as it.
  ///
  /// ```swift
  /// let selection = document.view?.selection.compactMap { graph.node(inDocument: $0) } ?? []
  /// ```
  ///
  /// - Parameter id: An id from a document. An id of this graph is returned as it is.
  /// - Returns: The id in this graph; `nil` if the node doesn't exist, and for an id of another graph.
  public func node(inDocument id: NodeID) -> NodeID? { contains(id) ? storage.value.own(id) : nil }

  /// All nodes, in evaluation order: each comes after the nodes it reads.
  ///
  /// The order of unrelated nodes may change with edits, so don't store it. For nodes in the order in which they were added, keep
  /// their ids, or sort the nodes of a ``document()``.
  ///
  /// - Complexity: O(nodes) at each access.
  public var nodes: [NodeID] {
    (0..<storage.value.nodeAtRank.count).compactMap { rank in
      let slot = storage.value.nodeAtRank[rank]
      return slot == NodeRecord.none ? nil : storage.value.id(of: slot)
    }
  }

  /// Returns the number of nodes before a node in evaluation order; `nil` if it doesn't exist.
  ///
  /// - Complexity: O(1) while the ranks have no gaps, otherwise O(ranks below).
  package func place(of node: NodeID) -> Int? {
    guard contains(node) else { return nil }
    let rank = Int(storage.value.records[node.slot].rank)
    if storage.value.nodeAtRank.count == nodeCount { return rank }
    return (0..<rank).count { storage.value.nodeAtRank[$0] != NodeRecord.none }
  }

  /// Adds a node of a registered kind, with all inputs unconnected.
  ///
  /// ```swift
  /// let one = try graph.add("Number", named: "one", at: GraphPoint(20, 40))
  /// ```
  ///
  /// - Parameters:
  ///   - kind: The name of a registered kind.
  ///   - name: A name that no other node has; `nil` for none.
  ///   - position: Its position on the canvas, in canvas points; `nil` for the origin.
  /// - Returns: The id of the node.
  /// - Throws: ``GraphError/unknownKind(_:)``, ``GraphError/duplicateName(_:_:)``. The graph is then unchanged.
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

  /// Adds a node with ports of its own, for instance for a formula whose inputs are its free variables.
  ///
  /// The kind is freed with the node. Documents mark the node but don't store its ports (``DocumentNode/isOwn``): give the
  /// node a name, by which its kind can be supplied when the document is read.
  ///
  /// ```swift
  /// let formula = NodeKind("a + b", inputs: [.init("a", number), .init("b", number)], outputs: [.init("value", number)])
  /// let node = try graph.add(own: formula, named: "total")
  /// ```
  ///
  /// - Parameters:
  ///   - kind: The ports. The kind is not registered, and its name need not be unique.
  ///   - name: A name that no other node has; `nil` for none.
  ///   - position: Its position on the canvas, in canvas points; `nil` for the origin.
  /// - Returns: The id of the node.
  /// - Throws: ``GraphError/duplicateName(_:_:)``. The graph is then unchanged.
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

  /// Unavailable: add a node of a registered kind by the kind's name, and a node with ports of its own with
  /// ``add(own:named:at:)``.
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

  /// Removes a node and its connections.
  ///
  /// Its id is stale from now on and never names another node; its name is free again. Inputs that have read it have their
  /// literal or default again.
  ///
  /// ```swift
  /// try graph.edit { graph in
  ///   for node in selection where graph.contains(node) { try graph.remove(node) }
  /// }
  /// ```
  ///
  /// - Parameter node: The node.
  /// - Throws: ``GraphError/stale(_:)`` if it doesn't exist, ``GraphError/foreign(_:)``, ``GraphError/group(_:)``.
  /// - Complexity: O(degree).
  public mutating func remove(_ node: NodeID) throws(GraphError) {
    try change { topology throws(GraphError) in topology.removeNode(try topology.slot(node)) }
  }

  /// Gives a node a name, or removes its name.
  ///
  /// A node may be given the name it has already, which is not a change. Names may be swapped within one edit by removing one of
  /// them first:
  ///
  /// ```swift
  /// try graph.edit { graph in
  ///   try graph.rename(a, to: nil)
  ///   try graph.rename(b, to: "a")
  ///   try graph.rename(a, to: "b")
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - name: A name that no other node has; `nil` for none. Any text is allowed.
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``, ``GraphError/duplicateName(_:_:)``.
  public mutating func rename(_ node: NodeID, to name: String?) throws(GraphError) {
    try change { topology throws(GraphError) in
      let slot = try topology.slot(node)
      try topology.checkName(name, of: slot)
      topology.rename(slot, to: name)
    }
  }

  /// Moves a node on the canvas. Positions don't affect evaluation.
  ///
  /// ```swift
  /// try graph.move(node, to: graph.position(of: node) + GraphPoint(20, 0))
  /// ```
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - position: The new position, in canvas points. Coordinates are not checked; documents leave out a position that is not
  ///     finite.
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``.
  public mutating func move(_ node: NodeID, to position: GraphPoint) throws(GraphError) {
    try change { topology throws(GraphError) in topology.move(try topology.slot(node), to: position) }
  }

  /// Changes the kind of a node, which keeps its id, name and position.
  ///
  /// Connections and literals of ports that have a counterpart of the same type and arity stay; the others are removed
  /// without an error, and listed in the changes of the edit. If the types of all outputs stay the same, outputs are matched
  /// by position, whatever `matching` is.
  ///
  /// ```swift
  /// try graph.setKind(of: sum, to: "Multiply")                  // keeps what is connected to the first input at the first
  /// try graph.setKind(of: sum, to: "Subtract", matching: .name)  // keeps it at the input of the same name
  /// ```
  ///
  /// An ``InputPort`` that was stored before may name another port afterwards.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - kind: The name of a registered kind.
  ///   - matching: How the ports of the former and the new kind are matched.
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``, ``GraphError/unknownKind(_:)``. The graph is then unchanged.
  /// - Complexity: O(degree). Consumers of the outputs aren't visited if the types of all outputs stay the same.
  public mutating func setKind(
    of node: NodeID, to kind: String, matching: PortMatching = .position
  ) throws(GraphError) {
    guard let shape = storage.value.shape(ofKind: kind) else { throw .unknownKind(kind) }
    try change { topology throws(GraphError) in
      let slot = try topology.slot(node)
      topology.reshape(slot, to: shape, matching: matching)
    }
  }

  /// The way in which the ports of a node's former and new kind are matched with each other.
  public typealias PortMatching = NodeGraph.PortMatching

  /// Returns the kind of a node, with its ports.
  ///
  /// The result is a copy of the kind: changing a kind elsewhere doesn't change nodes. Use ``setKind(of:to:matching:)``.
  ///
  /// ```swift
  /// let names = try graph.kind(of: sum).inputs.map(\.name)
  /// ```
  ///
  /// - Parameter node: The node.
  /// - Returns: Its kind, which is not registered if the node has ports of its own.
  /// - Throws: ``GraphError/stale(_:)``, ``GraphError/foreign(_:)``, or ``GraphError/group(_:)`` for the id of an instance.
  public func kind(of node: NodeID) throws(GraphError) -> NodeKind {
    let slot = try storage.value.slot(node)
    return storage.value.wiring.kind(of: slot)
  }

  /// Returns the type of the first output of a node; `nil` if it has no outputs or doesn't exist. Doesn't copy the kind.
  package func firstOutputType(of node: NodeID) -> PortType? {
    guard storage.value.isLive(node) else { return nil }
    let shape = storage.value.records[node.slot].shape
    return storage.value.shapes[Int(shape)].kind.outputs.first?.type
  }

  /// Returns the name of a node.
  ///
  /// ```swift
  /// let label = graph.name(of: node) ?? "\(node)"
  /// ```
  ///
  /// - Parameter node: The node.
  /// - Returns: The name; `nil` if the node has none or doesn't exist.
  public func name(of node: NodeID) -> String? {
    storage.value.isLive(node) ? storage.value.labels.name(of: node.slot) : nil
  }

  /// A number that increases when a node gets, loses or changes its name.
  package var namesVersion: Int { storage.value.labels.version }

  /// Returns the node with a name.
  ///
  /// ```swift
  /// guard let total = graph.node(named: "total") else { return }
  /// ```
  ///
  /// - Parameter name: The whole name; case matters.
  /// - Returns: The node; `nil` if no node has the name.
  /// - Complexity: O(1).
  public func node(named name: String) -> NodeID? {
    storage.value.labels.node(named: name).map { storage.value.id(of: $0) }
  }

  /// All names of nodes, in no particular order.
  ///
  /// Nodes without a name aren't represented. Use ``node(named:)`` to test whether a name is taken.
  ///
  /// - Complexity: O(1); iterating is O(names).
  public var names: some Collection<String> { storage.value.labels.allNames }

  /// Returns the position of a node on the canvas, in canvas points.
  ///
  /// - Parameter node: The node.
  /// - Returns: Its position; the origin if it was never placed or doesn't exist.
  public func position(of node: NodeID) -> GraphPoint {
    storage.value.isLive(node) ? storage.value.labels.position(of: node.slot) ?? .zero : .zero
  }

  /// Returns the reason of a refusal as a sentence for a user, with nodes and ports called by name.
  ///
  /// ``GraphError/description`` calls nodes by id, because an error doesn't know the graph.
  ///
  /// ```swift
  /// do {
  ///   try graph.connect(sum.output, to: sum.input("x"))
  /// } catch {
  ///   print(graph.describe(error))  // connecting sum to sum.x would close a cycle: sum → sum.x
  /// }
  /// ```
  ///
  /// - Parameter error: An error that this graph has thrown. Nodes that don't exist any more are called by id.
  /// - Returns: One sentence without a full stop.
  /// - Complexity: O(length of the sentence).
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
