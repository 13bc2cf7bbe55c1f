// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension StatementReader {
  /// The name a definition gives; refuses those that mean something else.
  func target(_ token: Token) throws(Diagnostic) -> SourceName {
    let name = lexer.name(token)
    let role: String
    switch token.kind {
    case .name, .quotedName: return name
    case .constant: role = "a constant"
    case .function: role = "a function"
    default: role = "a word of the language"
    }
    throw Diagnostic(
      .name, "'\(name.text)' is \(role) and cannot be redefined", token.range, hint: "a name in back-ticks is free")
  }

  /// The name of a node that is used.
  func nodeName(_ token: Token) throws(Diagnostic) -> SourceName {
    guard token.kind == .name || token.kind == .quotedName else {
      throw Diagnostic(.name, "\(SourceText.quote(lexer.bytes, token.range)) is no name of a node", token.range)
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

  /// Reads `Kind(port: expression, …)`, or returns nil and stays where it is when that is not what follows.
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

  /// Refuses `Kind(port: …)` that has no name to give the node.
  mutating func refuseConstruction(_ name: Token) throws(Diagnostic) {
    lexer.position = name.end
    guard let open = constructionStart(name) else { return }
    let kind = lexer.name(name).text
    var ahead = lexer
    ahead.position = open.end
    // `sqt()` is rather a misspelt function.
    if !parser.kinds.contains(kind), let first = try? ahead.next(), first.kind == .rightParenthesis { return }
    throw Diagnostic(
      .syntax, "a node of kind '\(kind)' needs a name", name.range, hint: "write name = \(kind)(…)")
  }

  /// The parenthesis after `name` when a construction begins there: `Kind(port:`, `Name()`, or any call of a kind.
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
