// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Lower ids for definitions and their members, which leave room for ids made later.
extension GraphDocument {
  /// Gives lower ids, in the same order, to definitions whose ids are so close to the limit that documents of the graph could
  /// soon be unreadable, and to all members of a definition if some of its members have such ids.
  ///
  /// - Returns: Whether any id was changed.
  /// - Precondition: Definitions and instances are sound.
  /// - Complexity: O(definitions and their members); O(document log document) if ids were changed.
  package mutating func lowerIDs() -> Bool {
    let limit = DefinitionID.limit / 2
    var members: [DefinitionID: [NodeID: NodeID]] = [:]
    for index in definitions.indices {
      let ids = definitions[index].nodes.map(\.id) + definitions[index].instances.map(\.id.node)
      if !ids.contains(where: { $0.innerNumber >= limit }) { continue }
      var lower: [NodeID: NodeID] = [:]
      let sorted = ids.sorted { $0.innerNumber < $1.innerNumber }
      for (number, id) in zip(0... as PartialRangeFrom<UInt32>, sorted) {
        lower[id] =
          InstanceID(id) == nil ? NodeID(slot: number, generation: 0) : InstanceID(index: number, tag: 0).node
      }
      definitions[index].renumber { lower[$0] ?? $0 }
      members[definitions[index].id] = lower
    }
    for index in instances.indices {
      guard let lower = members[instances[index].definition] else { continue }
      instances[index].renumberMembers { lower[$0] ?? $0 }
    }
    let high = definitions.map(\.id).filter { $0.number >= limit }
    if high.isEmpty { return !members.isEmpty }
    // Other definitions keep their ids, by which definitions that a graph already has are found.
    let first = (definitions.lazy.map(\.id.number).filter { $0 < limit }.max() ?? 0) + 1
    var lower: [DefinitionID: DefinitionID] = [:]
    for (number, id) in zip(first... as PartialRangeFrom<UInt32>, high.sorted()) { lower[id] = DefinitionID(number) }
    for index in definitions.indices {
      definitions[index].id = lower[definitions[index].id] ?? definitions[index].id
      definitions[index].instances.renumberDefinitions(lower)
    }
    instances.renumberDefinitions(lower)
    return true
  }
}

extension NodeID {
  /// The number of the inner id of a node or an instance; both share one numbering.
  fileprivate var innerNumber: UInt32 { InstanceID(self)?.index ?? slot }
}

extension DocumentDefinition {
  /// Replaces the inner ids of members.
  fileprivate mutating func renumber(_ lower: (NodeID) -> NodeID) {
    for index in nodes.indices {
      nodes[index].id = lower(nodes[index].id)
      nodes[index].connections.renumber(lower)
    }
    for index in instances.indices {
      instances[index].id = InstanceID(lower(instances[index].id.node)) ?? instances[index].id
      instances[index].connections.renumber(lower)
    }
    for index in inputs.indices { inputs[index].ends.renumber(lower) }
    for index in outputs.indices { outputs[index].ends.renumber(lower) }
    looks.renumber(lower)
  }
}

extension DocumentInstance {
  /// Replaces the inner ids by which the instance names members.
  fileprivate mutating func renumberMembers(_ lower: (NodeID) -> NodeID) {
    for index in members.indices { members[index].inner = lower(members[index].inner) }
    for index in values.indices { values[index].inner = lower(values[index].inner) }
    for index in orders.indices { orders[index].inner = lower(orders[index].inner) }
  }
}

extension [DocumentInstance] {
  fileprivate mutating func renumberDefinitions(_ lower: [DefinitionID: DefinitionID]) {
    for index in indices { self[index].definition = lower[self[index].definition] ?? self[index].definition }
  }
}

extension [DocumentConnection] {
  fileprivate mutating func renumber(_ lower: (NodeID) -> NodeID) {
    for index in indices { self[index].source = lower(self[index].source) }
  }
}

extension [DocumentDefinition.End] {
  fileprivate mutating func renumber(_ lower: (NodeID) -> NodeID) {
    for index in indices { self[index].member = lower(self[index].member) }
  }
}
