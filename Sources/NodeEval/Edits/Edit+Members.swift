// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Edit {
  // MARK: Members

  /// Adds a node of a known kind; a source has the initial value of its definition.
  ///
  /// - Parameters:
  ///   - kind: The name of a definition the evaluator knows.
  ///   - name: A name that no other node of the scope has, or `nil`.
  ///   - position: Where it is shown.
  /// - Returns: The id of the node.
  /// - Throws: ``NodeGraph/GraphError/unknownKind(_:)``, ``NodeGraph/GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports); inside a group, for each instance.
  @discardableResult
  public func add(
    _ kind: String, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    if editsDefinition { return try addMember(kind, named: name, at: position) }
    try evaluator.checkStructureMayChange()
    guard let shape = evaluator.state.topology.findShape(ofKind: kind) else { throw .unknownKind(kind) }
    let node = try evaluator.state.topology.addNode(shape: shape, named: name, at: position)
    evaluator.state.equip(node.slot)
    return node
  }

  /// Adds a node with a definition of its own that need not be registered, such as a formula.
  ///
  /// - Parameters:
  ///   - definition: Its ports and code.
  ///   - name: A name that no other node of the scope has, or `nil`.
  ///   - position: Where it is shown.
  /// - Returns: The id of the node.
  /// - Throws: ``NodeGraph/GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports); inside a group, for each instance.
  @discardableResult
  public func add(
    own definition: NodeDefinition, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    if editsDefinition { return try addMember(own: definition, named: name, at: position) }
    try evaluator.checkStructureMayChange()
    try checkName(name)
    let shape = makeOwnShape(definition)
    let node = try evaluator.state.topology.addNode(shape: shape, named: name, at: position)
    evaluator.state.equip(node.slot)
    return node
  }

  /// Unavailable: a registered kind is added by its name, and a node with its own definition by ``add(own:named:at:)``.
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

  /// Removes a node with its connections, or an instance by its ``NodeGraph/InstanceID/node``. Inside a group, this also removes
  /// the definition's ports that led only to that member.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``.
  /// - Complexity: O(degree); for an instance, of each of its nodes; inside a group, for each instance of the group.
  public func remove(_ node: NodeID) throws(GraphError) {
    try checkStructureMayChange()
    guard evaluator.state.scopes.areInUse else {
      let slot = try evaluator.state.topology.slot(node)
      return evaluator.state.topology.removeNode(slot)
    }
    let member = try check(node)
    let conversions = conversions(beside: member)
    try removeMember(member)
    try removeIdle(conversions)
  }

  /// Sets or removes the name of a node or an instance.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/duplicateName(_:_:)`` for a node. Instances may have the same name.
  public func rename(_ node: NodeID, to name: String?) throws(GraphError) {
    try checkStructureMayChange()
    let member = try check(node)
    if InstanceID(member) == nil { try checkName(name, of: member) }
    if editsDefinition { return setLabel(of: member, \.name, to: name) }
    guard let instance = InstanceID(member) else { return evaluator.state.topology.rename(member.slot, to: name) }
    evaluator.state.changeInstance(instance.index) { $0.name = name }
  }

  /// Moves a node or an instance on the canvas.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``.
  public func move(_ node: NodeID, to position: GraphPoint) throws(GraphError) {
    try checkStructureMayChange()
    let member = try check(node)
    if editsDefinition { return setLabel(of: member, \.position, to: position) }
    guard let instance = InstanceID(member) else { return evaluator.state.topology.move(member.slot, to: position) }
    evaluator.state.changeInstance(instance.index) { $0.position = position }
  }

  // MARK: Connections

  /// Connects an output to an input, of nodes or instances of the scope.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they are read.
  ///   - replacing: Whether a connection that occupies the input is replaced.
  /// - Throws: As ``NodeGraph/Graph/connect(_:to:replacing:)``; ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/loopsBack(_:)`` for ports of one instance; ``NodeGraph/GraphError/exposed(_:)`` inside a group, for
  ///   an input that is a port of the definition and takes one connection.
  @inlinable
  public func connect(
    _ source: some OutputReference, to target: some InputReference, replacing: Bool = false
  ) throws(GraphError) {
    if evaluator.box.value.scopes.areInUse { return try linkMembers(source, target, replacing: replacing) }
    let source = try source.resolved(in: evaluator.box.value.graph)
    let target = try target.resolved(in: evaluator.box.value.graph)
    try evaluator.linkPorts(source, target, replacing: replacing)
  }

  @usableFromInline
  func linkMembers(
    _ source: some OutputReference, _ target: some InputReference, replacing: Bool
  ) throws(GraphError) {
    try checkStructureMayChange()
    try link(output(source), input(target), replacing: replacing)
  }

  /// Makes many connections and sorts the order at most once. Use it to load a large graph.
  ///
  /// - Parameter connections: The connections, made in this order; none may replace another.
  /// - Throws: As ``NodeGraph/Graph/connect(contentsOf:)``; then no connection is made.
  /// - Complexity: As ``NodeGraph/Graph/connect(contentsOf:)``.
  @inlinable
  public func connect(contentsOf connections: some Sequence<Connection>) throws(GraphError) {
    try link(Array(connections))
  }

  @usableFromInline
  func link(_ connections: [Connection]) throws(GraphError) {
    try checkStructureMayChange()
    try whole { () throws(GraphError) in
      if evaluator.state.scopes.areInUse {
        for connection in connections { try connect(connection.source, to: connection.target) }
        return
      }
      try evaluator.state.topology.connect(contentsOf: connections)
    }
  }

  /// Removes the connections to an input within the scope; its literal or default applies again. An input that takes many
  /// connections loses all of them.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``,
  ///   ``NodeGraph/GraphError/outsideScope(_:)``.
  @inlinable
  public func disconnect(_ target: some InputReference) throws(GraphError) {
    if evaluator.box.value.scopes.areInUse { return try cutMember(target) }
    try evaluator.cutPort(target.resolved(in: evaluator.box.value.graph))
  }

  @usableFromInline
  func cutMember(_ target: some InputReference) throws(GraphError) {
    try checkStructureMayChange()
    let target = try input(target)
    let conversions = conversions(into: target)
    try disconnect(target, from: nil)
    try removeIdle(conversions)
  }

  /// Removes one connection.
  ///
  /// - Throws: ``NodeGraph/GraphError/notConnected(_:)``, and the errors of naming the ports.
  public func disconnect(
    _ source: some OutputReference, from target: some InputReference
  ) throws(GraphError) {
    try checkStructureMayChange()
    guard evaluator.state.scopes.areInUse else {
      let source = try source.resolved(in: evaluator.state.graph)
      let target = try target.resolved(in: evaluator.state.graph)
      return try evaluator.state.topology.disconnect(source, from: target)
    }
    let (source, target) = (try output(source), try input(target))
    if let output = table.source(of: source), let converted = converted(output, readBy: target) {
      try cut(converted, from: target)
      return try removeIdle([converted.member])
    }
    try cut(source, from: target)
  }

  // MARK: Values

  /// Sets the value of a variable.
  @inlinable
  public func set<Value>(_ variable: Variable<Value>, to value: Value) {
    evaluator.write(value, to: variable)
    if editsDefinition { record(value, of: variable.node) }
  }

  /// Sets the value of a source.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``; ``NodeGraph/GraphError/notGivable(_:_:)`` if the node is not a source of that
  ///   type; ``NodeGraph/GraphError/outsideScope(_:)`` inside a group.
  public func set<Value>(_ node: NodeID, to value: Value) throws(GraphError) {
    checkUnderWay()
    if editsDefinition {
      try checkStructureMayChange()
      try check(node)
    }
    guard let variable = try evaluator.variable(node, as: Value.self) else {
      throw .notGivable(node, PortType(Value.self))
    }
    set(variable, to: value)
  }

  /// Sets the literal of an input: the value that it reads while it is not connected.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``,
  ///   ``NodeGraph/GraphError/literalMismatch(_:target:_:)``, ``NodeGraph/GraphError/takesNoLiteral(_:)``;
  ///   ``NodeGraph/GraphError/outsideScope(_:)`` inside a group.
  @inlinable
  public func setLiteral<Value>(_ target: some InputReference, to value: Value) throws(GraphError) {
    evaluator.checkEditUnderWay()
    if evaluator.box.value.scopes.areInUse { return try giveMember(target, value) }
    let target = try target.resolved(in: evaluator.box.value.graph)
    try evaluator.box.value.writeLiteral(target, value)
  }

  @usableFromInline
  func giveMember<Value>(_ target: some InputReference, _ value: Value) throws(GraphError) {
    guard editsDefinition || isOfInstance(target) else {
      let target = try target.resolved(in: evaluator.state.graph)
      return try evaluator.state.writeLiteral(target, value)
    }
    try checkStructureMayChange()
    let type = ValueType(Value.self)
    try give(SubgraphDefinition.MemberValue(type: type, value: type.keep(value)), to: input(target))
  }

  /// Removes the literal of an input; its default applies again.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/noSuchInput(_:_:among:)``;
  ///   ``NodeGraph/GraphError/outsideScope(_:)`` inside a group.
  public func clearLiteral(_ target: some InputReference) throws(GraphError) {
    try checkStructureMayChange()
    if editsDefinition || isOfInstance(target) { return try give(nil, to: input(target)) }
    let target = try target.resolved(in: evaluator.state.graph)
    let place = try evaluator.state.topology.place(target)
    evaluator.state.topology.setLiteral(place, cell: NodeRecord.none)
  }

  /// Whether a port belongs to an instance.
  private func isOfInstance(_ target: some InputReference) -> Bool {
    let node = (target as? InputPort)?.node ?? (target as? NamedInput)?.node
    return node.map { InstanceID($0) != nil } ?? false
  }

  // MARK: Checks of all operations

  func checkUnderWay() { evaluator.checkEditUnderWay() }

  /// Refuses structural changes in an edit that is not remembered, and after the edited instance is gone.
  @inline(__always)
  func checkStructureMayChange() throws(GraphError) {
    try evaluator.checkStructureMayChange()
    if editsDefinition { try checkLooked() }
  }

  @inline(never)
  private func checkLooked() throws(GraphError) {
    if table.instance(scope)?.definition != editedNumber { throw .stale(table.id(of: scope).node) }
  }

  /// Makes the shape of a node with its own code. In a definition several nodes use the shape, so it is kept.
  func makeOwnShape(_ definition: NodeDefinition) -> UInt32 {
    let shape = evaluator.state.topology.makeShape(definition.kind, isOwn: !editsDefinition)
    evaluator.state.install(definition, at: shape)
    return shape
  }
}

/// The operations of a graph without groups and conversions, which has one scope.
///
/// They are methods of the evaluator because passing a scope with each call costs 3 to 5 % of a connection.
extension Evaluator {
  @inline(__always)
  fileprivate func checkStructureMayChange() throws(GraphError) {
    checkEditUnderWay()
    if state.activity.changesValuesOnly { throw .valuesOnly }
  }

  @usableFromInline
  func linkPorts(_ source: OutputPort, _ target: InputPort, replacing: Bool) throws(GraphError) {
    try checkStructureMayChange()
    try state.topology.connect(source, to: target, replacing: replacing)
  }

  @usableFromInline
  func cutPort(_ target: InputPort) throws(GraphError) {
    try checkStructureMayChange()
    try state.topology.disconnect(target)
  }
}
