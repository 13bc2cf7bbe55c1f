// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct FormulaEditTests {
  @Test func theFormulaOfAPortHasNoName() throws {
    let session = try Session(running: "a = 1", "n = Add(x: a * 2)")
    let (graph, node) = (session.evaluator.graph, try #require(session.node(named: "n")))
    let helper = try #require(graph.sources(of: node.input(0)).first?.node)
    #expect(graph.name(of: helper) == nil)
    #expect(session.formulas.texts[helper] == "a * 2")
    try session.run("n.x = 3")
    #expect(!session.evaluator.graph.contains(helper))
    session.checkInvariants()
  }
}
