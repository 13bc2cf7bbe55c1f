// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// How themed views show the states of nodes.
@Suite struct NodeConditionTests {
  private let view = GraphView(size: GraphSize(1000, 900), profile: .editor, style: .light)
  private let palette = GraphPalette.light
  private let one: NodeID
  private let sum: NodeID
  private let last: NodeID
  private let host: GraphHost

  init() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    one = try graph.add("Number", named: "One", at: GraphPoint(20, 20))
    sum = try graph.add("Add", named: "Sum", at: GraphPoint(260, 100))
    last = try graph.add("Add", named: "Last", at: GraphPoint(520, 300))
    try graph.connect(one.output, to: sum.input(1))
    try graph.connect(sum.output, to: last.input(0))
    host = GraphHost(graph, in: view)
    host.text = { _ in "12" }
  }

  private func show(_ condition: NodeAppearance.Condition, runs: NodeAppearance.Runs? = nil) {
    host.appearance = { [sum] in
      $0 == sum ? NodeAppearance(condition: condition, detail: "x + y", runs: runs) : NodeAppearance()
    }
  }

  private var drawings: [RecordingCanvas.Drawing] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    view.checkInvariants()
    return canvas.drawings
  }

  private func texts(_ paint: Paint) -> [String] {
    drawings.compactMap { if case .text(let text, _, let style) = $0, style.paint == paint { text } else { nil } }
  }

  private var strokes: [(path: DrawingPath, stroke: Stroke)] {
    drawings.compactMap { if case .stroke(let path, let stroke) = $0 { (path, stroke) } else { nil } }
  }

  private func has(_ drawing: RecordingCanvas.Drawing) -> Bool { drawings.contains(drawing) }

  private var frame: NodeFrame { get throws { try #require(view.frame(of: sum)) } }

  private func head(_ paint: Paint) throws -> Bool {
    let bar = try frame.titleBar
    return drawings.contains {
      if case .fill(let path, paint) = $0 {
        ends(of: path).min == bar.origin && ends(of: path).max == GraphPoint(bar.maxX, bar.maxY)
      } else {
        false
      }
    }
  }

  /// The bounding rectangle of the end points of a path's pieces.
  private func ends(of path: DrawingPath) -> (min: GraphPoint, max: GraphPoint) {
    let points = path.elements.compactMap { element -> GraphPoint? in
      switch element {
      case .move(let point), .line(let point), .curve(_, _, let point): point
      case .close: nil
      }
    }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    return (GraphPoint(xs.min() ?? 0, ys.min() ?? 0), GraphPoint(xs.max() ?? 0, ys.max() ?? 0))
  }

  /// The stroke of the connection that starts at the sum.
  private var wire: Stroke? {
    get throws {
      let path = try #require(view.path(of: Connection(from: sum.output, to: last.input(0)))).path
      return strokes.last { $0.path == path }?.stroke
    }
  }

  private var outline: Stroke? {
    get throws {
      let path = DrawingPath(try frame.rect, cornerRadius: 10)
      return strokes.last { $0.path == path }?.stroke
    }
  }

  @Test func whatWaitsShowsAClockItsShareAndABar() throws {
    show(.waiting(progress: 0.42))
    let rect = try frame.rect
    let track = GraphRect(x: rect.minX + 10, y: rect.maxY - 4, width: rect.width - 20, height: 3)
    #expect(has(.fill(DrawingPath(track, cornerRadius: 1.5), palette.line)))
    var done = track
    done.size.width *= 0.42
    #expect(has(.fill(DrawingPath(done, cornerRadius: 1.5), palette.accent)))
    #expect(texts(palette.secondaryInk).contains("42 %") && texts(palette.quietInk) == ["12"])
    let clock = PortShape.disc.path(
      at: GraphPoint(try frame.titleBar.maxX - 18, try frame.titleBar.minY + 14), diameter: 11)
    #expect(strokes.contains { $0.path == clock && $0.stroke.paint == palette.secondaryInk })
    #expect(try head(palette.heads.formula))
    // With unknown progress, a third of the bar moves back and forth.
    show(.waiting(progress: nil))
    #expect(
      strokes.contains {
        $0.stroke.isAnimated && $0.stroke.paint == palette.accent
          && $0.stroke.dash == [track.width / 3, track.width * 2 / 3]
      })
    #expect(!texts(palette.secondaryInk).contains { $0.hasSuffix("%") })
    // The progress that code reports may be any number.
    for (progress, text) in [(-1.0, "0 %"), (7, "100 %"), (.nan, "0 %"), (.infinity, "100 %")] {
      show(.waiting(progress: progress))
      #expect(texts(palette.secondaryInk).contains(text))
    }
  }

  @Test func whatIsStaleShowsAnOldValueAndDashedWires() throws {
    show(.stale)
    #expect(texts(palette.warning) == ["old"] && texts(palette.quietInk) == ["12"])
    #expect(try wire?.dash == [8, 4] && wire?.paint == palette.types.number)
    #expect(try outline == Stroke(palette.border))
  }

  @Test func whatIsMutedIsQuietAndSoAreItsWires() throws {
    show(.muted)
    #expect(try head(palette.offHead))
    #expect(Set(texts(palette.quietInk)) == ["Sum", "x + y", "x", "y", "z", "sum", "12"])
    #expect(try wire?.dash == [2, 5] && wire?.paint == palette.quietInk)
  }

  @Test func whatIsBypassedShowsWhatGoesThrough() throws {
    show(.bypassed(from: 1))
    #expect(try head(palette.offHead))
    #expect(texts(palette.quietInk).isEmpty)
    let lines = strokes.filter { $0.stroke == Stroke(palette.types.number, width: 2, dash: [4, 3]) }
    let line = try #require(lines.first)
    let (start, end) = (try frame.inputAnchor(1), try frame.outputRow(0))
    #expect(lines.count == 1 && line.path.elements.first == .move(start))
    let corner = ends(of: line.path).max
    #expect(corner.y == end.midY && corner.x < end.maxX - 14 - TextWidth.points(of: "12", size: 12, isBold: true))
    show(.bypassed(from: nil))
    #expect(!strokes.contains { $0.stroke.dash == [4, 3] })
    show(.bypassed(from: 9))
    #expect(!strokes.contains { $0.stroke.dash == [4, 3] })
  }

  @Test func whatIsNotNeededIsDottedAndSaysSo() throws {
    show(.unneeded)
    #expect(try head(palette.offHead))
    #expect(texts(palette.quietInk).contains("not needed"))
    #expect(try outline == Stroke(palette.border, dash: [2, 3]))
  }

  @Test func runsAreCountedOnTheUpperEdge() throws {
    show(.normal)
    #expect(!texts(palette.secondaryInk).contains { $0.hasPrefix("×") })
    show(.normal, runs: .init(count: 12, seconds: 0.0008))
    #expect(texts(palette.secondaryInk).contains("×12 ") && texts(palette.secondaryInk).contains("0.8 ms"))
    show(.normal, runs: .init(count: 3, seconds: 0.017))
    #expect(texts(palette.warning) == ["17 ms"])
    let times = [
      0.000_08: "80 µs", 0.0099: "9.9 ms", 1.5: "1.5 s", 0: "0 ms", -1: "0 ms", .nan: "0 ms", .infinity: "1e9 s",
    ]
    for (seconds, text) in times {
      show(.normal, runs: .init(count: 1, seconds: seconds))
      #expect(texts(palette.secondaryInk).contains(text) || texts(palette.warning).contains(text))
    }
  }

  @Test func anotherStateRedrawsTheNodeAndItsWiresAlone() throws {
    _ = view.takeDirtyRegion()
    var condition = NodeAppearance.Condition.normal
    host.appearance = { [sum] in NodeAppearance(condition: $0 == sum ? condition : .normal) }
    let conditions: [NodeAppearance.Condition] = [
      .waiting(progress: 0.1), .waiting(progress: 0.2), .stale, .muted, .bypassed(from: 0), .unneeded, .normal,
    ]
    for next in conditions {
      _ = view.takeDirtyRegion()
      let (before, nodes) = (drawings, [one, last].compactMap { view.frame(of: $0) })
      condition = next
      view.reload(sum)
      guard case .parts(let parts)? = view.takeDirtyRegion() else {
        Issue.record("all is drawn again for \(next)")
        continue
      }
      #expect(drawings != before && [one, last].compactMap { view.frame(of: $0) } == nodes)
      // Other nodes next to the wire are not among them.
      #expect(
        !parts.contains { $0.contains(GraphPoint(40, 24)) } && !parts.contains { $0.contains(GraphPoint(600, 420)) })
    }
  }

  @Test func statesAreDrawnInThemedViewsOnly() throws {
    view.style = .classic
    let before = drawings
    for condition in [NodeAppearance.Condition.waiting(progress: 0.5), .stale, .muted, .bypassed(from: 0), .unneeded] {
      show(condition, runs: .init(count: 1, seconds: 1))
      #expect(drawings == before)
    }
  }
}
