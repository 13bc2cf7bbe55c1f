// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

@Suite struct ScriptLookaheadTests {
  @Test func aDefinitionBehindWhatWasReadIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var lookahead = ScriptLookahead(Array("a = b\nb = 1\n".utf8), StatementParser(kinds: []))
      lookahead.checkInvariants()
      lookahead.definitions["b"] = 1
      lookahead.checkInvariants()
    }
    #expect(result?.sentence == "definitions ahead come before the end of what was read")
  }
}
