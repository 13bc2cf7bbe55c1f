// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A graph in the form of a file: kinds by name, ids, names, positions, connections and literals, and the state of the view.
/// Fields that this version doesn't know are kept unchanged.
///
/// It is `Codable`. Write it with sorted keys and pretty-printed, so that a change of the graph makes a small
/// difference:
///
/// ```json
/// {
///   "format" : "NodeGraph",
///   "nodes" : [
///     {
///       "id" : "0",
///       "kind" : "Number",
///       "name" : "side",
///       "value" : 3
///     },
///     {
///       "at" : "210 10",
///       "id" : "1",
///       "inputs" : "a=0.value",
///       "kind" : "Hypotenuse",
///       "literals" : {
///         "b" : 4
///       },
///       "name" : "diagonal"
///     }
///   ],
///   "version" : 1
/// }
/// ```
///
/// A node's connections are one string, `input=id.output` for each, and so is its position: objects and arrays cost
/// coders microseconds each, strings a fraction. In names of ports `%`, `=` and spaces are percent-encoded.
///
/// A node that was made in code, with a definition of its own, has `"own" : true`; its kind is the name of its definition,
/// and need not be unique.
///
/// Each definition of a subgraph is stored once, in `definitions`. `instances` has the instances and names the nodes that
/// are their members; these nodes are not repeated in `nodes`.
///
/// Nodes and instances that are muted or bypassed are listed in `modes`, by id: `{ "#0" : "bypassed", "7" : "muted" }`. The
/// presentation of members, connections and frames is in `looks` (``DocumentLooks``).
///
/// A document is a value that may be unsound. ``check()`` examines it, as does code that makes a graph of it; ``repair()``
/// makes it sound.
///
/// **Saving.** Encode `evaluator.document()`, or ``Graph/document()`` for a graph without an evaluator:
///
/// ```swift
/// let encoder = JSONEncoder()
/// encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
/// try encoder.encode(evaluator.document()).write(to: url)
/// ```
///
/// **Loading.** Decode, migrate, and make an evaluator of the result. If that throws, offer to open a ``RepairedDocument``:
///
/// ```swift
/// var document = try JSONDecoder().decode(GraphDocument.self, from: Data(contentsOf: url))
/// try migrations.migrate(&document)
/// let evaluator = try Evaluator(definitions: kinds, document: document)
/// ```
///
/// **Later versions.** A document of a later version of the format is refused. Unknown fields in a document of a known version
/// are kept and written back, so that applications can add fields of their own.
///
/// **Ids.** All ids in a document are without the tag of a graph (``NodeID/inDocument``). Look up nodes with such ids, and pass
/// them to ``Graph/node(inDocument:)`` after loading.
public struct GraphDocument: Hashable, Sendable {
  /// The root: the graph outside all groups, in the form of a definition that exists once and has no ports.
  ///
  /// It has no name, and its fields are written at the top level of the document. `root.instances` has the instances at any
  /// depth, as ``instances`` does, although nested ones are also members of other instances.
  public var root: DocumentDefinition
  /// The definitions of subgraphs, in any order.
  ///
  /// A definition must not contain an instance of itself, directly or through others. If there are definitions or instances,
  /// only an evaluator can read the document: ``Graph/init(kinds:document:own:)`` throws.
  public var definitions: [DocumentDefinition]
  /// The nodes and instances that are muted or bypassed, including those inside instances.
  ///
  /// Keys are ids of documents (``NodeID/inDocument``, ``InstanceID/node``). A mode of a node that doesn't exist is a fault;
  /// ``repair()`` drops it. Active nodes have no entry.
  ///
  /// ```swift
  /// document.modes[node.inDocument] = .muted
  /// ```
  public var modes: [NodeID: NodeMode] = [:]
  /// The data of the document other than its graph.
  ///
  /// ``kindsVersion``, ``view`` and ``others`` are its properties. Copy it as a whole from one document to another.
  public var header: Header

  /// The nodes outside of instances.
  ///
  /// A document made of a graph has them in the order of their ids, so that saving twice writes the same text. Nodes inside
  /// instances are in ``DocumentDefinition/nodes``, once for all instances.
  ///
  /// ```swift
  /// for index in document.nodes.indices where document.nodes[index].kind == "Number" {
  ///   document.nodes[index].others["unit"] = .string("m")
  /// }
  /// ```
  @inlinable public var nodes: [DocumentNode] {
    _read { yield root.nodes }
    _modify { yield &root.nodes }
  }
  /// The instances of definitions, at any depth.
  ///
  /// An instance inside another one is listed here too, and named by ``DocumentInstance/members`` of the outer one. Its
  /// name, position and connections are stored in the definition of the outer one.
  @inlinable public var instances: [DocumentInstance] {
    _read { yield root.instances }
    _modify { yield &root.instances }
  }
  /// The presentation of the nodes, instances and connections outside of instances, and the frames there.
  ///
  /// Looks of members of instances are in ``DocumentDefinition/looks``. Looks don't affect evaluation.
  @inlinable public var looks: DocumentLooks {
    _read { yield root.looks }
    _modify { yield &root.looks }
  }
  /// The version of the application's kinds, from which migrations continue: ``Header/kindsVersion``.
  ///
  /// The first version is 1. ``DocumentMigrations/migrate(_:)`` sets it. Don't confuse it with the version of the file format,
  /// which is determined when the document is written.
  public var kindsVersion: Int {
    get { header.kindsVersion }
    set { header.kindsVersion = newValue }
  }
  /// The state of the view when the document was saved: ``Header/view``.
  ///
  /// ```swift
  /// if let viewport = document.view?.viewport { view.viewport = viewport }
  /// ```
  public var view: GraphViewState? {
    _read { yield header.view }
    _modify { yield &header.view }
  }
  /// The top-level fields that this version doesn't know, by name: ``Header/others``.
  ///
  /// An application can store data of its own here. A field with the name of a known field is not written.
  public var others: [String: DocumentValue] {
    _read { yield header.others }
    _modify { yield &header.others }
  }

  /// The value of the field `format`, by which documents are recognised.
  ///
  /// Decoding other data throws ``DocumentError/Code-swift.enum/format``. It is written by every version of the library and
  /// never changes.
  public static let format = "NodeGraph"
  /// The newest version of the format that is known.
  ///
  /// A document is written in the oldest version that can hold it: 1; 2 if nodes were made in code; 3 with definitions or
  /// instances; 4 if nodes or instances are muted or bypassed; 5 with looks. Decoding a document of a later version than
  /// this throws ``DocumentError/Code-swift.enum/version``.
  public static let version = 5
  /// The first version that marks nodes that were made in code.
  static let versionOfOwnNodes = 2
  /// The first version with definitions and instances.
  static let versionOfGroups = 3
  /// The first version with modes.
  static let versionOfModes = 4
  /// The first version with looks.
  static let versionOfLooks = 5

  /// Creates a document of nodes and instances. It is not checked; see ``check()``.
  ///
  /// - Parameters:
  ///   - nodes: The nodes outside of instances.
  ///   - kindsVersion: The version of the application's kinds.
  ///   - view: The state of the view.
  ///   - others: Fields that this version doesn't know.
  ///   - definitions: The definitions of subgraphs.
  ///   - instances: The instances of definitions, at any depth.
  public init(
    nodes: [DocumentNode] = [], kindsVersion: Int = 1, view: GraphViewState? = nil,
    others: [String: DocumentValue] = [:], definitions: [DocumentDefinition] = [], instances: [DocumentInstance] = []
  ) {
    root = DocumentDefinition(id: .root, name: "", nodes: nodes, instances: instances)
    self.definitions = definitions
    header = Header(kindsVersion: kindsVersion, view: view, others: others)
  }

  /// Changes the root and each definition.
  ///
  /// - Parameter body: Changes the root or a definition; it also receives the place of its fields in the document.
  mutating func changeScopes(_ body: (inout DocumentDefinition, DocumentPath) -> Void) {
    body(&root, DocumentPath())
    for index in definitions.indices { body(&definitions[index], .definition(index)) }
  }
}
