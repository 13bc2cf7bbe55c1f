// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The target of a difference: a document, or a graph that could be written as one.
///
/// Only parts that steps name are read, in their state before the first step.
package protocol DifferenceSubject {
  /// The error for a part that can't be written as a document.
  associatedtype Failure: Error

  /// Returns a node outside of instances.
  func node(_ id: NodeID) throws(Failure) -> DocumentNode?
  /// Returns an outermost instance with everything inside it, outermost first.
  func tree(_ id: NodeID) throws(Failure) -> [DocumentInstance]?
  func definition(_ id: DefinitionID) throws(Failure) -> DocumentDefinition?
  /// Returns whether a node or an instance exists, at any depth.
  func contains(_ member: NodeID) -> Bool
  /// Returns an entry of a table; `nil` for the default.
  func entry<Table: DocumentTable>(_ table: Table.Type, at key: Table.Key) -> Table.Value?
  /// Returns the node outside of instances that has a name.
  func owner(of name: String) -> NodeID?
  /// Returns the number of connections outside of instances that read a member.
  func readerCount(of member: NodeID) -> Int
  /// Returns the number of instances of a definition, including those in other definitions.
  func useCount(of definition: DefinitionID) -> Int
  /// The data other than the graph; `nil` if the difference doesn't change it.
  var header: GraphDiff.Header? { get }
  /// Whether added parts get other ids if their own are taken.
  var givesIDs: Bool { get }
  /// Returns the names of fields that an application writes for nodes of a kind, and that are not compared.
  func fields(of kind: String) -> Set<String>
}

/// The parts of a document that the steps of a difference name, while the steps are applied one by one.
///
/// It has all rules of what fits, for documents and graphs: a step fits if everything that it changes, contains, or removes from
/// consumers is as it was where the difference was made. Changes of others are therefore never overwritten.
package struct DifferenceTable<Subject: DifferenceSubject> {
  private let subject: Subject
  /// The parts that were read, in their present state; `nil` for a part that doesn't exist.
  package private(set) var nodes: [NodeID: DocumentNode?] = [:]
  package private(set) var trees: [NodeID: [DocumentInstance]?] = [:]
  package private(set) var definitions: [DefinitionID: DocumentDefinition?] = [:]
  package private(set) var header: GraphDiff.Header?
  /// The entries of tables that steps have changed, and a document that contains only them.
  private var changedEntries: (keys: Set<EntryKey>, document: GraphDocument) = ([], GraphDocument())
  private var owners: [String: NodeID?] = [:]
  private var readerCounts: [NodeID: Int] = [:]
  private var useCounts: [DefinitionID: Int] = [:]
  /// For each member that was connected, the number of connections of each input.
  private var connectionCounts: [NodeID: [String: Int]] = [:]
  /// The added nodes and instances, with everything inside them.
  private var begun: Set<NodeID> = []
  /// The removed nodes and instances, with everything inside them.
  private var gone: Set<NodeID> = []
  /// For each wire that was cut, the step. Wires that led through a node that may convert are included.
  private var cut: [DocumentLooks.Wire: Int] = [:]
  private var stepCount = 0

  private struct EntryKey: Hashable {
    let table: ObjectIdentifier
    let key: AnyHashable
  }

  package init(_ subject: Subject) {
    self.subject = subject
    header = subject.header
  }

  /// Applies a step. Returns false if it doesn't fit; the table may then be partly changed.
  ///
  /// - Complexity: O(content of the step); for an input that is cut, O(connections of its node or instance).
  package mutating func apply(_ step: GraphDiff.Step) throws(Subject.Failure) -> Bool {
    defer { stepCount += 1 }
    for table in GraphDiff.tables { if let fits = apply(step, in: table) { return fits } }
    switch step {
    case .disconnect(let member, let input, let connections): return try disconnect(member, input, connections)
    case .connect(let member, let connection, let place, let count):
      return try connect(member, connection, at: place, behind: count)
    case .removeNode(let node): return try remove(node)
    case .removeInstance(let tree): return try remove(tree)
    case .removeDefinition(let definition): return try remove(definition)
    case .addNode(let node): return try add(node)
    case .addInstance(let tree): return try add(tree)
    case .addDefinition(let definition): return try add(definition)
    case .rename(let member, let from, let to): return try rename(member, from, to)
    case .move(let member, let from, let to): return try move(member, from, to)
    case .setLiteral(let node, let input, let from, let to):
      return try change(node, \.literals[input], from, to)
    case .setValue(let node, let from, let to):
      return try change(node, \.value, from, to)
    case .setField(let node, let field, let from, let to):
      return try change(node, \.others[field], from, to)
    case .setDocument(let from, let to):
      guard let header else { return true }
      guard header == from else { return false }
      self.header = to
    default: return false
    }
    return true
  }

  // MARK: Tables

  /// Applies a step that changes an entry of a table. Returns whether it fits; `nil` if it changes something else.
  private mutating func apply<Table: DocumentTable>(_ step: GraphDiff.Step, in table: Table.Type) -> Bool? {
    guard let (key, from, _) = Table.change(by: step) else { return nil }
    guard key.namedMembers.allSatisfy(contains), entry(table, at: key) == Table.normal(from) else { return false }
    changedEntries.keys.insert(EntryKey(table: ObjectIdentifier(table), key: key))
    Table.apply(step, to: &changedEntries.document)
    return true
  }

  /// Returns the present entry of a key; `nil` for the default, which new members have.
  private func entry<Table: DocumentTable>(_ table: Table.Type, at key: Table.Key) -> Table.Value? {
    if changedEntries.keys.contains(EntryKey(table: ObjectIdentifier(table), key: key)) {
      return Table.value(at: key, in: changedEntries.document)
    }
    return key.namedMembers.contains(where: begun.contains) ? nil : subject.entry(table, at: key)
  }

  /// Returns whether a member has an entry of its own in a table.
  private func isListed<Table: DocumentTable>(_ member: NodeID, in table: Table.Type) -> Bool {
    (member as? Table.Key).map { entry(table, at: $0) != nil } ?? false
  }

  // MARK: Reading

  /// Returns whether a node or an instance exists now, at any depth. For those outside of instances use `exists(_:)`.
  private func contains(_ member: NodeID) -> Bool {
    !gone.contains(member) && (begun.contains(member) || subject.contains(member))
  }

  private mutating func node(_ id: NodeID) throws(Subject.Failure) -> DocumentNode? {
    if let known = nodes[id] { return known }
    let node = try subject.node(id)
    nodes[id] = .some(node)
    return node
  }

  private mutating func tree(_ id: NodeID) throws(Subject.Failure) -> [DocumentInstance]? {
    if let known = trees[id] { return known }
    let tree = try subject.tree(id)
    trees[id] = .some(tree)
    return tree
  }

  private mutating func definition(_ id: DefinitionID) throws(Subject.Failure) -> DocumentDefinition? {
    if let known = definitions[id] { return known }
    let definition = try subject.definition(id)
    definitions[id] = .some(definition)
    return definition
  }

  private mutating func exists(_ member: NodeID) throws(Subject.Failure) -> Bool {
    if InstanceID(member) != nil { return try tree(member) != nil }
    return try node(member) != nil
  }

  private mutating func owner(of name: String) -> NodeID? {
    if let known = owners[name] { return known }
    let owner = subject.owner(of: name)
    owners[name] = .some(owner)
    return owner
  }

  private mutating func change(
    _ id: NodeID, _ body: (inout DocumentNode) -> Bool
  ) throws(Subject.Failure) -> Bool {
    guard try node(id) != nil, let place = nodes.index(forKey: id), var changed = nodes.values[place] else {
      return false
    }
    nodes.values[place] = nil
    defer { nodes.values[place] = changed }
    return body(&changed)
  }

  private mutating func change<Value: Equatable>(
    _ id: NodeID, _ path: WritableKeyPath<DocumentNode, Value>, _ from: Value, _ to: Value
  ) throws(Subject.Failure) -> Bool {
    try change(id) { node in
      guard node[keyPath: path] == from else { return false }
      node[keyPath: path] = to
      return true
    }
  }

  // MARK: Connections

  /// Changes the connections of a node or an instance in place: a copy for each step would take time quadratic in the list.
  private mutating func changeConnections(
    of member: NodeID, _ body: (inout [DocumentConnection]) -> Bool
  ) throws(Subject.Failure) -> Bool {
    if InstanceID(member) == nil { return try change(member) { body(&$0.connections) } }
    guard try tree(member)?.isEmpty == false, let place = trees.index(forKey: member), var changed = trees.values[place]
    else { return false }
    trees.values[place] = nil
    defer { trees.values[place] = changed }
    return body(&changed[0].connections)
  }

  private mutating func disconnect(
    _ member: NodeID, _ input: String, _ connections: [DocumentConnection]
  ) throws(Subject.Failure) -> Bool {
    let isCut = try changeConnections(of: member) { listed in
      guard listed.filter({ $0.input == input }) == connections else { return false }
      listed.removeAll { $0.input == input }
      return true
    }
    if !isCut { return false }
    connectionCounts[member]?[input] = 0
    for connection in connections {
      changeReaderCount(of: connection.source, by: -1)
      cut[.init(connection, to: member)] = stepCount
      if !begun.contains(connection.source), let through = try subject.node(connection.source)?.connections,
        through.count == 1
      {
        cut[.init(from: .init(through[0].source, through[0].output), to: .init(member, input))] = stepCount
      }
    }
    return true
  }

  /// Returns the first step that cuts a connection which has a look, given by someone else, and isn't made again.
  ///
  /// - Complexity: O(connections that were cut), plus O(connections of their targets) for those with looks.
  package mutating func firstLoss() throws(Subject.Failure) -> Int? {
    var first: Int?
    for (wire, step) in cut where step < first ?? .max && entry(DocumentWireLooks.self, at: wire) != nil {
      if !(try isWired(wire)) { first = step }
    }
    return first
  }

  /// Returns whether a connection exists, directly or through a node that may convert.
  private mutating func isWired(_ wire: DocumentLooks.Wire) throws(Subject.Failure) -> Bool {
    let target = wire.target.member
    let listed = InstanceID(target) == nil ? try node(target)?.connections : try tree(target)?.first?.connections
    for connection in listed ?? [] where connection.input == wire.target.port {
      if DocumentDefinition.End(connection.source, connection.output) == wire.source { return true }
      guard let through = try node(connection.source)?.connections, through.count == 1 else { continue }
      if DocumentDefinition.End(through[0].source, through[0].output) == wire.source { return true }
    }
    return false
  }

  private mutating func connect(
    _ member: NodeID, _ connection: DocumentConnection, at place: Int, behind count: Int
  ) throws(Subject.Failure) -> Bool {
    guard try exists(connection.source), try exists(member), try hasPorts(connection, member) else { return false }
    var counts = connectionCounts.removeValue(forKey: member)
    let isMade = try changeConnections(of: member) { listed in
      if counts == nil {
        var found: [String: Int] = [:]
        for connection in listed { found[connection.input, default: 0] += 1 }
        counts = found
      }
      guard counts?[connection.input] ?? 0 == count else { return false }
      // Connections of other inputs may have been added or removed.
      var place = min(place, listed.count)
      if place < listed.count, count > 0, let last = listed.lastIndex(where: { $0.input == connection.input }) {
        place = max(place, last + 1)
      }
      listed.insert(connection, at: place)
      return true
    }
    counts?[connection.input, default: 0] += 1
    connectionCounts[member] = counts
    if isMade { changeReaderCount(of: connection.source, by: 1) }
    return isMade
  }

  private mutating func changeReaderCount(of member: NodeID, by change: Int) {
    readerCounts[member] = readerCount(of: member) + change
  }

  private func readerCount(of member: NodeID) -> Int { readerCounts[member] ?? subject.readerCount(of: member) }

  /// Returns whether instances at the ends of a connection have its ports. The ports of nodes are known to the graph only.
  private mutating func hasPorts(
    _ connection: DocumentConnection, _ member: NodeID
  ) throws(Subject.Failure) -> Bool {
    if let giver = try tree(connection.source)?.first {
      let outputs = try definition(giver.definition)?.outputs ?? []
      guard outputs.contains(where: { $0.name == connection.output }) else { return false }
    }
    guard let reader = try tree(member)?.first else { return true }
    let inputs = try definition(reader.definition)?.inputs ?? []
    return inputs.contains { $0.name == connection.input }
  }

  // MARK: Removing

  /// Returns whether a member has no entries in tables and isn't read.
  private func isBare(_ member: NodeID) -> Bool {
    readerCount(of: member) == 0 && !GraphDiff.tables.contains { isListed(member, in: $0) }
  }

  private mutating func remove(_ node: DocumentNode) throws(Subject.Failure) -> Bool {
    guard let present = try self.node(node.id), isSame(present, node), isBare(node.id) else { return false }
    nodes[node.id] = .some(nil)
    gone.insert(node.id)
    if let name = node.name { owners[name] = .some(nil) }
    return true
  }

  private mutating func remove(_ tree: [DocumentInstance]) throws(Subject.Failure) -> Bool {
    guard let root = tree.first, let present = try self.tree(root.id.node), isSame(present, tree) else { return false }
    let members = tree.flatMap(\.members).map(\.node) + [root.id.node]
    guard members.allSatisfy(isBare) else { return false }
    trees[root.id.node] = .some(nil)
    gone.formUnion(members)
    for instance in tree { changeUseCount(of: instance.definition, by: -1) }
    return true
  }

  private mutating func remove(_ definition: DocumentDefinition) throws(Subject.Failure) -> Bool {
    guard try self.definition(definition.id) == definition, useCount(of: definition.id) == 0 else { return false }
    definitions[definition.id] = .some(nil)
    for inner in definition.instances { changeUseCount(of: inner.definition, by: -1) }
    return true
  }

  /// Returns whether a node is unchanged, ignoring fields that the application writes. A missing position equals the origin.
  private func isSame(_ present: DocumentNode, _ node: DocumentNode) -> Bool {
    var (present, node) = (present, node)
    for field in subject.fields(of: node.kind) {
      present.others[field] = nil
      node.others[field] = nil
    }
    (present.position, node.position) = (present.position ?? .zero, node.position ?? .zero)
    return present == node
  }

  private func isSame(_ present: [DocumentInstance], _ tree: [DocumentInstance]) -> Bool {
    guard present.count == tree.count, present[0].position ?? .zero == tree[0].position ?? .zero else { return false }
    let byID = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
    return tree.enumerated().allSatisfy { place, instance in
      guard var other = byID[instance.id] else { return false }
      if place == 0 { other.position = instance.position }
      return other == instance
    }
  }

  private func useCount(of definition: DefinitionID) -> Int {
    useCounts[definition] ?? subject.useCount(of: definition)
  }

  private mutating func changeUseCount(of definition: DefinitionID, by change: Int) {
    useCounts[definition] = useCount(of: definition) + change
  }

  // MARK: Adding

  /// Enters a new member, which has no entries in tables and isn't read.
  private mutating func begin(_ member: NodeID) {
    readerCounts[member] = 0
    begun.insert(member)
    gone.remove(member)
  }

  private mutating func add(_ node: DocumentNode) throws(Subject.Failure) -> Bool {
    if !subject.givesIDs, try self.node(node.id) != nil { return false }
    if let name = node.name {
      guard owner(of: name) == nil else { return false }
      owners[name] = .some(node.id)
    }
    nodes[node.id] = .some(node)
    begin(node.id)
    return true
  }

  private mutating func add(_ tree: [DocumentInstance]) throws(Subject.Failure) -> Bool {
    guard let root = tree.first else { return false }
    if !subject.givesIDs, try self.tree(root.id.node) != nil { return false }
    for instance in tree {
      guard let definition = try definition(instance.definition) else { return false }
      let inners = Set(definition.nodes.map(\.id)).union(definition.instances.map(\.id.node))
      guard Set(instance.members.map(\.inner)) == inners else { return false }
      changeUseCount(of: instance.definition, by: 1)
      for member in instance.members { begin(member.node) }
    }
    trees[root.id.node] = .some(tree)
    begin(root.id.node)
    return true
  }

  private mutating func add(_ definition: DocumentDefinition) throws(Subject.Failure) -> Bool {
    if !subject.givesIDs, try self.definition(definition.id) != nil { return false }
    for inner in definition.instances {
      guard try self.definition(inner.definition) != nil else { return false }
      changeUseCount(of: inner.definition, by: 1)
    }
    definitions[definition.id] = .some(definition)
    useCounts[definition.id] = 0
    return true
  }

  // MARK: Labels

  private mutating func rename(_ member: NodeID, _ from: String?, _ to: String?) throws(Subject.Failure) -> Bool {
    guard InstanceID(member) == nil else {
      guard let instance = try tree(member)?.first, instance.name == from else { return false }
      trees[member]??[0].name = to
      return true
    }
    if let to, owner(of: to) != nil { return false }
    let isRenamed = try change(member, \.name, from, to)
    if isRenamed, let from { owners[from] = .some(nil) }
    if isRenamed, let to { owners[to] = member }
    return isRenamed
  }

  private mutating func move(
    _ member: NodeID, _ from: GraphPoint?, _ to: GraphPoint?
  ) throws(Subject.Failure) -> Bool {
    guard InstanceID(member) == nil else {
      guard let instance = try tree(member)?.first, instance.position ?? .zero == from ?? .zero else { return false }
      trees[member]??[0].position = to
      return true
    }
    return try change(member) { node in
      guard node.position ?? .zero == from ?? .zero else { return false }
      node.position = to
      return true
    }
  }
}
