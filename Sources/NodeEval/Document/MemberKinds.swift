// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The code of the nodes in a document's definitions, after checking that ports, types and values fit.
///
/// This is decided once for a definition, not in each instance, so that all instances have the same structure.
struct MemberKinds {
  /// The code of a node in a definition, with its initial values.
  struct Resolved {
    let code: NodeCode
    var literals: [SubgraphDefinition.Literal] = []
    var initial: SubgraphDefinition.MemberValue?
    var kept = DocumentState.KeptFields()

    var definition: NodeDefinition { code.definition }

    /// Whether it is a conversion node, or has no code and may become one.
    var mayConvert: Bool {
      definition.conversion != nil
        || definition.isUnknown && definition.kind.inputs.count == 1 && definition.kind.outputs.count == 1
    }
  }

  /// The nodes, by definition and place in it.
  private(set) var nodes: [[Resolved?]]
  /// The literals of instances, by definition and place in it.
  private(set) var literals: [[[SubgraphDefinition.Literal]]]
  /// The ports of definitions: inputs, then outputs, each with its place as its id.
  private(set) var ports: [[SubgraphDefinition.Port]]
  /// The wires of definitions, in order.
  private(set) var wires: [[SubgraphDefinition.Wire]]
  /// The places in `ports` of inputs and of outputs, by their names.
  private var inputs: [[String: Int]]
  private var outputs: [[String: Int]]
  /// The places of members by their ids.
  private(set) var places: [[NodeID: Int]]
  let unknown: UnknownKinds
  /// Whether something was dropped, so that the document has to be examined again.
  private(set) var hasDropped = false
  private let evaluator: Evaluator
  private let reading: DocumentReading
  private let groups: DocumentGroups

  init(
    _ document: inout GraphDocument, whole: [DocumentNode]? = nil, _ groups: DocumentGroups, _ evaluator: Evaluator,
    _ reading: DocumentReading, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    self.evaluator = evaluator
    self.reading = reading
    self.groups = groups
    let definitions = document.definitions
    nodes = definitions.map { Array(repeating: nil, count: $0.nodes.count) }
    literals = definitions.map { Array(repeating: [], count: $0.instances.count) }
    ports = Array(repeating: [], count: definitions.count)
    wires = Array(repeating: [], count: definitions.count)
    inputs = Array(repeating: [:], count: definitions.count)
    outputs = inputs
    places = definitions.map { Self.places(of: $0) }
    unknown = UnknownKinds(of: document, whole: whole) { evaluator.hasCode(for: $0, in: $1, reading) }
    // The instances whose nodes application code receives.
    var users: [Int: DocumentInstance] = [:]
    for placed in groups.placed where users[placed.definition] == nil {
      users[placed.definition] = document.instances[placed.instance]
    }
    for index in groups.order {
      try resolve(&document.definitions[index], at: index, users[index], &faults)
      try examinePorts(&document.definitions[index], at: index, &faults)
      try examineConnections(&document.definitions[index], at: index, &faults)
      try readLiterals(&document.definitions[index], at: index, &faults)
    }
  }

  private static func places(of definition: DocumentDefinition) -> [NodeID: Int] {
    Dictionary(
      uniqueKeysWithValues: Array(zip(definition.nodes.map(\.id), 0...))
        + Array(zip(definition.instances.map(\.id.node), 0...)))
  }

  // MARK: Nodes

  private mutating func resolve(
    _ definition: inout DocumentDefinition, at index: Int, _ user: DocumentInstance?, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var dropped: Set<Int> = []
    for place in groups.nodeOrders[index] {
      let node = definition.nodes[place]
      let path = DocumentPath.definition(index).appending("nodes").appending(place)
      do throws(DocumentError) {
        let code = try NodeCode(of: node, in: (index, definition), unknown, reading, evaluator, at: path) { make in
          var shown = node
          shown.id = user?.members.first { $0.inner == node.id }?.node ?? NodeID(slot: .max, generation: 0)
          return try make(shown, evaluator.state.topology.own(shown.id), types(of: node, in: definition, at: index))
        }
        nodes[index][place] = Resolved(code: code)
      } catch {
        try faults.note(error)
        dropped.insert(place)
      }
      if !dropped.contains(place) { try giveValues(to: &definition.nodes[place], at: index, place, &faults) }
    }
    if dropped.isEmpty { return }
    hasDropped = true
    definition.nodes = definition.nodes.indices.filter { !dropped.contains($0) }.map { definition.nodes[$0] }
    nodes[index] = nodes[index].indices.filter { !dropped.contains($0) }.map { nodes[index][$0] }
    places[index] = Self.places(of: definition)
  }

  /// The types that the inputs of a node read from members of its definition.
  private func types(of node: DocumentNode, in definition: DocumentDefinition, at index: Int) -> [String: PortType] {
    var types: [String: PortType] = [:]
    for connection in node.connections {
      let end = DocumentDefinition.End(connection.source, connection.output)
      types[connection.input] = port(end, isInput: false, of: definition, at: index).found?.type
    }
    return types
  }

  /// A port of a member of a definition, with the name of the instance or the kind of the node.
  func port(
    _ end: DocumentDefinition.End, isInput: Bool, of definition: DocumentDefinition, at index: Int
  ) -> NamedPort {
    guard let place = places[index][end.member] else {
      return NamedPort(name: end.port, member: end.member.memberText, found: nil)
    }
    guard let instance = InstanceID(end.member) else {
      let kind = nodes[index][place]?.definition.kind
      let found = kind.flatMap { NamedPort.Found(end.port, of: end.member.slot, $0, isInput: isInput) }
      return NamedPort(name: end.port, member: kind?.name ?? end.member.memberText, found: found)
    }
    let port = self.port(end.port, of: definition.instances[place].definition, isInput: isInput)
    // An output without a source gives no values.
    let found = port.flatMap { isInput || !$0.ends.isEmpty ? NamedPort.Found($0, of: instance.index) : nil }
    return NamedPort(
      name: end.port, member: definition.instances[place].name ?? end.member.memberText, found: found)
  }

  /// A port of a definition.
  func port(_ name: String, of definition: DefinitionID, isInput: Bool) -> SubgraphDefinition.Port? {
    guard let index = groups.place(of: definition) else { return nil }
    return (isInput ? inputs : outputs)[index][name].map { ports[index][$0] }
  }

  private mutating func giveValues(
    to node: inout DocumentNode, at index: Int, _ place: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    guard var resolved = nodes[index][place] else { return }
    let path = DocumentPath.definition(index).appending("nodes").appending(place)
    if resolved.definition.isUnknown {
      resolved.kept = .of(node)
      nodes[index][place] = resolved
      return
    }
    let values = try DocumentedValues(
      node.value, node.literals, of: resolved.definition, by: reading.literals, at: path
    ) { (part, error) throws(DocumentError) in
      try faults.note(error)
      hasDropped = true
      switch part {
      case .value: node.value = nil
      case .literal(let name): node.literals[name] = nil
      }
    }
    resolved.kept = values.kept(beside: node.others)
    resolved.initial = (values.value ?? resolved.definition.initial)?.declared
    resolved.literals = values.declaredLiterals
    nodes[index][place] = resolved
  }

  // MARK: Ports

  private mutating func examinePorts(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for isInput in [true, false] {
      let list: WritableKeyPath<DocumentDefinition, [DocumentDefinition.Port]> = isInput ? \.inputs : \.outputs
      let names: WritableKeyPath<Self, [[String: Int]]> = isInput ? \.inputs : \.outputs
      for place in definition[keyPath: list].indices {
        let listed = definition[keyPath: list][place]
        let path = DocumentPath.definition(index).appending(isInput ? "inputs" : "outputs").appending(place)
        var port = SubgraphDefinition.Port(
          id: UInt32(ports[index].count), name: listed.name, isInput: isInput, type: .unknown,
          arity: listed.takesMany ? .many : .one, ends: [])
        let ends = listed.ends.map { self.port($0, isInput: isInput, of: definition, at: index) }
        let fitting = try port.lead(to: ends, at: path) { (_, error) throws(DocumentError) in try note(error, &faults) }
        definition[keyPath: list][place].ends = fitting.map { listed.ends[$0] }
        self[keyPath: names][index][port.name] = ports[index].count
        ports[index].append(port)
      }
    }
  }

  private mutating func note(_ error: DocumentError, _ faults: inout DocumentFaults) throws(DocumentError) {
    try faults.note(error)
    hasDropped = true
  }

  // MARK: Connections

  private mutating func examineConnections(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let exposed = Set(definition.inputs.flatMap(\.ends))
    for place in definition.nodes.indices where nodes[index][place] != nil {
      let (node, path) = (definition.nodes[place], DocumentPath.definition(index).appending("nodes").appending(place))
      definition.nodes[place].connections = try examine(
        node.connections, of: node.id, definition, at: index, exposed, path.appending("inputs"), &faults)
    }
    for place in definition.instances.indices {
      let instance = definition.instances[place]
      let path = DocumentPath.definition(index).appending("instances").appending(place)
      definition.instances[place].connections = try examine(
        instance.connections, of: instance.id.node, definition, at: index, exposed, path.appending("inputs"), &faults)
    }
    let instances = Set(definition.instances.map(\.id.index))
    wires[index] = wires[index].sorted(instances: instances, isNew: true)
  }

  /// Returns the connections of a member that fit, and adds their wires.
  private mutating func examine(
    _ connections: [DocumentConnection], of member: NodeID, _ definition: DocumentDefinition, at index: Int,
    _ exposed: Set<DocumentDefinition.End>, _ path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> [DocumentConnection] {
    var occupied: Set<String> = []
    var kept: [DocumentConnection] = []
    for connection in connections {
      let end = DocumentDefinition.End(member, connection.input)
      let target = port(end, isInput: true, of: definition, at: index)
      let source = port(.init(connection.source, connection.output), isInput: false, of: definition, at: index)
      guard let giver = source.found, let taker = target.found, giver.type.fits(taker.type) else {
        if let fault = NamedPort.fault(from: source, to: target, at: path) { try note(fault, &faults) }
        continue
      }
      if taker.arity == .one {
        let isPort = exposed.contains(end)
        guard !isPort, occupied.insert(connection.input).inserted else {
          try note(.occupied(connection.input, isPort: isPort, at: path), &faults)
          continue
        }
      }
      kept.append(connection)
      wires[index].append(.init(source: giver.end, target: taker.end))
    }
    return kept
  }

  private mutating func readLiterals(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for place in definition.instances.indices {
      let instance = definition.instances[place]
      let path = DocumentPath.definition(index).appending("instances").appending(place)
      for (name, value) in instance.literals.sorted(by: { $0.key < $1.key }) {
        let path = path.appending("literals").appending(name)
        do throws(DocumentError) {
          guard let port = port(name, of: instance.definition, isInput: true) else { continue }
          // A value that can't be read yet is kept as it is.
          let decoded =
            try port.type == .unknown
            ? SubgraphDefinition.MemberValue(unread: value)
            : reading.literals.decode(value, port.type, at: path).declared
          literals[index][place].append(.init(input: port.id, value: decoded))
        } catch {
          try faults.note(error)
          hasDropped = true
          definition.instances[place].literals[name] = nil
        }
      }
      literals[index][place].sort { $0.input < $1.input }
    }
  }
}
