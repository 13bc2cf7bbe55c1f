// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView

/// Prints the median time of three layouts of a graph, and its limit.
func measure(_ name: String, _ graph: LayoutGraph, limit: Double? = nil) {
  var times: [Double] = []
  for _ in 0..<3 {
    let start = threadTime()
    let result = LayeredLayout().layout(graph)
    times.append((threadTime() - start) / 1e6)
    precondition(result.positions.count == graph.nodes.count)
  }
  let time = times.sorted()[1]
  let goal = limit.map { " (at most \(Int($0)))\(time <= $0 ? "" : "  ← MISSED")" } ?? ""
  print("\(name), \(graph.nodes.count) nodes, \(graph.edges.count) edges: \(Int(time)) ms\(goal)")
}

measure("random, mostly local", .local(count: 1000))
measure("random, mostly local", .local(count: 10_000), limit: 1000)
measure("random over 80 layers", .layered(count: 1000, layers: 80))
measure("random over 80 layers", .layered(count: 10_000, layers: 80), limit: 1000)
measure("random with cycles", .local(count: 10_000, backward: 20))
measure("chain", .tree(count: 100_000) { $0 - 1 })
measure("binary tree", .tree(count: 100_000) { ($0 - 1) / 2 })
measure("star", .tree(count: 100_000) { _ in 0 })
measure("chain with 1,000 edges across all of it", .spannedChain(count: 100_000, spans: 1000))

let path = (0..<100_000).map { $0 == 99_999 ? [] : [$0 + 1] }
let binary = (0..<100_000).map { node in [2 * node + 1, 2 * node + 2].filter { $0 < 100_000 } }
for (name, children) in [("path", path), ("binary tree", binary)] {
  let sizes = children.indices.map { GraphSize(Double(40 + $0 % 7 * 10), Double(20 + $0 % 5 * 8)) }
  let start = threadTime()
  let drawing = TreeLayout().layout(children: children, sizes: sizes)
  print("tidy \(name), \(drawing.positions.count) nodes: \(Int((threadTime() - start) / 1e6)) ms")
}
