// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Saves a graph that was built call by call, and restores it with the code of its nodes.

// snippet.show
import NodeEval
import NodeGraph

let evaluator = Evaluator()
let price = evaluator.input("price", 20.0)
_ = evaluator.node("tax", price) { $0 / 5 }
evaluator.set(price, to: 25)
let document = try evaluator.document()  // Codable; says that price and tax were made in code

let own: [String: NodeDefinition] = [
  "price": .source("Price", output: ValuePort("value"), initial: 20.0),
  "tax": NodeDefinition("Tax", inputs: ValuePort<Double>("1"), output: ValuePort("value")) { (price: Double) in
    price / 5
  },
]
let again = try Evaluator(document: document, reading: DocumentReading(own: own))
if let node = again.graph.node(named: "tax"), let tax = try again.output(node.output, as: Double.self) {
  print(again[tax])  // 5.0
}
// snippet.hide
