// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport

extension LayoutGraph {
  /// The faults of a drawing, found by exhaustive comparisons.
  func faults(in result: LayoutResult) -> [String] {
    guard result.positions.count == nodes.count, result.routes.count == edges.count,
      result.isReversed.count == edges.count
    else { return ["something is missing"] }
    let boxes = nodes.indices.map { GraphRect(result.positions[$0], nodes[$0].size) }
    var faults: [String] = []
    for first in boxes.indices {
      for second in 0..<first where boxes[first].intersects(boxes[second]) {
        faults.append("\(first) overlaps \(second)")
      }
      if !isInside(GraphPoint(boxes[first].minX, boxes[first].minY), result.size)
        || !isInside(GraphPoint(boxes[first].maxX, boxes[first].maxY), result.size)
      {
        faults.append("\(first) is outside")
      }
    }
    let reachable = self.reachable
    for (index, edge) in edges.enumerated() {
      let route = result.routes[index]
      let (source, target) = (boxes[edge.source], boxes[edge.target])
      let start = GraphPoint(source.maxX, source.minY + nodes[edge.source].outputs[edge.output])
      let end = GraphPoint(target.minX, target.minY + nodes[edge.target].inputs[edge.input])
      if route.first.map({ $0.distance(to: start) > 1e-6 }) ?? true { faults.append("edge \(index) starts elsewhere") }
      if route.last.map({ $0.distance(to: end) > 1e-6 }) ?? true { faults.append("edge \(index) ends elsewhere") }
      if result.isReversed[index] {
        if !reachable[edge.target].contains(edge.source) { faults.append("edge \(index) is reversed without need") }
      } else {
        if target.minX < source.maxX + 1 { faults.append("edge \(index) runs backwards") }
        if zip(route, route.dropFirst()).contains(where: { $1.x < $0.x }) { faults.append("edge \(index) turns back") }
      }
      for (from, to) in zip(route, route.dropFirst()) {
        if !isInside(from, result.size) || !isInside(to, result.size) { faults.append("edge \(index) is outside") }
        for (node, box) in boxes.enumerated() where passes(from, to, through: box) {
          faults.append("edge \(index) passes through \(node)")
        }
      }
    }
    return faults
  }

  /// For each node, the first node of its connected component.
  var parts: [Int] {
    var parts = Array(nodes.indices)
    for _ in nodes {
      for edge in edges {
        let first = min(parts[edge.source], parts[edge.target])
        (parts[edge.source], parts[edge.target]) = (first, first)
      }
    }
    return parts
  }

  /// The nodes reachable from each node, including itself.
  private var reachable: [Set<Int>] {
    var following = [[Int]](repeating: [], count: nodes.count)
    for edge in edges { following[edge.source].append(edge.target) }
    return nodes.indices.map { start in
      var found: Set = [start]
      var stack = [start]
      while let node = stack.popLast() {
        for target in following[node] where found.insert(target).inserted { stack.append(target) }
      }
      return found
    }
  }

  private func isInside(_ point: GraphPoint, _ size: GraphSize) -> Bool {
    point.x >= -1e-6 && point.y >= -1e-6 && point.x <= size.width + 1e-6 && point.y <= size.height + 1e-6
  }

  /// Whether a straight piece passes through the interior of a box, by the clipping algorithm of Liang and Barsky.
  private func passes(_ from: GraphPoint, _ to: GraphPoint, through box: GraphRect) -> Bool {
    let inner = box.expanded(by: -0.01)
    var (first, last) = (0.0, 1.0)
    let offset = to - from
    for (step, distance) in [
      (-offset.x, from.x - inner.minX), (offset.x, inner.maxX - from.x), (-offset.y, from.y - inner.minY),
      (offset.y, inner.maxY - from.y),
    ] {
      if step == 0 {
        if distance <= 0 { return false }
      } else if step < 0 {
        first = max(first, distance / step)
      } else {
        last = min(last, distance / step)
      }
    }
    return first < last
  }
}

extension LayoutGraph {
  /// A random graph with `edgeCount` edges, mostly forward; if `isWild`, with cycles, loops and several components.
  static func random(nodes count: Int, edges edgeCount: Int, isWild: Bool, _ random: inout SplitMix64) -> LayoutGraph {
    var graph = LayoutGraph()
    for _ in 0..<count {
      let height = Double(20 + 10 * random.below(8))
      graph.nodes.append(
        Node(
          GraphSize(Double(30 + 10 * random.below(12)), height), inputs: [height * 0.2, height * 0.5, height * 0.8],
          outputs: [height / 3, height / 1.5]))
    }
    for _ in 0..<edgeCount {
      var (source, target) = (random.below(count), random.below(count))
      if source > target, !(isWild && random.oneIn(4)) { swap(&source, &target) }
      guard isWild || source != target else { continue }
      graph.edges.append(Edge(from: source, output: random.below(2), to: target, input: random.below(3)))
    }
    return graph
  }
}
