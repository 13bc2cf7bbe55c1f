// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A definition of a subgraph as a document holds it: once, however many instances there are.
///
/// ```json
/// { "id" : "1", "inputs" : [ { "leads" : "1.x", "name" : "net" } ], "name" : "Tax",
///   "nodes" : [ { "id" : "0", "kind" : "Number", "name" : "rate" },
///               { "id" : "1", "inputs" : "y=0.value", "kind" : "Multiply" } ],
///   "outputs" : [ { "leads" : "1.z", "name" : "tax" } ] }
/// ```
///
/// Members have inner ids: nodes as `3`, instances of other definitions as `#3`. Both count together.
public struct DocumentDefinition: Hashable, Sendable {
  /// A port of a member of a definition.
  public struct End: Hashable, Sendable {
    /// The inner id of the member.
    public var member: NodeID
    /// The name of its port.
    public var port: String

    /// A port of a member.
    public init(_ member: NodeID, _ port: String) {
      self.member = member
      self.port = port
    }
  }

  /// A port of the definition.
  public struct Port: Hashable, Sendable {
    /// Its name, which no other input, or output, has.
    public var name: String
    /// What an input leads to; of an output, where its values come from.
    public var ends: [End]
    /// Whether an input takes many connections.
    public var takesMany: Bool

    /// A port.
    public init(_ name: String, leadingTo ends: [End], takesMany: Bool = false) {
      self.name = name
      self.ends = ends
      self.takesMany = takesMany
    }
  }

  /// Its id, which no other definition has.
  public var id: DefinitionID
  /// Its name.
  public var name: String
  /// How often it was changed, counted from 1.
  public var revision: Int
  /// The middle of what it was made of, which is where its instance was put.
  public var origin: GraphPoint
  /// Its inputs, in order.
  public var inputs: [Port]
  /// Its outputs, in order.
  public var outputs: [Port]
  /// Its nodes by their inner ids; values are what instances begin with.
  public var nodes: [DocumentNode]
  /// Its instances of other definitions by their inner ids. They have no members here.
  public var instances: [DocumentInstance]
  /// How its members and connections are shown, by inner ids, and its frames.
  public var looks = DocumentLooks()
  /// Fields that this version doesn't know, by name. One with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// A definition.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - name: Its name.
  ///   - inputs: Its inputs.
  ///   - outputs: Its outputs.
  ///   - nodes: Its nodes.
  ///   - instances: Its instances of other definitions.
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

/// An instance of a definition as a document holds it: what its definition doesn't say.
///
/// ```json
/// { "at" : "100 20", "id" : "#0", "inputs" : "net=4.value", "members" : "0=7 1=8", "of" : "1",
///   "values" : [ { "id" : "0", "value" : 0.07 } ] }
/// ```
///
/// An instance that lies in another is named by that one's members. Its name, its position and what is connected to it are
/// said by the definition.
public struct DocumentInstance: Hashable, Sendable {
  /// Which node or instance of the graph a member of the definition is here.
  public struct Member: Hashable, Sendable {
    /// The inner id.
    public var inner: NodeID
    /// The id in the graph.
    public var node: NodeID

    /// A member.
    public init(_ inner: NodeID, is node: NodeID) {
      self.inner = inner
      self.node = node
    }
  }

  /// What a node has here that is not what its definition says: all of its literals, its value, and unknown fields.
  public struct Values: Hashable, Sendable {
    /// The inner id of the node.
    public var inner: NodeID
    /// Its literals, by port.
    public var literals: [String: DocumentValue]
    /// Its value or state.
    public var value: DocumentValue?
    /// Its fields that this version doesn't know.
    public var others: [String: DocumentValue]

    /// What a node has.
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

  /// In which order an input takes its connections where those from within don't come before those from outside.
  public struct Order: Hashable, Sendable {
    /// The inner id of the node.
    public var inner: NodeID
    /// The input.
    public var port: String
    /// For each connection its place, if those from within came first.
    public var places: [Int]

    /// An order.
    public init(of inner: NodeID, _ port: String, _ places: [Int]) {
      self.inner = inner
      self.port = port
      self.places = places
    }
  }

  /// Its id; in a definition, its inner id.
  public var id: InstanceID
  /// What it is an instance of.
  public var definition: DefinitionID
  /// Its name, if it has one of its own.
  public var name: String?
  /// Where it is shown; nothing for the origin.
  public var position: GraphPoint?
  /// What is connected to its inputs, in the order of connection.
  public var connections: [DocumentConnection]
  /// In a definition, the literals of its inputs that its own definition doesn't say, by port.
  public var literals: [String: DocumentValue]
  /// Which nodes its members are; in a definition, nothing.
  public var members: [Member]
  /// What its nodes have that its definition doesn't say.
  public var values: [Values]
  /// Inputs whose connections come in another order.
  public var orders: [Order]
  /// Fields that this version doesn't know, by name. One with the name of a known field is not written.
  public var others: [String: DocumentValue]

  /// An instance.
  ///
  /// - Parameters:
  ///   - id: Its id.
  ///   - definition: What it is an instance of.
  ///   - name: Its name.
  ///   - position: Where it is shown.
  ///   - connections: What is connected to its inputs.
  ///   - members: Which nodes its members are.
  ///   - values: What its nodes have that its definition doesn't say.
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
  /// Stands for an id that could not be read; no definition has it.
  static var missing: DefinitionID { DefinitionID(.max) }
  /// Numbers of definitions, and inner ids, lie below this in documents. What is made later gets higher ones: where they lie
  /// near it, a graph gets lower ones (``GraphDocument/lowerIDs()``).
  static let limit: UInt32 = 1 << 29
}

extension InstanceID {
  /// Stands for an id that could not be read; no instance has it.
  static var missing: InstanceID { InstanceID(index: NodeID.missing.slot - firstSlot, tag: NodeID.missing.stamp) }
}

extension GraphDocument {
  /// Whether it has definitions or instances.
  package var hasGroups: Bool { !definitions.isEmpty || !instances.isEmpty }
}
