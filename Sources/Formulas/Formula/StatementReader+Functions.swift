// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads the right side of function definitions: a formula, or several results in parentheses,
/// `(net: x / 1.2, tax: x - x / 1.2)`.
///
/// Formulas never begin with a parenthesis, a word and a colon, so this form is unambiguous.
extension StatementReader {
  /// Whether several results follow.
  var beginsResults: Bool {
    var ahead = lexer
    guard let open = try? ahead.next(), open.kind == .leftParenthesis, let name = try? ahead.next(), name.isWord,
      let colon = try? ahead.next()
    else { return false }
    return colon.kind == .colon
  }

  /// Reads the results of a function, up to the end of the statement.
  mutating func functionResults() throws(Diagnostic) -> [FunctionResult] {
    guard beginsResults else { return [FunctionResult(formula: try functionBody())] }
    let open = try take()
    var results: [FunctionResult] = []
    var names: Set<String> = []
    while true {
      let name = try take()
      guard name.isWord, name.kind != .quotedName else {
        throw Diagnostic(
          .syntax, name.kind == .quotedName ? "the name of a result is a single word" : "expected the name of a result",
          name.range, hint: Self.resultsHint
        )
        .incomplete(if: name.kind == .end)
      }
      let colon = try take()
      guard colon.kind == .colon else {
        throw Diagnostic(
          .syntax, "expected ':' after the name of a result", colon.range, hint: Self.resultsHint
        )
        .incomplete(if: colon.kind == .end)
      }
      let text = lexer.name(name).text
      guard names.insert(text).inserted else {
        throw Diagnostic(.name, "the result '\(text)' is given twice", name.range)
      }
      var parser = try FormulaParser(lexer)
      let formula = try parser.formula()
      try refuseFile(formula)
      results.append(FunctionResult(name: lexer.name(name), formula: formula))
      let token = parser.token
      if token.kind == .rightParenthesis {
        lexer.position = token.end
        end = token.end
        try requireEnd()
        return results
      }
      guard token.kind == .comma else {
        // Throws a refusal that names the missing bracket.
        try parser.close(open)
        return results
      }
      lexer.position = token.end
    }
  }

  private static let resultsHint = "several results need names: f(x) = (net: x / 1.2, tax: x - x / 1.2)"

  /// Reads a single formula. If it resembles several results, its refusal shows how to write them.
  private mutating func functionBody() throws(Diagnostic) -> Formula {
    do throws(Diagnostic) {
      let body = try expression()
      try refuseFile(body)
      return body
    } catch {
      let first = error.range.lowerBound
      let marks = [UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "{")]
      guard error.code == .syntax, first < lexer.bytes.count, marks.contains(lexer.bytes[first]) else { throw error }
      var diagnostic = error
      diagnostic.hint = Self.resultsHint
      throw diagnostic
    }
  }

  private func refuseFile(_ body: Formula) throws(Diagnostic) {
    if body.columns.isEmpty { return }
    throw Diagnostic(
      .syntax, "a function can't read a file", body.range, hint: "define a name for the column, and use that")
  }
}
