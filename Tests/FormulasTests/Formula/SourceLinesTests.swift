// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

@Suite struct SourceLinesTests {
  @Test(arguments: [
    ("", []), ("a", ["1:a"]), ("a\n", ["1:a"]), ("a\n\nb", ["1:a", "2:", "3:b"]), ("a\r\nb\r\n", ["1:a", "2:b"]),
    ("\n", ["1:"]), ("a\rb\n", ["1:a\rb"]), ("\u{feff}# nodecalc 1\na", ["1:# nodecalc 1", "2:a"]), ("a\r", ["1:a"]),
    ("\u{feff}", []),
  ])
  func linesEndInAnyWay(script: String, lines: [String]) {
    let read = SourceLines(Array(script.utf8)).map { "\($0.number):\(String(decoding: $0.bytes, as: UTF8.self))" }
    #expect(read == lines)
  }

  @Test func linesAreParsedFromTheirSlice() throws {
    let lines = Array(SourceLines(Array("a = 1\r\nb = a\r\n".utf8)))
    let statements = try StatementParser(kinds: []).parse(lines[1].bytes).statements
    #expect(statements.map(\.range) == [0..<5])
  }
}
