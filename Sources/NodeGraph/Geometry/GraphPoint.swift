// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A place on the canvas, in canvas points; x grows to the right, y downwards.
public struct GraphPoint: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Points from the left edge.
  public var x: Double
  /// Points from the top edge.
  public var y: Double

  /// A place `x` points to the right of the origin and `y` below it.
  public init(_ x: Double, _ y: Double) {
    self.x = x
    self.y = y
  }

  /// The origin: the top left corner.
  public static let zero = GraphPoint(0, 0)

  /// The coordinates in parentheses.
  public var description: String { "(\(x), \(y))" }
}

extension GraphPoint {
  /// The place as far from `point` as `offset` is from the origin.
  public static func + (point: GraphPoint, offset: GraphPoint) -> GraphPoint {
    GraphPoint(point.x + offset.x, point.y + offset.y)
  }

  /// How far `point` is from `other`, as an offset.
  public static func - (point: GraphPoint, other: GraphPoint) -> GraphPoint {
    GraphPoint(point.x - other.x, point.y - other.y)
  }

  /// An offset, stretched.
  public static func * (offset: GraphPoint, factor: Double) -> GraphPoint {
    GraphPoint(offset.x * factor, offset.y * factor)
  }

  /// The distance to another place, in points.
  public func distance(to other: GraphPoint) -> Double {
    let offset = self - other
    return (offset.x * offset.x + offset.y * offset.y).squareRoot()
  }

  /// The nearest place at which nodes can be: at most a billion points from the origin each way, so that sums and
  /// differences stay exact to less than a thousandth. A coordinate that is no number counts as 0.
  package var limited: GraphPoint {
    func limited(_ value: Double) -> Double { value.isNaN ? 0 : max(-1e9, min(value, 1e9)) }
    return GraphPoint(limited(x), limited(y))
  }

  /// Whether both coordinates are numbers.
  public var isFinite: Bool { x.isFinite && y.isFinite }
}
