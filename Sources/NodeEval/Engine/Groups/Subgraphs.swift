// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The definitions of subgraphs, their instances, and the contents of each scope: ``Evaluator/subgraphs``.
///
/// A scope is an instance, or the root, which is `nil`. Its members are nodes, and instances by their
/// ``NodeGraph/InstanceID/node``. Inside an edit this shows the state of the edit so far.
public struct Subgraphs {
  let evaluator: Evaluator
  var table: SubgraphTable { _read { yield evaluator.state.scopes.subgraphs } }
  private var storage: StateBox<Topology> { evaluator.state.graph.storage }

  init(_ evaluator: Evaluator) { self.evaluator = evaluator }

  // MARK: Definitions

  /// All definitions, in the order in which they were made.
  public var definitions: [DefinitionID] { table.definitions.keys.sorted().map { DefinitionID($0) } }

  /// The name of a definition. Several definitions may have the same name.
  public func name(of definition: DefinitionID) -> String? { table.definitions[definition.number]?.name }

  /// The revision of a definition: 1 at first, and one more with each edit. Undo restores the previous revision.
  public func revision(of definition: DefinitionID) -> Int? { table.definitions[definition.number]?.revision }

  /// The inputs of a definition, in the form of a kind's inputs. By name or position they are the inputs of its instances.
  public func inputs(of definition: DefinitionID) -> [NodeKind.Input] {
    (table.definitions[definition.number]?.inputs ?? []).map { NodeKind.Input($0.name, $0.type, arity: $0.arity) }
  }

  /// The outputs of a definition, in the form of a kind's outputs.
  public func outputs(of definition: DefinitionID) -> [NodeKind.Output] {
    (table.definitions[definition.number]?.outputs ?? []).map { NodeKind.Output($0.name, $0.type) }
  }

  /// The instances of a definition, at any depth, in the order in which they were made.
  public func instances(of definition: DefinitionID) -> [InstanceID] {
    table.users(of: definition.number).map { table.id(of: $0) }
  }

  // MARK: Instances

  /// Whether an instance exists.
  public func contains(_ instance: InstanceID) -> Bool { table.index(instance) != nil }

  /// The id here of a node or an instance that has an id in documents of this graph. See ``NodeGraph/Graph/node(inDocument:)``.
  ///
  /// - Parameter id: An id from a document, of a node or that of an instance (``NodeGraph/InstanceID/node``).
  /// - Returns: `nil` if the node or instance doesn't exist, and for an id of another graph.
  public func member(inDocument id: NodeID) -> NodeID? { contains(id) ? own(id) : nil }

  /// The id here of an instance that has an id in documents of this graph.
  ///
  /// - Returns: `nil` if the instance doesn't exist, and for an id of another graph.
  public func instance(inDocument id: InstanceID) -> InstanceID? { table.index(id).map { table.id(of: $0) } }

  /// The graph's own id for a member, which may be given by its id in documents.
  func own(_ member: NodeID) -> NodeID { storage.value.own(member) }

  /// Whether a node or an instance exists.
  func contains(_ member: NodeID) -> Bool { evaluator.state.exists(member) }

  /// The definition of an instance; `nil` if the instance doesn't exist.
  public func definition(of instance: InstanceID) -> DefinitionID? {
    table.index(instance).flatMap { table.definition(of: $0)?.id }
  }

  /// The innermost instance that contains a node or an instance; `nil` if it is in the root or doesn't exist.
  public func scope(of member: NodeID) -> InstanceID? {
    guard contains(member), let scope = table.seat(of: member, in: storage.value)?.index, scope != SubgraphTable.none
    else { return nil }
    return table.id(of: scope)
  }

  /// The instances that contain a node or an instance, the outermost first. Complexity: O(depth).
  public func path(of member: NodeID) -> GraphPath {
    guard let scope = scope(of: member) else { return GraphPath() }
    return GraphPath(table.chain(from: scope.index).reversed().map { table.id(of: $0) })
  }

  // MARK: Scopes

  /// The members of a scope, nodes first, each in the order in which they were made. Conversion nodes are parts of connections, and
  /// not included.
  ///
  /// - Complexity: O(members); of the root, O(nodes).
  public func members(of scope: InstanceID?) -> [NodeID] {
    allMembers(of: scope).filter { evaluator.state.sourceOfWire($0) == nil }
  }

  private func allMembers(of scope: InstanceID?) -> [NodeID] {
    guard let scope else { return table.members(of: SubgraphTable.none, in: storage.value) }
    return table.index(scope).map { table.members(of: $0, in: storage.value) } ?? []
  }

  /// The connections in a scope: between nodes, and ports of instances by their positions.
  ///
  /// - Complexity: O(members and their connections).
  public func connections(in scope: InstanceID?) -> [Connection] {
    if let scope, table.index(scope) == nil { return [] }
    let index = scope?.index ?? SubgraphTable.none
    return table.wires(between: members(of: scope), in: index, storage.value).map { wire in
      var source = wire.source
      if let output = evaluator.state.sourceOfWire(source.member),
        let giver = table.port(output.index, of: output.node, isInput: false, in: index)
      {
        source = giver
      }
      return Connection(
        from: OutputPort(node: source.member, index: position(of: source, isInput: false)),
        to: InputPort(node: wire.target.member, index: position(of: wire.target, isInput: true)))
    }
  }

  /// The conversion node within a connection of a scope.
  private func converter(of connection: Connection) -> NodeID? {
    if evaluator.state.scopes.conversions.isEmpty { return nil }
    guard let source = source(of: connection.source), let target = targets(of: connection.target).first else {
      return nil
    }
    return storage.value.outputs(readBy: target.place).map(\.node).first { evaluator.state.sourceOfWire($0) == source }
  }

  /// The conversion of values within a connection.
  ///
  /// - Parameter connection: One of ``connections(in:)``.
  /// - Returns: `nil` if the values are not converted, or the connection doesn't exist.
  /// - Complexity: O(connections of its input).
  public func conversion(of connection: Connection) -> Conversion? {
    converter(of: connection).flatMap { evaluator.state.conversion(at: $0) }
  }

  /// The reason why values within a connection could not be converted.
  ///
  /// - Parameter connection: One of ``connections(in:)``.
  /// - Returns: `nil` if they were converted, or need no conversion.
  /// - Complexity: O(connections of its input).
  public func failure(of connection: Connection) -> NodeFailure? {
    guard let node = converter(of: connection), let failure = evaluator.failure(of: node), failure.origin == node else {
      return nil
    }
    return failure
  }

  func position(of port: ScopePort, isInput: Bool) -> Int {
    guard let instance = InstanceID(port.member) else { return Int(port.port) }
    let ports = (table.definition(of: instance.index)?.ports ?? []).filter { $0.isInput == isInput }
    return ports.firstIndex { $0.id == port.port } ?? 0
  }

  /// The inputs of nodes that an input of an instance leads to, at any depth; for a node, the input itself.
  public func targets(of input: InputPort) -> [InputPort] {
    guard let port = port(input.index, of: input.node, isInput: true) else { return [] }
    return table.targets(of: port)
  }

  /// The output of a node that gives the values of an instance's output; for a node, the output itself.
  public func source(of output: OutputPort) -> OutputPort? {
    port(output.index, of: output.node, isInput: false).flatMap { table.source(of: $0) }
  }

  private func port(_ position: Int, of member: NodeID, isInput: Bool) -> ScopePort? {
    guard position >= 0 else { return nil }
    let member = own(member)
    guard let instance = InstanceID(member) else { return ScopePort(member: member, port: UInt32(position)) }
    let port = table.index(instance).flatMap { table.definition(of: $0)?.port(at: position, isInput: isInput) }
    return port.map { ScopePort(member: member, port: $0.id) }
  }

  /// Checks what connecting two ports of a scope would do, for each input that the target leads to, without changing the graph.
  ///
  /// In an edit of a definition other instances may refuse a connection that this one allows (``Edit/change(_:lookingAt:_:)``).
  ///
  /// - Returns: Allowed, allowed in place of another connection, or the first reason of a refusal.
  /// - Complexity: As ``NodeGraph/Graph/verdict(onConnecting:to:)`` for each input that the target leads to.
  public func verdict(onConnecting source: OutputPort, to target: InputPort) -> ConnectionVerdict {
    let (source, target) = (own(source.node).output(source.index), own(target.node).input(target.index))
    let scope = scope(of: target.node)
    guard self.scope(of: source.node) == scope else { return .refused(.outsideScope(source.node)) }
    if source.node == target.node, InstanceID(source.node) != nil { return .refused(.loopsBack(target)) }
    guard let output = self.source(of: source) else { return .refused(.stale(source.node)) }
    let inputs = targets(of: target)
    if inputs.isEmpty { return .refused(.stale(target.node)) }
    if let scope, let definition = table.definition(of: scope.index),
      let port = port(target.index, of: target.node, isInput: true),
      let exposed = definition.input(leadingTo: table.end(port)), definition.port(exposed)?.arity == .one
    {
      return .refused(.exposed(target))
    }
    var verdict = ConnectionVerdict.allowed
    for input in inputs {
      switch flatVerdict(output, input) {
      case .refused(let reason): return .refused(reason)
      case .allowed: break
      case let other: verdict = other
      }
    }
    return verdict
  }

  private func flatVerdict(_ source: OutputPort, _ target: InputPort) -> ConnectionVerdict {
    let graph = evaluator.state.graph
    let verdict = graph.verdict(onConnecting: source, to: target)
    guard case .refused(.typeMismatch(_, let given, _, let taken)) = verdict,
      let conversion = evaluator.conversion(from: given, to: taken)
    else { return verdict }
    return graph.verdict(onConverting: source, to: target, by: conversion)
  }

  // MARK: Names and places

  /// Whether a node of the root has a name.
  func isNameTaken(_ name: String) -> Bool { !storage.value.isFree(name) }

  /// The name of a member in its scope, if it has one.
  public func name(of member: NodeID) -> String? { table.name(of: member, in: storage.value) }

  /// The title of an instance: its name, or that of its definition.
  public func title(of instance: InstanceID) -> String {
    table.index(instance).map { table.title(of: $0, in: storage.value) } ?? "\(instance)"
  }

  /// The name of a node or an instance with its path: `Tax › rate`. A conversion node has the names of its connection's ends:
  /// `price → Tax › product.x`.
  public func scopedName(of member: NodeID) -> String {
    guard let source = evaluator.state.sourceOfWire(member), name(of: member) == nil,
      // Of several readers always the same one, because documents don't contain the order in which they were connected.
      let target = storage.value.inputs(reading: 0, of: member.slot)
        .min(by: { ($0.node.slot, $0.index) < ($1.node.slot, $1.index) })
    else { return table.scopedName(of: member, in: storage.value) }
    return "\(scopedName(of: source.node)) → \(describe(target))"
  }

  /// The position of a member in its scope; the origin if it was not placed.
  public func position(of member: NodeID) -> GraphPoint { table.position(of: member, in: storage.value) ?? .zero }

  /// The number of changes of definitions, instances and membership, undo and redo included. An editor that caches the contents of
  /// a scope reads them again when the number differs.
  public var changeCount: Int { table.changeCount }
}

extension Evaluator {
  /// The definitions of subgraphs, their instances, and the contents of each scope.
  public var subgraphs: Subgraphs { Subgraphs(self) }
}

extension Subgraphs {
  /// The value of a node, or the literal of its first input, in the definition of its instance.
  package func declaredValue(of node: NodeID) -> Int? {
    let owner = table.owner(node.slot)
    guard let declared = table.definition(of: owner)?[table.inner(node.slot)] else { return nil }
    return (declared.initial ?? declared.literals.first { $0.input == 0 }?.value).flatMap {
      $0.value.load(as: Int.self)
    }
  }

  /// The literal of an input.
  package func literalValue(of input: InputPort) -> Int? {
    evaluator.state.literal(input.place)?.value.load(as: Int.self)
  }
}
