// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct ThemedPainterTests {
  private let palette = GraphPalette.light

  private func demo(_ style: GraphViewStyle = .light) throws -> Demo {
    let demo = try Demo(.desktop)
    demo.view.style = style
    return demo
  }

  private func drawings(_ view: GraphView) -> [RecordingCanvas.Drawing] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    view.checkInvariants()
    return canvas.drawings
  }

  private func fills(_ view: GraphView, _ paint: Paint) -> [DrawingPath] {
    drawings(view).compactMap { if case .fill(let path, paint) = $0 { path } else { nil } }
  }

  private func strokes(_ view: GraphView) -> [(path: DrawingPath, stroke: Stroke)] {
    drawings(view).compactMap { if case .stroke(let path, let stroke) = $0 { (path, stroke) } else { nil } }
  }

  private func anchor(_ demo: Demo, input index: Int) throws -> GraphPoint {
    try #require(demo.view.frame(of: demo.sum)).inputAnchor(index)
  }

  @Test func theClassicLookIsTheDefault() {
    #expect(GraphViewStyle.classic == GraphViewStyle())
    #expect(GraphViewStyle.classic.palette == nil)
    #expect(GraphView(size: .zero).style == .classic)
  }

  @Test func aThemedViewGoesBackToTheClassicLookWithoutATrace() throws {
    let demo = try Demo()
    let before = drawings(demo.view)
    demo.view.style = .dark
    #expect(drawings(demo.view) != before)
    demo.view.style = .classic
    #expect(drawings(demo.view) == before)
    // Setting a palette makes the view request appearances; removing it drops them.
    demo.host.appearance = NodeAppearance(titleHeight: 100)
    demo.view.style.palette = .light
    #expect(demo.view.frame(of: demo.one)?.titleHeight == 100)
    demo.view.style.palette = nil
    #expect(drawings(demo.view) == before)
  }

  @Test func portsAreFilledWhereConnectedAndHollowWhereFree() throws {
    let demo = try demo()
    let view = demo.view
    let filled = fills(view, palette.types.number)
    for index in [0, 2] {
      #expect(filled.contains(PortShape.disc.path(at: try anchor(demo, input: index), diameter: 10)))
    }
    let free = try anchor(demo, input: 1)
    #expect(!filled.contains(PortShape.disc.path(at: free, diameter: 10)))
    let ring = PortShape.disc.path(at: free, diameter: 8.2)
    #expect(strokes(view).contains { $0.path == ring && $0.stroke == Stroke(palette.types.number, width: 1.8) })
    // The sum's output has no consumer.
    let output = try #require(view.frame(of: demo.sum)).outputAnchor(0)
    #expect(!filled.contains(PortShape.disc.path(at: output, diameter: 10)))
    let connected = try #require(view.frame(of: demo.one)).outputAnchor(0)
    #expect(filled.contains(PortShape.disc.path(at: connected, diameter: 10)))
  }

  @Test func groundKeepsAPortApartFromItsHalosAlsoWhereItIsConnected() throws {
    let demo = try self.demo()
    let view = demo.view
    let place = try anchor(demo, input: 0)
    func disc(_ diameter: Double) -> DrawingPath { PortShape.disc.path(at: place, diameter: diameter) }
    #expect(!fills(view, palette.body).contains(disc(13.2)))
    view.profile = .editor
    demo.move(view.viewport.viewPoint(place))
    #expect(view.hovered == .inputPort(demo.sum.input(0)))
    #expect(fills(view, palette.body).contains(disc(15.2)) && fills(view, palette.types.number).contains(disc(12)))
    // An input under the end of a wire has a ring of width 2.5.
    demo.drag(view.viewport.viewPoint(place), view.viewport.viewPoint(place) + GraphPoint(-200, -150))
    let output = try #require(view.frame(of: demo.two)).outputAnchor(0)
    demo.down(view.viewport.viewPoint(output))
    demo.move(view.viewport.viewPoint(output) + GraphPoint(20, 0))
    demo.move(view.viewport.viewPoint(place))
    #expect(strokes(view).contains { $0.path == disc(19) && $0.stroke == Stroke(palette.candidate, width: 2.5) })
  }

  @Test func typesHaveShapesOfTheirOwn() throws {
    let demo = try demo()
    let label = try demo.host.graph.add("Write", named: "Out", at: GraphPoint(800, 10))
    demo.view.reload(label)
    let place = try #require(demo.view.frame(of: label)).inputAnchor(0)
    let bar = PortShape.bar.path(at: place, diameter: 8.2)
    #expect(strokes(demo.view).contains { $0.path == bar && $0.stroke.paint == palette.types.text })
  }

  @Test func theHostsColoursComeFirst() throws {
    let demo = try demo()
    let (red, green) = (Paint(0xff0000), Paint(0x00ff00))
    demo.host.paints = ["One": red, "Number": green]
    demo.view.reload()
    #expect(fills(demo.view, red).count == 1)
    #expect(strokes(demo.view).count { $0.stroke.paint == green && $0.stroke.width == 2 } == 2)
    #expect(fills(demo.view, palette.types.number).isEmpty)
  }

  @Test func theGroundKeepsLinesApartThatCross() throws {
    let demo = try demo()
    let lines = strokes(demo.view)
    for connection in demo.host.graph.connections {
      let path = try #require(demo.view.path(of: connection)).path
      let ground = try #require(lines.firstIndex { $0.path == path && $0.stroke.paint == palette.canvas })
      let line = try #require(lines.firstIndex { $0.path == path && $0.stroke.paint == palette.types.number })
      #expect(ground < line)
      #expect(lines[ground].stroke.width == lines[line].stroke.width + 4)
    }
  }

  @Test func statesAreToldApart() throws {
    let demo = try demo()
    let view = demo.view
    func outline(_ node: NodeID, _ outside: Double) throws -> DrawingPath {
      DrawingPath(try #require(view.frame(of: node)).rect.expanded(by: outside), cornerRadius: 10 + outside)
    }
    func has(_ path: DrawingPath, _ stroke: Stroke) -> Bool {
      strokes(view).contains { $0.path == path && $0.stroke == stroke }
    }
    let (one, two) = (demo.one, demo.two)
    #expect(try has(outline(one, 0), Stroke(palette.border)))
    view.select(GraphSelection(nodes: [one]))
    view.focused = .titleBar(two)
    #expect(try has(outline(one, 1), Stroke(palette.accent, width: 2)))
    #expect(try !has(outline(two, 1), Stroke(palette.accent, width: 2)))
    #expect(try has(outline(two, 6), Stroke(palette.ink, width: 2)))
    #expect(try !has(outline(one, 6), Stroke(palette.ink, width: 2)))
    // If a port is focused, the ring is around the port.
    view.focused = .inputPort(demo.sum.input(1))
    #expect(has(PortShape.disc.path(at: try anchor(demo, input: 1), diameter: 21), Stroke(palette.ink, width: 2)))
    #expect(try !has(outline(demo.sum, 6), Stroke(palette.ink, width: 2)))
    #expect(try !has(outline(two, 6), Stroke(palette.ink, width: 2)))
  }

  @Test func whatIsBelowThePointerIsRaised() throws {
    let demo = try demo()
    let view = demo.view
    let frame = try #require(view.frame(of: demo.two)).rect
    let plain = Stroke(palette.border)
    let raised = Stroke(palette.secondaryInk, width: 1.25)
    func border() -> [Stroke] {
      strokes(view).filter { $0.path == DrawingPath(frame, cornerRadius: 10) }.map(\.stroke)
    }
    #expect(border() == [plain])
    _ = view.takeDirtyRegion()
    demo.move(frame.origin + GraphPoint(60, 10))
    #expect(view.hovered == .titleBar(demo.two))
    #expect(border() == [raised])
    #expect(view.takeDirtyRegion()?.contains(frame) == true)
    demo.move(Demo.nowhere)
    #expect(view.hovered == nil)
    #expect(border() == [plain])
    #expect(view.takeDirtyRegion()?.contains(frame) == true)
    // A view whose style doesn't show hovering doesn't track it.
    view.style = .classic
    demo.move(frame.origin + GraphPoint(60, 10))
    #expect(view.hovered == nil)
  }

  @Test func aFailureIsRedAndHasASign() throws {
    let demo = try Demo()
    demo.host.failing = ["Two"]
    demo.view.style = .light
    demo.view.rendererProvider = nil
    demo.view.present(demo.host)
    let frame = try #require(demo.view.frame(of: demo.two)).rect
    let outline = DrawingPath(frame, cornerRadius: 10)
    #expect(strokes(demo.view).contains { $0.path == outline && $0.stroke == Stroke(palette.danger, width: 1.75) })
    #expect(fills(demo.view, palette.failedHead).count == 1)
    #expect(fills(demo.view, palette.danger).count == 1)
    // The disc at the corner is visible at small scales.
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), zoom: 0.125, zoomRange: 0.1...3)
    let red = fills(demo.view, palette.danger).compactMap(\.asRectangle)
    let rect = try #require(demo.view.frame(of: demo.two)).rect
    // The block is red as well; its corners have a radius of 3 points on the screen, and a gap separates it from the disc.
    try #require(red.count == 2)
    #expect(red[0].rect == rect && red[0].cornerRadius * 0.125 == 3)
    #expect(red[1].rect.width * 0.125 == 10)
    #expect(fills(demo.view, palette.canvas).compactMap(\.asRectangle).contains { $0.rect.width * 0.125 == 13 })
  }

  @Test func candidatesGlowTheGroundLightensAndTheRestStepsBack() throws {
    let demo = try demo()
    let view = demo.view
    let output = try #require(view.frame(of: demo.one)).outputAnchor(0)
    demo.time += 1
    demo.down(output)
    demo.move(output + GraphPoint(40, 20))
    var tint = palette.candidate
    tint.opacity = 0.11
    #expect(fills(view, tint).count == 3)
    #expect(fills(view, palette.canvas).isEmpty && fills(view, palette.wiringCanvas).count == 1)
    let groups = drawings(view).compactMap { drawing in
      if case .beginGroup(let group) = drawing, group.id != nil { group } else { nil }
    }
    let opacities = Dictionary(uniqueKeysWithValues: groups.map { ($0.id ?? "", $0.opacity) })
    #expect(opacities["node-\(demo.two)"] == 0.5 && opacities["node-\(demo.one)"] == 1)
    #expect(opacities["node-\(demo.sum)"] == 1 && opacities["connections"] == 0.5)

    // Near an input, the wire snaps to it and its row is marked.
    demo.move(try anchor(demo, input: 1) + GraphPoint(-3, 2))
    tint.opacity = 0.24
    #expect(fills(view, tint).count == 1)
    demo.key(.escape)
    #expect(fills(view, palette.wiringCanvas).isEmpty)
  }

  @Test func aWireIsRedOverAnInputThatRefusesIt() throws {
    let demo = try demo()
    let view = demo.view
    let output = try #require(view.frame(of: demo.sum)).outputAnchor(0)
    let row = try #require(view.frame(of: demo.sum)).inputRow(0)
    demo.time += 1
    demo.down(output)
    demo.move(output + GraphPoint(40, 20))
    #expect(!strokes(view).contains { $0.stroke.paint == palette.danger && $0.stroke.width == 2.5 })
    demo.move(GraphPoint(row.midX, row.midY))
    #expect(strokes(view).contains { $0.stroke.paint == palette.danger && $0.stroke.dash == [6, 4] })
    #expect(fills(view, palette.dangerGround).count == 1)
  }

  @Test func rowsThatRefuseAWireSayWhyInAWord() throws {
    let demo = try demo()
    let view = demo.view
    demo.host.givesWords = true
    let output = try #require(view.frame(of: demo.sum)).outputAnchor(0)
    let row = try #require(view.frame(of: demo.sum)).inputRow(0)
    func words() -> [String: [TextStyle]] {
      var found: [String: [TextStyle]] = [:]
      for case .text(let text, _, let style) in drawings(view) { found[text, default: []].append(style) }
      return found
    }
    demo.time += 1
    demo.down(output)
    demo.move(output + GraphPoint(40, 20))
    #expect(words()["loop"]?.count == 3)
    #expect(words()["loop"]?.allSatisfy { $0.size == 11 && $0.paint == palette.danger && !$0.isBold } == true)
    #expect(words()["x"]?.map(\.paint) == [palette.ink])
    // Under the pointer, a cross replaces the word, because the hint has the full reason.
    demo.move(GraphPoint(row.midX, row.midY))
    #expect(words()["loop"]?.count == 2 && words()["x"]?.map(\.paint) == [palette.danger])
    demo.key(.escape)
    demo.up(output)
    #expect(words()["loop"] == nil)
    // A node with rows that state a reason isn't dimmed. A type mismatch is one of the reasons.
    let other = try demo.host.graph.add("Write", at: GraphPoint(300, 600))
    view.reload(other)
    demo.time += 1
    demo.down(output)
    demo.move(output + GraphPoint(40, 20))
    #expect(words()["type"]?.count == 1)
    let groups = drawings(view).compactMap { if case .beginGroup(let group) = $0 { group } else { nil } }
    #expect(groups.first { $0.id == "node-\(other)" }?.opacity == 1)
    #expect(groups.first { $0.id == "node-\(demo.one)" }?.opacity == 0.5)
  }

  @Test func theConnectionThatGivesWayIsDotted() throws {
    let demo = try demo()
    let view = demo.view
    let path = try #require(view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0)))).path
    func dash() -> [Double]? { strokes(view).last { $0.path == path }?.stroke.dash }
    let output = try #require(view.frame(of: demo.two)).outputAnchor(0)
    demo.time += 1
    demo.down(output)
    demo.move(try anchor(demo, input: 1))
    #expect(dash() == [])
    demo.move(try anchor(demo, input: 0))
    #expect(dash() == [2, 5])
    demo.key(.escape)
    #expect(dash() == [])
  }

  @Test func linesAroundNodesKeepTheirWidthOnTheScreen() throws {
    let demo = try demo()
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), zoom: 0.5)
    let borders = strokes(demo.view).filter { $0.stroke.paint == palette.border }
    #expect(borders.count == 3 && borders.allSatisfy { $0.stroke.width == 2 })
  }

  @Test func farAwayNodesAreBlocksAndConnectionsStraight() throws {
    let demo = try demo()
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), zoom: 0.2, zoomRange: 0.01...3)
    #expect(fills(demo.view, palette.blocks.formula).count == 3)
    func titles() -> [Double] {
      drawings(demo.view).compactMap { drawing in
        if case .text("Add", _, let style) = drawing { style.size * demo.view.viewport.zoom } else { nil }
      }
    }
    // As large on the screen as can be read, as long as letters have room.
    #expect(titles() == [10])
    demo.view.viewport.setZoom(0.05, about: .zero)
    #expect(titles().isEmpty)
    demo.view.viewport.setZoom(0.2, about: .zero)
    var paint = palette.types.number
    paint.opacity = 0.55
    let lines = strokes(demo.view).filter { $0.stroke.paint == paint }
    #expect(lines.count == 1 && lines[0].path.elements.count == 4)
    // At half the size, titles and results are still readable: at least 11 points.
    demo.view.viewport = Viewport(size: GraphSize(1000, 900), zoom: 0.5)
    #expect(titles() == [11])
  }

  @Test func aLabelLiesBesideItsLine() throws {
    let demo = try demo()
    // A steep line, and one that is nearly horizontal.
    try demo.host.graph.move(demo.two, to: GraphPoint(-700, 130))
    demo.view.reload(demo.two)
    for connection in demo.host.graph.connections {
      demo.view.edgeAttributes = [connection: EdgeAttributes(label: "live")]
      demo.view.viewport = Viewport(size: GraphSize(2000, 900), origin: GraphPoint(-800, 0))
      let path = try #require(demo.view.path(of: connection))
      let frames = drawings(demo.view).compactMap { drawing -> GraphRect? in
        if case .text("live", let frame, _) = drawing { frame } else { nil }
      }
      let frame = try #require(frames.first)
      let middle = path.labelPoint
      #expect(!frame.contains(middle) && path.distance(to: GraphPoint(frame.midX, frame.midY)) >= 9)
      #expect(middle.distance(to: GraphPoint(frame.midX, frame.midY)) < 40)
    }
  }

  @Test func dotsGoOnWhereverTheViewLooks() throws {
    let demo = try demo()
    for origin in [GraphPoint(-3000, -2500), GraphPoint(0, 0), GraphPoint(90_000, 40_000)] {
      for zoom in [0.1, 0.5, 1, 2] {
        demo.view.viewport = Viewport(
          size: GraphSize(1000, 900), origin: origin, zoom: zoom, zoomRange: 0.1...3)
        let rows = strokes(demo.view).filter { $0.stroke.dash.first == 0 }
        #expect(rows.count == 2)
        let distance = try #require(rows.first?.stroke.dash.last) * zoom
        #expect(distance >= 24 && distance <= 48)
        let visible = demo.view.viewport.visible
        let points = try #require(rows.first).path.flattened(steps: 1) { $0 }.joined()
        let (low, high) = (points.map(\.y).min() ?? 0, points.map(\.y).max() ?? 0)
        #expect(low <= visible.minY && high > visible.maxY - 48 / zoom)
      }
    }
  }

  @Test func aMinimapShowsWhatIsConnectedAndWhatShows() throws {
    let demo = try demo()
    demo.view.select(GraphSelection(nodes: [demo.one]))
    let canvas = RecordingCanvas()
    let map = Minimap(of: demo.view, size: GraphSize(200, 100))
    map.draw(demo.view, in: canvas)
    let fills = canvas.drawings.compactMap { if case .fill(_, let paint) = $0 { paint } else { nil } }
    #expect(fills.count { $0 == palette.blocks.formula } == 2 && fills.count { $0 == palette.accent } == 1)
    let lines = canvas.drawings.compactMap { drawing -> DrawingPath? in
      if case .stroke(let path, Stroke(palette.quietInk, width: 0.7)) = drawing { path } else { nil }
    }
    #expect(lines.first?.elements.count == 4)
    let frame = DrawingPath(map.visibleRect, cornerRadius: 3)
    #expect(canvas.drawings.contains(.stroke(frame, Stroke(palette.accent, width: 1.75))))
  }

  @Test func aPartOfAViewIsDrawnAsInTheWhole() throws {
    let demo = try demo()
    demo.view.select(GraphSelection(nodes: [demo.sum]))
    _ = demo.view.takeDirtyRegion()
    demo.view.select(GraphSelection())
    let frame = try #require(demo.view.frame(of: demo.sum)).rect
    // The halo was drawn outside the node's frame.
    #expect(demo.view.takeDirtyRegion()?.contains(frame.expanded(by: 5)) == true)
  }
}

extension DirtyRegion {
  /// Whether a rectangle is inside one of the region's parts, or everything is dirty.
  fileprivate func contains(_ rect: GraphRect) -> Bool {
    switch self {
    case .everything: true
    case .parts(let parts): parts.contains { $0.contains(rect) }
    }
  }
}
