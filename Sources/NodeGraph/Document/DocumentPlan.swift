// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The order in which the nodes of a document can be made, their ids, and the sources of their connections.
package struct DocumentPlan {
  /// The indices of nodes in the document, in depth-first order: each comes after, and close to, the nodes that it reads.
  package let order: [Int32]
  /// For each node the id that it gets.
  package let ids: [NodeID]
  /// Whether `ids` are the ids of the document. They are not if those are so far apart that a graph with them would take
  /// much more memory than the document.
  package let keepsIDs: Bool
  /// For each connection, node by node, the index of its source node.
  package let sources: [Int32]
  /// For each node the index of its first connection in `sources`, and the end of `sources` as a last entry.
  package let starts: [Int32]

  private let places: DocumentIDs

  /// Examines a document. If it is being repaired, whatever is unsound is dropped from it.
  ///
  /// - Throws: The first fault, unless the document is being repaired.
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
    // An id in the selection that doesn't exist is not reported as a fault of its own.
    document.view?.selection.removeAll { places[$0] == nil }
  }

  /// Returns the index of the node with an id in the document; `nil` if there is none.
  package func place(of id: NodeID) -> Int? { places[id].map { Int($0) } }
}

extension DocumentNode {
  /// The name by which errors refer to it: its name, or its id.
  var title: String { name.map { VisibleText.standIns($0) } ?? DocumentText.text(id) }
}

extension GraphDocument {
  /// Checks that the document describes a graph.
  ///
  /// Ids and names must be unique; connections must come from nodes that exist and must not close a cycle; definitions must
  /// not contain themselves; instances must have the members of their definitions; modes and looks must name nodes,
  /// instances and connections that exist. Kinds, ports of nodes and types are not checked: only code that knows the kinds
  /// can do that, such as ``Graph/init(kinds:document:own:)``.
  ///
  /// Making a graph or an evaluator of a document checks it too, so call this only to test a document by itself:
  ///
  /// ```swift
  /// do { try document.check() } catch { print(error) }  // nodes[1].inputs: 'x=7.y' leads to no node: none has the id '7'
  /// ```
  ///
  /// - Throws: The ``DocumentError`` of the first fault.
  /// - Complexity: O(nodes + connections); it works on a copy of the document.
  public func check() throws(DocumentError) {
    var copy = self
    var faults = DocumentFaults(isRepairing: false)
    try copy.examine(&faults)
  }

  /// Makes the document sound by dropping what ``check()`` would refuse.
  ///
  /// Later nodes with a duplicate id get another id, and later nodes with a duplicate name lose it. Connections without a
  /// source, one connection of each cycle, and instances without a definition are removed. Members that an instance lacks
  /// are made. Show the result to the user before the document is saved over the original:
  ///
  /// ```swift
  /// for error in document.repair() { print("dropped: \(error)") }
  /// ```
  ///
  /// If the document has too many nodes, or instances lack more than 65,536 members, repairing stops: the last error then
  /// says why, and the document may still be unsound.
  ///
  /// - Returns: An error for each fault that was removed, in the order in which they were found; empty if there was none.
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
    for member in modes.keys.sorted(by: NodeID.precedes) where !known.contains(member) {
      try faults.noteMode(of: member)
      modes[member] = nil
    }
  }
}

/// A document read from damaged data, with everything in it that is sound.
///
/// Decode it after decoding or checking a ``GraphDocument`` has thrown, and show the user what was dropped:
///
/// ```swift
/// let repaired = try JSONDecoder().decode(RepairedDocument.self, from: data)
/// for error in repaired.dropped { print(error) }
/// ```
///
/// It repairs more than ``GraphDocument/repair()``: fields that can't be read are dropped too. Text that isn't JSON at all can't
/// be repaired. For a sound document ``dropped`` is empty, so this may be decoded in any case:
///
/// ```swift
/// let isDamaged = !repaired.dropped.isEmpty
/// ```
public struct RepairedDocument: Decodable, Sendable {
  /// The document, which passes ``GraphDocument/check()``.
  ///
  /// Kinds and types haven't been checked, so making a graph of it may still throw.
  public let document: GraphDocument
  /// The faults whose causes were dropped, in the order in which they were found; empty if the document was sound.
  ///
  /// Show them before the user saves: what was dropped is then lost. Indices in the paths of later faults don't count elements
  /// that couldn't be read.
  public let dropped: [DocumentError]

  /// Reads a document, dropping what is unsound.
  ///
  /// - Parameter decoder: The decoder to read from.
  /// - Throws: A ``DocumentError`` with code ``DocumentError/Code-swift.enum/format`` if the data isn't a document of this
  ///   library, ``DocumentError/Code-swift.enum/version`` if it was written by a later version, or
  ///   ``DocumentError/Code-swift.enum/id`` if it lacks too many members of instances; an error of the decoder if the
  ///   text can't be parsed.
  public init(from decoder: any Decoder) throws {
    var faults = DocumentFaults(isRepairing: true)
    var document = try GraphDocument(from: decoder, &faults)
    try document.examine(&faults)
    self.document = document
    dropped = faults.dropped
  }
}
