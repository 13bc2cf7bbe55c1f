// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A change of a definition, as it is made in each of its instances, by inner ids.
indirect enum DefinitionOperation {
  typealias End = SubgraphDefinition.End
  typealias Value = SubgraphDefinition.Value

  case addNode(SubgraphDefinition.Node)
  case addInstance(UInt32, of: UInt32)
  /// Replaces the ports and the code of a node by those of another shape.
  case reshape(UInt32, to: UInt32, initial: ErasedDefault?, Graph.PortMatching)
  case remove(UInt32)
  case connect(End, End, replacing: Bool)
  case disconnect(End, from: End?)
  /// Sets a literal. The definition's previous value is included: only instances that still have that value are changed.
  case literal(End, Value?, before: Value?)
  case give(UInt32, Value, before: Value?)
  /// Connects an input to the sources from which another reads from outside.
  case join(End, to: End)
  /// Removes the connections through ports that are removed, those of these ends, and the literals that instances set for them.
  case cutOutside([End], isInput: Bool)
}

extension EvaluatorState {
  /// Performs a change of a definition in one of its instances.
  mutating func perform(_ operation: DefinitionOperation, in index: UInt32) throws(GraphError) {
    switch operation {
    case .addNode(let node):
      let id = try make(node)
      setOwner(of: id, to: index, inner: node.inner)
    case .addInstance(let inner, let definition):
      let child = try makeInstance(of: definition, in: index, inner: inner)
      changeInstance(index) { $0.children.append(.init(inner: inner, index: child)) }
    case .reshape(let inner, let shape, let initial, let matching):
      guard let node = subgraphs.instance(index)?.node(inner) else { return }
      reshape(node.slot, to: shape, initial, matching: matching)
    case .remove(let inner): remove(inner, in: index)
    case .connect(let source, let target, let replacing):
      try connect(source, to: target, in: index, replacing: replacing)
    case .disconnect(let target, let source):
      guard let place = subgraphs.port(target, in: index) else { return }
      try disconnect(place, from: source.flatMap { subgraphs.port($0, in: index) }, in: index)
    case .literal(let end, let value, let before): try follow(end, value, before, in: index)
    case .give(let inner, let value, let before): follow(inner, value, before, in: index)
    case .join(let end, let other): try join(end, to: other, in: index)
    case .cutOutside(let ends, let isInput): try cutOutside(ends, isInput: isInput, of: index)
    }
  }

  /// Connects an input to the sources that another reads from outside; if that has none, sets the literal of the other.
  private mutating func join(
    _ end: SubgraphDefinition.End, to other: SubgraphDefinition.End, in index: UInt32
  ) throws(GraphError) {
    guard let port = subgraphs.port(end, in: index), let present = subgraphs.port(other, in: index),
      let read = subgraphs.targets(of: present).first
    else { return }
    // From last to first, as the connections were listed.
    let sources = connectionsOutside([other], isInput: true, of: index).filter { $0.target == read }.reversed()
    let literal = literal(read.place)
    let storage = graph.storage
    for target in subgraphs.targets(of: port) {
      for (source, _) in sources { try storage.value.connect(source, to: target, replacing: false) }
      if literal != nil { try putLiteral(target, literal) }
    }
  }

  private mutating func remove(_ inner: UInt32, in index: UInt32) {
    guard let instance = subgraphs.instance(index) else { return }
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

  private mutating func follow(
    _ end: SubgraphDefinition.End, _ value: SubgraphDefinition.Value?, _ before: SubgraphDefinition.Value?,
    in index: UInt32
  ) throws(GraphError) {
    guard let port = subgraphs.port(end, in: index) else { return }
    for target in subgraphs.targets(of: port) {
      let present = literal(target.place)
      if isSame(present, before) { try putLiteral(target, value) }
    }
  }

  private mutating func follow(
    _ inner: UInt32, _ value: SubgraphDefinition.Value, _ before: SubgraphDefinition.Value?, in index: UInt32
  ) {
    guard let node = subgraphs.instance(index)?.node(inner), isSame(sourceValue(node.slot), before) else { return }
    give(value, to: node.slot)
  }

  /// Whether two values of an instance and its definition are equal, as far as their types allow to find out.
  func isSame(_ value: SubgraphDefinition.Value?, _ other: SubgraphDefinition.Value?) -> Bool {
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
  private mutating func cutOutside(
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
    for (target, declared) in ends.flatMap({ subgraphs.declaredLiterals(of: $0, in: index) }) {
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
    for port in ends.compactMap({ subgraphs.port($0, in: index) }) {
      if isInput {
        for target in subgraphs.targets(of: port) {
          for source in topology.outputs(readBy: target.place).reversed()
          where subgraphs.branch(of: subgraphs.owner(source.node.slot), in: index) == nil {
            found.append((source, target))
          }
        }
      } else if let source = subgraphs.source(of: port) {
        for target in topology.inputs(reading: source.index, of: source.node.slot)
        where subgraphs.branch(of: subgraphs.owner(target.node.slot), in: index) == nil {
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
