// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Observes changes: all edits, one value, and one value in a task.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let price = evaluator.input("price", 20.0)
let double = evaluator.node("double", price) { $0 * 2 }
evaluator.undoLimit = 64 << 20

evaluator.onEdit = { receipt in print("to be drawn again: \(receipt.affected.count)") }
let token = evaluator.observe(double, initial: true) { change in
  if change.cause != .undo { print(change.cause, change.new) }  // initial success(40.0)
}
let changes = evaluator.changes(of: double)

evaluator.set(price, to: 25)  // edit success(50.0), to be drawn again: 2
evaluator.undo()  // to be drawn again: 2

for await change in changes {  // in a task of any actor
  print(change)  // 40.0 → 50.0, 50.0 → 40.0
  if change.cause == .undo { break }
}
// snippet.hide
