// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Gives connections a course of the application's own, and turns a node.

// snippet.show
import NodeGraph
import NodeView

/// Hangs between two ports like a cable.
struct Hanging: EdgeCourse {
  let sag: Double

  func line(from source: EdgeEnd, to target: EdgeEnd, through points: [GraphPoint]) -> DrawingPath {
    let low = max(source.point.y, target.point.y) + sag
    return DrawingPath([
      .move(source.point),
      .curve(
        control1: GraphPoint(source.point.x, low), control2: GraphPoint(target.point.x, low), end: target.point),
    ])
  }
}

let signal = PortType(Double.self, name: "Signal")
let filter = NodeKind("Filter", inputs: [.init("in", signal)], outputs: [.init("out", signal)])
var graph = Graph(kinds: [filter])
let low = try graph.add("Filter", named: "low")
let high = try graph.add("Filter", named: "high", at: GraphPoint(300, 40))
try graph.connect(low.output, to: high.input(0))

let host = GraphHost(graph, in: GraphView(size: GraphSize(600, 300), profile: .editor, style: .light))
host.course = { _ in Hanging(sag: 60) }
host.editLooks { $0.nodes[high] = NodeLook(flow: .up) }  // its input is at the bottom now
let line = host.view.path(of: Connection(from: low.output, to: high.input(0)))
print(line?.targetSide == .bottom)  // true
// snippet.hide
