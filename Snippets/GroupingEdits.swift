// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Makes several edits one undo step.

// snippet.show
import NodeEval
import NodeGraph

let evaluator = Evaluator()
evaluator.undoLimit = 64 << 20
let price = evaluator.input("price", 20.0)

// A drag: edits in a row with the same key are one step.
for (x, y) in [(10.0, 0.0), (20, 5), (30, 10)] {
  try evaluator.edit(nil, gesture: "drag 1") { edit in try edit.move(price.node, to: GraphPoint(x, y)) }
}

// A command that makes several edits.
evaluator.undoGroup("raise") {
  evaluator.set(price, to: 21)
  evaluator.set(price, to: 22)
}

print(evaluator.undoTitles.suffix(1))  // ["raise"]
evaluator.undo()
evaluator.undo()
print(evaluator[price], evaluator.graph.position(of: price.node) == .zero)  // 20.0 true
// snippet.hide
