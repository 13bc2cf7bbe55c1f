// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0
//
// Connects ports of different types.

// snippet.show
import NodeEval

struct TooLarge: Error {}

let evaluator = Evaluator(definitions: [
  .source("Count", output: ValuePort("value"), initial: 7),
  NodeDefinition("Half", inputs: ValuePort("x", default: 0.0), output: ValuePort("half")) { (x: Double) -> Double in
    x / 2
  },
  NodeDefinition("Double", inputs: ValuePort("x", default: 0), output: ValuePort("twice")) { (x: Int) -> Int in 2 * x },
  .conversion(Int.self, to: Double.self) { Double($0) },
  .conversion(Double.self, to: Int.self, .lossy) { value in
    guard value.magnitude < 100 else { throw TooLarge() }
    return Int(value)
  },
])
let groups = evaluator.subgraphs

try evaluator.edit { edit in
  let count = try edit.add("Count", named: "count")
  let half = try edit.add("Half", named: "half")
  let twice = try edit.add("Double", named: "twice")
  print(edit.verdict(onConnecting: half.output, to: twice.input("x")))  // converting, at a loss
  try edit.connect(count.output, to: half.input("x"))
  try edit.connect(half.output, to: twice.input("x"))
}
for wire in groups.connections(in: nil) {
  guard let conversion = groups.conversion(of: wire) else { continue }
  print(groups.scopedName(of: wire.source.node), conversion, conversion.loss)  // count Int → Double lossless, …
}
if let twice = evaluator.graph.node(named: "twice"), let count = evaluator.graph.node(named: "count") {
  try evaluator.edit { edit in try edit.set(count, to: 5000) }
  if let failure = evaluator.failure(of: twice) { print(groups.describe(failure)) }  // half → twice.x: TooLarge()
}
// snippet.hide
