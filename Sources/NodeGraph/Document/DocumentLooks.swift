// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How the members, connections and frames of one scope are shown, as a document holds it: of the root
/// or of a definition.
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
/// Whoever reads a document evaluates the same without. Fields of looks that this version doesn't know are not kept.
public struct DocumentLooks: Hashable, Sendable {
  /// A connection by its ends.
  public struct Wire: Hashable, Sendable {
    /// The output, by the id of its node or instance, and its name.
    public var source: DocumentDefinition.End
    /// The input.
    public var target: DocumentDefinition.End

    /// A connection.
    public init(from source: DocumentDefinition.End, to target: DocumentDefinition.End) {
      self.source = source
      self.target = target
    }
  }

  /// Looks of nodes and instances that are not the default.
  public var nodes: [NodeID: NodeLook]
  /// Looks of connections that are not the default.
  public var connections: [Wire: ConnectionLook]
  /// The frames.
  public var frames: [FrameID: GraphFrame]

  /// Looks.
  ///
  /// - Parameters:
  ///   - nodes: Of nodes and instances.
  ///   - connections: Of connections.
  ///   - frames: The frames.
  public init(
    nodes: [NodeID: NodeLook] = [:], connections: [Wire: ConnectionLook] = [:], frames: [FrameID: GraphFrame] = [:]
  ) {
    self.nodes = nodes
    self.connections = connections
    self.frames = frames
  }

  /// Whether they say nothing.
  public var isEmpty: Bool { nodes.isEmpty && connections.isEmpty && frames.isEmpty }
}

extension DocumentLooks {
  /// The connections in an order that depends on nothing else.
  package var connectionsInOrder: [(wire: Wire, look: ConnectionLook)] {
    connections.sorted { $0.key.sortKey < $1.key.sortKey }.map { ($0.key, $0.value) }
  }

  /// The members in the order of their ids.
  package var nodesInOrder: [(member: NodeID, look: NodeLook)] {
    nodes.sorted { ($0.key.slot, $0.key.generation) < ($1.key.slot, $1.key.generation) }.map { ($0.key, $0.value) }
  }

  /// Complains of looks of what is not there, and drops them.
  ///
  /// The wire of a converted connection leads through the node that converts, whose kind only the application knows. `mayConvert` says
  /// of nodes with one connection, by their places, which may be one.
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

  /// Has ports of some members other names.
  mutating func rename(_ old: String, to new: String, of members: Set<NodeID>, isInput: Bool) {
    if connections.isEmpty { return }
    var renamed: [Wire: ConnectionLook] = [:]
    for (wire, look) in connections {
      var wire = wire
      let end = isInput ? wire.target : wire.source
      if end.port == old, members.contains(end.member) {
        if isInput { wire.target.port = new } else { wire.source.port = new }
      }
      renamed[wire] = look
    }
    connections = renamed
  }

  /// Forgets what is said of connections to inputs of some members.
  mutating func dropConnections(to inputs: Set<String>, of members: Set<NodeID>) {
    if connections.isEmpty { return }
    connections = connections.filter { !inputs.contains($0.key.target.port) || !members.contains($0.key.target.member) }
  }
}

extension DocumentLooks.Wire {
  /// A connection that a node or an instance lists.
  package init(_ connection: DocumentConnection, to member: NodeID) {
    self.init(
      from: .init(connection.source, connection.output), to: .init(member, connection.input))
  }

  fileprivate var sortKey: (UInt32, String, UInt32, String) {
    (target.member.slot, target.port, source.member.slot, source.port)
  }

  /// The connection as text: `3.value` and `4.x`.
  var text: String { "\(DocumentText.text(source)) to \(DocumentText.text(target))" }
}

extension DocumentFaults {
  /// Notes that a look is said of a member that is not there.
  package mutating func noteLook(of member: NodeID, at path: DocumentPath) throws(DocumentError) {
    let text = DocumentText.text(member)
    try note(
      .id, at: path.appending("looks").appending("nodes").appending(text),
      "no node or instance here has the id '\(text)'")
  }

  /// Notes that a look is said of a connection that is not there.
  package mutating func noteLook(of wire: DocumentLooks.Wire, at path: DocumentPath) throws(DocumentError) {
    try note(
      .connection, at: path.appending("looks").appending("connections"),
      "the connection from \(VisibleText.standIns(wire.text)) does not exist")
  }
}

extension GraphDocument {
  /// Complains of looks of what is not there, and drops them. Definitions, instances and nodes are sound.
  mutating func examineLooks(_ faults: inout DocumentFaults) throws(DocumentError) {
    for index in definitions.indices { try definitions[index].examineLooks(at: index, &faults) }
    if looks.isEmpty { return }
    let inner = Set(instances.flatMap(\.members).map(\.node))
    try looks.examine(nodes, instances.filter { !inner.contains($0.id.node) }, at: DocumentPath(), &faults)
  }
}

extension DocumentDefinition {
  /// Complains of looks of what is not there, and drops them.
  ///
  /// - Parameters:
  ///   - index: The place of the definition in the document.
  ///   - mayConvert: Whether the node at a place, which has one connection, may be part of a wire.
  ///   - faults: What is unsound.
  /// - Throws: The first, unless the document is being repaired.
  package mutating func examineLooks(
    at index: Int, mayConvert: (Int) -> Bool = { _ in true }, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    if looks.isEmpty { return }
    let path = DocumentPath.definition(index)
    try looks.examine(nodes, instances, at: path, mayConvert: mayConvert, &faults)
  }
}
