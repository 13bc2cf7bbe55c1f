// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct DiagnosticTests {
  private func render(_ line: String, _ range: Range<Int>) -> String {
    Diagnostic(.name, "m", range).rendered(line: Array(line.utf8))
  }

  @Test func thePromptFormShowsTheLineTheCaretAndTheNotes() {
    let unknown = Diagnostic(.name, "unknown name 'totl'", 0..<4, hint: "did you mean 'total'?")
    #expect(
      unknown.rendered(line: Array("totl * 2".utf8))
        == "error[name]: unknown name 'totl'; did you mean 'total'?\n  totl * 2\n  ^~~~")
    let cycle = Diagnostic(
      .cycle, "price would depend on itself; nothing changed", 8..<13, notes: ["price → sub → total → price"])
    #expect(
      cycle.rendered(line: Array("price = total / 2".utf8)) == """
        error[cycle]: price would depend on itself; nothing changed
          price = total / 2
                  ^~~~~
          price → sub → total → price
        """)
  }

  @Test func theBatchFormHasTheColumnInCharacters() {
    let line = Array("é + 日本 + x".utf8)
    #expect(Diagnostic(.name, "m", 0..<2).rendered(line: line, location: "-e:1") == "-e:1:1: error[name]: m")
    #expect(Diagnostic(.name, "m", 14..<15).rendered(line: line, location: "a.nc:7") == "a.nc:7:10: error[name]: m")
  }

  @Test(arguments: [
    ("日本 + x", 9..<10, "       ^"), ("日本 + x", 0..<6, "^~~~"), ("👨‍👩‍👧 + x", 21..<22, "     ^"), ("❤️ x", 7..<8, "   ^"),
    ("e\u{301} + x", 6..<7, "    ^"), ("\ta\tb", 3..<4, "\t \t^"), ("ab", 2..<2, "  ^"), ("", 0..<0, "^"),
    ("한글 x", 7..<8, "     ^"),
    ("ab", 7..<9, "  ^"),
  ])
  func theCaretCountsColumns(line: String, range: Range<Int>, caret: String) {
    #expect(render(line, range) == "error[name]: m\n  \(line)\n  \(caret)")
  }

  @Test func longLinesAreClippedAroundTheCaret() {
    let digits = String(repeating: "1234567890", count: 100)
    #expect(
      render(digits, 500..<503)
        == "error[name]: m\n  …\(String(repeating: "1234567890", count: 10))…\n   \(String(repeating: " ", count: 40))^~~"
    )
    #expect(
      render(digits, 0..<1) == "error[name]: m\n  \(String(repeating: "1234567890", count: 10))…\n  ^")
    #expect(
      render(digits, 1000..<1000)
        == "error[name]: m\n  …\(String(repeating: "1234567890", count: 10))\n   \(String(repeating: " ", count: 100))^"
    )
    #expect(render(digits, 0..<1000).hasSuffix("  ^" + String(repeating: "~", count: 99)))
    let exact = String(repeating: "1234567890", count: 10)
    #expect(render(exact, 60..<61).split(separator: "\n")[1] == "  \(exact)")
    #expect(render(String(repeating: "名", count: 1000), 1500..<1503).split(separator: "\n")[1].count == 54)
  }

  @Test func whatIsReadableStaysAsItIs() {
    let sentence = String(repeating: "it's 'quoted' ", count: 28)
    #expect(Diagnostic(.name, sentence, 0..<1, hint: sentence).summary == "error[name]: \(sentence); \(sentence)")
    let paths = (0..<4).map { "'/srv/\($0)\(String(repeating: "x", count: 80))'" }.joined(separator: " ")
    #expect(Diagnostic(.file, paths, 0..<1).message == paths)
  }

  @Test func whatIsTooLongToBeReadIsShortened() {
    let long = String(repeating: "ab", count: 100_000)
    let diagnostic = Diagnostic(.name, "m", 0..<1, hint: long, notes: ["a = \(long)", "short"])
    #expect(diagnostic.rendered(line: Array("x".utf8)).utf8.count < 2000)
    #expect(diagnostic.notes[1] == "short")
  }
}
