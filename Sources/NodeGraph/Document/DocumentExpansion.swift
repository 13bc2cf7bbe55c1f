// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A document in which all instances are replaced by the nodes of their definitions: the nodes of the root, followed by the
/// nodes inside instances. Ports of definitions are replaced by what they lead to.
package struct DocumentExpansion {
  /// The origin of a node inside an instance.
  package struct Origin {
    /// The index of the instance in `DocumentGroups.placed`.
    package let placed: Int
    /// The index of the node in the definition.
    package let node: Int
    /// The index of the node's entry in the values of the instance; `nil` if it has none.
    package let values: Int?
  }

  /// A connection of an instance that is not inside another one.
  package struct Wire: Hashable {
    /// The index of the instance in the document.
    package let instance: Int
    /// The index of the connection in the instance.
    package let ordinal: Int
  }

  /// The document without definitions and instances. Nodes inside instances have neither name nor position.
  package private(set) var document: GraphDocument
  /// The origins of the nodes that follow the nodes of the root.
  package private(set) var origins: [Origin] = []
  /// The connections of instances in the root, by node of the new document and index of the connection there.
  package private(set) var wires: [Int: [Int: Wire]] = [:]
  private let groups: DocumentGroups
  private let definitions: [DocumentDefinition]
  /// For each placed instance its first node, and the instances inside it by inner id.
  private var firstNodes: [Int] = []
  private var children: [[NodeID: Int]]
  private var roots: [NodeID: Int] = [:]
  private var nodePlaces: [[NodeID: Int]]
  private let inputs: [[String: DocumentDefinition.Port]]
  private let outputs: [[String: DocumentDefinition.Port]]

  /// Expands a sound document.
  ///
  /// - Complexity: O(nodes and connections of the graph).
  package init(
    _ document: GraphDocument, _ groups: DocumentGroups, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    self.document = document
    self.groups = groups
    definitions = document.definitions
    (self.document.definitions, self.document.instances) = ([], [])
    children = Array(repeating: [:], count: groups.placed.count)
    nodePlaces = definitions.map { definition in
      Dictionary(uniqueKeysWithValues: zip(definition.nodes.map(\.id), 0...))
    }
    let byName = { (ports: [DocumentDefinition.Port]) in
      Dictionary(uniqueKeysWithValues: zip(ports.map(\.name), ports))
    }
    inputs = definitions.map { byName($0.inputs) }
    outputs = definitions.map { byName($0.outputs) }
    for (index, placed) in groups.placed.enumerated() {
      if let parent = placed.parent {
        children[parent][placed.inner] = index
      } else {
        roots[document.instances[placed.instance].id.node] = index
      }
      addNodes(of: placed, at: index, document.instances[placed.instance])
    }
    for index in groups.placed.indices { connectNodes(of: index) }
    // Nested instances come first.
    for index in groups.placed.indices.reversed() { connectInstances(in: index) }
    connectRoot(document)
    for placed in groups.placed.indices { try order(placed, document, &faults) }
  }

  private mutating func addNodes(
    of placed: DocumentGroups.Placed, at index: Int, _ instance: DocumentInstance
  ) {
    firstNodes.append(document.nodes.count)
    let members = Dictionary(uniqueKeysWithValues: instance.members.map { ($0.inner, $0.node) })
    let values = Dictionary(uniqueKeysWithValues: zip(instance.values.map(\.inner), 0...))
    for (place, declared) in definitions[placed.definition].nodes.enumerated() {
      var node = declared
      node.id = members[declared.id] ?? .missing
      (node.name, node.position, node.connections) = (nil, nil, [])
      if let own = values[declared.id] {
        node.literals = instance.values[own].literals
        node.value = instance.values[own].value
        node.others = instance.values[own].others
      }
      document.nodes.append(node)
      origins.append(Origin(placed: index, node: place, values: values[declared.id]))
    }
  }

  // MARK: Ports

  /// Returns the node and output that an output of a member leads back to.
  private func source(_ member: NodeID, _ output: String, in placed: Int?) -> DocumentConnection? {
    var (member, output, placed) = (member, output, placed)
    while InstanceID(member) != nil {
      guard let inner = placed.map({ children[$0][member] }) ?? roots[member],
        let end = outputs[groups.placed[inner].definition][output]?.ends.first
      else { return nil }
      (member, output, placed) = (end.member, end.port, inner)
    }
    guard let placed else { return DocumentConnection("", from: member, output) }
    guard let place = nodePlaces[groups.placed[placed].definition][member] else { return nil }
    return DocumentConnection("", from: document.nodes[firstNodes[placed] + place].id, output)
  }

  /// Returns the inputs of nodes that an input of an instance leads to.
  private func targets(_ input: String, of placed: Int) -> [(node: Int, input: String)] {
    var found: [(node: Int, input: String)] = []
    var open = [(placed: placed, input: input)]
    while let (placed, input) = open.popLast() {
      let definition = groups.placed[placed].definition
      for end in inputs[definition][input]?.ends ?? [] {
        if let place = nodePlaces[definition][end.member] {
          found.append((firstNodes[placed] + place, end.port))
        } else if let inner = children[placed][end.member] {
          open.append((inner, end.port))
        }
      }
    }
    return found
  }

  // MARK: Connections

  private mutating func connectNodes(of placed: Int) {
    let first = firstNodes[placed]
    for (place, node) in definitions[groups.placed[placed].definition].nodes.enumerated() {
      document.nodes[first + place].connections = node.connections.compactMap { connection in
        source(connection.source, connection.output, in: placed).map {
          DocumentConnection(connection.input, from: $0.source, $0.output)
        }
      }
    }
  }

  private mutating func connectInstances(in placed: Int) {
    for instance in definitions[groups.placed[placed].definition].instances {
      guard let inner = children[placed][instance.id.node] else { continue }
      for connection in instance.connections { connect(connection, to: inner, in: placed, nil) }
    }
  }

  private mutating func connect(_ connection: DocumentConnection, to inner: Int, in placed: Int?, _ wire: Wire?) {
    guard let source = source(connection.source, connection.output, in: placed) else { return }
    for (node, input) in targets(connection.input, of: inner) {
      if let wire { wires[node, default: [:]][document.nodes[node].connections.count] = wire }
      document.nodes[node].connections.append(DocumentConnection(input, from: source.source, source.output))
    }
  }

  private mutating func connectRoot(_ whole: GraphDocument) {
    for index in whole.nodes.indices {
      document.nodes[index].connections = whole.nodes[index].connections.compactMap { connection in
        source(connection.source, connection.output, in: nil).map {
          DocumentConnection(connection.input, from: $0.source, $0.output)
        }
      }
    }
    for (index, placed) in groups.placed.enumerated() where placed.parent == nil {
      for (ordinal, connection) in whole.instances[placed.instance].connections.enumerated() {
        connect(connection, to: index, in: nil, Wire(instance: placed.instance, ordinal: ordinal))
      }
    }
  }

  /// Puts the connections of inputs into the order that an instance stores.
  private mutating func order(
    _ placed: Int, _ whole: GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let instance = groups.placed[placed].instance
    for order in whole.instances[instance].orders {
      guard let place = nodePlaces[groups.placed[placed].definition][order.inner] else { continue }
      let node = firstNodes[placed] + place
      let present = document.nodes[node].connections.indices.filter {
        document.nodes[node].connections[$0].input == order.port
      }
      guard present.count == order.places.count else {
        try faults.note(
          .connection, at: DocumentPath.instance(instance).appending("orders"),
          "'\(DocumentText.text(order.inner)).\(VisibleText.standIns(order.port))' has \(present.count) connections")
        continue
      }
      let (connections, sources) = (document.nodes[node].connections, wires[node])
      for (index, other) in zip(present, order.places) {
        document.nodes[node].connections[index] = connections[present[other]]
        if sources != nil { wires[node]?[index] = sources?[present[other]] }
      }
    }
  }

  // MARK: Places

  /// Returns the place in the document that declares a node.
  package func path(of node: Int) -> DocumentPath {
    guard let origin = origin(of: node) else { return .node(node) }
    return DocumentPath.definition(groups.placed[origin.placed].definition)
      .appending("nodes").appending(origin.node)
  }

  /// Returns the place in the document that stores a node's values.
  package func valuesPath(of node: Int) -> DocumentPath {
    guard let origin = origin(of: node), let values = origin.values else { return path(of: node) }
    return DocumentPath.instance(groups.placed[origin.placed].instance)
      .appending("values").appending(values)
  }

  /// Returns the origin of a node; `nil` if it is not inside an instance.
  package func origin(of node: Int) -> Origin? {
    let index = node - (document.nodes.count - origins.count)
    return index < 0 ? nil : origins[index]
  }
}
