// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
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

  @Test func suggestionsKeepUpWithTheNames() throws {
    let session = try Session(running: "a1 = 1; total = 2; x = Add(x: a1, y: total)")
    func hint(_ name: String) -> String? { session.formulas.hint(for: name) }
    #expect(hint("totl") == "did you mean 'total'?")
    try session.rename(SourceName("total"), to: SourceName("sum"))
    #expect(hint("totl") == nil && hint("sun") == "did you mean 'sum'?")
    try session.undo()
    #expect(hint("totl") == "did you mean 'total'?" && hint("sun") == nil)
    _ = try session.delete(SourceName("total"))
    #expect(hint("totl") == nil)
    try session.undo()
    #expect(hint("totl") == "did you mean 'total'?")
    #expect(throws: Diagnostic.self) { try session.run("totam = Add(x: totan)") }
    #expect(hint("totam") == "did you mean 'total'?")
    let before = session.formulas.comparedCount
    for index in 0..<300 { try session.run("n\(index) = \(index)") }
    #expect(hint("ttoal") == "did you mean 'total'?" && session.formulas.comparedCount == before + 1)
  }
}
