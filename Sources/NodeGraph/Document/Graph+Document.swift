// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// Returns the graph as a document: nodes, names, positions and connections. ``init(kinds:document:own:)`` reverses it.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(graph.document())
  /// let document = try JSONDecoder().decode(GraphDocument.self, from: data)
  /// let again = try Graph(kinds: graph.kinds, document: document)
  /// ```
  ///
  /// Values, literals and groups belong to an evaluator: save the document of the evaluator, not of its graph, or they are
  /// lost. Kinds are not written either. Nodes that were added by ``add(own:named:at:)`` are marked
  /// (``DocumentNode/isOwn``), and need their names to be read again.
  ///
  /// - Returns: The document, with nodes in the order of their ids.
  /// - Complexity: O(nodes + connections).
  public func document() -> GraphDocument {
    let registered = storage.value.registeredShapes
    let slots = 0..<UInt32(storage.value.records.count)
    return GraphDocument(
      nodes: slots.compactMap { slot in
        storage.value.isAlive(slot) ? documentNode(slot, registered) : nil
      })
  }

  /// Returns some nodes as a fragment of a document, for ``paste(_:offset:own:)``.
  ///
  /// The fragment includes connections from nodes that are not copied; pasting leaves them out. It is a ``GraphDocument``
  /// and can be put on a pasteboard as JSON, but ``GraphDocument/check()`` refuses it if it has such connections.
  ///
  /// ```swift
  /// let fragment = try graph.copy(selection)
  /// let ids = try graph.paste(fragment, offset: GraphPoint(20, 20))
  /// selection = selection.compactMap { ids[$0.inDocument] }
  /// ```
  ///
  /// - Parameter nodes: The nodes, in any order; duplicates are ignored.
  /// - Returns: The fragment, with nodes in the order of their slots.
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/foreign(_:)`` for an id that is not a node of this graph.
  /// - Complexity: O(k log k) for k nodes and their connections, plus O(registered kinds).
  public func copy(_ nodes: some Sequence<NodeID>) throws(GraphError) -> GraphDocument {
    let registered = storage.value.registeredShapes
    var slots: Set<UInt32> = []
    for node in nodes { slots.insert(try storage.value.slot(node)) }
    return GraphDocument(nodes: slots.sorted().map { documentNode($0, registered) })
  }

  private func documentNode(_ slot: UInt32, _ registered: Set<UInt32>) -> DocumentNode {
    var node = storage.value.documentNode(slot)
    node.isOwn = storage.value.hasOwnKind(slot, registered)
    return node
  }

  /// Creates the graph of a document.
  ///
  /// Nodes keep their ids, so that ``node(inDocument:)`` finds them, unless the ids of the document are so far apart that a
  /// graph with them would take much more memory than the document. Looks, modes, values and literals are left out, because
  /// a graph doesn't store them.
  ///
  /// ```swift
  /// let graph = try Graph(kinds: kinds, document: document, own: ["diagonal": formula])
  /// ```
  ///
  /// - Parameters:
  ///   - kinds: The registered kinds of the graph. The document must not have nodes of other kinds.
  ///   - document: The document.
  ///   - own: The kinds of nodes that were added by ``add(own:named:at:)``, by the name of the node.
  /// - Throws: A ``DocumentError`` for the first fault: the document is unsound; it has groups, which only evaluators read
  ///   (``DocumentError/Code-swift.enum/format``); a kind is unknown (``DocumentError/Code-swift.enum/kind``); or a
  ///   connection doesn't fit the ports.
  /// - Precondition: The kinds have unique names.
  /// - Complexity: O(nodes + connections).
  public init(
    kinds: [NodeKind] = [], document: GraphDocument, own: [String: NodeKind] = [:]
  ) throws(DocumentError) {
    var ids: [NodeID: NodeID] = [:]
    try self.init(kinds: kinds, document: document, own: own, ids: &ids)
  }

  /// Creates the graph of a document, and returns in `ids` the ids of its nodes by their ids in the document.
  package init(
    kinds: [NodeKind], document: GraphDocument, own: [String: NodeKind], ids: inout [NodeID: NodeID]
  ) throws(DocumentError) {
    self.init(kinds: kinds)
    let insertion = try DocumentInsertion(document, isFragment: false)
    ids = try insertion.load(into: &self, own)
  }

  /// Adds the nodes of a fragment with new ids, as one edit.
  ///
  /// A node whose name is taken gets a name with a number: "a 2" for "a". Connections between nodes of the fragment are
  /// made; connections from other nodes are left out. See ``copy(_:)`` for an example.
  ///
  /// - Parameters:
  ///   - fragment: A result of ``copy(_:)``, of this graph or another, or any document without groups.
  ///   - offset: The offset of the new nodes from their positions in the fragment, in canvas points.
  ///   - own: The kinds of nodes with ports of their own, by the name of the node. A node that is missing here gets the ports of
  ///     the node with its id in this graph, if there is one of the same kind.
  /// - Returns: The new ids by the ids in the fragment. Keys are ids of documents: `ids[node.inDocument]` for a copied node.
  /// - Throws: A ``DocumentError`` as ``init(kinds:document:own:)``. The graph is then unchanged.
  /// - Complexity: O(nodes + connections of the fragment), plus a search for each name that is taken.
  @discardableResult
  public mutating func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, own: [String: NodeKind] = [:]
  ) throws(DocumentError) -> [NodeID: NodeID] {
    let insertion = try DocumentInsertion(fragment, isFragment: true)
    var ids: [NodeID: NodeID] = [:]
    try edit { graph throws(DocumentError) in ids = try insertion.add(to: &graph, own, offset: offset) }
    return ids
  }
}

/// The insertion of the nodes of a document into a graph.
struct DocumentInsertion {
  private var document: GraphDocument
  private let plan: DocumentPlan

  /// Examines a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isFragment: Whether connections from nodes that are not in the document are left out; otherwise they are faults.
  /// - Throws: The first fault; groups are one.
  init(_ document: GraphDocument, isFragment: Bool) throws(DocumentError) {
    if document.hasGroups {
      let field = document.instances.isEmpty ? "definitions" : "instances"
      throw DocumentError(
        .format, at: DocumentPath([.key(field)]), "a graph has no groups; load this document with an evaluator")
    }
    self.document = document
    if isFragment {
      let members = Set(document.nodes.map(\.id))
      for index in self.document.nodes.indices {
        self.document.nodes[index].connections.removeAll { !members.contains($0.source) }
      }
    }
    var faults = DocumentFaults(isRepairing: false)
    plan = try DocumentPlan(&self.document, &faults)
  }

  /// Adds the nodes to an empty graph, with their ids if these are close together. Returns their ids by those in the document.
  func load(into graph: inout Graph, _ own: [String: NodeKind]) throws(DocumentError) -> [NodeID: NodeID] {
    graph.makeUnique()
    let slots = plan.ids.lazy.map { Int($0.slot) + 1 }.max() ?? 0
    graph.storage.value.beginLoading(slots: slots, nodes: document.nodes.count)
    for index in plan.order.map({ Int($0) }) {
      let (node, id) = (document.nodes[index], plan.ids[index])
      let shape = try shape(of: node, at: index, own, in: &graph.storage.value, copied: nil)
      graph.storage.value.load(id, shape: shape)
      if let name = node.name { graph.storage.value.rename(id.slot, to: name) }
      if let position = node.position { graph.storage.value.move(id.slot, to: position) }
      try connect(index, in: &graph.storage.value) { plan.ids[$0] }
    }
    graph.storage.value.endLoading()
    graph.checkIfAsked()
    let ids = plan.ids.map { graph.storage.value.own($0) }
    return Dictionary(uniqueKeysWithValues: zip(document.nodes.map(\.id), ids))
  }

  /// Adds the nodes to a graph inside an edit. Returns their new ids by those in the document.
  func add(
    to graph: inout Graph, _ own: [String: NodeKind], offset: GraphPoint
  ) throws(DocumentError) -> [NodeID: NodeID] {
    var made = Array(repeating: NodeID.missing, count: document.nodes.count)
    graph.makeUnique()
    for index in plan.order.map({ Int($0) }) {
      let node = document.nodes[index]
      let copied = graph.contains(node.id) ? try? graph.kind(of: node.id) : nil
      let shape = try shape(of: node, at: index, own, in: &graph.storage.value, copied: copied)
      let slot = graph.storage.value.addNode(shape: shape)
      made[index] = graph.storage.value.id(of: slot)
      if let wanted = node.name {
        let name = graph.storage.value.labels.freshName(wanted)
        graph.storage.value.rename(slot, to: name)
      }
      let position = (node.position ?? .zero) + offset
      if position != .zero { graph.storage.value.move(slot, to: position) }
      try connect(index, in: &graph.storage.value) { made[$0] }
    }
    return Dictionary(uniqueKeysWithValues: zip(document.nodes.map(\.id), made))
  }

  /// Returns the shape for a node of the document.
  private func shape(
    of node: DocumentNode, at index: Int, _ own: [String: NodeKind], in topology: inout Topology, copied: NodeKind?
  ) throws(DocumentError) -> UInt32 {
    if node.isOwn {
      let known = node.name.flatMap { own[$0] } ?? copied.flatMap { $0.name == node.kind ? $0 : nil }
      guard let kind = known else {
        let title = VisibleText.standIns(node.name ?? DocumentText.text(node.id))
        throw DocumentError(
          .kind, at: .node(index),
          "'\(title)' has ports of its own, which documents don't store; supply its kind by name")
      }
      return topology.makeShape(kind, isOwn: true)
    }
    guard let shape = topology.shape(ofKind: node.kind) else {
      throw DocumentError(
        .kind, at: .node(index).appending("kind"), "unknown kind '\(VisibleText.standIns(node.kind))'")
    }
    return shape
  }

  /// Connects the inputs of a node. Its sources must have been made.
  private func connect(
    _ index: Int, in topology: inout Topology, _ id: (_ index: Int) -> NodeID
  ) throws(DocumentError) {
    var faults = DocumentFaults(isRepairing: false)
    let (target, start) = (id(index), Int(plan.starts[index]))
    for (ordinal, connection) in document.nodes[index].connections.enumerated() {
      let source = id(Int(plan.sources[start + ordinal]))
      let output = topology.wiring.kind(of: source.slot).position(ofOutput: connection.output)
      let input = topology.wiring.kind(of: target.slot).position(ofInput: connection.input)
      try topology.load(
        connection, from: source, output: output, to: target, input: input, at: { .node(index).appending("inputs") },
        &faults)
    }
  }
}
