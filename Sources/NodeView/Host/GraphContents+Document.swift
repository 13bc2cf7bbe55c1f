// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The fields of a document that contents don't show, kept to be written again.
struct DocumentRest: Hashable, Sendable {
  /// Values, literals and unknown fields of nodes.
  var nodes: [NodeID: DocumentNode] = [:]
  var modes: [NodeID: NodeMode] = [:]
  var header = GraphDocument.Header()
}

extension GraphContents {
  /// The field of a node that holds its payload.
  private static let field = "payload"

  /// Returns the contents as a document: the graph, its looks and payloads, and the further fields of a document that
  /// it was read from.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(host.contents.document())
  /// try host.load(JSONDecoder().decode(GraphDocument.self, from: data))
  /// ```
  ///
  /// Looks of nodes and connections that the graph doesn't contain are left out; frames are all part of it.
  ///
  /// - Parameter view: The visible part of the canvas, and what is selected; `nil` for a document without them.
  /// - Returns: The document, nodes in the order of their ids.
  /// - Complexity: O(nodes + connections).
  public func document(view: GraphViewState? = nil) -> GraphDocument {
    var document = completed(graph.document())
    document.header = rest.header
    document.view = view
    document.looks.frames = looks.frames
    return document
  }

  /// Returns nodes with their looks and payloads as a fragment of a document, for ``paste(_:offset:own:)``. Frames are
  /// not part of it, and looks only of connections between the nodes.
  ///
  /// - Parameter nodes: The nodes, in any order.
  /// - Returns: The fragment.
  /// - Throws: ``/NodeGraph/GraphError/stale(_:)`` for a node that does not exist.
  /// - Complexity: O(k log k) for k nodes and their connections, and the looks.
  public func copy(_ nodes: some Sequence<NodeID>) throws(GraphError) -> GraphDocument {
    completed(try graph.copy(nodes))
  }

  /// Adds to a document of nodes what the contents have in addition to the graph.
  private func completed(_ document: GraphDocument) -> GraphDocument {
    var document = document
    var members: Set<NodeID> = []
    for index in document.nodes.indices {
      guard let id = graph.node(inDocument: document.nodes[index].id) else { continue }
      members.insert(id)
      if let kept = rest.nodes[id] {
        (document.nodes[index].value, document.nodes[index].literals) = (kept.value, kept.literals)
        document.nodes[index].others = kept.others
      }
      document.nodes[index].others[Self.field] = payloads[id]
      if let mode = rest.modes[id] { document.modes[id.inDocument] = mode }
      if let look = looks.nodes[id], !look.isDefault { document.looks.nodes[id.inDocument] = look }
    }
    for (connection, look) in looks.connections where !look.isDefault {
      guard members.contains(connection.source.node), members.contains(connection.target.node),
        graph.sources(of: connection.target).contains(connection.source), let wire = wire(of: connection)
      else { continue }
      document.looks.connections[wire] = look
    }
    return document
  }

  /// Reads the contents of a document.
  ///
  /// ```swift
  /// let contents = try GraphContents(kinds: kinds, document: document)
  /// let node = contents.graph.node(inDocument: id)  // ids of the document are not those of the graph
  /// ```
  ///
  /// Fields that contents don't show, such as values and unknown fields, are kept and written again by
  /// ``document(view:)``. ``/NodeGraph/GraphDocument/view`` is not: a host reads it from the document.
  ///
  /// - Parameters:
  ///   - kinds: The kinds that can be added by name.
  ///   - document: The document.
  ///   - own: By the name of the node, the kinds of nodes with ports of their own.
  /// - Throws: As ``/NodeGraph/Graph/init(kinds:document:own:)``, and a `DocumentError` for looks of connections that
  ///   don't exist.
  /// - Precondition: The kinds have unique names.
  /// - Complexity: O(nodes + connections).
  public init(
    kinds: [NodeKind] = [], document: GraphDocument, own: [String: NodeKind] = [:]
  ) throws(DocumentError) {
    var ids: [NodeID: NodeID] = [:]
    try self.init(kinds: kinds, document: document, own: own, ids: &ids)
  }

  /// Reads the contents of a document, and returns the ids that its nodes have by those in the document.
  init(
    kinds: [NodeKind], document: GraphDocument, own: [String: NodeKind], ids: inout [NodeID: NodeID]
  ) throws(DocumentError) {
    try document.check()
    self.init(try Graph(kinds: kinds, document: document, own: own, ids: &ids))
    rest.header = document.header
    rest.header.view = nil
    looks.frames = document.looks.frames
    try take(document, as: { [ids] in ids[$0] }, offset: .zero)
  }

  /// Adds the nodes of a fragment with their looks and payloads, under new ids, and under names with numbers where
  /// theirs are taken.
  ///
  /// ```swift
  /// let fragment = try contents.copy([tax, sum])
  /// let ids = try contents.paste(fragment, offset: GraphPoint(24, 24))
  /// let copyOfTax = ids[tax.inDocument]
  /// ```
  ///
  /// - Parameters:
  ///   - fragment: What ``copy(_:)`` returned, here or elsewhere.
  ///   - offset: How far from their original position the nodes and reroutes are put, in canvas points.
  ///   - own: As for ``/NodeGraph/Graph/paste(_:offset:own:)``.
  /// - Returns: The new ids by those in the fragment: `ids[node.inDocument]` for a node that was copied.
  /// - Throws: As ``/NodeGraph/Graph/paste(_:offset:own:)``; the contents stay unchanged.
  /// - Complexity: O(nodes + connections of the fragment), and a search for each name that is taken.
  @discardableResult
  public mutating func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, own: [String: NodeKind] = [:]
  ) throws(DocumentError) -> [NodeID: NodeID] {
    var contents = self
    let ids = try contents.graph.paste(fragment, offset: offset, own: own)
    try contents.take(fragment, as: { ids[$0] }, offset: offset)
    self = contents
    return ids
  }

  /// Adds what a document says of nodes in addition to the graph.
  private mutating func take(
    _ document: GraphDocument, as id: (NodeID) -> NodeID?, offset: GraphPoint
  ) throws(DocumentError) {
    for node in document.nodes {
      guard let id = id(node.id) else { continue }
      var others = node.others
      payloads[id] = others.removeValue(forKey: Self.field)
      if node.value != nil || !node.literals.isEmpty || !others.isEmpty {
        var kept = DocumentNode(id: node.id, kind: node.kind, literals: node.literals, value: node.value)
        kept.others = others
        rest.nodes[id] = kept
      }
    }
    for (member, mode) in document.modes { if let id = id(member) { rest.modes[id] = mode } }
    for (member, look) in document.looks.nodes { if let id = id(member) { looks.nodes[id] = look } }
    for (wire, look) in document.looks.connections {
      guard let connection = connection(wire, id) else {
        throw DocumentError(
          .connection, at: DocumentPath([.key("looks"), .key("connections")]),
          "the connection from \(wire.source.port) to \(wire.target.port) does not exist")
      }
      var look = look
      look.reroutes = look.reroutes.map { $0 + offset }
      looks.connections[connection] = look
    }
  }

  private func wire(of connection: Connection) -> DocumentLooks.Wire? {
    let (source, target) = (connection.source, connection.target)
    guard let outputs = try? graph.kind(of: source.node).outputs, let inputs = try? graph.kind(of: target.node).inputs,
      outputs.indices.contains(source.index), inputs.indices.contains(target.index)
    else { return nil }
    return DocumentLooks.Wire(
      from: .init(source.node.inDocument, outputs[source.index].name),
      to: .init(target.node.inDocument, inputs[target.index].name))
  }

  private func connection(_ wire: DocumentLooks.Wire, _ id: (NodeID) -> NodeID?) -> Connection? {
    guard let source = id(wire.source.member), let target = id(wire.target.member),
      let output = try? source.output(wire.source.port).resolved(in: graph),
      let input = try? target.input(wire.target.port).resolved(in: graph), graph.sources(of: input).contains(output)
    else { return nil }
    return Connection(from: output, to: input)
  }
}
