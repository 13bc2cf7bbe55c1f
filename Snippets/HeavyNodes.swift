// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Evaluates heavy nodes on several cores.

// snippet.show
import NodeEval

let shift = NodeDefinition(
  "Shift", inputs: ValuePort("samples", default: [0.0]), ValuePort("by", default: 1.0),
  output: ValuePort<[Double]>("shifted"), cost: .heavy
) { (samples: [Double], by: Double) -> [Double] in samples.map { $0 + by } }

let evaluator = Evaluator(definitions: [shift])
evaluator.workers = .upTo(4)  // threads, that of the edit among them
let samples = evaluator.input("samples", [1.0, 2.0])
let peak = evaluator.node("peak", samples, cost: .heavy) { $0.max() ?? 0 }  // the closure is @Sendable
try evaluator.edit { edit in
  for _ in 0..<8 {
    let node = try edit.add("Shift")
    try edit.connect(samples.port, to: node.input(0))
  }
}

let receipt = evaluator.set(samples, to: [3, 4])  // nine nodes, on as many cores as are free
print(receipt.evaluatedCount)  // 9
print(evaluator[peak])  // 4.0
// snippet.hide
