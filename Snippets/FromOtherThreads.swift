// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Receives values from other threads, and passes values to them.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let cutoff = evaluator.input("cutoff", 440.0)
let gain = evaluator.input("gain", 1.0)
let level = evaluator.node("level", cutoff, gain) { $0 * $1 }

let inbox = evaluator.inbox()  // Sendable
await Task.detached {
  for step in 1...9 { inbox.set(cutoff, to: Double(step) * 100) }  // the last counts
  inbox.set(gain, to: 0.5)
}.value
let reception = evaluator.receive()  // one edit; onArrival says when there is something to receive
print(evaluator[level], reception.receipt.evaluatedCount)  // 450.0 1

let snapshot = evaluator.snapshot(of: level, gain)  // Sendable
evaluator.set(gain, to: 2)
print(await Task.detached { snapshot[level] }.value)  // 450.0
// snippet.hide
