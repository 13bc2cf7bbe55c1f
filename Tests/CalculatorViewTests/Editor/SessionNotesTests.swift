// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import TestSupport
import Testing

/// Notes and functions in an editor.
@Suite struct SessionNotesTests {
  private let session = Session()
  private let editor: SessionEditor
  private let controller: SessionController
  private var groups: Subgraphs { session.evaluator.subgraphs }

  init() throws {
    try session.run("price = 20; total = price * 3")
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light))
    controller.layOut()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  @Test func aNoteIsAddedWhereThereIsRoomAndGrowsWithItsText() throws {
    let card = try #require(controller.view.frame(of: try node("total"))?.rect)
    let count = session.history.count
    let id = try #require(try editor.addNote("Note", near: card.origin, in: nil))
    #expect(session.history.count == count + 1)
    let note = try #require(groups.frames(in: nil).first?.frame)
    #expect(note.title.isEmpty && note.text == "Note" && !note.rect.intersects(card))
    try editor.commit(String(repeating: "many words ", count: 60), to: .text(id, in: nil))
    let grown = try #require(groups.frames(in: nil).first?.frame.rect)
    #expect(grown.origin == note.rect.origin && grown.height > 300 && grown.width == note.rect.width)
    // A note without a text is no note.
    try editor.commit("", to: .text(id, in: nil))
    #expect(groups.frames(in: nil).isEmpty)
    #expect(editor.undo() != nil && groups.frames(in: nil).count == 1)
    #expect(throws: Diagnostic.self) {
      try editor.commit(String(repeating: "x", count: SessionEditor.noteLimit + 1), to: .text(id, in: nil))
    }
    #expect(groups.frames(in: nil).first?.frame.rect == grown)
  }

  @Test func aCopyOfANodeHasItsNote() throws {
    try editor.commit("of **all**\n- \"one\"", to: .note(try node("total")))
    let copy = try #require(try editor.paste(editor.text(of: [try node("total")])).first)
    #expect(groups.look(of: copy).note == "of **all**\n- \"one\"")
    let other = try #require(try editor.duplicate([copy]).first)
    #expect(groups.look(of: other).note == "of **all**\n- \"one\"")
    #expect(editor.undo() != nil && !editor.contains(other))
  }

  @Test func notesAreFoundByTheirTextsAndLinksByTheirNames() throws {
    let id = try #require(try editor.addNote("What it **costs**", near: .zero, in: nil))
    #expect(editor.notes(for: SearchText("what it costs"), in: nil).map(\.id) == [id])
    #expect(editor.notes(for: SearchText("nothing"), in: nil).isEmpty)
    #expect(editor.node(linkedBy: "total", in: GraphPath()) == (try node("total")))
    #expect(editor.node(linkedBy: "nosuch", in: GraphPath()) == nil)
  }

  @Test func aFunctionIsDefinedChangedAndRemovedInSteps() throws {
    #expect(try editor.defineFunction("price * 2") == nil)
    #expect(try editor.defineFunction("= f(x) = x^2")?.definition == "f(x) = x^2")
    #expect(session.functions == ["f(x) = x^2"])
    #expect(editor.functions(for: SearchText("f")).map(\.signature) == ["f(x)"])
    try session.run("square = f(price)")
    let change = try #require(try editor.defineFunction("f(x) = x^3"))
    #expect(change.isChange && session.value(of: "square")?.text == "8000")
    #expect(throws: Diagnostic.self) { try editor.removeFunction("f") }
    #expect(throws: Diagnostic.self) { try editor.defineFunction("f(x) = f(x)") }
    #expect(session.functions == ["f(x) = x^3"])
    #expect(editor.undo() != nil && session.functions == ["f(x) = x^2"])
    #expect(session.value(of: "square")?.text == "400")
    _ = editor.undo()
    try editor.removeFunction("f")
    #expect(session.functions.isEmpty)
    #expect(editor.undo() != nil && session.functions == ["f(x) = x^2"])
  }
}
