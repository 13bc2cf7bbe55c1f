// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension LayerOrder {
  /// Sorts a layer by where its vertices' neighbours are in the layer before, or the one after.
  ///
  /// A vertex without such neighbours goes along with those beside it. Those of `fixed`, which says where they stand
  /// among each other, keep that order: their keys are evened out until they rise with it.
  ///
  /// - Parameters:
  ///   - layer: The layer to be sorted.
  ///   - forward: Whether to look at the layer before.
  ///   - byMedian: Whether the middle neighbour decides rather than their mean.
  ///   - lastFirst: Whether vertices of equal keys are turned round; never if some are fixed.
  ///   - fixed: For each vertex, its place among those that keep their order, or nil.
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

  /// Gives each entry without a key the mean of the nearest known ones on both sides.
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

  /// Makes keys rise along the fixed order with the least change: neighbours that fall share their mean.
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

/// The values that never fall and are nearest to the given ones by the weighted sum of squares.
///
/// Best and Chakravarti, "Active set algorithms for isotonic regression" (1990): neighbours that fall are pooled.
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
