// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Prompt
import TestSupport
import Testing

@Suite struct EndedSessionListTests {
  @Test func aSessionKeepsItsNumber() {
    var list = EndedSessionList()
    list.add(["b", "a"])
    list.add(["c", "b", "a"])
    #expect(list.ids == ["b", "a", "c"])
    list.checkInvariants()
  }

  @Test func aSessionWithTwoNumbersIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var list = EndedSessionList()
      list.ids = ["a", "b", "a"]
      list.checkInvariants()
    }
    #expect(result?.sentence == "an ended session has one number")
  }
}
