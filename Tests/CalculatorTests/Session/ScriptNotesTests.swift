// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

/// Comments of scripts that become notes, and notes that are written as comments.
@Suite struct ScriptNotesTests {
  /// Opens a script.
  private func open(_ lines: String...) throws -> Session { try Session(opening: lines.joined(separator: "\n")) }

  private func note(_ name: String, _ session: Session) throws -> String? {
    session.evaluator.subgraphs.look(of: try #require(session.node(named: name))).note
  }

  private func texts(_ session: Session) -> [String] {
    session.evaluator.subgraphs.frames(in: nil).map(\.frame.text)
  }

  @Test func aCommentAboveADefinitionIsTheNoteOfItsNode() throws {
    let session = try open(
      "price = 20", "# without tax", "#", "#   in **EUR**", "net = total / 1.2  # see [[total]]", "",
      "# of all", "total = price * 3", "soft = ColorAdjust()  # a kind")
    #expect(try note("price", session) == nil)
    #expect(try note("net", session) == "without tax\n\n  in **EUR**\nsee [[total]]")
    #expect(try note("total", session) == "of all")
    #expect(try note("soft", session) == "a kind")
    #expect(texts(session).isEmpty)
  }

  @Test func otherCommentsAreNotesOnTheCanvasInTheirOrder() throws {
    let session = try open(
      "#!/usr/bin/env nodecalc", "# A bill", "# of two lines", "price = 20", "", "# alone", "", "# of a function",
      "f(x) = x * 2", "# the end")
    #expect(texts(session) == ["A bill\nof two lines", "alone", "of a function", "the end"])
    #expect(try note("price", session) == nil)
    let frames = session.evaluator.subgraphs.frames(in: nil).map(\.frame)
    #expect(frames.allSatisfy { $0.title.isEmpty && $0.rect.maxY < 0 && $0.rect.height >= 40 })
    for (left, right) in zip(frames, frames.dropFirst()) { #expect(left.rect.maxX < right.rect.minX) }
  }

  @Test func commentsAreOnlyKeptOnRequest() throws {
    let session = Session()
    let script = Script(for: session, named: "t.nc") { _ throws(Diagnostic) in Session.Result() }
    script.run(Array("# A bill\n\n# of one\nprice = 20\n".utf8)) { _ in .proceed }
    #expect(!session.text.dropFirst(12).contains("#"))
  }

  @Test func aCommentOfADefinitionThatIsRefusedIsNotLost() throws {
    let session = Session()
    let script = Script(for: session, named: "t.nc", keepsComments: true) { _ throws(Diagnostic) in Session.Result() }
    script.run(Array("a = 1\n# broken\nb = 1 +\n# a circle\nc = c + 1\n".utf8)) { _ in .proceed }
    #expect(texts(session) == ["broken", "a circle"])
  }
}
