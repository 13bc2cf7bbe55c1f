// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The appearance of a line of text: size, colour, alignment and the place where it is cut.
///
/// The font itself belongs to the canvas. Measure text with `TextWidth.points(of:size:isBold:)`, and use ``FittedText``
/// for values that should shrink before they are cut.
///
/// ```swift
/// let style = TextStyle(size: 12, alignment: .trailing, hasTabularFigures: true)
/// canvas.draw("1 234.50", in: GraphRect(x: 0, y: 0, width: 80, height: 20), style: style)
/// ```
public struct TextStyle: Hashable, Sendable {
  /// The place in the frame of text that is narrower than the frame.
  ///
  /// It doesn't depend on the writing direction: `leading` is the left edge for Arabic and Hebrew as well.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge.
    case leading
    /// In the middle.
    case center
    /// At the right edge.
    case trailing
  }

  /// The place where text that is wider than its frame is cut and gets an ellipsis.
  ///
  /// Choose the middle for names whose ends differ, such as `investment 2026` and `investment 2027`.
  public enum Truncation: Hashable, Sendable {
    /// At its end: `invest…`.
    case end
    /// In its middle, so that its end can be read too: `inv…2027`.
    case middle
  }

  /// The font size, in points of the innermost open group, so that it scales with the zoom.
  ///
  /// Text whose size is 0, negative or NaN isn't drawn. ``TextCanvas`` draws all positive sizes alike, one cell high.
  public var size: Double
  /// The colour of the text.
  public var paint: Paint
  /// The horizontal place of the text in its frame.
  ///
  /// It has no effect on text that fills its frame. Vertically, text is always centred.
  public var alignment: Alignment
  /// Whether the text is bold.
  ///
  /// Bold text is wider: pass the same value to functions that measure or fit the text.
  public var isBold: Bool
  /// The place where the text is cut if its frame is too narrow.
  ///
  /// Use ``FittedText`` to choose a smaller size or a shorter form before the text is cut.
  public var truncation: Truncation
  /// Whether all digits have one width, so that changing numbers don't jitter and columns align.
  ///
  /// ``SVGCanvas`` asks the font for such digits, which has no effect in a font without them. The cells of a
  /// ``TextCanvas`` align in any case.
  public var hasTabularFigures: Bool
  /// Whether the text is slanted. It is as wide as upright text.
  public var isItalic: Bool
  /// Whether all characters have one width, as in code.
  ///
  /// The characters of such a font are at most 0.61 em wide, which no function of `TextWidth` considers.
  public var isMonospaced: Bool

  /// Creates the appearance of text.
  ///
  /// - Parameters:
  ///   - size: The font size, in points of the innermost open group; above 0.
  ///   - paint: The colour.
  ///   - alignment: The place in the frame.
  ///   - isBold: Whether the text is bold.
  ///   - truncation: The place where text is cut that is wider than its frame.
  ///   - hasTabularFigures: Whether all digits have one width.
  ///   - isItalic: Whether the text is slanted.
  ///   - isMonospaced: Whether all characters have one width.
  public init(
    size: Double = 14, paint: Paint = .black, alignment: Alignment = .leading, isBold: Bool = false,
    truncation: Truncation = .end, hasTabularFigures: Bool = false, isItalic: Bool = false, isMonospaced: Bool = false
  ) {
    self.size = size
    self.paint = paint
    self.alignment = alignment
    self.isBold = isBold
    self.truncation = truncation
    self.hasTabularFigures = hasTabularFigures
    self.isItalic = isItalic
    self.isMonospaced = isMonospaced
  }
}
