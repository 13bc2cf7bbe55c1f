// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An outline or a line that consists of straight lines and cubic Bézier curves.
///
/// A path may have several parts, each of which begins with a move. Coordinates are points in the system of the
/// canvas's innermost open group. Begin each path with a move: what a path draws that begins otherwise depends on the
/// canvas. An empty path isn't drawn.
///
/// ```swift
/// let triangle = DrawingPath(polygon: [GraphPoint(0, 0), GraphPoint(8, 4), GraphPoint(0, 8)])
/// let line = DrawingPath(through: [GraphPoint(0, 4), GraphPoint(40, 4)])
/// let card = DrawingPath(GraphRect(x: 0, y: 0, width: 200, height: 80), cornerRadius: 8)
/// ```
public struct DrawingPath: Hashable, Sendable {
  /// One piece of a path, which begins where the previous one ended.
  public enum Element: Hashable, Sendable {
    /// Ends the current part and begins the next one at this point, without drawing.
    case move(GraphPoint)
    /// A straight line to this point.
    case line(GraphPoint)
    /// A cubic Bézier curve to `end`.
    case curve(control1: GraphPoint, control2: GraphPoint, end: GraphPoint)
    /// A straight line back to the point of the last move, where it joins the first piece in a corner.
    case close
  }

  /// The pieces of the path, in drawing order.
  ///
  /// The first one should be a move. It isn't checked, and canvases differ in what they draw otherwise.
  public var elements: [Element]

  /// Creates a path of these pieces.
  ///
  /// - Parameter elements: The pieces, in drawing order, the first of them a move. The order isn't checked. An empty
  ///   array makes an empty path, which isn't drawn.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// Creates an open line through points.
  ///
  /// - Parameter points: The points, in order. Without any, the path is empty; with a single one, it consists of a
  ///   move.
  /// - Complexity: O(points).
  public init(through points: some Sequence<GraphPoint>) {
    elements = []
    elements.reserveCapacity(points.underestimatedCount)
    for point in points { elements.append(elements.isEmpty ? .move(point) : .line(point)) }
  }

  /// Creates the closed outline of a polygon; the empty path without corners.
  ///
  /// - Parameter corners: The corners, in order. Don't repeat the first one: the outline is closed by its last piece.
  /// - Complexity: O(corners).
  public init(polygon corners: some Sequence<GraphPoint>) {
    self.init(through: corners)
    if !elements.isEmpty { elements.append(.close) }
  }

  /// Creates the closed outline of a rectangle, clockwise from its top left.
  ///
  /// A round corner is one cubic curve, which stays within 0.03 % of the radius from the circle. ``SVGCanvas`` and
  /// ``RecordingCanvas`` write such a path as a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of the corners, in points. It is limited to half the shorter side; a negative one
  ///     makes square corners.
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
  /// The path as runs of points that straight lines join, each point mapped by `map`. A closed outline ends where it
  /// began.
  ///
  /// Points that `map` makes infinite or NaN are left out.
  ///
  /// - Parameters:
  ///   - steps: The number of lines that replace a curve; less than one counts as one.
  ///   - map: Maps a point of the path to the system of the result.
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

  /// The point of a cubic Bézier curve at a parameter from 0 to 1, computed from the Bernstein polynomials.
  private static func point(
    _ start: GraphPoint, _ first: GraphPoint, _ second: GraphPoint, _ end: GraphPoint, at t: Double
  ) -> GraphPoint {
    if t >= 1 { return end }
    let u = 1 - t
    return start * (u * u * u) + first * (3 * u * u * t) + second * (3 * u * t * t) + end * (t * t * t)
  }

  /// The rectangle that this path outlines and the radius of its corners; `nil` if the path has another shape.
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

  /// Whether both paths have the same kinds of pieces, with points at most a ten-thousandth of a point apart in each
  /// axis.
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
