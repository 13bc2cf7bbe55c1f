// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How wide and high something is, in points.
public struct GraphSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Points from left to right.
  public var width: Double
  /// Points from top to bottom.
  public var height: Double

  /// A size of so many points.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// No extent at all.
  public static let zero = GraphSize(0, 0)

  /// Width and height: `202.0×288.0`.
  public var description: String { "\(width)×\(height)" }
}
