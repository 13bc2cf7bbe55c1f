// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension LayerOrder {
  /// Exchanges neighbours in a layer as long as that removes crossings on either side.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - exchangesEqual: Whether neighbours are also exchanged, once, where that changes nothing.
  ///   - fixed: For each vertex, its place among those that keep their order, or nil.
  mutating func exchange(in layer: Int, exchangesEqual: Bool, fixed: [Int?]) {
    var vertices = layers[layer]
    guard vertices.count > 1 else { return }
    var before = NeighbourRanks(count: vertices.count)
    var after = before
    for vertex in vertices {
      for segment in graph.segmentsIn(vertex) { before.append(startRank(graph.segments[segment])) }
      before.closeVertex()
      for segment in graph.segmentsOut(vertex) { after.append(endRank(graph.segments[segment])) }
      after.closeVertex()
    }
    var slots = Array(vertices.indices)
    var hasChanged = false
    for round in 0..<12 {
      var gain = 0
      for index in 1..<vertices.count {
        if !fixed.isEmpty, fixed[vertices[index - 1]] != nil, fixed[vertices[index]] != nil { continue }
        let (upper, lower) = (slots[index - 1], slots[index])
        let change = before.change(upper, lower) + after.change(upper, lower)
        guard change < 0 || (change == 0 && exchangesEqual && round == 0) else { continue }
        slots.swapAt(index - 1, index)
        vertices.swapAt(index - 1, index)
        gain -= change
        hasChanged = true
      }
      if gain == 0 { break }
    }
    if hasChanged { replace(layer, by: vertices) }
  }
}

/// The sorted ranks of the neighbours of each vertex of a layer.
private struct NeighbourRanks {
  private var starts: [Int] = [0]
  private var ranks: [Int] = []

  init(count: Int) {
    starts.reserveCapacity(count + 1)
    ranks.reserveCapacity(count * 2)
  }

  mutating func append(_ rank: Int) { ranks.append(rank) }

  /// Sorts what was appended for a vertex; what follows belongs to the next.
  mutating func closeVertex() {
    let first = starts[starts.count - 1]
    if ranks.count - first > 24 { ranks[first...].sort() }
    for index in ranks.indices.dropFirst(first + 1) {
      var place = index
      while place > first, ranks[place - 1] > ranks[place] {
        ranks.swapAt(place - 1, place)
        place -= 1
      }
    }
    starts.append(ranks.count)
  }

  /// Crossings of the two if they changed places, less those they have.
  func change(_ upper: Int, _ lower: Int) -> Int {
    var change = 0
    var (below, equal) = (starts[lower], starts[lower])
    let end = starts[lower + 1]
    if below == end { return 0 }
    for index in starts[upper]..<starts[upper + 1] {
      let rank = ranks[index]
      while below < end, ranks[below] < rank { below += 1 }
      equal = max(equal, below)
      while equal < end, ranks[equal] == rank { equal += 1 }
      change += (end - equal) - (below - starts[lower])
    }
    return change
  }
}
