// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Edit {
  /// Makes of the graph what a difference leads to: all of it, or nothing.
  ///
  /// ```swift
  /// let difference = GraphDiff(from: try evaluator.document(), to: received)
  /// try evaluator.edit("take over") { edit in try edit.apply(difference) }
  /// ```
  ///
  /// Nodes that come get new ids. A definition that is another comes under a new id, too. What documents say beside the graph (how it was
  /// looked at, the version of kinds) is left as it is.
  ///
  /// - Parameters:
  ///   - difference: What leads from the document of this graph to another.
  ///   - reading: How literals and nodes with ports of their own are read; with the evaluator's ``Evaluator/literals`` unless
  ///     given.
  /// - Returns: For what has come, the new ids by those in the document.
  /// - Throws: A ``NodeGraph/GraphDiffError`` if a step does not fit: if what it touches, contains, or takes away from readers is not as it
  ///   was where the difference was made, as ``NodeGraph/GraphDiff/applied(to:)`` has it; or if a node comes that there is no code for. A
  ///   ``NodeGraph/DocumentError`` if what a step touches can't be written as a document, and what pasting throws. Nothing has changed
  ///   then.
  /// - Complexity: O(steps, what comes and goes, and connections and definitions of what they touch).
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
      // Of each node the difference says what becomes of it.
      let keepsIdle = evaluator.state.conversions.keepsIdle
      evaluator.state.conversions.keepsIdle = true
      defer { evaluator.state.conversions.keepsIdle = keepsIdle }
      var applying = Applying(edit, difference, reading)
      try applying.apply()
      ids = applying.ids
    }
    return ids
  }
}

/// A difference on its way into a graph that it fits.
private struct Applying {
  private let edit: Edit
  private let difference: GraphDiff
  private let reading: DocumentReading
  private(set) var ids: [NodeID: NodeID] = [:]
  private var hasPasted = false
  /// The instances that have come, by the names that ports have now.
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
    // Those from within came first.
    for instance in pasted { try edit.order(instance) { id($0) } }
  }

  private func id(_ member: NodeID) -> NodeID { ids[member] ?? evaluator.state.topology.own(member) }

  private func source(_ end: DocumentDefinition.End) throws -> OutputPort {
    let member = id(end.member)
    guard let instance = InstanceID(member) else {
      return try member.output(end.port).resolved(in: evaluator.state.graph)
    }
    let outputs = groups.definition(of: instance).map { groups.outputs(of: $0) } ?? []
    return member.output(outputs.firstIndex { $0.name == end.port } ?? outputs.count)
  }

  private func target(_ end: DocumentDefinition.End) throws -> InputPort {
    let member = id(end.member)
    guard let instance = InstanceID(member) else {
      return try member.input(end.port).resolved(in: evaluator.state.graph)
    }
    let inputs = groups.definition(of: instance).map { groups.inputs(of: $0) } ?? []
    return member.input(inputs.firstIndex { $0.name == end.port } ?? inputs.count)
  }

  private mutating func apply(_ step: GraphDiff.Step, _ index: Int) throws {
    switch step {
    case .setMode(let member, _, let mode): try edit.setMode(mode, of: id(member))
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
    case .setLook(let member, _, let look): try edit.setLook(look, of: id(member))
    case .setConnectionLook(let wire, _, let look):
      let connection = Connection(from: try self.source(wire.source), to: try target(wire.target))
      try edit.setLook(look, of: connection)
    case .setFrame(let id, _, let frame):
      evaluator.state.set(FrameTable.self, at: id, to: frame)
    case .setDocument: break
    }
  }

  // MARK: Values

  private func keep(_ node: NodeID, _ body: (inout DocumentState.Kept) -> Void) {
    let id = evaluator.state.topology.id(of: node.slot)
    var kept = evaluator.state.documents.kept[id] ?? DocumentState.Kept()
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

  // MARK: What comes

  /// Adds all nodes that come, each after those that it will read: what its code is may depend on the types of these. Other steps
  /// connect them.
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

  /// The types of what a node or an instance of the graph gives.
  private func types(of member: NodeID) -> [String: PortType]? {
    let outputs =
      InstanceID(member).map { groups.definition(of: $0).map { groups.outputs(of: $0) } }
      ?? (try? edit.kind(of: member))?.outputs
    return outputs.map { Dictionary($0.map { ($0.name, $0.type) }) { first, _ in first } }
  }

  /// Pastes all definitions and instances that come, with those that they are of.
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
    for number in evaluator.state.subgraphs.definitions(containedIn: present) {
      if let definition = try GroupWriter(evaluator).definition(number, { _ in }) {
        fragment.definitions.append(definition)
      }
    }
    fragment = evaluator.withPresentNames(fragment)
    // The order is made when all is connected.
    pasted = fragment.instances
    for index in fragment.instances.indices { fragment.instances[index].orders = [] }
    var pasting = try Pasting(edit, fragment, reading)
    try pasting.add(offset: .zero) { $0 }
    ids.merge(pasting.ids) { $1 }
    // Pasted, a name that others have got a number.
    for (definition, number) in zip(fragment.definitions, pasting.numbers) where added.contains(definition.id) {
      let made = DefinitionID(number)
      if groups.name(of: made) != definition.name { try edit.rename(made, to: definition.name) }
    }
  }
}

extension SubgraphTable {
  /// Definitions and those that they contain, each once.
  fileprivate func definitions(containedIn numbers: [UInt32]) -> [UInt32] {
    var seen: Set<UInt32> = []
    var open = numbers
    while let number = open.popLast() {
      guard definitions[number] != nil, seen.insert(number).inserted else { continue }
      open += (definitions[number]?.children ?? []).map(\.definition)
    }
    return seen.sorted()
  }
}
