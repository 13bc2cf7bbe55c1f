// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Frames, reroutes and looks: parts of documents and undo steps that evaluation ignores.

// snippet.show
import NodeEval
import NodeGraph

let evaluator = Evaluator()
let price = evaluator.input("price", 100)
let reduced = evaluator.node("reduced", price) { $0 * 9 / 10 }
let wire = Connection(from: price.node.output, to: reduced.node.input(0))

try evaluator.edit { edit in
  try edit.addFrame("Discount", around: [price.node, reduced.node], color: GraphColor(0x7e9bd0))
  try edit.addReroute(on: wire, at: GraphPoint(120, 40))
  try edit.setLook(NodeLook(isLocked: true, form: .compact), of: price.node)
}
print(evaluator.subgraphs.look(of: wire).reroutes.count)  // 1
print(evaluator.subgraphs.frames().map(\.frame.title))  // ["Discount"]
// snippet.hide
