// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Ports at any edge of a node, and lines between them.
@Suite struct PortSideTests {
  private let demo: Demo
  private var wire: Connection { Connection(from: demo.one.output, to: demo.sum.input(0)) }

  init() throws { demo = try Demo(.editor) }

  private func show(_ look: NodeLook, _ node: NodeID) throws -> NodeFrame {
    demo.host.looks.nodes[node] = look
    demo.view.reload(node)
    demo.view.checkInvariants()
    return try #require(demo.view.frame(of: node))
  }

  /// Whether a point is on an edge of a rectangle.
  private func isAt(_ side: NodeSide, _ point: GraphPoint, of rect: GraphRect) -> Bool {
    switch side {
    case .left: point.x == rect.minX && rect.minY < point.y && point.y < rect.maxY
    case .right: point.x == rect.maxX && rect.minY < point.y && point.y < rect.maxY
    case .top: point.y == rect.minY && rect.minX < point.x && point.x < rect.maxX
    case .bottom: point.y == rect.maxY && rect.minX < point.x && point.x < rect.maxX
    }
  }

  // MARK: Nodes

  @Test(arguments: NodeLook.Form.allCases, NodeLook.Flow.allCases)
  func aNodeHasItsInputsOppositeToItsOutputs(_ form: NodeLook.Form, _ flow: NodeLook.Flow) throws {
    let frame = try show(NodeLook(form: form, flow: flow), demo.sum)
    let usual = try show(NodeLook(form: form), demo.sum)
    #expect(form == .dot || frame.rect == usual.rect, "a node that is turned is as large")
    #expect(form == .dot || frame.inputRow(1) == usual.inputRow(1) && frame.outputRow(0) == usual.outputRow(0))
    let shown = try show(NodeLook(form: form, flow: flow), demo.sum)
    var places: [GraphPoint] = []
    for index in 0..<3 {
      let place = shown.inputAnchor(index)
      #expect(shown.inputSide(index) == flow.side.opposite && isAt(flow.side.opposite, place, of: shown.rect))
      if form != .dot { #expect(demo.view.hitTest(place) == .inputPort(demo.sum.input(index))) }
      places.append(place)
    }
    if form != .dot { for (one, other) in zip(places, places.dropFirst()) { #expect(one.distance(to: other) >= 12) } }
    let output = shown.outputAnchor(0)
    #expect(shown.outputSide(0) == flow.side && isAt(flow.side, output, of: shown.rect))
    #expect(demo.view.hitTest(output) == .outputPort(demo.sum.output))
    #expect(demo.view.path(of: wire)?.target == places[0], "lines end at the ports")
  }

  @Test func aRowPutsItsPortAtAnyEdgeAndStaysWhereItIs() throws {
    let usual = try #require(demo.view.frame(of: demo.sum))
    demo.host.inputSides[demo.sum.input(1)] = .top
    demo.host.outputSides[demo.sum.output] = .left
    demo.view.reload(demo.sum)
    let frame = try #require(demo.view.frame(of: demo.sum))
    #expect(frame.inputAnchor(0) == usual.inputAnchor(0) && frame.inputAnchor(2) == usual.inputAnchor(2))
    #expect(frame.inputAnchor(1) == GraphPoint(usual.rect.midX, usual.rect.minY))
    #expect(frame.outputAnchor(0) == GraphPoint(usual.rect.minX, usual.outputRow(0).midY))
    #expect(frame.inputRow(1) == usual.inputRow(1) && frame.outputRow(0) == usual.outputRow(0))
    #expect(demo.view.hitTest(frame.inputAnchor(1)) == .inputPort(demo.sum.input(1)))
    // The row's side takes precedence over the node's look, which applies where the row states none.
    let turned = try show(NodeLook(flow: .down), demo.sum)
    #expect(turned.inputSide(0) == .top && turned.inputSide(1) == .top && turned.outputSide(0) == .left)
    demo.host.inputSides = [:]
    demo.host.outputSides = [:]
    #expect(try show(NodeLook(), demo.sum) == usual)
  }

  @Test func manyPortsOnTopMakeANodeWider() {
    let size = GraphSize(20, 10)
    let frame = NodeFrame(
      at: .zero, titleHeight: 20, item: .zero, inputs: Array(repeating: size, count: 40), outputs: [size])
    let turned = frame.withPorts(at: Array(repeating: .top, count: 40), [.right])
    #expect(turned.width == 480 && turned.inputAnchor(39) == GraphPoint(474, 0))
    #expect(turned.outputAnchor(0).x == 480, "at the edge of the wider node")
    #expect(turned.ports(from: -5, to: 5).inputs == 0..<40)
  }

  @Test func aWireIsPulledFromAPortOnTopToOneAtTheBottom() throws {
    let (one, sum) = (try show(NodeLook(flow: .up), demo.one), try show(NodeLook(flow: .up), demo.sum))
    let (start, end) = (one.outputAnchor(0), sum.inputAnchor(1))
    for action in [
      InputEvent.Action.down(pointer: 0, at: start, button: .primary), .moved(pointer: 0, at: start - GraphPoint(0, 9)),
      .moved(pointer: 0, at: GraphPoint(500, 720)),
    ] { demo.view.handle(InputEvent(action, time: 1)) }
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    let pulled = EdgePath(
      from: EdgeEnd(start, .top), to: EdgeEnd(GraphPoint(500, 720), .bottom), course: EdgeStyle.curve)
    #expect(
      canvas.drawings.contains { if case .stroke(pulled.path, _) = $0 { true } else { false } }, "it leaves upwards")
    demo.view.handle(InputEvent(.moved(pointer: 0, at: end), time: 2))
    demo.view.handle(InputEvent(.up(pointer: 0, at: end), time: 3))
    #expect(demo.host.graph.sources(of: demo.sum.input(1)) == [demo.one.output])
    let path = try #require(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(1))))
    #expect(path.sourceSide == .top && path.targetSide == .bottom && path.source == start && path.target == end)
  }

  // MARK: Lines

  private static let styles: [EdgeStyle] = [
    .curve, .straight, .orthogonal, .smoothStep(radius: 8), .lanes(radius: 12),
  ]

  /// The corners of a path, without control points.
  private func stops(_ path: DrawingPath) -> [GraphPoint] {
    path.elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point), .curve(_, _, let point): point
      case .close: nil
      }
    }
  }

  /// The directions in which a path begins and ends.
  private func ways(_ path: DrawingPath) -> (GraphPoint, GraphPoint) {
    let all = path.elements.flatMap { element -> [GraphPoint] in
      switch element {
      case .move(let point), .line(let point): [point]
      case .curve(let control1, let control2, let end): [control1, control2, end]
      case .close: []
      }
    }
    let moves = zip(all, all.dropFirst()).filter { $0 != $1 }.map { $1 - $0 }
    return (moves.first ?? .zero, moves.last ?? .zero)
  }

  @Test func aLineLeavesAndReachesNodesAtRightAnglesAndNeverTurnsOnItself() {
    var random = SplitMix64(seed: 3)
    for round in 0..<4000 {
      func place() -> GraphPoint { GraphPoint(Double(random.below(40)) * 15, Double(random.below(40)) * 15) }
      let source = EdgeEnd(place(), NodeSide.allCases[random.below(4)])
      let target = EdgeEnd(place(), NodeSide.allCases[random.below(4)])
      let reroutes = (0..<[0, 0, 1, 2][random.below(4)]).map { _ in place() }
      let style = Self.styles[random.below(5)]
      let path = EdgePath(from: source, to: target, reroutes: reroutes, course: style)
      let (start, end) = (source.point + source.side.outward * 4, target.point + target.side.outward * 4)
      let stops = stops(path.path)
      #expect(stops.first == start && stops.last == end, "\(round)")
      #expect(path.source == source.point && path.target == target.point)
      for point in reroutes where style != .straight { #expect(path.distance(to: point) < 13, "\(round)") }
      // A target straight ahead is reached by a straight line.
      let isInLine = start.x == end.x || start.y == end.y
      if style == .straight || target.side == source.side.opposite && isInLine { continue }
      let (away, into) = ways(path.path)
      let outward = source.side.outward
      let inward = target.side.opposite.outward
      #expect(away.x * outward.x + away.y * outward.y > 0 && away.x * outward.y == away.y * outward.x, "\(round)")
      #expect(
        into.x * inward.x + into.y * inward.y > 0 && abs(into.x * inward.y - into.y * inward.x) < 1e-9, "\(round)")
      guard style == .orthogonal else { continue }
      for (one, other) in zip(stops, stops.dropFirst()) { #expect(one.x == other.x || one.y == other.y, "\(round)") }
      if !reroutes.isEmpty { continue }
      for index in stops.indices.dropFirst(2) {
        let (one, other) = (stops[index - 1] - stops[index - 2], stops[index] - stops[index - 1])
        #expect(one.x * other.x + one.y * other.y >= 0, "\(round): \(stops) turns back")
      }
    }
  }

  @Test func aLineThatIsTurnedOrMirroredIsTheSameLine() {
    let turns: [(side: NodeSide, place: (GraphPoint) -> GraphPoint)] = [
      (.left, { GraphPoint(-$0.x, $0.y) }), (.bottom, { GraphPoint($0.y, $0.x) }), (.top, { GraphPoint($0.y, -$0.x) }),
    ]
    var random = SplitMix64(seed: 5)
    for _ in 0..<1000 {
      func place() -> GraphPoint { GraphPoint(Double(random.below(600)), Double(random.below(600))) }
      let (source, target, reroutes) = (place(), place(), random.oneIn(2) ? [] : [place(), place()])
      let style = Self.styles[random.below(5)]
      let level = EdgePath(from: source, to: target, reroutes: reroutes, style: style)
      #expect(
        level == EdgePath(from: EdgeEnd(source, .right), to: EdgeEnd(target, .left), reroutes: reroutes, course: style))
      for (side, turned) in turns {
        let path = EdgePath(
          from: EdgeEnd(turned(source), side), to: EdgeEnd(turned(target), side.opposite),
          reroutes: reroutes.map(turned), course: style)
        #expect(stops(path.path) == stops(level.path).map(turned), "\(side)")
        #expect(path.labelPoint.distance(to: turned(level.labelPoint)) < 1e-9)
        #expect(path.distance(to: turned(.zero)) == level.distance(to: .zero))
      }
    }
  }

  @Test func markersPointTheWayValuesFlow() throws {
    demo.view.style.targetMarker = .arrow(8)
    _ = try show(NodeLook(flow: .down), demo.sum)
    let path = try #require(demo.view.path(of: wire))
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    let arrow = try #require(EdgeMarker.arrow(8).path(at: path.target - GraphPoint(0, 8), direction: GraphPoint(0, 1)))
    #expect(canvas.drawings.contains { if case .fill(arrow, _) = $0 { true } else { false } }, "down onto the port")
  }
}
