// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The definitions of a fragment on their way into a graph.
struct DefinitionPasting {
  let loaded: LoadedGroups
  /// The fragment without connections from elsewhere.
  private(set) var document: GraphDocument
  /// Which definition of the graph one of the fragment is, by place.
  private(set) var numbers: [UInt32] = []
  /// The connections from elsewhere to nodes and instances.
  let outer: [OuterConnection]
  private let evaluator: Evaluator

  /// Examines a fragment. Nothing is changed.
  init(_ evaluator: Evaluator, _ fragment: GraphDocument, _ reading: DocumentReading) throws(DocumentError) {
    self.evaluator = evaluator
    document = fragment
    document.view = nil
    outer = document.removeOuterConnections()
    Self.dropOrders(of: Set(outer.map(\.member)), from: &document)
    var faults = DocumentFaults(isRepairing: false)
    loaded = try LoadedGroups(&document, whole: fragment.nodes, evaluator, reading, &faults)
  }

  /// The types of what the instances that lie in no other give, by their ids.
  var outputs: [NodeID: [String: PortType]] {
    let roots = loaded.groups.placed.lazy.filter { $0.parent == nil }
    return Dictionary(
      uniqueKeysWithValues: roots.map {
        (document.instances[$0.instance].id.node, loaded.kinds.outputs[$0.definition])
      })
  }

  /// Forgets in which order inputs of instances take connections, at any depth, where some are not part of the fragment: what is
  /// left comes in the order of the definition.
  private static func dropOrders(of members: Set<NodeID>, from document: inout GraphDocument) {
    let places = Dictionary(document.instances.indices.map { (document.instances[$0].id.node, $0) }) { first, _ in first
    }
    var open = members.compactMap { places[$0] }
    var seen = Set(open)
    while let index = open.popLast() {
      document.instances[index].orders = []
      for inner in document.instances[index].members.compactMap({ places[$0.node] }) where seen.insert(inner).inserted {
        open.append(inner)
      }
    }
  }

  /// Finds which definitions the graph has, and adds the others.
  mutating func addDefinitions() throws(DocumentError) {
    numbers = Array(repeating: 0, count: document.definitions.count)
    let writer = GroupWriter(evaluator)
    var names = Set(evaluator.state.subgraphs.definitions.values.map(\.name))
    for index in loaded.groups.order {
      var wanted = document.definitions[index]
      let number = wanted.id.number
      for place in wanted.instances.indices {
        let inner = loaded.groups.place(of: wanted.instances[place].definition) ?? 0
        wanted.instances[place].definition = DefinitionID(numbers[inner])
      }
      if var present = try writer.definition(number, { _ in }) {
        present.revision = wanted.revision
        if present == wanted {
          numbers[index] = number
          continue
        }
      }
      if evaluator.state.subgraphs.isUnused(number) {
        numbers[index] = number
        evaluator.state.subgraphs.reserveDefinition(number)
      } else {
        numbers[index] = evaluator.state.subgraphs.makeDefinitionID()
      }
      let name = Edit.freshName(wanted.name) { names.contains($0) }
      names.insert(name)
      let source = loaded.subgraph(index, codes(of: index))
      var definition = SubgraphDefinition(copying: source, id: DefinitionID(numbers[index]), name: name)
      for place in definition.children.indices {
        let inner = loaded.groups.place(of: DefinitionID(definition.children[place].definition)) ?? 0
        definition.children[place].definition = numbers[inner]
      }
      evaluator.state.setDefinition(numbers[index], to: definition)
    }
  }

  /// The code of the nodes of a definition.
  private func codes(of index: Int) -> [SubgraphDefinition.Code?] {
    loaded.kinds.nodes[index].enumerated().map { place, resolved in
      guard let resolved else { return nil }
      let topology = evaluator.state.graph.storage
      if resolved.code.source == .registered,
        let shape = topology.value.shape(ofKind: document.definitions[index].nodes[place].kind)
      {
        return .shape(shape)
      }
      // It is that of several nodes, and so stays.
      let shape = topology.value.makeShape(resolved.definition.kind, isOwn: false)
      evaluator.state.install(resolved.definition, at: shape)
      evaluator.state.makeRoom()
      return .shape(shape)
    }
  }
}

/// Nodes and instances of a fragment on their way into a scope.
struct GroupPasting {
  private let edit: Edit
  private let reading: DocumentReading
  private let fragment: GraphDocument
  private var definitions: DefinitionPasting
  private(set) var ids: [NodeID: NodeID] = [:]

  init(_ edit: Edit, _ fragment: GraphDocument, _ reading: DocumentReading) throws(DocumentError) {
    self.edit = edit
    self.reading = reading
    self.fragment = fragment
    definitions = try DefinitionPasting(edit.evaluator, fragment, reading)
  }

  private var document: GraphDocument { definitions.document }
  /// Which definition of the graph one of the fragment is, by place.
  var numbers: [UInt32] { definitions.numbers }

  mutating func add(offset: GraphPoint, naming: (String) -> String) throws(DocumentError) {
    try definitions.addDefinitions()
    var pasting = try Pasting(
      edit, GraphDocument(nodes: fragment.nodes), reading, unknown: definitions.loaded.kinds.unknown,
      outputs: definitions.outputs)
    try pasting.addNodes(offset: offset, naming: naming)
    ids = pasting.ids
    try addInstances(offset)
    try edit.connect(document.nodes, ids)
    for placed in definitions.loaded.groups.placed where placed.parent == nil {
      let instance = document.instances[placed.instance]
      for connection in instance.connections {
        try edit.connect(connection, to: instance.id.node, ids, at: path(of: placed).appending("inputs"))
      }
    }
    // Inside a group, all instances begin with what the definitions say.
    if !edit.editsDefinition { try order() }
  }

  private func path(of placed: DocumentGroups.Placed) -> DocumentPath { .instance(placed.instance) }

  // MARK: Instances

  private mutating func addInstances(_ offset: GraphPoint) throws(DocumentError) {
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
            instanceOf: DefinitionID(numbers[placed.definition]), named: source.name,
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
      if !edit.editsDefinition { try giveValues(of: source, at: placed) }
    }
  }

  /// Gives nodes what the fragment says of them beside their definition.
  private func giveValues(of source: DocumentInstance, at placed: DocumentGroups.Placed) throws(DocumentError) {
    let kinds = definitions.loaded.kinds
    for (place, values) in source.values.enumerated() {
      guard let id = source.members.first(where: { $0.inner == values.inner })?.node, let node = ids[id],
        let member = kinds.places[placed.definition][values.inner], let kind = kinds.nodes[placed.definition][member]
      else { continue }
      let path = DocumentPath.instance(placed.instance).appending("values").appending(place)
      if kind.definition.isUnknown {
        var kept = kind.kept
        (kept.literals, kept.value, kept.others) = (values.literals, values.value, values.others)
        edit.evaluator.keep(kept, of: node)
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
      edit.evaluator.keep(kept.isEmpty ? nil : kept, of: node)
    }
  }

  /// Puts connections of inputs in the order that instances say.
  private func order() throws(DocumentError) {
    for placed in definitions.loaded.groups.placed {
      do throws(GraphError) {
        try edit.order(document.instances[placed.instance]) { ids[$0] }
      } catch {
        throw DocumentError(
          .connection, at: path(of: placed).appending("orders"), edit.evaluator.subgraphs.describe(error))
      }
    }
  }

  /// Connects what was connected to something outside the fragment, where that exists and fits.
  func connectOuter() { edit.connect(definitions.outer, ids) }
}

extension Edit {
  /// Puts connections of inputs in the order that an instance of a document says, if all of them are there.
  ///
  /// - Parameters:
  ///   - instance: The instance.
  ///   - id: Gives the node that a node of the document has become.
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
