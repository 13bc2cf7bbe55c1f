// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Mutes and bypasses a node.

// snippet.show
import NodeEval

let evaluator = Evaluator()
let price = evaluator.input("price", 100)
let reduced = evaluator.node("reduced", price) { $0 * 9 / 10 }
let total = evaluator.node("total", reduced) { $0 + 5 }

try evaluator.edit { edit in try edit.setMode(.bypassed, of: reduced.node) }
print(evaluator[total])  // 105: the price is passed as it is
try evaluator.edit { edit in try edit.setMode(.muted, of: reduced.node) }
print(evaluator.failure(of: total.node)?.message ?? "")  // muted
try evaluator.edit { edit in try edit.setMode(.active, of: reduced.node) }
print(evaluator[total])  // 95
// snippet.hide
