// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Divides a line into statements.
///
/// A leading dot marks a command, `name =` a definition, `a -> b.port` a connection; any other statement is an
/// expression. Only if it can't be parsed as an expression, and only at the prompt, its first word may be a command.
@usableFromInline
package struct StatementParser: Sendable {
  /// The greatest number of bytes in a line, 16 MiB: a parsed line takes up to 100 times the memory of its text.
  @usableFromInline package static let lineLimit = 16 << 20

  /// The kinds of nodes that can be made.
  package var kinds: Set<String>
  /// The commands that need no dot; `nil` in scripts, where all commands need one.
  package var promptCommands: [String]?

  /// Creates a parser for a script, or with `promptCommands` for the prompt.
  package init(kinds: Set<String>, promptCommands: [String]? = nil) {
    self.kinds = kinds
    self.promptCommands = promptCommands
  }

  /// Parses a line without its end.
  ///
  /// - Parameters:
  ///   - line: The bytes of the line, which may have any value.
  ///   - isNode: Whether a node has a name. At the prompt, a word alone is a node's value rather than a command.
  /// - Returns: the statements of the line.
  /// - Throws: The first `Diagnostic`; no statement of the line should be run then. A line of more than
  ///   ``lineLimit`` bytes is refused before anything is read.
  /// - Complexity: O(bytes)
  @inlinable
  package func parse(
    _ line: some Sequence<UInt8>, isNode: (String) -> Bool = { _ in false }
  ) throws(Diagnostic) -> StatementLine {
    // Refuses a long line before it is copied.
    if line.underestimatedCount > Self.lineLimit { throw Self.tooLong }
    return try parse(bytes: Array(line), isNode: isNode)
  }

  /// Parses a line, as ``parse(_:isNode:)``: the generic method copies it, so that this one is compiled once.
  @usableFromInline
  func parse(bytes: [UInt8], isNode: (String) -> Bool) throws(Diagnostic) -> StatementLine {
    if bytes.count > Self.lineLimit { throw Self.tooLong }
    let bytes = try SourceText.withPlainBlanks(bytes)
    var reader = StatementReader(parser: self, lexer: Lexer(bytes))
    var result = StatementLine(statements: [], isQuiet: false)
    // A name that a statement defines is a node in the statements after it.
    var defined: Set<String> = []
    while true {
      reader.lexer.skipBlanks()
      let start = reader.lexer.position
      if start == bytes.count { return result }
      if bytes[start] == UInt8(ascii: ";") {
        reader.lexer.position += 1
        result.isQuiet = true
        continue
      }
      let form = try reader.statement { defined.contains($0) || isNode($0) }
      switch form {
      case .definition(let name, _), .construction(let name, _): defined.insert(name.text)
      default: break
      }
      result.statements.append(Statement(form: form, range: start..<reader.end, uncertainty: reader.uncertainty))
      result.isQuiet = false
    }
  }

  @usableFromInline static var tooLong: Diagnostic {
    Diagnostic(.syntax, "the line has more than \(lineLimit >> 20) MiB, the most that is read", 0..<0)
  }

  /// Returns the command with this name, or the only command that begins with it.
  package static func command(matching word: String, among commands: [String]) -> String? {
    if commands.contains(word) { return word }
    let matches = commands.filter { $0.utf8.starts(with: word.utf8) }
    return matches.count == 1 ? matches[0] : nil
  }
}

/// Lines that continue in the next one.
extension StatementParser {
  /// Whether a line continues in the next one: it ends in a backslash, or is refused only because it ends too early.
  ///
  /// - Complexity: O(bytes)
  package func continues(_ line: String) -> Bool {
    if line.utf8.last == UInt8(ascii: "\\") { return true }
    do throws(Diagnostic) {
      _ = try parse(line.utf8)
      return false
    } catch {
      return error.isIncomplete
    }
  }

  /// Joins two lines, and drops the backslash or comment at the end of the first.
  package static func joined(_ first: String, _ next: String) -> String {
    var bytes = Array(first.utf8)
    if bytes.last == UInt8(ascii: "\\") { bytes.removeLast() }
    var lexer = Lexer(bytes)
    var end = 0
    while let token = try? lexer.next(), token.kind != .end { end = token.end }
    let comment = bytes.indices.dropFirst(end).first { lexer.position >= $0 && lexer.isCommentStart($0) }
    // A token that can't be read ends the search: the text after it is not a comment, but may be a name in back-ticks.
    if let comment, lexer.position == bytes.count { bytes.removeSubrange(comment...) }
    return String(decoding: bytes, as: UTF8.self) + " " + next
  }
}
