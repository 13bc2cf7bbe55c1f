// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An outline or a line of straight pieces and cubic Bézier curves.
public struct DrawingPath: Hashable, Sendable {
  /// One piece; each begins where the one before it ended.
  public enum Element: Hashable, Sendable {
    /// Begins another line or outline at this point, without drawing.
    case move(GraphPoint)
    /// A straight line to this point.
    case line(GraphPoint)
    /// A cubic Bézier curve to `end`.
    case curve(control1: GraphPoint, control2: GraphPoint, end: GraphPoint)
    /// A straight line back to where the outline began.
    case close
  }

  /// The pieces, in order. The first is a move: canvases differ in what they draw otherwise.
  public var elements: [Element]

  /// Makes a path of these pieces, of which the first is a move.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Makes an open line through the points, in order; an empty path without points.
  public init(through points: some Sequence<GraphPoint>) {
    elements = []
    elements.reserveCapacity(points.underestimatedCount)
    for point in points { elements.append(elements.isEmpty ? .move(point) : .line(point)) }
  }

  /// Makes the outline of a polygon with these corners.
  public init(polygon corners: some Sequence<GraphPoint>) {
    self.init(through: corners)
    elements.append(.close)
  }

  /// Makes the outline of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of its corners; limited to half the shorter side.
  public init(_ rect: GraphRect, cornerRadius: Double = 0) {
    let radius = max(0, min(cornerRadius, rect.width / 2, rect.height / 2))
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    if radius == 0 {
      self.init([
        .move(GraphPoint(left, top)), .line(GraphPoint(right, top)), .line(GraphPoint(right, bottom)),
        .line(GraphPoint(left, bottom)), .close,
      ])
      return
    }
    // A quarter of a circle as one cubic; the constant is 4/3 · (√2 − 1).
    let pull = radius * (1 - 0.552_284_749_830_793_6)
    self.init([
      .move(GraphPoint(left + radius, top)), .line(GraphPoint(right - radius, top)),
      .curve(
        control1: GraphPoint(right - pull, top), control2: GraphPoint(right, top + pull),
        end: GraphPoint(right, top + radius)),
      .line(GraphPoint(right, bottom - radius)),
      .curve(
        control1: GraphPoint(right, bottom - pull), control2: GraphPoint(right - pull, bottom),
        end: GraphPoint(right - radius, bottom)),
      .line(GraphPoint(left + radius, bottom)),
      .curve(
        control1: GraphPoint(left + pull, bottom), control2: GraphPoint(left, bottom - pull),
        end: GraphPoint(left, bottom - radius)),
      .line(GraphPoint(left, top + radius)),
      .curve(
        control1: GraphPoint(left, top + pull), control2: GraphPoint(left + pull, top),
        end: GraphPoint(left + radius, top)),
      .close,
    ])
  }
}

extension DrawingPath {
  /// The path as runs of points joined by straight lines, each mapped by `map`; a closed outline ends where it began.
  ///
  /// Points that are not finite are left out.
  ///
  /// - Parameters:
  ///   - steps: How many lines take the place of a curve; at least one.
  ///   - map: Where a point comes to lie.
  /// - Returns: The runs, in order.
  /// - Complexity: O(elements · steps).
  package func flattened(steps: Int, _ map: (GraphPoint) -> GraphPoint) -> [[GraphPoint]] {
    var runs: [[GraphPoint]] = []
    var run: [GraphPoint] = []
    func end() {
      if !run.isEmpty { runs.append(run) }
      run = []
    }
    func append(_ point: GraphPoint) {
      let point = map(point)
      if point.isFinite { run.append(point) }
    }
    var (start, current) = (GraphPoint.zero, GraphPoint.zero)
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
  private static func point(
    _ start: GraphPoint, _ first: GraphPoint, _ second: GraphPoint, _ end: GraphPoint, at t: Double
  ) -> GraphPoint {
    if t >= 1 { return end }
    let u = 1 - t
    return start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t) + end * (t * t * t)
  }

  /// The rectangle this path is the outline of, and the radius of its corners; `nil` if it is another shape.
  package var asRectangle: (rect: GraphRect, cornerRadius: Double)? {
    guard elements.count == 5 || elements.count == 10, case .move(let first) = elements[0],
      case .close = elements[elements.count - 1], case .line(let second) = elements[1]
    else { return nil }
    let candidate: GraphRect
    var radius = 0.0
    if elements.count == 5 {
      guard case .line(let third) = elements[2] else { return nil }
      candidate = GraphRect(x: first.x, y: first.y, width: second.x - first.x, height: third.y - second.y)
    } else {
      guard case .curve(_, _, let corner) = elements[2], case .line(let bottom) = elements[3] else { return nil }
      radius = corner.x - second.x
      candidate = GraphRect(
        x: first.x - radius, y: first.y, width: second.x - first.x + 2 * radius,
        height: bottom.y - second.y + radius)
    }
    guard candidate.width >= 0, candidate.height >= 0, candidate.origin.isFinite, radius >= 0,
      elements.count == 5 || radius > 0, DrawingPath(candidate, cornerRadius: radius).isClose(to: self)
    else { return nil }
    return (candidate, radius)
  }

  /// Whether the two look the same: their points are within a ten-thousandth of a point of each other.
  private func isClose(to other: DrawingPath) -> Bool {
    func isClose(_ left: GraphPoint, _ right: GraphPoint) -> Bool {
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
