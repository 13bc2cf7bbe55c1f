// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Builds the graph of a document in an empty evaluator.
struct DocumentLoader {
  /// A definition and the shape of its nodes.
  private struct Made {
    let definition: NodeDefinition
    let shape: UInt32

    var name: String { definition.kind.name }

    func input(_ name: String) -> Int? { definition.kind.position(ofInput: name) }

    func output(_ name: String) -> Int? { definition.kind.position(ofOutput: name) }
  }

  private let evaluator: Evaluator
  private var document: GraphDocument
  private let plan: DocumentPlan
  private let groups: LoadedGroups?
  private let view: GraphViewState?
  private let modes: [NodeID: NodeMode]
  private let looks: DocumentLooks
  private let reading: DocumentReading
  private(set) var faults: DocumentFaults
  private var unknown: UnknownKinds

  /// Nodes that share a definition.
  private enum Sharing: Hashable {
    case kind(String)
    /// The nodes in instances of a definition that are made from one of its nodes, by its place.
    case member(Int, of: Int)
  }

  /// The indices in `made` of definitions that several nodes share.
  private var kinds: [Sharing: Int] = [:]
  private var made: [Made] = []
  /// For each node of the document, its index in `made`, or −1 if the node could not be made.
  private var kindOfNode: [Int]
  /// The connections of instances for which a fault was noted.
  private var complained: Set<DocumentExpansion.Wire> = []

  init(
    _ evaluator: Evaluator, _ document: GraphDocument, _ reading: DocumentReading, isRepairing: Bool
  ) throws(DocumentError) {
    self.evaluator = evaluator
    self.document = document
    self.reading = reading
    (modes, looks) = (document.modes, document.looks)
    faults = DocumentFaults(isRepairing: isRepairing)
    if document.hasGroups {
      let groups = try LoadedGroups(&self.document, evaluator, reading, &faults)
      // The selection may contain instances.
      view = self.document.view
      (self.document, unknown) = (groups.expansion.document, groups.kinds.unknown)
      self.document.view = nil
      plan = try DocumentPlan(&self.document, &faults)
      kindOfNode = Array(repeating: -1, count: self.document.nodes.count)
      self.groups = groups
      return
    }
    plan = try DocumentPlan(&self.document, &faults)
    view = self.document.view
    groups = nil
    kindOfNode = Array(repeating: -1, count: document.nodes.count)
    unknown = UnknownKinds(of: self.document) { node, _ in evaluator.hasCode(for: node, reading) }
  }

  private var topology: StateBox<Topology> { evaluator.state.graph.storage }

  mutating func load() throws(DocumentError) {
    let slots = plan.ids.lazy.map { Int($0.slot) + 1 }.max() ?? 0
    topology.value.beginLoading(slots: slots, nodes: document.nodes.count)
    for index in plan.order { try makeNode(Int(index)) }
    topology.value.endLoading()
    evaluator.state.makeRoom()
    for index in plan.order where kindOfNode[Int(index)] >= 0 { try equip(Int(index)) }
    evaluator.state.makeRoom()
    let instances = groups.map { finish($0) } ?? [:]
    evaluator.state.documents.header = document.header
    evaluator.state.documents.header.view = movedView(instances)
    try giveModes(instances)
    try giveLooks(instances)
  }

  /// The view state of the document, with the ids that nodes and instances have got.
  private func movedView(_ instances: [InstanceID: UInt32]) -> GraphViewState? {
    guard var view else { return nil }
    view.selection = view.selection.compactMap { id in
      if let instance = InstanceID(id) { return instances[instance].map { InstanceID(index: $0, tag: 0).node } }
      return plan.keepsIDs ? id : plan.place(of: id).map { plan.ids[$0] }
    }
    return view
  }

  /// The path for faults about the kind of a node.
  private static func path(_ index: Int, _ groups: LoadedGroups?) -> DocumentPath {
    groups?.expansion.path(of: index) ?? .node(index)
  }

  /// The path for faults about the values of a node.
  private static func valuesPath(_ index: Int, _ groups: LoadedGroups?) -> DocumentPath {
    groups?.expansion.valuesPath(of: index) ?? .node(index)
  }

  // MARK: Nodes and connections

  private mutating func makeNode(_ index: Int) throws(DocumentError) {
    guard let kind = try kind(of: index) else { return }
    kindOfNode[index] = kind
    let id = plan.ids[index]
    topology.value.load(id, shape: made[kind].shape)
    if let name = document.nodes[index].name { topology.value.rename(id.slot, to: name) }
    if let position = document.nodes[index].position { topology.value.move(id.slot, to: position) }
    let start = Int(plan.starts[index])
    for ordinal in document.nodes[index].connections.indices {
      let source = Int(plan.sources[start + ordinal])
      if let wire = groups?.expansion.wires[index]?[ordinal] {
        guard try fits(wire, document.nodes[index].connections[ordinal], from: source) else { continue }
      }
      try connect(document.nodes[index].connections[ordinal], from: source, to: index)
    }
  }

  private mutating func connect(
    _ connection: DocumentConnection, from source: Int, to index: Int
  ) throws(DocumentError) {
    let path = { [groups] in Self.path(index, groups).appending("inputs") }
    // For a source that could not be made, a fault was noted already.
    guard kindOfNode[source] >= 0 else { return }
    let (giver, taker) = (kindOfNode[source], kindOfNode[index])
    try topology.value.load(
      connection, from: plan.ids[source], output: made[giver].output(connection.output), to: plan.ids[index],
      input: made[taker].input(connection.input), at: path, &faults)
  }

  /// Whether a source of the root fits the port of an instance. It fits all inputs to which the port leads, or none.
  private mutating func fits(
    _ wire: DocumentExpansion.Wire, _ connection: DocumentConnection, from source: Int
  ) throws(DocumentError) -> Bool {
    guard kindOfNode[source] >= 0, let groups else { return false }
    let given = made[kindOfNode[source]]
    let output = NamedPort(
      name: connection.output, member: given.name,
      found: .init(connection.output, of: 0, given.definition.kind, isInput: false))
    let path = DocumentPath.instance(wire.instance).appending("inputs")
    guard let fault = NamedPort.fault(from: output, to: groups.input(of: wire), at: path) else { return true }
    if complained.insert(wire).inserted { try faults.note(fault) }
    return false
  }

  // MARK: Kinds

  /// The index in `made` of a node's definition; `nil` if it has none.
  private mutating func kind(of index: Int) throws(DocumentError) -> Int? {
    let name = document.nodes[index].kind
    if let groups, let origin = groups.expansion.origin(of: index) {
      let definition = groups.definition(of: origin)
      // The definition that is made of its text may depend on the types that it reads in this instance.
      if groups.kinds.nodes[definition][origin.node]?.code.source == .reading, let code = try code(of: index) {
        return makeKind(code.definition)
      }
      return kind(ofMember: origin.node, of: definition)
    }
    if !document.nodes[index].isOwn, let kind = kinds[.kind(name)] { return kind }
    return try code(of: index).map { kind(of: $0, named: name) }
  }

  /// The code of a node, made for the types that it reads in its place; `nil` if the application makes none.
  private mutating func code(of index: Int) throws(DocumentError) -> NodeCode? {
    let groups = groups
    do throws(DocumentError) {
      return try NodeCode(
        of: document.nodes[index], unknown, reading, evaluator, at: Self.path(index, groups)
      ) { make in
        var types: [String: PortType] = [:]
        let start = Int(plan.starts[index])
        for (ordinal, connection) in document.nodes[index].connections.enumerated() {
          let source = kindOfNode[Int(plan.sources[start + ordinal])]
          guard source >= 0 else { continue }
          types[connection.input] = made[source].definition.kind.outputs.first { $0.name == connection.output }?.type
        }
        return try make(document.nodes[index], topology.value.own(plan.ids[index]), types)
      }
    } catch {
      try faults.note(error)
      return nil
    }
  }

  /// The index in `made` of the definition in a code. Nodes of a kind share it; others share one of their own if they can.
  private mutating func kind(of code: NodeCode, named name: String, sharing own: Sharing? = nil) -> Int {
    let isKnown = code.source == .registered || code.source == .unknown
    guard let sharing = isKnown ? .kind(name) : own else { return makeKind(code.definition) }
    if let kind = kinds[sharing] { return kind }
    let shape = code.source == .registered ? topology.value.shape(ofKind: name) : nil
    let kind = makeKind(code.definition, shape: shape, isOwn: false)
    kinds[sharing] = kind
    return kind
  }

  /// The index in `made` of the definition of a member of a subgraph definition.
  private mutating func kind(ofMember node: Int, of definition: Int) -> Int? {
    guard let groups, let code = groups.kinds.nodes[definition][node]?.code else { return nil }
    let name = groups.document.definitions[definition].nodes[node].kind
    return kind(of: code, named: name, sharing: .member(node, of: definition))
  }

  private mutating func makeKind(_ definition: NodeDefinition, shape: UInt32? = nil, isOwn: Bool = true) -> Int {
    let known = shape ?? topology.value.makeShape(definition.kind, isOwn: isOwn)
    if shape == nil { evaluator.state.install(definition, at: known) }
    made.append(Made(definition: definition, shape: known))
    return made.count - 1
  }

  // MARK: Values

  /// Sets the status and the literals of a node and, for a source, its value.
  private mutating func equip(_ index: Int) throws(DocumentError) {
    let definition = made[kindOfNode[index]].definition
    let slot = plan.ids[index].slot
    evaluator.state.beginStatus(of: slot)
    var kept = DocumentState.KeptFields()
    if definition.isUnknown {
      kept = .of(document.nodes[index])
    } else {
      let values = try values(of: index, definition)
      kept = values.kept(beside: document.nodes[index].others)
      // The application's fields are dropped only for nodes outside of instances: for those in instances it does not write them.
      if !kept.others.isEmpty, groups?.expansion.origin(of: index) == nil {
        reading.dropFields(of: document.nodes[index].kind, &kept.others)
      }
      if let initial = values.value ?? definition.initial {
        let cell = topology.value.cell(of: slot, output: 0)
        _ = evaluator.state.nodes.give(initial, to: slot, cell: cell)
      }
      for (input, literal) in values.literals { give(literal, to: InputPlace(node: slot, input: input)) }
    }
    if !kept.isEmpty { evaluator.state.documents.kept[topology.value.own(plan.ids[index])] = kept }
  }

  private mutating func values(of index: Int, _ definition: NodeDefinition) throws(DocumentError) -> DocumentedValues {
    let groups = groups
    return try DocumentedValues(
      document.nodes[index].value, document.nodes[index].literals, of: definition, by: reading.literals,
      at: Self.valuesPath(index, groups)
    ) { (_, error) throws(DocumentError) in try faults.note(error) }
  }

  private func give(_ literal: ErasedDefault, to place: InputPlace) {
    let index = evaluator.state.nodes.literalType(literal.type.port.identity) { literal.type }
    let cell = topology.value.makeLiteralCell(words: literal.type.port.words, index: index)
    evaluator.state.makeRoom()
    evaluator.state.nodes.arena.initialize(cell, literal.type, to: literal.value)
    topology.value.loadLiteral(place, cell: cell)
  }

  /// Sets the modes of nodes and instances: muted or bypassed.
  private mutating func giveModes(_ instances: [InstanceID: UInt32]) throws(DocumentError) {
    for (member, mode) in modes.sorted(by: { NodeID.precedes($0.key, $1.key) }) {
      if let id = id(of: member, instances) {
        evaluator.state.reach.modes.set(mode, of: id)
      } else {
        try faults.noteMode(of: member)
      }
    }
    evaluator.state.settleModes(hasSteps: true)
    evaluator.state.reach.modes.forgetChanged()
  }

  /// The id that a node or an instance of the document got in the graph.
  private func id(of member: NodeID, _ instances: [InstanceID: UInt32]) -> NodeID? {
    if let instance = InstanceID(member) {
      return instances[instance].map { evaluator.state.scopes.subgraphs.id(of: $0).node }
    }
    guard let place = plan.place(of: member), kindOfNode[place] >= 0 else { return nil }
    return topology.value.id(of: plan.ids[place].slot)
  }

  /// Sets the looks of nodes, instances and connections from the document.
  private mutating func giveLooks(_ instances: [InstanceID: UInt32]) throws(DocumentError) {
    if looks.isEmpty { return }
    var faults = faults
    let sheet = try evaluator.sheet(of: looks, &faults) { member in
      id(of: member, instances).flatMap { evaluator.state.isRootMember($0) ? $0 : nil }
    }
    evaluator.state.looks.replace(by: sheet)
    self.faults = faults
  }

  // MARK: Groups

  /// Stores definitions and instances.
  ///
  /// - Returns: The indices of instances, by their ids.
  private mutating func finish(_ groups: LoadedGroups) -> [InstanceID: UInt32] {
    for (index, definition) in groups.document.definitions.enumerated() {
      let codes = definition.nodes.indices.map { place -> SubgraphDefinition.Code? in
        guard let kind = kind(ofMember: place, of: index) else { return nil }
        return .shape(made[kind].shape)
      }
      evaluator.state.enter(groups.subgraph(index, codes))
    }
    evaluator.state.makeRoom()
    let first = document.nodes.count - groups.expansion.origins.count
    return groups.enterInstances(in: evaluator) { topology.value.id(of: plan.ids[first + $0].slot) }
  }
}
