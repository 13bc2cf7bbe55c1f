// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Random edits that stress the order, compared with a naive search after each. Most connections go against the
/// order, many at the same position, and nodes are added and removed.
struct OrderScript {
  private struct Edge: Equatable {
    let source: NodeID
    let target: NodeID
  }

  private var nodes: [NodeID] = []
  private var edges: [Edge] = []
  private var random: SplitMix64
  private let seed: UInt64
  private(set) var wasSpaced = false
  private(set) var refused = 0
  private(set) var rolledBack = 0

  init(seed: UInt64) {
    self.seed = seed
    random = SplitMix64(seed: seed)
  }

  /// Starts with 40 or 250 nodes, depending on the seed, and takes `count` steps.
  mutating func run(_ count: Int) throws {
    var graph = Graph(kinds: mixedKinds)
    for _ in 0..<(seed % 2 == 0 ? 40 : 250) { try add(&graph) }
    for step in 0..<count {
      if random.oneIn(6) { try edit(&graph) } else { try change(&graph) }
      if graph.storage.value.nodeAtRank.count > graph.nodeCount + graph.nodeCount / 2 { wasSpaced = true }
      #expect(areSorted(graph), "seed \(seed), step \(step)")
      if step % 50 == 0 { graph.checkInvariants() }
    }
    graph.checkInvariants()
  }

  /// Whether the graph has exactly these edges, and each agrees with the order.
  private func areSorted(_ graph: Graph) -> Bool {
    let order = Dictionary(uniqueKeysWithValues: zip(graph.nodes, 0...))
    return order.count == nodes.count && graph.connectionCount == edges.count
      && edges.allSatisfy { edge in
        guard let source = order[edge.source], let target = order[edge.target] else { return false }
        return source < target
      }
  }

  /// The number of edges on a shortest path; `nil` if no path exists.
  private func distance(from start: NodeID, to goal: NodeID) -> Int? {
    var consumers: [NodeID: [NodeID]] = [:]
    for edge in edges { consumers[edge.source, default: []].append(edge.target) }
    var distances = [start: 0]
    var open = [start]
    var next = 0
    while next < open.count, let distance = distances[open[next]] {
      if open[next] == goal { return distance }
      for consumer in consumers[open[next]] ?? [] where distances[consumer] == nil {
        distances[consumer] = distance + 1
        open.append(consumer)
      }
      next += 1
    }
    return nil
  }

  /// Makes several changes in one edit; half of all edits are abandoned.
  private mutating func edit(_ graph: inout Graph) throws {
    let (order, nodesBefore, edgesBefore) = (graph.nodes, nodes, edges)
    let fails = random.oneIn(2)
    do {
      try graph.edit { graph in
        for _ in 0...random.below(30) { try change(&graph) }
        if fails { throw EditScript.Abandoned() }
      }
    } catch is EditScript.Abandoned {
      (nodes, edges) = (nodesBefore, edgesBefore)
      rolledBack += 1
      #expect(graph.nodes == order, "seed \(seed)")
    }
  }

  private mutating func change(_ graph: inout Graph) throws {
    switch random.below(12) {
    case 0: try add(&graph)
    case 1: try remove(&graph)
    case 2, 3: try disconnect(&graph)
    default: try connect(&graph)
    }
  }

  private mutating func add(_ graph: inout Graph) throws { nodes.append(try graph.add("Sum")) }

  private mutating func remove(_ graph: inout Graph) throws {
    guard nodes.count > 30 else { return }
    let node = nodes.remove(at: random.below(nodes.count))
    edges.removeAll { $0.source == node || $0.target == node }
    try graph.remove(node)
  }

  private mutating func disconnect(_ graph: inout Graph) throws {
    guard !edges.isEmpty else { return }
    let edge = edges.remove(at: random.below(edges.count))
    try graph.disconnect(edge.source.output, from: edge.target.input(0))
  }

  private mutating func connect(_ graph: inout Graph) throws {
    let order = graph.nodes
    var (low, high) = (random.below(order.count), random.below(order.count))
    // Mostly against the order, often to one of a few nodes.
    if low > high, !random.oneIn(8) { swap(&low, &high) }
    if random.oneIn(3) { low = min(low, random.below(4)) }
    if random.oneIn(3) { high = max(high, order.count - 1 - random.below(4)) }
    let edge = Edge(source: order[high], target: order[low])
    guard !edges.contains(edge) else { return }
    let way = distance(from: edge.target, to: edge.source)
    do throws(GraphError) {
      try graph.connect(edge.source.output, to: edge.target.input(0))
      #expect(way == nil, "seed \(seed): a cycle was not refused")
      edges.append(edge)
    } catch {
      guard case .cycle(let path) = error else { throw error }
      refused += 1
      #expect(path.count - 1 == way, "seed \(seed): \(path)")
    }
  }
}
