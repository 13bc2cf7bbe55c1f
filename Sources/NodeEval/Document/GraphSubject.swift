// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The graph that a difference is applied to. Parts that steps refer to are returned in the form of documents.
struct GraphSubject: DifferenceSubject {
  private let evaluator: Evaluator
  private let reading: DocumentReading
  private let registered: Set<UInt32>

  init(_ evaluator: Evaluator, _ reading: DocumentReading) {
    (self.evaluator, self.reading) = (evaluator, reading)
    registered = evaluator.state.graph.storage.value.registeredShapes
  }

  private var table: SubgraphTable { _read { yield evaluator.state.scopes.subgraphs } }
  private var topology: StateBox<Topology> { evaluator.state.graph.storage }

  func node(_ id: NodeID) throws(DocumentError) -> DocumentNode? {
    guard InstanceID(id) == nil, evaluator.state.isRootMember(id) else { return nil }
    var node = topology.value.documentNode(id.slot)
    node.isOwn = evaluator.isOwn(topology.value.id(of: id.slot), registered)
    if !evaluator.state.scopes.subgraphs.isEmpty {
      evaluator.showInstances(in: &node, of: topology.value.id(of: id.slot))
    }
    // Tables identify nodes by the ids of this graph.
    node.id = topology.value.id(of: id.slot)
    try evaluator.addValues(to: &node, by: reading.literals)
    node.id = id.inDocument
    return node
  }

  func tree(_ id: NodeID) throws(DocumentError) -> [DocumentInstance]? {
    guard let instance = InstanceID(id), let index = table.index(instance),
      table.instance(index)?.parent == SubgraphTable.none
    else { return nil }
    let writer = GroupWriter(evaluator)
    var definitions: [UInt32: DocumentDefinition] = [:]
    for number in table.definitions(neededBy: [index]) { definitions[number] = try writer.definition(number) { _ in } }
    return try writer.instances(index, definitions) { _ in }
  }

  func definition(_ id: DefinitionID) throws(DocumentError) -> DocumentDefinition? {
    try GroupWriter(evaluator).definition(id.number) { _ in }
  }

  func contains(_ member: NodeID) -> Bool {
    if let instance = InstanceID(member) { return table.index(instance) != nil }
    return topology.value.isLive(topology.value.own(member))
  }

  func entry<Table: DocumentTable>(_ table: Table.Type, at key: Table.Key) -> Table.Value? {
    let kept = table as? any JournaledDocumentTable.Type
    return kept?.entry(at: key, in: Edit(evaluator: evaluator)) { topology.value.own($0) } as? Table.Value
  }

  func owner(of name: String) -> NodeID? { Edit(evaluator: evaluator).node(named: name)?.inDocument }

  func readerCount(of member: NodeID) -> Int {
    guard evaluator.state.isRootMember(member) else { return 0 }
    let member = topology.value.own(member)
    var count = 0
    for port in Edit(evaluator: evaluator).outputs(of: member) {
      guard let output = table.source(of: port) else { continue }
      for input in topology.value.inputs(reading: output.index, of: output.node.slot) {
        // A port that leads to several inputs has one connection.
        guard
          let read = table.port(input.index, of: input.node, isInput: true, in: SubgraphTable.none),
          read.member != member || InstanceID(member) == nil, table.targets(of: read).first == input
        else { continue }
        count += 1
      }
    }
    return count
  }

  func useCount(of definition: DefinitionID) -> Int {
    let number = definition.number
    return table.users(of: number).count
      + table.definitions.values.reduce(0) { $0 + $1.children(of: number).count }
  }

  /// `nil`: the properties of documents that don't belong to the graph are not changed.
  var header: GraphDiff.Header? { nil }
  var givesIDs: Bool { true }
  func fields(of kind: String) -> Set<String> { reading.definitions[kind] == nil ? [] : reading.fields }
}
