// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct LooksInViewTests {
  private let demo: Demo
  private var wire: Connection { Connection(from: demo.one.output, to: demo.sum.input(0)) }

  init() throws { demo = try Demo(.editor) }

  private func show(_ look: NodeLook, _ node: NodeID) {
    demo.host.looks.nodes[node] = look
    demo.view.reload(node)
  }

  private func drag(from start: GraphPoint, to end: GraphPoint, _ modifiers: InputEvent.Modifiers = []) {
    for action in [
      InputEvent.Action.down(pointer: 0, at: start, button: .primary), .moved(pointer: 0, at: start + GraphPoint(5, 0)),
      .moved(pointer: 0, at: end), .up(pointer: 0, at: end),
    ] { demo.view.handle(InputEvent(action, time: 1, modifiers: modifiers)) }
  }

  // MARK: Nodes

  @Test func aNodeIsNeverSmallerThanItsParts() throws {
    let frame = try #require(demo.view.frame(of: demo.sum))
    show(NodeLook(size: GraphSize(10, 10)), demo.sum)
    #expect(demo.view.frame(of: demo.sum) == frame)
    show(NodeLook(size: GraphSize(300, frame.height + 50)), demo.sum)
    let larger = try #require(demo.view.frame(of: demo.sum))
    #expect(larger.rect.size == GraphSize(300, frame.height + 50))
    #expect(larger.item.size == GraphSize(298, frame.item.height + 50), "its item has what is left")
    #expect(larger.outputRow(0).maxY == larger.rect.maxY)
    show(NodeLook(size: GraphSize(.nan, -.infinity)), demo.sum)
    #expect(demo.view.frame(of: demo.sum) == frame)
  }

  @Test func aDeeperNodeStaysInFrontOfWhatIsTouched() {
    show(NodeLook(depth: 1), demo.one)
    #expect(demo.view.nodes.last == demo.one)
    demo.view.bringToFront(demo.sum)
    #expect(demo.view.nodes.suffix(2) == [demo.sum, demo.one])
    show(NodeLook(depth: -3), demo.sum)
    #expect(demo.view.nodes.first == demo.sum)
    demo.view.bringToFront(demo.sum)
    #expect(demo.view.nodes.first == demo.sum, "of its layer alone")
    show(NodeLook(), demo.sum)
    show(NodeLook(depth: .max), demo.two)
    #expect(demo.view.nodes.last == demo.two)
    demo.view.checkInvariants()
  }

  @Test func aLockedNodeStaysWhereItIs() throws {
    let (frame, other) = (try #require(demo.view.frame(of: demo.one)), try #require(demo.view.frame(of: demo.two)))
    show(NodeLook(isLocked: true), demo.one)
    drag(from: frame.titleBar.center, to: frame.titleBar.center + GraphPoint(80, 40))
    #expect(demo.view.frame(of: demo.one)?.origin == frame.origin && demo.view.selection.nodes == [demo.one])
    // A locked node stays when it is dragged together with another one.
    demo.view.select(GraphSelection(nodes: [demo.one, demo.two]))
    drag(from: other.titleBar.center, to: other.titleBar.center + GraphPoint(80, 40))
    #expect(demo.view.frame(of: demo.one)?.origin == frame.origin)
    #expect(demo.view.frame(of: demo.two)?.origin == other.origin + GraphPoint(80, 40))
    demo.view.handle(InputEvent(.key(.left), time: 2))
    #expect(demo.view.frame(of: demo.one)?.origin == frame.origin)
    demo.view.handle(InputEvent(.key(.delete), time: 3))
    #expect(demo.view.nodes.contains(demo.one) && !demo.view.nodes.contains(demo.two))
    #expect(demo.view.selection.nodes == [demo.one], "what stays is selected still")
  }

  @Test func aCompactNodeIsOneRowWithItsPortsAtItsSides() throws {
    let full = try #require(demo.view.frame(of: demo.sum))
    show(NodeLook(form: .compact), demo.sum)
    let frame = try #require(demo.view.frame(of: demo.sum))
    #expect(frame.height < full.height / 3 && frame.origin == full.origin)
    for index in 0..<3 {
      let anchor = frame.inputAnchor(index)
      #expect(anchor.x == frame.rect.minX && frame.rect.minY < anchor.y && anchor.y < frame.rect.maxY)
      #expect(demo.view.hitTest(anchor) == .inputPort(demo.sum.input(index)))
    }
    #expect(frame.outputAnchor(0) == GraphPoint(frame.rect.maxX, frame.rect.midY))
    #expect(demo.view.hitTest(frame.rect.center) == .titleBar(demo.sum))
    #expect(demo.view.path(of: wire)?.target == frame.inputAnchor(0), "lines end at the ports")
  }

  @Test func aDotIsMovedByItsMiddleAndWiredByItsSides() throws {
    show(NodeLook(form: .dot), demo.sum)
    let frame = try #require(demo.view.frame(of: demo.sum))
    #expect(frame.inputAnchor(2) == GraphPoint(frame.rect.minX, frame.rect.midY))
    #expect(demo.view.hitTest(frame.rect.center) == .item(demo.sum))
    #expect(demo.view.hitTest(frame.outputAnchor(0)) == .outputPort(demo.sum.output))
    drag(from: frame.rect.center, to: frame.rect.center + GraphPoint(30, 0))
    #expect(demo.view.frame(of: demo.sum)?.origin == frame.origin + GraphPoint(30, 0))
  }

  // MARK: Connections

  @Test func aWireGoesThroughItsReroutesAndKeepsThemWhenNodesMove() throws {
    let point = GraphPoint(480, 120)
    demo.host.looks.connections[wire] = ConnectionLook(reroutes: [point])
    demo.view.reload(demo.sum)
    #expect(try #require(demo.view.path(of: wire)).distance(to: point) < 1e-6)
    #expect(demo.view.hitTest(point) == .reroute(wire, 0))
    try demo.host.graph.move(demo.one, to: GraphPoint(0, 0))
    demo.view.reload(demo.one)
    #expect(try #require(demo.view.path(of: wire)).distance(to: point) < 1e-6)
    try demo.host.graph.disconnect(demo.sum.input(0))
    demo.view.reload(demo.sum)
    #expect(demo.view.hitTest(point) == .background)
    demo.view.checkInvariants()
  }

  @Test func aRerouteIsMadeMovedAndTakenAway() throws {
    let line = try #require(demo.view.path(of: wire))
    _ = demo.host.takeLog()
    drag(from: line.labelPoint, to: GraphPoint(480, 100), .command)
    #expect(demo.host.looks.connections[wire]?.reroutes == [GraphPoint(480, 100)])
    #expect(demo.host.log.last == "shown" && demo.host.log.contains { $0.hasPrefix("reroute") })
    drag(from: GraphPoint(480, 100), to: GraphPoint(500, 60))
    #expect(demo.host.looks.connections[wire]?.reroutes == [GraphPoint(500, 60)])
    // The Escape key restores the reroute.
    for action in [
      InputEvent.Action.down(pointer: 0, at: GraphPoint(500, 60), button: .primary),
      .moved(pointer: 0, at: GraphPoint(700, 80)), .key(.escape),
    ] { demo.view.handle(InputEvent(action, time: 5)) }
    #expect(demo.host.looks.connections[wire]?.reroutes == [GraphPoint(500, 60)])
    demo.view.handle(InputEvent(.up(pointer: 0, at: GraphPoint(700, 80)), time: 5))
    for time in [10, 10.05, 10.1, 10.15] {
      let isDown = time == 10 || time == 10.1
      demo.view.handle(
        InputEvent(
          isDown
            ? .down(pointer: 0, at: GraphPoint(500, 60), button: .primary) : .up(pointer: 0, at: GraphPoint(500, 60)),
          time: time))
    }
    #expect(demo.host.looks.connections[wire]?.reroutes == [])
  }

  @Test func aLookHasALabelAndAColorUnlessTheHostSaysOtherwise() {
    demo.host.looks.connections[wire] = ConnectionLook(label: "price", color: GraphColor(0x336699))
    demo.view.reload(demo.sum)
    #expect(texts().contains("price"))
    #expect(demo.view.attributes(of: wire) == EdgeAttributes(label: "price", paint: Paint(0x336699)))
    demo.view.edgeAttributes[wire] = EdgeAttributes(label: "own")
    #expect(demo.view.attributes(of: wire) == EdgeAttributes(label: "own", paint: Paint(0x336699)))
    demo.view.edgeAttributes = [:]
    demo.host.looks.connections[wire] = nil
    demo.view.reload(demo.sum)
    #expect(demo.view.attributes(of: wire) == nil)
  }

  @Test(arguments: [GraphViewStyle.classic, .light])
  func aLookHasAWidthAndDashesUnlessTheHostSaysOtherwise(style: GraphViewStyle) throws {
    let demo = try Demo(.desktop)
    demo.view.style = style
    let wire = Connection(from: demo.one.output, to: demo.sum.input(0))
    func strokes() throws -> [Stroke] {
      let canvas = RecordingCanvas()
      demo.view.draw(in: canvas)
      let path = try #require(demo.view.path(of: wire)).path
      return canvas.drawings.compactMap { drawing -> Stroke? in
        if case .stroke(let drawn, let stroke) = drawing, drawn == path { stroke } else { nil }
      }
    }
    func stroke() throws -> Stroke { try #require(try strokes().last) }
    let usual = try stroke()
    func show(_ width: Double?, _ dash: [Double]) {
      demo.host.looks.connections[wire] = ConnectionLook(width: width, dash: dash)
      demo.view.reload(demo.sum)
    }
    show(7, [5, 3])
    #expect(try stroke().width == 7 && stroke().dash == [5, 3] && stroke().paint == usual.paint)
    #expect(try strokes().count > 1 && strokes().allSatisfy { $0.width >= 7 }, "what is drawn around it is as wide")
    show(1.5, [])
    #expect(try stroke().width == 1.5 && stroke().dash == usual.dash, "narrower than usual")
    demo.view.select(GraphSelection(connections: [wire]))
    #expect(try stroke().width == demo.view.style.selectedEdgeStroke.width, "but not where it is selected")
    demo.view.select(GraphSelection())
    show(.nan, [.nan])
    #expect(try stroke() == usual)
    show(7, [5, 3])
    demo.view.edgeAttributes[wire] = EdgeAttributes(width: 2.5, dash: [1, 1])
    #expect(try stroke().width == 2.5 && stroke().dash == [1, 1])
    demo.view.edgeAttributes[wire] = EdgeAttributes(isAnimated: true)
    #expect(try stroke().width == 7 && stroke().dash == [5, 3] && stroke().isAnimated)
    let picture = SVGCanvas(size: GraphSize(1000, 900))
    demo.view.draw(in: picture)
    #expect(picture.text.contains("stroke-width=\"7\"") && picture.text.contains("stroke-dasharray=\"5 3\""))
  }

  @Test func aWideWireIsDrawnWhereverItReaches() throws {
    for style in [GraphViewStyle.classic, .light] {
      let demo = try Demo(.desktop)
      demo.view.style = style
      let wire = Connection(from: demo.one.output, to: demo.sum.input(0))
      _ = demo.view.takeDirtyRegion()
      demo.host.looks.connections[wire] = ConnectionLook(width: 1000)
      demo.view.reload(demo.sum)
      let bounds = try #require(demo.view.path(of: wire)).bounds
      let edge = GraphRect(x: bounds.midX, y: bounds.minY - 31, width: 1, height: 1)
      guard case .parts(let parts)? = demo.view.takeDirtyRegion() else { return }
      #expect(parts.contains { $0.union(edge) == $0 })
      let canvas = RecordingCanvas()
      demo.view.draw(in: canvas, region: edge)
      #expect(
        canvas.drawings.contains { if case .stroke(_, let stroke) = $0 { stroke.width == 64 } else { false } })
    }
  }

  private func texts() -> [String] {
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    return canvas.texts
  }

  // MARK: Frames

  @Test func aFrameTakesAlongWhatLiesInItWhenTheDragBegins() throws {
    let frame = FrameID(1)
    demo.host.looks.frames = [
      frame: GraphFrame("Inputs", GraphRect(x: 200, y: -40, width: 300, height: 900)),
      FrameID(2): GraphFrame("inner", GraphRect(x: 210, y: 0, width: 100, height: 100)),
      FrameID(3): GraphFrame("beside", GraphRect(x: 480, y: 0, width: 100, height: 100)),
    ]
    demo.host.looks.connections[wire] = ConnectionLook(reroutes: [GraphPoint(460, 300), GraphPoint(540, 300)])
    demo.view.reload()
    let places = [demo.one, demo.two, demo.sum].map { demo.view.frame(of: $0)?.origin ?? .zero }
    #expect(demo.view.hitTest(GraphPoint(300, -20)) == .frame(frame))
    #expect(demo.view.hitTest(GraphPoint(205, 500)) == .background, "rectangles can be opened in a frame")
    _ = demo.host.takeLog()
    drag(from: GraphPoint(300, -20), to: GraphPoint(900, 80))
    let offset = GraphPoint(600, 100)
    #expect(demo.view.frame(of: demo.one)?.origin == places[0] + offset)
    #expect(demo.view.frame(of: demo.two)?.origin == places[1] + offset)
    #expect(demo.view.frame(of: demo.sum)?.origin == places[2], "it only passed over that")
    #expect(demo.host.looks.frames[frame]?.rect.origin == GraphPoint(800, 60))
    #expect(demo.host.looks.frames[FrameID(2)]?.rect.origin == GraphPoint(810, 100))
    #expect(demo.host.looks.frames[FrameID(3)]?.rect.origin == GraphPoint(480, 0))
    #expect(demo.host.looks.connections[wire]?.reroutes == [GraphPoint(1060, 400), GraphPoint(540, 300)])
    #expect(demo.host.log.suffix(2).first?.hasPrefix("moved ") == true && demo.host.log.last == "shown")
    #expect(demo.view.frames == demo.host.looks.frames)
  }

  @Test func aFrameIsMadeLargerByItsCornerAndAnEscapePutsItBack() {
    let frame = FrameID(0)
    demo.host.looks.frames = [frame: GraphFrame("Inputs", GraphRect(x: 20, y: 700, width: 100, height: 100))]
    demo.view.reload()
    drag(from: GraphPoint(115, 795), to: GraphPoint(215, 845))
    #expect(demo.view.frames[frame]?.rect == GraphRect(x: 20, y: 700, width: 200, height: 150))
    for action in [
      InputEvent.Action.down(pointer: 0, at: GraphPoint(215, 845), button: .primary),
      .moved(pointer: 0, at: GraphPoint(0, 0)),
    ] { demo.view.handle(InputEvent(action, time: 5)) }
    #expect(demo.view.frames[frame]?.rect.size == GraphSize(48, 48), "a frame is never nothing")
    demo.view.handle(InputEvent(.key(.escape), time: 5))
    #expect(demo.host.looks.frames[frame]?.rect == GraphRect(x: 20, y: 700, width: 200, height: 150))
  }

  @Test func aFrameIsDrawnBehindEverythingAndIsAPartByItself() {
    var view: GraphView { demo.view }
    view.style = .light
    demo.host.looks.frames = [FrameID(0): GraphFrame("Inputs", GraphRect(x: 0, y: 0, width: 500, height: 500))]
    view.reload()
    #expect(texts().first == "Inputs")
    let part = view.parts(in: view.viewport.visible).first { $0.content == .frame(FrameID(0)) }
    #expect(part?.origin == .zero)
    #expect(
      view.parts(in: view.viewport.visible).allSatisfy { $0.content == part?.content || $0.depth > part?.depth ?? 0 })
  }

  // MARK: The host that keeps them

  @Test func aHostUndoesWhatWasDraggedAsOneStep() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    let (one, sum) = (try graph.add("Number", at: .zero), try graph.add("Add", at: GraphPoint(600, 0)))
    try graph.connect(one.output, to: sum.input(0))
    let view = GraphView(size: GraphSize(1200, 900), profile: .editor, style: .light)
    let host = GraphHost(graph, in: view)
    host.editLooks { $0.frames[FrameID(0)] = GraphFrame("all", GraphRect(x: -50, y: -50, width: 900, height: 400)) }
    let wire = Connection(from: one.output, to: sum.input(0))
    func drag(_ start: GraphPoint, _ end: GraphPoint, _ modifiers: InputEvent.Modifiers = []) {
      for action in [
        InputEvent.Action.down(pointer: 0, at: start, button: .primary),
        .moved(pointer: 0, at: start + GraphPoint(6, 0)),
        .moved(pointer: 0, at: end), .up(pointer: 0, at: end),
      ] { view.handle(InputEvent(action, time: 1, modifiers: modifiers)) }
    }
    drag(try #require(view.path(of: wire)).labelPoint, GraphPoint(400, 200), .command)
    #expect(host.looks.connections[wire]?.reroutes == [GraphPoint(400, 200)])
    drag(GraphPoint(300, -30), GraphPoint(340, 10))
    #expect(host.graph.position(of: one) == GraphPoint(40, 40))
    #expect(host.looks.connections[wire]?.reroutes == [GraphPoint(440, 240)])
    host.undo()
    #expect(host.graph.position(of: one) == .zero && host.looks.frames[FrameID(0)]?.rect.origin == GraphPoint(-50, -50))
    #expect(host.looks.connections[wire]?.reroutes == [GraphPoint(400, 200)])
    host.undo()
    #expect(host.looks.connections[wire]?.reroutes ?? [] == [] && host.looks.frames.count == 1)
    host.redo()
    host.redo()
    #expect(view.frames[FrameID(0)]?.rect.origin == GraphPoint(-10, -10))
    #expect(try #require(view.path(of: wire)).distance(to: GraphPoint(440, 240)) < 1e-6)
  }

  @Test func anUndoDuringTheDragOfANewRerouteLeavesTheOthersAlone() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    let (one, sum) = (try graph.add("Number", at: .zero), try graph.add("Add", at: GraphPoint(600, 0)))
    try graph.connect(one.output, to: sum.input(0))
    let view = GraphView(size: GraphSize(1200, 900), profile: .editor, style: .light)
    let host = GraphHost(graph, in: view)
    let wire = Connection(from: one.output, to: sum.input(0))
    let there = GraphPoint(400, 200)
    host.editLooks { $0.connections[wire] = ConnectionLook(reroutes: [there]) }
    let start = try #require(view.frame(of: one)).outputAnchor(0) + GraphPoint(24, 1)
    func send(_ actions: InputEvent.Action...) {
      for action in actions { view.handle(InputEvent(action, time: 1, modifiers: .command)) }
    }
    send(.down(pointer: 0, at: start, button: .primary), .moved(pointer: 0, at: start + GraphPoint(20, 20)))
    try #require(host.looks.connections[wire]?.reroutes.count == 2)
    host.undo()
    send(.moved(pointer: 0, at: GraphPoint(200, 300)))
    #expect(host.looks.connections[wire]?.reroutes == [there])
    view.handle(InputEvent(.key(.escape), time: 1))
    #expect(host.looks.connections[wire]?.reroutes == [there])
    view.checkInvariants()
  }
}
