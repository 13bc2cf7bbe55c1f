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
    var initial: SubgraphDefinition.Value?
    var kept = DocumentState.Kept()

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
  /// The types of ports by their names.
  private(set) var inputs: [[String: PortType]]
  private(set) var outputs: [[String: PortType]]
  /// The places of inputs by their names.
  private(set) var inputPlaces: [[String: UInt32]]
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
    inputs = Array(repeating: [:], count: definitions.count)
    outputs = inputs
    inputPlaces = definitions.map { definition in
      Dictionary(uniqueKeysWithValues: zip(definition.inputs.map(\.name), 0...))
    }
    places = definitions.map { definition in
      Dictionary(
        uniqueKeysWithValues: Array(zip(definition.nodes.map(\.id), 0...))
          + Array(zip(definition.instances.map(\.id.node), 0...)))
    }
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
      try examineInstances(&document.definitions[index], at: index, &faults)
    }
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
    places[index] = Dictionary(
      uniqueKeysWithValues: Array(zip(definition.nodes.map(\.id), 0...))
        + Array(zip(definition.instances.map(\.id.node), 0...)))
  }

  /// The types that the inputs of a node read from members of its definition.
  private func types(of node: DocumentNode, in definition: DocumentDefinition, at index: Int) -> [String: PortType] {
    var types: [String: PortType] = [:]
    for connection in node.connections {
      let end = DocumentDefinition.End(connection.source, connection.output)
      types[connection.input] = output(end, of: definition, at: index)
    }
    return types
  }

  /// The type of a member's output; `nil` if it has no such output.
  private func output(_ end: DocumentDefinition.End, of definition: DocumentDefinition, at index: Int) -> PortType? {
    guard let place = places[index][end.member] else { return nil }
    if InstanceID(end.member) == nil {
      return nodes[index][place]?.definition.kind.outputs.first { $0.name == end.port }?.type
    }
    return groups.place(of: definition.instances[place].definition).flatMap { outputs[$0][end.port] }
  }

  /// The type of a member's input, and whether it takes many connections; `nil` if it has no such input.
  private func input(
    _ end: DocumentDefinition.End, of definition: DocumentDefinition, at index: Int
  ) -> (type: PortType, takesMany: Bool)? {
    guard let place = places[index][end.member] else { return nil }
    if InstanceID(end.member) == nil {
      guard let kind = nodes[index][place]?.definition.kind, let input = kind.position(ofInput: end.port) else {
        return nil
      }
      return (kind.inputs[input].type, kind.inputs[input].arity == .many)
    }
    // Whether it takes many connections was checked before.
    return groups.place(of: definition.instances[place].definition).flatMap { inputs[$0][end.port] }.map { ($0, false) }
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
    for place in definition.inputs.indices {
      let port = definition.inputs[place]
      let path = DocumentPath.definition(index).appending("inputs").appending(place)
      var type = PortType.unknown
      var kept: [DocumentDefinition.End] = []
      for end in port.ends {
        let isInstance = InstanceID(end.member) != nil
        if let input = input(end, of: definition, at: index) {
          if !isInstance, input.takesMany != port.takesMany {
            try note(.otherArity(end.port, of: port.name, at: path), &faults)
          } else if !input.type.fits(type) {
            try note(.otherEnd(end.port, takes: input.type, but: type, at: path), &faults)
          } else {
            if type == .unknown { type = input.type }
            kept.append(end)
          }
        } else {
          try note(.noInput(end.port, of: title(of: end.member, in: definition, at: index), at: path), &faults)
        }
      }
      definition.inputs[place].ends = kept
      inputs[index][port.name] = type
    }
    for place in definition.outputs.indices {
      let port = definition.outputs[place]
      guard let end = port.ends.first, let type = output(end, of: definition, at: index) else {
        let path = DocumentPath.definition(index).appending("outputs").appending(place)
        let reason = "'\(port.ends.first?.port ?? "")' is not an output of a member"
        try note(DocumentError(.port, at: path, reason), &faults)
        definition.outputs[place].ends = []
        continue
      }
      outputs[index][port.name] = type
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
    for place in definition.nodes.indices {
      guard let kind = nodes[index][place]?.definition.kind else { continue }
      let path = DocumentPath.definition(index).appending("nodes").appending(place).appending("inputs")
      var occupied: Set<String> = []
      var kept: [DocumentConnection] = []
      for connection in definition.nodes[place].connections {
        guard let input = kind.position(ofInput: connection.input).map({ kind.inputs[$0] }) else {
          try note(.noInput(connection.input, of: kind.name, at: path), &faults)
          continue
        }
        guard try fits(connection, input.type, definition, at: index, path, &faults) else { continue }
        if input.arity == .one {
          let isPort = exposed.contains(.init(definition.nodes[place].id, connection.input))
          guard !isPort, occupied.insert(connection.input).inserted else {
            try note(.occupied(connection.input, isPort: isPort, at: path), &faults)
            continue
          }
        }
        kept.append(connection)
      }
      definition.nodes[place].connections = kept
    }
  }

  private mutating func fits(
    _ connection: DocumentConnection, _ type: PortType, _ definition: DocumentDefinition, at index: Int,
    _ path: DocumentPath, _ faults: inout DocumentFaults
  ) throws(DocumentError) -> Bool {
    let (input, output) = (connection.input, connection.output)
    guard let given = self.output(.init(connection.source, output), of: definition, at: index) else {
      let giver = title(of: connection.source, in: definition, at: index)
      try note(.noOutput(output, of: giver, for: input, at: path), &faults)
      return false
    }
    if given.fits(type) { return true }
    let giver = title(of: connection.source, in: definition, at: index)
    try note(.misfit(input, takes: type, output, of: giver, gives: given, at: path), &faults)
    return false
  }

  /// The kind of a node, or the name of an instance.
  private func title(of member: NodeID, in definition: DocumentDefinition, at index: Int) -> String {
    guard let place = places[index][member] else { return member.memberText }
    if InstanceID(member) == nil { return nodes[index][place]?.definition.kind.name ?? member.memberText }
    return definition.instances[place].name ?? member.memberText
  }

  private mutating func examineInstances(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for place in definition.instances.indices {
      let instance = definition.instances[place]
      let path = DocumentPath.definition(index).appending("instances").appending(place)
      guard let inner = groups.place(of: instance.definition) else { continue }
      var kept: [DocumentConnection] = []
      for connection in instance.connections {
        let type = inputs[inner][connection.input] ?? .unknown
        if try fits(connection, type, definition, at: index, path.appending("inputs"), &faults) {
          kept.append(connection)
        }
      }
      definition.instances[place].connections = kept
      for (name, value) in instance.literals.sorted(by: { $0.key < $1.key }) {
        let path = path.appending("literals").appending(name)
        do throws(DocumentError) {
          let type = inputs[inner][name] ?? .unknown
          // A value that can't be read yet is kept as it is.
          let decoded =
            try type == .unknown
            ? SubgraphDefinition.Value(unread: value) : reading.literals.decode(value, type, at: path).declared
          literals[index][place].append(.init(input: port(name, of: inner), value: decoded))
        } catch {
          try faults.note(error)
          hasDropped = true
          definition.instances[place].literals[name] = nil
        }
      }
      literals[index][place].sort { $0.input < $1.input }
    }
  }

  /// The number of an input of a definition, which is its place.
  private func port(_ name: String, of definition: Int) -> UInt32 {
    inputPlaces[definition][name] ?? 0
  }
}
