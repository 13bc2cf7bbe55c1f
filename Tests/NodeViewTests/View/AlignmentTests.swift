// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct AlignmentTests {
  private let demo: Demo

  // One is at (210, 10), with size 202 × 288; Two at (220, 350), of the same size; Add at (570, 170), 202 × 420.
  init() throws { demo = try Demo(.editor) }

  private func place(_ node: NodeID) -> GraphPoint { demo.view.frame(of: node)?.origin ?? .zero }

  /// Drags by an offset, without releasing the button.
  private func pull(_ start: GraphPoint, by offset: GraphPoint, _ modifiers: InputEvent.Modifiers = []) {
    demo.down(start)
    demo.move(start + GraphPoint(30, 0), modifiers)
    demo.move(start + offset, modifiers)
  }

  @Test func edgesSnapToTheEdgesOfOthers() {
    // 4 points to the right of One's left edge.
    pull(Demo.twoItem, by: GraphPoint(-6, 31))
    #expect(place(demo.two) == GraphPoint(210, 381))
    #expect(demo.view.alignmentGuides.map(\.start.x) == [210, 311, 412], "left, middle and right of nodes as wide")
    #expect(demo.view.alignmentGuides.allSatisfy { $0.start.y == 10 && $0.end.y == 669 && $0.start.x == $0.end.x })
    demo.up(Demo.twoItem + GraphPoint(-6, 31))
    #expect(place(demo.two) == GraphPoint(210, 381) && demo.view.alignmentGuides.isEmpty)
    #expect(demo.host.graph.position(of: demo.two) == GraphPoint(210, 381))
  }

  @Test func anEdgeSnapsToTheOppositeEdgeOfAnother() {
    // Its left edge is at 409, and One's right edge at 412.
    pull(Demo.twoItem, by: GraphPoint(189, 37))
    #expect(place(demo.two) == GraphPoint(412, 387))
    #expect(demo.view.alignmentGuides.map(\.start) == [GraphPoint(412, 10)])
    #expect(demo.view.alignmentGuides.map(\.end) == [GraphPoint(412, 675)])
  }

  @Test func middlesSnapToMiddles() {
    // One's centre is at y = 154, and Add's at y = 380.
    pull(Demo.oneItem, by: GraphPoint(-100, 223))
    #expect(place(demo.one).y == 236 && place(demo.one).x == 110)
    #expect(demo.view.alignmentGuides.count == 1)
    #expect(demo.view.alignmentGuides.first?.start == GraphPoint(110, 380))
    #expect(demo.view.alignmentGuides.first?.end == GraphPoint(772, 380))
  }

  @Test func whatIsFurtherAwayDoesNotSnap() {
    pull(Demo.twoItem, by: GraphPoint(-4, 31))
    #expect(place(demo.two) == GraphPoint(216, 381) && demo.view.alignmentGuides.isEmpty, "6 points away")
    demo.move(Demo.twoItem + GraphPoint(-5, 31))
    #expect(place(demo.two) == GraphPoint(210, 381), "5 points away")
    // The snapping distance is measured on the screen, at any zoom.
    demo.up(Demo.twoItem + GraphPoint(-5, 31))
    demo.key(.escape)
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), zoom: 0.5)
    pull(GraphPoint(160, 260), by: GraphPoint(4, 0))
    #expect(place(demo.two).x == 210, "8 points of the canvas away")
    demo.move(GraphPoint(160, 260) + GraphPoint(6, 0))
    #expect(place(demo.two).x == 222)
  }

  @Test func nothingSnapsWithTheCommandKeyOnAGridOrWithoutARadius() {
    let end = GraphPoint(216 - 220 - 2, 31)
    pull(Demo.twoItem, by: end, .command)
    #expect(place(demo.two) == GraphPoint(214, 381) && demo.view.alignmentGuides.isEmpty)
    demo.move(Demo.twoItem + end)
    #expect(!demo.view.alignmentGuides.isEmpty)
    demo.key(.escape)
    #expect(place(demo.two) == GraphPoint(220, 350) && demo.view.alignmentGuides.isEmpty)
    demo.up(Demo.twoItem)
    demo.view.profile.gridSnap = 7
    pull(Demo.twoItem, by: end)
    #expect(demo.view.alignmentGuides.isEmpty && place(demo.two) == GraphPoint(217, 378))
    demo.up(Demo.twoItem + end)
    demo.view.profile = .desktop
    pull(Demo.twoItem, by: end)
    #expect(demo.view.alignmentGuides.isEmpty)
  }

  @Test func nodesThatAreDraggedTogetherSnapAsOneAndNotToEachOther() {
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    // Both are inside (210, 10) to (422, 638), with the centre at y = 324; Add's centre is at 380, its right edge at 772.
    pull(Demo.twoItem, by: GraphPoint(352, 54))
    #expect(place(demo.two) == GraphPoint(570, 406) && place(demo.one) == GraphPoint(560, 66))
    #expect(demo.view.alignmentGuides.count == 2)
  }

  @Test func guidesAreDrawnAndDrawnAgainWhereTheyWere() {
    demo.view.style = .light
    pull(Demo.twoItem, by: GraphPoint(-6, 31))
    guard let guide = demo.view.alignmentGuides.first else {
      Issue.record("there is no guide")
      return
    }
    let canvas = CountingCanvas()
    demo.view.draw(in: canvas)
    let line = DrawingPath(through: [guide.start, guide.end])
    #expect(canvas.strokes.contains { $0.path == line && $0.stroke.dash == [4, 3] })
    #expect(demo.view.parts(in: demo.view.viewport.visible).contains { $0.content == .gesture })
    _ = demo.view.takeDirtyRegion()
    demo.move(Demo.twoItem + GraphPoint(20, 31))
    #expect(demo.view.alignmentGuides.isEmpty)
    guard case .parts(let parts)? = demo.view.takeDirtyRegion() else {
      Issue.record("nothing is drawn again")
      return
    }
    #expect(parts.contains { $0.contains(guide.start) } && parts.contains { $0.contains(guide.end) })
    demo.view.checkInvariants()
  }
}
