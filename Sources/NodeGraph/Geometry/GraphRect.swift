// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A rectangle with sides along the axes, in points. It includes its left and top edge.
public struct GraphRect: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The top left corner.
  public var origin: GraphPoint
  /// How far it reaches to the right and down; never negative.
  public var size: GraphSize

  /// The rectangle with this top left corner and this size.
  public init(_ origin: GraphPoint, _ size: GraphSize) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle with this top left corner and this size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(GraphPoint(x, y), GraphSize(width, height))
  }

  /// The smallest rectangle that has both points on its edges.
  public init(from corner: GraphPoint, to opposite: GraphPoint) {
    self.init(
      x: min(corner.x, opposite.x), y: min(corner.y, opposite.y),
      width: abs(corner.x - opposite.x), height: abs(corner.y - opposite.y))
  }

  /// Origin and size: `(210.0, 10.0) 202.0×288.0`.
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
  /// The middle between left and right edge.
  public var midX: Double { origin.x + size.width / 2 }
  /// The middle between top and bottom edge.
  public var midY: Double { origin.y + size.height / 2 }
  /// The middle.
  public var center: GraphPoint { GraphPoint(midX, midY) }
  /// How wide it is.
  public var width: Double { size.width }
  /// How high it is.
  public var height: Double { size.height }

  /// Whether the point lies in it: on the left and top edge too, not on the others.
  public func contains(_ point: GraphPoint) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether all of the other lies in it; edges may coincide.
  public func contains(_ other: GraphRect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// Whether the two have points in common; edges that merely touch have none.
  public func intersects(_ other: GraphRect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }

  /// The smallest rectangle that contains both.
  public func union(_ other: GraphRect) -> GraphRect {
    GraphRect(
      from: GraphPoint(min(minX, other.minX), min(minY, other.minY)),
      to: GraphPoint(max(maxX, other.maxX), max(maxY, other.maxY)))
  }

  /// The rectangle with each edge moved outward by `margin` points, or inward by a negative one, at most to the middle.
  public func expanded(by margin: Double) -> GraphRect {
    let dx = max(margin, -size.width / 2)
    let dy = max(margin, -size.height / 2)
    return GraphRect(x: minX - dx, y: minY - dy, width: size.width + 2 * dx, height: size.height + 2 * dy)
  }

  /// The rectangle moved by `offset`.
  public func offset(by offset: GraphPoint) -> GraphRect { GraphRect(origin + offset, size) }

  /// The distance from the point to the nearest point of the rectangle; 0 inside.
  public func distance(to point: GraphPoint) -> Double {
    let dx = max(minX - point.x, 0, point.x - maxX)
    let dy = max(minY - point.y, 0, point.y - maxY)
    return (dx * dx + dy * dy).squareRoot()
  }
}
