// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

@Suite struct CalculatorRenderersTests {
  /// The drawings of one part of a node.
  private func drawn(_ part: any NodePartRenderer) -> [RecordingCanvas.Drawing] {
    let canvas = RecordingCanvas()
    part.reload()
    part.draw(in: canvas, size: part.intrinsicContentSize)
    return canvas.drawings
  }

  private func texts(_ part: any NodePartRenderer) -> [String] {
    drawn(part).compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
  }

  private func fills(_ part: any NodePartRenderer) -> [Paint] {
    drawn(part).compactMap { if case .fill(_, let paint) = $0 { paint } else { nil } }
  }

  @Test func numbersAreRedOperatorsBlueColorsPurpleWithASwatch() throws {
    let controller = CalculatorController()
    let (model, view, look) = (controller.model, controller.view, controller.look)
    let color = model.addNode(at: .zero)
    try model.setKind("Color", of: color)
    try model.setValue(51, of: model.nodes[0])
    try model.toggleConnection(from: model.nodes[0], to: color.input("green"))
    let items = model.nodes.map { controller.graphView(view, itemRendererFor: $0) }
    #expect(fills(items[0]) == [look.numberFill])
    #expect(fills(items[2]) == [look.operatorFill])
    #expect(fills(items[3]) == [look.colorFill, Paint(0x003300)])
    #expect(texts(items[0]) == ["Number", "51"])
    #expect(texts(items[2]) == ["Add", "53"])
    #expect(texts(items[3]) == ["Color", "#003300"])
  }

  @Test func aRowNamesItsInputAndWhatIsConnectedWithItsValue() throws {
    let controller = CalculatorController()
    let (one, add) = (controller.model.nodes[0], controller.model.nodes[2])
    func row(_ index: Int, _ sources: [OutputPort]) -> [String] {
      texts(controller.graphView(controller.view, inputRowRendererFor: add.input(index), connectedTo: sources))
    }
    #expect(row(0, [one.output]) == ["x", "One = 1"])
    #expect(row(1, []) == ["y", "0"])
    // The output row shows the type; no label shows Swift's description of an optional.
    #expect(texts(controller.graphView(controller.view, outputRowRendererFor: add.output)) == ["Number"])
  }

  @Test func aFailureIsShownWithItsReasonAndMarksTheNode() throws {
    let controller = CalculatorController()
    let (model, view) = (controller.model, controller.view)
    let add = model.nodes[2]
    try model.setKind("Divide", of: add)
    try model.setValue(0, of: model.nodes[1])
    view.reload()
    let item = controller.graphView(view, itemRendererFor: add)
    #expect(texts(item) == ["Divide", "⚠ division by zero"])
    #expect(item.isFailed)
    #expect(fills(item) == [controller.look.failureFill])
  }

  @Test func theDemoHasTheSeedsSizes() {
    let controller = CalculatorController()
    let sizes = controller.model.nodes.map { controller.view.frame(of: $0)?.rect.size }
    #expect(sizes == [GraphSize(202, 288), GraphSize(202, 288), GraphSize(202, 420)])
    #expect(controller.defaultNodeSize(for: controller.view) == GraphSize(202, 288))
  }

  @Test func theDemosCurvesRunAsTheSeedsFormulasSay() throws {
    // Computed by hand: One is at (210, 10), 202 wide and 288 high; its output row is the last 44 points, so its centre is at
    // 10 + 288 − 22 = 276 and its edge at 412. Add is at (570, 170): x is at 170 + 44 + 200 + 22 = 436. Lines end 4 points
    // outside: 416 and 566. The reach is (570 − 412) · 0.75 = 118.5: controls at 530.5 and 451.5.
    let controller = CalculatorController()
    let (one, two, add) = (controller.model.nodes[0], controller.model.nodes[1], controller.model.nodes[2])
    let first = try #require(controller.view.path(of: Connection(from: one.output, to: add.input(0))))
    #expect(
      first.path.elements == [
        .move(GraphPoint(416, 276)),
        .curve(control1: GraphPoint(530.5, 276), control2: GraphPoint(451.5, 436), end: GraphPoint(566, 436)),
      ])
    // Two is at (220, 350), and z is two rows below x; the reach is (570 − 422) · 0.75 = 111.
    let second = try #require(controller.view.path(of: Connection(from: two.output, to: add.input(2))))
    #expect(
      second.path.elements == [
        .move(GraphPoint(426, 616)),
        .curve(control1: GraphPoint(533, 616), control2: GraphPoint(459, 524), end: GraphPoint(566, 524)),
      ])
  }
}
