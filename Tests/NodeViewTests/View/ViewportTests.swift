// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct ViewportTests {
  @Test func pointsGoThereAndBack() {
    let viewport = Viewport(size: GraphSize(800, 600), origin: GraphPoint(100, -50), zoom: 2)
    #expect(viewport.canvasPoint(GraphPoint(40, 60)) == GraphPoint(120, -20))
    #expect(viewport.viewPoint(GraphPoint(120, -20)) == GraphPoint(40, 60))
    #expect(viewport.visible == GraphRect(x: 100, y: -50, width: 400, height: 300))
    #expect(
      viewport.viewRect(GraphRect(x: 120, y: -20, width: 10, height: 20))
        == GraphRect(x: 40, y: 60, width: 20, height: 40))
  }

  @Test func zoomKeepsThePointUnderTheAnchorStill() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<1000 {
      var viewport = Viewport(
        size: GraphSize(800, 600), origin: GraphPoint(Double(random.below(5000)), Double(random.below(5000))),
        zoom: Double.random(in: 0.5...2, using: &random))
      let anchor = GraphPoint(Double(random.below(800)), Double(random.below(600)))
      let before = viewport.canvasPoint(anchor)
      viewport.setZoom(Double.random(in: 0.1...4, using: &random), about: anchor)
      #expect(viewport.canvasPoint(anchor).distance(to: before) < 1e-9)
      #expect(viewport.zoomRange.contains(viewport.zoom))
    }
  }

  @Test func zoomStaysInItsRangeWhateverIsAskedFor() {
    var viewport = Viewport(size: GraphSize(800, 600), zoom: 9)
    #expect(viewport.zoom == 2)
    viewport.setZoom(-3, about: .zero)
    #expect(viewport.zoom == 0.5)
    viewport.setZoom(.infinity, about: .zero)
    #expect(viewport.zoom == 2)
    viewport.setZoom(.nan, about: .zero)
    #expect(viewport.zoom == 2)
    viewport.zoomRange = 0.1...1.5
    #expect(viewport.zoom == 1.5)
  }

  @Test func fittingShowsAllOfTheContentInTheMiddle() throws {
    var viewport = Viewport(size: GraphSize(800, 600))
    let content = GraphRect(x: 1000, y: 2000, width: 1000, height: 400)
    viewport.fit(content)
    #expect(viewport.zoom == 0.76 && viewport.visible.contains(content))
    #expect(viewport.visible.center.distance(to: content.center) < 1e-9)
    viewport.fit(GraphRect(x: 0, y: 0, width: 1, height: 1))
    #expect(viewport.zoom == 2)

    let demo = try Demo()
    demo.view.fitToContent(margin: 10)
    let bounds = try #require(demo.view.contentBounds)
    #expect(demo.view.viewport.visible.contains(bounds))
    #expect(demo.host.log.last == "show \(demo.view.viewport.origin) at \(demo.view.viewport.zoom)")
    demo.host.hidden = [demo.two, demo.sum]
    demo.view.viewport = Viewport(size: GraphSize(2000, 2000))
    demo.view.reload()
    demo.view.fitToContent()
    #expect(demo.view.viewport.zoom == 1, "nothing is enlarged")
    let empty = GraphView(size: GraphSize(10, 10))
    empty.fitToContent()
    #expect(empty.viewport == Viewport(size: GraphSize(10, 10)))
  }

  @Test func whatStaysWithinBoundsMovesAsLittleAsNeeded() {
    var viewport = Viewport(size: GraphSize(800, 600), origin: GraphPoint(-10, 4900))
    viewport.stay(within: GraphRect(x: 0, y: 0, width: 5000, height: 5000))
    #expect(viewport.origin == GraphPoint(0, 4400))
    viewport.stay(within: GraphRect(x: 0, y: 0, width: 100, height: 100))
    #expect(viewport.origin == GraphPoint(-350, -250), "what is smaller is in the middle")
  }

  @Test func theDelegateIsToldOfAnotherViewportOnce() throws {
    let demo = try Demo()
    demo.host.log = []
    demo.view.viewport = demo.view.viewport
    #expect(demo.host.log.isEmpty)
    demo.view.viewport.origin = GraphPoint(1e300, 5)
    #expect(demo.host.log == ["show (1000000000.0, 5.0) at 1.0"], "no further than nodes can be")
    demo.view.viewport.origin = GraphPoint(.nan, 5)
    #expect(demo.view.viewport.origin == GraphPoint(0, 5))
  }

  @Test func theGridHasFiftyOneLinesEachWay() {
    let grid = GridStyle()
    #expect(grid.bounds == GraphRect(x: 0, y: 0, width: 5000, height: 5000) && grid.gap == 100)
    #expect(grid.lines.count == 102)
    #expect(grid.lines[50] == (GraphPoint(5000, 0), GraphPoint(5000, 5000)))
    #expect(grid.lines[51] == (GraphPoint(0, 0), GraphPoint(5000, 0)))
    var none = grid
    none.gap = 0
    #expect(none.lines.isEmpty)
    none.gap = 1e-300
    #expect(none.lines.isEmpty, "more lines than anybody can see")
    none = grid
    none.bounds.size.height = .nan
    #expect(none.lines.isEmpty)
  }

  @Test func aZoomThatIsNoNumberIsOne() {
    #expect(Viewport(size: GraphSize(10, 10), zoom: .nan).zoom == 1)
    var viewport = Viewport(size: GraphSize(10, 10), zoom: 2)
    viewport.fit(GraphRect(x: 0, y: 0, width: .nan, height: 5))
    #expect(viewport.zoom == 1)
  }
}
