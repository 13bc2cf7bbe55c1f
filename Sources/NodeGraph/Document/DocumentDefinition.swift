// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A definition of a subgraph in a document. It is stored once, regardless of the number of instances.
///
/// ```json
/// { "id" : "1", "inputs" : [ { "leads" : "1.x", "name" : "net" } ], "name" : "Tax",
///   "nodes" : [ { "id" : "0", "kind" : "Number", "name" : "rate" },
///               { "id" : "1", "inputs" : "y=0.value", "kind" : "Multiply" } ],
///   "outputs" : [ { "leads" : "1.z", "name" : "tax" } ] }
/// ```
///
/// Members have inner ids: nodes as `3`, instances of other definitions as `#3`. Both share one numbering, so `3` and `#3`
/// can't be in the same definition. Connections of members name inner ids; outside, only instances name them.
///
/// This type also stores the root of a document (``GraphDocument/root``), where ids are those of the document.
///
/// In the example, members `0` (rate) and `1` (product) are inside. The input `net` leads to the input `x` of the product, whose
/// output `z` is shown as the output `tax`. Nodes of instances are not listed here: ``DocumentInstance/members`` assigns a node
/// of the document to each member.
public struct DocumentDefinition: Hashable, Sendable {
  /// A port of a member of a scope, written `12.x`.
  ///
  /// Ports of definitions and looks of connections name their ends with it.
  ///
  /// ```swift
  /// let end = DocumentDefinition.End(multiply.inDocument, "x")
  /// ```
  public struct End: Hashable, Sendable {
    /// The id of the member: the inner id in a definition, the id of the document in the root.
    ///
    /// It names a node or, by ``InstanceID/node``, an instance.
    public var member: NodeID
    /// The name of its port.
    ///
    /// Whether it is an input or an output follows from where the end is used.
    public var port: String

    /// Creates an end.
    ///
    /// - Parameters:
    ///   - member: The id of the member, without the tag of a graph (``NodeID/inDocument``).
    ///   - port: The name of its port.
    public init(_ member: NodeID, _ port: String) {
      self.member = member
      self.port = port
    }
  }

  /// A port of the definition: an input or output that its instances have.
  ///
  /// A port has no type of its own; it has the type of its ends. If members are removed, ports without ends go too.
  ///
  /// ```swift
  /// definition.inputs.append(.init("net", leadingTo: [.init(multiply, "x")]))
  /// ```
  public struct Port: Hashable, Sendable {
    /// Its name, which is unique among the inputs or among the outputs of the definition.
    ///
    /// Connections of instances refer to it.
    public var name: String
    /// For an input the inputs of members that it leads to; for an output the one output of a member that it shows.
    ///
    /// An input may lead to several inputs, all of which get the value that is connected to it.
    ///
    /// An end may belong to one port only. A port without ends is a fault, and an output with more than one is too.
    public var ends: [End]
    /// Whether an input takes many connections; false for outputs.
    ///
    /// It must agree with all of its ends: an end that takes one connection can't be exposed as a port that takes many.
    public var takesMany: Bool

    /// Creates a port.
    ///
    /// - Parameters:
    ///   - name: Its name.
    ///   - ends: For an input the inputs of members that it leads to; for an output the output that it shows.
    ///   - takesMany: Whether an input takes many connections.
    public init(_ name: String, leadingTo ends: [End], takesMany: Bool = false) {
      self.name = name
      self.ends = ends
      self.takesMany = takesMany
    }
  }

  /// Its id, which no other definition of the document has.
  ///
  /// ``DocumentInstance/definition`` refers to it. A repair gives later definitions with the same id another one.
  public var id: DefinitionID
  /// Its name, as shown to a user.
  ///
  /// Names of definitions need not be unique in a document. A definition without a name is read as "definition".
  public var name: String
  /// The number of its version, which starts at 1 and is increased with each change.
  ///
  /// Values below 1 are read as 1.
  public var revision: Int
  /// The centre of the nodes it was made of, in canvas points, where its first instance was placed.
  ///
  /// Members keep the positions they had before grouping. Ungrouping moves them by the difference of the instance's position
  /// and this point.
  public var origin: GraphPoint
  /// Its inputs, in the order in which instances show them.
  ///
  /// Each has at least one end, and no two have the same end.
  public var inputs: [Port]
  /// Its outputs, in the order in which instances show them.
  ///
  /// Each shows one output of a member; several may not show the same.
  public var outputs: [Port]
  /// Its nodes, with inner ids.
  ///
  /// Their literals and values are the initial ones of instances; ``DocumentInstance/values`` has those that differ.
  public var nodes: [DocumentNode]
  /// Its instances of other definitions, with inner ids.
  ///
  /// They have neither members nor values here: these belong to ``GraphDocument/instances``.
  public var instances: [DocumentInstance]
  /// The looks of its members and connections, by inner ids, and its frames.
  ///
  /// All instances share them. The look of an instance itself belongs to the scope that it is in.
  public var looks = DocumentLooks()
  /// The fields that this version doesn't know, by name.
  ///
  /// They are written back unchanged. A field with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// Creates a definition of revision 1, with its origin at zero and without looks.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - name: Its name.
  ///   - inputs: Its inputs, in order.
  ///   - outputs: Its outputs, in order.
  ///   - nodes: Its nodes, with inner ids.
  ///   - instances: Its instances of other definitions, with inner ids.
  public init(
    id: DefinitionID, name: String, inputs: [Port] = [], outputs: [Port] = [], nodes: [DocumentNode] = [],
    instances: [DocumentInstance] = []
  ) {
    self.id = id
    self.name = name
    revision = 1
    origin = .zero
    self.inputs = inputs
    self.outputs = outputs
    self.nodes = nodes
    self.instances = instances
    others = [:]
  }
}

/// An instance of a definition in a document: its connections and members, and the values that differ from its definition.
///
/// ```json
/// { "at" : "100 20", "id" : "#0", "inputs" : "net=4.value", "members" : "0=7 1=8", "of" : "1",
///   "values" : [ { "id" : "0", "value" : 0.07 } ] }
/// ```
///
/// In the example the instance `#0` reads output `value` of node `4` at its input `net`. Its members `0` and `1` are the nodes `7`
/// and `8` of the graph, and the value of its node `0` differs from the definition.
///
/// A nested instance is named by the ``members`` of the instance around it. Its name, position and connections are stored in
/// the definition of that instance and must be empty here.
public struct DocumentInstance: Hashable, Sendable {
  /// The assignment of a member of the definition to a node or instance of the graph, written `0=12`.
  ///
  /// ```swift
  /// let node = instance.members.first { $0.inner == rate }?.node  // the rate of this instance
  /// ```
  public struct Member: Hashable, Sendable {
    /// The inner id of the member in the definition.
    ///
    /// Each member of the definition must be listed once.
    public var inner: NodeID
    /// The id of the node or instance in the document.
    ///
    /// It must be unique in the whole document, and is not in ``GraphDocument/nodes``.
    public var node: NodeID

    /// Creates an assignment. Both ids must name nodes, or both instances.
    ///
    /// - Parameters:
    ///   - inner: The inner id of the member.
    ///   - node: The id in the document.
    public init(_ inner: NodeID, is node: NodeID) {
      self.inner = inner
      self.node = node
    }
  }

  /// The literals, value and unknown fields of a node of the instance that differ from its definition.
  ///
  /// An entry replaces all of them: a literal that is missing here is missing in the instance, even if the definition has it.
  /// A node without an entry has everything from its definition.
  ///
  /// ```swift
  /// instance.values.append(.init(of: rate, value: .number(0.07)))
  /// ```
  public struct Values: Hashable, Sendable {
    /// The inner id of the node.
    public var inner: NodeID
    /// All literals of the node, by name of the port.
    public var literals: [String: DocumentValue]
    /// The value of a source, or the state of a node that has state.
    ///
    /// An entry without a value doesn't take the value of the definition.
    public var value: DocumentValue?
    /// All fields of the node that this version doesn't know, by name.
    public var others: [String: DocumentValue]

    /// Creates an entry for a node.
    ///
    /// - Parameters:
    ///   - inner: The inner id of the node.
    ///   - literals: All literals of the node, by name of the port.
    ///   - value: The value of a source, or the state of a node that has state.
    ///   - others: All fields of the node that this version doesn't know.
    public init(
      of inner: NodeID, literals: [String: DocumentValue] = [:], value: DocumentValue? = nil,
      others: [String: DocumentValue] = [:]
    ) {
      self.inner = inner
      self.literals = literals
      self.value = value
      self.others = others
    }
  }

  /// The order of the connections of an input that takes many, if connections from outside don't all follow those from inside
  /// the definition.
  ///
  /// With one connection from inside and one from outside, `[1, 0]` means that the one from outside comes first. It is written
  /// `12.x=1,0`.
  public struct Order: Hashable, Sendable {
    /// The inner id of the node.
    public var inner: NodeID
    /// The name of the input.
    public var port: String
    /// For each connection, in its actual order, its index in the default order: first those from inside, then those from
    /// outside. It must be a permutation of `0..<count`.
    public var places: [Int]

    /// Creates an order.
    ///
    /// - Parameters:
    ///   - inner: The inner id of the node.
    ///   - port: The name of the input.
    ///   - places: For each connection its index in the default order.
    public init(of inner: NodeID, _ port: String, _ places: [Int]) {
      self.inner = inner
      self.port = port
      self.places = places
    }
  }

  /// Its id in the document, or its inner id in a definition.
  ///
  /// It is written as `#3`. In the document it is unique among all instances, nested ones included.
  public var id: InstanceID
  /// The id of its definition, which must be in ``GraphDocument/definitions``.
  ///
  /// A repair removes an instance whose definition doesn't exist.
  public var definition: DefinitionID
  /// Its name; `nil` if it is shown with the name of its definition.
  ///
  /// Names of instances need not be unique, in contrast to names of nodes.
  public var name: String?
  /// Its position on the canvas, in canvas points; `nil` for the origin.
  ///
  /// A position that is zero or not finite isn't written.
  public var position: GraphPoint?
  /// The connections to its inputs, in the order in which they were made.
  ///
  /// Inputs are ports of the definition. Members of the instance don't repeat these connections. An instance can't read its own
  /// outputs.
  public var connections: [DocumentConnection]
  /// In a definition, the literals of its inputs that differ from those of its own definition, by name of the port.
  ///
  /// It must be empty in the root, where the nodes of an instance have their literals in ``values``.
  public var literals: [String: DocumentValue]
  /// The nodes and instances of the document that its members are; empty in a definition.
  ///
  /// Each member of the definition must be assigned exactly once.
  public var members: [Member]
  /// The values of its nodes that differ from the definition; empty in a definition.
  ///
  /// A node has at most one entry, and nodes of nested instances have theirs there.
  public var values: [Values]
  /// The inputs that take many connections in an order other than the default.
  ///
  /// By default connections from inside the definition come first, followed by those that lead to a port of the instance.
  public var orders: [Order]
  /// The fields that this version doesn't know, by name.
  ///
  /// They are written back unchanged. A field with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// Creates an instance.
  ///
  /// - Parameters:
  ///   - id: Its id in the document, or its inner id in a definition.
  ///   - definition: The id of its definition.
  ///   - name: Its name.
  ///   - position: Its position on the canvas, in canvas points; `nil` for the origin.
  ///   - connections: The connections to its inputs.
  ///   - members: The nodes and instances that its members are.
  ///   - values: The values of its nodes that differ from the definition.
  public init(
    id: InstanceID, of definition: DefinitionID, name: String? = nil, position: GraphPoint? = nil,
    connections: [DocumentConnection] = [], members: [Member] = [], values: [Values] = []
  ) {
    self.id = id
    self.definition = definition
    self.name = name
    self.position = position
    self.connections = connections
    literals = [:]
    self.members = members
    self.values = values
    orders = []
    others = [:]
  }
}

/// The root of a document or a definition: what contains nodes.
protocol ScopeRecord: DocumentRecord {
  var nodes: [DocumentNode] { get set }
  var instances: [DocumentInstance] { get set }
  var looks: DocumentLooks { get set }
}

extension ScopeRecord {
  /// The fields that the root and definitions share. The root has a list of nodes even if it is empty.
  static func members(isRoot: Bool) -> [DocumentField<Self>] {
    [
      DocumentField(
        "nodes", \.nodes, .nodes, lack: isRoot ? .noted(.field, "'nodes' is missing") : nil,
        writtenIf: { isRoot || !$0.isEmpty }),
      DocumentField("instances", \.instances, .instances, unless: [], since: GraphDocument.versionOfGroups),
      DocumentField("looks", \.looks, .looks, since: GraphDocument.versionOfLooks, writtenIf: { !$0.isEmpty }),
    ]
  }
}

extension DocumentDefinition: ScopeRecord {
  /// A definition without a name is read as "definition".
  static var blank: DocumentDefinition { DocumentDefinition(id: .missing, name: "definition") }

  static let fields = RecordFields<DocumentDefinition>(
    [
      DocumentField("id", \.id, .definitionID, lack: .noted(.id, "'id' is missing")),
      DocumentField("name", \.name, .text),
      DocumentField("revision", \.revision, .revision, unless: 1),
      DocumentField("origin", \.origin, .position, writtenIf: { $0.isFinite && $0 != .zero }),
      DocumentField("inputs", \.inputs, .ports, unless: []),
      DocumentField("outputs", \.outputs, .ports, unless: []),
    ] + members(isRoot: false) + [.unknown(get: { $0.others }, set: { $0.others = $1 })])
}

extension DocumentDefinition.Port: DocumentRecord {
  static var blank: Self { Self("", leadingTo: []) }

  static let fields: RecordFields<Self> = [
    DocumentField("name", \.name, .text, lack: .dropped(.field, "'name' is missing")),
    DocumentField("leads", \.ends, .ends),
    DocumentField("many", \.takesMany, .flag, unless: false),
  ]
}

extension DocumentInstance: DocumentRecord {
  static var blank: DocumentInstance { DocumentInstance(id: .missing, of: .missing) }

  static let fields: RecordFields<DocumentInstance> = [
    DocumentField(
      "of", \.definition, .definition, lack: .dropped(.field, "'of' is missing, or is not the id of a definition")),
    DocumentField("id", \.id, .instanceID),
    DocumentField("name", \.name, .text),
    DocumentField("at", \.position, .position, writtenIf: { $0.isFinite && $0 != .zero }),
    DocumentField("inputs", \.connections, .connections, unless: []),
    DocumentField("members", \.members, .members, unless: []),
    DocumentField("literals", \.literals, .values, unless: [:]),
    DocumentField("orders", \.orders, .orders, unless: []),
    DocumentField("values", \.values, .nodeValues, unless: []),
    .unknown(get: { $0.others }, set: { $0.others = $1 }),
  ]
}

extension DocumentInstance.Values: DocumentRecord {
  static var blank: Self { Self(of: .missing) }

  static let fields: RecordFields<Self> = [
    DocumentField("id", \.inner, .innerID, lack: .dropped(.id, "'id' is missing, or is not an id")),
    DocumentField("literals", \.literals, .values, unless: [:]),
    DocumentField("value", \.value, .value),
    .unknown(get: { $0.others }, set: { $0.others = $1 }),
  ]
}

extension NodeID {
  /// The placeholder for an id that could not be read; no node has it.
  static var missing: NodeID { NodeID(slot: .max, generation: .max) }
}

extension DefinitionID {
  /// The id of the root of a document, which no definition has.
  static var root: DefinitionID { DefinitionID(.max - 1) }
  /// The placeholder for an id that could not be read; no definition has it.
  static var missing: DefinitionID { DefinitionID(.max) }
  /// The exclusive upper bound of definition numbers and inner ids in documents. New ids count up, so a graph with ids near
  /// the bound gets lower ones when it is loaded (``GraphDocument/lowerIDs()``).
  static let limit: UInt32 = 1 << 29
}

extension InstanceID {
  /// The placeholder for an id that could not be read; no instance has it.
  static var missing: InstanceID { InstanceID(index: NodeID.missing.slot - firstSlot, tag: NodeID.missing.stamp) }
}

extension GraphDocument {
  /// Whether it has definitions or instances.
  package var hasGroups: Bool { !definitions.isEmpty || !instances.isEmpty }
}
