// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// In which order the nodes of a document can be made, under which ids, and where their connections lead.
package struct DocumentPlan {
  /// The nodes by their place in the document, each after those that it reads, and soon after: depth first.
  package let order: [Int32]
  /// The id that each node gets.
  package let ids: [NodeID]
  /// Whether these are the ids of the document. They are not if it has ids so far apart that a graph with them would
  /// take much more memory than the document.
  package let keepsIDs: Bool
  /// For each connection, node by node, the place of the node that it comes from.
  package let sources: [Int32]
  /// Where the connections of each node begin in `sources`; one entry more than there are nodes.
  package let starts: [Int32]

  private let places: DocumentIDs

  /// Examines a document. What is unsound is dropped from it if it is being repaired.
  ///
  /// - Throws: The first thing that is unsound, unless the document is being repaired.
  /// - Complexity: O(nodes + connections).
  package init(_ document: inout GraphDocument, _ faults: inout DocumentFaults) throws(DocumentError) {
    guard document.nodes.count < 1 << 30 else {
      throw DocumentError(.id, at: DocumentPath([.key("nodes")]), "a graph holds at most 2^30 nodes")
    }
    var places = DocumentIDs(of: document.nodes)
    try places.insert(&document.nodes, at: { .node($0) }, &faults)
    places.complete(&document.nodes)
    try document.nodes.dropDuplicateNames(at: { .node($0) }, &faults)
    self.places = places
    keepsIDs = places.areDense
    ids = document.nodes.indices.map {
      places.areDense ? document.nodes[$0].id : NodeID(slot: UInt32($0), generation: 0)
    }
    var scope = DocumentScope(document.nodes, places, at: DocumentPath())
    try scope.examine(&faults)
    (order, sources, starts) = (scope.sorted, scope.sources, scope.starts)
    guard faults.isRepairing else { return }
    document.nodes = scope.nodes
    // A selected node that was dropped is no fault of its own.
    document.view?.selection.removeAll { places[$0] == nil }
  }

  /// The place of the node with an id in the document, if there is one.
  package func place(of id: NodeID) -> Int? { places[id].map { Int($0) } }
}

extension DocumentNode {
  /// What errors call it: its name, or its id.
  var title: String { name.map { VisibleText.standIns($0) } ?? DocumentText.text(id) }
}

extension GraphDocument {
  /// Says whether the document describes a graph: ids and names are unique, connections lead to nodes that exist, and
  /// close no cycle; definitions don't contain themselves, and instances have the members of theirs. Whether kinds and ports exist, and types fit, is known to whoever builds the graph.
  ///
  /// - Throws: The first ``DocumentError``.
  /// - Complexity: O(nodes + connections).
  public func check() throws(DocumentError) {
    var copy = self
    var faults = DocumentFaults(isRepairing: false)
    try copy.examine(&faults)
  }

  /// Drops what is unsound: of nodes with the same id the later ones get another, of nodes with the same name they
  /// lose it, connections that lead nowhere go, and so does one connection of each cycle. Instances without a definition
  /// go, and members that an instance lacks are made.
  ///
  /// - Returns: What was dropped.
  /// - Complexity: O(nodes + connections).
  public mutating func repair() -> [DocumentError] {
    var faults = DocumentFaults(isRepairing: true)
    do {
      try examine(&faults)
    } catch {
      return faults.dropped + [error]
    }
    return faults.dropped
  }

  fileprivate mutating func examine(_ faults: inout DocumentFaults) throws(DocumentError) {
    if hasGroups { _ = try DocumentGroups(&self, &faults) } else { _ = try DocumentPlan(&self, &faults) }
    try examineLooks(&faults)
    if modes.isEmpty { return }
    let known = Set(nodes.map(\.id) + instances.map(\.id.node) + instances.flatMap(\.members).map(\.node))
    for member in modes.keys.sorted(by: { ($0.slot, $0.generation) < ($1.slot, $1.generation) })
    where !known.contains(member) {
      try faults.noteMode(of: member)
      modes[member] = nil
    }
  }
}

/// A document read with all that is sound in it.
public struct RepairedDocument: Decodable, Sendable {
  /// The document, sound.
  public let document: GraphDocument
  /// What was dropped, and why.
  public let dropped: [DocumentError]

  /// Reads a document, dropping what is no part of one.
  ///
  /// - Parameter decoder: Where to read from.
  /// - Throws: A ``DocumentError`` if it is no document of this library at all, or one of a later version.
  public init(from decoder: any Decoder) throws {
    var faults = DocumentFaults(isRepairing: true)
    var document = try GraphDocument(from: decoder, &faults)
    try document.examine(&faults)
    self.document = document
    dropped = faults.dropped
  }
}
