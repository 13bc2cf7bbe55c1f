// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How text is drawn.
public struct TextStyle: Hashable, Sendable {
  /// Where text that is narrower than its frame is drawn.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case leading
    /// In the middle.
    case center
    /// At the right edge.
    case trailing
  }

  /// Where text that is wider than its frame is cut.
  public enum Truncation: Hashable, Sendable {
    /// At its end: `invest…`.
    case end
    /// In its middle, so that its end can be read as well: `inv…2027`.
    case middle
  }

  /// The font size, in points of the innermost group: it grows with the zoom. ``TextCanvas`` draws every size above 0 alike.
  public var size: Double
  /// The colour.
  public var paint: Paint
  /// Where it stands in its frame.
  public var alignment: Alignment
  /// Whether it is bold.
  public var isBold: Bool
  /// Where it is cut if it doesn't fit.
  public var truncation: Truncation
  /// Whether all figures are of one width, so that numbers that change don't jitter and columns align.
  public var hasTabularFigures: Bool

  /// Describes text.
  ///
  /// - Parameters:
  ///   - size: The size of the type, in points.
  ///   - paint: The colour.
  ///   - alignment: Where it stands in its frame.
  ///   - isBold: Whether it is bold.
  ///   - truncation: Where it is cut if it doesn't fit.
  ///   - hasTabularFigures: Whether all figures are of one width.
  public init(
    size: Double = 14, paint: Paint = .black, alignment: Alignment = .leading, isBold: Bool = false,
    truncation: Truncation = .end, hasTabularFigures: Bool = false
  ) {
    self.size = size
    self.paint = paint
    self.alignment = alignment
    self.isBold = isBold
    self.truncation = truncation
    self.hasTabularFigures = hasTabularFigures
  }
}
