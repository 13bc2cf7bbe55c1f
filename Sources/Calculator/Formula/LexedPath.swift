// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Names with a path in lines: `Tax › rate`, also as `Tax › \`net price\`` and `› total`. They are one token, because nothing else
/// has the mark.
enum LexedPath {
  private static let mark = Array("›".utf8)

  /// Where the rest of a path ends that begins at a position: blanks, a mark and a word, any number of times; `nil` if there is
  /// none.
  static func end(_ bytes: [UInt8], at position: Int) -> Int? {
    var end: Int?
    var next = UnitReader.blanks(bytes, at: position)
    while next < bytes.count, bytes[next] == mark[0], bytes[next...].starts(with: mark) {
      let start = UnitReader.blanks(bytes, at: next + mark.count)
      guard start < bytes.count, let word = wordEnd(bytes, start) else { break }
      end = word
      next = UnitReader.blanks(bytes, at: word)
    }
    return end
  }

  private static func wordEnd(_ bytes: [UInt8], _ start: Int) -> Int? {
    if bytes[start] == UInt8(ascii: "`") {
      return bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 }
    }
    var lexer = Lexer(bytes, at: start)
    lexer.skipWord()
    return lexer.position > start ? lexer.position : nil
  }

  /// The path in a range as it is printed: one blank at each side of a mark, no back-ticks; `nil` if there is no mark.
  static func text(_ bytes: [UInt8], _ range: Range<Int>) -> String? {
    var (parts, position): ([String], Int) = ([], range.lowerBound)
    var hasMark = false
    while position < range.upperBound {
      position = UnitReader.blanks(bytes, at: position)
      if bytes[position...].starts(with: mark) {
        hasMark = true
        if parts.isEmpty { parts.append("") }
        position += mark.count
      } else if let end = wordEnd(bytes, position) {
        let isQuoted = bytes[position] == UInt8(ascii: "`")
        parts.append(String(decoding: isQuoted ? bytes[position + 1..<end - 1] : bytes[position..<end], as: UTF8.self))
        position = end
      } else {
        return nil
      }
    }
    guard hasMark else { return nil }
    let text = parts.joined(separator: " › ")
    // What lies around all groups has the mark alone before it.
    return text.hasPrefix(" › ") ? String(text.dropFirst()) : text
  }
}
