// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How wide text is: in the cells of a terminal, and about how wide in points.
///
/// ```swift
/// TextWidth.columns(of: "日本")          // 4
/// TextWidth.cut("subtotal", to: 5)      // "subt…"
/// ```
public enum TextWidth {
  /// How many cells of a terminal a character takes: 2 for wide East Asian characters and emoji, 0 for a mark that
  /// combines with what is before it, else 1.
  ///
  /// After Unicode Standard Annex 11; its table is cut to the blocks.
  public static func columns(of character: Character) -> Int {
    if character.isASCII { return character.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7f } ? 1 : 0 }
    var sum = 0
    for scalar in character.unicodeScalars {
      // Asks for the emoji form of what is before it.
      if scalar.value == 0xfe0f { return 2 }
      sum += columns(of: scalar)
      if sum >= 2 { return 2 }
    }
    return sum
  }

  /// How many cells of a terminal text takes; control characters take none. Complexity: O(length).
  public static func columns(of text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + columns(of: $1) }
  }

  /// The text if it takes at most `limit` cells, else as much of it as fits with an ellipsis behind it.
  ///
  /// - Parameters:
  ///   - text: The text, without control characters.
  ///   - limit: How many cells there are; with 0 or less the result is empty.
  ///   - ellipsis: What stands for the part that is cut off; one cell wide.
  /// - Returns: At most `limit` cells of text.
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

  /// The cells a scalar takes by itself.
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
