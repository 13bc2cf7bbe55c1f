// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Sources with chains of nine nodes, followed by a node that adds both ends, and one that is not connected.
struct ChainsOfTen {
  let evaluator: Evaluator
  let sources: [Variable<Double>]
  let tails: [OutputPort]
  let joins: [NodeID]
  let free: [InputPort]

  init(nodes: Int) throws {
    let evaluator = Evaluator(definitions: [
      NodeDefinition(
        "Join", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 0.0), output: ValuePort("sum")
      ) {
        (a: Double, b: Double) -> Double in a + b
      }
    ])
    var (sources, tails, joins, free) = ([Variable<Double>](), [OutputPort](), [NodeID](), [InputPort]())
    try evaluator.edit { edit in
      while sources.count < nodes / 12 {
        let source = evaluator.input(nil, 0.0)
        var tail = evaluator.node(nil, source) { $0 + 1 }
        for _ in 1..<9 { tail = evaluator.node(nil, tail) { $0 + 1 } }
        let join = try edit.add("Join")
        try edit.connect(tail.port, to: join.input(0))
        try edit.connect(source.port, to: join.input(1))
        sources.append(source)
        tails.append(tail.port)
        joins.append(join)
        free.append(try edit.add("Join").input(0))
      }
    }
    self.evaluator = evaluator
    (self.sources, self.tails, self.joins, self.free) = (sources, tails, joins, free)
  }
}
