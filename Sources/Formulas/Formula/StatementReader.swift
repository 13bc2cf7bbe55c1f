// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads the statements of a line one by one.
package struct StatementReader {
  let parser: StatementParser
  /// The position before a statement; afterwards, of the token that ended it.
  var lexer: Lexer
  /// The end of the last statement, without blanks after it.
  var end = 0
  /// The distribution that the last statement gives in addition to its formula.
  private(set) var uncertainty: Uncertainty?

  package init(parser: StatementParser, lexer: Lexer) {
    self.parser = parser
    self.lexer = lexer
  }

  /// Reads the next token.
  mutating func take() throws(Diagnostic) -> Token {
    let token = try lexer.next()
    end = token.end
    return token
  }

  /// Reads a statement.
  mutating func statement(_ isNode: (String) -> Bool) throws(Diagnostic) -> Statement.Form {
    let start = lexer.position
    uncertainty = nil
    do throws(Diagnostic) {
      return try form(isNode)
    } catch {
      throw withDeviationHint(error, from: start)
    }
  }

  private mutating func form(_ isNode: (String) -> Bool) throws(Diagnostic) -> Statement.Form {
    let start = lexer.position
    if let first = lexer.firstByte, first == UInt8(ascii: "."), !lexer.peek(1).isDigit {
      return .command(try command())
    }
    if lexer.firstByte == UInt8(ascii: "?"), parser.promptCommands?.contains("help") == true {
      return .command(commandWords(SourceName("help", range: start..<start + 1)))
    }
    if let form = try wordStatement(isNode) { return form }
    lexer.position = start
    do throws(Diagnostic) {
      return .expression(try expression())
    } catch {
      lexer.position = start
      guard let command = promptCommand(isNode) else {
        throw withCommandHint(error, isNode)
      }
      return .command(command)
    }
  }

  /// Reads a whole expression, which must be followed by `;` or the end of the line.
  mutating func expression() throws(Diagnostic) -> Formula {
    var formulaParser = try FormulaParser(lexer)
    let formula = try formulaParser.formula()
    let token = formulaParser.token
    guard token.kind == .end || token.kind == .semicolon else { throw formulaParser.unexpectedToken() }
    lexer.position = token.start
    end = formula.range.upperBound
    return formula
  }

  /// Reads a statement that its first tokens distinguish from an expression; `nil` if they don't.
  private mutating func wordStatement(_ isNode: (String) -> Bool) throws(Diagnostic) -> Statement.Form? {
    guard let first = try? take(), first.isWord else { return nil }
    if beginsDistribution(after: first, isNode) {
      let name = try target(first)
      let distribution = try distribution(after: first)
      uncertainty = distribution
      return .definition(name, try Formula(distribution.middle))
    }
    let afterFirst = lexer.position
    guard let second = try? take() else { return nil }
    switch second.kind {
    case .assign:
      let name = try target(first)
      if let construction = try construction() { return .construction(name, construction) }
      if beginsResults {
        throw Diagnostic(
          .syntax, "a name can't have several values", lexer.position..<lexer.position + 1,
          hint: "a function can have several results: f(x) = (net: x / 1.2, tax: x - x / 1.2)")
      }
      let (formula, uncertainty) = try definition()
      self.uncertainty = uncertainty
      return .definition(name, formula)
    case _ where lexer.peek() == UInt8(ascii: "=") && [.plus, .minus, .times, .divide, .power].contains(second.kind):
      // x += 1 is refused like x = x + 1, with the new value as a hint.
      guard first.kind == .name || first.kind == .quotedName, (try? take())?.kind == .assign,
        var parser = try? FormulaParser(lexer)
      else { return nil }
      let formula = try parser.newValue(of: first, second)
      guard parser.token.kind == .end || parser.token.kind == .semicolon else { throw parser.unexpectedToken() }
      lexer.position = parser.token.start
      end = formula.range.upperBound
      return .definition(lexer.name(first), formula)
    case .arrow:
      let source = try nodeName(first)
      return .connection(source: source, target: try portReference(after: second))
    case .dot:
      let port = try take()
      let third = port.isWord ? try? take() : nil
      // s.net -> soft.multiplier
      if let third, third.kind == .arrow {
        let source = SourceName("\(try nodeName(first).text).\(lexer.name(port).text)", range: first.start..<port.end)
        return .connection(source: source, target: try portReference(after: third))
      }
      guard let third, third.kind == .assign else { return nil }
      let reference = PortReference(node: try nodeName(first), port: lexer.name(port))
      return .assignment(reference, try expression())
    case .leftBracket:
      guard first.kind == .name || first.kind == .quotedName, let place = place() else { return nil }
      return .elementAssignment(lexer.name(first), place: place, try expression())
    case .leftParenthesis:
      if let parameters = try functionParameters(of: first, after: second) {
        return .function(lexer.name(first), parameters: parameters, try functionResults())
      }
      try refuseConstruction(first)
      return nil
    case .end, .semicolon:
      guard first.kind == .name, !isNode(lexer.name(first).text) else { return nil }
      lexer.position = first.start
      if let command = promptCommand(isNode) { return .command(command) }
      lexer.position = afterFirst
      return nil
    default:
      // `graph --box` and `open /data/a` are not formulas that could have a value if their first words are not nodes.
      let name = lexer.name(first).text
      guard first.kind == .name, beginsWord(second), !isNode(name),
        parser.promptCommands?.contains(name) == true
      else { return nil }
      lexer.position = first.start
      return promptCommand(isNode).map { .command($0) }
    }
  }
}

extension Lexer {
  /// The byte at the position; `nil` at the end.
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

  /// Reads a command without a dot; returns `nil`, and doesn't move, for other text. The name of a node is not read
  /// as the beginning of a command's name.
  mutating func promptCommand(_ isNode: (String) -> Bool) -> Command? {
    guard let commands = parser.promptCommands, let word = firstWord() else { return nil }
    // A word before a parenthesis belongs to a formula.
    if word.range.upperBound < lexer.bytes.count, lexer.bytes[word.range.upperBound] == UInt8(ascii: "(") { return nil }
    let isOther = !commands.contains(word.text) && !isNode(word.text)
    let text = (isOther ? Self.otherNames[word.text] : nil) ?? word.text
    guard let name = StatementParser.command(matching: text, among: commands) else { return nil }
    guard name == text || !isNode(text) else { return nil }
    return commandWords(SourceName(name, range: word.range))
  }

  /// The names of commands in many other prompts.
  private static let otherNames = ["exit": "quit", "ls": "list", "rm": "delete", "del": "delete", "load": "open"]

  /// Suggests a command for a line that begins with two words; else returns its diagnostic.
  func withCommandHint(_ diagnostic: Diagnostic, _ isNode: (String) -> Bool) -> Diagnostic {
    if diagnostic.hint == nil, let word = firstWord(), isNode(word.text),
      diagnostic.range.lowerBound == UnitReader.blanks(lexer.bytes, at: word.range.upperBound),
      let unit = UnitReader.unit(lexer.bytes, at: diagnostic.range.lowerBound, isTarget: false)
    {
      // x km
      var result = diagnostic
      let text = String(decoding: lexer.bytes[diagnostic.range.lowerBound..<unit.end], as: UTF8.self)
      result.hint = "a unit follows a number: write \(word.text) * 1 \(text)"
      return result
    }
    guard let commands = parser.promptCommands, let word = firstWord(), !isNode(word.text),
      diagnostic.range.lowerBound == word.range.upperBound + 1,
      word.range.upperBound < lexer.bytes.count, Self.blanks.contains(lexer.bytes[word.range.upperBound])
    else { return diagnostic }
    if diagnostic.hint != nil { return diagnostic }
    let candidates = commands.filter { $0.utf8.starts(with: word.text.utf8) }
    if candidates.count > 1 { return .ambiguous(word, candidates) }
    guard let hint = Suggestion.hint(for: word.text, among: commands) else { return diagnostic }
    return Diagnostic(.command, "unknown command '\(word.text)'", word.range, hint: hint)
  }

  /// Whether there is a blank before a token and none after it, as in `--box` and `/data/a`.
  func beginsWord(_ token: Token) -> Bool {
    guard token.start > 0, token.end < lexer.bytes.count else { return false }
    return Self.blanks.contains(lexer.bytes[token.start - 1]) && !Self.blanks.contains(lexer.bytes[token.end])
  }

  private static let blanks: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: "\t")]

  private func firstWord() -> SourceName? {
    var ahead = lexer
    ahead.skipWord()
    guard ahead.position > lexer.position, !lexer.peek().isDigit else { return nil }
    let range = lexer.position..<ahead.position
    return SourceName(String(decoding: lexer.bytes[range], as: UTF8.self), range: range)
  }

  /// Reads the words after the name of a command, up to `;` or a comment.
  package mutating func commandWords(_ name: SourceName) -> Command {
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
        // Searched only once, so that a line full of quotes takes linear time.
        unclosed.insert(byte)
      }
    }
    if let start = wordStart { ranges.append(start..<position) }
    joinPaths(&ranges)
    let all = (ranges.first?.lowerBound ?? name.range.upperBound)..<(ranges.last?.upperBound ?? name.range.upperBound)
    lexer.position = position
    end = all.upperBound
    return Command(name: name, arguments: word(all, unquoting: false), words: ranges.map { word($0, unquoting: true) })
  }

  /// Joins the words of `Tax › rate` and of `› total` to one.
  private func joinPaths(_ ranges: inout [Range<Int>]) {
    guard lexer.bytes.contains(0xe2) else { return }
    var joined: [Range<Int>] = []
    var isOpen = false
    for range in ranges {
      let isMark = lexer.bytes[range].elementsEqual("›".utf8)
      if isOpen || isMark && !joined.isEmpty, let last = joined.popLast() {
        joined.append(last.lowerBound..<range.upperBound)
      } else {
        joined.append(range)
      }
      isOpen = isMark
    }
    ranges = joined
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
  /// Refuses a word with which several commands begin.
  package static func ambiguous(_ word: SourceName, _ candidates: [String]) -> Diagnostic {
    Diagnostic(.command, "'\(word.text)' may be \(candidates.joined(separator: ", "))", word.range)
  }
}

extension StatementReader {
  /// The name that a definition assigns; refuses reserved names.
  func target(_ token: Token) throws(Diagnostic) -> SourceName {
    let name = lexer.name(token)
    if token.kind == .name || token.kind == .quotedName { return name }
    throw Diagnostic(
      .name, "'\(name.text)' is \(role(of: token)) and cannot be redefined", token.range,
      hint: "as a name, it needs back-ticks: `\(name.text)`")
  }

  /// Reads `(x, y) =` and returns the parameters; returns `nil` for other text.
  mutating func functionParameters(of name: Token, after open: Token) throws(Diagnostic) -> [SourceName]? {
    var ahead = lexer
    ahead.position = open.end
    var parameters: [Token] = []
    guard var token = try? ahead.next() else { return nil }
    if token.isWord {
      parameters.append(token)
      guard let next = try? ahead.next() else { return nil }
      token = next
      while token.kind == .comma {
        guard let parameter = try? ahead.next(), parameter.isWord, let next = try? ahead.next() else { return nil }
        parameters.append(parameter)
        token = next
      }
    }
    guard token.kind == .rightParenthesis, let equals = try? ahead.next(), equals.kind == .assign else { return nil }
    _ = try target(name)
    if name.kind == .name, lexer.name(name).text == "csv" {
      throw Diagnostic(.name, "'csv' reads files and cannot be redefined", name.range)
    }
    if name.kind == .name, parser.kinds.contains(lexer.name(name).text) {
      throw Diagnostic(.name, "'\(lexer.name(name).text)' is a kind of node, not a function", name.range)
    }
    if parameters.isEmpty {
      throw Diagnostic(
        .syntax, "a function needs parameters", open.start..<token.end,
        hint: "to define a name without parameters, write \(lexer.name(name).spelling) = …")
    }
    var names: Set<String> = []
    for parameter in parameters {
      let text = lexer.name(parameter).text
      guard parameter.kind == .name || parameter.kind == .quotedName else {
        throw Diagnostic(
          .name, "'\(text)' is \(role(of: parameter)) and can't be a parameter", parameter.range,
          hint: "as a name, it needs back-ticks: `\(text)`")
      }
      guard names.insert(text).inserted else {
        throw Diagnostic(.name, "the parameter '\(text)' is given twice", parameter.range)
      }
    }
    lexer.position = equals.end
    end = equals.end
    return parameters.map { lexer.name($0) }
  }

  /// Reads the rest of `prices[2] =`; returns `nil`, and doesn't move, for other text.
  mutating func place() -> Formula? {
    guard var formulaParser = try? FormulaParser(lexer), let place = try? formulaParser.formula(),
      formulaParser.token.kind == .rightBracket
    else { return nil }
    var ahead = lexer
    ahead.position = formulaParser.token.end
    guard let equals = try? ahead.next(), equals.kind == .assign else { return nil }
    lexer.position = equals.end
    end = equals.end
    return place
  }

  /// The meaning of a reserved word, for messages.
  private func role(of token: Token) -> String {
    switch token.kind {
    case .constant: "a constant"
    case .function: "a function"
    default: "a keyword"
    }
  }

  /// The name of a node in a statement; refuses other words.
  func nodeName(_ token: Token) throws(Diagnostic) -> SourceName {
    guard token.kind == .name || token.kind == .quotedName else {
      throw Diagnostic(.name, "\(SourceText.quote(lexer.bytes, token.range)) is not the name of a node", token.range)
    }
    return lexer.name(token)
  }

  /// Reads `node.port` and the end of the statement.
  mutating func portReference(after arrow: Token) throws(Diagnostic) -> PortReference {
    let node = try take()
    guard node.isWord else {
      throw Diagnostic(.syntax, "expected a port after '->'", node.range, hint: "write source -> node.port")
        .incomplete(if: node.kind == .end)
    }
    let name = try nodeName(node)
    let dot = try lexer.next()
    guard dot.kind == .dot else {
      throw Diagnostic(.port, "'->' needs a port of '\(name.text)'", node.range, hint: "write \(name.text).port")
    }
    let port = try take()
    guard port.isWord else { throw Diagnostic(.port, "expected the name of a port after '.'", port.range) }
    let reference = PortReference(node: name, port: lexer.name(port))
    try requireEnd()
    return reference
  }

  /// Throws unless the statement ends here.
  mutating func requireEnd() throws(Diagnostic) {
    let token = try lexer.next()
    guard token.kind == .end || token.kind == .semicolon else {
      throw Diagnostic(.syntax, "unexpected \(SourceText.quote(lexer.bytes, token.range))", token.range)
    }
    lexer.position = token.start
  }

  /// Reads `Kind(port: expression, …)`; returns `nil`, and doesn't move, for other text.
  mutating func construction() throws(Diagnostic) -> Construction? {
    let start = lexer.position
    guard let name = try? take(), let open = constructionStart(name) else {
      lexer.position = start
      return nil
    }
    let kind = lexer.name(name)
    guard parser.kinds.contains(kind.text) else {
      throw Diagnostic(
        .kind, "unknown kind '\(kind.text)'", name.range, hint: Suggestion.hint(for: kind.text, among: parser.kinds))
    }
    lexer.position = open.end
    var arguments: [Construction.Argument] = []
    var ports: Set<String> = []
    var close = try take()
    while close.kind != .rightParenthesis {
      let port = close
      guard port.isWord, try lexer.next().kind == .colon else {
        throw Diagnostic(.syntax, "expected 'port: expression'", port.range).incomplete(if: port.kind == .end)
      }
      let portName = lexer.name(port)
      guard ports.insert(portName.text).inserted else {
        throw Diagnostic(.port, "port '\(portName.text)' is given twice", port.range)
      }
      var formulaParser = try FormulaParser(lexer)
      let formula = try formulaParser.formula()
      arguments.append(Construction.Argument(port: portName, formula: formula))
      close = formulaParser.token
      lexer.position = close.end
      if close.kind == .comma {
        close = try take()
        guard close.isWord else {
          throw Diagnostic(.syntax, "expected 'port: expression'", close.range).incomplete(if: close.kind == .end)
        }
      } else if close.kind != .rightParenthesis {
        try formulaParser.close(open)
      }
    }
    end = close.end
    try requireEnd()
    return Construction(kind: kind, arguments: arguments)
  }

  /// Refuses `Kind(port: …)` without a name for the node.
  mutating func refuseConstruction(_ name: Token) throws(Diagnostic) {
    lexer.position = name.end
    guard let open = constructionStart(name) else { return }
    let kind = lexer.name(name).text
    var ahead = lexer
    ahead.position = open.end
    // `sqt()` is more likely a misspelt function.
    if !parser.kinds.contains(kind), let first = try? ahead.next(), first.kind == .rightParenthesis { return }
    throw Diagnostic(
      .syntax, "a node of kind '\(kind)' needs a name", name.range, hint: "write name = \(kind)(…)")
  }

  /// The parenthesis after `name` if a construction begins there: `Kind(port:`, `Name()`, or any call of a kind.
  private func constructionStart(_ name: Token) -> Token? {
    var ahead = lexer
    guard name.isWord, let open = try? ahead.next(), open.kind == .leftParenthesis,
      let first = try? ahead.next()
    else { return nil }
    if first.kind == .rightParenthesis || parser.kinds.contains(lexer.name(name).text) {
      return name.kind == .function ? nil : open
    }
    guard first.isWord, let colon = try? ahead.next(), colon.kind == .colon else { return nil }
    return open
  }
}
