// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A width and a height, in canvas points unless stated otherwise.
///
/// Nothing prevents negative or infinite extents; functions that need a usable size say so.
public struct GraphSize: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The extent from left to right.
  public var width: Double
  /// The extent from top to bottom.
  public var height: Double

  /// Creates a size.
  ///
  /// - Parameters:
  ///   - width: The extent from left to right.
  ///   - height: The extent from top to bottom.
  public init(_ width: Double, _ height: Double) {
    self.width = width
    self.height = height
  }

  /// The size without extent.
  public static let zero = GraphSize(0, 0)

  /// Width and height: `202.0×288.0`.
  public var description: String { "\(width)×\(height)" }
}
