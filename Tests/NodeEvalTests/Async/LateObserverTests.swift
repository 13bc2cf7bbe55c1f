// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// What observers of nodes that had to wait receive.
@Suite struct LateObserverTests {
  /// The node runs again with an edit that is unrelated to its new code.
  @Test(arguments: [10.0, 12]) func whatWaitedAndGotOtherCodeTellsNoValueThatIsKnown(value: Double) async throws {
    let graph = LateGraph()
    let evaluator = graph.evaluator
    for (name, sign) in [("Sum", 1.0), ("Difference", -1.0)] {
      evaluator.register(
        NodeDefinition(name, inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("z"))
        {
          (x: Double, y: Double) in x + sign * y
        })
    }
    evaluator.register(
      NodeDefinition("Count", inputs: ValuePort("x", default: 0.0), output: ValuePort<Int>("z")) { (x: Double) in Int(x)
      })
    var made: [NodeID] = []
    try evaluator.edit { edit in
      made = [try edit.add("Sum"), try edit.add("Sum")]
      try edit.connect(graph.late.port, to: made[0].input(0))
      try edit.connect(made[0].output, to: made[1].input(0))
    }
    await graph.land()
    let (between, node) = (made[0], made[1])
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    #expect(evaluator[output] == 10)
    var told: [Double?] = []
    let observation = evaluator.observe(output) { told.append(try? $0.new.get()) }
    evaluator.set(graph.source, to: 2)
    // The node's value is dropped with its type, and is set again when the node runs.
    try evaluator.edit { try $0.setKind(of: node, to: "Count") }
    try evaluator.edit { try $0.setKind(of: node, to: "Difference") }
    #expect(evaluator.state(of: node) != .current, "it waits with its new code")
    told = []
    try evaluator.edit { edit in
      try edit.disconnect(between.input(0))
      try edit.setLiteral(between.input(0), to: value)
    }
    #expect(evaluator[output] == value)
    #expect(told == (value == 10 ? [] : [value]))
    withExtendedLifetime(observation) {}
  }
}
