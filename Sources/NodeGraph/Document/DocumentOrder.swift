// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The vertices of a scope in depth-first order: each comes after, and close to, those that it depends on.
///
/// All cycles in documents are found by this search: in the root, with and without groups, and in each definition.
struct DocumentOrder {
  /// The progress in following the wires of a vertex.
  private struct Cursor {
    let vertex: Int32
    /// For a node the next wire; for an instance the next index in the list of wires by input.
    var next: Int32
    /// For an instance the current link and the bit of the current input in it, -1 before the first.
    var link = DocumentReach.none
    var bit: Int32 = -1
  }

  private(set) var order: [Int32] = []
  /// The wires that close a cycle.
  private(set) var dropped: Set<Int> = []
  private let scope: DocumentScope
  /// For each link of an instance whether all of its wires were followed.
  private var passed: [Bool]

  /// Follows the wires of each vertex to its sources. A wire from a vertex that is still open closes a cycle.
  ///
  /// - Throws: The first cycle, unless the document is being repaired.
  /// - Complexity: O(vertices + wires).
  init(of scope: DocumentScope, _ faults: inout DocumentFaults) throws(DocumentError) {
    self.scope = scope
    passed = Array(repeating: false, count: scope.linkCount)
    let count = scope.vertexCount
    // The index of each vertex in `open`, or `new` before it was there, or `done` afterwards.
    let (new, done) = (-1, -2)
    var depths = [Int](repeating: new, count: count)
    var open: [Cursor] = []
    order.reserveCapacity(count)
    for start in 0..<count where depths[start] == new {
      depths[start] = 0
      open.append(cursor(at: start))
      while let last = open.indices.last {
        guard let (wire, source) = next(&open[last]) else {
          let vertex = open.removeLast().vertex
          depths[Int(vertex)] = done
          order.append(vertex)
          leave(Int(vertex))
          continue
        }
        if depths[source] == new {
          depths[source] = open.count
          open.append(cursor(at: source))
        } else if depths[source] != done, !dropped.contains(wire) {
          let path = open[depths[source]...].map { Int($0.vertex) }
          try faults.note(cycle(closedBy: wire, along: path))
          dropped.insert(wire)
        }
      }
    }
  }

  // MARK: Wires

  private func cursor(at vertex: Int) -> Cursor {
    if vertex < scope.nodes.count { return Cursor(vertex: Int32(vertex), next: scope.starts[vertex]) }
    return Cursor(vertex: Int32(vertex), next: 0, link: firstLink(of: vertex))
  }

  /// Returns the first link of an instance's vertex that was not passed.
  private func firstLink(of vertex: Int) -> Int32 {
    let index = scope.owners[vertex - scope.nodes.count]
    return unpassed(scope.interfaces[index].reach.sets[vertex - scope.firstVertices[index]], of: index)
  }

  private func unpassed(_ link: Int32, of instance: Int) -> Int32 {
    link == DocumentReach.none || passed[scope.firstLinks[instance] + Int(link)] ? DocumentReach.none : link
  }

  /// Returns the next wire by which a vertex depends on another, and that vertex; `nil` after the last.
  private func next(_ cursor: inout Cursor) -> (wire: Int, source: Int)? {
    let vertex = Int(cursor.vertex)
    if vertex < scope.nodes.count {
      guard cursor.next < scope.starts[vertex + 1] else { return nil }
      defer { cursor.next += 1 }
      return (Int(cursor.next), Int(scope.sources[Int(cursor.next)]))
    }
    let index = scope.owners[vertex - scope.nodes.count]
    let (links, inputs) = (scope.interfaces[index].reach.links, scope.wiresOfInputs)
    while cursor.link != DocumentReach.none {
      let link = links[Int(cursor.link)]
      if cursor.bit >= 0 {
        let input = scope.firstInputs[index] + Int(link.first) + Int(cursor.bit)
        if cursor.next < inputs.starts[input + 1] {
          defer { cursor.next += 1 }
          let wire = Int(inputs.wires[Int(cursor.next)])
          return (wire, Int(scope.sources[wire]))
        }
      }
      let rest = cursor.bit == 63 ? 0 : link.bits >> UInt64(cursor.bit + 1)
      if rest == 0 {
        (cursor.link, cursor.bit) = (unpassed(link.rest, of: index), -1)
        continue
      }
      cursor.bit += 1 + Int32(rest.trailingZeroBitCount)
      cursor.next = inputs.starts[scope.firstInputs[index] + Int(link.first) + Int(cursor.bit)]
    }
    return nil
  }

  /// Marks the links of a vertex as passed after all of its wires were followed.
  private mutating func leave(_ vertex: Int) {
    if vertex < scope.nodes.count { return }
    let index = scope.owners[vertex - scope.nodes.count]
    var link = firstLink(of: vertex)
    while link != DocumentReach.none {
      passed[scope.firstLinks[index] + Int(link)] = true
      link = unpassed(scope.interfaces[index].reach.links[Int(link)].rest, of: index)
    }
  }

  // MARK: Cycles

  /// Returns the error for a cycle.
  ///
  /// - Parameters:
  ///   - wire: The wire that closes the cycle, from the first of the vertices to the last.
  ///   - open: The vertices of the cycle; each is read by the one before it.
  /// - Returns: An error that names the vertices, or the ends of a long cycle.
  private func cycle(closedBy wire: Int, along open: [Int]) -> DocumentError {
    // The search leads from a vertex to its sources, so the path is reversed. Only the ends of a long path are named:
    // a document may have as many cycles as nodes.
    let isLong = open.count > 11
    var path = (isLong ? open.suffix(6) : open[...]).reversed().map { scope.title(of: $0) }
    if isLong {
      path.append("… \(open.count - 10) more …")
      path += open.prefix(4).reversed().map { scope.title(of: $0) }
    }
    path.append(path[0])
    let (place, input) = scope.place(of: wire)
    return DocumentError(
      .cycle, at: place, "'\(VisibleText.standIns(input))' closes a cycle: \(path.joined(separator: " → "))")
  }
}
