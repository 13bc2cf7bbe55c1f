// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import Testing

/// Notes that an editor changes, written as comments.
@Suite struct EditedScriptNotesTests {
  private func note(_ name: String, _ session: Session) throws -> String? {
    session.evaluator.subgraphs.look(of: try #require(session.node(named: name))).note
  }

  private func texts(_ session: Session) -> [String] {
    session.evaluator.subgraphs.frames(in: nil).map(\.frame.text)
  }

  @Test func aSavedScriptHasTheNotesAsCommentsAndReadsBackTheSame() throws {
    let session = try Session(
      opening: """
        # A bill

        # of one piece
        price = 20
        split(x) = (net: x / 1.2, tax: x - x / 1.2)
        # both
        s = split(price)
        """)
    #expect(try note("s.net", session) == "both")
    try session.run("a = 3")
    let editor = SessionEditor(session)
    try editor.commit("of s", to: .note(try #require(session.node(named: "s.tax"))))
    try editor.commit("a \"quoted\"\ttab \\", to: .note(try #require(session.node(named: "a"))))
    editor.addFrame("Titled", GraphRect(x: 1, y: 2, width: 300, height: 200), in: nil)
    let id = try #require(session.evaluator.subgraphs.frames(in: nil).last?.id)
    try editor.commit("first\nsecond", to: .text(id, in: nil))
    let text = session.text
    #expect(text.hasPrefix("# nodecalc 1\n# A bill\n\n"))
    #expect(text.contains("\n# of one piece\nprice = 20\n") && text.contains("\n# both\ns = split(price)\n"))
    #expect(text.contains(#".look a note="a \u{22}quoted\u{22}\ttab \\""# + "\n"))
    #expect(text.contains(".look `s.tax` note=\"of s\"\n"))
    #expect(text.contains(" text=comment\n") && text.contains(#".frame "Titled" 1 2 300 200 text="first\nsecond""#))
    let copy = try Session(opening: text)
    #expect(copy.text == text)
    #expect(try note("a", copy) == "a \"quoted\"\ttab \\" && note("price", copy) == "of one piece")
    #expect(texts(copy) == ["A bill", "first\nsecond"])
    #expect(
      copy.evaluator.subgraphs.frames(in: nil).map(\.frame) == session.evaluator.subgraphs.frames(in: nil).map(\.frame))
    // The document has the same.
    #expect(try Session(document: session.document()).text == text)
  }

  @Test func textsOfAllKindsSurviveAScript() throws {
    var generator = NoteRandom(seed: 7)
    let letters = Array("ab #\n\\\"`;=›\t\u{7f}é€[]*_-")
    for _ in 0..<300 {
      let session = Session()
      try session.run("p = 2; q = p * 2")
      let editor = SessionEditor(session)
      func text() -> String { String((0...generator.below(12)).map { _ in letters[generator.below(letters.count)] }) }
      for name in ["p", "q"] { try editor.commit(text(), to: .note(try #require(session.node(named: name)))) }
      if let id = try editor.addNote("x\(text())", near: .zero, in: nil) {
        try editor.commit(text(), to: .text(id, in: nil))
      }
      let copy = try Session(opening: session.text)
      #expect(copy.text == session.text)
      for name in ["p", "q"] { #expect(try note(name, copy) == note(name, session), "\(session.text)") }
      #expect(texts(copy) == texts(session), "\(session.text)")
    }
  }
}

/// Numbers for texts, the same in each run.
private struct NoteRandom {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func below(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % count
  }
}
