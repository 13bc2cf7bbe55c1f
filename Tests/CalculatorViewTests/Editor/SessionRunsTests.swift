// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

/// Run counts and times in a session's views and commands.
@Suite struct SessionRunsTests {
  private let session = Session()
  private let view = GraphView(size: GraphSize(1600, 900), profile: .desktop, style: .light)

  private func texts() -> [String] {
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    return canvas.drawings.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
  }

  private func node(_ name: String) throws -> NodeID {
    try #require(session.evaluator.graph.nodes.first { session.evaluator.graph.name(of: $0) == name })
  }

  /// Makes the evaluator's cost clock advance by a millisecond whenever it is read.
  private func measure(_ evaluator: Evaluator) {
    var time: UInt64 = 0
    evaluator.costClock = {
      time += 1_000_000
      return time
    }
  }

  @Test func runsShowOnNodesWhileTheyAreCounted() throws {
    try session.run("price = -20; part = abs(price) / 20; total = part + 5")
    measure(session.evaluator)
    let editor = SessionEditor(session)
    let controller = SessionController(of: editor, in: view)
    controller.layOut()
    try session.run("price = 20")
    editor.reloadViews()
    #expect(!texts().contains { $0.hasPrefix("×") })
    var affected: [NodeID] = []
    editor.onEdit = { affected = $0 }
    editor.measuresRuns = true
    #expect(affected.isEmpty && !texts().contains { $0.hasPrefix("×") }, "it is no edit, and nothing has run since")
    try session.run("price = -20")
    editor.reloadViews()
    #expect(affected.contains(try node("part")), "its value is the same, and it has run")
    let runs = NodeAppearance.Runs(count: 1, seconds: 0.001)
    #expect(controller.graphView(view, appearanceOf: try node("part")).runs == runs)
    #expect(controller.graphView(view, appearanceOf: try node("total")).runs == nil)
    #expect(texts().filter { $0.hasPrefix("×") } == ["×1 "] && texts().contains("1 ms"))
    editor.measuresRuns = false
    #expect(!texts().contains { $0.hasPrefix("×") })
    #expect(SessionPicture(of: session).svg(title: "t").contains("×") == false)
    editor.measuresRuns = true
    try session.run("price = 40")
    #expect(SessionPicture(of: session).svg(title: "t").contains("×1"), "drawings of the session show it too")
  }
}
