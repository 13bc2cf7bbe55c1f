// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Definitions of uncertain inputs: `price = 20 ± 1`, also `20 +/- 1`, and `price ~ normal(20, 1)`.
///
/// Formulas never contain `±`, `+/-` or `~`. `±` and `+/-` are searched for only after a statement was refused, so
/// that other statements are read without delay.
extension StatementReader {
  /// Reads the right side of a definition, which may be a constant with a deviation.
  mutating func definition() throws(Diagnostic) -> (formula: Formula, uncertainty: Uncertainty?) {
    let start = lexer.position
    do throws(Diagnostic) {
      return (try expression(), nil)
    } catch {
      lexer.position = start
      guard let sign = deviationSign(), !sign.isNested else { throw error }
      let middle = try middle(from: start, before: sign.range)
      lexer.position = sign.range.upperBound
      if let second = deviationSign() { throw Self.misplaced(second.range) }
      let deviation = try expression()
      return (middle, try Uncertainty(middle, deviation: deviation))
    }
  }

  /// Reads the formula before the sign of a deviation.
  private func middle(from start: Int, before sign: Range<Int>) throws(Diagnostic) -> Formula {
    var reader = StatementReader(parser: parser, lexer: Lexer(Array(lexer.bytes[..<sign.lowerBound]), at: start))
    do throws(Diagnostic) {
      return try reader.expression()
    } catch {
      guard error.isIncomplete else { throw error }
      // Another line would not complete the statement.
      throw Self.misplaced(sign)
    }
  }

  /// Whether `~` and a distribution follow, and not, at a prompt, a path that begins with `~`.
  func beginsDistribution(after first: Token, _ isNode: (String) -> Bool) -> Bool {
    let place = UnitReader.blanks(lexer.bytes, at: first.end)
    guard place < lexer.bytes.count, lexer.bytes[place] == UInt8(ascii: "~") else { return false }
    let name = lexer.name(first).text
    guard first.kind == .name, !isNode(name), let commands = parser.promptCommands,
      StatementParser.command(matching: name, among: commands) != nil
    else { return true }
    var ahead = lexer
    ahead.position = place + 1
    guard let word = try? ahead.next(), let open = try? ahead.next() else { return false }
    return word.isWord && open.kind == .leftParenthesis
  }

  /// Reads the rest of `price ~ normal(20, 1)`.
  mutating func distribution(after first: Token) throws(Diagnostic) -> Uncertainty {
    let tilde = UnitReader.blanks(lexer.bytes, at: first.end)
    lexer.position = tilde + 1
    let name = try take()
    guard name.isWord else {
      throw Diagnostic(
        .syntax, "expected a distribution after '~'", name.range, hint: "write \(DrawnDistribution.expectation)"
      ).incomplete(if: name.kind == .end)
    }
    let open = try take()
    guard open.kind == .leftParenthesis else {
      throw Diagnostic(
        .syntax, "expected '(' and the numbers of the distribution", open.range,
        hint: "write \(DrawnDistribution.expectation)"
      ).incomplete(if: open.kind == .end)
    }
    var arguments: [Formula] = []
    while true {
      var parser = try FormulaParser(lexer)
      arguments.append(try parser.formula())
      let token = parser.token
      lexer.position = token.end
      end = token.end
      if token.kind == .rightParenthesis { break }
      guard token.kind == .comma else {
        // Throws a refusal that names the missing bracket.
        try parser.close(open)
        break
      }
    }
    try requireEnd()
    return try Uncertainty(lexer.name(name), arguments, name.start..<end)
  }

  /// The refusal of a statement that contains a `±` where it isn't allowed; else the statement's own diagnostic.
  func withDeviationHint(_ diagnostic: Diagnostic, from start: Int) -> Diagnostic {
    var ahead = self
    ahead.lexer.position = start
    guard let sign = ahead.deviationSign(),
      diagnostic.range.lowerBound < sign.range.upperBound, diagnostic.range.upperBound > sign.range.lowerBound
    else { return diagnostic }
    return Self.misplaced(sign.range)
  }

  private static func misplaced(_ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .syntax, "'±' is allowed only in the definition of an input, between two constants", range,
      hint: "write \(Uncertainty.example)")
  }

  /// The first `±` or `+/-` of the statement from the position on, outside of quotes, and whether it is in brackets.
  private func deviationSign() -> (range: Range<Int>, isNested: Bool)? {
    let bytes = lexer.bytes
    var place = lexer.position
    var depth = 0
    while place < bytes.count {
      let byte = bytes[place]
      switch byte {
      case UInt8(ascii: ";"): return nil
      case UInt8(ascii: "#") where lexer.isCommentStart(place): return nil
      case UInt8(ascii: "("), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: "\""):
        guard let end = TextLiteral.end(bytes, from: place) else { return nil }
        place = end
        continue
      case UInt8(ascii: "`"):
        guard let end = bytes[(place + 1)...].firstIndex(of: byte) else { return nil }
        place = end
      case 0xc2 where place + 1 < bytes.count && bytes[place + 1] == 0xb1: return (place..<place + 2, depth > 0)
      case UInt8(ascii: "+") where bytes[place...].starts(with: "+/-".utf8): return (place..<place + 3, depth > 0)
      default: break
      }
      place += 1
    }
    return nil
  }
}
