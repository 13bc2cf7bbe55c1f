// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The course of a line through the reroutes of a connection, and between ports at any edges of their nodes.
///
/// The line leaves the output, and reaches the input, at a right angle to the edge of the node. It passes a reroute
/// horizontally, to the right or to the left depending on where the next point is from the previous one, or vertically
/// if both ports are on top or at the bottom. Where it has to turn, it turns outside of the points, so that it never
/// runs back on itself.
struct ReroutedCourse {
  /// A point that the line passes.
  private struct Stop {
    let point: GraphPoint
    /// The direction of the line at the point.
    let side: NodeSide

    /// 1 if the line runs to the right or down, −1 if it runs to the left or up.
    var direction: Double { side == .right || side == .bottom ? 1 : -1 }
  }

  private let stops: [Stop]
  private let style: EdgeStyle
  private var elements: [DrawingPath.Element] = []
  private var pieces: [GraphPoint] = []
  /// Horizontal and vertical lines that aren't written yet, because their corners are rounded together.
  private var run: [GraphPoint] = []

  init(from source: EdgeEnd, to target: EdgeEnd, through reroutes: [GraphPoint], _ style: EdgeStyle) {
    let points = [source.terminal] + reroutes + [target.terminal]
    let isUpright = source.side.isLevel && target.side.isLevel
    let between = reroutes.indices.map { index in
      let way = points[index + 2] - points[index]
      let side: NodeSide = isUpright ? way.y < 0 ? .top : .bottom : way.x < 0 ? .left : .right
      return Stop(point: reroutes[index], side: side)
    }
    stops =
      [Stop(point: points[0], side: source.side)] + between
      + [Stop(point: points[points.count - 1], side: target.side.opposite)]
    self.style = style
  }

  /// Computes the line and its straight pieces.
  mutating func drawn() -> (DrawingPath, [GraphPoint]) {
    elements = [.move(stops[0].point)]
    pieces = [stops[0].point]
    run = [stops[0].point]
    for (from, to) in zip(stops, stops.dropFirst()) { add(from, to) }
    endRun()
    return (DrawingPath(elements), pieces)
  }

  private mutating func add(_ from: Stop, _ to: Stop) {
    switch style {
    case .straight: run.append(to.point)
    case .curve:
      let way = to.point - from.point
      let reach = { (side: NodeSide) in max(abs(side.isLevel ? way.y : way.x) / 2, 40) }
      curve(from, to, reach: (reach(from.side), reach(to.side)))
    case .orthogonal, .smoothStep: run += corners(from, to)
    case .lanes:
      let way = to.point - from.point
      let ahead = (from.side.isLevel ? way.y : way.x) * from.direction
      let aside = abs(from.side.isLevel ? way.x : way.y)
      if from.side == to.side, aside > 0, aside <= 1.6 * ahead {
        let reach = max(ahead / 2, min(ahead, 28))
        curve(from, to, reach: (reach, reach))
      } else {
        run += corners(from, to)
      }
    }
  }

  private mutating func curve(_ from: Stop, _ to: Stop, reach: (from: Double, to: Double)) {
    endRun()
    let curve = CubicCurve(
      from.point, from.point + from.side.outward * reach.from, to.point - to.side.outward * reach.to, to.point)
    elements.append(curve.element)
    pieces += curve.points(count: 12).dropFirst()
    run = [to.point]
  }

  /// The corners of horizontal and vertical lines to a stop, without the point where they begin.
  private func corners(_ from: Stop, _ to: Stop) -> [GraphPoint] {
    let isUpright = from.side.isLevel
    // The coordinates along the line's direction at its beginning, and across it.
    func parts(_ point: GraphPoint) -> (along: Double, across: Double) {
      isUpright ? (point.y, point.x) : (point.x, point.y)
    }
    func at(_ along: Double, _ across: Double) -> GraphPoint {
      isUpright ? GraphPoint(across, along) : GraphPoint(along, across)
    }
    let (start, end) = (parts(from.point), parts(to.point))
    let ahead = (end.along - start.along) * from.direction
    let out = start.along + EdgePath.stub * from.direction
    if to.side == from.side {
      if start.across == end.across, ahead >= 0 { return [to.point] }
      if ahead >= 8 {
        let middle = (start.along + end.along) / 2
        return [at(middle, start.across), at(middle, end.across), to.point]
      }
      let back = end.along - EdgePath.stub * from.direction
      let middle = (start.across + end.across) / 2
      return [at(out, start.across), at(out, middle), at(back, middle), at(back, end.across), to.point]
    }
    if to.side == from.side.opposite {
      let turn = ahead > 0 ? end.along + EdgePath.stub * from.direction : out
      return [at(turn, start.across), at(turn, end.across), to.point]
    }
    // One corner is enough if the end is ahead and on the side that it is reached from. Otherwise lead to that side,
    // which is free.
    let aside = (end.across - start.across) * to.direction
    if ahead >= 8, aside >= 8 { return [at(end.along, start.across), to.point] }
    let level = end.across - EdgePath.stub * to.direction
    var turn = ahead >= 2 * EdgePath.stub ? (start.along + end.along) / 2 : out
    if abs(turn - end.along) < 8 { turn = end.along + EdgePath.stub * from.direction }
    return [at(turn, start.across), at(turn, level), at(end.along, level), to.point]
  }

  private mutating func endRun() {
    guard run.count > 1 else { return }
    elements += DrawingPath(roundingCornersOf: run, radius: radius).elements.dropFirst()
    pieces += run.dropFirst()
  }

  private var radius: Double {
    switch style {
    case .lanes(let radius), .smoothStep(let radius): radius
    case .curve, .straight, .orthogonal: 0
    }
  }
}
