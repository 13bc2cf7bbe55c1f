// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Lexer {
  /// The byte at the position, or nil at the end.
  var firstByte: UInt8? { position < bytes.count ? bytes[position] : nil }
}

extension StatementReader {
  /// Reads a command from its dot.
  mutating func command() throws(Diagnostic) -> Command {
    let dot = lexer.position
    lexer.position += 1
    let name = lexer.position
    lexer.skipWord()
    guard lexer.position > name else {
      throw Diagnostic(.command, "expected the name of a command after '.'", dot..<dot + 1)
    }
    let text = String(decoding: lexer.bytes[name..<lexer.position], as: UTF8.self)
    return commandWords(SourceName(text, range: name..<lexer.position))
  }

  /// Reads a command without a dot, or returns nil and moves nothing. The name of a node is no beginning of a command.
  mutating func promptCommand(_ isNode: (String) -> Bool) -> Command? {
    guard let commands = parser.promptCommands, let word = firstWord() else { return nil }
    // What many other prompts call it.
    let text = word.text == "exit" ? "quit" : word.text
    guard let name = StatementParser.command(matching: text, among: commands) else { return nil }
    guard name == text || !isNode(text) else { return nil }
    return commandWords(SourceName(name, range: word.range))
  }

  /// Says which command was probably meant by a line that begins with two words, in place of its diagnostic.
  func withCommandHint(_ diagnostic: Diagnostic, _ isNode: (String) -> Bool) -> Diagnostic {
    guard let commands = parser.promptCommands, let word = firstWord(), !isNode(word.text),
      diagnostic.range.lowerBound == word.range.upperBound + 1
    else { return diagnostic }
    let candidates = commands.filter { $0.utf8.starts(with: word.text.utf8) }
    if candidates.count > 1 { return .ambiguous(word, candidates) }
    guard let hint = Suggestion.hint(for: word.text, among: commands) else { return diagnostic }
    return Diagnostic(.command, "unknown command '\(word.text)'", word.range, hint: hint)
  }

  /// Whether there is a blank before a token and none after it, as in `--box` and `/data/a`.
  func beginsWord(_ token: Token) -> Bool {
    let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]
    guard token.start > 0, token.end < lexer.bytes.count else { return false }
    return blanks.contains(lexer.bytes[token.start - 1]) && !blanks.contains(lexer.bytes[token.end])
  }

  private func firstWord() -> SourceName? {
    var ahead = lexer
    ahead.skipWord()
    guard ahead.position > lexer.position, !lexer.peek().isDigit else { return nil }
    let range = lexer.position..<ahead.position
    return SourceName(String(decoding: lexer.bytes[range], as: UTF8.self), range: range)
  }

  /// Reads the words after the name of a command, up to `;` or a comment.
  mutating func commandWords(_ name: SourceName) -> Command {
    let bytes = lexer.bytes
    var position = name.range.upperBound
    var ranges: [Range<Int>] = []
    var wordStart: Int?
    var unclosed: Set<UInt8> = []
    func isEnd(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ";") || wordStart == nil && lexer.isCommentStart(position)
    }
    while position < bytes.count, !isEnd(bytes[position]) {
      let byte = bytes[position]
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
        if let start = wordStart { ranges.append(start..<position) }
        wordStart = nil
        position += 1
        continue
      }
      if wordStart == nil { wordStart = position }
      position += 1
      guard byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\""), !unclosed.contains(byte) else { continue }
      if let close = bytes[position...].firstIndex(of: byte) {
        position = close + 1
      } else {
        // Looked for once only: a line of nothing but quotes stays linear.
        unclosed.insert(byte)
      }
    }
    if let start = wordStart { ranges.append(start..<position) }
    let all = (ranges.first?.lowerBound ?? name.range.upperBound)..<(ranges.last?.upperBound ?? name.range.upperBound)
    lexer.position = position
    end = all.upperBound
    return Command(name: name, arguments: word(all, unquoting: false), words: ranges.map { word($0, unquoting: true) })
  }

  private func word(_ range: Range<Int>, unquoting: Bool) -> SourceName {
    var text = lexer.bytes[range]
    let quote = UInt8(ascii: "\"")
    if unquoting, text.count >= 2, text.first == quote, text.dropFirst().firstIndex(of: quote) == text.endIndex - 1 {
      text = text.dropFirst().dropLast()
    }
    return SourceName(String(decoding: text, as: UTF8.self), range: range)
  }
}

extension Diagnostic {
  /// A word that several commands begin with.
  static func ambiguous(_ word: SourceName, _ candidates: [String]) -> Diagnostic {
    Diagnostic(.command, "'\(word.text)' may be \(candidates.joined(separator: ", "))", word.range)
  }
}
