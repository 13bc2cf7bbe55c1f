// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A rectangle with sides along the axes, in canvas points unless stated otherwise.
///
/// It includes its left and top edges but not its right and bottom edges, so that adjacent rectangles share no point.
///
/// ```swift
/// let rect = GraphRect(x: 10, y: 20, width: 400, height: 200)
/// rect.contains(GraphPoint(10, 20))   // true
/// rect.contains(GraphPoint(410, 20))  // false
/// ```
public struct GraphRect: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The top left corner.
  public var origin: GraphPoint
  /// Its extent to the right and down. It must not be negative, which isn't checked.
  public var size: GraphSize

  /// Creates a rectangle.
  ///
  /// - Parameters:
  ///   - origin: The top left corner.
  ///   - size: The extent to the right and down, which must not be negative.
  public init(_ origin: GraphPoint, _ size: GraphSize) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from numbers.
  ///
  /// - Parameters:
  ///   - x: The left edge.
  ///   - y: The top edge.
  ///   - width: The extent to the right, which must not be negative.
  ///   - height: The extent down, which must not be negative.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(GraphPoint(x, y), GraphSize(width, height))
  }

  /// Creates the rectangle between two opposite corners, which may be given in any order, for instance the ends of a drag.
  ///
  /// ```swift
  /// let selection = GraphRect(from: pressed, to: mouse)
  /// ```
  ///
  /// - Parameters:
  ///   - corner: One corner.
  ///   - opposite: The corner diagonally opposite.
  public init(from corner: GraphPoint, to opposite: GraphPoint) {
    self.init(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y),
      width: abs(corner.x - opposite.x), height: abs(corner.y - opposite.y))
  }

  /// The origin and the size: `(210.0, 10.0) 202.0×288.0`.
  public var description: String { "\(origin) \(size)" }
}

extension GraphRect {
  /// The left edge.
  public var minX: Double { origin.x }
  /// The top edge.
  public var minY: Double { origin.y }
  /// The right edge.
  public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  public var maxY: Double { origin.y + size.height }
  /// The x coordinate of the centre.
  public var midX: Double { origin.x + size.width / 2 }
  /// The y coordinate of the centre.
  public var midY: Double { origin.y + size.height / 2 }
  /// The centre.
  public var center: GraphPoint { GraphPoint(midX, midY) }
  /// The width of ``size``.
  public var width: Double { size.width }
  /// The height of ``size``.
  public var height: Double { size.height }

  /// Returns whether a point is inside or on the left or top edge. Points on the other edges are outside.
  ///
  /// - Parameter point: The point. A rectangle without extent contains none.
  /// - Returns: Whether it is inside.
  public func contains(_ point: GraphPoint) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns whether another rectangle is completely inside; edges may coincide.
  ///
  /// ```swift
  /// let enclosed = nodes.filter { selection.contains(frames[$0]) }
  /// ```
  ///
  /// - Parameter other: The other rectangle.
  /// - Returns: Whether it is inside. Every rectangle contains itself.
  public func contains(_ other: GraphRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Returns whether two rectangles overlap. Rectangles whose edges merely touch don't.
  ///
  /// - Parameter other: The other rectangle.
  /// - Returns: Whether the overlap has an extent.
  public func intersects(_ other: GraphRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// Returns the smallest rectangle that contains both.
  ///
  /// ```swift
  /// let bounds = rects.dropFirst().reduce(rects[0]) { $0.union($1) }
  /// ```
  ///
  /// - Parameter other: The other rectangle. One without extent still counts with its position.
  /// - Returns: The rectangle around both.
  public func union(_ other: GraphRect) -> GraphRect {
    GraphRect(
      from: GraphPoint(min(minX, other.minX), min(minY, other.minY)),
      to: GraphPoint(max(maxX, other.maxX), max(maxY, other.maxY)))
  }

  /// Returns the rectangle with each edge moved outward, or inward by a negative margin.
  ///
  /// ```swift
  /// GraphRect(x: 10, y: 10, width: 20, height: 20).expanded(by: 5)   // (5.0, 5.0) 30.0×30.0
  /// ```
  ///
  /// - Parameter margin: How far each edge moves. Inward, edges move at most to the centre, so the size is never negative.
  /// - Returns: The rectangle with the same centre.
  public func expanded(by margin: Double) -> GraphRect {
    let dx = max(margin, -size.width / 2)
    let dy = max(margin, -size.height / 2)
    return GraphRect(x: minX - dx, y: minY - dy, width: size.width + 2 * dx, height: size.height + 2 * dy)
  }

  /// Returns the rectangle moved by an offset, with the same size.
  ///
  /// - Parameter offset: The distance to the right and down.
  /// - Returns: The moved rectangle.
  public func offset(by offset: GraphPoint) -> GraphRect { GraphRect(origin + offset, size) }

  /// Returns the distance from a point to the nearest point of the rectangle.
  ///
  /// - Parameter point: The point.
  /// - Returns: The distance; 0 for points inside and on any edge.
  public func distance(to point: GraphPoint) -> Double {
    let dx = max(minX - point.x, 0, point.x - maxX)
    let dy = max(minY - point.y, 0, point.y - maxY)
    return (dx * dx + dy * dy).squareRoot()
  }
}
