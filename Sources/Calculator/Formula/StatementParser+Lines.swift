// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Lines that go on with the next one.
extension StatementParser {
  /// Whether a line goes on: it ends in a backslash, or is refused only because it ends.
  ///
  /// - Complexity: O(bytes)
  package func goesOn(_ line: String) -> Bool {
    if line.utf8.last == UInt8(ascii: "\\") { return true }
    do throws(Diagnostic) {
      _ = try parse(line.utf8)
      return false
    } catch {
      return error.isIncomplete
    }
  }

  /// One line of two, without the backslash or the comment at the end of the first.
  package static func joined(_ first: String, _ next: String) -> String {
    var bytes = Array(first.utf8)
    if bytes.last == UInt8(ascii: "\\") { bytes.removeLast() }
    var lexer = Lexer(bytes)
    var end = 0
    while let token = try? lexer.next(), token.kind != .end { end = token.end }
    let comment = bytes.indices.dropFirst(end).first { lexer.position >= $0 && lexer.isCommentStart($0) }
    // A token that can't be read ends the search: what follows is no comment, but perhaps a name in back-ticks.
    if let comment, lexer.position == bytes.count { bytes.removeSubrange(comment...) }
    return String(decoding: bytes, as: UTF8.self) + " " + next
  }
}
