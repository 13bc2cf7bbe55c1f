// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct SceneHitTestingTests {
  @Test func everyPartOfANodeCanBeHit() throws {
    let demo = try Demo()
    let frame = try #require(demo.view.frame(of: demo.sum))
    #expect(demo.view.hitTest(GraphPoint(571, 171)) == .titleBar(demo.sum))
    #expect(demo.view.hitTest(frame.trash.center) == .trash(demo.sum))
    #expect(demo.view.hitTest(Demo.sumItem) == .item(demo.sum))
    #expect(demo.view.hitTest(Demo.yRow) == .inputRow(demo.sum.input(1)))
    #expect(demo.view.hitTest(frame.outputRow(0).center) == .outputRow(demo.sum.output))
    #expect(demo.view.hitTest(Demo.nowhere) == .background)
    #expect(demo.view.hitTest(GraphPoint(570, 170)) == .titleBar(demo.sum), "left and top edges belong to a node")
    #expect(demo.view.hitTest(GraphPoint(772, 590)) == .background, "right and bottom edges don't")
  }

  @Test func fingersDoNotMeanPortsOrLines() throws {
    let demo = try Demo()
    #expect(demo.view.hitTest(Demo.x) == .inputRow(demo.sum.input(0)))
    #expect(demo.view.hitTest(GraphPoint(491, 356)) == .background)
  }

  @Test func aPortComesBeforeItsNodeAndANodeBeforeALine() throws {
    let demo = try Demo(.desktop)
    #expect(demo.view.hitTest(Demo.x + GraphPoint(9, 0)) == .inputPort(demo.sum.input(0)), "inside the node")
    #expect(demo.view.hitTest(Demo.x - GraphPoint(9, 0)) == .inputPort(demo.sum.input(0)), "and outside it")
    #expect(demo.view.hitTest(Demo.x - GraphPoint(10, 0)) == .inputPort(demo.sum.input(0)), "at its radius from it")
    #expect(demo.view.hitTest(Demo.x - GraphPoint(10.5, 0)) != .inputPort(demo.sum.input(0)))
    #expect(demo.view.hitTest(Demo.oneOutput + GraphPoint(10, 0)) == .outputPort(demo.one.output))
    #expect(demo.view.hitTest(Demo.x + GraphPoint(11, 0)) == .inputRow(demo.sum.input(0)))
    #expect(demo.view.hitTest(Demo.oneOutput) == .outputPort(demo.one.output))

    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    #expect(demo.view.hitTest(GraphPoint(491, 356)) == .connection(connection))
    let over = try demo.host.graph.add("Number", at: GraphPoint(400, 320))
    demo.view.reload(over)
    #expect(demo.view.hitTest(GraphPoint(491, 356)) == .titleBar(over))
  }

  @Test func theTopmostOfSeveralIsHit() throws {
    let demo = try Demo(.desktop)
    let over = try demo.host.graph.add("Add", at: GraphPoint(600, 200))
    demo.view.reload(over)
    #expect(demo.view.hitTest(GraphPoint(680, 320)) == .item(over))
    demo.tap(GraphPoint(575, 300))
    #expect(demo.view.nodes.last == demo.sum && demo.view.hitTest(GraphPoint(680, 320)) == .item(demo.sum))
  }

  @Test func aPortUnderANodeCannotBeHitAndOneOverItCan() throws {
    let demo = try Demo(.desktop)
    let over = try demo.host.graph.add("Number", at: GraphPoint(500, 300))
    demo.view.reload(over)
    #expect(demo.view.hitTest(Demo.x).node == over)
    demo.tap(GraphPoint(770, 400))
    #expect(demo.view.hitTest(Demo.x) == .inputPort(demo.sum.input(0)))
    #expect(
      demo.view.hitTest(Demo.x - GraphPoint(8, 0)) == .inputPort(demo.sum.input(0)), "it sticks out over the other")
  }

  @Test func ofTwoPortsTheNearerIsHit() throws {
    let demo = try Demo(.desktop)
    demo.view.profile.portRadius = 100
    #expect(demo.view.hitTest(GraphPoint(565, 457)) == .inputPort(demo.sum.input(0)))
    #expect(demo.view.hitTest(GraphPoint(565, 459)) == .inputPort(demo.sum.input(1)))
  }

  @Test func ofTwoEquallyNearConnectionsTheOneDrawnLaterIsHit() throws {
    let demo = try Demo(.desktop)
    let total = try demo.host.graph.add("Sum", named: "Total", at: GraphPoint(450, 600))
    for source in [demo.two, demo.one] { try demo.host.graph.connect(source.output, to: total.input(0)) }
    try demo.host.graph.move(demo.two, to: GraphPoint(210, 10))
    for node in [demo.two, total] { demo.view.reload(node) }
    let below = Connection(from: demo.one.output, to: total.input(0))
    let above = Connection(from: demo.two.output, to: total.input(0))
    let middle = try #require(demo.view.path(of: below)).labelPoint
    #expect(demo.view.path(of: above) == demo.view.path(of: below))
    #expect(
      demo.view.scene.connections(near: GraphRect(middle, .zero)) == [below, above], "they are drawn in this order")
    #expect(demo.view.hitTest(middle) == .connection(above))
  }

  @Test(arguments: [0.5, 1, 2])
  func portsAndLinesAreAsEasyToHitAtAnyZoom(zoom: Double) throws {
    let demo = try Demo(.desktop)
    demo.view.viewport.setZoom(zoom, about: .zero)
    let port = demo.view.viewport.viewPoint(Demo.sumOutput)
    #expect(demo.view.hitTest(port + GraphPoint(9.9, 0)) == .outputPort(demo.sum.output))
    #expect(demo.view.hitTest(port + GraphPoint(10.1, 0)) == .background)
    demo.view.style.edgeStyle = .straight
    let line = demo.view.viewport.viewPoint(GraphPoint(491, 356))
    // A unit vector perpendicular to the line from (416, 276) to (566, 436).
    let across = GraphPoint(160, -150) * (1 / GraphPoint(160, -150).distance(to: .zero))
    #expect(demo.view.hitTest(line + across * 5.9).node == nil)
    #expect(demo.view.hitTest(line + across * 5.9) != .background)
    #expect(demo.view.hitTest(line + across * 6.1) == .background)
  }

  @Test func anEdgeIsFoundWhereItsStyleTakesIt() throws {
    let demo = try Demo(.desktop)
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    for style in [EdgeStyle.straight, .orthogonal, .smoothStep(radius: 8), .curve] {
      demo.view.style.edgeStyle = style
      let middle = try #require(demo.view.path(of: connection)).labelPoint
      #expect(demo.view.hitTest(middle) == .connection(connection))
    }
  }

  @Test func aConnectionThatAnInputTakesTwiceIsOneLineAndLeavesNothingBehind() throws {
    let demo = try Demo(.desktop)
    let total = try demo.host.graph.add("Sum", named: "Total", at: GraphPoint(780, 600))
    try demo.host.graph.connect(demo.two.output, to: total.input(0))
    try demo.host.graph.connect(demo.two.output, to: total.input(0))
    demo.view.reload(total)
    let connection = Connection(from: demo.two.output, to: total.input(0))
    let middle = try #require(demo.view.path(of: connection)).labelPoint
    #expect(demo.view.scene.connections(of: total) == [connection])
    #expect(demo.view.hitTest(middle) == .connection(connection))
    try demo.host.graph.move(demo.two, to: GraphPoint(-500, 350))
    demo.view.reload(demo.two)
    #expect(demo.view.scene.connections(near: GraphRect(middle, GraphSize(1, 1))).isEmpty)
    demo.host.delete(total)
    #expect(demo.view.scene.connections(near: GraphRect(x: -1e9, y: -1e9, width: 2e9, height: 2e9)).count == 2)
  }

  @Test func placesThatAreNoneAreTheBackground() throws {
    let demo = try Demo(.desktop)
    for wild in [Double.nan, .infinity, -.infinity, 1e308, -1e308] {
      #expect(demo.view.hitTest(GraphPoint(wild, 0)) == .background)
      #expect(demo.view.hitTest(GraphPoint(0, wild)) == .background)
    }
    for wild in [1e12, 1e300, .infinity] {
      _ = demo.view.nodes(in: GraphRect(x: -wild, y: -wild, width: 2 * wild, height: 2 * wild))
    }
    #expect(demo.view.nodes(in: GraphRect(x: -1e15, y: -1e15, width: 2e15, height: 2e15)).count == 3)
  }
}
