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

  /// The point at the parameter `t`, 0…1. The terms are arranged so that a reversed curve has exactly the same points.
  func point(at t: Double) -> GraphPoint {
    let u = 1 - t
    // Computed by coordinate, because in builds without optimization each operator on points is a call.
    let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return GraphPoint(
      (start.x * a + end.x * d) + (control1.x * b + control2.x * c),
      (start.y * a + end.y * d) + (control1.y * b + control2.y * c))
  }

  /// The number of straight pieces that stay within a point of the curve, 24…256. A piece deviates by at most |B″| / 8
  /// / count², and |B″| has its maximum at an end.
  var pieceCount: Int {
    let (first, last) = (start - control1 * 2 + control2, control1 - control2 * 2 + end)
    let square = max(first.distance(to: .zero), last.distance(to: .zero)) * 6 / 8
    return square < 65_536 ? max(24, Int(square.squareRoot()) + 1) : 256
  }

  /// `count` + 1 points of the curve, from start to end.
  func points(count: Int) -> [GraphPoint] {
    // A loop instead of a closure: long lines have hundreds of points, and each drag of a node computes them again.
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
  /// Creates a line through points with rounded corners.
  ///
  /// Corners are quarter circles of the radius, or smaller ones that reach half way to the adjacent points.
  init(roundingCornersOf points: [GraphPoint], radius: Double) {
    self.init()
    guard let first = points.first, let last = points.last else { return }
    elements.append(.move(first))
    for (index, corner) in points.enumerated().dropFirst().dropLast() {
      let (before, after) = (points[index - 1], points[index + 1])
      let (into, out) = (corner.distance(to: before), corner.distance(to: after))
      let reach = min(radius, into / 2, out / 2)
      // A point at which the line doesn't turn needs no rounding.
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
