// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The stored presentation of the members, connections and frames of one scope: of the root or of a definition.
///
/// ```json
/// "looks" : {
///   "connections" : [
///     {
///       "course" : "straight", "dash" : "8 4", "from" : "3.value", "label" : "net", "through" : "120 40 160 40", "to" : "4.x",
///       "width" : 3
///     }
///   ],
///   "frames" : [ { "at" : "10 20", "id" : "0", "size" : "400 200", "title" : "Inputs" } ],
///   "nodes" : {
///     "4" : {
///       "color" : "#7e9bd0", "depth" : 1, "flow" : "down", "form" : "compact", "locked" : true, "size" : "200 80"
///     }
///   }
/// }
/// ```
///
/// Looks don't affect evaluation, so a program without views may ignore them. Unknown fields of looks are not kept.
///
/// ```swift
/// document.looks.nodes[node.inDocument] = NodeLook(color: GraphColor(0x7e9bd0))
/// document.looks.frames[FrameID(0)] = GraphFrame("Inputs", GraphRect(x: 10, y: 20, width: 400, height: 200))
/// ```
public struct DocumentLooks: Hashable, Sendable {
  /// A connection, identified by its ends.
  ///
  /// It names the ends that a user sees: the wire of a converted connection leads past the node that converts.
  ///
  /// ```swift
  /// let wire = DocumentLooks.Wire(from: .init(one.inDocument, "value"), to: .init(sum.inDocument, "x"))
  /// document.looks.connections[wire] = ConnectionLook(label: "net")
  /// ```
  public struct Wire: Hashable, Sendable {
    /// The id of the node or instance that is read, and the name of its output.
    public var source: DocumentDefinition.End
    /// The id of the node or instance that reads, and the name of its input.
    public var target: DocumentDefinition.End

    /// Creates a connection from its ends.
    ///
    /// - Parameters:
    ///   - source: The id of the node or instance that is read, and the name of its output.
    ///   - target: The id of the node or instance that reads, and the name of its input.
    public init(from source: DocumentDefinition.End, to target: DocumentDefinition.End) {
      self.source = source
      self.target = target
    }
  }

  /// The looks of nodes and instances that differ from the default.
  ///
  /// Keys are ids of documents (``NodeID/inDocument``), inner ids in a definition. A look of a node that doesn't exist is a
  /// fault of the document; ``GraphDocument/repair()`` drops it.
  public var nodes: [NodeID: NodeLook]
  /// The looks of connections that differ from the default.
  ///
  /// A look of a connection that doesn't exist is a fault of the document; ``GraphDocument/repair()`` drops it.
  public var connections: [Wire: ConnectionLook]
  /// The frames of the scope, by id.
  ///
  /// A frame doesn't list members: the nodes inside its rectangle move with it. Frames of a definition are in its own looks.
  public var frames: [FrameID: GraphFrame]

  /// Creates looks. Leave out looks that are the default (``NodeLook/isDefault``).
  ///
  /// - Parameters:
  ///   - nodes: The looks of nodes and instances, by id of documents.
  ///   - connections: The looks of connections, by their ends.
  ///   - frames: The frames.
  public init(
    nodes: [NodeID: NodeLook] = [:], connections: [Wire: ConnectionLook] = [:], frames: [FrameID: GraphFrame] = [:]
  ) {
    self.nodes = nodes
    self.connections = connections
    self.frames = frames
  }

  /// Whether there are neither looks nor frames.
  ///
  /// A scope with empty looks has no field `looks`, and a document whose scopes all have empty looks is written in an older version
  /// of the format.
  public var isEmpty: Bool { nodes.isEmpty && connections.isEmpty && frames.isEmpty }
}

extension DocumentLooks {
  /// The connections in an order that depends only on their ends.
  package var connectionsInOrder: [(wire: Wire, look: ConnectionLook)] {
    connections.sorted { $0.key.sortKey < $1.key.sortKey }.map { ($0.key, $0.value) }
  }

  /// The members in the order of their ids.
  package var nodesInOrder: [(member: NodeID, look: NodeLook)] {
    nodes.sorted { NodeID.precedes($0.key, $1.key) }.map { ($0.key, $0.value) }
  }

  /// Records and drops looks of nodes, instances and connections that don't exist.
  ///
  /// The wire of a converted connection leads through the node that converts, whose kind only the application knows.
  /// `mayConvert` returns whether the node at an index, which has one connection, may be such a node.
  mutating func examine(
    _ nodes: [DocumentNode], _ instances: [DocumentInstance], at path: DocumentPath,
    mayConvert: (Int) -> Bool = { _ in true }, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    if self.nodes.isEmpty, connections.isEmpty { return }
    let known = Set(nodes.map(\.id) + instances.map(\.id.node))
    for (member, _) in nodesInOrder where !known.contains(member) {
      try faults.noteLook(of: member, at: path)
      self.nodes[member] = nil
    }
    if connections.isEmpty { return }
    var converted: [NodeID: DocumentConnection] = [:]
    for (place, node) in nodes.enumerated() where node.connections.count == 1 && mayConvert(place) {
      converted[node.id] = node.connections[0]
    }
    var wires: Set<Wire> = []
    func add(_ connections: [DocumentConnection], to member: NodeID) {
      for connection in connections {
        wires.insert(Wire(connection, to: member))
        guard let source = converted[connection.source] else { continue }
        wires.insert(Wire(from: .init(source.source, source.output), to: .init(member, connection.input)))
      }
    }
    for node in nodes { add(node.connections, to: node.id) }
    for instance in instances { add(instance.connections, to: instance.id.node) }
    for (wire, _) in connectionsInOrder where !wires.contains(wire) {
      try faults.noteLook(of: wire, at: path)
      connections[wire] = nil
    }
  }

  /// Renames a port of some members.
  mutating func rename(_ old: String, to new: String, of members: Set<NodeID>, isInput: Bool) {
    changeConnections { wire in
      var wire = wire
      let end = isInput ? wire.target : wire.source
      if end.port == old, members.contains(end.member) {
        if isInput { wire.target.port = new } else { wire.source.port = new }
      }
      return wire
    }
  }

  /// Removes the looks of connections to inputs of some members.
  mutating func dropConnections(to inputs: Set<String>, of members: Set<NodeID>) {
    changeConnections { inputs.contains($0.target.port) && members.contains($0.target.member) ? nil : $0 }
  }

  /// Replaces the ids of members.
  mutating func renumber(_ id: (NodeID) -> NodeID) {
    nodes = Dictionary(uniqueKeysWithValues: nodes.map { (id($0.key), $0.value) })
    changeConnections { wire in
      Wire(from: .init(id(wire.source.member), wire.source.port), to: .init(id(wire.target.member), wire.target.port))
    }
  }

  /// Replaces connections by others, or drops their looks. If several become one, one of them gives its look.
  package mutating func changeConnections(_ changed: (Wire) -> Wire?) {
    if connections.isEmpty { return }
    let looks = connections.compactMap { wire, look in changed(wire).map { ($0, look) } }
    connections = Dictionary(looks) { first, _ in first }
  }
}

extension DocumentLooks.Wire {
  /// Creates the wire of a connection that a node or an instance stores.
  package init(_ connection: DocumentConnection, to member: NodeID) {
    self.init(
      from: .init(connection.source, connection.output), to: .init(member, connection.input))
  }

  var sortKey: (UInt32, String, UInt32, String) {
    (target.member.slot, target.port, source.member.slot, source.port)
  }

  /// The connection as text: `3.value` and `4.x`.
  var text: String { "\(DocumentText.text(source)) to \(DocumentText.text(target))" }
}

extension DocumentFaults {
  /// Records a look of a member that doesn't exist.
  package mutating func noteLook(of member: NodeID, at path: DocumentPath) throws(DocumentError) {
    let text = DocumentText.text(member)
    try note(
      .id, at: path.appending("looks").appending("nodes").appending(text),
      "no node or instance here has the id '\(text)'")
  }

  /// Records a look of a connection that doesn't exist.
  package mutating func noteLook(of wire: DocumentLooks.Wire, at path: DocumentPath) throws(DocumentError) {
    try note(
      .connection, at: path.appending("looks").appending("connections"),
      "the connection from \(VisibleText.standIns(wire.text)) does not exist")
  }
}

extension GraphDocument {
  /// Records and drops looks in all scopes of what doesn't exist. Definitions, instances and nodes must be sound.
  mutating func examineLooks(_ faults: inout DocumentFaults) throws(DocumentError) {
    for index in definitions.indices { try definitions[index].examineLooks(at: index, &faults) }
    if looks.isEmpty { return }
    let inner = Set(instances.flatMap(\.members).map(\.node))
    try looks.examine(nodes, instances.filter { !inner.contains($0.id.node) }, at: DocumentPath(), &faults)
  }
}

extension DocumentDefinition {
  /// Records and drops looks in the definition of what doesn't exist.
  ///
  /// - Parameters:
  ///   - index: The index of the definition in the document.
  ///   - mayConvert: Returns whether the node at an index, which has one connection, may convert the values of a wire.
  ///   - faults: Records the faults.
  /// - Throws: The first fault, unless the document is being repaired.
  package mutating func examineLooks(
    at index: Int, mayConvert: (Int) -> Bool = { _ in true }, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    if looks.isEmpty { return }
    let path = DocumentPath.definition(index)
    try looks.examine(nodes, instances, at: path, mayConvert: mayConvert, &faults)
  }
}
