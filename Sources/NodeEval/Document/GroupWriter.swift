// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Writes definitions, each once, and the differences of instances from their definitions.
struct GroupWriter {
  private let evaluator: Evaluator

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  private var table: SubgraphTable { _read { yield evaluator.state.scopes.subgraphs } }
  private var topology: StateBox<Topology> { evaluator.state.graph.storage }

  // MARK: Definitions

  /// Writes a definition. An application's data for its nodes is that of the nodes in the first instance.
  func definition(
    _ number: UInt32, _ details: (inout DocumentNode) -> Void
  ) throws(DocumentError) -> DocumentDefinition? {
    guard let source = table.definitions[number] else { return nil }
    var definition = DocumentDefinition(id: source.id, name: source.name)
    (definition.revision, definition.origin) = (source.revision, source.origin)
    definition.others = source.others
    let registered = topology.value.registeredShapes
    let user = table.users(of: number).first.flatMap { table.instance($0) }
    var places: [UInt32: Int] = [:]
    for member in source.members {
      switch member.content {
      case .node(let code):
        var node = try node(member, code, registered)
        if let id = user?.node(member.inner) { addDetails(to: &node, of: id, details) }
        places[member.inner] = definition.nodes.count
        definition.nodes.append(node)
      case .instance(let number):
        places[member.inner] = definition.instances.count
        definition.instances.append(try instance(member, of: number, in: source))
      }
    }
    for wire in source.wires {
      let (from, to) = (end(wire.source, isInput: false, in: source), end(wire.target, isInput: true, in: source))
      let connection = DocumentConnection(to.port, from: from.member, from.port)
      guard let place = places[wire.target.member] else { continue }
      if InstanceID(to.member) == nil {
        definition.nodes[place].connections.append(connection)
      } else {
        definition.instances[place].connections.append(connection)
      }
    }
    for (place, declared) in source.nodes.enumerated() {
      definition.nodes[place].order(by: declared.kept?.inputs ?? [])
    }
    for port in source.ports {
      let ends = port.ends.map { end($0, isInput: port.isInput, in: source) }
      let written = DocumentDefinition.Port(port.name, leadingTo: ends, takesMany: port.isInput && port.arity == .many)
      if port.isInput { definition.inputs.append(written) } else { definition.outputs.append(written) }
    }
    definition.looks = looks(of: source)
    return definition
  }

  private func looks(of definition: SubgraphDefinition) -> DocumentLooks {
    var looks = DocumentLooks(frames: definition.looks.frames)
    definition.looks.write(to: &looks) {
      member(.init(member: $0, port: 0), in: definition)
    } wire: {
      .init(from: end($0.source, isInput: false, in: definition), to: end($0.target, isInput: true, in: definition))
    }
    return looks
  }

  /// Writes a node of a definition, with the values that new instances begin with.
  private func node(
    _ declared: SubgraphDefinition.Member, _ code: SubgraphDefinition.Code, _ registered: Set<UInt32>
  ) throws(DocumentError) -> DocumentNode {
    let kind = kind(of: code)
    var node = DocumentNode(
      id: NodeID(slot: declared.inner, generation: 0), kind: kind.name, name: declared.name,
      position: placed(declared.position))
    if let missing = declared.kept?.missing {
      node.isOwn = missing == .own
      node.literals = declared.kept?.literals ?? [:]
      node.value = declared.kept?.value
    } else {
      if case .shape(let shape) = code { node.isOwn = !registered.contains(shape) } else { node.isOwn = true }
      for literal in declared.literals {
        node.literals[kind.inputs[Int(literal.input)].name] = try encode(literal.value, of: declared.name ?? kind.name)
      }
      if let initial = declared.initial { node.value = try encode(initial, of: declared.name ?? kind.name) }
      if let state = declared.kept?.state { node.value = try encodeState(state, of: node) }
    }
    node.others = declared.kept?.others ?? [:]
    return node
  }

  /// Writes an inner instance of a definition.
  private func instance(
    _ child: SubgraphDefinition.Member, of number: UInt32, in source: SubgraphDefinition
  ) throws(DocumentError) -> DocumentInstance {
    var instance = DocumentInstance(
      id: InstanceID(index: child.inner, tag: 0), of: DefinitionID(number), name: child.name,
      position: placed(child.position))
    instance.others = child.kept?.others ?? [:]
    for literal in child.literals {
      guard let port = table.definitions[number]?.port(literal.input) else { continue }
      instance.literals[port.name] = try encode(literal.value, of: child.name ?? source.name)
    }
    return instance
  }

  private func kind(of code: SubgraphDefinition.Code) -> NodeKind { code.kind(in: topology.value) }

  private func placed(_ position: GraphPoint?) -> GraphPoint? {
    position.flatMap { $0 == .zero || !$0.isFinite ? nil : $0 }
  }

  /// Adds the data that an application has for the same node in an instance.
  private func addDetails(to node: inout DocumentNode, of id: NodeID, _ details: (inout DocumentNode) -> Void) {
    let (inner, name, connections) = (node.id, node.name, node.connections)
    node.id = id
    node.connections = []
    details(&node)
    (node.id, node.name, node.connections) = (inner, name, connections)
  }

  private func member(_ end: SubgraphDefinition.End, in definition: SubgraphDefinition) -> NodeID {
    definition[end.member]?.definition == nil
      ? NodeID(slot: end.member, generation: 0) : InstanceID(index: end.member, tag: 0).node
  }

  private func end(
    _ end: SubgraphDefinition.End, isInput: Bool, in definition: SubgraphDefinition
  ) -> DocumentDefinition.End {
    let name: String
    switch definition[end.member]?.content {
    case .node(let code)?:
      let kind = kind(of: code)
      name = isInput ? kind.inputs[Int(end.port)].name : kind.outputs[Int(end.port)].name
    case .instance(let number)?: name = table.definitions[number]?.port(end.port)?.name ?? ""
    case nil: name = ""
    }
    return .init(member(end, in: definition), name)
  }

  private func encode(_ value: SubgraphDefinition.MemberValue, of name: String) throws(DocumentError) -> DocumentValue {
    let coding = evaluator.literals
    if let unread = value.unread, coding.codec(of: value.type.port) == nil { return unread }
    return try coding.encode(value.type.value(of: value.value), value.type.port, at: DocumentPath([.key(name)]))
  }

  private func encodeState(_ state: any Sendable, of node: DocumentNode) throws(DocumentError) -> DocumentValue? {
    guard let known = evaluator.state.kernels.definitions[node.kind]?.kernel.memory?.state,
      evaluator.literals.codec(of: known.type.port) != nil
    else { return nil }
    return try evaluator.literals.encode(state, known.type.port, at: DocumentPath([.key(node.name ?? node.kind)]))
  }

  // MARK: Instances

  /// Writes an instance and those inside it, the outermost first. `definitions` are all of their definitions, as written.
  func instances(
    _ index: UInt32, _ definitions: [UInt32: DocumentDefinition], _ details: (inout DocumentNode) -> Void
  ) throws(DocumentError) -> [DocumentInstance] {
    var written: [DocumentInstance] = []
    for inner in table.subtree(of: index) {
      guard let source = table.instance(inner) else { continue }
      var instance = DocumentInstance(id: documentID(inner), of: DefinitionID(source.definition))
      instance.others = source.others
      if inner == index {
        let id = table.id(of: inner).node
        instance.name = table.name(of: id, in: topology.value)
        instance.position = placed(table.position(of: id, in: topology.value))
        instance.connections = connections(to: id, in: source.parent)
      }
      for member in source.nodes {
        let id = NodeID(slot: member.inner, generation: 0)
        instance.members.append(.init(id, is: member.node.inDocument))
        if let declared = definitions[source.definition]?.nodes.first(at: id, like: instance.members.count - 1) {
          if let values = try values(of: member.node, declared, details) { instance.values.append(values) }
        }
        instance.orders += orders(of: member.node, id, in: inner)
      }
      for child in source.children {
        instance.members.append(.init(InstanceID(index: child.inner, tag: 0).node, is: documentID(child.index).node))
      }
      written.append(instance)
    }
    return written
  }

  private func documentID(_ index: UInt32) -> InstanceID { InstanceID(index: index, tag: 0) }

  /// The values of a node that differ from its definition; `nil` if none do.
  private func values(
    of id: NodeID, _ declared: DocumentNode, _ details: (inout DocumentNode) -> Void
  ) throws(DocumentError) -> DocumentInstance.Values? {
    var node = DocumentNode(id: id.inDocument, kind: declared.kind, isOwn: declared.isOwn)
    try evaluator.addValues(to: &node)
    node.add(details, as: id)
    if node.literals == declared.literals, node.value == declared.value, node.others == declared.others { return nil }
    return .init(of: declared.id, literals: node.literals, value: node.value, others: node.others)
  }

  /// The connection orders of inputs in which a connection from outside of an instance precedes one from inside it.
  private func orders(of node: NodeID, _ inner: NodeID, in index: UInt32) -> [DocumentInstance.Order] {
    guard let definition = table.definition(of: index), let kind = try? evaluator.state.graph.kind(of: node) else {
      return []
    }
    let chain = table.chain(from: index)
    var found: [DocumentInstance.Order] = []
    for (input, port) in kind.inputs.enumerated() where port.arity == .many {
      guard definition.input(leadingTo: .init(member: inner.slot, port: UInt32(input))) != nil else { continue }
      let sources = topology.value.outputs(readBy: InputPlace(node: node.slot, input: UInt32(input)))
      // The number of scopes, from the inside out, up to the one that contains the source.
      let distances = sources.map { source in
        let owners = Set(table.chain(from: table.owner(source.node.slot)))
        return chain.firstIndex { owners.contains($0) } ?? chain.count
      }
      let natural = sources.indices.sorted { (distances[$0], $0) < (distances[$1], $1) }
      if natural == Array(sources.indices) { continue }
      var places = Array(repeating: 0, count: sources.count)
      for (place, source) in natural.enumerated() { places[source] = place }
      found.append(.init(of: inner, port.name, places))
    }
    return found
  }

  // MARK: Connections

  /// The connections to a member within its scope.
  func connections(to member: NodeID, in scope: UInt32) -> [DocumentConnection] {
    let ports =
      InstanceID(member).flatMap { table.definition(of: $0.index) }.map { definition in
        Dictionary(uniqueKeysWithValues: definition.ports.map { ($0.id, $0.name) })
      } ?? [:]
    let shape = InstanceID(member) == nil ? topology.value.records[member.slot].shape : nil
    let kind = shape.map { topology.value.shapes[Int($0)].kind }
    return table.incoming(to: member, in: scope, topology.value).map { target, source in
      let name = kind?.inputs[Int(target.port)].name ?? ports[target.port] ?? ""
      let (giver, output) = self.source(source, in: scope)
      return DocumentConnection(name, from: giver, output)
    }
  }

  /// The port that stands for an output in a scope: that of an instance, or the output itself.
  private func source(_ output: OutputPort, in scope: UInt32) -> (NodeID, String) {
    if let port = table.port(output.index, of: output.node, isInput: false, in: scope),
      let instance = InstanceID(port.member), let name = table.definition(of: instance.index)?.port(port.port)?.name
    {
      return (documentID(instance.index).node, name)
    }
    let kind = topology.value.shapes[Int(topology.value.records[output.node.slot].shape)].kind
    return (output.node.inDocument, kind.outputs[output.index].name)
  }
}

extension [DocumentNode] {
  /// The node with an id, which is probably at a certain place.
  fileprivate func first(at id: NodeID, like place: Int) -> DocumentNode? {
    indices.contains(place) && self[place].id == id ? self[place] : first { $0.id == id }
  }
}

extension Evaluator {
  /// Adds all definitions and instances to a document.
  func addGroups(to document: inout GraphDocument, _ details: (inout DocumentNode) -> Void) throws(DocumentError) {
    guard !state.scopes.subgraphs.isEmpty else { return }
    let numbers = state.scopes.subgraphs.definitions.keys.sorted()
    try addGroups(to: &document, definitions: numbers, instances: state.scopes.subgraphs.rootInstances, details)
  }

  /// Adds some definitions and instances to a document.
  func addGroups(
    to document: inout GraphDocument, definitions: [UInt32], instances: [UInt32],
    _ details: (inout DocumentNode) -> Void
  ) throws(DocumentError) {
    let writer = GroupWriter(self)
    var byNumber: [UInt32: DocumentDefinition] = [:]
    for number in definitions {
      guard let definition = try writer.definition(number, details) else { continue }
      byNumber[number] = definition
      document.definitions.append(definition)
    }
    for index in instances { document.instances += try writer.instances(index, byNumber, details) }
  }

  /// Replaces the connections of a node from members of instances by connections from the instances.
  func showInstances(in node: inout DocumentNode, of id: NodeID) {
    let subgraphs = state.scopes.subgraphs
    let readsMember = node.connections.contains { subgraphs.owner($0.source.slot) != SubgraphTable.none }
    guard !state.scopes.subgraphs.isEmpty, readsMember else { return }
    node.connections = GroupWriter(self).connections(to: id, in: subgraphs.owner(id.slot))
  }
}
