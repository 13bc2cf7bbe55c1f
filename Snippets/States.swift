// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A node with a state, an input that changes between two ticks, and a loop through a delay.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let block = evaluator.input("block", 0)
let level = evaluator.input("level", 1.0)
let speed = evaluator.input("speed", 0.5)
let smooth = evaluator.node("smooth", tick: block, level, speed, state: 0.0) { (last: inout Double, level, speed) in
  last += speed * (level - last)
  return last
}
print(evaluator[smooth])  // 0.5

evaluator.set(block, to: 1)
print(evaluator[smooth])  // 0.75: the state has advanced
evaluator.set(speed, to: 1)
print(evaluator[smooth])  // 1.0: this block again, from the same state

let echo = evaluator.delay("echo", of: Double.self, initial: 0, tick: block)
let output = evaluator.node("output", smooth, echo) { $0 + 0.5 * $1 }
try evaluator.edit { try $0.connect(output.port, to: echo.input) }  // no cycle
evaluator.set(block, to: 2)
print(evaluator[output])  // 1.5
evaluator.set(block, to: 3)
print(evaluator[output])  // 1.75
// snippet.hide
