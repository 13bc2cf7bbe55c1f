// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct ReadmeExampleTests {
  @Test func kindsArePlacedByNameInOneEdit() throws {
    let hypotenuse = NodeDefinition(
      "Hypotenuse", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 0.0), output: ValuePort("c")
    ) { (a: Double, b: Double) -> Double in (a * a + b * b).squareRoot() }

    let evaluator = Evaluator(definitions: [.source("Number", output: ValuePort("value"), initial: 0.0), hypotenuse])
    let receipt = try evaluator.edit { graph in
      let side = try graph.add("Number", named: "side", at: GraphPoint(210, 10))
      let diagonal = try graph.add("Hypotenuse", named: "diagonal")
      try graph.connect(side.output, to: diagonal.input("a"))
    }

    let diagonal = try #require(evaluator.graph.node(named: "diagonal"))
    let side = try #require(evaluator.graph.node(named: "side"))
    #expect(receipt.evaluated == [diagonal])
    #expect(receipt.changed == [side, diagonal])
    try evaluator.edit { graph in
      try graph.set(side, to: 3.0)
      try graph.setLiteral(diagonal.input("b"), to: 4.0)
    }
    let length = try #require(try evaluator.output(diagonal.output("c"), as: Double.self))
    #expect(evaluator[length] == 5)
    #expect(evaluator.explain(diagonal)?.path == [side, diagonal])
  }
}
