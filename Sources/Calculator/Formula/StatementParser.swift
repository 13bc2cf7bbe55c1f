// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Divides a line into statements.
///
/// A leading dot means a command, `name =` a definition, `a -> b.port` a connection; what is left is an expression.
/// Only when it is none, and only at the prompt, its first word may be a command.
public struct StatementParser: Sendable {
  /// The most bytes that a line has, 16 MiB: parsed, a line takes up to 100 times the room of its text.
  public static let lineLimit = 16 << 20

  /// The kinds of nodes that can be made.
  public var kinds: Set<String>
  /// The commands that need no dot; nil in scripts, where all do.
  public var promptCommands: [String]?

  /// Creates a parser for a script, or with `promptCommands` for the prompt.
  public init(kinds: Set<String>, promptCommands: [String]? = nil) {
    self.kinds = kinds
    self.promptCommands = promptCommands
  }

  /// Parses a line without its end.
  ///
  /// - Parameters:
  ///   - line: the bytes of the line, which may be anything.
  ///   - isNode: whether a node has a name. At the prompt a lone word is its value rather than the command.
  /// - Returns: the statements of the line.
  /// - Throws: the first `Diagnostic`; then no statement of the line should be carried out. A line of more than
  ///   ``lineLimit`` bytes is refused before anything is read.
  /// - Complexity: O(bytes)
  public func parse(
    _ line: some Sequence<UInt8>, isNode: (String) -> Bool = { _ in false }
  ) throws(Diagnostic) -> StatementLine {
    // Before anything is copied.
    if line.underestimatedCount > Self.lineLimit { throw Self.tooLong }
    let bytes = Array(line)
    if bytes.count > Self.lineLimit { throw Self.tooLong }
    try SourceText.check(bytes)
    var reader = StatementReader(parser: self, lexer: Lexer(bytes))
    var result = StatementLine(statements: [], isQuiet: false)
    // What a statement defines is a node to those behind it.
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
      result.statements.append(Statement(form: form, range: start..<reader.end))
      result.isQuiet = false
    }
  }

  private static var tooLong: Diagnostic {
    Diagnostic(.syntax, "the line has more than \(lineLimit >> 20) MiB, the most that is read", 0..<0)
  }

  /// Returns the command with this name, or else the only one that starts with it.
  public static func command(matching word: String, among commands: [String]) -> String? {
    if commands.contains(word) { return word }
    let matches = commands.filter { $0.utf8.starts(with: word.utf8) }
    return matches.count == 1 ? matches[0] : nil
  }
}

/// Reads the statements of a line one by one.
struct StatementReader {
  let parser: StatementParser
  /// Stands before a statement; after it, at what ended it.
  var lexer: Lexer
  /// The end of the last statement, blanks after it not included.
  var end = 0

  init(parser: StatementParser, lexer: Lexer) {
    self.parser = parser
    self.lexer = lexer
  }

  /// Reads a token, moving on.
  mutating func take() throws(Diagnostic) -> Token {
    let token = try lexer.next()
    end = token.end
    return token
  }

  mutating func statement(_ isNode: (String) -> Bool) throws(Diagnostic) -> Statement.Form {
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

  /// Reads a whole expression: nothing but `;` or the end of the line follows it.
  mutating func expression() throws(Diagnostic) -> Formula {
    var formulaParser = try FormulaParser(lexer)
    let formula = try formulaParser.formula()
    let token = formulaParser.token
    guard token.kind == .end || token.kind == .semicolon else { throw formulaParser.unexpectedToken() }
    lexer.position = token.start
    end = formula.range.upperBound
    return formula
  }

  /// Reads a statement that its first tokens tell from an expression; nil when they do not.
  private mutating func wordStatement(_ isNode: (String) -> Bool) throws(Diagnostic) -> Statement.Form? {
    guard let first = try? take(), first.isWord else { return nil }
    let afterFirst = lexer.position
    guard let second = try? take() else { return nil }
    switch second.kind {
    case .assign:
      let name = try target(first)
      if let construction = try construction() { return .construction(name, construction) }
      return .definition(name, try expression())
    case .arrow:
      let source = try nodeName(first)
      return .connection(source: source, target: try portReference(after: second))
    case .dot:
      let port = try take()
      let equals = port.isWord ? try? lexer.next() : nil
      guard let equals, equals.kind == .assign else { return nil }
      let reference = PortReference(node: try nodeName(first), port: lexer.name(port))
      return .assignment(reference, try expression())
    case .leftParenthesis:
      try refuseConstruction(first)
      return nil
    case .end, .semicolon:
      guard first.kind == .name, !isNode(lexer.name(first).text) else { return nil }
      lexer.position = first.start
      if let command = promptCommand(isNode) { return .command(command) }
      lexer.position = afterFirst
      return nil
    default:
      // `graph --box` and `open /data/a`, whose first words are no nodes, are no formulas that could have a value.
      let name = lexer.name(first).text
      guard first.kind == .name, beginsWord(second), !isNode(name),
        parser.promptCommands?.contains(name) == true
      else { return nil }
      lexer.position = first.start
      return promptCommand(isNode).map { .command($0) }
    }
  }
}
