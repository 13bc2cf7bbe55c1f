// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Prompt
import TestSupport
import Testing

/// Formats of nodes in an editor: on cards, in the rows of their readers, on wires and in words.
@Suite struct SessionFormatTests {
  private let session = Session()
  private let editor: SessionEditor
  private let controller: SessionController

  init() throws {
    try session.run("price = 1234.567; total = price * 3; note = \"a\"; day = 2026-03-01; on = total > 5")
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light))
    controller.layOut()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func drawing(of name: String) throws -> String {
    let node = try node(name)
    let part = try #require(
      controller.view.parts(in: GraphRect(x: -1e5, y: -1e5, width: 2e5, height: 2e5)).first {
        $0.content == .node(node)
      })
    let canvas = RecordingCanvas()
    controller.view.draw([part]) { _ in canvas }
    return canvas.description
  }

  @Test func aCardItsReadersAndItsDescriptionShowTheFormat() throws {
    let (price, total) = (try node("price"), try node("total"))
    let before = (try drawing(of: "price"), try drawing(of: "total"))
    #expect(editor.text(of: .format(total)) == "")
    let count = session.history.count
    try editor.commit("$#,##0.00", to: .format(price))
    #expect(session.history.count == count + 1)
    try editor.commit("#,##0.0", to: .format(total))
    #expect(editor.text(of: .format(price)) == "$#,##0.00")
    #expect(try drawing(of: "price").contains("$1,234.57"))
    // The row of the input, then the value.
    #expect(try drawing(of: "total").contains("$1,234.57") && drawing(of: "total").contains("3,703.7"))
    #expect(editor.summary(of: total).text == "3,703.7" && editor.summary(of: total).value.text == "3703.701")
    #expect(editor.undo() != nil && editor.undo() != nil)
    #expect(try drawing(of: "price") == before.0 && drawing(of: "total") == before.1)
    #expect(editor.redo() != nil)
    #expect(try drawing(of: "total").contains("$1,234.57"))
    try editor.commit("", to: .format(price))
    #expect(try drawing(of: "total") == before.1)
  }

  @Test func onlyNumbersHaveAFormatAndOnlyAFormatIsTaken() throws {
    for name in ["note", "day", "on"] { #expect(editor.text(of: .format(try node(name))) == nil, "\(name)") }
    let error = #expect(throws: Diagnostic.self) { try editor.commit("0.0.0", to: .format(try node("total"))) }
    #expect(error?.message == "this is not a format")
    #expect(editor.text(of: .format(try node("total"))) == "")
  }
}
