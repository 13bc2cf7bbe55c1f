// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Declares a kind, and places nodes of it in an edit.

// snippet.show
import NodeEval
import NodeGraph

let hypotenuse = NodeDefinition(
  "Hypotenuse", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 4.0), output: ValuePort("c")
) { (a: Double, b: Double) -> Double in (a * a + b * b).squareRoot() }

let evaluator = Evaluator(definitions: [.source("Number", output: ValuePort("value"), initial: 3.0), hypotenuse])
let receipt = try evaluator.edit { graph in
  let side = try graph.add("Number", named: "side", at: GraphPoint(210, 10))
  let diagonal = try graph.add("Hypotenuse", named: "diagonal")
  try graph.connect(side.output, to: diagonal.input("a"))  // throws .cycle(path), .typeMismatch, .noSuchInput, …
}
for node in receipt.evaluated {
  if let length = try evaluator.output(node.output, as: Double.self) { print(evaluator[length]) }  // 5.0
}
// snippet.hide
