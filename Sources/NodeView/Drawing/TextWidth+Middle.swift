// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

extension TextWidth {
  /// Cuts text to a number of terminal cells, at its end or in its middle.
  static func cut(_ text: String, to limit: Int, at place: TextStyle.Truncation, ellipsis: Character) -> String {
    switch place {
    case .end: cut(text, to: limit, ellipsis: ellipsis)
    case .middle: middleCut(text, to: limit, ellipsis: (ellipsis, 1)) { columns(of: $0) }
    }
  }

  /// The text if it fits, else its beginning and its end, of about equal width, with an ellipsis between them.
  ///
  /// - Returns: The text, cut if necessary; empty if it doesn't fit and neither does the ellipsis.
  /// - Complexity: O(length).
  static func middleCut(
    _ text: String, to limit: Int, ellipsis: (character: Character, width: Int), width: (Character) -> Int
  ) -> String {
    let widths = text.map(width)
    if widths.reduce(0, +) <= limit { return text }
    guard limit >= ellipsis.width else { return "" }
    var room = limit - ellipsis.width
    var (head, tail) = (0, widths.count)
    var (headWidth, tailWidth) = (0, 0)
    // The narrower side takes the next character. A mark without width stays with the character that it is on.
    while head < tail {
      let takesHead = headWidth <= tailWidth
      let next = takesHead ? widths[head] : widths[tail - 1]
      guard next <= room else { break }
      room -= next
      if takesHead {
        (head, headWidth) = (head + 1, headWidth + next)
      } else {
        (tail, tailWidth) = (tail - 1, tailWidth + next)
      }
    }
    return String(text.prefix(head)) + String(ellipsis.character) + String(text.suffix(widths.count - tail))
  }
}
