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

  /// The font size, in points of the innermost group: it grows with the zoom. ``TextCanvas`` draws every size above 0 alike.
  public var size: Double
  /// The colour.
  public var paint: Paint
  /// Where it stands in its frame.
  public var alignment: Alignment
  /// Whether it is bold.
  public var isBold: Bool

  /// Describes text.
  ///
  /// - Parameters:
  ///   - size: The size of the type, in points.
  ///   - paint: The colour.
  ///   - alignment: Where it stands in its frame.
  ///   - isBold: Whether it is bold.
  public init(size: Double = 14, paint: Paint = .black, alignment: Alignment = .leading, isBold: Bool = false) {
    self.size = size
    self.paint = paint
    self.alignment = alignment
    self.isBold = isBold
  }
}
