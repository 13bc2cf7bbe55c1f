// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The changes of a definition as they are made in one of its instances, by inner ids.
extension EvaluatorState {
  /// Makes a node or an inner instance.
  mutating func add(_ member: SubgraphDefinition.Member, to index: UInt32) throws(GraphError) {
    switch member.content {
    case .node(let code): setOwner(of: try make(member, code), to: index, inner: member.inner)
    case .instance(let number):
      let child = try makeInstance(of: number, in: index, inner: member.inner)
      changeInstance(index) { $0.children.append(.init(inner: member.inner, index: child)) }
      try giveLiterals(of: member, in: index)
    }
  }

  /// Connects an input to the sources that another reads from outside; if that has none, sets the literal of the other.
  mutating func join(
    _ end: SubgraphDefinition.End, to other: SubgraphDefinition.End, in index: UInt32
  ) throws(GraphError) {
    guard let port = scopes.subgraphs.port(end, in: index), let present = scopes.subgraphs.port(other, in: index),
      let read = scopes.subgraphs.targets(of: present).first
    else { return }
    // From last to first, as the connections were listed.
    let sources = connectionsOutside([other], isInput: true, of: index).filter { $0.target == read }.reversed()
    let literal = literal(read.place)
    let storage = graph.storage
    for target in scopes.subgraphs.targets(of: port) {
      for (source, _) in sources { try storage.value.connect(source, to: target, replacing: false) }
      if literal != nil { try putLiteral(target, literal) }
    }
  }

  /// Removes a node or an inner instance.
  mutating func remove(_ inner: UInt32, in index: UInt32) {
    guard let instance = scopes.subgraphs.instance(index) else { return }
    if let node = instance.node(inner) {
      setOwner(of: node, to: nil)
      let storage = graph.storage
      storage.value.removeNode(node.slot)
    } else if let child = instance.child(inner) {
      changeInstance(index) { $0.children.removeAll { $0.inner == inner } }
      removeInstance(child)
    }
  }

  // MARK: Values that instances share with their definition

  /// Sets a literal that is that of the definition.
  mutating func follow(
    _ end: SubgraphDefinition.End, _ value: SubgraphDefinition.MemberValue?, _ before: SubgraphDefinition.MemberValue?,
    in index: UInt32
  ) throws(GraphError) {
    guard let port = scopes.subgraphs.port(end, in: index) else { return }
    for target in scopes.subgraphs.targets(of: port) {
      let present = literal(target.place)
      if isSame(present, before) { try putLiteral(target, value) }
    }
  }

  /// Sets the value of a source that has that of the definition.
  mutating func follow(
    _ inner: UInt32, _ value: SubgraphDefinition.MemberValue, _ before: SubgraphDefinition.MemberValue?,
    in index: UInt32
  ) {
    guard let node = scopes.subgraphs.instance(index)?.node(inner), isSame(sourceValue(node.slot), before) else {
      return
    }
    give(value, to: node.slot)
  }

  /// Whether two values of an instance and its definition are equal, as far as their types allow to find out.
  func isSame(_ value: SubgraphDefinition.MemberValue?, _ other: SubgraphDefinition.MemberValue?) -> Bool {
    guard let value, let other else { return value == nil && other == nil }
    guard value.type.port == other.type.port else { return false }
    switch (value.value, other.value) {
    case (.word(let word), .word(let kept)): return value.type.isSame(word, kept)
    case (.value(let value), .value(let other)): return isEqualAsFarAsKnown(value, other)
    default: return false
    }
  }

  // MARK: Removed ports

  /// Removes the connections between the outside of an instance and some of its ends. Inputs get the literals of the definition: a
  /// literal that was set through a removed port could neither be seen nor be removed.
  mutating func cutOutside(
    _ ends: [SubgraphDefinition.End], isInput: Bool, of index: UInt32
  ) throws(GraphError) {
    let storage = graph.storage
    for (source, target) in connectionsOutside(ends, isInput: isInput, of: index) {
      try storage.value.disconnect(source, from: target)
    }
    if isInput { giveDeclaredLiterals(to: ends, in: index) }
  }

  /// Sets the inputs that ends of an instance lead to to the literals of definitions.
  mutating func giveDeclaredLiterals(to ends: [SubgraphDefinition.End], in index: UInt32) {
    guard topology.hasLiterals else { return }
    for (target, declared) in ends.flatMap({ scopes.subgraphs.declaredLiterals(of: $0, in: index) }) {
      let present = literal(target.place)
      // The literal was set before, so it has the type of the input.
      if !isSame(present, declared) { try? putLiteral(target, declared) }
    }
  }

  /// The connections between ends of an instance and its outside.
  func connectionsOutside(
    _ ends: [SubgraphDefinition.End], isInput: Bool, of index: UInt32
  ) -> [(source: OutputPort, target: InputPort)] {
    var found: [(OutputPort, InputPort)] = []
    for port in ends.compactMap({ scopes.subgraphs.port($0, in: index) }) {
      if isInput {
        for target in scopes.subgraphs.targets(of: port) {
          for source in topology.outputs(readBy: target.place).reversed()
          where scopes.subgraphs.branch(of: scopes.subgraphs.owner(source.node.slot), in: index) == nil {
            found.append((source, target))
          }
        }
      } else if let source = scopes.subgraphs.source(of: port) {
        for target in topology.inputs(reading: source.index, of: source.node.slot)
        where scopes.subgraphs.branch(of: scopes.subgraphs.owner(target.node.slot), in: index) == nil {
          found.append((source, target))
        }
      }
    }
    return found
  }
}

/// Whether two values are equal, as far as the type of the first allows to find out.
private func isEqualAsFarAsKnown(_ value: Any, _ other: Any) -> Bool {
  guard let value = value as? any Equatable else { return false }
  return isEqual(value, other)
}

private func isEqual<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
  (other as? Value).map { isSameAsFarAsKnown(value, $0) } ?? false
}
