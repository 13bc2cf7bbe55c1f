// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension FormulaParser {
  private var quoted: String { SourceText.quote(lexer.bytes, token.range) }

  /// Why the expression cannot end before `token`.
  func unexpectedToken(in closing: String? = nil) -> Diagnostic {
    let range = token.range
    let expected = closing.map { "expected an operator or \($0)" } ?? "expected an operator"
    switch token.kind {
    case .rightParenthesis: return Diagnostic(.syntax, "')' without '('", range)
    case .assign:
      return Diagnostic(.syntax, "only a name or a port can stand before '='", range, hint: "'==' compares")
    case .arrow:
      return Diagnostic(.syntax, "only the name of a node can stand before '->'", range)
    case .dot:
      return Diagnostic(.syntax, "a port cannot be read in a formula", range, hint: "use the name of its node")
    case .number, .leftParenthesis:
      if previous.kind == .percent {
        return Diagnostic(
          .syntax, "\(expected) before \(quoted)", range,
          hint: "'%' divides by 100, and the remainder is mod(x, y)")
      }
      return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: "multiply with '*'")
    default:
      if token.beginsValue || token.isWord {
        return Diagnostic(.syntax, "\(expected) before \(quoted)", range)
      }
      return Diagnostic(.syntax, "unexpected \(quoted)", range)
    }
  }

  /// Why there is no value at `token`.
  func missingValue() -> Diagnostic {
    let place = token.kind == .end ? "at the end of the line" : "before \(quoted)"
    return Diagnostic(.syntax, "expected a value \(place)", token.range).incomplete(if: token.kind == .end)
  }

  func unknownFunction(_ name: Token) -> Diagnostic {
    let text = lexer.name(name).text
    let hint = Suggestion.hint(for: text, among: FormulaFunction.table.lazy.map(\.name))
    return Diagnostic(.name, "unknown function '\(text)'", name.range, hint: hint ?? "multiply with '*'")
  }
}
