// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Text in the first form and font size that fit a width, so that values shrink before they are cut.
///
/// ```swift
/// let fitted = FittedText(["123 456.789", "≈123 457"], in: 60, sizes: [18, 14, 12])
/// canvas.draw(fitted.text, in: frame, style: TextStyle(size: fitted.size))
/// ```
///
/// Text is measured with `TextWidth.points(of:size:isBold:)`, an estimate that is rather too wide than too narrow. Draw
/// the result with the boldness that it was measured with.
public struct FittedText: Hashable, Sendable {
  /// The first form that fits in one of the sizes.
  ///
  /// If no form fits, it is the whole last form, which is wider than the room: draw it in a frame of that width, so
  /// that the canvas cuts it.
  public let text: String
  /// The font size, in points: the first size in which ``text`` fits.
  ///
  /// If no form fits, it is the last of the sizes.
  public let size: Double

  /// Finds the form and the font size for a width.
  ///
  /// Every size of the first form is tried, then every size of the second, and so on: text becomes smaller before it
  /// becomes shorter. If no combination fits, the last form and the last size are used, so pass the shortest form and
  /// the smallest size last.
  ///
  /// - Parameters:
  ///   - forms: The text in different lengths, preferred forms first.
  ///   - room: The available width, in points.
  ///   - sizes: The allowed font sizes, in points, preferred ones first.
  ///   - isBold: Whether the text is bold.
  /// - Precondition: `forms` and `sizes` are not empty.
  /// - Complexity: O(length of all forms + forms · sizes).
  public init(_ forms: [String], in room: Double, sizes: [Double], isBold: Bool = false) {
    require(!forms.isEmpty && !sizes.isEmpty, "text that is fitted has a form and a size")
    for form in forms {
      let width = TextWidth.points(of: form, size: 1, isBold: isBold)
      if let size = sizes.first(where: { width * $0 <= room + 0.001 }) {
        (text, self.size) = (form, size)
        return
      }
    }
    (text, size) = (forms[forms.count - 1], sizes[sizes.count - 1])
  }
}
