// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView

extension LayoutGraph {
  private static func boxes(_ count: Int, _ random: inout SplitMix64) -> [Node] {
    (0..<count).map { _ in
      Node(GraphSize(Double(60 + random.below(80)), 60), inputs: [10, 30, 50], outputs: [20, 40])
    }
  }

  private mutating func connect(_ source: Int, _ target: Int, _ random: inout SplitMix64) {
    edges.append(Edge(from: source, output: random.below(2), to: target, input: random.below(3)))
  }

  /// Twice as many edges as nodes; nine in ten edges lead to nodes nearby, and one in `backward` leads back.
  static func local(count: Int, backward: Int = .max) -> LayoutGraph {
    var random = SplitMix64(state: 42)
    var graph = LayoutGraph(nodes: boxes(count, &random))
    for _ in 0..<(2 * count) {
      let first = random.below(count)
      let isNear = random.below(10) > 0
      let second = isNear ? min(count - 1, first + 1 + random.below(100)) : random.below(count)
      guard first != second else { continue }
      let isBackward = random.below(backward) == 0
      let (low, high) = (min(first, second), max(first, second))
      graph.connect(isBackward ? high : low, isBackward ? low : high, &random)
    }
    return graph
  }

  /// Twice as many edges as nodes, each from any layer to any later one.
  static func layered(count: Int, layers: Int) -> LayoutGraph {
    var random = SplitMix64(state: 7)
    var graph = LayoutGraph(nodes: boxes(count, &random))
    while graph.edges.count < 2 * count {
      let (first, second) = (random.below(count), random.below(count))
      guard first % layers < second % layers else { continue }
      graph.connect(first, second, &random)
    }
    return graph
  }

  static func tree(count: Int, parent: (Int) -> Int) -> LayoutGraph {
    var random = SplitMix64(state: 1)
    var graph = LayoutGraph(nodes: boxes(count, &random))
    for node in 1..<count { graph.edges.append(Edge(from: parent(node), to: node)) }
    return graph
  }

  static func spannedChain(count: Int, spans: Int) -> LayoutGraph {
    var graph = tree(count: count) { $0 - 1 }
    for span in 0..<spans { graph.edges.append(Edge(from: span, output: 1, to: count - 1 - span, input: 1)) }
    return graph
  }
}
