// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// An application that uses a host's hooks, payloads, copies and documents.

// snippet.show
import NodeGraph
import NodeView

struct Note: Codable { var text: String }

let number = PortType(Double.self, name: "Number")
let kinds = [
  NodeKind("Value", outputs: [.init("out", number)]),
  NodeKind("Sum", inputs: [.init("a", number), .init("b", number)], outputs: [.init("out", number)]),
]
var graph = Graph(kinds: kinds)
let price = try graph.add("Value", named: "price", at: GraphPoint(40, 60))
let sum = try graph.add("Sum", named: "sum", at: GraphPoint(400, 60))

let host = GraphHost(graph, in: GraphView(size: GraphSize(800, 400), profile: .editor, style: .light))
host.onNodeRequest = { contents, place throws(GraphError) in try contents.graph.add("Value", at: place) }
host.onDrop = { contents, drop, target, place throws(GraphError) in
  guard case .wire(let output) = drop else { return }  // pulled from an output and let go on the canvas
  let node = try contents.graph.add("Sum", at: place)
  try contents.graph.connect(output, to: node.input("a"))
}
host.veto = { source, target in target == sum.input(1) ? "b is reserved" : nil }
host.onRefusal = { [unowned host] error in print(host.graph.describe(error)) }
host.onActivation = { target in print("open \(target)") }

try host.setPayload(Note(text: "without tax"), of: price)  // a step of undo
host.view.select(GraphSelection(nodes: [price]))
try host.paste(host.copySelection(), offset: GraphPoint(24, 24))
let document = host.document()  // any coder writes it
try host.load(document)
print(host.graph.nodeCount)  // 3
// snippet.hide
