// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An outline or a line of straight pieces and cubic Bézier curves.
public struct Path: Hashable, Sendable {
  /// One piece; each begins where the one before it ended.
  public enum Element: Hashable, Sendable {
    /// Begins a new line or outline here.
    case move(Point)
    /// A straight line to this point.
    case line(Point)
    /// A cubic Bézier curve to `end`.
    case curve(control1: Point, control2: Point, end: Point)
    /// A straight line back to where the outline began.
    case close
  }

  /// The pieces, in order; the first is a move.
  public var elements: [Element]

  /// A path of these pieces, of which the first is a move.
  public init(_ elements: [Element] = []) { self.elements = elements }

  /// A line through the points, in order.
  public init(through points: some Sequence<Point>) {
    elements = []
    for point in points { elements.append(elements.isEmpty ? .move(point) : .line(point)) }
  }

  /// The outline of a polygon with these corners.
  public init(polygon corners: some Sequence<Point>) {
    self.init(through: corners)
    elements.append(.close)
  }

  /// The outline of a rectangle.
  ///
  /// - Parameters:
  ///   - rect: The rectangle.
  ///   - cornerRadius: The radius of its corners, at most half its shorter side.
  public init(_ rect: Rect, cornerRadius: Double = 0) {
    let radius = max(0, min(cornerRadius, rect.width / 2, rect.height / 2))
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    if radius == 0 {
      self.init(polygon: [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)])
      return
    }
    // A quarter of a circle as one cubic; the constant is 4/3 · (√2 − 1).
    let pull = radius * (1 - 0.552_284_749_830_793_6)
    self.init([
      .move(Point(left + radius, top)), .line(Point(right - radius, top)),
      .curve(
        control1: Point(right - pull, top), control2: Point(right, top + pull), end: Point(right, top + radius)),
      .line(Point(right, bottom - radius)),
      .curve(
        control1: Point(right, bottom - pull), control2: Point(right - pull, bottom),
        end: Point(right - radius, bottom)),
      .line(Point(left + radius, bottom)),
      .curve(
        control1: Point(left + pull, bottom), control2: Point(left, bottom - pull), end: Point(left, bottom - radius)),
      .line(Point(left, top + radius)),
      .curve(control1: Point(left, top + pull), control2: Point(left + pull, top), end: Point(left + radius, top)),
      .close,
    ])
  }
}
