// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How documents of an application are read: what its literals are, and what nodes that bring their own ports are.
public struct DocumentReading {
  /// Makes the definition of a node that brings its own ports: of a formula, whose inputs are its free names.
  ///
  /// Gets the node, the id it has in the evaluator, and what flows into its connected inputs, by name. It throws an
  /// error whose description says why there is no such node, a ``NodeGraph/DocumentError`` with a path in the node.
  ///
  /// It is asked for each node that lies in an instance, and once more for the node of the definition. That has the id of the one
  /// in the first instance, or one that no node has.
  public typealias Definition = (DocumentNode, NodeID, [String: PortType]) throws -> NodeDefinition

  /// How literals, and values of sources, are read and written.
  public var literals: LiteralCoding
  /// By the name of their kind, how nodes are made that bring their own ports.
  public var definitions: [String: Definition]
  /// By the name of the node, the definitions of nodes that were made in code: by the `node` and `input` of an evaluator,
  /// or ``Edit/add(own:named:at:)``. Ports have the names that they had; a node that was made by `node` has the inputs
  /// `1`, `2` and so on, and the output `value`.
  ///
  /// A node of a definition of a subgraph has the name of that before its own: `Tax › rate`.
  ///
  /// One that is not here is looked for in ``definitions`` by its kind. A node without a definition is kept as it is and
  /// fails, saying so; it never becomes one of a kind that is registered by the same name.
  public var own: [String: NodeDefinition]
  /// The fields of nodes that these definitions read: they are the application's to write, and not kept. Those of nodes that
  /// lie in instances of subgraphs are kept.
  public var fields: Set<String>

  /// A way of reading documents.
  ///
  /// - Parameters:
  ///   - literals: How literals are read and written.
  ///   - definitions: By the name of their kind, how nodes are made that bring their own ports.
  ///   - own: By the name of the node, the definitions of nodes that were made in code.
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

  /// Leaves of a node's fields those that the application doesn't write; of other kinds, all.
  func dropFields(of kind: String, _ others: inout [String: DocumentValue]) {
    guard definitions[kind] != nil else { return }
    for field in fields { others[field] = nil }
  }
}

extension Evaluator {
  /// An evaluator of the graph in a document. Nodes keep their ids, unless those lie so far apart that they would take
  /// much more memory than the document. Nodes of unknown kinds, and those that were made in code and have no definition
  /// in `reading`, have the ports that the document names, fail, and are saved as they were; code comes later by
  /// ``register(_:)`` or ``Edit/setDefinition(of:to:matching:)``.
  ///
  /// A document that was edited while a kind was unknown may connect ports that don't fit the kind. Opened with the kind it is refused;
  /// ``init(definitions:repairing:reading:policy:dropped:)`` drops those connections, as ``register(_:)`` does.
  ///
  /// Records are laid out in topological order, depth first, and everything is evaluated once, unless `policy` says otherwise.
  ///
  /// - Parameters:
  ///   - definitions: The kinds that can be added by name.
  ///   - document: The document.
  ///   - reading: How its literals and nodes with ports of their own are read.
  ///   - policy: What is evaluated; on demand, nothing is until it is needed.
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

  /// An evaluator of what is sound in a document: what isn't, or doesn't fit the kinds, is dropped.
  ///
  /// - Parameters:
  ///   - definitions: The kinds that can be added by name.
  ///   - document: The document.
  ///   - reading: How its literals and nodes with ports of their own are read.
  ///   - policy: What is evaluated; on demand, nothing is until it is needed.
  ///   - dropped: Gets what was dropped, and why.
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

  /// Whether there is code for a node of a document.
  ///
  /// - Parameters:
  ///   - node: The node.
  ///   - definition: The definition of which it is a member; `nil` for the root.
  ///   - reading: How nodes with ports of their own are read.
  /// - Returns: Whether there is code.
  func hasCode(
    for node: DocumentNode, in definition: DocumentDefinition? = nil, _ reading: DocumentReading
  ) -> Bool {
    if reading.definitions[node.kind] != nil { return true }
    return node.isOwn
      ? reading.ownDefinition(of: node, in: definition) != nil : state.kernels.definitions[node.kind] != nil
  }

  /// Builds the graph of a document in an evaluator that is empty. Returns what was dropped.
  package func load(
    _ document: GraphDocument, _ reading: DocumentReading = DocumentReading(), _ policy: EvaluationPolicy = .eager,
    isRepairing: Bool
  ) throws(DocumentError) -> [DocumentError] {
    state.documents.coding = reading.literals
    state.graph.makeUnique()
    var loader = try DocumentLoader(self, withPresentNames(document), reading, isRepairing: isRepairing)
    try loader.load()
    if policy != self.policy { state.setPolicy(policy) }
    evaluateAll()
    return loader.faults.dropped
  }

  /// Evaluates what has been loaded.
  private func evaluateAll() {
    beginLog()
    let topology = state.graph.storage
    for rank in 0..<UInt32(topology.value.nodeAtRank.count) {
      let slot = topology.value.nodeAtRank[rank]
      if state.nodes.status[slot].intersection([.isSource, .isSwitched]) != .isSource { state.pending.insert(rank) }
    }
    propagate()
    rememberCauses()
    if state.flights.isUnsettled { launch() }
    state.graph.checkIfAsked()
  }
}
