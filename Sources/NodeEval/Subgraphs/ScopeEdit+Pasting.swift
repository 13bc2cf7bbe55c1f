// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Pasting into a definition.
extension ScopeEdit {
  /// Adds the nodes and instances of a fragment to the definition, under new ids and names.
  ///
  /// What the fragment says of values is what instances of this definition begin with. Nodes in pasted instances begin with
  /// what their own definitions say. Nodes that there is no code for get it in all instances when their kind is registered.
  ///
  /// - Parameters:
  ///   - fragment: What ``Evaluator/copy(_:details:)`` gave, here or elsewhere.
  ///   - offset: How far from where they were the members are put.
  ///   - reading: How literals and nodes with ports of their own are read; with the evaluator's ``Evaluator/literals`` unless
  ///     given.
  /// - Returns: The new ids, in the instance that is looked at, by those in the fragment.
  /// - Throws: A ``NodeGraph/DocumentError`` if the fragment is unsound;
  ///   ``SubgraphError/containsItself(_:)`` if it has an instance of a definition that this one lies in, or is. Nothing has changed
  ///   then.
  /// - Complexity: O(fragment) for each instance.
  @discardableResult
  public func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, reading: DocumentReading? = nil
  ) throws -> [NodeID: NodeID] {
    try checkUnderWay()
    let fragment = evaluator.withPresentNames(fragment)
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit { _ in
      var pasting = try ScopePasting(self, fragment, reading ?? DocumentReading(literals: evaluator.literals))
      try pasting.add(offset: offset)
      ids = pasting.ids
      try Edit(evaluator: evaluator).setModes(of: fragment, ids)
      try setLooks(of: fragment, ids, offset: offset)
    }
    return ids
  }
}

extension ScopeEdit {
  /// Shows what was pasted as the fragment says.
  private func setLooks(of fragment: GraphDocument, _ ids: [NodeID: NodeID], offset: GraphPoint) throws {
    if fragment.looks.isEmpty { return }
    let (sheet, missing) = evaluator.sheet(of: fragment.looks, offset: offset, in: scope) { ids[$0] }
    var faults = DocumentFaults(isRepairing: false)
    try faults.note(missing)
    if recorder == nil { return evaluator.addLooks(sheet) }
    let inner = { (member: NodeID) in table.end(ScopePort(member: member, port: 0)).member }
    let wire = { (wire: LookSheet<ScopePort>.Wire) in
      LookSheet.Wire(source: table.end(wire.source), target: table.end(wire.target))
    }
    changeDefinition { $0.looks.merge(sheet, member: inner, wires: { [wire($0)] }) }
  }
}

/// Nodes and instances of a fragment on their way into a definition.
private struct ScopePasting {
  private let scope: ScopeEdit
  private let reading: DocumentReading
  private var definitions: DefinitionPasting
  private let plan: DocumentPlan
  /// The types of what instances of the fragment give.
  private let outputs: [NodeID: [String: PortType]]
  private(set) var ids: [NodeID: NodeID] = [:]
  private var taken: Set<String>

  init(_ scope: ScopeEdit, _ fragment: GraphDocument, _ reading: DocumentReading) throws {
    self.scope = scope
    self.reading = reading
    definitions = try DefinitionPasting(scope.evaluator, fragment, reading)
    outputs = definitions.outputs
    var flat = definitions.loaded.expansion.document
    var faults = DocumentFaults(isRepairing: false)
    plan = try DocumentPlan(&flat, &faults)
    taken = Set(scope.members.compactMap { scope.name(of: $0) })
  }

  private mutating func freshName(_ name: String?) -> String? {
    guard let name else { return nil }
    let fresh = Edit.freshName(name) { taken.contains($0) }
    taken.insert(fresh)
    return fresh
  }

  mutating func add(offset: GraphPoint) throws {
    try definitions.addDefinitions()
    let document = definitions.document
    for index in plan.order.map({ Int($0) }) where index < document.nodes.count {
      let node = document.nodes[index]
      let id = try add(node, at: index, position(node.position, offset))
      ids[node.id] = id
      try giveValues(of: node, to: id, at: index)
    }
    try addInstances(offset)
    for node in document.nodes { try connect(node.connections, to: node.id) }
    for instance in document.instances { try connect(instance.connections, to: instance.id.node) }
  }

  private func position(_ position: GraphPoint?, _ offset: GraphPoint) -> GraphPoint? {
    let moved = (position ?? .zero) + offset
    return moved == .zero ? nil : moved
  }

  private mutating func add(_ node: DocumentNode, at index: Int, _ position: GraphPoint?) throws -> NodeID {
    let name = freshName(node.name)
    if let missing = definitions.loaded.kinds.unknown.definition(of: node) {
      return try scope.add(missing: missing.definition, .of(node), named: name, at: position)
    }
    if node.isOwn, let own = node.name.flatMap({ reading.own[$0] }) {
      return try scope.add(own: own, named: name, at: position, keeping: kept(of: node, own, at: index))
    }
    if let make = reading.definitions[node.kind] {
      let types = try scope.evaluator.types(readBy: node, made: ids, besides: outputs)
      let own = try make(node, node.id, types)
      return try scope.add(own: own, named: name, at: position, keeping: kept(of: node, own, at: index))
    }
    guard let known = scope.evaluator.state.kernels.definitions[node.kind] else {
      return try scope.add(node.kind, named: name, at: position)
    }
    return try scope.add(node.kind, named: name, at: position, keeping: kept(of: node, known, at: index))
  }

  private func kept(
    of node: DocumentNode, _ definition: NodeDefinition, at index: Int
  ) throws -> DocumentState.Kept {
    try reading.literals.kept(of: node, definition.kernel, at: .node(index))
  }

  private func giveValues(of node: DocumentNode, to id: NodeID, at index: Int) throws {
    if scope.evaluator.state.missing(id) != nil { return }
    let kind = try scope.evaluator.state.graph.kind(of: id)
    for (name, value) in node.literals.sorted(by: { $0.key < $1.key }) {
      let path = DocumentPath.node(index).appending("literals").appending(name)
      guard let input = kind.position(ofInput: name) else {
        throw DocumentError(.port, at: path, "\(kind.name) has no input '\(name)'")
      }
      let decoded = try reading.decode(value, kind.inputs[input].type, at: path)
      try scope.give(decoded, to: ScopePort(member: id, port: UInt32(input)))
    }
    guard let value = node.value, scope.evaluator.state.kernel(of: id.slot).isSource, let output = kind.outputs.first
    else { return }
    let path = DocumentPath.node(index).appending("value")
    scope.give(try reading.decode(value, output.type, at: path), toSource: id)
  }

  private mutating func addInstances(_ offset: GraphPoint) throws {
    var indices: [UInt32] = []
    for placed in definitions.loaded.groups.placed {
      let source = definitions.document.instances[placed.instance]
      if let parent = placed.parent {
        let inner = InstanceID(placed.inner)?.index ?? 0
        indices.append(scope.table.instance(indices[parent])?.child(inner) ?? SubgraphTable.none)
      } else {
        let definition = DefinitionID(definitions.numbers[placed.definition])
        let instance = try scope.add(
          instanceOf: definition, named: freshName(source.name), at: position(source.position, offset))
        indices.append(instance.index)
      }
      guard let index = indices.last, let instance = scope.table.instance(index) else { continue }
      ids[source.id.node] = scope.table.id(of: index).node
      for member in source.members where InstanceID(member.inner) == nil {
        ids[member.node] = instance.node(member.inner.slot)
      }
    }
  }

  private func connect(_ connections: [DocumentConnection], to member: NodeID) throws {
    guard let target = ids[member] else { return }
    for connection in connections {
      guard let source = ids[connection.source] else { continue }
      try scope.connect(source.output(connection.output), to: target.input(connection.input))
    }
  }
}
