// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Undoes an edit, and tries another one without making it.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let price = evaluator.input("price", 20.0)
let quantity = evaluator.input("quantity", 3)
let subtotal = evaluator.node("subtotal", price, quantity) { $0 * Double($1) }

evaluator.undoLimit = 64 << 20  // bytes to remember edits with
evaluator.set(price, to: 25)
evaluator.undo()
print(evaluator[subtotal])  // 60.0, and nothing was computed for it
print(evaluator.redoTitles)  // ["set price"]

let fork = try evaluator.fork { edit in edit.set(price, to: 30) }
print(fork.read { evaluator[subtotal] })  // 90.0: what it would be
print(evaluator[subtotal])  // 60.0: what it is
try fork.commit()  // makes the edit; nothing is computed again
// snippet.hide
