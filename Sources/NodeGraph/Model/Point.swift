// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A place on the canvas, in canvas points; x grows to the right, y downwards.
public struct Point: Hashable, Sendable, CustomStringConvertible {
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
  public static let zero = Point(0, 0)

  /// The coordinates in parentheses.
  public var description: String { "(\(x), \(y))" }
}
