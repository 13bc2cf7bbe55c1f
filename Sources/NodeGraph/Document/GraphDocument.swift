// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A graph as a document holds it: kinds by name, ids, names, positions, connections and literals, and beside them how
/// it was looked at. What this version doesn't know is kept as it is.
///
/// It is `Codable`; write it with sorted keys and pretty-printed, so that a change of the graph makes a small
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
/// coders microseconds each, strings a fraction. In names of ports `%`, `=` and spaces are written as in URLs.
///
/// A node that was made in code, with a definition of its own, has `"own" : true`; its kind is what the definition is
/// called, and need not be unique.
///
/// Definitions of subgraphs stand in `definitions`, each once; `instances` says which nodes are those of an instance. Nodes that
/// lie in instances are not in `nodes` again.
///
/// What is muted or bypassed stands in `modes`, by id: `{ "#0" : "bypassed", "7" : "muted" }`. How members, connections and
/// frames are shown stands in `looks` (``DocumentLooks``).
///
/// A document is a value that may be unsound: ``check()`` says whether it is, and so does whoever builds a graph of it.
public struct GraphDocument: Hashable, Sendable {
  /// The root: the graph around all groups, as a definition that exists once and has no ports. It has no name, and its fields are
  /// written flat, as those of the document. `root.instances` has the instances at any depth, ``instances``.
  public var root: DocumentDefinition
  /// The definitions of subgraphs.
  public var definitions: [DocumentDefinition]
  /// What is muted or bypassed: nodes and instances, those that lie in instances as well.
  public var modes: [NodeID: NodeMode] = [:]
  /// What the document says apart from its graph.
  public var header: Header

  /// The nodes outside of instances. A document made from a graph has them in the order of their ids.
  @inlinable public var nodes: [DocumentNode] {
    _read { yield root.nodes }
    _modify { yield &root.nodes }
  }
  /// The instances of definitions, at any depth.
  @inlinable public var instances: [DocumentInstance] {
    _read { yield root.instances }
    _modify { yield &root.instances }
  }
  /// How what lies in no instance is shown.
  @inlinable public var looks: DocumentLooks {
    _read { yield root.looks }
    _modify { yield &root.looks }
  }
  /// The version of the application's kinds, which migrations count up from 1.
  public var kindsVersion: Int {
    get { header.kindsVersion }
    set { header.kindsVersion = newValue }
  }
  /// How the graph was looked at.
  public var view: GraphViewState? {
    _read { yield header.view }
    _modify { yield &header.view }
  }
  /// Fields that this version doesn't know, by name. One with the name of a known field is not written.
  public var others: [String: DocumentValue] {
    _read { yield header.others }
    _modify { yield &header.others }
  }

  /// What the field `format` says.
  public static let format = "NodeGraph"
  /// The newest version of the format that is known. What is written is of the oldest that can hold it: 1, 2 if nodes
  /// were made in code, 3 with definitions of subgraphs, 4 if something is muted or bypassed, or 5 with looks.
  public static let version = 5
  /// The first version that marks nodes that were made in code.
  static let versionOfOwnNodes = 2
  /// The first version with definitions and instances.
  static let versionOfGroups = 3
  /// The first version with modes.
  static let versionOfModes = 4
  /// The first version with looks.
  static let versionOfLooks = 5

  /// A document of these nodes.
  ///
  /// - Parameters:
  ///   - nodes: The nodes.
  ///   - kindsVersion: The version of the application's kinds.
  ///   - view: How the graph was looked at.
  ///   - others: Further fields.
  ///   - definitions: The definitions of subgraphs.
  ///   - instances: The instances of definitions.
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
  /// - Parameter body: Gets the root or a definition, and where its fields stand.
  mutating func changeScopes(_ body: (inout DocumentDefinition, DocumentPath) -> Void) {
    body(&root, DocumentPath())
    for index in definitions.indices { body(&definitions[index], .definition(index)) }
  }
}
