// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The text of a list literal, `[3, a * 2, 5]`, with the positions of its elements.
package struct ListLiteral {
  private let text: [UInt8]
  /// The bytes of each element, in order, without blanks around them.
  package let elements: [Range<Int>]

  /// Splits the text of a formula; `nil` unless it is one list in brackets. Complexity: O(bytes)
  package init?(_ text: String) {
    self.text = Array(text.utf8)
    var lexer = Lexer(self.text)
    var elements: [Range<Int>] = []
    var depth = 0
    var element: Range<Int>?
    var isClosed = false
    while let token = lexer.nextPassingUnits() {
      if token.kind == .end {
        guard isClosed else { return nil }
        self.elements = elements
        return
      }
      if isClosed || depth == 0 && token.kind != .leftBracket { return nil }
      switch token.kind {
      case .leftBracket, .leftParenthesis: depth += 1
      case .rightBracket, .rightParenthesis: depth -= 1
      default: break
      }
      let isOpening = depth == 1 && token.kind == .leftBracket && token.start == 0
      if isOpening { continue }
      isClosed = depth == 0
      if isClosed || depth == 1 && token.kind == .comma {
        // Characters that only units contain are part of an element too.
        if let element { elements.append(element.lowerBound..<Self.end(before: token.start, in: self.text)) }
        element = nil
      } else {
        element = (element?.lowerBound ?? token.start)..<token.end
      }
    }
    return nil
  }

  /// The end of the last byte before a position that is not a blank.
  private static func end(before place: Int, in text: [UInt8]) -> Int {
    var end = place
    while end > 0, text[end - 1] == UInt8(ascii: " ") || text[end - 1] == UInt8(ascii: "\t") { end -= 1 }
    return end
  }

  /// The text with another element at a position from 1; the position after the last element appends one.
  package func text(replacing place: Int, by element: String) -> String {
    var result = text
    if elements.indices.contains(place - 1) {
      result.replaceSubrange(elements[place - 1], with: element.utf8)
    } else {
      let end = result.lastIndex(of: UInt8(ascii: "]")) ?? result.count
      result.insert(contentsOf: ((elements.isEmpty ? "" : ", ") + element).utf8, at: end)
    }
    return String(decoding: result, as: UTF8.self)
  }
}
