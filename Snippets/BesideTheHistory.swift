// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Sets a value without an undo step.

// snippet.show
import NodeEval

let evaluator = Evaluator()
evaluator.undoLimit = 64 << 20
let price = evaluator.input("price", 20.0)
let rate = evaluator.input("rate", 1.0)
let total = evaluator.node("total", price, rate) { $0 * $1 }

evaluator.set(price, to: 25)
evaluator.undo()
evaluator.edit(history: .none) { $0.set(rate, to: 2) }  // what a server says
evaluator.redo()  // still there, and evaluated with the new rate
print(evaluator[total])  // 50.0
// snippet.hide
