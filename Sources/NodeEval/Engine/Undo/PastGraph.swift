// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The names of nodes, and the instances that contained them, at another time: computed from the current state and from edits.
struct PastGraph {
  let graph: Graph
  private let table: SubgraphTable
  private let conversions: ConversionTable
  /// The names that differ from the current ones, by slot.
  private var names: [UInt32: String?] = [:]
  /// The definitions, instances and owners that differ from the current ones.
  private var definitions: [UInt32: SubgraphDefinition?] = [:]
  private var instances: [UInt32: SubgraphInstance?] = [:]
  private var owners: [UInt32: SubgraphTable.Owner?] = [:]

  /// The graph as it is now.
  init(_ state: borrowing EvaluatorState) {
    (graph, table, conversions) = (state.graph, state.scopes.subgraphs, state.scopes.conversions)
  }

  /// Whether a node is a conversion node, or was before it was removed; the history keeps its record.
  func isConversion(_ node: NodeID) -> Bool {
    if conversions.isEmpty || InstanceID(node) != nil { return false }
    let storage = graph.storage
    return node.slot < storage.value.records.count
      && conversions.conversion(storage.value.records[node.slot].shape) != nil
  }

  // MARK: Time

  /// Moves to the time before an edit that is not undone. Complexity: O(what it changed).
  mutating func goBack(before entry: EditHistory.Entry) {
    for patch in entry.keptPatches.reversed() {
      for case .named(let slot, let before, _) in patch.steps.reversed() { names.updateValue(before, forKey: slot) }
      for step in patch.journal.reversed() { toggle(step) }
    }
  }

  /// Moves to the time after an edit that is undone. Complexity: O(what it changed).
  mutating func goOn(behind entry: EditHistory.Entry) {
    for patch in entry.keptPatches {
      for case .named(let slot, _, let after) in patch.steps { names.updateValue(after, forKey: slot) }
      for step in patch.journal { toggle(step) }
    }
  }

  private mutating func toggle(_ step: ValueStep) {
    if let step = step.entry(in: DefinitionTable.self) {
      definitions.updateValue(step.other, forKey: step.key)
    } else if let step = step.entry(in: InstanceTable.self) {
      for member in instance(step.key)?.nodes ?? [] where owner(member.node) == step.key {
        owners.updateValue(nil, forKey: member.node.slot)
      }
      instances.updateValue(step.other, forKey: step.key)
      for member in step.other?.nodes ?? [] { owners[member.node.slot] = .init(index: step.key, inner: member.inner) }
    } else if case .owned(let node, let other) = step {
      for case let owner? in [membership(of: node), other] { toggle(node, owner) }
      owners.updateValue(other, forKey: node.slot)
    }
  }

  private mutating func toggle(_ node: NodeID, _ owner: SubgraphTable.Owner) {
    var instance = instance(owner.index)
    instance?.toggle(.init(inner: owner.inner, node: node))
    instances.updateValue(instance, forKey: owner.index)
  }

  // MARK: Groups

  func definition(_ number: UInt32) -> SubgraphDefinition? { definitions[number] ?? table.definitions[number] }
  func instance(_ index: UInt32) -> SubgraphInstance? { instances[index] ?? table.instance(index) }
  func definition(of index: UInt32) -> SubgraphDefinition? { instance(index).flatMap { definition($0.definition) } }

  /// The instance that contains a node, or `SubgraphTable.none`.
  func owner(_ node: NodeID) -> UInt32 { membership(of: node)?.index ?? SubgraphTable.none }

  private func inner(_ node: NodeID) -> UInt32 { membership(of: node)?.inner ?? 0 }

  private func membership(of node: NodeID) -> SubgraphTable.Owner? {
    owners[node.slot] ?? table.membership(of: node)
  }

  /// An instance and those that contain it, the outermost first. Complexity: O(depth).
  func way(to index: UInt32) -> [UInt32] {
    var way: [UInt32] = []
    var next = index
    while next != SubgraphTable.none, let instance = instance(next) {
      way.append(next)
      next = instance.parent
    }
    return way.reversed()
  }

  /// The scope in which an input of a node is shown: the outermost to which ports expose it.
  func scope(ofInput index: Int, of node: NodeID) -> UInt32 {
    var scope = owner(node)
    var end = SubgraphDefinition.End(member: inner(node), port: UInt32(index))
    while scope != SubgraphTable.none, let instance = instance(scope),
      let port = definition(instance.definition)?.input(leadingTo: end)
    {
      (end, scope) = (.init(member: instance.inner, port: port), instance.parent)
    }
    return scope
  }

  func id(of index: UInt32) -> InstanceID { table.id(of: index) }

  // MARK: Names

  /// The name of a node or an instance at that time, if it existed and had one; in an instance, the scoped name.
  func name(of member: NodeID) -> String? {
    if let id = InstanceID(member) { return instance(id.index) == nil ? nil : scoped([], in: id.index) }
    let owner = owner(member)
    if owner == SubgraphTable.none { return names[member.slot] ?? graph.name(of: member) }
    let name = definition(of: owner)?[inner(member)]?.name
    return scoped([name ?? "\(member)"], in: owner)
  }

  private func scoped(_ last: [String], in scope: UInt32) -> String {
    (way(to: scope).map(title) + last).joined(separator: SubgraphDefinition.separator)
  }

  private func title(of index: UInt32) -> String {
    guard let instance = instance(index) else { return "\(id(of: index))" }
    let name =
      instance.parent == SubgraphTable.none
      ? instance.name : definition(of: instance.parent)?[instance.inner]?.name
    return name ?? definition(instance.definition)?.name ?? "\(id(of: index))"
  }
}
