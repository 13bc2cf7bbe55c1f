// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Text in the largest of some sizes in which it fits its room, so that values shrink before they are cut.
///
/// ```swift
/// let fitted = FittedText(["123 456.789", "≈123 457"], in: 60, sizes: [18, 14, 12])
/// canvas.draw(fitted.text, in: frame, style: TextStyle(size: fitted.size))
/// ```
public struct FittedText: Hashable, Sendable {
  /// The first of the forms that fits, or else the last one, whole: the canvas cuts it.
  public let text: String
  /// The size of the type, in points: that in which it fits, or else the smallest.
  public let size: Double

  /// Finds the form and the size: every size of the first form, then every size of the second, and so on.
  ///
  /// - Parameters:
  ///   - forms: The same in different lengths, the one to be preferred first.
  ///   - room: How wide it may be, in points.
  ///   - sizes: The sizes of the type, in points, the one to be preferred first.
  ///   - isBold: Whether it is bold.
  /// - Precondition: There is a form and a size.
  /// - Complexity: O(length of all forms).
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
