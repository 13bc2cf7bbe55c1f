// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import TestSupport
import Testing

@Suite struct MissingNamesTests {
  @Test func aFormulaWaitsUntilItsNameExists() throws {
    let session = try Session(running: "a = 1", "b = a * 2")
    _ = try session.delete(SourceName("a"))
    #expect(session.missing.readers["a"] == [try #require(session.node(named: "b"))])
    session.checkInvariants()
    try session.run("a = 4")
    #expect(session.missing.readers["a"] == nil)
    #expect(session.value(of: "b")?.text == "8")
    session.checkInvariants()
  }

  @Test func aFormulaThatDoesNotWaitIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1", "b = a * 2")
      _ = try session.delete(SourceName("a"))
      session.missing.readers["a"] = nil
      session.missing.checkInvariants(in: session.evaluator.graph)
    }
    #expect(result?.sentence == "an input without a source waits for its name, 'a' in 'a * 2' doesn't")
  }

  @Test func anEmptyListIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1")
      session.missing.readers["b"] = []
      session.missing.checkInvariants(in: session.evaluator.graph)
    }
    #expect(result?.sentence == "a list of waiting formulas is not empty, 'b' is")
  }
}
