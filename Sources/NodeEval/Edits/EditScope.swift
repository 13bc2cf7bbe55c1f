// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The scope of an edit: its members and their ports. The root has no definition.
extension Edit {
  var table: SubgraphTable { _read { yield evaluator.state.scopes.subgraphs } }
  var storage: StateBox<Topology> { evaluator.state.graph.storage }

  /// The number of the definition that this edit changes; `nil` for the root.
  var editedNumber: UInt32? {
    if place < 0 { return nil }
    let edits = evaluator.state.activity.definitionEdits
    require(
      Int(place) < edits.count && edits[Int(place)].looked == scope,
      "an edit must not be used after its closure has returned")
    return edits[Int(place)].definition
  }

  /// The definition that is edited; `nil` for the root.
  var definition: SubgraphDefinition? { editedNumber.flatMap { table.definitions[$0] } }

  /// The definition of the scope, whether this edits or only reads it.
  var outerDefinition: SubgraphDefinition? { table.definition(of: scope) }

  /// The edited instance, for errors.
  var looked: InstanceID? { scope == SubgraphTable.none ? nil : table.id(of: scope) }

  func changeDefinition(_ body: (inout SubgraphDefinition) -> Void) {
    guard let editedNumber, var definition = table.definitions[editedNumber] else { return }
    body(&definition)
    evaluator.state.setDefinition(editedNumber, to: definition)
  }

  /// Makes several changes, all or none. A port that leads to several inputs, for example, may be refused at the last of them.
  @discardableResult
  func whole<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    var result: Result?
    try evaluator.edit { _ throws(Failure) in result = try body() }
    guard let result else { stop("an edit that succeeds has run its body") }
    return result
  }

  /// Makes a change in the scope and, inside a group, in all other instances: in all or in none.
  func everywhere(_ body: (UInt32) throws(GraphError) -> Void) throws(GraphError) {
    try whole { () throws(GraphError) in
      try body(scope)
      try inOtherInstances(body)
    }
  }

  /// Makes a change that the edited instance has already in the other instances.
  func inOtherInstances(_ body: (UInt32) throws(GraphError) -> Void) throws(GraphError) {
    guard let editedNumber else { return }
    for index in table.users(of: editedNumber) where index != scope {
      do throws(GraphError) {
        try body(index)
      } catch {
        evaluator.state.activity.definitionEdits[Int(place)].refusal = (error, index)
        throw error
      }
    }
  }

  /// Converts an error of the graph to one that names the instance that has refused.
  func refused(_ reason: GraphError) -> SubgraphError {
    guard place >= 0, let refusal = evaluator.state.activity.definitionEdits[Int(place)].refusal,
      refusal.reason == reason
    else { return .refused(reason, in: looked) }
    return .refused(reason, in: table.id(of: refusal.instance))
  }

  // MARK: Members

  /// The inner id of a member.
  func inner(_ member: NodeID) -> UInt32 { table.end(ScopePort(member: member, port: 0)).member }

  /// Refuses a node or an instance of another scope.
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
  ///
  /// - Complexity: O(members), in the root O(nodes).
  public var members: [NodeID] {
    table.members(of: scope, in: storage.value).filter { evaluator.state.sourceOfWire($0) == nil }
  }

  /// Refuses a name that another node of the scope has. Instances may have the same name.
  func checkName(_ name: String?, of member: NodeID? = nil) throws(GraphError) {
    guard editsDefinition else { return try storage.value.checkName(name, of: member?.slot) }
    guard let name, let other = node(named: name), other != member else { return }
    throw .duplicateName(name, other)
  }

  /// Adds a node of a known kind, with the data that a document has for it.
  func addMember(
    _ kind: String, named name: String?, at position: GraphPoint?, keeping kept: DocumentState.KeptFields? = nil
  ) throws(GraphError) -> NodeID {
    guard editsDefinition else { return keep(kept, of: try add(kind, named: name, at: position)) }
    try checkStructureMayChange()
    guard let shape = storage.value.shape(ofKind: kind) else { throw .unknownKind(kind) }
    let initial = evaluator.state.kernels.definitions[kind]?.initial
    return try addMember(.shape(shape), initial, named: name, at: position, keeping: kept)
  }

  /// Adds a node with its own definition, with the data that a document has for it.
  func addMember(
    own definition: NodeDefinition, named name: String?, at position: GraphPoint?,
    keeping kept: DocumentState.KeptFields? = nil
  ) throws(GraphError) -> NodeID {
    guard editsDefinition else { return keep(kept, of: try add(own: definition, named: name, at: position)) }
    try checkStructureMayChange()
    try checkName(name)
    let shape = makeOwnShape(definition)
    return try addMember(.shape(shape), definition.initial, named: name, at: position, keeping: kept)
  }

  private func keep(_ kept: DocumentState.KeptFields?, of node: NodeID) -> NodeID {
    if let kept, !kept.isEmpty { evaluator.state.set(KeptFieldTable.self, at: node, to: kept) }
    return node
  }

  private func addMember(
    _ code: SubgraphDefinition.Code, _ initial: ErasedDefault?, named name: String?, at position: GraphPoint?,
    keeping kept: DocumentState.KeptFields?
  ) throws(GraphError) -> NodeID {
    try checkName(name)
    var node = SubgraphDefinition.Member(inner: 0, content: .node(code), name: name, position: position)
    node.kept = kept?.isEmpty == false ? kept : nil
    node.initial = initial.map { SubgraphDefinition.MemberValue($0) }
    changeDefinition {
      node.inner = $0.makeInner()
      $0.members.append(node)
    }
    try everywhere { index throws(GraphError) in try evaluator.state.add(node, to: index) }
    return table.instance(scope)?.node(node.inner) ?? NodeID(slot: .max, generation: 0)
  }

  /// Removes a member, but not its conversion nodes.
  func removeMember(_ member: NodeID) throws(GraphError) {
    if let instance = InstanceID(member), !evaluator.state.activity.definitionEdits.isEmpty {
      // The last instance of a definition is the only record of how its members are connected now.
      for index in table.subtree(of: instance.index) { updateDefinitions(in: table.instance(index)?.definition) }
    }
    guard editsDefinition else {
      if let instance = InstanceID(member) { return evaluator.state.removeInstance(instance.index) }
      return storage.value.removeNode(member.slot)
    }
    let inner = inner(member)
    try everywhere { index in evaluator.state.remove(inner, in: index) }
    changeDefinition {
      $0.removeMembers([inner])
      _ = $0.dropEnds { end, _ in end.member == inner }
    }
  }

  /// Changes the name or the position of a member in the definition.
  func setLabel<Value>(
    of member: NodeID, _ label: WritableKeyPath<SubgraphDefinition.Member, Value>, to value: Value
  ) {
    let inner = inner(member)
    changeDefinition { $0[inner]?[keyPath: label] = value }
  }

  // MARK: Ports of members

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

  /// The name, type and arity of a port.
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

  // MARK: Connections of members

  func link(_ source: ScopePort, _ target: ScopePort, replacing: Bool) throws(GraphError) {
    // After flattening, this connection could not be distinguished from one inside the instance.
    if source.member == target.member, InstanceID(target.member) != nil {
      throw .loopsBack(taker(target))
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
    if let definition, declaration(of: target, isInput: true)?.arity == .one,
      definition.input(leadingTo: table.end(target)) != nil
    {
      throw .exposed(taker(target))
    }
    try whole { () throws(GraphError) in
      try evaluator.state.connect(source, to: target, replacing: replacing)
      let (source, target) = (table.end(source), table.end(target))
      try inOtherInstances { index throws(GraphError) in
        try evaluator.state.connect(source, to: target, in: index, replacing: replacing)
      }
    }
  }

  func cut(_ source: ScopePort, from target: ScopePort) throws(GraphError) {
    guard let first = table.targets(of: target).first, let output = table.source(of: source),
      storage.value.outputs(readBy: first.place).contains(output)
    else {
      throw .notConnected(Connection(from: port(source, isInput: false), to: taker(target)))
    }
    try disconnect(target, from: source)
  }

  /// Removes the connections to an input within the scope: all of them, or the one from a certain port.
  func disconnect(_ target: ScopePort, from source: ScopePort?) throws(GraphError) {
    let ends = (source.map { table.end($0) }, table.end(target))
    try evaluator.state.disconnect(target, from: source, in: scope)
    try inOtherInstances { index throws(GraphError) in
      guard let place = table.port(ends.1, in: index) else { return }
      try evaluator.state.disconnect(place, from: ends.0.flatMap { table.port($0, in: index) }, in: index)
    }
  }

  // MARK: Values of members

  /// Sets or clears the literal of an input. The edited instance gets it even if its literal differed from the definition's.
  func give(_ value: SubgraphDefinition.MemberValue?, to target: ScopePort) throws(GraphError) {
    let end = table.end(target)
    let before = editedNumber.flatMap { table.declaredLiteral(of: end, in: $0) }
    try whole { () throws(GraphError) in
      for input in table.targets(of: target) { try evaluator.state.putLiteral(input, value) }
      try inOtherInstances { index throws(GraphError) in try evaluator.state.follow(end, value, before, in: index) }
    }
    changeDefinition { $0.setLiteral(value, of: end) }
  }

  /// Sets the value of a source, which must be of its type.
  func give(_ value: SubgraphDefinition.MemberValue, toSource node: NodeID) {
    evaluator.state.give(value, to: node.slot)
    record(value, of: node)
  }

  @usableFromInline
  func record<Value>(_ value: Value, of node: NodeID) {
    guard editsDefinition, let member = try? check(node) else { return }
    let type = ValueType(Value.self)
    record(SubgraphDefinition.MemberValue(type: type, value: type.keep(value)), of: member)
  }

  /// Records a source's initial value in the definition.
  private func record(_ kept: SubgraphDefinition.MemberValue, of node: NodeID) {
    let inner = inner(node)
    guard let member = definition?[inner] else { return }
    try? inOtherInstances { index in evaluator.state.follow(inner, kept, member.initial, in: index) }
    changeDefinition { $0[inner]?.initial = kept }
  }
}
