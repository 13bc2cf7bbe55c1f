// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct MisuseTests {
  @Test func aTreeSaysWhichNodeMakesItNone() async {
    let missing = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TreeLayout().layout(children: [[1]], sizes: [.zero])
    }
    #expect(missing?.sentence == "children must be nodes of the tree, node 1 does not exist")
    let twice = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TreeLayout().layout(children: [[2], [2], []], sizes: [.zero, .zero, .zero])
    }
    #expect(twice?.sentence == "a node of a tree has one parent at most, node 2 has two")
    let cycle = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TreeLayout().layout(children: [[1], [0]], sizes: [.zero, .zero])
    }
    #expect(cycle?.sentence == "a tree has no cycle")
    let sizes = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TreeLayout().layout(children: [[], []], sizes: [.zero])
    }
    #expect(sizes?.sentence == "each node has a size, but there are 2 and 1")
    let distances = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TreeLayout(levelSpacing: -1)
    }
    #expect(distances?.sentence == "distances must not be negative")
  }

  @Test func aLayoutSaysWhichEdgeLeadsNowhere() async {
    let edge = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let node = LayoutGraph.Node(GraphSize(60, 40), inputs: [10], outputs: [20])
      _ = LayeredLayout().layout(LayoutGraph(nodes: [node], edges: [LayoutGraph.Edge(from: 0, to: 1)]))
    }
    #expect(edge?.sentence == "edges join ports that exist, that from 0.0 to 1.0 does not")
    let places = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LayeredLayout().layout(LayoutGraph(nodes: [], edges: []), previous: [nil])
    }
    #expect(places?.sentence == "previous positions are one for each node, or none")
    let distances = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = LayeredLayout(layerSpacing: 0)
    }
    #expect(distances?.sentence == "distances must be positive")
  }

  @Test func theCellsOfATerminalHaveAnExtent() async {
    let cell = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = TextCanvas(size: GraphSize(10, 10), cell: GraphSize(0, 16), usesColor: false)
    }
    #expect(cell?.sentence == "the cells of a terminal have an extent, unlike 0.0 × 16.0")
  }
}
