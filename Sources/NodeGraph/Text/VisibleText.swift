// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Prepares text for display: characters that would be invisible, or would reorder the text around them, are replaced.
package enum VisibleText {
  /// Returns the text on one line: line breaks as ↵, control characters as their pictures (␀), or � if they have none.
  ///
  /// Zero-width marks that control the direction of text are removed, except those that open or close a span of text: these
  /// become � too, so that two names that look the same are the same.
  /// Complexity: O(length).
  package static func standIns(_ text: String, isASCII: Bool = false) -> String {
    // Most names are plain ASCII and are read only once.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7f }
    if isPlain { return text }
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      if scalar == "\n", previous == "\r" { continue }
      if let standIn = standIn(scalar) {
        if let standIn { result.append(isASCII ? "?" : standIn) }
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Returns the replacement of a scalar: `nil` if it is shown unchanged, `.some(nil)` if it is removed.
  private static func standIn(_ scalar: Unicode.Scalar) -> Unicode.Scalar?? {
    switch scalar.value {
    case 0x0a, 0x0d, 0x0b, 0x0c, 0x85, 0x2028, 0x2029: "↵"
    case 0..<0x20: .some(Unicode.Scalar(0x2400 + scalar.value))
    case 0x7f: "␡"
    case 0x80..<0xa0, 0x202a...0x202e, 0x2066...0x2069, 0xfdd0...0xfdef, 0xfff9...0xfffb: "\u{fffd}"
    case 0x200e, 0x200f, 0x061c, 0xfeff: .some(nil)
    case let value where value & 0xfffe == 0xfffe: "\u{fffd}"
    default: nil
    }
  }

  /// Returns the text with `?` for each cell of a character that isn't ASCII. Complexity: O(length).
  package static func inASCII(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if character.isASCII {
        result.append(character)
      } else {
        result += String(repeating: "?", count: TextWidth.columns(of: character))
      }
    }
  }

  /// Returns whether text runs from right to left, which its first letter with a direction determines (Unicode Annex 9, P2 and
  /// P3). Complexity: O(length).
  package static func isRightToLeft(_ text: String) -> Bool {
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff: return true
      default: if scalar.properties.isAlphabetic { return false }
      }
    }
    return false
  }

  /// The first line of a text, of at most 40 characters; an ellipsis says that there is more.
  package static func beginning(of text: String) -> String {
    let line = text.prefix { !$0.isNewline }
    let start = line.prefix(40)
    return standIns(String(start)) + (start.endIndex == text.endIndex ? "" : "…")
  }

  /// Returns the text with the special characters of XML escaped, for text and for quoted values. Complexity: O(length).
  package static func escapedForXML(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
