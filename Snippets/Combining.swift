// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Combines the values of many connections when one of them changes at a time.

// snippet.show
import NodeEval

let total = NodeDefinition(
  "Total", combining: ManyPort<Double>("values"), output: ValuePort("total"), empty: 0, by: +)
let mean = NodeDefinition(
  "Mean", combining: ManyPort<Double>("values"), output: ValuePort("mean"), each: { (sum: $0, count: 1.0) },
  by: { (sum: $0.sum + $1.sum, count: $0.count + $1.count) }, result: { all in all.map { $0.sum / $0.count } ?? .nan })

let evaluator = Evaluator(definitions: [total, mean])
let values = (0..<50_000).map { evaluator.input("value \($0)", Double($0)) }
let node = try evaluator.edit { edit in
  let node = try edit.add("Total", named: "total")
  for value in values { try edit.connect(value.port, to: node.input("values")) }
}.evaluated[0]
guard let sum = try evaluator.output(node.output, as: Double.self) else { preconditionFailure() }
print(evaluator[sum])  // 1249975000.0
evaluator.set(values[7], to: 0)  // adds 16 times, not 50,000 times
print(evaluator[sum])  // 1249974993.0
// snippet.hide
