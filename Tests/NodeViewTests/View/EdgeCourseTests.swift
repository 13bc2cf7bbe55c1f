// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Courses of single connections, and courses that a host draws itself.
@Suite struct EdgeCourseTests {
  private let demo: Demo
  private var wire: Connection { Connection(from: demo.one.output, to: demo.sum.input(0)) }
  private var other: Connection { Connection(from: demo.two.output, to: demo.sum.input(2)) }

  init() throws { demo = try Demo(.editor) }

  private func take(_ course: (any EdgeCourse)?) throws -> EdgePath {
    demo.host.courses[wire] = course
    demo.view.reload(demo.sum)
    demo.view.checkInvariants()
    return try #require(demo.view.path(of: wire))
  }

  @Test func aCourseOfAHostsOwnIsDrawnHitAndLabelledWhereItIs() throws {
    let usual = try #require(demo.view.path(of: wire))
    demo.view.edgeAttributes[wire] = EdgeAttributes(label: "hangs")
    let path = try take(OddCourse(kind: 0))
    #expect(
      path.path
        == OddCourse(kind: 0).line(from: EdgeEnd(path.source, .right), to: EdgeEnd(path.target, .left), through: []))
    let low = path.labelPoint
    #expect(usual.distance(to: low) > 30 && demo.view.hitTest(low) == .connection(wire))
    #expect(demo.view.hitTest(usual.labelPoint) == .background)
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    func isDrawn(_ line: DrawingPath) -> Bool {
      canvas.drawings.contains { if case .stroke(line, _) = $0 { true } else { false } }
    }
    #expect(isDrawn(path.path) && !isDrawn(usual.path))
    // The line follows its nodes.
    demo.view.profile.alignmentRadius = 0
    demo.view.handle(InputEvent(.down(pointer: 0, at: GraphPoint(300, 30), button: .primary), time: 1))
    demo.view.handle(InputEvent(.moved(pointer: 0, at: GraphPoint(300, 80)), time: 1.1))
    demo.view.handle(InputEvent(.up(pointer: 0, at: GraphPoint(300, 80)), time: 1.2))
    #expect(demo.view.path(of: wire)?.source == path.source + GraphPoint(0, 50))
    demo.view.checkInvariants()
    #expect(try take(nil).path == EdgePath(from: path.source + GraphPoint(0, 50), to: path.target, style: .curve).path)
  }

  @Test func aLineThatIsNoneIsStraight() throws {
    for kind in 2...4 {
      let path = try take(OddCourse(kind: kind))
      #expect(path.path == EdgePath(from: path.source, to: path.target, style: .straight).path, "\(kind)")
    }
  }

  @Test func aCourseGetsReroutesElseWhatALayoutFound() throws {
    demo.host.looks.connections[wire] = ConnectionLook(reroutes: [GraphPoint(500, 900)])
    let path = try take(OddCourse(kind: 1))
    #expect(path.distance(to: GraphPoint(500, 900)) == 0)
    // A course that bypasses the reroutes leaves their positions unchanged.
    #expect(try take(OddCourse(kind: 0)).distance(to: GraphPoint(500, 900)) > 300)
    #expect(demo.view.hitTest(GraphPoint(500, 900)) == .reroute(wire, 0))
    #expect(demo.view.path(of: wire)?.bounds.maxY == 900, "it is drawn there")
    demo.host.looks.connections[wire] = nil
    _ = try take(OddCourse(kind: 1))
    let straight = try #require(demo.view.path(of: wire))
    var routes = LineRoutes()
    routes.set([GraphPoint(480, 700)], of: wire, from: straight.source, to: straight.target)
    demo.view.setRoutes(routes)
    #expect(try #require(demo.view.path(of: wire)).distance(to: GraphPoint(480, 700)) == 0)
  }

  @Test(arguments: ConnectionLook.Course.allCases)
  func theLookOfAConnectionGoesBeforeTheHostAndTheStyle(_ course: ConnectionLook.Course) throws {
    demo.view.style.edgeStyle = .straight
    demo.host.looks.connections[wire] = ConnectionLook(course: course)
    let path = try take(OddCourse(kind: 0))
    #expect(path.path == EdgePath(from: path.source, to: path.target, style: EdgeStyle(course)).path)
    let untouched = try #require(demo.view.path(of: other))
    #expect(untouched.path == EdgePath(from: untouched.source, to: untouched.target, style: .straight).path)
    // The general style of edges doesn't replace it.
    demo.view.style.edgeStyle = .orthogonal
    #expect(demo.view.path(of: wire)?.path == path.path && demo.view.path(of: other)?.path != untouched.path)
  }

  @Test func aLineMeetsARectangleItPassesThroughAndNoneItPassesBy() {
    let path = EdgePath(from: .zero, to: GraphPoint(108, 100), style: .straight)
    // The line is from (4, 0) to (104, 100).
    for (rect, meets) in [
      (GraphRect(x: 40, y: 40, width: 4, height: 4), true), (GraphRect(x: 44, y: 40, width: 9, height: 9), true),
      (GraphRect(x: 44, y: 30, width: 9, height: 10), true), (GraphRect(x: 50, y: 30, width: 9, height: 10), false),
      (GraphRect(x: -9, y: -9, width: 500, height: 500), true), (GraphRect(x: -9, y: -9, width: 9, height: 500), false),
      (GraphRect(x: 54, y: 50, width: 0, height: 0), true), (GraphRect(x: 90, y: 101, width: 30, height: 9), false),
    ] { #expect(path.meets(rect) == meets, "\(rect)") }
  }

  @Test func somethingSmallIsPlacedOnALine() throws {
    let room = GraphRect(x: -500, y: -500, width: 1000, height: 1000)
    let flat = EdgePath(from: .zero, to: GraphPoint(100, 0), style: .straight)
    let above = AccessoryPlacement(GraphSize(20, 10), on: flat, within: room, gap: 4)
    #expect(above.edge == .top && above.frame == GraphRect(x: 40, y: -14, width: 20, height: 10))
    let steep = EdgePath(from: .zero, to: GraphPoint(8, 100), style: .straight)
    let beside = AccessoryPlacement(GraphSize(20, 10), on: steep, within: room, gap: 4)
    #expect(beside.edge == .trailing && beside.frame == GraphRect(x: 8, y: 45, width: 20, height: 10))
    let low = AccessoryPlacement(GraphSize(20, 10), on: flat, within: GraphRect(x: 0, y: 0, width: 100, height: 50))
    #expect(low.edge == .bottom)
  }

  @Test func aCourseThatStaysTheSameIsNotAskedAgain() throws {
    _ = try take(OddCourse(kind: 0))
    let count = demo.view.scene.laidLineCount
    _ = demo.view.takeDirtyRegion()
    _ = try take(OddCourse(kind: 0))
    #expect(demo.view.scene.laidLineCount == count)
    _ = try take(OddCourse(kind: 1))
    #expect(demo.view.scene.laidLineCount == count + 1)
  }

  @Test func aCourseEndsWithItsConnection() throws {
    _ = try take(OddCourse(kind: 1))
    try demo.host.graph.disconnect(demo.sum.input(0))
    demo.view.reload(demo.sum)
    demo.host.courses = [:]
    try demo.host.graph.connect(demo.one.output, to: demo.sum.input(0))
    demo.view.reload(demo.sum)
    let path = try #require(demo.view.path(of: wire))
    #expect(path.path == EdgePath(from: path.source, to: path.target, style: .curve).path)
    demo.view.checkInvariants()
  }
}
