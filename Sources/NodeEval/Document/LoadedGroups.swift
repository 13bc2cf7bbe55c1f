// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Loads the definitions and instances of a document into an evaluator.
final class LoadedGroups {
  /// The document, examined as far as kinds are known.
  let document: GraphDocument
  let groups: DocumentGroups
  let kinds: MemberKinds
  let expansion: DocumentExpansion

  /// Examines the definitions of a document. Unsound parts are dropped if the document is being repaired.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - whole: The nodes of the root with additional connections, which determine the ports of unknown kinds.
  ///   - evaluator: The evaluator that they will be loaded into.
  ///   - reading: How nodes with their own ports are read.
  ///   - faults: Receives the faults.
  /// - Throws: The first fault, unless the document is being repaired.
  init(
    _ document: inout GraphDocument, whole: [DocumentNode]? = nil, _ evaluator: Evaluator, _ reading: DocumentReading,
    _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var groups = try DocumentGroups(&document, &faults)
    var kinds = try MemberKinds(&document, whole: whole, groups, evaluator, reading, &faults)
    // Dropping parts may leave others without members, and ports without ends.
    while kinds.hasDropped {
      groups = try DocumentGroups(&document, &faults)
      kinds = try MemberKinds(&document, whole: whole, groups, evaluator, reading, &faults)
    }
    for index in document.definitions.indices {
      let nodes = kinds.nodes[index]
      try document.definitions[index].examineLooks(at: index, mayConvert: { nodes[$0]?.mayConvert ?? false }, &faults)
    }
    if document.lowerIDs() {
      groups = try DocumentGroups(&document, &faults)
      kinds = try MemberKinds(&document, whole: whole, groups, evaluator, reading, &faults)
    }
    expansion = try DocumentExpansion(document, groups, &faults)
    self.document = document
    self.groups = groups
    self.kinds = kinds
  }

  /// The index of the definition that a node comes from.
  func definition(of origin: DocumentExpansion.Origin) -> Int { groups.placed[origin.placed].definition }

  /// The port of an instance to which an output of the root is connected.
  func input(of wire: DocumentExpansion.Wire) -> NamedPort {
    let instance = document.instances[wire.instance]
    let name = instance.connections[wire.ordinal].input
    let port = kinds.port(name, of: instance.definition, isInput: true)
    return NamedPort(name: name, member: "", found: port.map { .init($0, of: instance.id.index) })
  }

  // MARK: Definitions

  /// Makes a definition, with the code of its nodes.
  func subgraph(_ index: Int, _ codes: [SubgraphDefinition.Code?]) -> SubgraphDefinition {
    let source = document.definitions[index]
    var definition = SubgraphDefinition(id: source.id, name: source.name)
    definition.revision = source.revision
    definition.origin = source.origin
    definition.others = source.others
    for (place, node) in source.nodes.enumerated() {
      guard let code = codes[place], let resolved = kinds.nodes[index][place] else { continue }
      definition.members.append(
        .init(
          inner: node.id.slot, content: .node(code), name: node.name, position: node.position,
          literals: resolved.literals, initial: resolved.initial, kept: resolved.kept.isEmpty ? nil : resolved.kept))
    }
    for (place, child) in source.instances.enumerated() {
      definition.members.append(
        .init(
          inner: child.id.index, content: .instance(of: child.definition.number), name: child.name,
          position: child.position, literals: kinds.literals[index][place],
          kept: child.others.isEmpty ? nil : DocumentState.KeptFields(others: child.others)))
    }
    definition.members.sort { $0.inner < $1.inner }
    definition.reserve(inner: (definition.members.last?.inner).map { $0 + 1 } ?? 0, port: 0)
    definition.appendPorts(kinds.ports[index])
    definition.wires = kinds.wires[index]
    definition.looks = looks(of: index)
    return definition
  }

  private func looks(of index: Int) -> LookSheet<SubgraphDefinition.End> {
    let definition = document.definitions[index]
    return LookSheet(definition.looks) {
      InstanceID($0)?.index ?? $0.slot
    } wire: { wire in
      guard let from = kinds.port(wire.source, isInput: false, of: definition, at: index).found,
        let to = kinds.port(wire.target, isInput: true, of: definition, at: index).found
      else { return nil }
      return .init(source: from.end, target: to.end)
    }
  }

  // MARK: Instances

  /// Stores the instances in an evaluator.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator.
  ///   - node: Returns the id of a node by its place among the nodes in instances.
  /// - Returns: The indices of instances, by their ids.
  func enterInstances(in evaluator: Evaluator, _ node: (Int) -> NodeID) -> [InstanceID: UInt32] {
    let bound = groups.placed.map { Int(document.instances[$0.instance].id.index) + 1 }.max() ?? 0
    // As with nodes, sparse ids would take much more memory than the document.
    let keepsIDs = bound <= 1024 + 64 * groups.placed.count
    let indices = groups.placed.enumerated().map { place, placed in
      keepsIDs ? document.instances[placed.instance].id.index : UInt32(place)
    }
    var instances = groups.placed.map { placed in
      let source = document.instances[placed.instance]
      return SubgraphInstance(
        definition: document.definitions[placed.definition].id.number,
        parent: placed.parent.map { indices[$0] } ?? SubgraphTable.none,
        inner: InstanceID(placed.inner).flatMap { placed.parent == nil ? nil : $0.index } ?? 0,
        name: placed.parent == nil ? source.name : nil, position: placed.parent == nil ? source.position : nil,
        others: source.others)
    }
    for (place, origin) in expansion.origins.enumerated() {
      let inner = document.definitions[definition(of: origin)].nodes[origin.node].id.slot
      instances[origin.placed].nodes.append(.init(inner: inner, node: node(place)))
    }
    for (place, placed) in groups.placed.enumerated() {
      guard let parent = placed.parent else { continue }
      instances[parent].children.append(.init(inner: instances[place].inner, index: indices[place]))
    }
    for place in instances.indices {
      instances[place].nodes.sort { $0.inner < $1.inner }
      instances[place].children.sort { $0.inner < $1.inner }
      evaluator.state.enter(instances[place], at: indices[place])
    }
    let ids = groups.placed.map { document.instances[$0.instance].id }
    return Dictionary(zip(ids, indices)) { first, _ in first }
  }
}

extension EvaluatorState {
  /// Stores a definition of a document; no edit reverts this.
  mutating func enter(_ definition: SubgraphDefinition) {
    scopes.subgraphs.setDefinition(definition.id.number, to: definition)
    scopes.subgraphs.reserveDefinition(definition.id.number)
  }

  /// Stores an instance of a document; no edit reverts this.
  mutating func enter(_ instance: SubgraphInstance, at index: UInt32) {
    scopes.subgraphs.reserveInstance(index)
    scopes.subgraphs.setInstance(index, to: instance)
  }
}
