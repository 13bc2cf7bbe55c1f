// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the kind of word at the cursor. The line is incomplete, so the parser would refuse it.
package struct CompletionReader {
  private let bytes: [UInt8]
  private let session: Session
  /// The beginning of the statement that contains the cursor.
  package private(set) var start = 0
  /// The bytes of the word at the cursor, including its opening quote.
  package var range: Range<Int>

  package init(_ bytes: [UInt8], in session: Session) {
    self.bytes = bytes
    self.session = session
    range = bytes.count..<bytes.count
  }

  /// The word at the cursor, without an opening quote.
  var partial: String {
    var word = bytes[range]
    if let first = word.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "\"") { word = word.dropFirst() }
    return String(decoding: word, as: UTF8.self)
  }

  /// Moves to the statement that contains the cursor; returns `false` in a comment.
  package mutating func findStatement() -> Bool {
    let lexer = Lexer(bytes)
    var quote: UInt8?
    var isEscaped = false
    for (position, byte) in bytes.enumerated() {
      if let open = quote {
        if byte == open, !isEscaped { quote = nil }
        isEscaped = byte == UInt8(ascii: "\\") && open == UInt8(ascii: "\"") && !isEscaped
      } else if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") {
        quote = byte
      } else if byte == UInt8(ascii: ";") {
        start = position + 1
      } else if position + 1 < bytes.count, lexer.isCommentStart(position) {
        return false
      }
    }
    while start < bytes.count, bytes[start] == UInt8(ascii: " ") || bytes[start] == UInt8(ascii: "\t") { start += 1 }
    return true
  }

  /// The kind of word at the cursor; `nil` where only an operator is possible, and in text that is not a formula.
  package mutating func place() -> CompletionPlace? {
    var lexer = Lexer(bytes, at: start)
    var tokens: [Token] = []
    var isText = false
    while true {
      lexer.skipBlanks()
      let position = lexer.position
      guard let token = try? lexer.next() else {
        // A name in back-ticks or a text that is not closed yet; any other text is not a formula.
        isText = bytes[position] == UInt8(ascii: "\"")
        guard isText || bytes[position] == UInt8(ascii: "`") else { return nil }
        range = position..<bytes.count
        break
      }
      if token.kind == .end { break }
      if token.end == bytes.count, token.isWord {
        range = token.range
        break
      }
      tokens.append(token)
    }
    guard let last = tokens.last else { return isText ? nil : .start }
    if let place = tablePlace(tokens, lexer, isText: isText) { return place }
    if isText { return nil }
    let before = tokens.count > 1 ? tokens[tokens.count - 2] : nil
    switch last.kind {
    case .arrow: return before.map { .target(source: lexer.name($0).text) }
    case .dot:
      if before?.kind == .rightParenthesis {
        return calledFunction(tokens.dropLast(), lexer).map { .result(function: $0) }
      }
      guard let before, before.isWord else { return nil }
      let source = tokens.count > 3 && tokens[1].kind == .arrow ? lexer.name(tokens[0]).text : nil
      return .port(node: lexer.name(before).text, source: source)
    case .leftParenthesis, .comma: return label(tokens, lexer) ?? .value(allowsKind: false)
    case .assign: return .value(allowsKind: true)
    case .name where lexer.name(last).text == "where" || lexer.name(last).text == "step":
      return .value(allowsKind: false)
    case .percent, .rightParenthesis, .rightBracket, .number, .constant, .boolean, .color, .text, .name, .quotedName,
      .function:
      return nil
    default: return .value(allowsKind: false)
    }
  }

  /// The name before the parentheses that the last token closes.
  private func calledFunction(_ tokens: ArraySlice<Token>, _ lexer: Lexer) -> String? {
    var depth = 0
    for index in tokens.indices.reversed() {
      if tokens[index].kind == .rightParenthesis { depth += 1 }
      if tokens[index].kind == .leftParenthesis { depth -= 1 }
      guard depth == 0 else { continue }
      guard index > tokens.startIndex, tokens[index - 1].kind == .name || tokens[index - 1].kind == .quotedName else {
        return nil
      }
      return lexer.name(tokens[index - 1]).text
    }
    return nil
  }

  /// The place in the arguments of `csv(…)`, if the innermost open parenthesis belongs to such a call.
  private func tablePlace(_ tokens: [Token], _ lexer: Lexer, isText: Bool) -> CompletionPlace? {
    guard let open = openParenthesis(tokens), open > 0, lexer.name(tokens[open - 1]).text == "csv" else { return nil }
    let last = tokens.count - 1
    switch tokens[last].kind {
    case .leftParenthesis: return isText ? .tableFile : nil
    case .colon: return .tableValue(option: lexer.name(tokens[last - 1]).text)
    case .comma where !isText:
      let labels = tokens.indices.filter { $0 > open + 1 && tokens[$0].kind == .colon }
      return .tableOption(given: Set(labels.map { lexer.name(tokens[$0 - 1]).text }))
    default: return nil
    }
  }

  /// The index of the innermost open parenthesis.
  private func openParenthesis(_ tokens: [Token]) -> Int? {
    var depth = 0
    for index in tokens.indices.reversed() {
      if tokens[index].kind == .rightParenthesis { depth += 1 }
      guard tokens[index].kind == .leftParenthesis else { continue }
      if depth == 0 { return index }
      depth -= 1
    }
    return nil
  }

  /// The place of a label, if the innermost open parenthesis belongs to a construction.
  private func label(_ tokens: [Token], _ lexer: Lexer) -> CompletionPlace? {
    guard let open = openParenthesis(tokens), open > 0, tokens[open - 1].kind == .name else { return nil }
    var given: Set<String> = []
    var depth = 0
    for index in tokens.indices.reversed().prefix(while: { $0 > open }) {
      if tokens[index].kind == .rightParenthesis { depth += 1 }
      if tokens[index].kind == .leftParenthesis { depth -= 1 }
      if tokens[index].kind == .colon, depth == 0 { given.insert(lexer.name(tokens[index - 1]).text) }
    }
    let kind = lexer.name(tokens[open - 1]).text
    return session.parser.kinds.contains(kind) ? .label(kind: kind, given: given) : nil
  }
}
