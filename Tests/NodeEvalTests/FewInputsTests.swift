// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct FewInputsTests {
  /// Returns the number with these digits. Type-checking a formula of seven arguments takes the compiler a minute.
  private static func number(_ digits: Int...) -> Int { digits.reduce(0) { $0 * 10 + $1 } }

  @Test func nodesReadTheirInputsInOrderHoweverManyThereAre() {
    let evaluator = Evaluator()
    let digits = (1...7).map { evaluator.input(nil, $0) }
    let (a, b, c, d, e, f) = (digits[0], digits[1], digits[2], digits[3], digits[4], digits[5])
    let nodes: [Output<Int>] = [
      evaluator.node(nil, a) { Self.number($0) },
      evaluator.node(nil, a, b) { Self.number($0, $1) },
      evaluator.node(nil, a, b, c) { Self.number($0, $1, $2) },
      evaluator.node(nil, a, b, c, d) { Self.number($0, $1, $2, $3) },
      evaluator.node(nil, a, b, c, d, e) { Self.number($0, $1, $2, $3, $4) },
      evaluator.node(nil, a, b, c, d, e, f) { Self.number($0, $1, $2, $3, $4, $5) },
      evaluator.node(nil, a, b, c, d, e, f, digits[6]) { Self.number($0, $1, $2, $3, $4, $5, $6) },
    ]
    #expect(nodes.map { evaluator[$0] } == [1, 12, 123, 1234, 12_345, 123_456, 1_234_567])
    #expect(evaluator.set(f, to: 0).evaluated == [nodes[5].node, nodes[6].node])
    #expect(evaluator[nodes[5]] == 123_450)
  }

  @Test func kindsReadTheirInputsInOrderHoweverManyThereAre() throws {
    func port(_ index: Int) -> ValuePort<Int> { ValuePort("\(index)", default: index) }
    let output = ValuePort<Int>("y")
    let evaluator = Evaluator(definitions: [
      NodeDefinition("4", inputs: port(1), port(2), port(3), port(4), output: output) {
        (a: Int, b: Int, c: Int, d: Int) in
        (a * 10 + b) * 100 + c * 10 + d
      },
      NodeDefinition("5", inputs: port(1), port(2), port(3), port(4), port(5), output: output) {
        (a: Int, b: Int, c: Int, d: Int, e: Int) in (a * 10 + b) * 1000 + c * 100 + d * 10 + e
      },
      NodeDefinition("6", inputs: port(1), port(2), port(3), port(4), port(5), port(6), output: output) {
        (a: Int, b: Int, c: Int, d: Int, e: Int, f: Int) in (a * 100 + b * 10 + c) * 1000 + d * 100 + e * 10 + f
      },
    ])
    var nodes: [NodeID] = []
    try evaluator.edit { graph in for kind in ["4", "5", "6"] { nodes.append(try graph.add(kind)) } }
    let values = try nodes.map { try evaluator.output($0.output, as: Int.self).map { evaluator[$0] } }
    #expect(values == [1234, 12_345, 123_456])
  }
}
