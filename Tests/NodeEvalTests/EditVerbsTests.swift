// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct EditVerbsTests {
  let evaluator = Evaluator(definitions: [
    NodeDefinition.source("Number", output: ValuePort("value"), initial: 2.0),
    NodeDefinition("Negate", inputs: ValuePort("x", default: 1.0), output: ValuePort("y")) { x in -x },
  ])

  @Test func nodesAreMovedAndRemovedAndLiteralsClearedWithinOneEdit() throws {
    var nodes: [NodeID] = []
    try evaluator.edit { edit throws(GraphError) in nodes = [try edit.add("Number"), try edit.add("Negate")] }
    try evaluator.edit { edit throws(GraphError) in
      try edit.setLiteral(nodes[1].input(0), to: 7.0)
      try edit.clearLiteral(nodes[1].input(0))
      try edit.move(nodes[1], to: GraphPoint(3, 4))
      try edit.remove(nodes[0])
    }
    evaluator.checkInvariants()
    #expect(evaluator.graph.nodes == [nodes[1]])
    #expect(evaluator.graph.position(of: nodes[1]) == GraphPoint(3, 4))
    let output = try #require(try evaluator.output(nodes[1].output, as: Double.self))
    #expect(evaluator[output] == -1)
  }
}
