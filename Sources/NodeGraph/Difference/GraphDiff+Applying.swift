// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a ``GraphDiff`` was not applied. The document or graph is unchanged when one is thrown.
///
/// Each case has the index of the step in ``GraphDiff/steps``, from 0; ``description`` counts from 1. After a conflict, show the
/// step to the user, and make a new difference from the present document.
public enum GraphDiffError: Error, Hashable, Sendable {
  /// A step doesn't find the state it was made from: what it changes is missing, differs, or already exists.
  case doesNotFit(Int, GraphDiff.Step)
  /// A step adds a node without code, so that its ports aren't known when it is connected.
  case withoutCode(Int, DocumentNode)
  /// A step changes the state of a node, which only evaluations of the node can do.
  case state(Int, NodeID)
}

extension GraphDiffError: CustomStringConvertible {
  /// The reason as a sentence without a full stop, with the step counted from 1: `step 3 does not fit: remove Add 7`.
  public var description: String {
    switch self {
    case .doesNotFit(let index, let step): "step \(index + 1) does not fit: \(step)"
    case .withoutCode(let index, let node): "step \(index + 1): the kind '\(node.kind)' has no code"
    case .state(let index, let node): "step \(index + 1): the state of \(node) can't be set"
    }
  }
}

extension GraphDiff {
  /// Returns a document with the difference applied.
  ///
  /// A step fits if everything that it changes, contains, or removes from consumers is as it was in the document that the
  /// difference was made from. If two users change the same thing, the second difference is therefore refused; changes that
  /// others have made elsewhere stay. The result is sound, even if two differences that fit would together close a cycle.
  ///
  /// ```swift
  /// do {
  ///   document = try difference.applied(to: document)
  /// } catch .doesNotFit(let index, let step) {
  ///   print("conflict in step \(index + 1): \(step)")
  /// }
  /// ```
  ///
  /// - Parameter document: The document that the difference was made from, or a later version of it. It must be sound.
  /// - Returns: The changed document, with nodes, definitions and instances in the order of their ids.
  /// - Throws: ``GraphDiffError/doesNotFit(_:_:)`` for the first step that doesn't fit.
  /// - Complexity: O(document + steps), plus O(connections of the node or instance) for each input that is cut.
  public func applied(to document: GraphDocument) throws(GraphDiffError) -> GraphDocument {
    let subject = DocumentSubject(document)
    var table = DifferenceTable(subject)
    for (index, step) in steps.enumerated() {
      if !table.apply(step) { throw .doesNotFit(index, step) }
    }
    if let loss = table.firstLoss() { throw .doesNotFit(loss, steps[loss]) }
    let result = subject.document(after: table, steps[...])
    if isSound(result) { return result }
    // Each step fits, but together with changes of others they close a cycle or name something that doesn't exist. The
    // first such step is found by binary search.
    var (sound, unsound) = (0, steps.count)
    while sound + 1 < unsound {
      let middle = (sound + unsound) / 2
      var table = DifferenceTable(subject)
      for step in steps[..<middle] { _ = table.apply(step) }
      if isSound(subject.document(after: table, steps[..<middle])) { sound = middle } else { unsound = middle }
    }
    guard unsound > 0 else { return result }
    throw .doesNotFit(unsound - 1, steps[unsound - 1])
  }

  private func isSound(_ document: GraphDocument) -> Bool { (try? document.check()) != nil }
}

/// A document to which a difference is applied.
private struct DocumentSubject: DifferenceSubject {
  private let document: GraphDocument
  private let parts: DocumentParts
  private let members: Set<NodeID>
  private let owners: [String: NodeID]
  private let readerCounts: [NodeID: Int]
  private let useCounts: [DefinitionID: Int]

  init(_ document: GraphDocument) {
    self.document = document
    parts = DocumentParts(document)
    members = Set(parts.nodes.keys).union(parts.instances.keys)
      .union(document.instances.flatMap(\.members).map(\.node))
    owners = Dictionary(document.nodes.compactMap { node in node.name.map { ($0, node.id) } }) { first, _ in first }
    var readerCounts: [NodeID: Int] = [:]
    for node in document.nodes { for read in node.connections { readerCounts[read.source, default: 0] += 1 } }
    for tree in parts.instances.values {
      for read in tree.first?.connections ?? [] { readerCounts[read.source, default: 0] += 1 }
    }
    self.readerCounts = readerCounts
    let instances = document.instances + document.definitions.flatMap(\.instances)
    useCounts = instances.reduce(into: [:]) { $0[$1.definition, default: 0] += 1 }
  }

  func node(_ id: NodeID) -> DocumentNode? { parts.nodes[id] }
  func tree(_ id: NodeID) -> [DocumentInstance]? { parts.instances[id] }
  func definition(_ id: DefinitionID) -> DocumentDefinition? { parts.definitions[id] }
  func contains(_ member: NodeID) -> Bool { members.contains(member) }
  func entry<Table: DocumentTable>(_ table: Table.Type, at key: Table.Key) -> Table.Value? {
    Table.value(at: key, in: document)
  }
  func owner(of name: String) -> NodeID? { owners[name] }
  func readerCount(of member: NodeID) -> Int { readerCounts[member] ?? 0 }
  func useCount(of definition: DefinitionID) -> Int { useCounts[definition] ?? 0 }
  var header: GraphDiff.Header? { document.header }
  var givesIDs: Bool { false }
  func fields(of kind: String) -> Set<String> { [] }

  /// Returns the document with the parts of a table in place of its own, and the entries that its steps set.
  func document(
    after table: DifferenceTable<DocumentSubject>, _ steps: ArraySlice<GraphDiff.Step>
  ) -> GraphDocument {
    var changed = document
    changed.nodes = parts.nodes.following(table.nodes).values.sorted { NodeID.precedes($0.id, $1.id) }
    let trees = parts.instances.following(table.trees).sorted { NodeID.precedes($0.key, $1.key) }
    changed.instances = trees.flatMap(\.value)
    changed.definitions = parts.definitions.following(table.definitions).values.sorted { $0.id < $1.id }
    changed.header = table.header ?? document.header
    for step in steps { for table in GraphDiff.tables { table.apply(step, to: &changed) } }
    return changed
  }
}

extension Dictionary {
  /// Returns the entries with some changed; `nil` removes an entry.
  fileprivate func following(_ changes: [Key: Value?]) -> [Key: Value] {
    var entries = self
    for (key, value) in changes { entries[key] = value }
    return entries
  }
}
