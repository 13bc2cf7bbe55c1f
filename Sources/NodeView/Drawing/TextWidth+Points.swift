// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension TextWidth {
  /// Estimates the width of text in a sans-serif font, in points. The estimate is rather too wide than too narrow.
  ///
  /// The widths are those of DejaVu Sans or of Helvetica, whichever is wider. Characters of scripts without a table
  /// count between 1 and 1.3 em. Control characters, and marks that combine with the preceding character, have no
  /// width. Kerning and ligatures aren't considered.
  ///
  /// ```swift
  /// TextWidth.points(of: "MW", size: 10)                // 18.52
  /// TextWidth.points(of: "MW", size: 10, isBold: true)  // 21
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text, on one line.
  ///   - size: The font size, in points. The width is proportional to it.
  ///   - isBold: Whether the text is bold.
  /// - Returns: The width, in points.
  /// - Complexity: O(length).
  public static func points(of text: some StringProtocol, size: Double, isBold: Bool = false) -> Double {
    Double(thousandths(of: String(text), isBold: isBold)) * size / 1000
  }

  private static func thousandths(of text: String, isBold: Bool) -> Int {
    // Below U+0300 each scalar is a character, as in most texts. Finding the boundaries of characters takes many times
    // as long.
    var sum = 0
    for scalar in text.unicodeScalars {
      guard scalar.value < 0x300 else { return text.reduce(0) { $0 + thousandths(of: $1, isBold: isBold) } }
      sum +=
        scalar.isASCII ? thousandths(of: scalar, isBold: isBold) : thousandths(of: Character(scalar), isBold: isBold)
    }
    return sum
  }

  /// Cuts text to an estimated width. Returns the whole text if it fits, else as much as fits together with an
  /// ellipsis.
  ///
  /// The text isn't changed otherwise: replace control characters before. The width is estimated as by
  /// ``points(of:size:isBold:)``; pass the same `size` and `isBold` as you draw with.
  ///
  /// ```swift
  /// let label = TextWidth.cut(name, toPoints: frame.width, size: 12, at: .middle)
  /// ```
  ///
  /// - Parameters:
  ///   - text: The text, without control characters.
  ///   - room: The available width, in points.
  ///   - size: The font size, in points.
  ///   - isBold: Whether the text is bold.
  ///   - place: The place where it is cut.
  /// - Returns: The text, cut if necessary; empty if the text doesn't fit and `room` is less than an ellipsis (one em)
  ///   wide, or if `room` or `size` is not above 0.
  /// - Complexity: O(characters that fit) at the end, as long as few characters have no width; O(length) in the middle.
  public static func cut(
    _ text: String, toPoints room: Double, size: Double, isBold: Bool = false, at place: TextStyle.Truncation = .end
  ) -> String {
    guard size > 0, room > 0 else { return "" }
    // In thousandths of an em. The small addend compensates for the rounding of the division.
    let limit = DecimalText.floor(room / size * 1000 + 0.001)
    let ellipsis = 1000
    if place == .middle {
      return middleCut(text, to: limit, ellipsis: ("…", ellipsis)) { thousandths(of: $0, isBold: isBold) }
    }
    var (width, kept) = (0, text.startIndex)
    for index in text.indices {
      width += thousandths(of: text[index], isBold: isBold)
      if width > limit { return limit < ellipsis ? "" : String(text[..<kept]) + "…" }
      if width <= limit - ellipsis { kept = text.index(after: index) }
    }
    return text
  }

  private static func thousandths(of character: Character, isBold: Bool) -> Int {
    if let ascii = character.asciiValue { return thousandths(of: Unicode.Scalar(ascii), isBold: isBold) }
    let columns = columns(of: character)
    guard columns > 0, let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    // Spaces of numbers, signs of arithmetic, arrows and marks, which most labels of values have.
    case 0x2009, 0x202f: return 220
    case 0xa0, 0x2002...0x200a: return 640
    case 0x2013: return 560
    case 0x2018...0x201a: return 340
    case 0x201c...0x201e: return 560
    case 0xb1, 0xd7, 0xf7, 0x2190...0x2193, 0x2212, 0x2248, 0x2260, 0x2264, 0x2265, 0x2713...0x2718: return 838
    case 0x2026, 0x3000...0xd7ff, 0x20000...0x3ffff: return 1000
    case 0xa0...0xff, 0x104...0x151, 0x154...0x1bf: return scalar.properties.isLowercase ? 790 : 1090
    case 0x21b5, 0x23ce: return 840
    case 0x2030, 0x2031: return 1900
    default: return columns == 2 ? 1300 : 1250
    }
  }

  private static func thousandths(of ascii: Unicode.Scalar, isBold: Bool) -> Int {
    guard ascii.value >= 0x20, ascii.value < 0x7f else { return 0 }
    return Int((isBold ? boldWidths : widths)[Int(ascii.value) - 0x20])
  }

  /// The widths of the characters from space to tilde in DejaVu Sans or Helvetica, the wider of both, in thousandths of
  /// an em.
  private static let widths: [Int16] = [
    318, 401, 460, 838, 637, 951, 780, 275, 391, 391, 500, 838, 318, 361, 318, 337, 637, 637, 637, 637, 637, 637, 637,
    637, 637, 637, 337, 337, 838, 838, 838, 557, 1016, 685, 687, 723, 771, 667, 611, 778, 752, 295, 500, 667, 558, 863,
    749, 788, 667, 788, 723, 667, 611, 732, 685, 989, 686, 667, 686, 391, 337, 391, 838, 557, 500, 613, 635, 550, 635,
    616, 353, 635, 634, 278, 278, 580, 278, 975, 634, 612, 635, 635, 412, 521, 393, 634, 592, 818, 592, 592, 525, 637,
    337, 637, 838,
  ]

  /// The widths of the characters from space to tilde in the bold cuts of these fonts, in thousandths of an em.
  private static let boldWidths: [Int16] = [
    349, 457, 521, 838, 696, 1002, 873, 307, 458, 458, 523, 838, 380, 416, 380, 366, 696, 696, 696, 696, 696, 696, 696,
    696, 696, 696, 400, 400, 838, 838, 838, 611, 1000, 774, 763, 734, 831, 684, 684, 821, 837, 373, 557, 775, 638, 996,
    837, 851, 733, 851, 771, 721, 683, 813, 774, 1104, 771, 725, 726, 458, 366, 458, 838, 557, 500, 675, 716, 593, 716,
    679, 436, 716, 712, 343, 343, 666, 343, 1042, 712, 688, 716, 716, 494, 596, 479, 712, 652, 924, 646, 652, 583, 712,
    366, 712, 838,
  ]
}
