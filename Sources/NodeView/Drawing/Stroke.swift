// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The appearance of a line: colour, width, dashes and ends.
///
/// ```swift
/// canvas.stroke(path, with: Stroke(.black, width: 2))
/// canvas.stroke(path, with: Stroke(Paint(0x3366cc), dash: [6, 4], isAnimated: true))
/// ```
public struct Stroke: Hashable, Sendable {
  /// The colour of the line.
  public var paint: Paint
  /// The width of the line, in points of the innermost open group, so that it scales with the zoom.
  ///
  /// A line whose width is 0, negative or NaN isn't drawn. ``TextCanvas`` draws all positive widths alike, one cell
  /// wide.
  public var width: Double
  /// The lengths of dashes and gaps in turn, in points, beginning with a dash; empty for an unbroken line.
  ///
  /// A list of odd length repeats with dashes and gaps exchanged, as in SVG. ``SVGCanvas`` replaces negative lengths by
  /// 0 and draws an unbroken line if the lengths add up to less than a thousandth of a point. ``TextCanvas`` draws
  /// dashes unbroken, and leaves out a line whose first dash has the length 0: such a line consists of dots, which are
  /// finer than a cell.
  public var dash: [Double]
  /// Whether the dashes travel from the beginning of the line to its end, on canvases that can show movement.
  ///
  /// It has no effect without ``dash``. ``SVGCanvas`` moves the dashes by one period a second.
  public var isAnimated: Bool
  /// Whether the ends and corners of the line and the ends of its dashes are round.
  ///
  /// If it is `false`, ends are cut off square and corners are mitred. ``TextCanvas`` draws both forms alike.
  public var isRound: Bool

  /// Creates the appearance of a line.
  ///
  /// Values are stored unchecked; see the properties for what canvases do with unusual ones.
  ///
  /// - Parameters:
  ///   - paint: The colour.
  ///   - width: The width, in points of the innermost open group.
  ///   - dash: The lengths of dashes and gaps in turn, in points; empty for an unbroken line.
  ///   - isAnimated: Whether the dashes travel along the line, on canvases that can show movement.
  ///   - isRound: Whether ends and corners are round.
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
