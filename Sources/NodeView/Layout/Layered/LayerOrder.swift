// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The order of the vertices in each layer, from top to bottom.
struct LayerOrder {
  let graph: LayeredGraph
  private(set) var layers: [[Int]]
  /// The index of each vertex in its layer.
  private(set) var position: [Int]
  /// The number of ports above a vertex's first port in its layer, minus the number of that port. A port's number plus
  /// this value is its rank.
  private(set) var inputShift: [Int]
  private(set) var outputShift: [Int]

  /// Creates the order in which `sequence` lists the vertices of each layer.
  init(_ graph: LayeredGraph, listing sequence: some Sequence<Int>) {
    self.graph = graph
    position = [Int](repeating: 0, count: graph.vertexCount)
    inputShift = position
    outputShift = position
    layers = [[Int]](repeating: [], count: graph.layerCount)
    for vertex in sequence { layers[graph.layer[vertex]].append(vertex) }
    for layer in layers.indices { number(layer) }
  }

  mutating func replace(_ layer: Int, by vertices: [Int]) {
    layers[layer] = vertices
    number(layer)
  }

  private mutating func number(_ layer: Int) {
    var (place, inputs, outputs) = (0, 0, 0)
    for vertex in layers[layer] {
      position[vertex] = place
      inputShift[vertex] = inputs - graph.firstInput[vertex]
      outputShift[vertex] = outputs - graph.firstOutput[vertex]
      place += 1
      inputs += graph.firstInput[vertex + 1] - graph.firstInput[vertex]
      outputs += graph.firstOutput[vertex + 1] - graph.firstOutput[vertex]
    }
  }

  /// The rank of a segment's start among all outputs of its layer.
  func startRank(_ segment: LayeredGraph.Segment) -> Int { segment.output + outputShift[segment.source] }

  /// The rank of a segment's end among all inputs of its layer.
  func endRank(_ segment: LayeredGraph.Segment) -> Int { segment.input + inputShift[segment.target] }
}

// MARK: Sorting a layer

extension LayerOrder {
  /// Sorts a layer by the positions of its vertices' neighbours in the previous or the next layer.
  ///
  /// A vertex without such neighbours moves together with the vertices next to it. Vertices of `fixed`, which contains
  /// their ranks, keep their order: their keys are adjusted until they rise with it.
  ///
  /// - Parameters:
  ///   - layer: The layer to be sorted.
  ///   - forward: Whether the neighbours in the previous layer decide.
  ///   - byMedian: Whether the median of the neighbours decides instead of their mean.
  ///   - lastFirst: Whether the order of vertices with equal keys is reversed; never if some are fixed.
  ///   - fixed: For each vertex, its rank among those that keep their order, or `nil`.
  mutating func sort(_ layer: Int, forward: Bool, byMedian: Bool, lastFirst: Bool, fixed: [Int?]) {
    var entries: [(key: Double, place: Int, vertex: Int)] = []
    entries.reserveCapacity(layers[layer].count)
    var unknown = 0
    for vertex in layers[layer] {
      let key = self.key(of: vertex, forward: forward, byMedian: byMedian)
      if key == nil { unknown += 1 }
      entries.append((key ?? -1, entries.count, vertex))
    }
    guard unknown < entries.count, entries.count > 1 else { return }
    if unknown > 0 { fillKeys(&entries) }
    if !fixed.isEmpty { evenOut(&entries, fixed) }
    if lastFirst && fixed.isEmpty {
      entries.sort { ($0.key, $1.place) < ($1.key, $0.place) }
    } else {
      entries.sort { ($0.key, $0.place) < ($1.key, $1.place) }
    }
    replace(layer, by: entries.map(\.vertex))
  }

  private func key(of vertex: Int, forward: Bool, byMedian: Bool) -> Double? {
    let segments = forward ? graph.segmentsIn(vertex) : graph.segmentsOut(vertex)
    if byMedian, segments.count > 1 {
      let ranks = segments.map { neighbourRank($0, forward) }.sorted()
      let middle = ranks.count / 2
      return Double(ranks.count % 2 == 1 ? 2 * ranks[middle] : ranks[middle - 1] + ranks[middle]) / 2
    }
    guard !segments.isEmpty else { return nil }
    var sum = 0
    for segment in segments { sum += neighbourRank(segment, forward) }
    return Double(sum) / Double(segments.count)
  }

  private func neighbourRank(_ segment: Int, _ forward: Bool) -> Int {
    forward ? startRank(graph.segments[segment]) : endRank(graph.segments[segment])
  }

  /// Assigns each entry without a key the mean of the nearest known keys on both sides.
  private func fillKeys(_ entries: inout [(key: Double, place: Int, vertex: Int)]) {
    var known: Int?
    for index in 0...entries.count where index == entries.count || entries[index].key >= 0 {
      let above = known.map { entries[$0].key }
      let below = index < entries.count ? entries[index].key : above
      let first = known.map { $0 + 1 } ?? 0
      for gap in first..<index { entries[gap].key = ((above ?? below ?? 0) + (below ?? 0)) / 2 }
      known = index
    }
  }

  /// Makes keys rise along the fixed order with the least change: adjacent keys that fall get their mean.
  private func evenOut(_ entries: inout [(key: Double, place: Int, vertex: Int)], _ fixed: [Int?]) {
    let members = entries.indices.filter { fixed[entries[$0].vertex] != nil }
      .sorted { (fixed[entries[$0].vertex] ?? 0) < (fixed[entries[$1].vertex] ?? 0) }
    let keys = risingValues(nearest: members.map { (entries[$0].key, 1) })
    for (index, member) in members.enumerated() {
      entries[member].key = keys[index]
      entries[member].place = index - members.count
    }
  }
}

/// Returns the non-decreasing values that are nearest to the given ones by the weighted sum of squares.
///
/// Best and Chakravarti, "Active set algorithms for isotonic regression" (1990): adjacent values that fall are pooled.
///
/// - Complexity: O(n).
func risingValues(nearest wishes: [(value: Double, weight: Double)]) -> [Double] {
  var pools: [(value: Double, weight: Double, count: Int)] = []
  for wish in wishes {
    var pool = (value: wish.value, weight: wish.weight, count: 1)
    while let last = pools.last, last.value > pool.value {
      pools.removeLast()
      let weight = last.weight + pool.weight
      pool = (
        (last.value * last.weight + pool.value * pool.weight) / weight, weight, last.count + pool.count
      )
    }
    pools.append(pool)
  }
  return pools.flatMap { repeatElement($0.value, count: $0.count) }
}

// MARK: Swapping neighbours

extension LayerOrder {
  /// Swaps adjacent vertices in a layer as long as that removes crossings on either side.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - swapsEqual: Whether adjacent vertices are also swapped, once, where that doesn't change the number of
  ///     crossings.
  ///   - fixed: For each vertex, its rank among those that keep their order, or `nil`.
  mutating func swapNeighbours(in layer: Int, swapsEqual: Bool, fixed: [Int?]) {
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
        guard change < 0 || (change == 0 && swapsEqual && round == 0) else { continue }
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

  /// Sorts the ranks that were appended for a vertex. The following ranks belong to the next vertex.
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

  /// The number of crossings of both vertices after a swap, minus their number now.
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
