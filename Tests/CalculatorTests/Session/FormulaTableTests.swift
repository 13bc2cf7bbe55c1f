// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeGraph
import TestSupport
import Testing

@Suite struct FormulaTableTests {
  @Test func aTableOfDefinitionsAndDeletionsIsSound() throws {
    let session = try Session(running: "a = 1", "b = a * 2", "n = Add(x: b + 1)", "delete = b", "n = b", "b = 3")
    session.checkInvariants()
    _ = try session.delete(SourceName("a"))
    session.checkInvariants()
    #expect(session.formulas.texts[try #require(session.node(named: "b"))] == "3")
  }

  @Test func aTextWithoutANodeIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1", "b = a * 2")
      let node = try #require(session.node(named: "b"))
      _ = try session.delete(SourceName("b"))
      session.formulas.texts[node] = "a * 2"
      session.formulas.checkInvariants()
    }
    #expect(result?.sentence == "a node with a formula exists, 'a * 2' has none")
  }

  @Test func aTextThatIsNotOfTheNodeIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1", "b = a * 2")
      session.formulas.texts[try #require(session.node(named: "b"))] = "a * c"
      session.formulas.checkInvariants()
    }
    #expect(result?.sentence == "a formula has an input for each name, 'a * c' has 1")
  }
}
