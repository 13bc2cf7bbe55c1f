// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// The graph as a document, of which ``init(kinds:document:own:)`` makes the same graph: nodes, names, positions and connections.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(graph.document())
  /// let document = try JSONDecoder().decode(GraphDocument.self, from: data)
  /// let again = try Graph(kinds: graph.kinds, document: document)
  /// ```
  ///
  /// Values, literals and groups belong to an evaluator, whose own document has them; the document of its graph has not.
  /// Kinds are not written either. Nodes that were added by ``add(own:named:at:)`` are marked (``DocumentNode/isOwn``).
  ///
  /// - Returns: The document, nodes in the order of their ids.
  /// - Complexity: O(nodes + connections).
  public func document() -> GraphDocument {
    let registered = storage.value.registeredShapes
    let slots = 0..<UInt32(storage.value.records.count)
    return GraphDocument(
      nodes: slots.compactMap { slot in
        storage.value.isAlive(slot) ? documentNode(slot, registered) : nil
      })
  }

  /// Nodes as a fragment of a document, for ``paste(_:offset:own:)``. Connections from other nodes are part of it, but aren't pasted.
  ///
  /// - Parameter nodes: The nodes, in any order.
  /// - Returns: The fragment.
  /// - Throws: ``GraphError/stale(_:)`` or ``GraphError/foreign(_:)`` for an id that is not a node of this graph.
  /// - Complexity: O(k log k) for k nodes and their connections, and the kinds there are.
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

  /// The graph in a document. Nodes keep their ids (``node(inDocument:)``), unless those are so far apart that they would take much more
  /// memory than the document.
  ///
  /// Looks, modes, values and literals of the document are left out, because a graph does not hold them.
  ///
  /// - Parameters:
  ///   - kinds: The kinds that can be added by name.
  ///   - document: The document.
  ///   - own: By the name of the node, the kinds of nodes that were added by ``add(own:named:at:)``.
  /// - Throws: The first ``DocumentError`` if the document is unsound, has groups, which only evaluators know, or doesn't fit the kinds.
  /// - Precondition: The kinds have unique names.
  /// - Complexity: O(nodes + connections).
  public init(
    kinds: [NodeKind] = [], document: GraphDocument, own: [String: NodeKind] = [:]
  ) throws(DocumentError) {
    var ids: [NodeID: NodeID] = [:]
    try self.init(kinds: kinds, document: document, own: own, ids: &ids)
  }

  /// The graph in a document, and the ids that its nodes have by those in the document.
  package init(
    kinds: [NodeKind], document: GraphDocument, own: [String: NodeKind], ids: inout [NodeID: NodeID]
  ) throws(DocumentError) {
    self.init(kinds: kinds)
    let insertion = try DocumentInsertion(document, isFragment: false)
    ids = try insertion.load(into: &self, own)
  }

  /// Adds the nodes of a fragment as one edit, under new ids, and under names with numbers where theirs are taken.
  ///
  /// - Parameters:
  ///   - fragment: What ``copy(_:)`` gave, here or elsewhere. Of its nodes, a connection that comes from none of them is left out.
  ///   - offset: How far from where they were the nodes are put.
  ///   - own: By the name of the node, the kinds of nodes with ports of their own. One that is not here has the ports of the node that
  ///     it was copied from, if this graph still has that.
  /// - Returns: The new ids by those in the fragment, which are those of documents: `ids[node.inDocument]` for a node that was copied.
  /// - Throws: As ``init(kinds:document:own:)``; the graph is as it was then.
  /// - Complexity: O(nodes + connections of the fragment), and a search for each name that is taken.
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

/// The nodes of a document on their way into a graph.
struct DocumentInsertion {
  private var document: GraphDocument
  private let plan: DocumentPlan

  /// Examines a document.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - isFragment: Whether connections from nodes that it hasn't are left out; else they are unsound.
  /// - Throws: What is unsound, and what only evaluators know.
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

  /// Adds the nodes to an empty graph, under their ids if these are close together. Returns their ids by those in the document.
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

  /// Adds the nodes to a graph with an edit under way. Returns their new ids by those in the document.
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

  /// The shape of the nodes of a kind.
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

  /// Connects the inputs of a node, whose sources have been made.
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
