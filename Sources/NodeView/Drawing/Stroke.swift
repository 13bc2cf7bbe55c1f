// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a line is drawn.
public struct Stroke: Hashable, Sendable {
  /// Its colour.
  public var paint: Paint
  /// Its width, in points of the innermost group: it grows with the zoom.
  public var width: Double
  /// The lengths of its dashes and gaps, in points, in turn; empty for an unbroken line.
  public var dash: [Double]
  /// Whether the dashes travel along the line where a picture can move.
  public var isAnimated: Bool
  /// Whether its ends, the corners and the ends of its dashes are round; ``TextCanvas`` draws them all alike.
  public var isRound: Bool

  /// Describes a line.
  ///
  /// - Parameters:
  ///   - paint: Its colour.
  ///   - width: Its width, in points.
  ///   - dash: The lengths of its dashes and gaps, in points, in turn; empty for an unbroken line.
  ///   - isAnimated: Whether the dashes travel along the line where a picture can move.
  ///   - isRound: Whether its ends and corners are round.
  public init(
    _ paint: Paint, width: Double = 1, dash: [Double] = [], isAnimated: Bool = false, isRound: Bool = false
  ) {
    self.paint = paint
    self.width = width
    self.dash = dash
    self.isAnimated = isAnimated
    self.isRound = isRound
  }
}
