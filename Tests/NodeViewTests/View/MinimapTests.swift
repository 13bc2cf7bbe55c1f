// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct MinimapTests {
  @Test func itShowsAllNodesAndAllThatShows() throws {
    let demo = try Demo()
    demo.view.viewport.origin = GraphPoint(-1000, -1000)
    let map = Minimap(of: demo.view, size: GraphSize(200, 100))
    #expect(map.content == GraphRect(x: -1000, y: -1000, width: 1772, height: 1638))
    #expect(map.scale == 100.0 / 1638)
    let whole = GraphRect(.zero, map.size)
    for node in demo.view.nodes {
      let frame = try #require(demo.view.frame(of: node)).rect
      #expect(whole.contains(map.rect(of: frame)))
      #expect(map.canvasPoint(map.rect(of: frame).origin).distance(to: frame.origin) < 1e-9)
    }
    #expect(whole.contains(map.visibleRect))
    #expect(abs(map.visibleRect.width - 1000 * map.scale) < 1e-9)
  }

  @Test func itIsDrawnWithARectangleForEachNode() throws {
    let demo = try Demo()
    let canvas = CountingCanvas()
    Minimap(of: demo.view, size: GraphSize(200, 100)).draw(demo.view, in: canvas)
    #expect(canvas.fills.count == 4 && canvas.strokes.count == 1 && canvas.openGroups == 0)
  }

  @Test func ofNothingItShowsWhatShows() {
    let view = GraphView(size: GraphSize(100, 100))
    #expect(Minimap(of: view, size: GraphSize(10, 10)).content == GraphRect(x: 0, y: 0, width: 100, height: 100))
  }
}
