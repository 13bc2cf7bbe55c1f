// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct LayeredLayoutTests {
  private let box = LayoutGraph.Node(GraphSize(60, 40), inputs: [10, 30], outputs: [20])

  private func graph(_ count: Int, _ edges: [(Int, Int)]) -> LayoutGraph {
    LayoutGraph(
      nodes: Array(repeating: box, count: count), edges: edges.map { LayoutGraph.Edge(from: $0.0, to: $0.1) })
  }

  @Test func nothingTakesNoRoom() {
    let result = LayeredLayout().layout(LayoutGraph())
    #expect(result == LayoutResult(positions: [], routes: [], isReversed: [], size: .zero))
  }

  @Test func aChainIsAStraightLine() {
    let nodes = Array(repeating: LayoutGraph.Node(GraphSize(60, 40), inputs: [20], outputs: [20]), count: 3)
    let edges = [LayoutGraph.Edge(from: 0, to: 1), LayoutGraph.Edge(from: 1, to: 2)]
    let result = LayeredLayout().layout(LayoutGraph(nodes: nodes, edges: edges))
    #expect(result.positions == [GraphPoint(0, 0), GraphPoint(120, 0), GraphPoint(240, 0)])
    #expect(result.routes == [[GraphPoint(60, 20), GraphPoint(120, 20)], [GraphPoint(180, 20), GraphPoint(240, 20)]])
    #expect(result.size == GraphSize(300, 40))
  }

  @Test(arguments: [UInt64](0..<24))
  func nothingOverlapsAndEveryEdgeRunsForwardUnlessItMust(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = 1 + random.below(16)
    let graph = LayoutGraph.random(
      nodes: count, edges: random.below(2 * count + 1), isWild: seed % 2 == 1, &random)
    let result = LayeredLayout().layout(graph)
    let faults = graph.faults(in: result)
    #expect(faults.isEmpty, "seed \(seed): \(faults)")
    if seed % 2 == 0 { #expect(!result.isReversed.contains(true)) }
    if seed < 4 { #expect(LayeredLayout().layout(graph) == result) }
  }

  @Test func aLoopGoesRoundItsNode() {
    let graph = graph(1, [(0, 0)])
    let result = LayeredLayout().layout(graph)
    #expect(result.isReversed == [true])
    #expect(graph.faults(in: result).isEmpty)
    #expect(result.routes[0].count == 6)
  }

  @Test func aCycleIsBrokenOnce() {
    let result = LayeredLayout().layout(graph(5, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]))
    #expect(result.isReversed.count { $0 } == 1)
  }

  @Test func portsDecideWhoStandsAbove() {
    let hub = LayoutGraph.Node(GraphSize(60, 90), inputs: [], outputs: [15, 45, 75])
    let leaf = LayoutGraph.Node(GraphSize(60, 40), inputs: [20], outputs: [])
    for order in [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]] {
      let edges = order.enumerated().map { LayoutGraph.Edge(from: 0, output: $1, to: $0 + 1) }
      let result = LayeredLayout().layout(LayoutGraph(nodes: [hub, leaf, leaf, leaf], edges: edges))
      let sorted = (0..<3).sorted { result.positions[$0 + 1].y < result.positions[$1 + 1].y }
      #expect(sorted.map { order[$0] } == [0, 1, 2])
    }
  }

  @Test func partsThatDoNotHangTogetherDoNotCross() {
    let graph = graph(40, (0..<20).map { ($0, $0 + 20) })
    let result = LayeredLayout().layout(graph)
    #expect(graph.faults(in: result).isEmpty)
    #expect(graph.crossingPairCount(of: result.routes) == 0)
    #expect(result.size.width < 4 * result.size.height && result.size.height < 4 * result.size.width)
  }

  @Test func aLongChainNeedsNoStack() {
    let count = 20_000
    let result = LayeredLayout().layout(graph(count, (1..<count).map { ($0 - 1, $0) }))
    #expect(result.positions[count - 1].x == Double(count - 1) * 120)
  }

  @Test func edgesAcrossALongChainGoAboveIt() throws {
    let count = 4000
    let graph = graph(count, (1..<count).map { ($0 - 1, $0) } + (0..<100).map { ($0, count - 1 - $0) })
    let result = LayeredLayout().layout(graph)
    let top = try #require(result.positions.map(\.y).min())
    let above = result.routes.count { $0.contains { $0.y < top - 1 } }
    #expect(above > 50 && above < 100)
    #expect(result.routes.allSatisfy { zip($0, $0.dropFirst()).allSatisfy { $0.x <= $1.x } })
    #expect(result.size.width < Double(count) * 130)
  }

  @Test func distancesAreKept() {
    let layout = LayeredLayout(layerSpacing: 100, nodeSpacing: 50, edgeSpacing: 5)
    let result = layout.layout(graph(3, [(0, 1), (0, 2)]))
    #expect(result.positions[1].x == 160 && result.positions[2].x == 160)
    #expect(abs(result.positions[1].y - result.positions[2].y) == 90)
  }
}
