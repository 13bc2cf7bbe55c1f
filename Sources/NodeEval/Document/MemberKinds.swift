// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What the nodes of the definitions of a document are, and whether ports, types and values fit.
///
/// This is decided once for a definition, not in each instance, so that all are of the same shape.
struct MemberKinds {
  /// Where the definition of a node comes from.
  enum Source {
    /// A kind that is registered.
    case registered
    /// There is no code, and all nodes of the kind share its ports.
    case unknown
    /// It is the node's own.
    case single
    /// An application makes it of what the document says.
    case reading
  }

  /// What a node of a definition is, and what it begins with.
  struct Resolved {
    let definition: NodeDefinition
    let source: Source
    var literals: [SubgraphDefinition.Literal] = []
    var initial: SubgraphDefinition.Value?
    var kept = DocumentState.Kept()

    /// Whether it converts, or has no code and may turn out to.
    var mayConvert: Bool {
      definition.conversion != nil
        || definition.isUnknown && definition.kind.inputs.count == 1 && definition.kind.outputs.count == 1
    }
  }

  /// By definition and place there.
  private(set) var nodes: [[Resolved?]]
  /// The literals of instances, by definition and place there.
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
    unknown = UnknownKinds(ofGroups: document, whole: whole) { node, definition in
      if reading.definitions[node.kind] != nil { return true }
      if node.isOwn {
        return Self.ownName(of: node, in: definition.map { definitions[$0] }).map { reading.own[$0] != nil } ?? false
      }
      return evaluator.state.topology.shape(ofKind: node.kind) != nil
    }
    // The instances through which application code gets to know the nodes.
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

  /// By what name ``DocumentReading/own`` has the definition of a node.
  static func ownName(of node: DocumentNode, in definition: DocumentDefinition?) -> String? {
    guard let name = node.name else { return nil }
    return definition.map { "\($0.name) › \(name)" } ?? name
  }

  private func path(_ index: Int) -> DocumentPath { DocumentPath([.key("definitions"), .index(index)]) }

  // MARK: Nodes

  private mutating func resolve(
    _ definition: inout DocumentDefinition, at index: Int, _ user: DocumentInstance?, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var dropped: Set<Int> = []
    for place in groups.nodeOrders[index] {
      let node = definition.nodes[place]
      let path = path(index).appending("nodes").appending(place)
      if node.isOwn, let name = Self.ownName(of: node, in: definition), let own = reading.own[name] {
        nodes[index][place] = Resolved(definition: own, source: .single)
      } else if let make = reading.definitions[node.kind] {
        var shown = node
        shown.id = user?.members.first { $0.inner == node.id }?.node ?? NodeID(slot: .max, generation: 0)
        do {
          let made = try make(shown, evaluator.state.topology.own(shown.id), types(of: node, in: definition, at: index))
          nodes[index][place] = Resolved(definition: made, source: .reading)
        } catch let error as DocumentError {
          try faults.note(DocumentError(error.code, at: DocumentPath(path.steps + error.path.steps), error.reason))
          dropped.insert(place)
        } catch {
          try faults.note(.kind, at: path, "\(error)")
          dropped.insert(place)
        }
      } else if let missing = unknown.definition(of: node, in: index) {
        nodes[index][place] = Resolved(definition: missing.definition, source: missing.isShared ? .unknown : .single)
      } else if let known = evaluator.state.kernels.definitions[node.kind] {
        nodes[index][place] = Resolved(definition: known, source: .registered)
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

  /// What flows into the inputs of a node from members of its definition.
  private func types(of node: DocumentNode, in definition: DocumentDefinition, at index: Int) -> [String: PortType] {
    var types: [String: PortType] = [:]
    for connection in node.connections {
      let end = DocumentDefinition.End(connection.source, connection.output)
      types[connection.input] = output(end, of: definition, at: index)
    }
    return types
  }

  /// The type of what a member gives; `nil` if it has no such output.
  private func output(_ end: DocumentDefinition.End, of definition: DocumentDefinition, at index: Int) -> PortType? {
    guard let place = places[index][end.member] else { return nil }
    if InstanceID(end.member) == nil {
      return nodes[index][place]?.definition.kind.outputs.first { $0.name == end.port }?.type
    }
    return groups.place(of: definition.instances[place].definition).flatMap { outputs[$0][end.port] }
  }

  /// What a member takes; `nil` if it has no such input.
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
    // Whether it takes many was compared before.
    return groups.place(of: definition.instances[place].definition).flatMap { inputs[$0][end.port] }.map { ($0, false) }
  }

  private mutating func giveValues(
    to node: inout DocumentNode, at index: Int, _ place: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    guard var resolved = nodes[index][place] else { return }
    let path = path(index).appending("nodes").appending(place)
    let kind = resolved.definition.kind
    if resolved.definition.isUnknown {
      resolved.kept = .of(node)
      nodes[index][place] = resolved
      return
    }
    resolved.kept.others = node.others
    resolved.initial = resolved.definition.initial.map { .init(type: $0.type, value: $0.type.keep($0.value)) }
    if let value = node.value {
      do throws(DocumentError) {
        if let initial = resolved.definition.initial {
          resolved.initial = try reading.decode(value, initial.type.port, at: path.appending("value"))
        } else {
          resolved.kept.state = try reading.literals.state(
            value, of: resolved.definition.kernel, kind.name, at: path.appending("value"))
        }
      } catch {
        try faults.note(error)
        node.value = nil
        hasDropped = true
      }
    }
    for (name, value) in node.literals.sorted(by: { $0.key < $1.key }) {
      let path = path.appending("literals").appending(name)
      do throws(DocumentError) {
        guard let input = kind.position(ofInput: name) else {
          throw DocumentError(.port, at: path, "\(kind.name) has no input '\(name)'")
        }
        guard kind.inputs[input].arity == .one else {
          throw DocumentError(.port, at: path, "'\(name)' takes many connections, and so no literal")
        }
        let decoded = try reading.decode(value, kind.inputs[input].type, at: path)
        resolved.literals.append(.init(input: UInt32(input), value: decoded))
      } catch {
        try faults.note(error)
        node.literals[name] = nil
        hasDropped = true
      }
    }
    resolved.literals.sort { $0.input < $1.input }
    nodes[index][place] = resolved
  }

  /// What an instance says of a node, in place of what its definition says.
  func values(
    _ values: DocumentInstance.Values, of resolved: Resolved, _ kind: String, at path: DocumentPath
  ) throws(DocumentError) -> Resolved {
    var given = Resolved(definition: resolved.definition, source: resolved.source)
    given.kept.others = values.others
    if let value = values.value {
      if let initial = resolved.definition.initial {
        given.initial = try reading.decode(value, initial.type.port, at: path.appending("value"))
      } else {
        given.kept.state = try reading.literals.state(
          value, of: resolved.definition.kernel, kind, at: path.appending("value"))
      }
    }
    for (name, value) in values.literals.sorted(by: { $0.key < $1.key }) {
      let path = path.appending("literals").appending(name)
      let inputs = resolved.definition.kind.inputs
      guard let input = resolved.definition.kind.position(ofInput: name), inputs[input].arity == .one else {
        throw DocumentError(.port, at: path, "\(kind) has no input '\(name)' that takes a literal")
      }
      let decoded = try reading.decode(value, inputs[input].type, at: path)
      given.literals.append(.init(input: UInt32(input), value: decoded))
    }
    return given
  }

  // MARK: Ports

  private mutating func examinePorts(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for place in definition.inputs.indices {
      let port = definition.inputs[place]
      let path = path(index).appending("inputs").appending(place)
      var type = PortType.unknown
      var kept: [DocumentDefinition.End] = []
      for end in port.ends {
        let isInstance = InstanceID(end.member) != nil
        if let input = input(end, of: definition, at: index) {
          if !isInstance, input.takesMany != port.takesMany {
            try note(.port, at: path, "'\(end.port)' takes another number of connections than '\(port.name)'", &faults)
          } else if !input.type.fits(type) {
            try note(.type, at: path, "'\(end.port)' takes \(input.type), and another end \(type)", &faults)
          } else {
            if type == .unknown { type = input.type }
            kept.append(end)
          }
        } else {
          try note(.port, at: path, "'\(end.port)' is no input of a member", &faults)
        }
      }
      definition.inputs[place].ends = kept
      inputs[index][port.name] = type
    }
    for place in definition.outputs.indices {
      let port = definition.outputs[place]
      guard let end = port.ends.first, let type = output(end, of: definition, at: index) else {
        let path = path(index).appending("outputs").appending(place)
        try note(.port, at: path, "'\(port.ends.first?.port ?? "")' is no output of a member", &faults)
        definition.outputs[place].ends = []
        continue
      }
      outputs[index][port.name] = type
    }
  }

  private mutating func note(
    _ code: DocumentError.Code, at path: DocumentPath, _ reason: String, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    try faults.note(code, at: path, reason)
    hasDropped = true
  }

  // MARK: Connections

  private mutating func examineConnections(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let exposed = Set(definition.inputs.flatMap(\.ends))
    for place in definition.nodes.indices {
      guard let kind = nodes[index][place]?.definition.kind else { continue }
      let path = path(index).appending("nodes").appending(place).appending("inputs")
      var occupied: Set<String> = []
      var kept: [DocumentConnection] = []
      for connection in definition.nodes[place].connections {
        guard let input = kind.position(ofInput: connection.input).map({ kind.inputs[$0] }) else {
          try note(.port, at: path, "\(kind.name) has no input '\(connection.input)'", &faults)
          continue
        }
        guard try fits(connection, input.type, definition, at: index, path, &faults) else { continue }
        if input.arity == .one {
          let isPort = exposed.contains(.init(definition.nodes[place].id, connection.input))
          guard !isPort, occupied.insert(connection.input).inserted else {
            let reason = isPort ? "is a port, and takes no connection here" : "takes one connection only"
            try note(.connection, at: path, "'\(connection.input)' \(reason)", &faults)
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
    let source = DocumentDefinition.End(connection.source, connection.output)
    guard let given = output(source, of: definition, at: index) else {
      let reason = "there is no output '\(connection.output)', which is connected to '\(connection.input)'"
      try note(.port, at: path, reason, &faults)
      return false
    }
    if given.fits(type) { return true }
    let reason = "'\(connection.input)' takes \(type), but '\(connection.output)' gives \(given)"
    try note(.type, at: path, reason, &faults)
    return false
  }

  private mutating func examineInstances(
    _ definition: inout DocumentDefinition, at index: Int, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    for place in definition.instances.indices {
      let instance = definition.instances[place]
      let path = path(index).appending("instances").appending(place)
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
          // What nobody can read yet is kept as it is.
          let decoded =
            try type == .unknown
            ? SubgraphDefinition.Value(unread: value) : reading.decode(value, type, at: path)
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

  /// The number that an input of a definition gets: its place.
  private func port(_ name: String, of definition: Int) -> UInt32 {
    inputPlaces[definition][name] ?? 0
  }
}

extension DocumentReading {
  /// A value of a type, as a definition has it.
  func decode(
    _ value: DocumentValue, _ type: PortType, at path: DocumentPath
  ) throws(DocumentError) -> SubgraphDefinition.Value {
    try literals.decode(value, type, at: path)
  }
}

extension LiteralCoding {
  /// A value of a type, as a definition has it.
  func decode(
    _ value: DocumentValue, _ type: PortType, at path: DocumentPath
  ) throws(DocumentError) -> SubgraphDefinition.Value {
    let codec = try codec(of: type, at: path)
    do {
      return .init(type: codec.type, value: codec.type.keep(try codec.decode(value)))
    } catch {
      throw DocumentError(coding: error, at: path)
    }
  }
}
