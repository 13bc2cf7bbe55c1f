// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import Testing

/// Statements that continue on the next line.
@Suite struct StatementLinesTests {
  private let parser = StatementParser(kinds: ["Add"], promptCommands: ["list", "show"])

  @Test(arguments: [
    "(1 +", "a = (1", "a = 1 +", "a = max(1,", "a = max(1", "a =", "`unit", "a = 1 + `unit", "a ->", "1 + \\",
    "s = Add(", "s = Add(x: 1", "s = Add(x: 1,", "a = 1 + # why", "a = 1; b = (2", "not",
  ])
  func aLineWithSomethingOpenGoesOn(_ line: String) {
    #expect(parser.continues(line))
  }

  @Test(arguments: [
    "", "a = 1", "a = 1)", "a = (1; b = 2", "1 + * 2", "a = 1 # (", "show (", "list", "total", "2x", "a = 'b", "a -> b",
  ])
  func aLineThatIsWholeOrWrongDoesNot(_ line: String) {
    #expect(!parser.continues(line))
  }

  @Test func joiningLeavesOutTheBackslashAndTheComment() {
    #expect(StatementParser.joined("a = 1 + \\", "2") == "a = 1 +  2")
    #expect(StatementParser.joined("a = (1 + # one", "2)") == "a = (1 +  2)")
    #expect(StatementParser.joined("a = (#fff", ")") == "a = (#fff )")
    #expect(StatementParser.joined("`unit # no comment", "price`") == "`unit # no comment price`")
  }
}
