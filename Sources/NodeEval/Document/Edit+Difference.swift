// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Edit {
  /// Applies a difference to the graph: all of its steps, or none.
  ///
  /// ```swift
  /// let difference = GraphDiff(from: try evaluator.document(), to: received)
  /// try evaluator.edit("take over") { edit in try edit.apply(difference) }
  /// ```
  ///
  /// Added nodes get new ids. A definition whose content differs also gets a new id. Parts of documents that do not belong to the
  /// graph (the view state, the version of kinds) are not changed.
  ///
  /// - Parameters:
  ///   - difference: The difference between the document of this graph and another one.
  ///   - reading: How literals and nodes with their own ports are read. The default reads with the evaluator's
  ///     ``Evaluator/literals``.
  /// - Returns: The new ids of added nodes and instances, by their ids in the document.
  /// - Throws: A ``NodeGraph/GraphDiffError`` if a step does not fit: if what it touches, contains or removes from its readers is
  ///   not as it was where the difference was made (see ``NodeGraph/GraphDiff/applied(to:)``), or if an added node has no
  ///   code. A ``NodeGraph/DocumentError`` if what a step touches can't be written as a document, and the errors of
  ///   pasting. The graph is unchanged then.
  /// - Complexity: O(steps, added and removed parts, and connections and definitions of what they touch).
  @discardableResult
  public func apply(_ difference: GraphDiff, reading: DocumentReading? = nil) throws -> [NodeID: NodeID] {
    try checkStructureMayChange()
    let reading = reading ?? DocumentReading(literals: evaluator.literals)
    var table = DifferenceTable(GraphSubject(evaluator, reading))
    for (index, step) in difference.steps.enumerated() {
      if !(try table.apply(step)) { throw GraphDiffError.doesNotFit(index, step) }
    }
    if let loss = try table.firstLoss() { throw GraphDiffError.doesNotFit(loss, difference.steps[loss]) }
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit { edit in
      // The difference itself contains what happens to each conversion node.
      let keepsIdle = evaluator.state.scopes.conversions.keepsIdle
      evaluator.state.scopes.conversions.keepsIdle = true
      defer { evaluator.state.scopes.conversions.keepsIdle = keepsIdle }
      var applying = Applying(edit, difference, reading)
      try applying.apply()
      ids = applying.ids
    }
    return ids
  }
}

/// Applies a difference, which fits, to a graph.
private struct Applying {
  private let edit: Edit
  private let difference: GraphDiff
  private let reading: DocumentReading
  private(set) var ids: [NodeID: NodeID] = [:]
  private var hasPasted = false
  /// The added instances, with the current names of ports.
  private var pasted: [DocumentInstance] = []
  private var hasAddedNodes = false

  init(_ edit: Edit, _ difference: GraphDiff, _ reading: DocumentReading) {
    (self.edit, self.difference, self.reading) = (edit, difference, reading)
  }

  private var evaluator: Evaluator { edit.evaluator }
  private var groups: Subgraphs { evaluator.subgraphs }

  mutating func apply() throws {
    for (index, step) in difference.steps.enumerated() {
      do {
        try apply(step, index)
      } catch is GraphError {
        throw GraphDiffError.doesNotFit(index, step)
      } catch is SubgraphError {
        throw GraphDiffError.doesNotFit(index, step)
      }
    }
    // At first, connections from within the instance are before those from outside.
    for instance in pasted { try edit.order(instance) { id($0) } }
  }

  private func id(_ member: NodeID) -> NodeID { ids[member] ?? evaluator.state.topology.own(member) }

  private mutating func apply(_ step: GraphDiff.Step, _ index: Int) throws {
    switch step {
    case .disconnect(let member, let input, _): try edit.disconnect(id(member).input(input))
    case .connect(let member, let connection, _, _):
      try edit.connect(id(connection.source).output(connection.output), to: id(member).input(connection.input))
    case .removeNode(let node): try edit.remove(node.id)
    case .removeInstance(let tree): if let root = tree.first { try edit.remove(root.id) }
    case .removeDefinition(let definition): try edit.remove(definition.id)
    case .rename(let member, _, let name): try edit.rename(id(member), to: name)
    case .move(let member, _, let position): try edit.move(id(member), to: position ?? .zero)
    case .setLiteral(let node, let input, _, let value): try setLiteral(node, input, value)
    case .setValue(let node, _, let value): try setValue(node, value, index)
    case .setField(let node, let field, _, let value): keep(node) { $0.others[field] = value }
    case .addNode: try addNodes()
    case .addDefinition, .addInstance: try pasteGroups()
    case .setDocument: break
    default:
      let isApplied = GraphDiff.tables.contains {
        ($0 as? any JournaledDocumentTable.Type)?.apply(step, to: edit, id) == true
      }
      if !isApplied { throw GraphDiffError.doesNotFit(index, step) }
    }
  }

  // MARK: Values

  private func keep(_ node: NodeID, _ body: (inout DocumentState.KeptFields) -> Void) {
    let id = evaluator.state.topology.id(of: node.slot)
    var kept = evaluator.state.documents.kept[id] ?? DocumentState.KeptFields()
    body(&kept)
    evaluator.state.set(KeptFieldTable.self, at: id, to: kept)
  }

  private func setLiteral(_ node: NodeID, _ input: String, _ value: DocumentValue?) throws {
    if evaluator.state.missing(node) != nil { return keep(node) { $0.literals[input] = value } }
    let port = try node.input(input).resolved(in: evaluator.state.graph)
    guard let value else { return try edit.clearLiteral(port) }
    let codec = try reading.literals.codec(
      of: try edit.kind(of: node).inputs[port.index].type, at: DocumentPath([.key("literals"), .key(input)]))
    try codec.setLiteral(evaluator, port, value)
  }

  private func setValue(_ node: NodeID, _ value: DocumentValue?, _ index: Int) throws {
    if evaluator.state.missing(node) != nil { return keep(node) { $0.value = value } }
    guard let value, evaluator.state.kernel(of: node.slot).isSource, let output = try edit.kind(of: node).outputs.first
    else { throw GraphDiffError.state(index, node) }
    let codec = try reading.literals.codec(of: output.type, at: DocumentPath([.key("value")]))
    try codec.setValue(evaluator, node, value)
  }

  // MARK: Added nodes and groups

  /// Adds all new nodes, each after the nodes that it will read, because its code may depend on their types. Other steps connect
  /// them.
  private mutating func addNodes() throws {
    if hasAddedNodes { return }
    hasAddedNodes = true
    try pasteGroups()
    var fragment = GraphDocument()
    var places: [NodeID: Int] = [:]
    var names: Set<String> = []
    for (index, step) in difference.steps.enumerated() {
      switch step {
      case .addNode(let node):
        guard evaluator.hasCode(for: node, reading) else { throw GraphDiffError.withoutCode(index, node) }
        if let name = node.name, edit.node(named: name) != nil || !names.insert(name).inserted {
          throw GraphDiffError.doesNotFit(index, step)
        }
        places[node.id] = fragment.nodes.count
        fragment.nodes.append(node)
      case .connect(let member, let connection, _, _):
        if let place = places[member] { fragment.nodes[place].connections.append(connection) }
      default: break
      }
    }
    var outputs: [NodeID: [String: PortType]] = [:]
    for source in Set(fragment.nodes.flatMap(\.connections).map(\.source)) where places[source] == nil {
      outputs[source] = types(of: id(source))
    }
    var pasting = try Pasting(edit, evaluator.withPresentNames(fragment), reading, outputs: outputs)
    try pasting.addNodes(offset: .zero, naming: { $0 })
    ids.merge(pasting.ids) { $1 }
  }

  /// The types of the outputs of a node or an instance of the graph.
  private func types(of member: NodeID) -> [String: PortType]? {
    let outputs =
      InstanceID(member).map { groups.definition(of: $0).map { groups.outputs(of: $0) } }
      ?? (try? edit.kind(of: member))?.outputs
    return outputs.map { Dictionary($0.map { ($0.name, $0.type) }) { first, _ in first } }
  }

  /// Pastes all new definitions and instances, with the definitions of these instances.
  private mutating func pasteGroups() throws {
    if hasPasted { return }
    hasPasted = true
    var fragment = GraphDocument()
    for step in difference.steps {
      switch step {
      case .addDefinition(let definition): fragment.definitions.append(definition)
      case .addInstance(let tree): fragment.instances += tree
      default: break
      }
    }
    if !fragment.hasGroups { return }
    let added = Set(fragment.definitions.map(\.id))
    let needed = fragment.instances.map(\.definition) + fragment.definitions.flatMap(\.instances).map(\.definition)
    let present = needed.filter { !added.contains($0) }.map(\.number)
    for number in evaluator.state.scopes.subgraphs.innermostFirst(present) {
      if let definition = try GroupWriter(evaluator).definition(number, { _ in }) {
        fragment.definitions.append(definition)
      }
    }
    fragment = evaluator.withPresentNames(fragment)
    // The order of connections is restored when all connections are made.
    pasted = fragment.instances
    for index in fragment.instances.indices { fragment.instances[index].orders = [] }
    var pasting = try Pasting(edit, fragment, reading)
    try pasting.add(offset: .zero) { $0 }
    ids.merge(pasting.ids) { $1 }
    // Pasting has added a number to a definition's name that was in use.
    for (definition, number) in zip(fragment.definitions, pasting.numbers) where added.contains(definition.id) {
      let made = DefinitionID(number)
      if groups.name(of: made) != definition.name { try edit.rename(made, to: definition.name) }
    }
  }
}

extension JournaledDocumentTable {
  /// Applies a step of a difference. Returns false if it changes something else, or what it names doesn't exist.
  fileprivate static func apply(_ step: GraphDiff.Step, to root: Edit, _ id: (NodeID) -> NodeID) -> Bool {
    guard let change = change(by: step), let key = key(change.key, in: root, id) else { return false }
    root.evaluator.state.set(Journaled.self, at: key, to: normal(change.to))
    return true
  }
}
