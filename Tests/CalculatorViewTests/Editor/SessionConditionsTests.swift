// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

/// The appearance of muted, bypassed and waiting nodes in a session's view.
@Suite struct SessionConditionsTests {
  private let session = Session()
  private let view = GraphView(size: GraphSize(1600, 900), profile: .desktop, style: .light)
  private let palette = GraphPalette.light

  private func texts(_ paint: Paint) -> [String] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    return canvas.drawings.compactMap {
      if case .text(let text, _, let style) = $0, style.paint == paint { text } else { nil }
    }
  }

  private func node(_ name: String) throws -> NodeID {
    try #require(session.evaluator.graph.nodes.first { session.evaluator.graph.name(of: $0) == name })
  }

  @Test func whatIsMutedOrBypassedIsShownAtOnceAndTakenBack() throws {
    try session.run("price = 20; same = price + 0; total = same + 5")
    let editor = SessionEditor(session)
    let controller = SessionController(of: editor, in: view)
    controller.layOut()
    #expect(controller.graphView(view, appearanceOf: try node("same")).condition == .normal)
    // The value stays the same; only the node's condition changes.
    var affected: [NodeID] = []
    editor.onEdit = { affected = $0 }
    try session.setMode(.bypassed, of: [SourceName("same")])
    editor.reloadViews()
    #expect(affected == [try node("same")])
    #expect(controller.graphView(view, appearanceOf: try node("same")).condition == .bypassed(from: 0))
    try session.setMode(.muted, of: [SourceName("same")])
    editor.reloadViews()
    #expect(texts(palette.quietInk).contains("same") && texts(palette.quietInk).contains("–"))
    #expect(!texts(palette.danger).contains("same: muted"))
    #expect(controller.graphView(view, appearanceOf: try node("total")).condition == .blocked)
    editor.undo()
    editor.undo()
    #expect(texts(palette.quietInk).isEmpty)
    #expect(controller.graphView(view, appearanceOf: try node("same")).condition == .normal)
  }

  @Test func whatWaitsIsShownWithAllThatWaitsForIt() throws {
    try session.run("price = 20; slow = Later(x: price, seconds: 60); double = slow * 2; four = double * 2")
    let editor = SessionEditor(session)
    let controller = SessionController(of: editor, in: view)
    controller.layOut()
    for name in ["slow", "double", "four"] {
      #expect(controller.graphView(view, appearanceOf: try node(name)).condition == .waiting(progress: nil))
    }
    var affected: [NodeID] = []
    editor.onEdit = { affected = $0 }
    try session.run("price = 30")
    editor.reloadViews()
    #expect(Set(affected).isSuperset(of: try ["price", "slow"].map(node)))
    affected = []
    // After cancelling, evaluation continues without the value, and the nodes that waited are shown again.
    try session.evaluator.cancel(try node("slow"))
    editor.reloadViews()
    for name in ["double", "four"] { #expect(affected.contains(try node(name))) }
    #expect(session.evaluator.standing(of: try node("four")) != .waiting(progress: nil))
  }
}
