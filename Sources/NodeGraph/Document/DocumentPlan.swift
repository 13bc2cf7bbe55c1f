// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// In which order the nodes of a document can be made, under which ids, and where their connections lead.
package struct DocumentPlan {
  /// The nodes by their place in the document, each after those that it reads, and soon after: depth first.
  package private(set) var order: [Int32] = []
  /// The id that each node gets.
  package private(set) var ids: [NodeID] = []
  /// Whether these are the ids of the document. They are not if it has ids so far apart that a graph with them would
  /// take much more memory than the document.
  package private(set) var keepsIDs = true
  /// For each connection, node by node, the place of the node that it comes from.
  package private(set) var sources: [Int32] = []
  /// Where the connections of each node begin in `sources`; one entry more than there are nodes.
  package private(set) var starts: [Int32] = []

  /// The place of the node with an id in the document.
  private var places = NodePlaces()

  /// Examines a document. What is unsound is dropped from it if it is being repaired.
  ///
  /// - Throws: The first thing that is unsound, unless the document is being repaired.
  /// - Complexity: O(nodes + connections).
  package init(_ document: inout GraphDocument, _ faults: inout DocumentFaults) throws(DocumentError) {
    guard document.nodes.count < 1 << 30 else {
      throw DocumentError(.id, at: DocumentPath([.key("nodes")]), "a graph holds at most 2^30 nodes")
    }
    try placeNodes(&document, &faults)
    try dropDuplicateNames(&document, &faults)
    try resolveConnections(&document, &faults)
    try sort(&document, &faults)
    dropSelected(&document, &faults)
  }

  /// The place of the node with an id in the document, if there is one.
  package func place(of id: NodeID) -> Int? { places[id].map { Int($0) } }

  // MARK: Ids and names

  private mutating func placeNodes(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let count = document.nodes.count
    var bound: UInt32 = 0
    for index in document.nodes.indices where document.nodes[index].id != .missing {
      bound = max(bound, document.nodes[index].id.slot + 1)
    }
    keepsIDs = Int(bound) <= 1024 + 64 * count
    places = NodePlaces(slots: keepsIDs ? Int(bound) : nil, count: count)
    ids.reserveCapacity(count)
    for index in document.nodes.indices {
      let id = document.nodes[index].id
      if id != .missing, let other = places.insert(id, at: Int32(index)) {
        try faults.note(id, of: .node(Int(other)), at: .node(index))
        document.nodes[index].id = .missing
      }
    }
    var fresh = NodeID(slot: 0, generation: 0)
    for index in document.nodes.indices where document.nodes[index].id == .missing {
      while places.insert(fresh, at: Int32(index)) != nil { fresh = NodeID(slot: fresh.slot + 1, generation: 0) }
      document.nodes[index].id = fresh
    }
    for index in document.nodes.indices {
      ids.append(keepsIDs ? document.nodes[index].id : NodeID(slot: UInt32(index), generation: 0))
    }
  }

  private func dropDuplicateNames(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    var owners: [String: Int32] = [:]
    owners.reserveCapacity(document.nodes.count)
    for index in document.nodes.indices {
      guard let name = document.nodes[index].name else { continue }
      guard let owner = owners.updateValue(Int32(index), forKey: name) else { continue }
      owners[name] = owner
      try faults.note(name: name, of: .node(Int(owner)), at: .node(index))
      document.nodes[index].name = nil
    }
  }

  // MARK: Connections

  private mutating func resolveConnections(
    _ document: inout GraphDocument, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    starts.reserveCapacity(document.nodes.count + 1)
    for index in document.nodes.indices {
      starts.append(Int32(sources.count))
      var dropped: Set<Int> = []
      for (ordinal, connection) in document.nodes[index].connections.enumerated() {
        if let source = places[connection.source] {
          sources.append(source)
        } else {
          try faults.noteLoose(connection, at: .node(index))
          dropped.insert(ordinal)
        }
      }
      if !dropped.isEmpty { document.nodes[index].dropConnections(dropped) }
    }
    starts.append(Int32(sources.count))
  }

  /// Orders the nodes. One connection of each cycle is dropped.
  private mutating func sort(_ document: inout GraphDocument, _ faults: inout DocumentFaults) throws(DocumentError) {
    var connections = Connections(nodes: document.nodes, sources: sources, starts: starts)
    let sorted = try DocumentOrder(of: &connections, &faults)
    order = sorted.order
    if !sorted.dropped.isEmpty { drop(sorted.dropped, from: &document) }
  }

  /// The connections of nodes, by their places in `sources`.
  private struct Connections: DocumentDependencies {
    let nodes: [DocumentNode]
    let sources: [Int32]
    let starts: [Int32]

    var vertexCount: Int { nodes.count }

    func cursor(at vertex: Int) -> (next: Int32, end: Int32) { (starts[vertex], starts[vertex + 1]) }

    func next(_ cursor: inout (next: Int32, end: Int32)) -> (wire: Int, source: Int)? {
      guard cursor.next < cursor.end else { return nil }
      defer { cursor.next += 1 }
      return (Int(cursor.next), Int(sources[Int(cursor.next)]))
    }

    func leave(_ vertex: Int) {}
    func title(of vertex: Int) -> String { nodes[vertex].title }

    func place(of wire: Int) -> (path: DocumentPath, input: String) {
      // The last node whose connections begin there or before: those without any begin where the next ones do.
      var (low, high) = (0, nodes.count)
      while low + 1 < high {
        let middle = (low + high) / 2
        if Int(starts[middle]) <= wire { low = middle } else { high = middle }
      }
      return (.node(low).appending("inputs"), nodes[low].connections[wire - Int(starts[low])].input)
    }
  }

  private mutating func drop(_ dropped: Set<Int>, from document: inout GraphDocument) {
    let before = (sources: sources, starts: starts)
    sources = []
    starts = []
    for index in document.nodes.indices {
      starts.append(Int32(sources.count))
      let range = Int(before.starts[index])..<Int(before.starts[index + 1])
      let gone = range.filter { dropped.contains($0) }
      if !gone.isEmpty { document.nodes[index].dropConnections(Set(gone.map { $0 - range.lowerBound })) }
      sources += range.filter { !dropped.contains($0) }.map { before.sources[$0] }
    }
    starts.append(Int32(sources.count))
  }

  /// What was selected and is no more is no reason to complain.
  private func dropSelected(_ document: inout GraphDocument, _ faults: inout DocumentFaults) {
    guard faults.isRepairing, let selection = document.view?.selection else { return }
    document.view?.selection = selection.filter { places[$0] != nil }
  }
}

extension DocumentNode {
  /// Drops the connections in some places.
  fileprivate mutating func dropConnections(_ dropped: Set<Int>) {
    connections = connections.indices.filter { !dropped.contains($0) }.map { connections[$0] }
  }

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

/// The places of nodes in a document, by id.
private struct NodePlaces {
  /// By slot, where ids lie close together; the other way by id.
  private var bySlot: [Int32] = []
  private var generations: [UInt32] = []
  private var bySparseSlot: [UInt32: (place: Int32, generation: UInt32)] = [:]
  private let isDense: Bool

  init() { isDense = true }

  init(slots: Int?, count: Int) {
    isDense = slots != nil
    if let slots {
      bySlot = Array(repeating: -1, count: slots)
      generations = Array(repeating: 0, count: slots)
    } else {
      bySparseSlot.reserveCapacity(count)
    }
  }

  subscript(id: NodeID) -> Int32? {
    if isDense {
      guard Int(id.slot) < bySlot.count, bySlot[Int(id.slot)] >= 0 else { return nil }
      return generations[Int(id.slot)] == id.generation ? bySlot[Int(id.slot)] : nil
    }
    return bySparseSlot[id.slot].flatMap { $0.generation == id.generation ? $0.place : nil }
  }

  /// Enters a node; if its slot is taken, by which, and nothing is changed.
  mutating func insert(_ id: NodeID, at place: Int32) -> Int32? {
    if isDense {
      while Int(id.slot) >= bySlot.count {
        bySlot.append(-1)
        generations.append(0)
      }
      if bySlot[Int(id.slot)] >= 0 { return bySlot[Int(id.slot)] }
      bySlot[Int(id.slot)] = place
      generations[Int(id.slot)] = id.generation
    } else {
      if let taken = bySparseSlot[id.slot] { return taken.place }
      bySparseSlot[id.slot] = (place, id.generation)
    }
    return nil
  }
}
