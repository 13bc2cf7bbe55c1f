// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The verbs of an edit under way: what the closure of ``Evaluator/edit(_:)`` gets.
///
/// Each verb throws a ``NodeGraph/GraphError`` when it refuses, having changed nothing; thrown on, it reverts the
/// whole edit. In an edit that is not remembered (``Evaluator/edit(history:_:)``) all but giving values are refused. An edit
/// can't be used after its closure has returned.
public struct Edit {
  @usableFromInline let evaluator: Evaluator

  @inlinable init(evaluator: Evaluator) { self.evaluator = evaluator }

  /// Adds a node of a known kind; a source has the initial value of its definition.
  ///
  /// - Parameters:
  ///   - kind: The name of a definition the evaluator knows.
  ///   - name: A name no other node has, or none.
  ///   - position: Where it is shown.
  /// - Returns: The id of the node.
  /// - Throws: ``NodeGraph/GraphError/unknownKind(_:)``, ``NodeGraph/GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports).
  @discardableResult
  public func add(
    _ kind: String, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try checkStructureMayChange()
    guard let shape = evaluator.state.topology.findShape(ofKind: kind) else { throw .unknownKind(kind) }
    let node = try evaluator.state.topology.addNode(shape: shape, named: name, at: position)
    evaluator.state.equip(node.slot)
    return node
  }

  /// Adds a node with a definition of its own, which need not be known by name: a formula has one.
  ///
  /// - Parameters:
  ///   - definition: Its ports and code.
  ///   - name: A name no other node has, or none.
  ///   - position: Where it is shown.
  /// - Returns: The id of the node.
  /// - Throws: ``NodeGraph/GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports).
  @discardableResult
  public func add(
    own definition: NodeDefinition, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try checkStructureMayChange()
    try change.value.checkName(name, of: nil)
    let shape = makeOwnShape(definition)
    let node = try change.value.addNode(shape: shape, named: name, at: position)
    evaluator.state.equip(node.slot)
    return node
  }

  /// Is not available: what is registered is added by its name, and a definition of a node's own by
  /// ``add(own:named:at:)``.
  @available(
    *, unavailable, renamed: "add(own:named:at:)",
    message: "write add(own: definition), or add(definition.kind.name) for one that is registered"
  )
  @discardableResult
  public func add(
    _ definition: NodeDefinition, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try add(own: definition, named: name, at: position)
  }

  /// Removes a node and its connections.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Complexity: O(degree).
  public func remove(_ node: NodeID) throws(GraphError) {
    try checkStructureMayChange()
    if evaluator.state.needsScope { return try ScopeEdit(root: evaluator).remove(node) }
    let slot = try evaluator.state.topology.slot(node)
    evaluator.state.topology.removeNode(slot)
  }

  /// Connects an output to an input.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they go.
  ///   - replacing: Whether a connection that occupies the input makes way.
  /// - Throws: As ``NodeGraph/Graph/connect(_:to:replacing:)``.
  @inlinable
  public func connect(
    _ source: some OutputReference, to target: some InputReference, replacing: Bool = false
  ) throws(GraphError) {
    if evaluator.box.value.needsScope { return try linkInScope(source, target, replacing: replacing) }
    let source = try source.resolved(in: evaluator.box.value.graph)
    let target = try target.resolved(in: evaluator.box.value.graph)
    try link(source, target, replacing: replacing)
  }

  @usableFromInline
  func linkInScope(
    _ source: some OutputReference, _ target: some InputReference, replacing: Bool
  ) throws(GraphError) {
    try ScopeEdit(root: evaluator).connect(source, to: target, replacing: replacing)
  }

  /// Makes many connections and sorts the order once, if at all: what a large graph is loaded by.
  ///
  /// - Parameter connections: What is connected, in this order; none may make way for another.
  /// - Throws: As ``NodeGraph/Graph/connect(contentsOf:)``; none is made then.
  /// - Complexity: As ``NodeGraph/Graph/connect(contentsOf:)``.
  @inlinable
  public func connect(contentsOf connections: some Sequence<Connection>) throws(GraphError) {
    try link(Array(connections))
  }

  @usableFromInline
  func link(_ connections: [Connection]) throws(GraphError) {
    try checkStructureMayChange()
    // An edit within this one reverts its own part.
    try evaluator.edit { edit throws(GraphError) in
      if evaluator.state.needsScope {
        for connection in connections { try edit.connect(connection.source, to: connection.target) }
        return
      }
      try edit.evaluator.state.topology.connect(contentsOf: connections)
    }
  }

  @usableFromInline
  func link(_ source: OutputPort, _ target: InputPort, replacing: Bool) throws(GraphError) {
    try checkStructureMayChange()
    try evaluator.state.topology.connect(source, to: target, replacing: replacing)
  }

  /// Cuts whatever is connected to an input; its literal or default applies again. An input that takes many connections
  /// loses all of them.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``.
  @inlinable
  public func disconnect(_ target: some InputReference) throws(GraphError) {
    if evaluator.box.value.needsScope { return try cutInScope(target) }
    try cut(target.resolved(in: evaluator.box.value.graph))
  }

  @usableFromInline
  func cutInScope(_ target: some InputReference) throws(GraphError) {
    try ScopeEdit(root: evaluator).disconnect(target)
  }

  @usableFromInline
  func cut(_ target: InputPort) throws(GraphError) {
    try checkStructureMayChange()
    try evaluator.state.topology.disconnect(target)
  }

  /// Cuts one connection.
  ///
  /// - Throws: ``NodeGraph/GraphError/notConnected(_:)``, and what naming the ports can throw.
  public func disconnect(
    _ source: some OutputReference, from target: some InputReference
  ) throws(GraphError) {
    if evaluator.state.needsScope { return try ScopeEdit(root: evaluator).disconnect(source, from: target) }
    let source = try source.resolved(in: evaluator.state.graph)
    let target = try target.resolved(in: evaluator.state.graph)
    try checkStructureMayChange()
    try change.value.disconnect(source, from: target)
  }

  /// Gives a node a name, or takes it away.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/duplicateName(_:_:)``.
  public func rename(_ node: NodeID, to name: String?) throws(GraphError) {
    try checkStructureMayChange()
    if InstanceID(node) != nil { return try ScopeEdit(root: evaluator).rename(node, to: name) }
    let slot = try scopeSlot(node)
    try change.value.checkName(name, of: slot)
    change.value.rename(slot, to: name)
  }

  /// Moves a node on the canvas.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  public func move(_ node: NodeID, to position: GraphPoint) throws(GraphError) {
    try checkStructureMayChange()
    if InstanceID(node) != nil { return try ScopeEdit(root: evaluator).move(node, to: position) }
    let slot = try scopeSlot(node)
    change.value.move(slot, to: position)
  }

  /// Makes a node one of another kind. It keeps its id, name and position; connections of ports that have no
  /// counterpart of the same type and arity are cut. A source takes the initial value of its definition.
  ///
  /// A node that a document brought without code keeps connections, literals and its value by the names of ports, as
  /// ``Evaluator/register(_:)`` has it.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/unknownKind(_:)``.
  /// - Complexity: As ``NodeGraph/Graph/setKind(of:to:matching:)``.
  public func setKind(
    of node: NodeID, to kind: String, matching: Graph.PortMatching = .position
  ) throws(GraphError) {
    try checkStructureMayChange()
    guard let definition = evaluator.state.kernels.definitions[kind],
      let shape = change.value.shape(ofKind: kind)
    else { throw .unknownKind(kind) }
    let slot = try scopeSlot(node)
    if try supply(node, shape, definition) { return }
    let conversions = ScopeEdit(root: evaluator).conversions(beside: node)
    let before = evaluator.state.topology.wiring.kind(of: slot)
    evaluator.state.reshape(slot, to: shape, definition.initial, matching: matching)
    moveLooks(of: slot, from: before, to: definition.kind, matching)
    try ScopeEdit(root: evaluator).removeIdle(conversions)
  }

  /// Gives a node a definition of its own in place of what it was; what consumes it stays connected if the type stays.
  ///
  /// A node that a document brought without code keeps connections, literals and its value by the names of ports: so an
  /// application supplies the code of a node that was made in code after it was loaded.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``.
  /// - Complexity: O(ports) and as ``NodeGraph/Graph/setKind(of:to:matching:)``.
  public func setDefinition(
    of node: NodeID, to definition: NodeDefinition, matching: Graph.PortMatching = .name
  ) throws(GraphError) {
    try checkStructureMayChange()
    let slot = try scopeSlot(node)
    if evaluator.state.missing(node) != nil {
      _ = try supply(node, makeOwnShape(definition), definition)
      return
    }
    let conversions = ScopeEdit(root: evaluator).conversions(beside: node)
    let before = evaluator.state.topology.wiring.kind(of: slot)
    evaluator.state.reshape(slot, to: makeOwnShape(definition), definition.initial, matching: matching)
    moveLooks(of: slot, from: before, to: definition.kind, matching)
    try ScopeEdit(root: evaluator).removeIdle(conversions)
  }

  /// Has looks of wires follow the ports of a node to their counterparts.
  private func moveLooks(of slot: UInt32, from before: NodeKind, to after: NodeKind, _ matching: Graph.PortMatching) {
    if evaluator.state.looks.wires.isEmpty { return }
    let counterparts = PortCounterparts(from: before, to: after, matching)
    let node = evaluator.state.topology.id(of: slot)
    let looks = evaluator.state.looks(of: CollectionOfOne(node))
    var moved = looks
    moved.movePorts(of: node, input: counterparts.input, output: counterparts.output)
    evaluator.state.changeLooks(from: looks, to: moved)
  }

  /// Gives a node its code if a document brought it without. Returns whether it did.
  private func supply(_ node: NodeID, _ shape: UInt32, _ definition: NodeDefinition) throws(GraphError) -> Bool {
    guard evaluator.state.missing(node) != nil else { return false }
    _ = try change.value.slot(node)
    let scope = ScopeEdit(root: evaluator)
    let conversions = scope.conversions(beside: node)
    _ = supply([Supply(node: change.value.own(node), shape: shape, definition: definition)])
    try scope.removeIdle(conversions)
    return true
  }

  /// Gives a variable a value.
  @inlinable
  public func set<Value>(_ variable: Variable<Value>, to value: Value) {
    checkUnderWay()
    evaluator.set(variable, to: value)
  }

  /// Gives a source a value.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``; ``NodeGraph/GraphError/notGivable(_:_:)`` if the node is no source of that type.
  public func set<Value>(_ node: NodeID, to value: Value) throws(GraphError) {
    checkUnderWay()
    guard let variable = try evaluator.variable(node, as: Value.self) else {
      throw .notGivable(node, PortType(Value.self))
    }
    evaluator.set(variable, to: value)
  }

  /// Gives an input a literal: what it reads while it is not connected.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``, ``NodeGraph/GraphError/literalMismatch(_:target:_:)``, ``NodeGraph/GraphError/takesNoLiteral(_:)``.
  @inlinable
  public func setLiteral<Value>(_ target: some InputReference, to value: Value) throws(GraphError) {
    checkUnderWay()
    if evaluator.box.value.needsScope { return try giveInScope(target, value) }
    let target = try target.resolved(in: evaluator.box.value.graph)
    try evaluator.box.value.writeLiteral(target, value)
  }

  @usableFromInline
  func giveInScope<Value>(_ target: some InputReference, _ value: Value) throws(GraphError) {
    guard isOfInstance(target) else {
      let target = try target.resolved(in: evaluator.state.graph)
      return try evaluator.state.writeLiteral(target, value)
    }
    try ScopeEdit(root: evaluator).setLiteral(target, to: value)
  }

  /// Whether a port is that of an instance.
  private func isOfInstance(_ target: some InputReference) -> Bool {
    let node = (target as? InputPort)?.node ?? (target as? NamedInput)?.node
    return node.map { InstanceID($0) != nil } ?? false
  }

  /// Takes the literal of an input away; its default applies again.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``.
  public func clearLiteral(_ target: some InputReference) throws(GraphError) {
    try checkStructureMayChange()
    if isOfInstance(target) { return try ScopeEdit(root: evaluator).clearLiteral(target) }
    let target = try target.resolved(in: evaluator.state.graph)
    change.value.setLiteral(try change.value.place(target), cell: NodeRecord.none)
  }

  /// The slot of a node that lies in no instance.
  private func scopeSlot(_ node: NodeID) throws(GraphError) -> UInt32 {
    let slot = try change.value.slot(node)
    if evaluator.state.needsScope { try ScopeEdit(root: evaluator).check(node) }
    return slot
  }

  /// The records, for a change. The evaluator is their only owner since the edit began.
  private var change: StateBox<Topology> {
    checkUnderWay()
    return evaluator.state.graph.storage
  }

  @usableFromInline
  func checkUnderWay() {
    require(evaluator.state.activity.editDepth > 0, "an edit is over when its closure returns")
    evaluator.state.leaveCopies()
  }

  /// Refuses what an edit that is not remembered can't do.
  @inline(__always)
  func checkStructureMayChange() throws(GraphError) {
    checkUnderWay()
    if evaluator.state.activity.changesValuesOnly { throw .valuesOnly }
  }

  private func makeOwnShape(_ definition: NodeDefinition) -> UInt32 {
    let shape = change.value.makeShape(definition.kind, isOwn: true)
    evaluator.state.install(definition, at: shape)
    return shape
  }
}
