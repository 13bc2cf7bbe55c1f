// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Stops an evaluation between two nodes, and completes it later.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let start = evaluator.input("start", 0)
var last = evaluator.node("0", start) { $0 + 1 }
for index in 1..<10_000 { last = evaluator.node("\(index)", last) { $0 + 1 } }

evaluator.isInterrupted = { true }  // your own: a flag that a signal or another thread sets
evaluator.set(start, to: 5)  // returns after 256 nodes; the edit stays
print(evaluator.hasUnfinished)  // true
do { print(try evaluator.value(of: last)) } catch { print(error.reason == .unfinished) }  // true

evaluator.isInterrupted = nil
while evaluator.hasUnfinished { evaluator.resume() }
print(evaluator[last])  // 10005
// snippet.hide
