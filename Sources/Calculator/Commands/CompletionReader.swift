// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Finds the kind of word at the cursor. The line is incomplete, so the parser would refuse it.
struct CompletionReader {
  private let bytes: [UInt8]
  private let scope: CompletionScope
  private var start = 0
  /// The bytes of the word at the cursor, including its opening quote.
  private(set) var range: Range<Int>

  init(_ bytes: [UInt8], in scope: CompletionScope) {
    self.bytes = bytes
    self.scope = scope
    range = bytes.count..<bytes.count
  }

  /// The word at the cursor, without an opening quote.
  var partial: String {
    var word = bytes[range]
    if let first = word.first, first == UInt8(ascii: "`") || first == UInt8(ascii: "\"") { word = word.dropFirst() }
    return String(decoding: word, as: UTF8.self)
  }

  /// The kind of word at the cursor; `nil` in a comment, and where only an operator is possible.
  mutating func place() -> CompletionPlace? {
    guard findStatement() else { return nil }
    let isPrompt = scope.isPrompt
    var nameStart = start
    if start < bytes.count, bytes[start] == UInt8(ascii: "."), !(start + 1 < bytes.count && bytes[start + 1].isDigit) {
      nameStart += 1
    } else if start < bytes.count, bytes[start] == UInt8(ascii: "?"), isPrompt {
      return CommandTable["help"].flatMap { argument($0, from: start + 1) }
    }
    let ends = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "!")]
    let nameEnd = bytes[nameStart...].firstIndex { ends.contains($0) }
    let isCommand = nameStart > start || isPrompt && nameEnd.map { beginsCommand(nameStart..<$0) } ?? false
    guard isCommand else { return formulaPlace() }
    guard let nameEnd else {
      range = nameStart..<bytes.count
      return .command
    }
    let word = SourceName(String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self), range: nameStart..<nameEnd)
    guard let command = try? CommandTable.find(word, allowsPrefix: isPrompt) else { return nil }
    return argument(command, from: bytes[nameEnd] == UInt8(ascii: "!") ? nameEnd + 1 : nameEnd)
  }

  /// Moves to the statement that contains the cursor; returns `false` in a comment.
  private mutating func findStatement() -> Bool {
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

  /// Whether a first word is a command rather than the beginning of a formula, because no operator follows.
  private func beginsCommand(_ word: Range<Int>) -> Bool {
    let text = String(decoding: bytes[word], as: UTF8.self)
    guard scope.session.node(named: text) == nil,
      let name = StatementParser.command(matching: text, among: CommandTable.names)
    else { return false }
    // A path may begin with a character that is an operator elsewhere.
    if CommandTable[name]?.parameters.first?.kind == .file { return true }
    if CommandTable[name]?.canInsist == true, bytes[word.upperBound...].starts(with: "! ".utf8) { return true }
    var lexer = Lexer(bytes, at: word.upperBound)
    lexer.skipBlanks()
    guard let token = try? lexer.next() else { return true }
    return token.isWord && token.kind != .and && token.kind != .or || token.kind == .number || token.kind == .end
  }

  /// Finds the word of a command that contains the cursor.
  private mutating func argument(_ command: CommandDefinition, from position: Int) -> CompletionPlace? {
    var words: [Range<Int>] = []
    var wordStart: Int?
    var quote: UInt8?
    for position in position..<bytes.count {
      let byte = bytes[position]
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if quote == nil, isBlank {
        if let start = wordStart { words.append(start..<position) }
        wordStart = nil
        continue
      }
      if wordStart == nil { wordStart = position }
      if byte == quote {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") {
        quote = byte
      }
    }
    range = (wordStart ?? bytes.count)..<bytes.count
    guard let parameter = command.parameter(at: words.count) else { return nil }
    let given = words.map { SourceName(String(decoding: bytes[$0], as: UTF8.self), range: $0).withoutBackticks }
    return .argument(parameter, given: given)
  }

  // MARK: Formulas

  private mutating func formulaPlace() -> CompletionPlace? {
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
    return scope.session.parser.kinds.contains(kind) ? .label(kind: kind, given: given) : nil
  }
}
