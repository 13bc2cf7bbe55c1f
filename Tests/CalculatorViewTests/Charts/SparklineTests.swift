// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import Testing

@Suite struct SparklineTests {
  private func controller(_ lines: String..., palette: GraphViewStyle = .light) throws -> SessionController {
    let session = Session()
    for line in lines { try session.run(line) }
    return SessionController(
      of: SessionEditor(session), in: GraphView(size: GraphSize(900, 700), profile: .desktop, style: palette))
  }

  /// The curves in the row of a node's result: lines of one and a half points.
  private func curves(
    _ name: String, _ controller: SessionController, _ size: GraphSize? = nil
  ) throws -> [DrawingPath] {
    let node = try #require(controller.editor.session.node(named: name))
    let row = controller.graphView(controller.view, outputRowRendererFor: node.output)
    row.reload()
    let canvas = RecordingCanvas()
    row.draw(in: canvas, size: size ?? row.intrinsicContentSize)
    return canvas.drawings.compactMap { drawing in
      if case .stroke(let path, let stroke) = drawing, stroke.width == 1.5 { path } else { nil }
    }
  }

  private func points(_ path: DrawingPath) -> [GraphPoint] {
    path.elements.compactMap { element in
      switch element {
      case .move(let point), .line(let point): point
      default: nil
      }
    }
  }

  @Test func aListOfNumbersIsDrawnAsACurveBelowItsValue() throws {
    let controller = try controller("n = 3", "l = [1, 5, 2] * n", "p = [1 km, 2 km] * n", "m = n * 2")
    let points = try points(#require(curves("l", controller).first))
    #expect(points.count == 3 && points[1].y < points[2].y && points[2].y < points[0].y)
    #expect(points.allSatisfy { (36...70).contains($0.y) && (12...250).contains($0.x) })
    #expect(try curves("p", controller).count == 1 && curves("m", controller).isEmpty)
    let l = try #require(controller.editor.session.node(named: "l"))
    let m = try #require(controller.editor.session.node(named: "m"))
    let heights = try [l, m].map { try #require(controller.view.frame(of: $0)?.outputRow(0).height) }
    #expect(heights == [70, 36])
  }

  @Test func aLongCurveHasNoMorePointsThanItIsWide() throws {
    let controller = try controller("n = 100000", "l = sin(1..n) * (1..n)")
    let path = try #require(curves("l", controller).first)
    #expect((80...256).contains(points(path).count))
    #expect(try points(#require(curves("l", controller, GraphSize(124, 70)).first)).count == 100)
  }

  @Test func listsOfOneTextOrFailureHaveNoCurve() throws {
    let controller = try controller(
      "n = 1", "one = [7] * n", "t = [\"a\", \"b\"]", "zero = 0", "f = [1, 2] / zero",
      "none = [1, 2] where [false, false]")
    for name in ["one", "t", "f", "none"] { #expect(try curves(name, controller).isEmpty, "\(name)") }
  }

  @Test func equalNumbersAreALineInTheMiddle() throws {
    let controller = try controller("n = 4", "l = [2, 2, 2] * n")
    let ys = try Set(points(#require(curves("l", controller).first)).map(\.y))
    #expect(ys == [48])
  }

  @Test func aPillHasACurveLeftOfItsValueAndNoneAtLowZoom() throws {
    let controller = try controller("l = 1..50")
    let path = try #require(curves("l", controller).first)
    #expect(points(path).allSatisfy { (8...28).contains($0.y) })
    #expect(try curves("l", controller, GraphSize(90, 22)).isEmpty)
  }

  @Test func atLowZoomTheValueIsAlone() throws {
    let controller = try controller("n = 4", "l = [1, 2, 3] * n")
    #expect(try curves("l", controller, GraphSize(100, 30)).isEmpty)
  }

  @Test func picturesHaveTheCurveToo() throws {
    let session = Session()
    try session.run("n = 4; l = [1, 2, 3] * n")
    #expect(SessionPicture(of: session).svg(title: "t").contains("stroke-width=\"1.5\""))
  }
}
