// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The course of a line through the reroutes of a connection.
///
/// It leaves the output and reaches the input to the right. Through a reroute it runs level, to the right or to the left: as the
/// one after it lies to the one before it. Where it has to turn it does so beside the points, so that it never runs back on
/// itself.
struct ReroutedCourse {
  private struct Stop {
    let point: GraphPoint
    /// 1 to the right, −1 to the left.
    let direction: Double
  }

  private let stops: [Stop]
  private let style: EdgeStyle
  private var elements: [DrawingPath.Element] = []
  private var pieces: [GraphPoint] = []
  /// Level and upright lines not yet written: their corners are rounded together.
  private var run: [GraphPoint] = []

  /// A course through points, of which the first and the last are its ends.
  init(_ points: [GraphPoint], _ style: EdgeStyle) {
    stops = points.enumerated().map { index, point in
      guard index > 0, index + 1 < points.count else { return Stop(point: point, direction: 1) }
      return Stop(point: point, direction: points[index + 1].x < points[index - 1].x ? -1 : 1)
    }
    self.style = style
  }

  /// The line, and its straight pieces.
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
    case .curve: curve(from, to, reach: max(abs(to.point.x - from.point.x) / 2, 40))
    case .orthogonal, .smoothStep: run += corners(from, to)
    case .lanes:
      let ahead = (to.point.x - from.point.x) * from.direction
      let aside = abs(to.point.y - from.point.y)
      if from.direction == to.direction, aside > 0, aside <= 1.6 * ahead {
        curve(from, to, reach: max(ahead / 2, min(ahead, 28)))
      } else {
        run += corners(from, to)
      }
    }
  }

  private mutating func curve(_ from: Stop, _ to: Stop, reach: Double) {
    endRun()
    let curve = CubicCurve(
      from.point, GraphPoint(from.point.x + reach * from.direction, from.point.y),
      GraphPoint(to.point.x - reach * to.direction, to.point.y), to.point)
    elements.append(curve.element)
    pieces += curve.points(count: 12).dropFirst()
    run = [to.point]
  }

  /// Level and upright lines to a point, without where they begin.
  private func corners(_ from: Stop, _ to: Stop) -> [GraphPoint] {
    let (start, end) = (from.point, to.point)
    let stub = EdgePath.stub
    if from.direction != to.direction {
      let turn = from.direction > 0 ? max(start.x, end.x) + stub : min(start.x, end.x) - stub
      return [GraphPoint(turn, start.y), GraphPoint(turn, end.y), end]
    }
    let ahead = (end.x - start.x) * from.direction
    if start.y == end.y, ahead >= 0 { return [end] }
    if ahead >= 8 {
      let middle = (start.x + end.x) / 2
      return [GraphPoint(middle, start.y), GraphPoint(middle, end.y), end]
    }
    let (out, back) = (start.x + stub * from.direction, end.x - stub * from.direction)
    let middle = (start.y + end.y) / 2
    return [
      GraphPoint(out, start.y), GraphPoint(out, middle), GraphPoint(back, middle), GraphPoint(back, end.y), end,
    ]
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
