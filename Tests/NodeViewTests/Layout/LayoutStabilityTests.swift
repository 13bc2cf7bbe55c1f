// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct LayoutStabilityTests {
  @Test(arguments: [UInt64](0..<12) + [17])
  func addingANodeKeepsTheOrderOfTheOthersAndHardlyMovesThem(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = 20
    var graph = LayoutGraph.random(nodes: count, edges: 30, isWild: seed % 3 == 2, &random)
    let first = LayeredLayout().layout(graph)
    graph.nodes.append(graph.nodes[0])
    let neighbour = random.below(count)
    graph.edges.append(
      seed % 2 == 0
        ? LayoutGraph.Edge(from: neighbour, to: count, input: 1) : LayoutGraph.Edge(from: count, to: neighbour))
    let second = LayeredLayout().layout(graph, previous: first.positions + [nil])
    let faults = graph.faults(in: second)
    #expect(faults.isEmpty, "seed \(seed): \(faults)")
    let part = graph.parts
    for upper in 0..<count {
      for lower in 0..<count where part[upper] == part[lower] && first.positions[upper].x == first.positions[lower].x {
        guard second.positions[upper].x == second.positions[lower].x else { continue }
        let order = first.positions[upper].y < first.positions[lower].y
        #expect((second.positions[upper].y < second.positions[lower].y) == order, "seed \(seed): \(upper), \(lower)")
      }
    }
    // The whole drawing may have shifted; only the movement of nodes relative to each other counts.
    let shift = (0..<count).map { second.positions[$0] - first.positions[$0] }
    let (x, y) = (shift.map(\.x).sorted()[count / 2], shift.map(\.y).sorted()[count / 2])
    let near = shift.count { GraphPoint(x, y).distance(to: $0) < 100 }
    #expect(near >= count * 2 / 3, "seed \(seed): only \(near) of \(count) stay near")
  }

  @Test func nothingMovesWhenNothingChanges() {
    let box = LayoutGraph.Node(GraphSize(60, 40), inputs: [20], outputs: [20])
    let pairs = (1..<31).map { (($0 - 1) / 2, $0) }
    let graph = LayoutGraph(
      nodes: Array(repeating: box, count: 31), edges: pairs.map { LayoutGraph.Edge(from: $0.0, to: $0.1) })
    let first = LayeredLayout().layout(graph)
    let second = LayeredLayout().layout(graph, previous: first.positions.map { $0 })
    for (before, after) in zip(first.positions, second.positions) { #expect(before.distance(to: after) < 1e-6) }
  }

  @Test func aMovedNodeStaysOnItsSide() {
    let box = LayoutGraph.Node(GraphSize(60, 40), inputs: [20], outputs: [20])
    let graph = LayoutGraph(
      nodes: [box, box, box], edges: [LayoutGraph.Edge(from: 0, to: 1), LayoutGraph.Edge(from: 0, to: 2)])
    let first = LayeredLayout().layout(graph)
    var previous: [GraphPoint?] = first.positions
    previous.swapAt(1, 2)
    let second = LayeredLayout().layout(graph, previous: previous)
    #expect((first.positions[1].y < first.positions[2].y) != (second.positions[1].y < second.positions[2].y))
  }

  @Test func aNewPartComesBelow() {
    let box = LayoutGraph.Node(GraphSize(60, 40))
    let result = LayeredLayout().layout(
      LayoutGraph(nodes: [box, box, box]), previous: [GraphPoint(0, 0), GraphPoint(200, 30), nil])
    #expect(result.positions == [GraphPoint(0, 0), GraphPoint(200, 30), GraphPoint(0, 94)])
  }
}
