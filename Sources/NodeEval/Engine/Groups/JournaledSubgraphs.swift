// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Definitions by their numbers.
enum DefinitionTable: JournaledTable {
  static func value(at number: UInt32, in state: borrowing EvaluatorState) -> SubgraphDefinition? {
    state.scopes.subgraphs.definitions[number]
  }

  static func put(_ definition: SubgraphDefinition?, at number: UInt32, in state: inout EvaluatorState) {
    state.scopes.subgraphs.setDefinition(number, to: definition)
  }

  /// Reports the changes of members that a definition already had, in each of its instances.
  static func report(
    _ number: UInt32, from before: SubgraphDefinition?, to now: SubgraphDefinition?,
    in state: borrowing EvaluatorState, into changes: inout EntryChanges
  ) {
    guard let before, let now else { return }
    let table = state.scopes.subgraphs
    let users = table.users(of: number).compactMap { table.instance($0) }
    func members(_ inner: UInt32) -> [NodeID] {
      users.compactMap { $0.node(inner) ?? $0.child(inner).map { table.id(of: $0).node } }
    }
    // Only members with another label are copied. Nodes come before instances.
    let places = now.members.indices.filter { place in
      guard let old = before.place(of: now.members[place].inner) else { return false }
      return before.members[old].name != now.members[place].name
        || before.members[old].position != now.members[place].position
    }
    let relabeled = places.map { now.members[$0] }
    for new in relabeled.filter({ $0.definition == nil }) + relabeled.filter({ $0.definition != nil }) {
      guard let old = before[new.inner] else { continue }
      for member in members(new.inner) { changes.add(member, old.name, new.name, old.position, new.position) }
    }
    for inner in before.looks.members(differingFrom: now.looks) { changes.restyled.formUnion(members(inner)) }
  }

  static var holdsMemory: Bool { true }

  static func count(_ definition: SubgraphDefinition, in tally: inout ByteTally) {
    tally.add(
      byteCount: 256 + definition.members.count * 144 + definition.wires.count * 16
        + definition.ports.count * 160 + definition.looks.byteCount)
  }
}

/// Instances by their indices.
enum InstanceTable: JournaledTable {
  static func value(at index: UInt32, in state: borrowing EvaluatorState) -> SubgraphInstance? {
    state.scopes.subgraphs.instance(index)
  }

  static func put(_ instance: SubgraphInstance?, at index: UInt32, in state: inout EvaluatorState) {
    state.scopes.subgraphs.setInstance(index, to: instance)
  }

  static func report(
    _ index: UInt32, from before: SubgraphInstance?, to now: SubgraphInstance?, in state: borrowing EvaluatorState,
    into changes: inout EntryChanges
  ) {
    let id = state.scopes.subgraphs.id(of: index).node
    let members = Set(before?.nodes.map(\.node) ?? []).symmetricDifference(now?.nodes.map(\.node) ?? [])
    if changes.regrouped.isEmpty { changes.regrouped = members } else { changes.regrouped.formUnion(members) }
    switch (before, now) {
    case (nil, nil): break
    case (nil, _): changes.changes.append(.added(id))
    case (_, nil): changes.changes.append(.removed(id))
    case (let before?, let now?): changes.add(id, before.name, now.name, before.position, now.position)
    }
  }

  static var holdsMemory: Bool { true }

  static func count(_ instance: SubgraphInstance, in tally: inout ByteTally) {
    tally.add(byteCount: 128 + instance.nodes.count * 12 + instance.children.count * 8)
  }

  /// The scope of an instance that was added, removed, renamed, moved or given another definition; `nowhere` if only its members
  /// changed.
  static func place(of index: UInt32, from before: SubgraphInstance?, to now: SubgraphInstance?) -> EntryPlace {
    if let before, let now, before.name == now.name, before.position == now.position,
      before.definition == now.definition, before.parent == now.parent
    {
      return .nowhere
    }
    return .scope(of: InstanceID(index: index, tag: 0).node)
  }
}

/// The instances in which a definition was edited. An entry has no value; it records the scope of the edit.
enum EnteredInstances: JournaledTable {
  static var isReported: Bool { false }
  static func value(at index: UInt32, in state: borrowing EvaluatorState) -> Void? { nil }
  static func put(_ value: Void?, at index: UInt32, in state: inout EvaluatorState) {}
}

extension EntryChanges {
  /// Adds the changes of the name and the position of a node or an instance.
  fileprivate mutating func add(
    _ member: NodeID, _ nameBefore: String?, _ name: String?, _ positionBefore: GraphPoint?, _ position: GraphPoint?
  ) {
    if nameBefore != name { changes.append(.renamed(member, from: nameBefore, to: name)) }
    if positionBefore != position {
      changes.append(.moved(member, from: positionBefore ?? .zero, to: position ?? .zero))
    }
  }
}

extension Patch {
  /// Whether it changes definitions or instances.
  var changesSubgraphs: Bool {
    journal.contains {
      if case .owned = $0 { return true }
      return $0.entry(in: DefinitionTable.self) != nil || $0.entry(in: InstanceTable.self) != nil
    }
  }
}
