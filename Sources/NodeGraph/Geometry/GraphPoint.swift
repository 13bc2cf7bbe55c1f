// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A position on the canvas, or an offset between two positions; x grows to the right, y downwards.
///
/// Unless stated otherwise the unit is the canvas point, which doesn't depend on the zoom. Positions in a view are in view
/// points; ``Viewport`` converts between them.
public struct GraphPoint: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The distance to the right of the origin; negative on its left.
  public var x: Double
  /// The distance below the origin; negative above it.
  public var y: Double

  /// Creates a position or an offset.
  ///
  /// - Parameters:
  ///   - x: The distance to the right of the origin.
  ///   - y: The distance below the origin.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin, where nodes without a position are.
  public static let zero = GraphPoint(0, 0)

  /// The coordinates in parentheses: `(210.0, 10.0)`.
  public var description: String { "(\(x), \(y))" }
}

extension GraphPoint {
  /// Returns a position moved by an offset.
  ///
  /// ```swift
  /// let moved = graph.position(of: node) + GraphPoint(20, 20)
  /// ```
  public static func + (point: GraphPoint, offset: GraphPoint) -> GraphPoint {
    GraphPoint(point.x + offset.x, point.y + offset.y)
  }

  /// Returns the offset that leads from `other` to `point`.
  ///
  /// Adding the result to `other` gives `point`, apart from rounding.
  public static func - (point: GraphPoint, other: GraphPoint) -> GraphPoint {
    GraphPoint(point.x - other.x, point.y - other.y)
  }

  /// Returns an offset multiplied by a factor.
  public static func * (offset: GraphPoint, factor: Double) -> GraphPoint {
    GraphPoint(offset.x * factor, offset.y * factor)
  }

  /// Returns the straight-line distance to another position, in the unit of both.
  ///
  /// - Parameter other: The other position.
  /// - Returns: The distance, which is never negative.
  public func distance(to other: GraphPoint) -> Double {
    let offset = self - other
    return (offset.x * offset.x + offset.y * offset.y).squareRoot()
  }

  /// The nearest position that nodes can have: at most a billion points from the origin in each direction, so that sums and
  /// differences stay exact to less than a thousandth. A coordinate that is not a number counts as 0.
  package var limited: GraphPoint {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : max(-1e9, min(value, 1e9)) }
    return GraphPoint(limited(x), limited(y))
  }

  /// Whether both coordinates are finite: neither infinite nor not-a-number.
  ///
  /// Check positions that come from other programs. Documents leave out the position of a node that isn't finite.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}
