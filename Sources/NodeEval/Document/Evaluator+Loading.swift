// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How an application's documents are read: how literals are coded, and how nodes that bring their own ports are made.
public struct DocumentReading {
  /// Makes the definition of a node that brings its own ports, such as a formula, whose inputs are its free names.
  ///
  /// It receives the node, its id in the evaluator, and the types that its connected inputs read, by name. To refuse the
  /// node, it throws an error whose description gives the reason, or a ``NodeGraph/DocumentError`` with a path in the node.
  ///
  /// It is called for each node in an instance, and once more for the node of the definition. The node of the definition has the id
  /// of the one in the first instance, or an id that no node has.
  public typealias Definition = (DocumentNode, NodeID, [String: PortType]) throws -> NodeDefinition

  /// How literals, and values of sources, are read and written.
  public var literals: LiteralCoding
  /// The makers of nodes that bring their own ports, by the name of their kind.
  public var definitions: [String: Definition]
  /// The definitions of nodes that were made in code, by the name of the node: by the `node` and `input` of an evaluator, or
  /// ``Edit/add(own:named:at:)``. Ports have the names that they had; a node that was made by `node` has the inputs `1`, `2` and so
  /// on, and the output `value`.
  ///
  /// The name of a member of a subgraph definition is prefixed with the definition's name: `Tax › rate`.
  ///
  /// If a node is not listed here, ``definitions`` is searched for its kind. A node without a definition is kept as it is and fails
  /// with an error that says so; it never becomes a node of a registered kind with the same name.
  public var own: [String: NodeDefinition]
  /// The fields of nodes that these definitions read. The application writes them itself, so they are not kept, except those of
  /// nodes in instances of subgraphs.
  public var fields: Set<String>

  /// Makes a way of reading documents.
  ///
  /// - Parameters:
  ///   - literals: How literals are read and written.
  ///   - definitions: The makers of nodes that bring their own ports, by the name of their kind.
  ///   - own: The definitions of nodes that were made in code, by the name of the node.
  ///   - fields: The fields of nodes that these definitions read.
  public init(
    literals: LiteralCoding = LiteralCoding(), definitions: [String: Definition] = [:],
    own: [String: NodeDefinition] = [:], fields: Set<String> = []
  ) {
    self.literals = literals
    self.definitions = definitions
    self.own = own
    self.fields = fields
  }

  /// The definition of a node that was made in code, if it is supplied.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - definition: The definition of which it is a member; `nil` for the root.
  /// - Returns: The definition from ``own``.
  func ownDefinition(of node: DocumentNode, in definition: DocumentDefinition? = nil) -> NodeDefinition? {
    guard node.isOwn, let name = node.name else { return nil }
    return own[definition.map { "\($0.name) › \(name)" } ?? name]
  }

  /// Removes the fields of a node that the application writes itself, if `definitions` makes nodes of this kind.
  func dropFields(of kind: String, _ others: inout [String: DocumentValue]) {
    guard definitions[kind] != nil else { return }
    for field in fields { others[field] = nil }
  }
}

extension Evaluator {
  /// Makes an evaluator of the graph in a document. Nodes keep their ids, unless the ids are so sparse that they would take much
  /// more memory than the document. Nodes of unknown kinds, and nodes that were made in code and have no definition in `reading`,
  /// have the ports that the document names, fail, and are saved as they were; ``register(_:)`` or
  /// ``Edit/setDefinition(of:to:matching:)`` can supply their code later.
  ///
  /// A document that was edited while a kind was unknown may connect ports that don't fit the kind. Opened with the kind, it is
  /// refused; ``init(definitions:repairing:reading:policy:dropped:)`` drops those connections, as ``register(_:)`` does.
  ///
  /// Records are laid out in topological order, depth first, and everything is evaluated once, unless `policy` is on demand.
  ///
  /// - Parameters:
  ///   - definitions: The kinds that can be added by name.
  ///   - document: The document.
  ///   - reading: How its literals and nodes with their own ports are read.
  ///   - policy: The evaluation policy; on demand, nodes are evaluated when they are needed.
  /// - Throws: The first ``NodeGraph/DocumentError`` if the document is unsound or doesn't fit the kinds.
  /// - Precondition: The kinds have unique names.
  /// - Complexity: O(nodes + connections).
  public convenience init(
    definitions: [NodeDefinition] = [], document: GraphDocument, reading: DocumentReading = DocumentReading(),
    policy: EvaluationPolicy = .eager
  ) throws(DocumentError) {
    self.init(definitions: definitions)
    _ = try load(document, reading, policy, isRepairing: false)
  }

  /// Makes an evaluator of the sound parts of a document. Parts that are unsound, or don't fit the kinds, are dropped.
  ///
  /// - Parameters:
  ///   - definitions: The kinds that can be added by name.
  ///   - document: The document.
  ///   - reading: How its literals and nodes with their own ports are read.
  ///   - policy: The evaluation policy; on demand, nodes are evaluated when they are needed.
  ///   - dropped: Receives the parts that were dropped, and the reasons.
  /// - Throws: A ``NodeGraph/DocumentError`` if there are too many nodes for any graph.
  /// - Precondition: The kinds have unique names.
  /// - Complexity: O(nodes + connections).
  public convenience init(
    definitions: [NodeDefinition] = [], repairing document: GraphDocument,
    reading: DocumentReading = DocumentReading(), policy: EvaluationPolicy = .eager, dropped: inout [DocumentError]
  ) throws(DocumentError) {
    self.init(definitions: definitions)
    dropped += try load(document, reading, policy, isRepairing: true)
  }

  /// Whether a node of a document has code.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - definition: The definition of which it is a member; `nil` for the root.
  ///   - reading: How nodes with ports of their own are read.
  /// - Returns: Whether it has code.
  func hasCode(
    for node: DocumentNode, in definition: DocumentDefinition? = nil, _ reading: DocumentReading
  ) -> Bool {
    if reading.definitions[node.kind] != nil { return true }
    return node.isOwn
      ? reading.ownDefinition(of: node, in: definition) != nil : state.kernels.definitions[node.kind] != nil
  }

  /// Builds the graph of a document in an empty evaluator. Returns what was dropped.
  package func load(
    _ document: GraphDocument, _ reading: DocumentReading = DocumentReading(), _ policy: EvaluationPolicy = .eager,
    isRepairing: Bool
  ) throws(DocumentError) -> [DocumentError] {
    state.documents.coding = reading.literals
    state.graph.makeUnique()
    var loader = try DocumentLoader(self, withPresentNames(document), reading, isRepairing: isRepairing)
    try loader.load()
    if policy != self.policy { state.setPolicy(policy) }
    _ = evaluateFurther(as: .edit) { queueAll() }
    return loader.faults.dropped
  }

  /// Makes all loaded nodes pending.
  private func queueAll() {
    let topology = state.graph.storage
    for rank in 0..<UInt32(topology.value.nodeAtRank.count) {
      let slot = topology.value.nodeAtRank[rank]
      if state.nodes.status[slot].intersection([.isSource, .isSwitched]) != .isSource { state.pending.insert(rank) }
    }
  }
}
