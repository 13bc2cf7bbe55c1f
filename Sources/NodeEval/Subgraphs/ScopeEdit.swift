// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The verbs of an edit of a definition: what the closure of ``Edit/change(_:lookingAt:_:)`` gets.
///
/// Nodes and inner instances are named as they are in one instance, the one that is looked at. What is done to it is done to
/// all instances of the definition when the closure returns. A verb that throws has changed nothing; thrown on, its error
/// reverts the whole edit. When the instance that is looked at is removed, dissolved or made independent meanwhile, all further
/// verbs throw ``NodeGraph/GraphError/stale(_:)``.
///
/// Values belong to the instances: a literal, or the value of a source, that the definition gets is that of new instances,
/// and of those that have what the definition said before.
public struct ScopeEdit {
  let evaluator: Evaluator
  /// The instance that is looked at, or none for the graph around all instances.
  let scope: UInt32
  /// The definition that is edited, where there is one.
  let recorder: Recorder?

  /// What an edit has done to the instance that is looked at.
  final class Recorder {
    let definition: UInt32
    /// The instance that is looked at.
    let looked: UInt32
    /// Its place among the edits of definitions that are under way.
    let place: Int
    // Never accessed while they are being changed.
    @safe @exclusivity(unchecked) private var operations: [DefinitionOperation] = []
    @safe @exclusivity(unchecked) private var carriedOver = 0

    /// How many operations there are, and how many of them all instances have undergone.
    struct Progress {
      let operations: Int
      let carriedOver: Int
    }

    init(definition: UInt32, lookingAt looked: UInt32, place: Int) {
      (self.definition, self.looked, self.place) = (definition, looked, place)
    }

    var progress: Progress { Progress(operations: operations.count, carriedOver: carriedOver) }

    /// What was done to the instance that is looked at only.
    var pending: ArraySlice<DefinitionOperation> { operations[carriedOver...] }

    func append(_ operation: DefinitionOperation) { operations.append(operation) }

    /// Notes that all instances have undergone all.
    func endPending() { carriedOver = operations.count }

    /// Forgets what was noted since then.
    func goBack(to before: Progress) {
      operations.removeSubrange(before.operations...)
      carriedOver = before.carriedOver
    }
  }

  /// The graph around all instances.
  init(root evaluator: Evaluator) {
    (self.evaluator, scope, recorder) = (evaluator, SubgraphTable.none, nil)
  }

  /// A scope that is looked at only.
  init(reading scope: UInt32, of evaluator: Evaluator) {
    (self.evaluator, self.scope, recorder) = (evaluator, scope, nil)
  }

  init(_ evaluator: Evaluator, _ recorder: Recorder) {
    (self.evaluator, scope, self.recorder) = (evaluator, recorder.looked, recorder)
  }

  var table: SubgraphTable { _read { yield evaluator.state.subgraphs } }
  var storage: StateBox<Topology> { evaluator.state.graph.storage }

  var definition: SubgraphDefinition? { recorder.flatMap { table.definitions[$0.definition] } }

  /// The definition of the instance that is looked at, edited or not.
  var outerDefinition: SubgraphDefinition? { table.definition(of: scope) }

  func changeDefinition(_ body: (inout SubgraphDefinition) -> Void) {
    guard let recorder, var definition = table.definitions[recorder.definition] else { return }
    body(&definition)
    evaluator.state.setDefinition(recorder.definition, to: definition)
  }

  /// Does several things, or nothing.
  func whole(_ body: () throws(GraphError) -> Void) throws(GraphError) {
    try evaluator.edit { _ throws(GraphError) in try body() }
  }

  /// Does something to the instance that is looked at, and later to the others.
  func perform(_ operation: DefinitionOperation) throws(GraphError) {
    // Of several connections that one port makes, some may be refused.
    try evaluator.edit { _ throws(GraphError) in try evaluator.state.perform(operation, in: scope) }
    record(operation)
  }

  /// Notes what is to be done to the other instances. An edit that fails, of which this is part, takes it back.
  private func record(_ operation: DefinitionOperation) {
    guard let recorder else { return }
    evaluator.state.noteProgress(of: recorder)
    recorder.append(operation)
  }

  func checkUnderWay() throws(GraphError) {
    try Edit(evaluator: evaluator).checkStructureMayChange()
    guard let recorder, table.instance(scope)?.definition != recorder.definition else { return }
    throw .stale(table.id(of: scope).node)
  }

  // MARK: Members

  /// Refuses what does not lie in the scope.
  ///
  /// - Returns: The id by which the graph names the member.
  @discardableResult
  func check(_ member: NodeID) throws(GraphError) -> NodeID {
    if let instance = InstanceID(member) {
      guard let index = table.index(instance), let entry = table.instance(index) else { throw .stale(member) }
      guard entry.parent == scope else { throw .outsideScope(member) }
    } else {
      guard table.owner(try storage.value.slot(member)) == scope else { throw .outsideScope(member) }
    }
    return storage.value.own(member)
  }

  /// The nodes and instances of the scope, in the order in which they were made.
  public var members: [NodeID] {
    table.members(of: scope, in: storage.value).filter { evaluator.state.sourceOfWire($0) == nil }
  }

  /// What a member is called in the definition.
  public func name(of member: NodeID) -> String? { table.name(of: member, in: storage.value) }

  /// The member of that name.
  public func node(named name: String) -> NodeID? { members.first { self.name(of: $0) == name } }

  private func checkName(_ name: String?, of member: NodeID? = nil) throws(GraphError) {
    guard let name, let other = node(named: name), other != member else { return }
    throw .duplicateName(name, other)
  }

  /// Adds a node of a known kind to the definition.
  ///
  /// - Returns: The node, as it is in the instance that is looked at.
  /// - Throws: ``NodeGraph/GraphError/unknownKind(_:)``, ``NodeGraph/GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports) for each instance.
  @discardableResult
  public func add(
    _ kind: String, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try add(kind, named: name, at: position, keeping: nil)
  }

  /// The same with what a document says of the node.
  func add(
    _ kind: String, named name: String?, at position: GraphPoint?, keeping kept: DocumentState.Kept?
  ) throws(GraphError) -> NodeID {
    try checkUnderWay()
    guard let shape = storage.value.shape(ofKind: kind) else { throw .unknownKind(kind) }
    let initial = evaluator.state.kernels.definitions[kind]?.initial
    return try add(.shape(shape), initial, named: name, at: position, keeping: kept)
  }

  /// Adds a node with a definition of its own, which need not be known by name.
  ///
  /// - Returns: The node, as it is in the instance that is looked at.
  /// - Throws: ``NodeGraph/GraphError/duplicateName(_:_:)``.
  /// - Complexity: O(ports) for each instance.
  @discardableResult
  public func add(
    own definition: NodeDefinition, named name: String? = nil, at position: GraphPoint? = nil
  ) throws(GraphError) -> NodeID {
    try add(own: definition, named: name, at: position, keeping: nil)
  }

  /// The same with what a document says of the node.
  func add(
    own definition: NodeDefinition, named name: String?, at position: GraphPoint?, keeping kept: DocumentState.Kept?
  ) throws(GraphError) -> NodeID {
    try checkUnderWay()
    try checkName(name)
    // It is that of several nodes, and so stays.
    let shape = storage.value.makeShape(definition.kind, isOwn: false)
    evaluator.state.install(definition, at: shape)
    return try add(.shape(shape), definition.initial, named: name, at: position, keeping: kept)
  }

  /// Adds a node that there is no code for, with what a document says of it.
  func add(
    missing definition: NodeDefinition, _ kept: DocumentState.Kept, named name: String?, at position: GraphPoint?
  ) throws(GraphError) -> NodeID {
    let shape = storage.value.makeShape(definition.kind, isOwn: false)
    evaluator.state.install(definition, at: shape)
    return try add(.shape(shape), nil, named: name, at: position, keeping: kept)
  }

  private func add(
    _ code: SubgraphDefinition.Code, _ initial: ErasedDefault?, named name: String?, at position: GraphPoint?,
    keeping kept: DocumentState.Kept?
  ) throws(GraphError) -> NodeID {
    try checkName(name)
    var node = SubgraphDefinition.Node(inner: 0, code: code, name: name, position: position)
    node.kept = kept?.isEmpty == false ? kept : nil
    node.initial = initial.map { SubgraphDefinition.Value($0) }
    changeDefinition {
      node.inner = $0.makeInner()
      $0.nodes.append(node)
    }
    try perform(.addNode(node))
    return table.instance(scope)?.node(node.inner) ?? NodeID(slot: .max, generation: 0)
  }

  /// Removes a node or an inner instance, its connections, and the ports that led to nothing else.
  ///
  /// - Throws: ``NodeGraph/GraphError/stale(_:)``, ``NodeGraph/GraphError/outsideScope(_:)``.
  /// - Complexity: O(degree) for each instance, of an inner instance for each of its nodes.
  public func remove(_ member: NodeID) throws(GraphError) {
    try checkUnderWay()
    let member = try check(member)
    let conversions = conversions(beside: member)
    try removeMember(member)
    try removeIdle(conversions)
  }

  /// Removes a member, and leaves what converts for it.
  func removeMember(_ member: NodeID) throws(GraphError) {
    if let instance = InstanceID(member), !evaluator.state.activity.recorders.isEmpty {
      // With the last instance of a definition goes the only record of how its members are connected now.
      for index in table.subtree(of: instance.index) {
        try Edit(evaluator: evaluator).settlePending(in: table.instance(index)?.definition)
      }
    }
    guard recorder != nil else {
      if let instance = InstanceID(member) { return evaluator.state.removeInstance(instance.index) }
      return storage.value.removeNode(member.slot)
    }
    let inner = table.end(ScopePort(member: member, port: 0)).member
    try perform(.remove(inner))
    changeDefinition {
      $0.nodes.removeAll { $0.inner == inner }
      $0.children.removeAll { $0.inner == inner }
      _ = $0.dropEnds { end, _ in end.member == inner }
    }
  }

  /// Gives a member a name in the definition, or takes it away.
  ///
  /// - Throws: ``NodeGraph/GraphError/duplicateName(_:_:)``, and what ``remove(_:)`` throws.
  public func rename(_ member: NodeID, to name: String?) throws(GraphError) {
    try checkUnderWay()
    let member = try check(member)
    guard recorder != nil else {
      guard let instance = InstanceID(member) else { return storage.value.rename(member.slot, to: name) }
      return evaluator.state.changeInstance(instance.index) { $0.name = name }
    }
    try checkName(name, of: member)
    changeLabels(of: member) {
      $0.name = name
    } child: {
      $0.name = name
    }
  }

  /// Moves a member in the definition.
  ///
  /// - Throws: What ``remove(_:)`` throws.
  public func move(_ member: NodeID, to position: GraphPoint) throws(GraphError) {
    try checkUnderWay()
    let member = try check(member)
    guard recorder != nil else {
      guard let instance = InstanceID(member) else { return storage.value.move(member.slot, to: position) }
      return evaluator.state.changeInstance(instance.index) { $0.position = position }
    }
    changeLabels(of: member) {
      $0.position = position
    } child: {
      $0.position = position
    }
  }

  private func changeLabels(
    of member: NodeID, node: (inout SubgraphDefinition.Node) -> Void,
    child: (inout SubgraphDefinition.Child) -> Void
  ) {
    let inner = table.end(ScopePort(member: member, port: 0)).member
    changeDefinition {
      if let place = $0.place(ofNode: inner) { node(&$0.nodes[place]) }
      if let place = $0.place(ofChild: inner) { child(&$0.children[place]) }
    }
  }

  // MARK: Connections

  /// An output of a member.
  func output(_ reference: some OutputReference) throws(GraphError) -> ScopePort {
    if let named = reference as? NamedOutput, let instance = InstanceID(named.node) {
      return try port(.name(named.name), of: instance, isInput: false)
    }
    let port = try reference.resolved(in: evaluator.state.graph)
    if let instance = InstanceID(port.node) { return try self.port(.index(port.index), of: instance, isInput: false) }
    let member = try check(port.node)
    _ = try storage.value.source(port)
    return ScopePort(member: member, port: UInt32(port.index))
  }

  /// An input of a member.
  func input(_ reference: some InputReference) throws(GraphError) -> ScopePort {
    if let named = reference as? NamedInput, let instance = InstanceID(named.node) {
      return try port(.name(named.name), of: instance, isInput: true)
    }
    let port = try reference.resolved(in: evaluator.state.graph)
    if let instance = InstanceID(port.node) { return try self.port(.index(port.index), of: instance, isInput: true) }
    let member = try check(port.node)
    _ = try storage.value.place(port)
    return ScopePort(member: member, port: UInt32(port.index))
  }

  private func port(
    _ key: GraphError.PortKey, of instance: InstanceID, isInput: Bool
  ) throws(GraphError) -> ScopePort {
    let member = try check(instance.node)
    let ports = (table.definition(of: instance.index)?.ports ?? []).filter { $0.isInput == isInput }
    let found =
      switch key {
      case .name(let name): ports.first { $0.name == name }
      case .index(let index): ports.indices.contains(index) ? ports[index] : nil
      }
    if let found { return ScopePort(member: member, port: found.id) }
    let names = ports.map(\.name)
    throw isInput ? .noSuchInput(instance.node, key, among: names) : .noSuchOutput(instance.node, key, among: names)
  }

  /// What a port is called, takes or gives, and whether it takes many connections.
  func declaration(of port: ScopePort, isInput: Bool) -> (name: String, type: PortType, arity: NodeKind.Arity)? {
    if let instance = InstanceID(port.member) {
      return table.definition(of: instance.index)?.port(port.port).map { ($0.name, $0.type, $0.arity) }
    }
    guard let kind = try? evaluator.state.graph.kind(of: port.member) else { return nil }
    if isInput {
      return (kind.inputs[Int(port.port)].name, kind.inputs[Int(port.port)].type, kind.inputs[Int(port.port)].arity)
    }
    return (kind.outputs[Int(port.port)].name, kind.outputs[Int(port.port)].type, .one)
  }

  /// Connects an output to an input, of nodes or instances of the scope.
  ///
  /// - Parameters:
  ///   - source: Where values come from.
  ///   - target: Where they go.
  ///   - replacing: Whether a connection that occupies the input makes way.
  /// - Throws: As ``NodeGraph/Graph/connect(_:to:replacing:)``; ``NodeGraph/GraphError/outsideScope(_:)``;
  ///   ``NodeGraph/GraphError/exposed(_:)`` for an input that is a port of the definition and takes one connection;
  ///   ``NodeGraph/GraphError/loopsBack(_:)`` for ports of one instance.
  public func connect(
    _ source: some OutputReference, to target: some InputReference, replacing: Bool = false
  ) throws(GraphError) {
    try checkUnderWay()
    try link(output(source), input(target), replacing: replacing)
  }

  func link(_ source: ScopePort, _ target: ScopePort, replacing: Bool) throws(GraphError) {
    // Flattened, it could not be told from a wire inside.
    if source.member == target.member, InstanceID(target.member) != nil {
      throw .loopsBack(InputPort(node: target.member, index: Int(target.port)))
    }
    let displaced = conversions(into: target)
    if let kind = conversion(source, target) {
      try connect(source, to: target, by: kind, replacing: replacing)
    } else {
      try join(source, target, replacing: replacing)
    }
    try removeIdle(displaced)
  }

  /// Connects ports of one type.
  func join(_ source: ScopePort, _ target: ScopePort, replacing: Bool) throws(GraphError) {
    guard recorder != nil else {
      return try evaluator.edit { _ throws(GraphError) in
        try evaluator.state.connect(source, to: target, replacing: replacing)
      }.ignored
    }
    let end = table.end(target)
    if declaration(of: target, isInput: true)?.arity == .one, definition?.input(leadingTo: end) != nil {
      throw .exposed(InputPort(node: target.member, index: Int(target.port)))
    }
    try perform(.connect(table.end(source), end, replacing: replacing))
  }

  /// Cuts what is connected to an input within the scope.
  ///
  /// - Throws: ``NodeGraph/GraphError/noSuchInput(_:_:among:)``, and what ``remove(_:)`` throws.
  public func disconnect(_ target: some InputReference) throws(GraphError) {
    try checkUnderWay()
    let target = try input(target)
    let conversions = conversions(into: target)
    if recorder == nil {
      try evaluator.state.disconnect(target, in: scope)
    } else {
      try perform(.disconnect(table.end(target), from: nil))
    }
    try removeIdle(conversions)
  }

  /// Cuts one connection.
  ///
  /// - Throws: ``NodeGraph/GraphError/notConnected(_:)``, and what naming the ports can throw.
  public func disconnect(_ source: some OutputReference, from target: some InputReference) throws(GraphError) {
    try checkUnderWay()
    let (source, target) = (try output(source), try input(target))
    if let output = table.source(of: source), let converted = converted(output, readBy: target) {
      try cut(converted, from: target)
      return try removeIdle([converted.member])
    }
    try cut(source, from: target)
  }

  private func cut(_ source: ScopePort, from target: ScopePort) throws(GraphError) {
    guard let first = table.targets(of: target).first, let output = table.source(of: source),
      storage.value.outputs(readBy: InputPlace(node: first.node.slot, input: UInt32(first.index))).contains(output)
    else {
      throw .notConnected(
        Connection(
          from: OutputPort(node: source.member, index: Int(source.port)),
          to: InputPort(node: target.member, index: Int(target.port))))
    }
    guard recorder != nil else { return try evaluator.state.disconnect(target, from: source, in: scope) }
    try perform(.disconnect(table.end(target), from: table.end(source)))
  }

  // MARK: Values

  /// Gives an input a literal: in the definition, and in all instances that have what the definition said before.
  ///
  /// - Throws: As ``Edit/setLiteral(_:to:)``, and what ``remove(_:)`` throws.
  public func setLiteral<Value>(_ target: some InputReference, to value: Value) throws(GraphError) {
    try checkUnderWay()
    let type = ValueType(Value.self)
    try give(SubgraphDefinition.Value(type: type, value: type.keep(value)), to: input(target))
  }

  /// Takes the literal of an input away.
  ///
  /// - Throws: As ``setLiteral(_:to:)``.
  public func clearLiteral(_ target: some InputReference) throws(GraphError) {
    try checkUnderWay()
    try give(nil, to: input(target))
  }

  /// Gives an input a literal, or takes it away.
  func give(_ value: SubgraphDefinition.Value?, to target: ScopePort) throws(GraphError) {
    guard recorder != nil else {
      return try evaluator.edit { _ throws(GraphError) in
        for input in table.targets(of: target) { try evaluator.state.putLiteral(input, value) }
      }.ignored
    }
    let end = table.end(target)
    let before = table.declaredLiteral(of: end, in: recorder?.definition ?? 0)
    // The instance that is looked at has it, whatever it had.
    try evaluator.edit { _ throws(GraphError) in
      for input in table.targets(of: target) { try evaluator.state.putLiteral(input, value) }
    }
    record(.literal(end, value, before: before))
    changeDefinition { $0.setLiteral(value, of: end) }
  }

  /// Gives a source a value: in the definition, and in all instances that have what the definition said before.
  ///
  /// - Throws: ``NodeGraph/GraphError/notGivable(_:_:)``, and what ``remove(_:)`` throws.
  public func set<Value>(_ node: NodeID, to value: Value) throws(GraphError) {
    try checkUnderWay()
    let node = try check(node)
    guard InstanceID(node) == nil, let variable = try evaluator.variable(node, as: Value.self)
    else { throw .notGivable(node, PortType(Value.self)) }
    evaluator.set(variable, to: value)
    let type = ValueType(Value.self)
    record(SubgraphDefinition.Value(type: type, value: type.keep(value)), of: node)
  }

  /// Gives a source a value of its type.
  func give(_ value: SubgraphDefinition.Value, toSource node: NodeID) {
    evaluator.state.give(value, to: node.slot)
    record(value, of: node)
  }

  private func record(_ kept: SubgraphDefinition.Value, of node: NodeID) {
    guard recorder != nil else { return }
    let inner = table.end(ScopePort(member: node, port: 0)).member
    guard let place = definition?.place(ofNode: inner) else { return }
    record(.give(inner, kept, before: definition?.nodes[place].initial))
    changeDefinition { $0.nodes[place].initial = kept }
  }
}

extension Receipt {
  /// Nothing, in place of the receipt of an edit within another.
  fileprivate var ignored: Void { () }
}
