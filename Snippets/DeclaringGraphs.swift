// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Declares a graph with a group in code, and adds it.

// snippet.show
import NodeEval
import NodeGraph

let invoice = GraphDeclaration {
  let price = GraphSource("price", 100.0)
  let rate = GraphSource("rate", 0.2)
  price
  GraphGroup("Tax") {
    rate
    GraphFunction("tax", price, rate) { $0 * $1 }
  }
}

let evaluator = Evaluator()
var names: [String: NodeID] = [:]
try evaluator.edit { edit in names = try edit.add(invoice) }
if let tax = names["tax"], let output = try evaluator.output(tax.output, as: Double.self) {
  print(evaluator.subgraphs.scopedName(of: tax), evaluator[output])  // Tax › tax 20.0
}
// snippet.hide
