// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct GraphViewDrawingTests {
  private func drawing(_ view: GraphView, _ region: GraphRect? = nil) -> CountingCanvas {
    let canvas = CountingCanvas()
    view.draw(in: canvas, region: region)
    #expect(canvas.openGroups == 0 && canvas.endsWithoutBeginning == 0)
    return canvas
  }

  @Test func nodesAreDrawnFromTheBackToTheFront() throws {
    let demo = try Demo()
    demo.tap(Demo.oneItem)
    #expect(drawing(demo.view).nodes == ["node-\(demo.two)", "node-\(demo.sum)", "node-\(demo.one)"])
  }

  @Test func partsAreDrawnInTheirRowsAtAnyZoom() throws {
    let demo = try Demo()
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), origin: GraphPoint(200, 0), zoom: 2)
    let texts = drawing(demo.view).texts
    func origin(_ text: String) -> GraphPoint? { texts.first { $0.text == text }?.origin }
    #expect(origin("item One") == GraphPoint((211 - 200) * 2, 54 * 2))
    #expect(origin("row One.value") == GraphPoint(20, 254 * 2))
    #expect(origin("row Add.y ← –") == GraphPoint(370 * 2, 458 * 2))
    #expect(texts.contains { $0.text == "Add" } && !texts.contains { $0.text == "row Add.sum" && $0.origin.x < 0 })
  }

  @Test func theHostColorsTitlesPortsAndConnections() throws {
    let demo = try Demo()
    let (red, green) = (Paint(0xff0000), Paint(0x00ff00))
    demo.host.paints = ["One": red, "Number": green]
    demo.view.style.portSize = 8
    demo.view.reload()
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    func fills(_ paint: Paint) -> [DrawingPath] {
      canvas.drawings.compactMap { if case .fill(let path, paint) = $0 { path } else { nil } }
    }
    #expect(fills(red) == [DrawingPath(GraphRect(x: 210, y: 10, width: 202, height: 44))])
    // The outputs of two numbers, the addition's three inputs and its output, and two markers for each of two connections.
    #expect(fills(green).count == 6 + 4)
    #expect(fills(green).contains(DrawingPath(GraphRect(x: 408, y: 272, width: 8, height: 8), cornerRadius: 4)))
    let lines = canvas.drawings.compactMap { if case .stroke(_, let stroke) = $0 { stroke.paint } else { nil } }
    #expect(lines.count { $0 == green } == 2)
  }

  @Test(arguments: [EdgeMarker.square(4), .arrow(10), .circle(12)])
  func nodesDoNotCoverTheMarkersOfConnections(marker: EdgeMarker) throws {
    let demo = try Demo()
    demo.view.style.sourceMarker = marker
    demo.view.style.targetMarker = marker
    let fills = drawing(demo.view).fills
    // One's output is at (412, 276), and the input connected to it at (570, 436).
    let size = marker.size
    for tail in [GraphPoint(412, 276), GraphPoint(570 - size, 436)] {
      #expect(fills.contains { $0 == marker.path(at: tail, direction: GraphPoint(1, 0)) }, "from \(tail)")
    }
  }

  @Test func whatIsOffTheScreenIsNotDrawn() throws {
    let demo = try Demo()
    demo.view.viewport.origin = GraphPoint(500, 0)
    #expect(drawing(demo.view).nodes == ["node-\(demo.sum)"])
    demo.view.viewport.origin = GraphPoint(2000, 2000)
    let canvas = drawing(demo.view)
    #expect(canvas.nodes.isEmpty && canvas.texts.isEmpty)
    #expect(canvas.strokes.allSatisfy { $0.stroke == GridStyle().stroke }, "no line of a connection")
  }

  @Test func onlyWhatMeetsTheRegionIsDrawn() throws {
    let demo = try Demo()
    #expect(drawing(demo.view, GraphRect(x: 220, y: 20, width: 5, height: 5)).nodes == ["node-\(demo.one)"])
    #expect(drawing(demo.view, GraphRect(x: 480, y: 340, width: 20, height: 30)).nodes.isEmpty)
    let line = drawing(demo.view, GraphRect(x: 480, y: 340, width: 20, height: 30)).strokes
    #expect(line.contains { $0.stroke == demo.view.style.edgeStroke })
  }

  @Test func aConnectionHasALineAndTwoTerminalsOfFourPoints() throws {
    let demo = try Demo()
    let path = try #require(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0))))
    let canvas = drawing(demo.view)
    #expect(canvas.strokes.filter { $0.path == path.path && $0.stroke == demo.view.style.edgeStroke }.count == 1)
    for x in [412.0, 566] {
      let y: Double = x == 412 ? 276 : 436
      let terminal = DrawingPath(polygon: [
        GraphPoint(x, y - 2), GraphPoint(x + 4, y - 2), GraphPoint(x + 4, y + 2), GraphPoint(x, y + 2),
      ])
      #expect(canvas.fills.contains(terminal))
    }
  }

  @Test func aClassicWireIsWhiteFourPointsWideAndCastsAShadowBelowAllWires() throws {
    let demo = try Demo()
    let wires = [
      Connection(from: demo.one.output, to: demo.sum.input(0)),
      Connection(from: demo.two.output, to: demo.sum.input(2)),
    ]
    let paths = try wires.map { try #require(demo.view.path(of: $0)).path }
    let strokes = drawing(demo.view).strokes.filter { paths.contains($0.path) }
    let isShadow = { (stroke: Stroke) in stroke.paint.opacity < 1 }
    let lines = strokes.drop { isShadow($0.stroke) }
    #expect(Set(lines.map(\.stroke)) == [Stroke(.white, width: 4)] && lines.count == 2)
    let shadows = strokes.prefix { isShadow($0.stroke) }.map(\.stroke)
    #expect(shadows.allSatisfy { $0.paint.hexadecimal == "#000000" } && shadows.map(\.width) == [8, 6, 8, 6])
    demo.view.style.edgeShadow = nil
    #expect(drawing(demo.view).strokes.allSatisfy { $0.stroke.paint.opacity == 1 })
    demo.view.style = .light
    #expect(demo.view.style.edgeShadow == nil && demo.view.style.selectionGlow == nil)
  }

  @Test func whatIsSelectedGlowsAndTheGroundIsGreyWhileAnOutputWaits() throws {
    let demo = try Demo()
    let frame = try #require(demo.view.frame(of: demo.one)).rect
    let glow = { [demo] in
      let canvas = RecordingCanvas()
      demo.view.draw(in: canvas)
      return canvas.drawings.compactMap { drawing in
        if case .fill(let path, let paint) = drawing, paint.hexadecimal == "#ffff00" { path } else { nil }
      }
    }
    let grey = { [demo] in
      let canvas = RecordingCanvas()
      demo.view.draw(in: canvas)
      return canvas.drawings.contains { drawing in
        if case .fill(_, Paint(0xbfbfbf, opacity: 0.75)) = drawing { true } else { false }
      }
    }
    #expect(glow().isEmpty && !grey())
    demo.view.select(GraphSelection(nodes: [demo.one]))
    #expect(glow() == [10.0, 8, 6, 4, 2].map { DrawingPath(frame.expanded(by: $0), cornerRadius: $0) })
    // Deselecting makes the whole glow dirty.
    _ = demo.view.takeDirtyRegion()
    demo.view.select(GraphSelection())
    guard case .parts(let parts) = demo.view.takeDirtyRegion() else { return #expect(Bool(false), "no parts") }
    #expect(parts.contains { $0.contains(frame.expanded(by: 10)) } && glow().isEmpty)
    demo.view.beginConnecting(from: demo.one.output)
    #expect(grey() && demo.view.takeDirtyRegion() == .everything)
    demo.tap(Demo.nowhere)
    #expect(!grey())
  }

  @Test func attributesOfConnectionsAreASideTable() throws {
    let demo = try Demo()
    let line = Connection(from: demo.one.output, to: demo.sum.input(0))
    let path = try #require(demo.view.path(of: line))
    _ = demo.view.takeDirtyRegion()
    demo.view.edgeAttributes[line] = EdgeAttributes(label: "1", paint: .white, isAnimated: true)
    #expect(demo.view.takeDirtyRegion() == .everything)
    let canvas = drawing(demo.view)
    let stroke = try #require(canvas.strokes.last { $0.path == path.path }).stroke
    #expect(stroke.isAnimated && !stroke.dash.isEmpty && stroke.paint == .white)
    #expect(canvas.strokes.filter { $0.stroke.isAnimated }.count == 1)
    #expect(canvas.texts.contains { $0.text == "1" })
    demo.host.toggle(demo.one.output, demo.sum.input(0))
    #expect(!drawing(demo.view).texts.contains { $0.text == "1" })
    demo.host.toggle(demo.one.output, demo.sum.input(0))
    #expect(drawing(demo.view).texts.contains { $0.text == "1" }, "an entry outlives its connection")
  }

  @Test func aLabelLongerThanItsLineIsDrawnWhereverItReaches() throws {
    let demo = try Demo()
    let line = Connection(from: demo.one.output, to: demo.sum.input(0))
    let label = String(repeating: "long ", count: 60)
    demo.view.edgeAttributes[line] = EdgeAttributes(label: label)
    let middle = try #require(demo.view.path(of: line)).labelPoint
    let beside = GraphRect(x: middle.x + 400, y: middle.y - 5, width: 10, height: 10)
    #expect(drawing(demo.view, beside).texts.contains { $0.text == label })
    demo.view.viewport.origin = GraphPoint(800, 0)
    #expect(drawing(demo.view).texts.contains { $0.text == label })
    demo.view.viewport.origin = .zero
    _ = demo.view.takeDirtyRegion()
    demo.view.select(GraphSelection(connections: [line]))
    guard case .parts(let parts) = demo.view.takeDirtyRegion() else { return }
    #expect(parts.contains { $0.contains(beside) })
  }

  @Test func aWireAndARectangleAreDrawnWhileTheyAreMade() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneOutput)
    demo.move(Demo.nowhere)
    #expect(drawing(demo.view).strokes.last?.stroke == demo.view.style.wireStroke)
    demo.key(.escape)
    demo.up(Demo.nowhere)
    demo.down(GraphPoint(5, 5))
    demo.move(GraphPoint(50, 60))
    #expect(drawing(demo.view).strokes.last?.path == DrawingPath(GraphRect(x: 5, y: 5, width: 45, height: 55)))
    demo.up(GraphPoint(50, 60))
    #expect(drawing(demo.view).strokes.last?.stroke != demo.view.style.marqueeStroke)
  }

  @Test func aConnectionThatIsTakenAwayIsNotDrawnTwice() throws {
    let demo = try Demo(.desktop)
    let path = try #require(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0)))).path
    demo.down(Demo.x)
    demo.move(Demo.nowhere)
    #expect(!drawing(demo.view).strokes.contains { $0.path == path })
    demo.move(Demo.x)
    #expect(drawing(demo.view).strokes.filter { $0.path == path }.map(\.stroke) == [demo.view.style.wireStroke])
  }

  @Test func aMoveDirtiesWhereTheNodeWasWhereItIsAndItsLines() throws {
    let demo = try Demo(.desktop)
    demo.tap(Demo.oneItem)
    #expect(demo.view.takeDirtyRegion() == .everything)
    #expect(demo.view.takeDirtyRegion() == nil, "taken is taken")
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    let before = try #require(demo.view.path(of: connection)).bounds
    demo.down(Demo.oneItem)
    _ = demo.view.takeDirtyRegion()
    demo.move(Demo.oneItem + GraphPoint(20, 30))
    let after = try #require(demo.view.path(of: connection)).bounds
    guard case .parts(let parts) = demo.view.takeDirtyRegion() else {
      Issue.record("a move dirties parts")
      return
    }
    let changed = [
      GraphRect(x: 210, y: 10, width: 202, height: 288), GraphRect(x: 230, y: 40, width: 202, height: 288), before,
      after,
    ]
    for rect in changed { #expect(parts.contains { $0.contains(rect) }) }
    #expect(!parts.contains { $0.intersects(GraphRect(x: 220, y: 400, width: 150, height: 200)) }, "not Two")
  }

  @Test func aWireThatIsPulledDirtiesWhereItWasAndWhereItIs() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneOutput)
    demo.move(GraphPoint(700, 60))
    _ = demo.view.takeDirtyRegion()
    demo.move(GraphPoint(900, 100))
    guard case .parts(let parts) = demo.view.takeDirtyRegion() else {
      Issue.record("a wire dirties parts")
      return
    }
    #expect(parts.contains { $0.contains(GraphRect(from: Demo.oneOutput, to: GraphPoint(700, 60))) })
    #expect(parts.contains { $0.contains(GraphRect(from: Demo.oneOutput, to: GraphPoint(900, 100))) })
  }

  @Test func aRectangleThatIsCancelledFromOutsideIsErased() throws {
    let demo = try Demo(.desktop)
    demo.down(GraphPoint(5, 5))
    demo.move(GraphPoint(50, 60))
    _ = demo.view.takeDirtyRegion()
    demo.view.profile = .touch
    #expect(demo.view.takeDirtyRegion() == .parts([GraphRect(x: 3, y: 3, width: 49, height: 59)]))
  }

  @Test func whileAnOutputWaitsAReloadMayDimAnyRow() throws {
    let demo = try Demo()
    demo.view.beginConnecting(from: demo.one.output)
    _ = demo.view.takeDirtyRegion()
    demo.view.reload(demo.two)
    #expect(demo.view.takeDirtyRegion() == .everything)
  }

  @Test func whatIsOffTheScreenDirtiesNothing() throws {
    let demo = try Demo()
    demo.view.viewport.origin = GraphPoint(3000, 3000)
    _ = demo.view.takeDirtyRegion()
    demo.view.select(GraphSelection(nodes: [demo.one]))
    demo.view.reload(demo.one)
    #expect(demo.view.takeDirtyRegion() == nil)
    demo.view.viewport.origin = .zero
    #expect(demo.view.takeDirtyRegion() == .everything)
  }
}
