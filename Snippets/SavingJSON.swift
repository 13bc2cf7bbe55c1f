// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Writes a graph of declared kinds as JSON, and reads it back.

// snippet.show
import Foundation
import NodeEval
import NodeGraph

let kinds: [NodeDefinition] = [
  .source("Number", output: ValuePort("value"), initial: 3.0),
  NodeDefinition("Double", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) -> Double in
    x * 2
  },
]
let evaluator = Evaluator(definitions: kinds)
try evaluator.edit { edit in
  let number = try edit.add("Number", named: "n")
  let double = try edit.add("Double", named: "d")
  try edit.connect(number.output, to: double.input("x"))
}

let data = try JSONEncoder().encode(evaluator.document())
let document = try JSONDecoder().decode(GraphDocument.self, from: data)
do {
  let again = try Evaluator(definitions: kinds, document: document)
  print(again.graph.nodeCount)  // 2
} catch {
  print(error)  // names the place in the document and the reason
}
// snippet.hide
