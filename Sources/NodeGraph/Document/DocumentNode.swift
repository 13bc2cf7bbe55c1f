// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A node in a document: its kind by name, its connections, literals and value.
///
/// It is plain data. ``GraphDocument/check()`` finds duplicate ids and names and connections without a source. Whether the
/// kind exists, has these ports and takes these values is found when a graph or an evaluator is made of the document.
///
/// ```swift
/// var node = DocumentNode(id: id, kind: "Hypotenuse", name: "diagonal", position: GraphPoint(210, 10))
/// node.connections = [DocumentConnection("a", from: side, "value")]
/// node.literals["b"] = .number(4)
/// ```
public struct DocumentNode: Hashable, Sendable {
  /// The id of the node in the document, without the tag of a graph (``NodeID/inDocument``).
  ///
  /// It must be unique in its scope: the root or a definition. Assign ``NodeID/inDocument`` of an id that a graph has
  /// returned: an id with a tag doesn't equal the same id in `modes` or in connections.
  public var id: NodeID
  /// The name of its kind.
  ///
  /// An evaluator keeps a node whose kind it doesn't know; a ``Graph`` alone refuses it
  /// (``DocumentError/Code-swift.enum/kind``). To rename a kind in old documents, use ``DocumentMigration/renameKind(_:to:)``.
  public var kind: String
  /// Whether it was made in code, with a definition of its own.
  ///
  /// Such a node is not of the registered kind with the name ``kind``, even if there is one. The application supplies its
  /// ports by the node's name when it reads the document (the parameter `own` of ``Graph/init(kinds:document:own:)``).
  public var isOwn: Bool
  /// Its name, which no other node of its scope may have; `nil` if it has none.
  ///
  /// If two nodes have the same name, ``GraphDocument/check()`` throws ``DocumentError/Code-swift.enum/name`` and
  /// ``GraphDocument/repair()`` removes the name of the later one.
  public var name: String?
  /// Its position on the canvas, in canvas points; `nil` for the origin.
  ///
  /// Documents made of a graph have `nil` for a position that is zero or not finite.
  public var position: GraphPoint?
  /// The connections to its inputs, in the order in which they were made.
  ///
  /// Connections are stored at their target only. The order matters for inputs that take many connections.
  ///
  /// ```swift
  /// let readers = document.nodes.filter { node in node.connections.contains { $0.source == id } }
  /// ```
  public var connections: [DocumentConnection]
  /// The literals of its inputs, by name of the port.
  ///
  /// A connected input keeps its literal, which applies again when the connection is cut. Inputs without an entry have their
  /// default.
  public var literals: [String: DocumentValue]
  /// The value of a source, or the state of a node that has state; `nil` for other nodes.
  ///
  /// Computed values are not part of a document. The `LiteralCoding` of an evaluator determines how values of an application's own
  /// types are encoded; reading needs the same coding.
  public var value: DocumentValue?
  /// The fields that this version doesn't know, by name, such as those an application adds.
  ///
  /// They are written back unchanged. A field with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// Creates a node. The tag of a graph is removed from `id`.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - kind: The name of its kind.
  ///   - isOwn: Whether it was made in code, with a definition of its own.
  ///   - name: Its name.
  ///   - position: Its position on the canvas, in canvas points; `nil` for the origin.
  ///   - connections: The connections to its inputs.
  ///   - literals: The literals of its inputs, by name of the port.
  ///   - value: The value of a source, or the state of a node that has state.
  ///   - others: Fields that this version doesn't know.
  public init(
    id: NodeID, kind: String, isOwn: Bool = false, name: String? = nil, position: GraphPoint? = nil,
    connections: [DocumentConnection] = [], literals: [String: DocumentValue] = [:], value: DocumentValue? = nil,
    others: [String: DocumentValue] = [:]
  ) {
    self.id = id.inDocument
    self.kind = kind
    self.isOwn = isOwn
    self.name = name
    self.position = position
    self.connections = connections
    self.literals = literals
    self.value = value
    self.others = others
  }
}

extension DocumentNode: DocumentRecord {
  static var blank: DocumentNode { DocumentNode(id: .missing, kind: "") }

  static let fields: RecordFields<DocumentNode> = [
    DocumentField(
      "kind", .text, lack: .dropped(.field, "'kind' is missing"), get: { $0.kind }, set: { $0.kind = $1 }),
    DocumentField("id", .nodeID, lack: .noted(.id, "'id' is missing"), get: { $0.id }, set: { $0.id = $1 }),
    DocumentField("name", .optional(.text), get: { $0.name }, set: { $0.name = $1 }),
    DocumentField("at", .optional(.position), get: { $0.position }, set: { $0.position = $1 }),
    DocumentField(
      "inputs", .connections, writtenIf: { !$0.isEmpty }, get: { $0.connections }, set: { $0.connections = $1 }),
    DocumentField(
      "literals", .values, isRare: true, writtenIf: { !$0.isEmpty }, get: { $0.literals }, set: { $0.literals = $1 }),
    DocumentField("value", .optional(.value), isRare: true, get: { $0.value }, set: { $0.value = $1 }),
    DocumentField(
      "own", .flag, since: GraphDocument.versionOfOwnNodes, isRare: true, writtenIf: { $0 }, get: { $0.isOwn },
      set: { $0.isOwn = $1 }),
    .unknown(get: { $0.others }, set: { $0.others = $1 }),
  ]
}

/// A connection in a document, stored at its target: an input of that node, and the output it reads.
///
/// It is written as `input=id.output`, for instance `x=12.sum`. The source may be an instance of a subgraph, whose ports
/// are the ports of its definition: `x=#3.tax`.
public struct DocumentConnection: Hashable, Sendable {
  /// The name of the input of the node that has the connection.
  ///
  /// Several connections of a node may have the same input if that takes many.
  public var input: String
  /// The id of the node or instance whose output is read, without the tag of a graph (``NodeID/inDocument``).
  ///
  /// It must be in the same scope as the target: a node in a definition can't read a node outside, except through a port.
  /// ``GraphDocument/repair()`` drops a connection whose source doesn't exist.
  public var source: NodeID
  /// The name of the output that is read.
  ///
  /// Whether the source has this output is found when a graph is made of the document.
  public var output: String

  /// Creates a connection. The tag of a graph is removed from `source`.
  ///
  /// - Parameters:
  ///   - input: The name of the input of the node that has the connection.
  ///   - source: The id of the node or instance whose output is read.
  ///   - output: The name of that output.
  public init(_ input: String, from source: NodeID, _ output: String) {
    self.input = input
    self.source = source.inDocument
    self.output = output
  }
}
