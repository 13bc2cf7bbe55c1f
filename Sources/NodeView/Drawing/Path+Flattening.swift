// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension Path {
  /// The path as runs of points joined by straight lines, each mapped by `map`; a closed outline ends where it began.
  ///
  /// Points that are no numbers are left out.
  ///
  /// - Parameters:
  ///   - steps: How many lines take the place of a curve; at least one.
  ///   - map: Where a point comes to lie.
  /// - Returns: The runs, in order.
  /// - Complexity: O(elements · steps).
  package func flattened(steps: Int, _ map: (Point) -> Point) -> [[Point]] {
    var runs: [[Point]] = []
    var run: [Point] = []
    func end() {
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    func append(_ point: Point) {
      let point = map(point)
      if point.isFinite { run.append(point) }
    }
    var (start, current) = (Point.zero, Point.zero)
    for element in elements {
      switch element {
      case .move(let point):
        end()
        append(point)
        (start, current) = (point, point)
      case .line(let point):
        if run.isEmpty { append(current) }
        append(point)
        current = point
      case .curve(let control1, let control2, let point):
        if run.isEmpty { append(current) }
        for step in 1...max(1, steps) {
          append(Self.point(current, control1, control2, point, at: Double(step) / Double(max(1, steps))))
        }
        current = point
      case .close:
        append(start)
        end()
        current = start
      }
    }
    end()
    return runs
  }

  /// The point of a cubic Bézier curve at a parameter from 0 to 1, by its Bernstein polynomials.
  private static func point(_ start: Point, _ first: Point, _ second: Point, _ end: Point, at t: Double) -> Point {
    if t >= 1 { return end }
    let u = 1 - t
    return start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t) + end * (t * t * t)
  }

  /// The rectangle this path is the outline of, and the radius of its corners; nothing if it is another shape.
  package var asRectangle: (rect: Rect, cornerRadius: Double)? {
    guard elements.count == 5 || elements.count == 10, case .move(let first) = elements[0],
      case .close = elements[elements.count - 1], case .line(let second) = elements[1]
    else { return nil }
    let candidate: Rect
    var radius = 0.0
    if elements.count == 5 {
      guard case .line(let third) = elements[2] else { return nil }
      candidate = Rect(x: first.x, y: first.y, width: second.x - first.x, height: third.y - second.y)
    } else {
      guard case .curve(_, _, let corner) = elements[2], case .line(let bottom) = elements[3] else { return nil }
      radius = corner.x - second.x
      candidate = Rect(
        x: first.x - radius, y: first.y, width: second.x - first.x + 2 * radius,
        height: bottom.y - second.y + radius)
    }
    guard candidate.width >= 0, candidate.height >= 0, candidate.origin.isFinite, radius >= 0,
      elements.count == 5 || radius > 0, Path(candidate, cornerRadius: radius).isClose(to: self)
    else { return nil }
    return (candidate, radius)
  }

  /// Whether the two look the same: their points are within a ten-thousandth of a point of each other.
  private func isClose(to other: Path) -> Bool {
    func isClose(_ left: Point, _ right: Point) -> Bool {
      abs(left.x - right.x) <= 0.0001 && abs(left.y - right.y) <= 0.0001
    }
    return elements.count == other.elements.count
      && zip(elements, other.elements).allSatisfy { pair in
        switch pair {
        case (.move(let left), .move(let right)), (.line(let left), .line(let right)): isClose(left, right)
        case (.curve(let a, let b, let c), .curve(let d, let e, let f)): isClose(a, d) && isClose(b, e) && isClose(c, f)
        case (.close, .close): true
        default: false
        }
      }
  }
}
