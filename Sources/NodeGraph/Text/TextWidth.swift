// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Measures and truncates text for terminals, where each character takes zero, one or two cells.
///
/// ```swift
/// TextWidth.columns(of: "日本")          // 4
/// TextWidth.cut("subtotal", to: 5)      // "subt…"
/// ```
public enum TextWidth {
  /// Returns the number of terminal cells of a character: 2 for wide East Asian characters and emoji, 0 for control characters
  /// and marks that combine with the character before, otherwise 1.
  ///
  /// It follows Unicode Standard Annex 11, with its table reduced to blocks. Terminals may differ for recent emoji.
  ///
  /// - Parameter character: A character, which may consist of several scalars.
  /// - Returns: 0, 1 or 2.
  public static func columns(of character: Character) -> Int {
    if character.isASCII { return character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } ? 1 : 0 }
    var sum = 0
    for scalar in character.unicodeScalars {
      // A variation selector for the emoji form of the scalar before it.
      if scalar.value == 0xfe0f { return 2 }
      sum += columns(of: scalar)
      if sum >= 2 { return 2 }
    }
    return sum
  }

  /// Returns the number of terminal cells of a text on one line. Control characters, including line breaks, take none.
  ///
  /// ```swift
  /// let padding = String(repeating: " ", count: max(0, 20 - TextWidth.columns(of: name)))
  /// ```
  ///
  /// - Parameter text: The text.
  /// - Returns: The sum of the cells of its characters.
  /// - Complexity: O(length).
  public static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns a text that takes at most `limit` cells: the text itself, or its beginning followed by an ellipsis.
  ///
  /// - Parameters:
  ///   - text: The text, without control characters.
  ///   - limit: The number of available cells. If it is 0 or less, the result is empty.
  ///   - ellipsis: A character that replaces the rest of the text; it must be one cell wide.
  /// - Returns: The text, or as much of it as fits. A wide character is never split.
  /// - Complexity: O(limit), as long as few characters have no width.
  public static func cut(_ text: String, to limit: Int, ellipsis: Character = "…") -> String {
    var (width, kept) = (0, text.startIndex)
    for index in text.indices {
      width += columns(of: text[index])
      if width > limit { return limit < 1 ? "" : String(text[..<kept]) + String(ellipsis) }
      if width <= limit - 1 { kept = text.index(after: index) }
    }
    return text
  }

  /// Returns the number of cells that a scalar takes by itself.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 { return value < 0x20 || 0x7f..<0xa0 ~= value ? 0 : 1 }
    switch value {
    // Vowels and final consonants of Korean syllables.
    case 0x1160...0x11ff, 0xd7b0...0xd7fb: return 0
    case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xa960...0xa97f, 0xac00...0xd7a3,
      0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f, 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18cff,
      0x1aff0...0x1b2ff, 0x1f200...0x1f265, 0x20000...0x3fffd:
      return scalar.properties.generalCategory == .nonspacingMark ? 0 : 2
    // The halves of flags: two of them take two cells.
    case 0x1f1e6...0x1f1ff: return 1
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .lineSeparator, .paragraphSeparator: return 0
    default: return scalar.properties.isEmojiPresentation ? 2 : 1
    }
  }
}
