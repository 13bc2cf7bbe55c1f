// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Why a formula is refused, and what may be meant.
extension FormulaParser {
  private var quoted: String { SourceText.quote(lexer.bytes, token.range) }

  /// Why the expression cannot end before `token`.
  func unexpectedToken(in closing: String? = nil) -> Diagnostic {
    let range = token.range
    let expected = closing.map { "expected an operator or \($0)" } ?? "expected an operator"
    switch token.kind {
    case .rightParenthesis where closing != "']'": return Diagnostic(.syntax, "')' without '('", range)
    case .rightBracket where closing == nil: return Diagnostic(.syntax, "']' without '['", range)
    case .assign where previous.kind == .rightParenthesis && operations.first?.instruction.opcode == .argumentThen:
      return Diagnostic(
        .syntax, "the parameters of a function are names", range, hint: "write f(x, y) = x * y; '==' compares")
    case .assign where previous.kind == .rightBracket:
      return Diagnostic(
        .syntax, "only a name or a port can stand before '='", range,
        hint: "a list gets all of its elements: prices = [3, 7, 5]; '==' compares")
    case .assign:
      return Diagnostic(.syntax, "only a name or a port can stand before '='", range, hint: "'==' compares")
    case .arrow:
      return Diagnostic(.syntax, "only the name of a node can stand before '->'", range)
    case .dot:
      return Diagnostic(.syntax, "a port cannot be read in a formula", range, hint: "use the name of its node")
    case .text: return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: "join texts with '&'")
    case .number, .leftParenthesis:
      if previous.kind == .percent {
        return Diagnostic(
          .syntax, "\(expected) before \(quoted)", range,
          hint: "'%' divides by 100, and the remainder is mod(x, y)")
      }
      // 3 ft 4 in
      let isBehindUnit = previous.kind == .number && lexer.bytes[previous.end - 1].isASCIILetterOrUnderscore
      return Diagnostic(
        .syntax, "\(expected) before \(quoted)", range, hint: isBehindUnit ? "add it with '+'" : "multiply with '*'")
    case .bang where !token.range.isEmpty:
      return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: "the factorial is factorial(x)")
    case .colon where lexer.peek() == UInt8(ascii: "="):
      return Diagnostic(.syntax, "unexpected \(quoted)", range, hint: "write name = formula")
    default:
      if token.beginsValue || token.isWord {
        let hint = closing == nil && token.isWord ? wordHint : nil
        return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: hint)
      }
      return Diagnostic(.syntax, "unexpected \(quoted)", range)
    }
  }

  /// Why there is no value at `token`.
  func missingValue() -> Diagnostic {
    let place = token.kind == .end ? "at the end of the line" : "before \(quoted)"
    let isDoubled = previous.end == token.start && previous.kind == token.kind
    let hint: String? =
      switch token.kind {
      case .divide where isDoubled: "floor(x / y) is the whole part"
      case .less where isDoubled: "x * 2^n shifts"
      case .greater where isDoubled: "floor(x / 2^n) shifts"
      case .assign where previous.end == token.start && previous.kind.precedence != nil:
        "give the name its new value: name = …"
      default: nil
      }
    // `x++` waits for nothing.
    let text = lexer.bytes.prefix(previous.end)
    if token.kind == .end, text.reversed().starts(with: "++".utf8) || text.reversed().starts(with: "--".utf8) {
      return Diagnostic(
        .syntax, "expected a value \(place)", token.range, hint: "give the name its new value: name = …")
    }
    return Diagnostic(.syntax, "expected a value \(place)", token.range, hint: hint)
      .incomplete(if: token.kind == .end)
  }

  /// Why there is no unit where a lexer is.
  func noUnit(_ ahead: Lexer) -> Diagnostic {
    let word = UnitReader.word(ahead.bytes, at: ahead.position)
    guard !word.isEmpty else {
      let isAtEnd = ahead.position >= ahead.bytes.count
      let end = isAtEnd ? ahead.bytes.count..<ahead.bytes.count : ahead.position..<ahead.position + 1
      return Diagnostic(.syntax, "expected a unit behind \(quoted)", end, hint: "write in km/h").incomplete(if: isAtEnd)
    }
    let name = String(decoding: ahead.bytes[word], as: UTF8.self)
    let isBase = ["hex", "bin", "hexadecimal", "binary"].contains(name)
    let hint = isBase ? "hex and bin print numbers in other bases: hex 255" : UnitReader.hint(for: name)
    return Diagnostic(.name, "unknown unit \(SourceText.quote(ahead.bytes, word))", word, hint: hint ?? "help units")
  }

  /// What is meant by a word where an operator is expected.
  private var wordHint: String? {
    let word = String(decoding: lexer.bytes[token.range], as: UTF8.self)
    switch word {
    case "mod", "rem": return "write \(word)(x, y)"
    case "xor": return "write x != y"
    case "as": return "units are converted by 'to' or 'in'"
    default:
      let isLet = ["let", "var", "const", "set"].contains(String(decoding: lexer.bytes[previous.range], as: UTF8.self))
      if isLet, previous.kind == .name { return "write name = formula" }
      if previous.kind == .number, let hint = UnitReader.hint(for: word) { return hint }
      let isValue = previous.kind == .number || previous.kind == .rightParenthesis || previous.kind == .constant
      return isValue ? "multiply with '*'" : nil
    }
  }
}
