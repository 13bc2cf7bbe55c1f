// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Pastes nodes and instances of a fragment into a scope.
struct Pasting {
  private let edit: Edit
  private let reading: DocumentReading
  private let fragment: GraphDocument
  /// The fragment without connections from outside.
  private let document: GraphDocument
  /// The connections from outside the fragment.
  private let outer: [OuterConnection]
  private var definitions: DefinitionPasting?
  /// The indices of nodes, each after the nodes that it reads.
  private let order: [Int32]
  /// The types of the outputs of instances and of nodes outside the fragment that its nodes will read.
  private let outputs: [NodeID: [String: PortType]]
  private let unknown: UnknownKinds
  private(set) var ids: [NodeID: NodeID] = [:]

  /// Examines a fragment, without changing the graph.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - fragment: The nodes and instances, with all connections to them.
  ///   - reading: How nodes with their own ports are read.
  ///   - outputs: The types of the outputs of nodes and instances outside the fragment that its nodes will read.
  /// - Throws: The first fault.
  init(
    _ edit: Edit, _ fragment: GraphDocument, _ reading: DocumentReading, outputs: [NodeID: [String: PortType]] = [:]
  ) throws(DocumentError) {
    self.edit = edit
    self.reading = reading
    self.fragment = fragment
    var nodes = GraphDocument(nodes: fragment.nodes)
    let outerOfNodes = nodes.removeOuterConnections()
    var faults = DocumentFaults(isRepairing: false)
    order = try DocumentPlan(&nodes, &faults).order
    if fragment.hasGroups {
      let definitions = try DefinitionPasting(edit.evaluator, fragment, reading)
      (document, outer, unknown) = (definitions.document, definitions.outer, definitions.loaded.kinds.unknown)
      self.outputs = outputs.merging(definitions.outputs) { $1 }
      self.definitions = definitions
    } else {
      (document, outer, self.outputs) = (nodes, outerOfNodes, outputs)
      // Ports that only connections from outside name exist all the same.
      unknown = UnknownKinds(of: nodes, whole: fragment.nodes) { node, _ in
        edit.evaluator.hasCode(for: node, reading)
      }
    }
  }

  /// The definition of the graph that each definition of the fragment becomes, by its index in the fragment.
  var numbers: [UInt32] { definitions?.numbers ?? [] }

  /// Adds the nodes, definitions and instances, and the connections between them.
  ///
  /// - Parameters:
  ///   - offset: The distance by which they are moved from their original positions.
  ///   - naming: Makes a name that is not in use.
  /// - Throws: An error about the first part that doesn't fit.
  mutating func add(offset: GraphPoint, naming: (String) -> String) throws(DocumentError) {
    try definitions?.addDefinitions()
    try addNodes(offset: offset, naming: naming)
    guard let definitions else { return try edit.connect(document.nodes, ids) }
    try addInstances(definitions, offset)
    try edit.connect(document.nodes, ids)
    for placed in definitions.loaded.groups.placed where placed.parent == nil {
      let instance = document.instances[placed.instance]
      for connection in instance.connections {
        try edit.connect(connection, to: instance.id.node, ids, at: path(of: placed).appending("inputs"))
      }
    }
    // Inside a group, all instances begin with the order of their definitions.
    if !edit.editsDefinition { try order(definitions) }
  }

  /// Makes the connections from outside the fragment again, where their sources exist and fit.
  func connectOuter() {
    for (member, connection) in outer {
      guard let target = ids[member] else { continue }
      try? edit.connect(connection.source.output(connection.output), to: target.input(connection.input))
    }
  }

  // MARK: Nodes

  /// Adds the nodes, unconnected.
  ///
  /// - Parameters:
  ///   - offset: The distance by which they are moved from their original positions.
  ///   - naming: Makes a name that is not in use.
  /// - Throws: An error about the first node that doesn't fit.
  mutating func addNodes(offset: GraphPoint, naming: (String) -> String) throws(DocumentError) {
    for index in order.map({ Int($0) }) {
      let node = document.nodes[index]
      do {
        let id = try add(index, named: node.name.map(naming), at: node.position.moved(by: offset))
        ids[node.id] = id
      } catch let error as DocumentError {
        throw DocumentError(
          error.code, at: DocumentPath(DocumentPath.node(index).steps + error.path.steps), error.reason)
      } catch {
        throw DocumentError(.kind, at: .node(index), "\(error)")
      }
    }
  }

  private func add(_ index: Int, named name: String?, at position: GraphPoint?) throws -> NodeID {
    let node = fragment.nodes[index]
    let code = try NodeCode(of: node, unknown, reading, edit.evaluator, at: DocumentPath()) { make in
      var shown = node
      shown.connections.removeAll { ids[$0.source] == nil && outputs[$0.source] == nil }
      return try make(shown, node.id, try edit.evaluator.types(readBy: shown, made: ids, besides: outputs))
    }
    let definition = code.definition
    if definition.isUnknown {
      var renamed = node
      renamed.name = name
      // Its failure states the name that it has here.
      let missing = unknown.definition(of: renamed)?.definition ?? definition
      return try edit.addMember(own: missing, named: name, at: position, keeping: .of(node))
    }
    let values = try DocumentedValues(
      node.value, node.literals, of: definition, by: reading.literals, at: DocumentPath()
    ) { (_, error) throws(DocumentError) in throw error }
    var kept = values.kept(beside: node.others)
    // A definition keeps these fields, because new instances are made from them.
    if !edit.editsDefinition { reading.dropFields(of: node.kind, &kept.others) }
    let id =
      try code.source == .registered
      ? edit.addMember(node.kind, named: name, at: position, keeping: kept)
      : edit.addMember(own: definition, named: name, at: position, keeping: kept)
    for (input, literal) in values.literals {
      try edit.give(literal.declared, to: try edit.input(id.input(Int(input))))
    }
    if let value = values.value { edit.give(value.declared, toSource: id) }
    return id
  }

  // MARK: Instances

  private func path(of placed: DocumentGroups.Placed) -> DocumentPath { .instance(placed.instance) }

  private mutating func addInstances(
    _ definitions: DefinitionPasting, _ offset: GraphPoint
  ) throws(DocumentError) {
    let evaluator = edit.evaluator
    var indices: [UInt32] = []
    for placed in definitions.loaded.groups.placed {
      let source = document.instances[placed.instance]
      let index: UInt32
      if let parent = placed.parent {
        let inner = InstanceID(placed.inner)?.index ?? 0
        index = edit.table.instance(indices[parent])?.child(inner) ?? SubgraphTable.none
      } else {
        do throws(SubgraphError) {
          index = try edit.add(
            instanceOf: DefinitionID(definitions.numbers[placed.definition]), named: source.name,
            at: source.position.moved(by: offset)
          ).index
        } catch {
          if case .containsItself = error {
            throw DocumentError(.cycle, at: path(of: placed), evaluator.subgraphs.describe(error))
          }
          throw DocumentError(.kind, at: path(of: placed), evaluator.subgraphs.describe(error))
        }
      }
      indices.append(index)
      if !edit.editsDefinition, !source.others.isEmpty {
        evaluator.state.changeInstance(index) { $0.others = source.others }
      }
      guard let instance = edit.table.instance(index) else { continue }
      ids[source.id.node] = edit.table.id(of: index).node
      for member in source.members where InstanceID(member.inner) == nil {
        ids[member.node] = instance.node(member.inner.slot)
      }
      if !edit.editsDefinition { try giveValues(of: source, at: placed, definitions.loaded.kinds) }
    }
  }

  /// Sets the values that the fragment has for nodes of an instance and that differ from its definition.
  private func giveValues(
    of source: DocumentInstance, at placed: DocumentGroups.Placed, _ kinds: MemberKinds
  ) throws(DocumentError) {
    for (place, values) in source.values.enumerated() {
      guard let id = source.members.first(where: { $0.inner == values.inner })?.node, let node = ids[id],
        let member = kinds.places[placed.definition][values.inner], let kind = kinds.nodes[placed.definition][member]
      else { continue }
      let path = DocumentPath.instance(placed.instance).appending("values").appending(place)
      if kind.definition.isUnknown {
        var kept = kind.kept
        (kept.literals, kept.value, kept.others) = (values.literals, values.value, values.others)
        edit.evaluator.state.set(KeptFieldTable.self, at: node, to: kept)
        continue
      }
      let given = try DocumentedValues(
        values.value, values.literals, of: kind.definition, by: reading.literals, at: path
      ) { (_, error) throws(DocumentError) in throw error }
      do throws(GraphError) {
        for input in kind.definition.kind.inputs.indices where kind.definition.kind.inputs[input].arity == .one {
          let target = node.input(input)
          let wanted = given.literals.first { $0.input == UInt32(input) }?.value.declared
          let present = edit.evaluator.state.literal(InputPlace(node: node.slot, input: UInt32(input)))
          if wanted != nil || present != nil { try edit.evaluator.state.putLiteral(target, wanted) }
        }
      } catch {
        throw DocumentError(.port, at: path, edit.evaluator.subgraphs.describe(error))
      }
      if let value = given.value { edit.evaluator.state.give(value.declared, to: node.slot) }
      let kept = given.kept(beside: values.others)
      edit.evaluator.state.set(KeptFieldTable.self, at: node, to: kept)
    }
  }

  /// Restores the order of connections that instances of the fragment have.
  private func order(_ definitions: DefinitionPasting) throws(DocumentError) {
    for placed in definitions.loaded.groups.placed {
      do throws(GraphError) {
        try edit.order(document.instances[placed.instance]) { ids[$0] }
      } catch {
        throw DocumentError(
          .connection, at: path(of: placed).appending("orders"), edit.evaluator.subgraphs.describe(error))
      }
    }
  }
}

/// A connection to a node or an instance of a fragment from outside the fragment.
typealias OuterConnection = (member: NodeID, connection: DocumentConnection)

extension GraphDocument {
  /// Removes the connections from outside the fragment, and returns them.
  mutating func removeOuterConnections() -> [OuterConnection] {
    let inner = Set(instances.flatMap(\.members).map(\.node))
    let known = Set(nodes.map(\.id) + instances.map(\.id.node)).subtracting(inner)
    var outer: [OuterConnection] = []
    func split(_ connections: inout [DocumentConnection], of member: NodeID) {
      outer += connections.lazy.filter { !known.contains($0.source) }.map { (member, $0) }
      connections.removeAll { !known.contains($0.source) }
    }
    for index in nodes.indices { split(&nodes[index].connections, of: nodes[index].id) }
    for index in instances.indices { split(&instances[index].connections, of: instances[index].id.node) }
    return outer
  }
}

extension Edit {
  /// Makes the document's connections of pasted nodes.
  func connect(_ nodes: [DocumentNode], _ ids: [NodeID: NodeID]) throws(DocumentError) {
    for (index, node) in nodes.enumerated() {
      for connection in node.connections {
        try connect(connection, to: node.id, ids, at: DocumentPath.node(index).appending("inputs"))
      }
    }
  }

  /// Makes one connection of a pasted node or instance.
  func connect(
    _ connection: DocumentConnection, to member: NodeID, _ ids: [NodeID: NodeID],
    at path: @autoclosure () -> DocumentPath
  ) throws(DocumentError) {
    guard let source = ids[connection.source], let target = ids[member] else { return }
    do throws(GraphError) {
      try connect(source.output(connection.output), to: target.input(connection.input))
    } catch {
      throw DocumentError(.connection, at: path(), evaluator.subgraphs.describe(error))
    }
  }
}

extension GraphPoint? {
  /// A position moved by an offset; `nil` for the origin.
  func moved(by offset: GraphPoint) -> GraphPoint? {
    let moved = (self ?? .zero) + offset
    return moved == .zero ? nil : moved
  }
}

extension Evaluator {
  /// The types that the inputs of a node that is being pasted will read.
  ///
  /// - Parameters:
  ///   - node: The node, with the connections that it will have.
  ///   - ids: The nodes that were made, by the ids in its connections.
  ///   - outputs: The types of the outputs of nodes and instances that are not in `ids`.
  /// - Returns: The types by input, as far as they are known.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)`` if one of the nodes in `ids` is gone.
  func types(
    readBy node: DocumentNode, made ids: [NodeID: NodeID], besides outputs: [NodeID: [String: PortType]]
  ) throws(GraphError) -> [String: PortType] {
    var types: [String: PortType] = [:]
    for connection in node.connections {
      if let source = ids[connection.source] {
        types[connection.input] = try state.graph.kind(of: source).outputs.first { $0.name == connection.output }?.type
      } else {
        types[connection.input] = outputs[connection.source]?[connection.output]
      }
    }
    return types
  }
}

extension Edit {
  /// Restores the order of connections that an instance of a document has, for inputs all of whose connections exist.
  ///
  /// - Parameters:
  ///   - instance: The instance.
  ///   - id: Returns the node of the graph for a node of the document.
  /// - Throws: A ``NodeGraph/GraphError`` if a connection is refused in that order.
  func order(_ instance: DocumentInstance, _ id: (NodeID) -> NodeID?) throws(GraphError) {
    let topology = evaluator.state.graph.storage
    for order in instance.orders {
      guard let member = instance.members.first(where: { $0.inner == order.inner })?.node, let node = id(member),
        let input = (try? kind(of: node))?.position(ofInput: order.port)
      else { continue }
      let target = node.input(input)
      let sources = topology.value.outputs(readBy: InputPlace(node: node.slot, input: UInt32(input)))
      guard sources.count == order.places.count else { continue }
      for source in sources.reversed() { try topology.value.disconnect(source, from: target) }
      for place in order.places { try topology.value.connect(sources[place], to: target, replacing: false) }
    }
  }
}
