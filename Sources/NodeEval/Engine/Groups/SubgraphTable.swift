// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An instance of a definition, with its members.
struct SubgraphInstance: Equatable {
  struct Member: Equatable {
    let inner: UInt32
    let node: NodeID
  }

  struct Child: Equatable {
    let inner: UInt32
    let index: UInt32
  }

  var definition: UInt32
  /// The instance that contains it, or `SubgraphTable.none`.
  var parent: UInt32
  /// Its inner id in the parent.
  var inner: UInt32
  /// Its own name and position in the root; inside another instance the parent's definition has them.
  var name: String?
  var position: GraphPoint?
  /// The fields of documents that are not known.
  var others: [String: DocumentValue] = [:]
  /// The nodes in the order of inner ids.
  var nodes: [Member] = []
  var children: [Child] = []

  /// Adds a member, or removes it if it is one. Complexity: O(1) for the last member, else O(members).
  mutating func toggle(_ member: Member) {
    let place = nodes.firstPlace { $0.inner >= member.inner }
    if place < nodes.count, nodes[place].inner == member.inner {
      nodes.remove(at: place)
    } else {
      nodes.insert(member, at: place)
    }
  }

  func node(_ inner: UInt32) -> NodeID? {
    nodes.place(where: { $0.inner < inner }, match: { $0.inner == inner }).map { nodes[$0].node }
  }

  func child(_ inner: UInt32) -> UInt32? {
    children.place(where: { $0.inner < inner }, match: { $0.inner == inner }).map { children[$0].index }
  }
}

/// The definitions of subgraphs and their instances. Instances are flattened: their inner nodes are nodes of the graph, and
/// connections of a port are connections of inner nodes. Evaluation, order and cycles therefore don't depend on this table.
///
/// Invariants (see `brokenRules`): the owner of a node is the instance that has it as a member; an instance has the members of its
/// definition; the parent of an instance has it as a member.
struct SubgraphTable {
  static let none = UInt32.max

  /// The instance that has a node as a member, and the inner id of the node there.
  struct Owner: Equatable {
    let index: UInt32
    let inner: UInt32
  }

  private(set) var definitions: [UInt32: SubgraphDefinition] = [:]
  /// The instances by index; `nil` for one that is gone.
  private(set) var instances: [SubgraphInstance?] = []
  /// The instance and the inner id of nodes in instances, by slot. The arrays may be shorter than the number of slots.
  private var owners: [UInt32] = []
  private var inners: [UInt32] = []
  private var users: [UInt32: Set<UInt32>] = [:]
  private var nextDefinition: UInt32 = 1
  /// The tag of the graph, which is part of ids of instances.
  let tag: UInt32
  /// The number of changes of the table, undo and redo included.
  private(set) var changeCount = 0

  init(tag: UInt32) { self.tag = tag }

  var isEmpty: Bool { definitions.isEmpty }
  /// Whether there has never been a definition.
  var isUntouched: Bool { definitions.isEmpty && instances.isEmpty && owners.isEmpty }

  // MARK: Reading

  func instance(_ index: UInt32) -> SubgraphInstance? { index < instances.count ? instances[Int(index)] : nil }

  /// The instance that contains a node, or `none`.
  func owner(_ slot: UInt32) -> UInt32 { slot < owners.count ? owners[Int(slot)] : Self.none }

  /// The inner id of a node in an instance; without meaning for other nodes.
  func inner(_ slot: UInt32) -> UInt32 { slot < inners.count ? inners[Int(slot)] : 0 }

  /// The instance that has a node as a member; `nil` for a node of the root.
  func membership(of node: NodeID) -> Owner? {
    let index = owner(node.slot)
    return index == Self.none ? nil : Owner(index: index, inner: inner(node.slot))
  }

  /// The public id of an instance.
  func id(of index: UInt32) -> InstanceID { InstanceID(index: index, tag: tag) }

  /// The index of an instance; `nil` if it doesn't exist.
  func index(_ id: InstanceID) -> UInt32? {
    guard id.node.tag == 0 || id.node.tag == tag, instance(id.index) != nil else { return nil }
    return id.index
  }

  /// The instances of a definition, in the order in which they were made. Complexity: O(u log u) for u of them.
  func users(of definition: UInt32) -> [UInt32] {
    guard let users = users[definition] else { return [] }
    // If they are many of all instances, visiting all takes less time than sorting.
    guard users.count > instances.count / 16 else { return users.sorted() }
    var found: [UInt32] = []
    found.reserveCapacity(users.count)
    for index in instances.indices where instances[index]?.definition == definition { found.append(UInt32(index)) }
    return found
  }

  /// An instance, and those with its inner id in other instances of the definition that contains it.
  func counterparts(of index: UInt32) -> [UInt32] {
    guard let instance = instance(index), let outer = self.instance(instance.parent)?.definition else { return [index] }
    return users(of: outer).compactMap { self.instance($0)?.child(instance.inner) }
  }

  func isUsed(_ definition: UInt32) -> Bool { users[definition]?.isEmpty == false }

  /// Whether a definition has an instance, or is part of another.
  func isContained(_ number: UInt32) -> Bool {
    isUsed(number) || definitions.values.contains { !$0.children(of: number).isEmpty }
  }

  /// The instances in the root.
  var rootInstances: [UInt32] {
    instances.indices.lazy.map { UInt32($0) }.filter { self.instance($0)?.parent == Self.none }
  }

  /// An instance and all inside it, each after the one that contains it.
  func subtree(of index: UInt32) -> [UInt32] {
    var found = [index]
    var next = 0
    while next < found.count {
      found += (instance(found[next])?.children ?? []).map(\.index)
      next += 1
    }
    return found
  }

  /// An instance and those that contain it, the innermost first.
  func chain(from index: UInt32) -> [UInt32] {
    var chain: [UInt32] = []
    var next = index
    while next != Self.none, let instance = instance(next) {
      chain.append(next)
      next = instance.parent
    }
    return chain
  }

  /// The instance of a scope that is or contains an owner, or `none` if the owner is the scope itself; `nil` if the scope doesn't
  /// contain the owner.
  func branch(of owner: UInt32, in scope: UInt32) -> UInt32? {
    var (index, branch) = (owner, Self.none)
    while index != scope {
      guard index != Self.none, let instance = instance(index) else { return nil }
      (branch, index) = (index, instance.parent)
    }
    return branch
  }

  /// The definition of an instance.
  func definition(of index: UInt32) -> SubgraphDefinition? { instance(index).flatMap { definitions[$0.definition] } }

  /// The chain of definitions through which one contains another, both included; `nil` if it does not.
  func containment(of inner: UInt32, in outer: UInt32) -> [UInt32]? {
    var before: [UInt32: UInt32] = [outer: outer]
    var open = [outer]
    var next = 0
    while next < open.count {
      let definition = open[next]
      next += 1
      if definition == inner {
        var path = [inner]
        while let last = path.last, last != outer, let previous = before[last] { path.append(previous) }
        return path.reversed()
      }
      for child in (definitions[definition]?.members ?? []).lazy.compactMap(\.definition) where before[child] == nil {
        before[child] = definition
        open.append(child)
      }
    }
    return nil
  }

  /// Refuses a definition in another that it contains, or is.
  func checkContaining(_ inner: UInt32, in outer: UInt32) throws(SubgraphError) {
    guard let path = containment(of: outer, in: inner) else { return }
    throw .containsItself(([outer] + path).map { DefinitionID($0) })
  }

  /// The definitions of instances and of all instances inside them, the innermost first.
  func definitions(neededBy instances: [UInt32]) -> [UInt32] {
    innermostFirst(instances.compactMap { instance($0)?.definition })
  }

  /// Some definitions and all that they contain, each once, after those that it contains.
  func innermostFirst(_ numbers: [UInt32]) -> [UInt32] {
    var (order, seen): ([UInt32], Set<UInt32>) = ([], [])
    let inside = { (number: UInt32) -> [UInt32] in
      (definitions[number]?.members ?? []).compactMap(\.definition).reversed()
    }
    for first in numbers where seen.insert(first).inserted {
      var open = [(definition: first, rest: inside(first))]
      while let last = open.indices.last {
        guard let child = open[last].rest.popLast() else {
          order.append(open.removeLast().definition)
          continue
        }
        if seen.insert(child).inserted { open.append((child, inside(child))) }
      }
    }
    return order
  }

  // MARK: Changing

  mutating func makeDefinitionID() -> UInt32 {
    defer { nextDefinition += 1 }
    return nextDefinition
  }

  /// Whether a number has never been that of a definition.
  func isUnused(_ number: UInt32) -> Bool { number >= nextDefinition }

  mutating func reserveDefinition(_ number: UInt32) { nextDefinition = max(nextDefinition, number &+ 1) }

  /// Reserves an index for an instance of a document.
  mutating func reserveInstance(_ index: UInt32) {
    while instances.count <= Int(index) { instances.append(nil) }
  }

  /// Makes an index for an instance that is set later.
  mutating func makeInstanceIndex() -> UInt32 {
    instances.append(nil)
    return UInt32(instances.count - 1)
  }

  mutating func setDefinition(_ number: UInt32, to definition: SubgraphDefinition?) {
    changeCount += 1
    definitions[number] = definition
  }

  /// Makes a node a member of an instance, or of the root.
  mutating func setMembership(of node: NodeID, to other: Owner?) {
    changeCount += 1
    if let before = membership(of: node) {
      instances[Int(before.index)]?.toggle(.init(inner: before.inner, node: node))
    }
    setOwner(of: node.slot, to: other?.index ?? Self.none, inner: other?.inner ?? 0)
    if let other { instances[Int(other.index)]?.toggle(.init(inner: other.inner, node: node)) }
  }

  mutating func setInstance(_ index: UInt32, to other: SubgraphInstance?) {
    changeCount += 1
    let before = instances[Int(index)]
    if let before {
      for member in before.nodes where owner(member.node.slot) == index { owners[Int(member.node.slot)] = Self.none }
      if before.definition != other?.definition { users[before.definition]?.remove(index) }
    }
    if let other {
      for member in other.nodes { setOwner(of: member.node.slot, to: index, inner: member.inner) }
      if before?.definition != other.definition { users[other.definition, default: []].insert(index) }
    }
    instances[Int(index)] = other
  }

  private mutating func setOwner(of slot: UInt32, to index: UInt32, inner: UInt32) {
    if slot >= owners.count {
      let added = Array(repeating: Self.none, count: max(Int(slot) + 1 - owners.count, owners.count))
      owners += added
      inners += added
    }
    owners[Int(slot)] = index
    inners[Int(slot)] = inner
  }

  // MARK: Rules

  /// Violates a rule, for the test that expects the report.
  mutating func damage() {
    setOwner(of: 0, to: owner(0) == Self.none ? 0 : Self.none, inner: 0)
  }

  /// The rules that are violated. Complexity: O(members of all instances, and of definitions).
  func brokenRules(in topology: borrowing Topology) -> [String] {
    var broken: [String] = []
    for (number, definition) in definitions {
      broken += definition.brokenRules()
      if definition.id.number != number { broken.append("a definition is kept under its id") }
      for child in definition.members.compactMap(\.definition) where definitions[child] == nil {
        broken.append("a definition names definitions that exist")
      }
    }
    var ownedCount = 0
    for index in instances.indices {
      guard let instance = instances[index] else { continue }
      ownedCount += instance.nodes.count
      guard let definition = definitions[instance.definition] else {
        broken.append("an instance has a definition")
        continue
      }
      if users[instance.definition]?.contains(UInt32(index)) != true {
        broken.append("a definition knows its instances")
      }
      if instance.nodes.map(\.inner) != Array(definition.nodes.map(\.inner))
        || instance.children.map(\.inner) != Array(definition.children.map(\.inner))
      {
        broken.append("an instance has the members of its definition")
      }
      for member in instance.nodes where !topology.isLive(member.node) || owner(member.node.slot) != UInt32(index) {
        broken.append("a node of an instance exists, and knows it")
      }
      for (child, declared) in zip(instance.children, definition.children) {
        let inner = self.instance(child.index)
        if inner?.parent != UInt32(index) || inner?.inner != child.inner || inner?.definition != declared.definition {
          broken.append("an inner instance matches the definition, and belongs to its instance")
        }
      }
    }
    if owners.count(where: { $0 != Self.none }) != ownedCount { broken.append("a node belongs to one instance") }
    if users.values.reduce(0, { $0 + $1.count }) != instances.count(where: { $0 != nil }) {
      broken.append("a definition knows its instances only")
    }
    return broken
  }
}
