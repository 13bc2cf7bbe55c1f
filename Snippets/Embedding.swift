// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Computes a total, and reports the effects of a change of the price.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let price = evaluator.input("price", 20.0)
let quantity = evaluator.input("quantity", 3)
let subtotal = evaluator.node("subtotal", price, quantity) { $0 * Double($1) }
let label = evaluator.node("label", subtotal) { "total: \($0)" }

print(evaluator[label])  // total: 60.0

let watch = evaluator.observe(label) { print($0) }  // total: 60.0 → total: 75.0
let receipt = evaluator.set(price, to: 25)  // computes subtotal and label, nothing else
print(receipt.evaluatedCount)  // 2
watch.cancel()
// snippet.hide
