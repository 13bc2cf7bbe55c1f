// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The difference between two documents: a list of steps that turns one into the other, each valid at its place in the list.
///
/// ```swift
/// let difference = GraphDiff(from: saved, to: try evaluator.document())
/// print(difference)                                   // one line for each step
/// let again = try difference.applied(to: saved)       // the document of the evaluator
/// try evaluator.edit { edit in try edit.apply(difference) }
/// ```
///
/// Two nodes are the same if their ids and kinds are equal. If the connections of an input differ, all of them are cut and made
/// again, unless connections were only added after the present ones. An instance whose definition, members or values differ
/// is removed and added again with everything inside it, and so is a definition that differs. The order of nodes, definitions
/// and instances in a document doesn't matter.
///
/// Both documents must have the same ids: compare versions of one document, not documents of unrelated graphs. The steps are
/// plain data, so a difference can be shown, split and applied in parts.
///
/// To merge the work of two users, make the difference of one from the common version and apply it to the version of the other:
///
/// ```swift
/// let mine = GraphDiff(from: base, to: myVersion)
/// let merged = try mine.applied(to: theirVersion)  // throws where both have changed the same
/// ```
///
/// A difference of two whole documents contains everything that differs, including the state of the view. Filter the steps to
/// leave out what shouldn't be merged:
///
/// ```swift
/// let steps = mine.steps.filter { if case .setDocument = $0 { false } else { true } }
/// let merged = try GraphDiff(steps: steps).applied(to: theirVersion)
/// ```
public struct GraphDiff: Hashable, Sendable {
  /// One step of a difference. Ids are ids of documents.
  ///
  /// A step contains the old state as well as the new one. It fits a document only if the old state is still there, so that
  /// changes which others have made in the meantime aren't overwritten.
  ///
  /// ```swift
  /// let added = difference.steps.compactMap { step in
  ///   if case .addNode(let node) = step { node.id } else { nil }
  /// }
  /// ```
  public enum Step: Hashable, Sendable {
    /// A node or an instance is muted, bypassed or made active.
    case setMode(NodeID, from: NodeMode, to: NodeMode)
    /// All connections of an input are cut.
    case disconnect(NodeID, input: String, [DocumentConnection])
    /// A node without connections is removed.
    case removeNode(DocumentNode)
    /// An instance without connections is removed with everything inside it; outermost first.
    case removeInstance([DocumentInstance])
    /// A definition without instances is removed.
    case removeDefinition(DocumentDefinition)
    /// The name of a node or an instance changes; `nil` for no name.
    case rename(NodeID, from: String?, to: String?)
    /// The position of a node or an instance changes; `nil` for the origin.
    case move(NodeID, from: GraphPoint?, to: GraphPoint?)
    /// The literal of a node's input changes; `nil` for no literal.
    case setLiteral(NodeID, input: String, from: DocumentValue?, to: DocumentValue?)
    /// The value of a source, or the state of a node with state, changes.
    case setValue(NodeID, from: DocumentValue?, to: DocumentValue?)
    /// A field of a node that this library doesn't know changes.
    case setField(NodeID, String, from: DocumentValue?, to: DocumentValue?)
    /// A definition is added.
    case addDefinition(DocumentDefinition)
    /// A node is added, unconnected.
    case addNode(DocumentNode)
    /// An instance is added with everything inside it, unconnected; outermost first.
    case addInstance([DocumentInstance])
    /// An output is connected to an input, after the present connections of the input. `place` is the index in the list of the
    /// node or instance, `count` the number of connections that the input has before.
    case connect(NodeID, DocumentConnection, place: Int, count: Int)
    /// The look of a node or an instance changes.
    case setLook(NodeID, from: NodeLook, to: NodeLook)
    /// The look of a connection changes.
    case setConnectionLook(DocumentLooks.Wire, from: ConnectionLook, to: ConnectionLook)
    /// A frame is added, removed or changed; `nil` for no frame.
    case setFrame(FrameID, from: GraphFrame?, to: GraphFrame?)
    /// The data of the document other than its graph changes: the state of the view, the version of the kinds, unknown fields.
    case setDocument(from: Header, to: Header)
  }

  /// The data of a document other than its graph, as ``Step/setDocument(from:to:)`` stores it.
  public typealias Header = GraphDocument.Header

  /// The steps, in the order in which they must be applied.
  ///
  /// First modes and looks are reset and connections are cut. Then nodes, instances and definitions are removed, the remaining
  /// ones are changed, and new ones are added. Connections are made, and modes, looks and the header are set last.
  public let steps: [Step]

  /// Whether the documents have the same content, apart from the order of their lists.
  ///
  /// ```swift
  /// let hasUnsavedChanges = !GraphDiff(from: saved, to: try evaluator.document()).isEmpty
  /// ```
  public var isEmpty: Bool { steps.isEmpty }

  /// Creates a difference of some steps, for instance to apply a difference in parts.
  ///
  /// - Parameter steps: Steps of another difference, in their order. Leaving out steps may make later ones not fit.
  public init(steps: [Step]) { self.steps = steps }

  /// Finds the steps that turn one document into another.
  ///
  /// Values, literals and fields are compared as they are in the documents. If an application writes a field for each node, for
  /// instance a text of its formula, changes of this field are steps too.
  ///
  /// - Parameters:
  ///   - old: The document to start with. It must be sound (``GraphDocument/check()``).
  ///   - new: The document to reach. It must be sound.
  /// - Complexity: O(n log n) for n nodes and connections of both documents.
  public init(from old: GraphDocument, to new: GraphDocument) {
    var comparison = Comparison(old, new)
    comparison.compare()
    steps = comparison.steps
  }
}

/// The comparison of two documents.
private struct Comparison {
  private let old: GraphDocument
  private let new: GraphDocument
  private let oldScope: DocumentParts
  private let newScope: DocumentParts
  /// For each node and instance inside an instance of the old document, the outermost one.
  private lazy var owners = oldScope.owners
  private(set) var steps: [GraphDiff.Step] = []

  init(_ old: GraphDocument, _ new: GraphDocument) {
    (self.old, self.new) = (old, new)
    (oldScope, newScope) = (DocumentParts(old), DocumentParts(new))
  }

  mutating func compare() {
    if old == new { return }
    let changed = changedDefinitions()
    let keptNodes = Set(oldScope.nodes.keys.filter { isSame(oldScope.nodes[$0], newScope.nodes[$0]) })
    let keptInstances = Set(
      oldScope.instances.keys.filter { isSame(oldScope.instances[$0], newScope.instances[$0], changed) })
    var kept = keptNodes.union(keptInstances.filter { !isOrdered(oldScope.instances[$0]) })
    for id in keptInstances where isOrdered(oldScope.instances[id]) {
      // If its connections were made again, they would have another order relative to those from inside.
      let (before, after) = (oldScope.connections(of: id) ?? [], newScope.connections(of: id) ?? [])
      if before == after, before.allSatisfy({ kept.contains($0.source) && !keptInstances.contains($0.source) }) {
        kept.insert(id)
      }
    }
    let (wired, cut) = wiring(kept)
    for table in GraphDiff.tables { compare(table, kept, atEnd: false) }
    steps += cut
    for node in sorted(Set(oldScope.nodes.keys).subtracting(kept)).compactMap({ oldScope.nodes[$0] }) {
      var node = node
      node.connections = []
      steps.append(.removeNode(node))
    }
    for id in sorted(Set(oldScope.instances.keys).subtracting(kept)) {
      steps.append(.removeInstance(unconnected(oldScope.instances[id] ?? [])))
    }
    for definition in old.definitionsOutermostFirst where changed.contains(definition.id) {
      steps.append(.removeDefinition(definition))
    }
    compareLabels(sorted(kept))
    for id in sorted(keptNodes) { compareValues(id) }
    for definition in new.definitionsOutermostFirst.reversed()
    where changed.contains(definition.id) || oldScope.definitions[definition.id] == nil {
      steps.append(.addDefinition(definition))
    }
    for node in sorted(Set(newScope.nodes.keys).subtracting(kept)).compactMap({ newScope.nodes[$0] }) {
      var node = node
      node.connections = []
      steps.append(.addNode(node))
    }
    for id in sorted(Set(newScope.instances.keys).subtracting(kept)) {
      steps.append(.addInstance(unconnected(newScope.instances[id] ?? [])))
    }
    steps += wired
    for table in GraphDiff.tables { compare(table, kept, atEnd: true) }
    let (before, after) = (old.header, new.header)
    if before != after { steps.append(.setDocument(from: before, to: after)) }
  }

  // MARK: Tables

  /// Resets the entries of members that are removed, or of which the new document has none; at the end, sets the others.
  private mutating func compare<Table: DocumentTable>(_ table: Table.Type, _ kept: Set<NodeID>, atEnd: Bool) {
    let keys = Set(old[keyPath: Table.entries].keys).union(new[keyPath: Table.entries].keys)
    for key in keys.sorted(by: Table.Key.precedes) {
      let (before, after) = (Table.value(at: key, in: old), Table.value(at: key, in: new))
      let members = key.namedMembers
      let isReset = !members.isEmpty && (after == nil || !members.allSatisfy { isKept($0, kept) })
      let (from, to) = atEnd ? (isReset ? nil : before, after) : (before, isReset ? nil : before)
      if from != to { steps.append(Table.step((key, from, to))) }
    }
  }

  private func sorted(_ ids: Set<NodeID>) -> [NodeID] {
    ids.sorted(by: NodeID.precedes)
  }

  private func unconnected(_ tree: [DocumentInstance]) -> [DocumentInstance] {
    var tree = tree
    if !tree.isEmpty { tree[0].connections = [] }
    return tree
  }

  // MARK: Kept members

  private func isSame(_ old: DocumentNode?, _ new: DocumentNode?) -> Bool {
    guard let old, let new else { return false }
    return old.kind == new.kind && old.isOwn == new.isOwn && (!old.isOwn || old.name == new.name)
  }

  private func isSame(_ old: [DocumentInstance]?, _ new: [DocumentInstance]?, _ changed: Set<DefinitionID>) -> Bool {
    guard var old = old, var new = new, !old.isEmpty, !new.isEmpty else { return false }
    for index in [0] {
      (old[index].name, old[index].position, old[index].connections) = (nil, nil, [])
      (new[index].name, new[index].position, new[index].connections) = (nil, nil, [])
    }
    return old == new && !old.contains { changed.contains($0.definition) }
  }

  private func isOrdered(_ tree: [DocumentInstance]?) -> Bool { tree?.contains { !$0.orders.isEmpty } ?? false }

  /// Returns whether a node or an instance is kept: itself, or the outermost instance that it is inside.
  private mutating func isKept(_ member: NodeID, _ kept: Set<NodeID>) -> Bool {
    if oldScope.nodes[member] != nil || oldScope.instances[member] != nil { return kept.contains(member) }
    return owners[member].map { kept.contains($0) } ?? false
  }

  /// Returns the definitions of the old document that have changed or were removed, and those that contain one.
  private func changedDefinitions() -> Set<DefinitionID> {
    var changed = Set(old.definitions.filter { newScope.definitions[$0.id] != $0 }.map(\.id))
    for definition in old.definitionsOutermostFirst.reversed()
    where definition.instances.contains(where: { changed.contains($0.definition) }) {
      changed.insert(definition.id)
    }
    return changed
  }

  // MARK: Changes

  private mutating func compareLabels(_ kept: [NodeID]) {
    let label = { (member: NodeID, scope: DocumentParts) -> (name: String?, position: GraphPoint?) in
      if let node = scope.nodes[member] { return (node.name, node.position) }
      return (scope.instances[member]?.first?.name, scope.instances[member]?.first?.position)
    }
    let renamed = kept.filter { label($0, oldScope).name != label($0, newScope).name }
    let taken = Set(kept.filter { InstanceID($0) == nil }.compactMap { label($0, oldScope).name })
    // A name that another node still has is assigned after that node has been renamed.
    let waiting = renamed.filter { label($0, newScope).name.map { taken.contains($0) } ?? false }
    let waitingSet = Set(waiting)
    for member in waiting where label(member, oldScope).name != nil {
      steps.append(.rename(member, from: label(member, oldScope).name, to: nil))
    }
    for member in renamed.filter({ !waitingSet.contains($0) }) + waiting {
      let before = waitingSet.contains(member) ? nil : label(member, oldScope).name
      steps.append(.rename(member, from: before, to: label(member, newScope).name))
    }
    for member in kept where label(member, oldScope).position != label(member, newScope).position {
      steps.append(.move(member, from: label(member, oldScope).position, to: label(member, newScope).position))
    }
  }

  private mutating func compareValues(_ id: NodeID) {
    guard let old = oldScope.nodes[id], let new = newScope.nodes[id] else { return }
    for input in differing(old.literals, new.literals) {
      steps.append(.setLiteral(id, input: input, from: old.literals[input], to: new.literals[input]))
    }
    if old.value != new.value { steps.append(.setValue(id, from: old.value, to: new.value)) }
    for field in differing(old.others, new.others) {
      steps.append(.setField(id, field, from: old.others[field], to: new.others[field]))
    }
  }

  private func differing(_ old: [String: DocumentValue], _ new: [String: DocumentValue]) -> [String] {
    Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
  }

  /// Returns the steps that make connections, and those that cut connections before.
  private func wiring(_ kept: Set<NodeID>) -> (made: [GraphDiff.Step], cut: [GraphDiff.Step]) {
    var (made, cut): ([GraphDiff.Step], [GraphDiff.Step]) = ([], [])
    for member in sorted(Set(oldScope.nodes.keys).union(oldScope.instances.keys)) where !kept.contains(member) {
      cut += cutting(oldScope.connections(of: member) ?? [], of: member) { _ in true }
    }
    for member in sorted(Set(newScope.nodes.keys).union(newScope.instances.keys)) {
      let after = newScope.connections(of: member) ?? []
      guard kept.contains(member), let before = oldScope.connections(of: member) else {
        made += connecting(after, to: member)
        continue
      }
      let stays = inputsThatStay(before, after, kept)
      cut += cutting(before, of: member) { stays[$0] == nil }
      made += connecting(after, to: member, but: stays)
    }
    return (made, cut)
  }

  /// Returns the steps that make connections, except the first ones of some inputs.
  private func connecting(
    _ connections: [DocumentConnection], to member: NodeID, but stays: [String: Int] = [:]
  ) -> [GraphDiff.Step] {
    var counts: [String: Int] = [:]
    return connections.enumerated().compactMap { place, connection in
      let count = counts[connection.input] ?? 0
      counts[connection.input] = count + 1
      return count < stays[connection.input] ?? 0 ? nil : .connect(member, connection, place: place, count: count)
    }
  }

  /// Returns for each input whose old connections all stay their number. Other inputs are missing.
  private func inputsThatStay(
    _ before: [DocumentConnection], _ after: [DocumentConnection], _ kept: Set<NodeID>
  ) -> [String: Int] {
    let (old, new) = (Dictionary(grouping: before, by: \.input), Dictionary(grouping: after, by: \.input))
    var stays: [String: Int] = [:]
    for (input, connections) in old
    where (new[input] ?? []).starts(with: connections) && connections.allSatisfy({ kept.contains($0.source) }) {
      stays[input] = connections.count
    }
    // The connections that stay must be in the same order in both lists.
    var counts: [String: Int] = [:]
    let rest = after.filter { connection in
      counts[connection.input, default: 0] += 1
      return counts[connection.input, default: 0] <= stays[connection.input] ?? 0
    }
    return before.filter { stays[$0.input] != nil } == rest ? stays : [:]
  }

  private func cutting(
    _ connections: [DocumentConnection], of member: NodeID, where isCut: (String) -> Bool
  ) -> [GraphDiff.Step] {
    let grouped = Dictionary(grouping: connections, by: \.input)
    return grouped.keys.filter(isCut).sorted().map { .disconnect(member, input: $0, grouped[$0] ?? []) }
  }
}

/// The nodes and outermost instances of a document by id.
struct DocumentParts {
  let nodes: [NodeID: DocumentNode]
  /// The outermost instances with everything inside them.
  let instances: [NodeID: [DocumentInstance]]
  let definitions: [DefinitionID: DocumentDefinition]

  init(_ document: GraphDocument) {
    nodes = Dictionary(document.nodes.map { ($0.id, $0) }) { first, _ in first }
    instances = document.instanceTrees
    definitions = Dictionary(document.definitions.map { ($0.id, $0) }) { first, _ in first }
  }

  /// For each node and instance inside an instance, the outermost instance.
  var owners: [NodeID: NodeID] {
    var owners: [NodeID: NodeID] = [:]
    for (id, tree) in instances {
      for member in tree.lazy.flatMap(\.members) { owners[member.node] = id }
    }
    return owners
  }

  func connections(of member: NodeID) -> [DocumentConnection]? {
    nodes[member]?.connections ?? instances[member]?.first?.connections
  }
}

extension GraphDocument {
  /// The outermost instances, each with everything inside it.
  var instanceTrees: [NodeID: [DocumentInstance]] {
    let byID = Dictionary(instances.map { ($0.id.node, $0) }) { first, _ in first }
    let inner = Set(instances.flatMap(\.members).map(\.node).filter { InstanceID($0) != nil })
    var trees: [NodeID: [DocumentInstance]] = [:]
    for instance in instances where !inner.contains(instance.id.node) {
      var tree = [instance]
      var next = 0
      while next < tree.count {
        tree += tree[next].members.compactMap { InstanceID($0.node) == nil ? nil : byID[$0.node] }
        next += 1
      }
      trees[instance.id.node] = tree
    }
    return trees
  }

  /// The definitions, each before those that it contains.
  var definitionsOutermostFirst: [DocumentDefinition] {
    let byID = Dictionary(definitions.map { ($0.id, $0) }) { first, _ in first }
    var users: [DefinitionID: Int] = [:]
    for definition in definitions {
      for inner in Set(definition.instances.map(\.definition)) { users[inner, default: 0] += 1 }
    }
    var open = definitions.map(\.id).filter { users[$0] == nil }.sorted(by: >)
    var order: [DocumentDefinition] = []
    while let id = open.popLast() {
      guard let definition = byID[id] else { continue }
      order.append(definition)
      for inner in Set(definition.instances.map(\.definition)).sorted(by: >) {
        users[inner, default: 0] -= 1
        if users[inner] == 0 { open.append(inner) }
      }
    }
    return order
  }
}
