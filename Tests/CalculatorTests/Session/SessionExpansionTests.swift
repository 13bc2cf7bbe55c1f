// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeGraph
import Testing

@Suite struct SessionExpansionTests {
  func refused(_ name: String, in session: Session) -> String {
    refusal { () throws(Diagnostic) in try session.expand(SourceName(name)) }
  }

  @Test func everyOperatorBecomesANode() throws {
    let session = try Session(
      running: "a = 4", "b = 2", "total_2 = 1", "total = (a + b * 2) / -(3) - 50%", "twice = total * 2")
    let before = session.state
    let node = session.node(named: "total")
    let expansion = try session.expand(SourceName("total"))
    #expect(expansion.text == "expanded total into total_1, total_3, total_4 and total")
    #expect(session.node(named: "total") == node)
    #expect(
      session.text == """
        # nodecalc 1
        a = 4
        b = 2
        total_1 = Multiply(x: b, y: 2)
        total_3 = Add(x: a, y: total_1)
        total_4 = Divide(x: total_3, y: -3)
        total = Subtract(x: total_4, y: 0.5)
        total_2 = 1
        twice = total * 2

        """)
    #expect(try session.run("a = 7").first?.changes.map(\.name) == ["a", "total_3", "total_4", "total", "twice"])
    #expect(try session.undo(2).titles == ["a = 7", "expand total"])
    #expect(session.state == before)
    try session.redo(2)
    #expect(session.value(of: "twice")?.text == "-8.33333333333333")
    session.checkInvariants()
  }

  @Test func anOperatorWithoutAKindIsNamedAndNothingChanges() throws {
    let session = try Session(
      running: "a = 4", "p = a ^ 2 + 1", "n = -a", "f = sqrt(a) + 1", "c = a < 2", "i = if(c, a, 2)", "k = 3", "d = a",
      "n2 = Number(value: 2)", "t = #fff", "u = 50% + a%")
    let before = session.text
    #expect(refused("p", in: session) == "error[kind]: no kind of node computes '^'; nothing changed")
    #expect(refused("n", in: session) == "error[kind]: no kind of node computes '-'; nothing changed")
    #expect(refused("f", in: session) == "error[kind]: no kind of node computes 'sqrt'; nothing changed")
    #expect(refused("c", in: session) == "error[kind]: no kind of node computes '<'; nothing changed")
    #expect(refused("i", in: session) == "error[kind]: no kind of node computes 'if'; nothing changed")
    #expect(refused("u", in: session) == "error[kind]: no kind of node computes '%'; nothing changed")
    #expect(refused("t", in: session) == "error[kind]: no kind of node computes '#fff'; nothing changed")
    #expect(refused("k", in: session) == "error[kind]: 'k' has no operator to make a node of")
    #expect(refused("d", in: session) == "error[kind]: 'd' has no operator to make a node of")
    #expect(refused("n2", in: session) == "error[kind]: 'n2' is not a formula")
    #expect(refused("pp", in: session).hasPrefix("error[name]: unknown name 'pp'"))
    #expect(session.text == before)
    #expect(session.history.last == "u = 50% + a%")
  }

  @Test func failuresBeginInThePartThatFails() throws {
    let session = try Session(running: "a = 1", "z = 0", "f = a / z + 1")
    try session.expand(SourceName("f"))
    #expect(session.value(of: "f_1")?.text == "⚠ division by zero")
    #expect(session.value(of: "f")?.text == "⚠ from f_1: division by zero")
  }

  @Test func aFormulaThatWaitsForANameIsNotExpanded() throws {
    let session = try Session(running: "a = 1", "b = a + 1")
    _ = try session.delete(SourceName("a"))
    #expect(refused("b", in: session) == "error[name]: unknown name 'a'")
    #expect(session.source(of: "b") == "a + 1")
  }

  @Test func aFormulaOfManyTermsIsExpandedWithoutRecursion() throws {
    let session = try Session(running: "a = 1")
    try session.run("all = " + Array(repeating: "a", count: 5_000).joined(separator: " + "))
    let expansion = try session.expand(SourceName("all"))
    #expect(expansion.made.count == 4_998)
    #expect(expansion.text.hasSuffix("all_12, … 4986 more and all"))
    #expect(session.value(of: "all") == .value(.number(5_000)))
    try session.undo()
    #expect(session.names == ["a", "all"])
  }
}
