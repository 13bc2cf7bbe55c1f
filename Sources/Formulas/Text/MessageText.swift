// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Shortens messages that are too long to read: names and ids may have megabytes.
package enum MessageText {
  /// The greatest number of characters in a sentence.
  package static let limit = 400
  /// The number of characters kept of a quotation in a sentence that is too long.
  private static let quoteLimit = 31

  /// Returns a sentence. If it is too long, only the beginning of each quotation is kept, and as much of the rest as fits.
  ///
  /// - Complexity: O(length) if the sentence is too long, else O(1).
  package static func shortened(_ text: String, to limit: Int = limit) -> String {
    if text.utf8.count <= limit { return text }
    // Scalars are counted: a character may have any number of them.
    let pieces = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    let shorter = pieces.enumerated().map { index, piece in
      let isQuoted = index.isMultiple(of: 2) == false && index < pieces.count - 1
      return isQuoted ? clipped(piece, to: quoteLimit + 1) : String(piece)
    }.joined(separator: "'")
    return clipped(shorter.unicodeScalars[...], to: limit)
  }

  /// The first names of a list, and the number of further ones: `a, b and 3 more`.
  package static func list(_ first: some Collection<String>, of count: Int) -> String {
    first.joined(separator: ", ") + (count > first.count ? " and \(count - first.count) more" : "")
  }

  /// A number and a noun: `1 name`, `2 names`.
  package static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

  /// Shortens each line of a text.
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
