// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A part of a graph that is edited on one thread and runs on another one, which never blocks.

// snippet.show
import NodeEval

let smooth = NodeDefinition(
  "Smooth", tick: ValuePort<Int>("block"), inputs: ValuePort<Double>("level"), ValuePort<Double>("speed"),
  output: ValuePort<Double>("value"), state: 0.0
) { (last: inout Double, level: Double, speed: Double) in
  last += speed * (level - last)
  return last
}
let evaluator = Evaluator(definitions: [smooth])
let block = evaluator.input("block", 0)
let level = evaluator.input("level", 1.0)
let speed = evaluator.input("speed", 0.5)
var value: Output<Double>?
try evaluator.edit { graph in
  let node = try graph.add("Smooth", named: "smooth")
  for (input, source) in [("block", block.port), ("level", level.port), ("speed", speed.port)] {
    try graph.connect(source, to: node.input(input))
  }
  value = try evaluator.output(node.output, as: Double.self)
}

if let value {
  let plan = try RealTimePlan(evaluator, outputs: value)
  // The thread that edits:
  plan.set(level, to: 3)
  // The thread that renders, once a block:
  plan.render { $0.set(block, to: 1) }
  print(plan[value])  // 1.75
  // The thread that edits. The state goes on, the speed is another.
  evaluator.set(speed, to: 1)
  try plan.publish()
  plan.render { $0.set(block, to: 2) }
  print(plan[value])  // 3.0
}
// snippet.hide
