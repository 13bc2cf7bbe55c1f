// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Shows nodes and wires with other looks, and a frame, and undoes that.

// snippet.show
import NodeGraph
import NodeView

let number = PortType(Double.self, name: "Number")
let kinds = [
  NodeKind("Value", outputs: [.init("out", number)]),
  NodeKind("Sum", inputs: [.init("a", number), .init("b", number)], outputs: [.init("out", number)]),
]
var graph = Graph(kinds: kinds)
let price = try graph.add("Value", named: "price", at: GraphPoint(40, 60))
let sum = try graph.add("Sum", named: "sum", at: GraphPoint(400, 60))
try graph.connect(price.output, to: sum.input(0))

let host = GraphHost(graph, in: GraphView(size: GraphSize(800, 400), profile: .editor, style: .light))
host.editLooks { looks in
  looks.nodes[price] = NodeLook(form: .compact)
  looks.connections[Connection(from: price.output, to: sum.input(0))] = ConnectionLook(
    label: "net", reroutes: [GraphPoint(280, 200)])
  looks.frames[FrameID(0)] = GraphFrame("Inputs", GraphRect(x: 16, y: 12, width: 200, height: 120))
}
print(host.view.hitTest(GraphPoint(280, 200)))  // the reroute, which can be dragged
host.undo()
print(host.looks == GraphLooks())  // true
// snippet.hide
