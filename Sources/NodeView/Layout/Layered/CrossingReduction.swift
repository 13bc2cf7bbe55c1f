// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Searches for orders with few crossings: sweeps from several starts, each followed by swaps of neighbours, and keeps
/// the best.
///
/// Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993), with ranks of ports instead of
/// nodes as in Spönemann et al., "Port constraints in hierarchical layout of data flow diagrams" (2010). The effort is
/// limited by the number of segments visited, never by time, so that equal graphs always get the same order.
struct CrossingReduction {
  let graph: LayeredGraph
  /// For each vertex, its rank among those that keep their order, or `nil`; empty if none does.
  let fixed: [Int?]
  private var random = RandomBits()
  private var work = 0

  /// The number of segments and vertices that may be visited.
  static let workLimit = 1_500_000
  /// The maximum number of starts, and of sweeps from each without progress.
  static let startLimit = 40
  static let patience = 8

  init(_ graph: LayeredGraph, fixed: [Int?] = []) {
    self.graph = graph
    self.fixed = fixed
  }

  /// The best order found.
  mutating func run() -> LayerOrder {
    var best = LayerOrder(graph, listing: start(0))
    var fewest = best.crossingCount()
    var number = 0
    repeat {
      var order = number == 0 ? best : LayerOrder(graph, listing: start(number))
      let count = improve(&order, byMedian: number % 4 == 3, isFirst: number == 0)
      if count < fewest || number == 0 { (best, fewest) = (order, count) }
      number += 1
    } while fewest > 0 && fixed.isEmpty && number < Self.startLimit && work < Self.workLimit
    return best
  }

  /// Sweeps in both directions until several sweeps brought no gain, and leaves the best order found.
  private mutating func improve(_ order: inout LayerOrder, byMedian: Bool, isFirst: Bool) -> Int {
    var best = order
    var fewest = isFirst ? Int.max : order.crossingCount()
    var idle = 0
    var sweep = 0
    while idle < Self.patience, fewest > 0, work < Self.workLimit || (isFirst && sweep < 2) {
      let forward = sweep % 2 == 0
      let indices = Array(order.layers.indices)
      for layer in forward ? indices : indices.reversed() {
        order.sort(
          layer, forward: forward, byMedian: byMedian, lastFirst: sweep % 4 > 1, fixed: fixed)
      }
      for layer in indices { order.swapNeighbours(in: layer, swapsEqual: sweep % 3 == 2, fixed: fixed) }
      for layer in indices.reversed() { order.swapNeighbours(in: layer, swapsEqual: false, fixed: fixed) }
      let count = order.crossingCount()
      idle = count < fewest ? 0 : idle + 1
      if count < fewest { (best, fewest) = (order, count) }
      sweep += 1
      work += graph.segments.count + graph.vertexCount
    }
    order = best
    return fewest
  }

  /// The vertices in the order in which a search visits them: from the left, from the right, and then in random order.
  private mutating func start(_ number: Int) -> [Int] {
    var seeds = Array(0..<graph.vertexCount)
    if !fixed.isEmpty {
      return seeds.sorted { (fixed[$0] ?? .max, $0) < (fixed[$1] ?? .max, $1) }
    }
    if number > 1 { random.shuffle(&seeds) }
    if number > 3, number % 2 == 0 { return seeds }
    if number == 0 { seeds.sort { (graph.layer[$0], $0) < (graph.layer[$1], $1) } }
    if number == 1 { seeds.sort { (-graph.layer[$0], $0) < (-graph.layer[$1], $1) } }
    return search(from: seeds)
  }

  private func search(from seeds: [Int]) -> [Int] {
    var isMet = [Bool](repeating: false, count: graph.vertexCount)
    var met: [Int] = []
    var stack: [Int] = []
    for seed in seeds where !isMet[seed] {
      stack.append(seed)
      while let vertex = stack.popLast() {
        guard !isMet[vertex] else { continue }
        isMet[vertex] = true
        met.append(vertex)
        for segment in graph.segmentsIn(vertex).reversed() { stack.append(graph.segments[segment].source) }
        for segment in graph.segmentsOut(vertex).reversed() { stack.append(graph.segments[segment].target) }
      }
    }
    return met
  }
}

/// Reproducible random numbers: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
struct RandomBits {
  private var state: UInt64 = 0

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }

  mutating func shuffle(_ items: inout [Int]) {
    for index in items.indices.dropFirst().reversed() { items.swapAt(index, below(index + 1)) }
  }
}
