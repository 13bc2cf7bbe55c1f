// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

@Suite struct CardRenderersTests {
  private let palette = GraphPalette.light

  private func controller() -> CalculatorController {
    CalculatorController(view: GraphView(size: GraphSize(1024, 768), profile: .desktop, style: .light))
  }

  private func drawn(_ part: any NodePartRenderer, width: Double? = nil) -> [(text: String, style: TextStyle)] {
    let canvas = RecordingCanvas()
    part.reload()
    let size = part.intrinsicContentSize
    part.draw(in: canvas, size: GraphSize(width ?? size.width, size.height))
    return canvas.drawings.compactMap { if case .text(let text, _, let style) = $0 { (text, style) } else { nil } }
  }

  @Test func aGivenValueIsAPillAndAComputedOneACardWithItsResultBelow() throws {
    let controller = controller()
    let (view, nodes) = (controller.view, controller.model.nodes)
    #expect(view.frame(of: nodes[0])?.rect.size == GraphSize(128, 36))
    #expect(view.frame(of: nodes[0])?.titleHeight == 0)
    #expect(controller.defaultNodeSize(for: view) == GraphSize(128, 36))
    let add = try #require(view.frame(of: nodes[2]))
    #expect(add.rect.size == GraphSize(176, 28 + 3 * 24 + 36))
    #expect(drawn(controller.graphView(view, outputRowRendererFor: nodes[0].output)).map(\.text) == ["One", "1"])
    let result = drawn(controller.graphView(view, outputRowRendererFor: nodes[2].output))
    #expect(result.map(\.text) == ["3"] && result[0].style.size == 18 && result[0].style.isBold)
    func row(_ index: Int, _ sources: [OutputPort]) -> [String] {
      drawn(controller.graphView(view, inputRowRendererFor: nodes[2].input(index), connectedTo: sources)).map(\.text)
    }
    #expect(row(0, [nodes[0].output]) == ["x", "1"])
    #expect(row(1, []) == ["y", "0"])
  }

  @Test func aNameHasTheRoomThatAShortValueLeaves() throws {
    let session = Session()
    try session.run("coltHyperGeometrics = 1; more = coltHyperGeometrics * 2; most = coltHyperGeometrics / 7")
    let view = GraphView(size: GraphSize(1024, 768), profile: .desktop, style: .light)
    let controller = SessionController(of: SessionEditor(session), in: view)
    let (source, node) = (
      try #require(session.node(named: "coltHyperGeometrics")), try #require(session.node(named: "more"))
    )
    let row = controller.graphView(view, inputRowRendererFor: node.input(0), connectedTo: [source.output])
    func room(_ width: Double) -> Double? {
      let canvas = RecordingCanvas()
      row.reload()
      row.draw(in: canvas, size: GraphSize(width, 24))
      for case .text("coltHyperGeometrics", let rect, _) in canvas.drawings { return rect.width }
      return nil
    }
    let need = TextWidth.points(of: "coltHyperGeometrics", size: 12)
    #expect(try #require(room(row.intrinsicContentSize.width)) >= need)
    // If they don't both fit, the name gets what the shortest form of the number leaves.
    try session.run("coltHyperGeometrics = 1234567.1234567")
    let shortest = try #require(ShownNumber.forms(1_234_567.1234567).map { TextWidth.points(of: $0, size: 11) }.min())
    #expect(try #require(room(128)) == min((128 - 26) * 0.6, 128 - 26 - 9 - shortest))
  }

  @Test func fromFurtherAwayTheNameStepsBackAndIsStillWhole() throws {
    let session = Session()
    try session.run("price = 20")
    let view = GraphView(size: GraphSize(1024, 768), profile: .desktop, style: .light)
    let controller = SessionController(of: SessionEditor(session), in: view)
    func shown(_ zoom: Double) -> [(text: String, room: Double, style: TextStyle)] {
      view.viewport.setZoom(zoom, about: .zero)
      let canvas = RecordingCanvas()
      withExtendedLifetime(controller) { view.draw(in: canvas) }
      return canvas.drawings.compactMap {
        if case .text(let text, let rect, let style) = $0 { (text, rect.width, style) } else { nil }
      }
    }
    for zoom in [1.0, 0.55, 0.45] {
      let texts = shown(zoom)
      #expect(texts.map(\.text) == ["price", "20"])
      for (text, room, style) in texts {
        #expect(TextWidth.points(of: text, size: style.size, isBold: style.isBold) <= room, "\(text) at \(zoom)")
      }
      #expect(texts[0].style.isBold == (zoom == 1) && texts[1].style.isBold)
    }
  }

  @Test func aFailureFromFurtherAwayIsToldWholeOrNotAtAll() throws {
    let session = Session()
    try session.run("a = 0")
    try session.run("b = 1 / a")
    let view = GraphView(size: GraphSize(1024, 768), profile: .desktop, style: .light)
    let controller = SessionController(of: SessionEditor(session), in: view)
    func said(_ zoom: Double) -> [String] {
      view.viewport.setZoom(zoom, about: .zero)
      let canvas = RecordingCanvas()
      withExtendedLifetime(controller) { view.draw(in: canvas) }
      return canvas.drawings.compactMap {
        if case .text(let text, _, let style) = $0, style.paint == palette.danger { text } else { nil }
      }
    }
    #expect(said(1) == ["division by zero"] && said(0.45).isEmpty)
  }

  @Test func aTitleBarDoesNotSayTheSameTwice() {
    let controller = controller()
    let (view, nodes) = (controller.view, controller.model.nodes)
    // The node "Add" of the kind Add, as in the demo.
    #expect(controller.graphView(view, appearanceOf: nodes[2]).detail != "Add")
  }

  @Test func aValueIsNeverCut() throws {
    for number in [123_456_789.12, -98_765.4321, 1e300, 1.0 / 3, .leastNonzeroMagnitude, 123_456_789_012_345] {
      let controller = controller()
      let (model, view) = (controller.model, controller.view)
      try model.setValue(number, of: model.nodes[0])
      view.reload()
      for node in model.nodes {
        let frame = try #require(view.frame(of: node))
        // Whole numbers get smaller and cards wider, so that all digits are shown from further away.
        let isWhole = number == 123_456_789_012_345
        #expect(frame.width <= (isWhole ? 336 : 256))
        let renderer = controller.graphView(view, outputRowRendererFor: node.output)
        // At the width of the node, and at the minimum width.
        for width in [frame.width, 128] {
          let value = try #require(drawn(renderer, width: width).last)
          let room = width - 2 * 12 - 2
          #expect(
            TextWidth.points(of: value.text, size: value.style.size, isBold: true) <= room, "\(value.text) in \(width)")
          #expect(value.style.size >= (isWhole ? 9 : 12))
        }
      }
    }
  }

  @Test func aFailureIsToldFromWhatItBlocks() throws {
    let session = Session()
    for line in ["zero = 0", "broken = 1 / zero", "later = broken + 1"] { try session.run(line) }
    let svg = SessionPicture(of: session).svg()
    #expect(svg.contains(">division by zero</text>") && svg.contains(">no value:</text>"))
    let lines = svg.split(separator: "\n")
    let danger = palette.danger.hexadecimal
    // Only the node at fault has a red outline; the other node's outline is dashed.
    #expect(lines.count { $0.contains("rx=\"10\"") && $0.contains("stroke=\"\(danger)\" stroke-width=\"1.75\"") } == 1)
    #expect(lines.count { $0.contains("stroke-dasharray=\"5 3\"") } == 1)
    // The chip names the origin; the message appears once.
    #expect(lines.count { $0.contains(">division by zero<") } == 1)
    #expect(lines.count { $0.contains("fill=\"\(danger)\"") && $0.contains(">broken<") } == 1)
  }

  @Test func aLongMessageHasTwoLinesAndALongFormulaOneOfItsOwn() throws {
    let session = Session()
    for line in [
      "a = 0", "b = 2", "a_rather_long_name = (a + b) * (a - b) + a * b", "t = sqrt(a - b)",
    ] { try session.run(line) }
    let view = SessionPicture(of: session).svg()
    #expect(view.contains(">(a + b) * (a - b) + a * b</text>"))
    #expect(view.contains(">a_rather_long_name</text>"))
  }

  @Test func truthAndColoursHaveSignsBesideTheWord() throws {
    let session = Session()
    for line in ["a = 3", "t = a > 2", "c = #3366cc"] { try session.run(line) }
    let svg = SessionPicture(of: session).svg()
    #expect(svg.contains(">true</text>") && svg.contains(">#3366cc</text>"))
    #expect(svg.contains("stroke=\"\(palette.types.boolean.hexadecimal)\" stroke-width=\"2\""))
    #expect(svg.contains("fill=\"#3366cc\""))
  }

  @Test(arguments: [
    ("a = 123456789.25", "123456789.25"), ("a = -1.23456789012345e-300", "-1.23456789012345e-300"),
    ("a = rgb(255, 136, 0)", "#ff8800"), ("a = 7", "7"),
  ])
  func theClassicLookShowsValuesWhole(_ line: String, _ value: String) throws {
    let session = Session()
    try session.run(line)
    let svg = SessionPicture(of: session).svg(style: PictureTheme.classic.style)
    #expect(svg.contains(">\(value)<") && !svg.contains("…"), "\(svg)")
  }

  @Test func aPictureHasTheThemeThatIsAskedFor() throws {
    let session = Session()
    for line in ["a = 3", "b = a + 1"] { try session.run(line) }
    let picture = SessionPicture(of: session)
    #expect(picture.svg() == picture.svg(style: PictureTheme.light.style))
    let texts = PictureTheme.allCases.map { picture.svg(style: $0.style) }
    #expect(Set(texts).count == texts.count)
    #expect(texts[1].contains("fill=\"\(GraphPalette.dark.canvas.hexadecimal)\""))
  }
}
