// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A cubic Bézier curve.
struct CubicCurve {
  let start: GraphPoint
  let control1: GraphPoint
  let control2: GraphPoint
  let end: GraphPoint

  init(_ start: GraphPoint, _ control1: GraphPoint, _ control2: GraphPoint, _ end: GraphPoint) {
    self.start = start
    self.control1 = control1
    self.control2 = control2
    self.end = end
  }

  /// The curve as part of a path that has reached its start.
  var element: DrawingPath.Element { .curve(control1: control1, control2: control2, end: end) }

  /// The point at `t`, 0…1. The terms are arranged so that a curve turned around has the same points.
  func point(at t: Double) -> GraphPoint {
    let u = 1 - t
    // By number, because in builds that aren't optimised each operator of points is a call.
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return GraphPoint(
      (start.x * a + end.x * d) + (control1.x * b + control2.x * c),
      (start.y * a + end.y * d) + (control1.y * b + control2.y * c))
  }

  /// How many pieces stay within a point of the curve, 24…256. A piece strays at most by |B″| / 8 / count², and |B″| is
  /// greatest at an end.
  var pieceCount: Int {
    let (first, last) = (start - control1 * 2 + control2, control1 - control2 * 2 + end)
    let square = max(first.distance(to: .zero), last.distance(to: .zero)) * 6 / 8
    return square < 65_536 ? max(24, Int(square.squareRoot()) + 1) : 256
  }

  /// `count` + 1 points from start to end.
  func points(count: Int) -> [GraphPoint] {
    // A loop and no closure: long lines have hundreds, and each drag of a node makes them again.
    var points: [GraphPoint] = []
    points.reserveCapacity(count + 1)
    points.append(start)
    var index = 1
    while index < count {
      points.append(point(at: Double(index) / Double(count)))
      index += 1
    }
    if count > 0 { points.append(end) }
    return points
  }
}

extension DrawingPath {
  /// A line through the points whose corners are rounded: by quarter circles where there is room, which is half the way to the points
  /// beside them.
  init(roundingCornersOf points: [GraphPoint], radius: Double) {
    self.init()
    guard let first = points.first, let last = points.last else { return }
    elements.append(.move(first))
    for (index, corner) in points.enumerated().dropFirst().dropLast() {
      let (before, after) = (points[index - 1], points[index + 1])
      let (into, out) = (corner.distance(to: before), corner.distance(to: after))
      let reach = min(radius, into / 2, out / 2)
      // A point that the line passes straight is no corner.
      let isStraight = before.x == corner.x && corner.x == after.x || before.y == corner.y && corner.y == after.y
      guard reach > 0, !isStraight else {
        elements.append(.line(corner))
        continue
      }
      let from = corner + (before - corner) * (reach / into)
      let to = corner + (after - corner) * (reach / out)
      let pull = 0.552_284_749_830_793_6
      elements.append(.line(from))
      elements.append(
        .curve(control1: from + (corner - from) * pull, control2: to + (corner - to) * pull, end: to))
    }
    elements.append(.line(last))
  }
}
