// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Sentences for people, without what is too long to be read: names and ids may have megabytes.
enum MessageText {
  /// How many characters a sentence has at most.
  static let limit = 400
  /// How many characters of something in quotes are left, where a sentence is too long.
  private static let quoteLimit = 31

  /// The sentence, and where it is too long, the beginnings of what is in quotes, and of the rest as much as fits.
  ///
  /// - Complexity: O(length) where it is too long, else O(1).
  static func shortened(_ text: String, to limit: Int = limit) -> String {
    if text.utf8.count <= limit { return text }
    // A character may have any number of scalars.
    let pieces = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    let shorter = pieces.enumerated().map { index, piece in
      let isQuoted = index.isMultiple(of: 2) == false && index < pieces.count - 1
      return isQuoted ? clipped(piece, to: quoteLimit + 1) : String(piece)
    }.joined(separator: "'")
    return clipped(shorter.unicodeScalars[...], to: limit)
  }

  /// The same for each line of a text.
  static func shortenedLines(_ text: String, to limit: Int) -> String {
    if text.utf8.count <= limit { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { shortened(String($0), to: limit) }
      .joined(separator: "\n")
  }

  private static func clipped(_ text: Substring.UnicodeScalarView, to limit: Int) -> String {
    guard let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex), end < text.endIndex
    else { return String(text) }
    return String(text[..<text.index(before: end)]) + "…"
  }
}
