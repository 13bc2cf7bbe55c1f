// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct NodeSizeTests {
  private let demo: Demo
  /// A point just inside One's bottom right corner.
  private let corner = GraphPoint(410, 296)

  init() throws {
    demo = try Demo(.editor)
    // Alignment with neighbours is not tested here.
    demo.view.profile.alignmentRadius = 0
    demo.host.resizable = [demo.one]
    demo.view.reload(demo.one)
    demo.host.log = []
  }

  private var size: GraphSize { demo.view.frame(of: demo.one)?.rect.size ?? .zero }

  @Test func draggingTheCornerGivesTheNodeThatSize() {
    #expect(demo.view.hitTest(corner) == .nodeCorner(demo.one))
    demo.down(corner)
    demo.move(corner + GraphPoint(20, 10))
    #expect(demo.view.gesture == .resizing(demo.one) && size == GraphSize(222, 298))
    demo.move(corner + GraphPoint(60, 40))
    demo.up(corner + GraphPoint(60, 40))
    #expect(size == GraphSize(262, 328) && demo.host.looks.nodes[demo.one]?.size == size)
    #expect(demo.host.log.suffix(2) == ["resize One to \(GraphSize(262, 328))", "shown"])
    #expect(demo.view.frame(of: demo.one)?.origin == GraphPoint(210, 10))
    // The next drag begins where this one ended.
    let end = corner + GraphPoint(60, 40)
    demo.drag(end, end - GraphPoint(10, 10))
    #expect(size == GraphSize(252, 318))
    demo.view.checkInvariants()
  }

  @Test func aNodeIsNeverSmallerThanWhatItShows() {
    demo.drag(corner, corner - GraphPoint(300, 400))
    #expect(size == GraphSize(202, 288))
    #expect(demo.host.looks.nodes[demo.one]?.size == .zero, "the drag went beyond, which is not negative")
  }

  @Test(arguments: [false, true]) func escapePutsBackWhatWasThere(hasSize: Bool) {
    let own = hasSize ? GraphSize(230, 300) : nil
    demo.host.looks.nodes[demo.one] = NodeLook(size: own)
    demo.view.reload(demo.one)
    let before = size
    let start = GraphPoint(208, 8) + GraphPoint(before.width, before.height)
    demo.down(start)
    demo.move(start + GraphPoint(50, 50))
    #expect(size == before + GraphSize(50, 50))
    demo.key(.escape)
    demo.up(start)
    #expect(size == before && demo.host.looks.nodes[demo.one]?.size == own)
    #expect(demo.host.log.suffix(2) == ["resize One to \(own.map { "\($0)" } ?? "none")", "shown"])
  }

  @Test func onlyWhatTheHostAllowsHasACorner() {
    #expect(demo.view.hitTest(GraphPoint(420, 636)) == .outputRow(demo.two.output))
    for look in [NodeLook(isLocked: true), NodeLook(form: .compact)] {
      demo.host.looks.nodes[demo.one] = look
      demo.view.reload(demo.one)
      let end = (demo.view.frame(of: demo.one)?.rect).map { GraphPoint($0.maxX - 2, $0.maxY - 2) } ?? .zero
      #expect(demo.view.hitTest(end) != .nodeCorner(demo.one))
    }
    demo.host.looks.nodes[demo.one] = nil
    demo.host.resizable = []
    demo.view.reload(demo.one)
    #expect(demo.view.hitTest(corner) != .nodeCorner(demo.one))
  }

  @Test func aNodeThatGoesEndsTheDragOfItsCorner() {
    demo.down(corner)
    demo.move(corner + GraphPoint(20, 10))
    demo.host.delete(demo.one)
    #expect(demo.view.gesture == nil)
    demo.move(corner + GraphPoint(30, 10))
    demo.up(corner)
    #expect(!demo.view.nodes.contains(demo.one))
    demo.view.checkInvariants()
  }

  @Test func theCornerShowsThatItCanBePulled() {
    demo.view.style = .light
    func lines() -> Int {
      let canvas = CountingCanvas()
      demo.view.draw(in: canvas)
      return canvas.strokes.count { $0.stroke == Stroke(GraphPalette.light.quietInk, width: 1.25, isRound: true) }
    }
    #expect(lines() == 0)
    demo.move(demo.view.frame(of: demo.one)?.titleBar.center ?? .zero)
    #expect(lines() == 1)
  }

  @Test func aGraphHostKeepsTheSizeAsOneStep() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    let node = try graph.add("Add", at: GraphPoint(50, 50))
    let host = GraphHost(graph, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
    host.canResize = { $0 == node }
    let before = try #require(host.view.frame(of: node)?.rect)
    // Next to its port, which has priority.
    let end = GraphPoint(before.maxX - 11, before.maxY - 3)
    var time = 0.0
    func send(_ action: InputEvent.Action) {
      time += 1
      host.view.handle(InputEvent(action, time: time))
    }
    func pull(isCancelled: Bool) {
      send(.down(pointer: 0, at: end, button: .primary))
      for step in 1...3 { send(.moved(pointer: 0, at: end + GraphPoint(Double(step) * 20, 10))) }
      if isCancelled { send(.key(.escape)) }
      send(.up(pointer: 0, at: end + GraphPoint(60, 10)))
    }
    pull(isCancelled: true)
    #expect(host.looks == GraphLooks() && !host.undo())
    pull(isCancelled: false)
    #expect(host.looks.nodes[node]?.size == before.size + GraphSize(60, 10))
    #expect(host.undo() && host.looks == GraphLooks() && host.view.frame(of: node)?.rect == before)
    #expect(!host.undo() && host.redo())
    #expect(host.view.frame(of: node)?.rect.size == before.size + GraphSize(60, 10))
  }
}

private func + (one: GraphSize, other: GraphSize) -> GraphSize {
  GraphSize(one.width + other.width, one.height + other.height)
}
