// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Evaluator {
  /// Nodes and instances of subgraphs as a fragment of a document, for
  /// ``Edit/paste(_:offset:keepingOuterConnections:reading:naming:)``.
  ///
  /// Connections between them are part of it, and so are those from other nodes, which pasting keeps if it is asked to.
  /// An instance, named by its ``NodeGraph/InstanceID/node``, comes with all that lies in it, and with its definition. A node that
  /// lies in an instance which is not copied is an ordinary one of the fragment, under its scoped name.
  ///
  /// Code is not; nodes that were made in code are marked, as ``document(details:)`` has it.
  ///
  /// - Parameters:
  ///   - nodes: The nodes and instances, in any order.
  ///   - details: Adds what an application knows of a node: the text of a formula.
  /// - Returns: The fragment.
  /// - Throws: A ``NodeGraph/DocumentError`` for a node that doesn't exist, and for a value of a type that
  ///   ``literals`` doesn't know.
  /// - Precondition: No edit is under way.
  /// - Complexity: O(k log k) for k nodes, their ports and connections, and the kinds there are.
  public func copy(
    _ nodes: some Sequence<NodeID>, details: (inout DocumentNode) -> Void = { _ in }
  ) throws(DocumentError) -> GraphDocument {
    require(state.activity.editDepth == 0, "nodes are copied between edits")
    let topology = state.graph.storage
    var fragment = GraphDocument(kindsVersion: state.documents.header.kindsVersion)
    let registered = topology.value.registeredShapes
    let names = state.hasSubgraphs ? subgraphs.documentNames : [:]
    // Between nodes of one scope, what converts comes along.
    let selection = Set(nodes.map { topology.value.own($0) })
    let selected = selection.union(Edit.conversions(among: selection, in: self))
    var instances: [UInt32] = []
    for id in selected.sorted(by: { $0.slot < $1.slot }) {
      if state.hasSubgraphs, liesInOne(of: selected, id) { continue }
      if let instance = InstanceID(id) {
        guard let index = state.subgraphs.index(instance) else {
          throw DocumentError(.id, at: DocumentPath(), "there is no instance \(id) (any more)")
        }
        instances.append(index)
        continue
      }
      guard topology.value.isLive(id) else {
        throw DocumentError(.id, at: DocumentPath(), "there is no node \(id) (any more)")
      }
      var node = topology.value.documentNode(id.slot)
      node.isOwn = isOwn(id, registered)
      if !names.isEmpty {
        subgraphs.place(&node, id, names)
        showInstances(in: &node, of: id)
      }
      try addValues(to: &node)
      node.add(details, as: id)
      fragment.nodes.append(node)
    }
    if state.modes.isInUse {
      fragment.modes = documentedModes { selected.contains($0) || self.liesInOne(of: selected, $0) }
    }
    fragment.looks = documentedLooks(of: selected.filter { !state.hasSubgraphs || !liesInOne(of: selected, $0) })
    if instances.isEmpty { return fragment }
    let definitions = state.subgraphs.definitions(neededBy: instances)
    try addGroups(to: &fragment, definitions: definitions, instances: instances, details)
    return fragment
  }

  /// Whether a node or an instance lies in an instance that is selected.
  private func liesInOne(of selected: Set<NodeID>, _ member: NodeID) -> Bool {
    var scope = subgraphs.scope(of: member)
    while let instance = scope {
      if selected.contains(instance.node) { return true }
      scope = subgraphs.scope(of: instance.node)
    }
    return false
  }
}

extension Edit {
  /// Adds the nodes and instances of a fragment to the scope, under new ids and names.
  ///
  /// ```swift
  /// let fragment = try evaluator.copy(selection)
  /// try evaluator.edit { edit in try edit.paste(fragment, offset: GraphPoint(20, 20)) }
  /// ```
  ///
  /// Nodes that there is no code for, because their kind is not known or `reading` has no definition of theirs, are
  /// added as they are when a document is read; no kind is registered for them.
  ///
  /// A definition of the fragment that this graph has, with the same id and the same content, is shared. Where another has its id
  /// the definition is added under a new id, and under a name that no other has.
  ///
  /// Inside a group, what the fragment says of values is what instances of the definition begin with, and nodes in pasted instances
  /// begin with what their own definitions say.
  ///
  /// - Parameters:
  ///   - fragment: What ``Evaluator/copy(_:details:)`` gave, here or elsewhere.
  ///   - offset: How far from where they were the nodes are put.
  ///   - keepingOuterConnections: Whether inputs that read nodes outside the fragment read them again, if these are in the scope
  ///     and fit.
  ///   - reading: How literals and nodes with ports of their own are read; with the evaluator's
  ///     ``Evaluator/literals`` unless given.
  ///   - naming: Gives a name that is not taken for one that may be; as ``freshName(_:_:)`` unless given: "a" becomes
  ///     "a 2".
  /// - Returns: The new ids by those in the fragment, which are those of documents: `ids[node.inDocument]` for a node that was
  ///   copied.
  /// - Throws: A ``NodeGraph/DocumentError`` if the fragment is unsound or doesn't fit the kinds, and if it would have a definition
  ///   contain itself. Nothing has changed then.
  /// - Complexity: O(nodes + connections of the fragment), inside a group for each instance; and what `naming` costs.
  @discardableResult
  public func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, keepingOuterConnections: Bool = false,
    reading: DocumentReading? = nil, naming: (String, _ isTaken: (String) -> Bool) -> String
  ) throws(DocumentError) -> [NodeID: NodeID] {
    if !editsDefinition {
      return try paste(fragment, offset, keepingOuterConnections, reading) { name in
        naming(name) { self.node(named: $0) != nil }
      }
    }
    var names = Set(members.filter { InstanceID($0) == nil }.compactMap { self.name(of: $0) })
    return try paste(fragment, offset, keepingOuterConnections, reading) { name in
      let fresh = naming(name) { names.contains($0) }
      names.insert(fresh)
      return fresh
    }
  }

  /// Adds the nodes and instances of a fragment to the scope, under new ids, and under names with numbers where theirs are taken.
  ///
  /// - Parameters:
  ///   - fragment: What ``Evaluator/copy(_:details:)`` gave, here or elsewhere.
  ///   - offset: How far from where they were the nodes are put.
  ///   - keepingOuterConnections: Whether inputs that read nodes outside the fragment read them again, if these are in the scope
  ///     and fit.
  ///   - reading: How literals and nodes with ports of their own are read.
  /// - Returns: The new ids by those in the fragment, which are those of documents.
  /// - Throws: As ``paste(_:offset:keepingOuterConnections:reading:naming:)``.
  /// - Complexity: O(nodes + connections of the fragment), however many nodes have names that differ by their number only. Each
  ///   taken number is checked once, and once more after a lower one has become free.
  @discardableResult
  public func paste(
    _ fragment: GraphDocument, offset: GraphPoint = .zero, keepingOuterConnections: Bool = false,
    reading: DocumentReading? = nil
  ) throws(DocumentError) -> [NodeID: NodeID] {
    if !editsDefinition {
      return try paste(fragment, offset, keepingOuterConnections, reading) {
        evaluator.state.topology.labels.freshName($0)
      }
    }
    return try paste(fragment, offset: offset, keepingOuterConnections: keepingOuterConnections, reading: reading) {
      Self.freshName($0, $1)
    }
  }

  private func paste(
    _ fragment: GraphDocument, _ offset: GraphPoint, _ keepsOuterConnections: Bool, _ reading: DocumentReading?,
    naming: (String) -> String
  ) throws(DocumentError) -> [NodeID: NodeID] {
    var ids: [NodeID: NodeID] = [:]
    try evaluator.edit { _ throws(DocumentError) in
      let fragment = evaluator.withPresentNames(fragment)
      let reading = reading ?? DocumentReading(literals: evaluator.literals)
      if fragment.hasGroups {
        var pasting = try GroupPasting(self, fragment, reading)
        try pasting.add(offset: offset, naming: naming)
        if keepsOuterConnections { pasting.connectOuter() }
        ids = pasting.ids
      } else {
        var pasting = try Pasting(self, fragment, reading)
        try pasting.addNodes(offset: offset, naming: naming)
        try pasting.connect()
        if keepsOuterConnections { pasting.connectOuter() }
        ids = pasting.ids
      }
      try setModes(of: fragment, ids)
      try setLooks(of: fragment, ids, offset: offset)
    }
    return ids
  }

  /// The name with a number behind it: "a 2" for "a", "a 3" for "a 2", or the next that is not taken.
  ///
  /// - Parameters:
  ///   - name: A name.
  ///   - isTaken: Whether a node has a name.
  /// - Returns: The name itself if it is not taken.
  /// - Complexity: O(numbers that are taken).
  public static func freshName(_ name: String, _ isTaken: (String) -> Bool) -> String {
    var numbers = FreshNumbers()
    return numbers.freshName(name, isTaken)
  }
}

/// Nodes of a fragment on their way into a scope.
struct Pasting {
  private let edit: Edit
  private let reading: DocumentReading
  private let fragment: GraphDocument
  /// The nodes with the connections between them.
  private var inner: GraphDocument
  /// The types of what nodes and instances beside these give that nodes will read.
  private let outputs: [NodeID: [String: PortType]]
  /// The connections from outside the fragment.
  private let outer: [OuterConnection]
  private let plan: DocumentPlan
  private let unknown: UnknownKinds
  private(set) var ids: [NodeID: NodeID] = [:]

  /// Nodes on their way.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - fragment: The nodes, with all that is connected to them.
  ///   - reading: How nodes with ports of their own are read.
  ///   - unknown: The kinds that there is no code for, if they are known already.
  ///   - outputs: Of nodes and instances beside these that they will read, the types of what they give.
  /// - Throws: What is unsound.
  init(
    _ edit: Edit, _ fragment: GraphDocument, _ reading: DocumentReading, unknown: UnknownKinds? = nil,
    outputs: [NodeID: [String: PortType]] = [:]
  ) throws(DocumentError) {
    self.edit = edit
    self.reading = reading
    self.fragment = fragment
    self.outputs = outputs
    inner = fragment
    outer = inner.removeOuterConnections()
    var faults = DocumentFaults(isRepairing: false)
    plan = try DocumentPlan(&inner, &faults)
    // Ports that only connections from outside name are ports all the same.
    self.unknown =
      unknown
      ?? UnknownKinds(of: inner, whole: fragment.nodes) { node, _ in edit.evaluator.hasCode(for: node, reading) }
  }

  /// Adds the nodes, unconnected.
  ///
  /// - Parameters:
  ///   - offset: How far from where they were they are put.
  ///   - naming: Gives a name that is not taken.
  /// - Throws: What doesn't fit.
  mutating func addNodes(offset: GraphPoint, naming: (String) -> String) throws(DocumentError) {
    for index in plan.order.map({ Int($0) }) {
      let node = inner.nodes[index]
      do {
        let id = try add(index, named: node.name.map(naming), at: node.position.moved(by: offset))
        ids[node.id] = id
      } catch let error as DocumentError {
        throw DocumentError(
          error.code, at: DocumentPath(DocumentPath.node(index).steps + error.path.steps), error.reason)
      } catch {
        throw DocumentError(.kind, at: .node(index), "\(error)")
      }
    }
  }

  /// Connects the nodes with each other.
  func connect() throws(DocumentError) { try edit.connect(inner.nodes, ids) }

  private func add(_ index: Int, named name: String?, at position: GraphPoint?) throws -> NodeID {
    let node = fragment.nodes[index]
    let code = try NodeCode(of: node, unknown, reading, edit.evaluator, at: DocumentPath()) { make in
      var shown = node
      shown.connections.removeAll { ids[$0.source] == nil && outputs[$0.source] == nil }
      return try make(shown, node.id, try edit.evaluator.types(readBy: shown, made: ids, besides: outputs))
    }
    let definition = code.definition
    if definition.isUnknown {
      var renamed = node
      renamed.name = name
      // Its failure says the name that it has here.
      let missing = unknown.definition(of: renamed)?.definition ?? definition
      return try edit.add(missing, named: name, at: position, keeping: .of(node))
    }
    let values = try DocumentedValues(
      node.value, node.literals, of: definition, by: reading.literals, at: DocumentPath()
    ) { (_, error) throws(DocumentError) in throw error }
    var kept = values.kept(beside: node.others)
    // A definition says by them what new instances are made of.
    if !edit.editsDefinition { reading.dropFields(of: node.kind, &kept.others) }
    let id =
      try code.source == .registered
      ? edit.add(node.kind, named: name, at: position, keeping: kept)
      : edit.add(definition, named: name, at: position, keeping: kept)
    for (input, literal) in values.literals {
      try edit.give(literal.declared, to: try edit.input(id.input(Int(input))))
    }
    if let value = values.value { edit.give(value.declared, toSource: id) }
    return id
  }

  /// Connects what was connected to nodes outside the fragment, where they exist and fit.
  func connectOuter() { edit.connect(outer, ids) }
}

/// A connection of a node or an instance of a fragment from something that is not part of it.
typealias OuterConnection = (member: NodeID, connection: DocumentConnection)

extension GraphDocument {
  /// Removes the connections from what is not part of the fragment, and returns them.
  mutating func removeOuterConnections() -> [OuterConnection] {
    let inner = Set(instances.flatMap(\.members).map(\.node))
    let known = Set(nodes.map(\.id) + instances.map(\.id.node)).subtracting(inner)
    var outer: [OuterConnection] = []
    func split(_ connections: inout [DocumentConnection], of member: NodeID) {
      outer += connections.lazy.filter { !known.contains($0.source) }.map { (member, $0) }
      connections.removeAll { !known.contains($0.source) }
    }
    for index in nodes.indices { split(&nodes[index].connections, of: nodes[index].id) }
    for index in instances.indices { split(&instances[index].connections, of: instances[index].id.node) }
    return outer
  }
}

extension Edit {
  /// Connects what was connected to something outside the fragment, where that exists and fits.
  func connect(_ outer: [OuterConnection], _ ids: [NodeID: NodeID]) {
    for (member, connection) in outer {
      guard let target = ids[member] else { continue }
      try? connect(connection.source.output(connection.output), to: target.input(connection.input))
    }
  }

  /// Adds a node of a known kind with what a document says of it.
  fileprivate func add(
    _ kind: String, named name: String?, at position: GraphPoint?, keeping kept: DocumentState.Kept?
  ) throws(GraphError) -> NodeID {
    if editsDefinition { return try addMember(kind, named: name, at: position, keeping: kept) }
    let node = try add(kind, named: name, at: position)
    keep(kept, of: node)
    return node
  }

  /// Adds a node with code of its own with what a document says of it.
  fileprivate func add(
    _ definition: NodeDefinition, named name: String?, at position: GraphPoint?, keeping kept: DocumentState.Kept?
  ) throws(GraphError) -> NodeID {
    if editsDefinition { return try addMember(own: definition, named: name, at: position, keeping: kept) }
    let node = try add(own: definition, named: name, at: position)
    keep(kept, of: node)
    return node
  }

  private func keep(_ kept: DocumentState.Kept?, of node: NodeID) {
    if let kept, !kept.isEmpty { evaluator.keep(kept, of: node) }
  }

  /// Connects pasted nodes as a document says.
  func connect(_ nodes: [DocumentNode], _ ids: [NodeID: NodeID]) throws(DocumentError) {
    for (index, node) in nodes.enumerated() {
      for connection in node.connections {
        try connect(connection, to: node.id, ids, at: DocumentPath.node(index).appending("inputs"))
      }
    }
  }

  /// Makes one connection of a pasted node or instance.
  func connect(
    _ connection: DocumentConnection, to member: NodeID, _ ids: [NodeID: NodeID],
    at path: @autoclosure () -> DocumentPath
  ) throws(DocumentError) {
    guard let source = ids[connection.source], let target = ids[member] else { return }
    do throws(GraphError) {
      try connect(source.output(connection.output), to: target.input(connection.input))
    } catch {
      throw DocumentError(.connection, at: path(), evaluator.subgraphs.describe(error))
    }
  }
}

extension GraphPoint? {
  /// Where something is put that was here; `nil` for the origin.
  func moved(by offset: GraphPoint) -> GraphPoint? {
    let moved = (self ?? .zero) + offset
    return moved == .zero ? nil : moved
  }
}

extension Evaluator {
  /// The types of what the inputs of a node that is being pasted will read.
  ///
  /// - Parameters:
  ///   - node: The node, with the connections that it will have.
  ///   - ids: The nodes that were made, by the ids that its connections have.
  ///   - outputs: Of nodes and instances beside these, the types of what they give.
  /// - Returns: The types by input, as far as they are known.
  /// - Throws: ``NodeGraph/GraphError/stale(_:)`` if one that was made is gone.
  func types(
    readBy node: DocumentNode, made ids: [NodeID: NodeID], besides outputs: [NodeID: [String: PortType]]
  ) throws(GraphError) -> [String: PortType] {
    var types: [String: PortType] = [:]
    for connection in node.connections {
      if let source = ids[connection.source] {
        types[connection.input] = try state.graph.kind(of: source).outputs.first { $0.name == connection.output }?.type
      } else {
        types[connection.input] = outputs[connection.source]?[connection.output]
      }
    }
    return types
  }
}
