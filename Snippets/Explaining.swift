// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Finds out why a node ran, and why it did not.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let price = evaluator.input("price", 20.2)
let rounded = evaluator.node("rounded", price) { $0.rounded() }
let total = evaluator.node("total", rounded) { $0 * 3 }

evaluator.set(price, to: 24.9)
if let explanation = evaluator.explain(total.node) {
  print(explanation.path == [price.node, rounded.node, total.node])  // true: from what was set to the node
  print(explanation.method == .byRank, explanation.isPlanned)  // true false: no plan lists it yet
}

evaluator.set(price, to: 25.1)  // rounded is 25 as before
print(evaluator.idleReason(of: total.node) == .cutOff(at: rounded.node))  // true
// snippet.hide
