// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The positions of layers and the lines of all edges.
///
/// A line passes a layer horizontally, between its nodes, and changes its height only in the gaps. Where backward edges
/// turn next to a layer, the line first passes their turns.
struct Routes {
  private let graph: LayeredGraph
  private let top: [Double]
  private let edgeSpacing: Double
  private var turns = Turns()
  private let lanes: Lanes
  /// Whether the edges of an output run together as far as they can, and nodes without inputs are aligned at the gap after
  /// their layer, where their edges begin.
  private let sharesLanes: Bool
  /// The left and right edges of each layer, and the range in which lines around it are horizontal.
  private var left: [Double] = []
  private var right: [Double] = []
  private var levelFrom: [Double] = []
  private var levelTo: [Double] = []

  init(_ order: LayerOrder, top: [Double], layerSpacing: Double, edgeSpacing: Double, laneSpacing: Double) {
    graph = order.graph
    lanes = Lanes(order.graph, top: top, layerSpacing: layerSpacing, spacing: laneSpacing)
    sharesLanes = laneSpacing > 0
    self.top = top
    self.edgeSpacing = edgeSpacing
    turns = Turns(graph, top: top)
    var width = [Double](repeating: 0, count: graph.layerCount)
    for node in 0..<graph.nodeCount {
      width[graph.layer[node]] = max(width[graph.layer[node]], graph.graph.nodes[node].size.width)
    }
    var x = 0.0
    for layer in width.indices {
      x += turns.room(leftOf: layer, spacing: edgeSpacing)
      levelFrom.append(x - turns.room(leftOf: layer, spacing: edgeSpacing))
      left.append(x)
      x += width[layer]
      right.append(x)
      x += turns.room(rightOf: layer, spacing: edgeSpacing)
      levelTo.append(x)
      if layer > 0, layer < width.count - 2 { x += lanes.widths[layer] }
    }
  }

  /// The drawing.
  func result(_ isReversed: [Bool]) -> LayoutResult {
    var highest = 0.0
    for vertex in top.indices { highest = vertex == 0 ? top[vertex] : min(highest, top[vertex]) }
    let heights = heightsAbove(highest)
    var routes: [[GraphPoint]] = []
    for (edge, course) in graph.courses.enumerated() {
      switch course {
      case .forward(let bends): routes.append(forwardRoute(edge, bends))
      case .backward(let bends): routes.append(backwardRoute(edge, bends))
      case .above: routes.append(routeAbove(edge, at: heights[edge] ?? highest))
      }
    }
    let positions = (0..<graph.nodeCount).map { GraphPoint(left(of: $0), top[$0]) }
    var end = GraphPoint(-.infinity, -.infinity)
    for (node, position) in positions.enumerated() {
      let size = graph.graph.nodes[node].size
      end = GraphPoint(max(end.x, position.x + size.width), max(end.y, position.y + size.height))
    }
    return LayoutResult(positions: positions, routes: routes, isReversed: isReversed, size: GraphSize(end.x, end.y))
  }

  /// The heights of the edges that run above everything: with lanes, those of an output run together.
  private func heightsAbove(_ highest: Double) -> [Int: Double] {
    var (numbers, known): ([Int: Int], [GraphPoint: Int]) = ([:], [:])
    for (edge, course) in graph.courses.enumerated() where course == .above {
      let place = sharesLanes ? start(of: edge) : GraphPoint(Double(edge), 0)
      let number = known[place] ?? known.count
      (numbers[edge], known[place]) = (number, number)
    }
    let lane = edgeSpacing * min(1, 100 / Double(max(1, known.count)))
    return numbers.mapValues { highest - edgeSpacing - lane * Double($0 + 1) }
  }

  /// The left edge of a node.
  private func left(of node: Int) -> Double {
    let layer = graph.layer[node]
    let isAligned = sharesLanes && graph.graph.nodes[node].inputs.isEmpty
    return isAligned ? right[layer] - graph.graph.nodes[node].size.width : left[layer]
  }

  private func start(of edge: Int) -> GraphPoint {
    let (edge, node) = (graph.graph.edges[edge], graph.graph.nodes[graph.graph.edges[edge].source])
    return GraphPoint(left(of: edge.source) + node.size.width, top[edge.source] + node.outputs[edge.output])
  }

  private func end(of edge: Int) -> GraphPoint {
    let edge = graph.graph.edges[edge]
    return GraphPoint(
      left(of: edge.target), top[edge.target] + graph.graph.nodes[edge.target].inputs[edge.input])
  }

  private func forwardRoute(_ edge: Int, _ bends: Range<Int>) -> [GraphPoint] {
    let (start, end) = (start(of: edge), end(of: edge))
    let (first, last) = (graph.layer[graph.graph.edges[edge].source], graph.layer[graph.graph.edges[edge].target])
    var line = Polyline(start)
    line.add(GraphPoint(levelTo[first], start.y))
    var layer = first
    /// Adds the vertical part to the height of the next layer if the edge has a lane in this gap.
    func changeLane(to height: Double) {
      guard let offset = lanes.offset(of: edge, behind: layer), let from = line.points.last?.y else { return }
      let lane = levelTo[layer] + offset
      // Corners are rounded up to half way to the adjacent points.
      let reach = lanes.reach(behind: layer).map { 2 * $0 }
      if let reach, offset > reach { line.pass(GraphPoint(lane - reach, from)) }
      line.add(GraphPoint(lane, from))
      line.add(GraphPoint(lane, height))
      if let reach, lanes.widths[layer] - offset > reach { line.pass(GraphPoint(lane + reach, height)) }
    }
    for bend in bends {
      changeLane(to: top[bend])
      layer = graph.layer[bend]
      line.add(GraphPoint(levelFrom[graph.layer[bend]], top[bend]))
      line.add(GraphPoint(levelTo[graph.layer[bend]], top[bend]))
    }
    changeLane(to: end.y)
    line.add(GraphPoint(levelFrom[last], end.y))
    line.add(end)
    return line.points
  }

  private func backwardRoute(_ edge: Int, _ bends: Range<Int>) -> [GraphPoint] {
    let (start, end) = (start(of: edge), end(of: edge))
    let (first, last) = (graph.layer[graph.graph.edges[edge].source], graph.layer[graph.graph.edges[edge].target])
    let turnRight = right[first] + turns.distance(rightOf: edge, spacing: edgeSpacing)
    let turnLeft = left[last] - turns.distance(leftOf: edge, spacing: edgeSpacing)
    var line = Polyline(start)
    line.add(GraphPoint(turnRight, start.y))
    line.add(GraphPoint(turnRight, top[bends.upperBound - 1]))
    for bend in bends.reversed() {
      if bend < bends.upperBound - 1 { line.add(GraphPoint(levelTo[graph.layer[bend]], top[bend])) }
      if bend > bends.lowerBound { line.add(GraphPoint(levelFrom[graph.layer[bend]], top[bend])) }
    }
    line.add(GraphPoint(turnLeft, top[bends.lowerBound]))
    line.add(GraphPoint(turnLeft, end.y))
    line.add(end)
    return line.points
  }

  private func routeAbove(_ edge: Int, at height: Double) -> [GraphPoint] {
    let (start, end) = (start(of: edge), end(of: edge))
    let up = right[graph.layer[graph.graph.edges[edge].source]] + edgeSpacing / 2
    let down = left[graph.layer[graph.graph.edges[edge].target]] - edgeSpacing / 2
    return [
      start, GraphPoint(up, start.y), GraphPoint(up, height), GraphPoint(down, height), GraphPoint(down, end.y), end,
    ]
  }
}

/// A line without points at which it continues straight, except those that were added by ``pass(_:)``.
private struct Polyline {
  private(set) var points: [GraphPoint]
  /// The number of points that stay even if the line continues straight.
  private var passedCount = 1

  init(_ start: GraphPoint) { points = [start] }

  /// Continues straight to a point that stays in the line.
  mutating func pass(_ point: GraphPoint) {
    add(point)
    passedCount = points.count
  }

  /// Continues to a point. A horizontal piece that continues horizontally is extended.
  mutating func add(_ point: GraphPoint) {
    let last = points[points.count - 1]
    if last == point { return }
    if points.count > passedCount, last.y == point.y, points[points.count - 2].y == point.y {
      points[points.count - 1] = point
    } else {
      points.append(point)
    }
  }
}
