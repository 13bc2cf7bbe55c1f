// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Names with a path in lines: `Tax › rate`, also written `Tax › \`net price\`` and `› total`. A path is one token,
/// because the mark has no other use.
enum LexedPath {
  private static let mark = Array("›".utf8)

  /// The end of the rest of a path from a position on: blanks, a mark and a word, any number of times; `nil` without a mark.
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

  /// The path in a range as it is printed: a blank on each side of a mark, no back-ticks; `nil` without a mark.
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
    // A name outside of all groups has only the mark before it.
    return text.hasPrefix(" › ") ? String(text.dropFirst()) : text
  }
}
