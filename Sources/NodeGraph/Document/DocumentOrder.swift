// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What parts of a document depend on, for the search that orders them: vertices, and wires between them.
protocol DocumentDependencies {
  /// How far the wires of a vertex were followed.
  associatedtype Cursor

  var vertexCount: Int { get }
  /// Where the wires of a vertex begin.
  func cursor(at vertex: Int) -> Cursor
  /// The next wire by which a vertex depends on another, and that; `nil` after the last.
  mutating func next(_ cursor: inout Cursor) -> (wire: Int, source: Int)?
  /// Notes that all wires of a vertex were followed.
  mutating func leave(_ vertex: Int)
  /// What errors call a vertex.
  func title(of vertex: Int) -> String
  /// Where a wire is listed, and the input that it leads to.
  func place(of wire: Int) -> (path: DocumentPath, input: String)
}

/// Vertices in an order in which each comes after those that it depends on, and soon after: depth first.
///
/// The one search for cycles in documents, of a graph without groups and of each scope of one with groups.
struct DocumentOrder {
  private(set) var order: [Int32] = []
  /// The wires that close a cycle.
  private(set) var dropped: Set<Int> = []

  /// Goes back from each vertex along its wires. A wire from a vertex that waits for this one closes a cycle.
  ///
  /// - Throws: The first cycle, unless the document is being repaired.
  /// - Complexity: O(vertices + wires).
  init<Dependencies: DocumentDependencies>(
    of dependencies: inout Dependencies, _ faults: inout DocumentFaults
  ) throws(DocumentError) {
    let count = dependencies.vertexCount
    // Where in `open` a vertex is, or that it has not been there yet, or not any more.
    let (new, done) = (-1, -2)
    var depths = [Int](repeating: new, count: count)
    var open: [(vertex: Int32, cursor: Dependencies.Cursor)] = []
    order.reserveCapacity(count)
    for start in 0..<count where depths[start] == new {
      depths[start] = 0
      open.append((Int32(start), dependencies.cursor(at: start)))
      while let last = open.indices.last {
        guard let (wire, source) = dependencies.next(&open[last].cursor) else {
          let vertex = open.removeLast().vertex
          depths[Int(vertex)] = done
          order.append(vertex)
          dependencies.leave(Int(vertex))
          continue
        }
        if depths[source] == new {
          depths[source] = open.count
          open.append((Int32(source), dependencies.cursor(at: source)))
        } else if depths[source] != done, !dropped.contains(wire) {
          let path = open[depths[source]...].map { Int($0.vertex) }
          try faults.note(Self.cycle(closedBy: wire, along: path, in: dependencies))
          dropped.insert(wire)
        }
      }
    }
  }

  /// A cycle, as the vertices that wait for each other, and the wire from the first of them to the last.
  private static func cycle<Dependencies: DocumentDependencies>(
    closedBy wire: Int, along open: [Int], in dependencies: Dependencies
  ) -> DocumentError {
    // Going back leads from a vertex to what it reads, so the path is reversed. Of a long one only the ends are named:
    // a document may have as many cycles as nodes.
    let isLong = open.count > 11
    var path = (isLong ? open.suffix(6) : open[...]).reversed().map { dependencies.title(of: $0) }
    if isLong {
      path.append("… \(open.count - 10) more …")
      path += open.prefix(4).reversed().map { dependencies.title(of: $0) }
    }
    path.append(path[0])
    let (place, input) = dependencies.place(of: wire)
    return DocumentError(
      .cycle, at: place, "'\(VisibleText.standIns(input))' closes a cycle: \(path.joined(separator: " → "))")
  }
}
