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
/// can't be in the same definition. Connections of members name inner ids; nothing outside names them except instances.
public struct DocumentDefinition: Hashable, Sendable {
  /// A port of a member of a scope, written `12.x`.
  public struct End: Hashable, Sendable {
    /// The id of the member: the inner id in a definition, the id of the document in the root.
    public var member: NodeID
    /// The name of its port, whose direction follows from the use of the end.
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
  /// A port has no type of its own; it has the type of its ends.
  public struct Port: Hashable, Sendable {
    /// Its name, which is unique among the inputs or among the outputs of the definition.
    public var name: String
    /// For an input the inputs of members that it leads to; for an output the one output of a member that it shows.
    ///
    /// An end may belong to one port only. A port without ends is a fault, and an output with more than one is too.
    public var ends: [End]
    /// Whether an input takes many connections; it must agree with its ends. False for outputs.
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
  public var id: DefinitionID
  /// Its name, as shown to a user. Names of definitions need not be unique.
  public var name: String
  /// The number of its version, which starts at 1 and is increased with each change.
  public var revision: Int
  /// The centre of the nodes it was made of, in canvas points, where its first instance was placed.
  ///
  /// Members keep the positions they had before grouping. Ungrouping moves them by the difference of the instance's position
  /// and this point.
  public var origin: GraphPoint
  /// Its inputs, in the order in which instances show them.
  public var inputs: [Port]
  /// Its outputs, in the order in which instances show them.
  public var outputs: [Port]
  /// Its nodes, with inner ids.
  ///
  /// Their literals and values are the initial ones of instances; ``DocumentInstance/values`` has those that differ.
  public var nodes: [DocumentNode]
  /// Its instances of other definitions, with inner ids.
  ///
  /// They have neither members nor values here: these belong to ``GraphDocument/instances``.
  public var instances: [DocumentInstance]
  /// The looks of its members and connections, by inner ids, and its frames. All instances share them.
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
/// A nested instance is named by the ``members`` of the instance around it. Its name, position and connections are stored in
/// the definition of that instance and must be empty here.
public struct DocumentInstance: Hashable, Sendable {
  /// The assignment of a member of the definition to a node or instance of the graph, written `0=12`.
  public struct Member: Hashable, Sendable {
    /// The inner id of the member in the definition.
    public var inner: NodeID
    /// The id of the node or instance in the document, which is unique over all instances.
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
  public struct Values: Hashable, Sendable {
    /// The inner id of the node.
    public var inner: NodeID
    /// All literals of the node, by name of the port.
    public var literals: [String: DocumentValue]
    /// The value of a source, or the state of a node that has state.
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
  public var id: InstanceID
  /// The id of its definition, which must be in ``GraphDocument/definitions``.
  public var definition: DefinitionID
  /// Its name; `nil` if it is shown with the name of its definition. Names of instances need not be unique.
  public var name: String?
  /// Its position on the canvas, in canvas points; `nil` for the origin.
  public var position: GraphPoint?
  /// The connections to its inputs, in the order in which they were made.
  ///
  /// Inputs are ports of the definition. Members of the instance don't repeat these connections.
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
  public var values: [Values]
  /// The inputs that take many connections in an order other than the default.
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
