// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// The graph as a document, unknown fields included. ``init(definitions:document:reading:policy:)`` makes the same graph of it.
  /// Any coder can write it:
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(evaluator.document())
  /// let document = try JSONDecoder().decode(GraphDocument.self, from: data)
  /// let again = try Evaluator(definitions: kinds, document: document)
  /// ```
  ///
  /// Each subgraph definition is written once. An instance (``NodeGraph/DocumentInstance``) is written with its differences from
  /// the definition and with the ids of its members. The document of a graph without subgraphs has no such entries.
  ///
  /// Code is not part of the document. Nodes that were made in code, by `node`, `input` or ``Edit/add(own:named:at:)``, are marked
  /// (``NodeGraph/DocumentNode/isOwn``), and ``DocumentReading/own`` supplies their definitions when the document is read. An
  /// application that makes such nodes from data that `details` adds, such as formulas, removes the mark there.
  ///
  /// - Parameter details: Adds an application's own data to a node, such as the text of a formula. It receives the node with its id
  ///   in the graph; in the document the node and its connections have the ids of ``NodeGraph/NodeID/inDocument``.
  /// - Returns: The document, nodes in the order of their ids.
  /// - Throws: A ``NodeGraph/DocumentError`` if a literal, or the value of a source, is of a type that
  ///   ``literals`` doesn't know.
  /// - Precondition: No edit is under way.
  /// - Complexity: O(nodes + connections).
  public func document(
    details: (inout DocumentNode) -> Void = { _ in }
  ) throws(DocumentError) -> GraphDocument {
    var document = try documentWithoutNodes(details: details)
    document.nodes = try documentNodes(from: 0, atMost: .max, details: details).nodes
    return document
  }

  /// The document without the nodes outside of instances. Complexity: O(selection, unknown fields and groups).
  package func documentWithoutNodes(
    details: (inout DocumentNode) -> Void = { _ in }
  ) throws(DocumentError) -> GraphDocument {
    require(state.activity.editDepth == 0, "a document must be made between edits")
    var document = GraphDocument()
    document.header = state.documents.header
    if let selection = document.view?.selection {
      let topology = state.graph.storage
      document.view?.selection = selection.filter { id in
        InstanceID(id).map { subgraphs.contains($0) } ?? topology.value.isLive(id)
      }.map(\.inDocument)
    }
    document.modes = documentedModes()
    document.looks = documentedLooks()
    try addGroups(to: &document, details)
    return document
  }

  /// The value that a document has for a node in a field that the evaluator doesn't use. Complexity: O(1).
  package func documentField(_ name: String, of node: NodeID) -> DocumentValue? {
    state.kept(of: node)?.others[name]
  }

  /// Some of the document's nodes outside of instances, for callers that don't hold all nodes at once.
  ///
  /// - Parameters:
  ///   - slot: Where to begin: 0, or the `next` of the previous call.
  ///   - count: The maximum number of nodes.
  ///   - details: Adds an application's own data to a node.
  /// - Returns: The nodes in the order of their ids, and the slot of the next one, which is `nil` after the last.
  /// - Throws: What ``document(details:)`` does.
  /// - Complexity: O(nodes and their connections, slots that are passed, and registered kinds).
  package func documentNodes(
    from slot: UInt32, atMost count: Int, details: (inout DocumentNode) -> Void
  ) throws(DocumentError) -> (nodes: [DocumentNode], next: UInt32?) {
    require(state.activity.editDepth == 0, "a document must be made between edits")
    let topology = state.graph.storage
    let registered = topology.value.registeredShapes
    let hasGroups = !state.scopes.subgraphs.isEmpty
    var nodes: [DocumentNode] = []
    nodes.reserveCapacity(min(count, topology.value.nodeCount))
    for slot in slot..<UInt32(topology.value.records.count) where topology.value.isAlive(slot) {
      if hasGroups, state.scopes.subgraphs.owner(slot) != SubgraphTable.none { continue }
      if nodes.count == count { return (nodes, slot) }
      var node = topology.value.documentNode(slot)
      node.isOwn = isOwn(node.id, registered)
      if hasGroups { showInstances(in: &node, of: topology.value.id(of: slot)) }
      try addValues(to: &node)
      node.add(details, as: topology.value.id(of: slot))
      nodes.append(node)
    }
    return (nodes, nil)
  }

  /// The version of the application's kinds in documents: that of the document from which the evaluator was made, or 1. An
  /// application with ``NodeGraph/DocumentMigrations`` sets it for new graphs: `evaluator.kindsVersion = migrations.version`.
  public var kindsVersion: Int {
    get { state.documents.header.kindsVersion }
    set { state.documents.header.kindsVersion = newValue }
  }

  /// How literals, and values of sources, are written into documents and read from fragments. An evaluator made from a document
  /// begins with its ``DocumentReading/literals``.
  public var literals: LiteralCoding {
    get { state.documents.coding }
    set { state.documents.coding = newValue }
  }

  /// Whether a node has a definition of its own, or had one when it was last saved.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - registered: The shapes of the registered kinds.
  /// - Returns: Whether documents mark the node.
  func isOwn(_ node: NodeID, _ registered: Set<UInt32>) -> Bool {
    if let missing = state.missing(node) { return missing == .own }
    return state.topology.hasOwnKind(node.slot, registered)
  }

  /// Adds the value of a source or the state of a node, literals, and unknown fields.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - coding: How values are written; with `nil`, by ``literals``.
  /// - Throws: A `DocumentError` for a value that the coding can't write.
  func addValues(
    to node: inout DocumentNode, by coding: LiteralCoding? = nil
  ) throws(DocumentError) {
    let (slot, coding) = (node.id.slot, coding ?? literals)
    if let kept = state.kept(of: node.id) {
      node.others = kept.others
      node.literals = kept.literals
      node.value = kept.value
      node.order(by: kept.inputs)
    }
    if state.nodes.status[slot].intersection([.isSource, .empty]) == .isSource {
      node.value = try encode(
        state.graph.storage.value.records[slot].output, state.kernel(of: slot).outputs[0], of: node, coding)
    } else if let state = try documentedState(of: node, coding) {
      node.value = state
    }
    let topology = state.graph.storage
    guard topology.value.hasLiterals else { return }
    let inputs = topology.value.shapes[Int(topology.value.records[slot].shape)].kind.inputs
    for index in inputs.indices {
      guard let cell = topology.value.literal(InputPlace(node: slot, input: UInt32(index))),
        let type = topology.value.literalType(ofCell: cell)
      else { continue }
      node.literals[inputs[index].name] = try encode(cell, state.nodes.literalTypes[type], of: node, coding)
    }
  }

  private func encode(
    _ cell: UInt32, _ type: ValueType, of node: DocumentNode, _ coding: LiteralCoding
  ) throws(DocumentError) -> DocumentValue {
    try coding.encode(
      state.nodes.arena.copy(cell, type), type.port, at: DocumentPath([.key(node.name ?? node.id.description)]))
  }
}

extension DocumentNode {
  /// Puts the connections of inputs in an order; those of other inputs come last.
  mutating func order(by inputs: [String]) {
    guard inputs.count > 1 else { return }
    let places = Dictionary(zip(inputs, 0...)) { first, _ in first }
    let keys = connections.indices.map { (places[connections[$0].input] ?? inputs.count, $0) }
    connections = keys.sorted { $0 < $1 }.map { connections[$0.1] }
  }
}
