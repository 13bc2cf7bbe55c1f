// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Refusals of formulas, with hints at the probable meaning.
extension FormulaParser {
  private var quoted: String { SourceText.quote(lexer.bytes, token.range) }

  /// The refusal of `token`, before which the expression can't end.
  package func unexpectedToken(in closing: String? = nil) -> Diagnostic {
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
        .syntax, "the left side of '=' must be a name or a port", range,
        hint: "a list gets all of its elements: prices = [3, 7, 5]; '==' compares")
    case .assign:
      return Diagnostic(.syntax, "the left side of '=' must be a name or a port", range, hint: "'==' compares")
    case .arrow:
      return Diagnostic(.syntax, "the left side of '->' must be the name of a node", range)
    case .dot:
      return Diagnostic(.syntax, "a port cannot be read in a formula", range, hint: "use the name of its node")
    case .text: return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: "join texts with '&'")
    case .number, .leftParenthesis:
      return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: valueHint(in: closing))
    case .bang where !token.range.isEmpty:
      return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: "the factorial is factorial(x)")
    case .colon:
      return Diagnostic(.syntax, "unexpected \(quoted)", range, hint: colonHint(in: closing))
    case .comma:
      let isDecimal = previous.kind == .number && previous.end == range.lowerBound && lexer.peek().isDigit
      return Diagnostic(
        .syntax, "unexpected \(quoted)", range, hint: isDecimal ? "the decimal point is '.'" : "a list is [1, 2, 3]")
    case .color where closing == nil:
      return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: "a comment needs a space after '#'")
    default:
      if token.beginsValue || token.isWord {
        let hint = closing == nil && token.isWord ? wordHint : previous.kind == .percent ? Self.percentHint : nil
        return Diagnostic(.syntax, "\(expected) before \(quoted)", range, hint: hint)
      }
      return Diagnostic(.syntax, "unexpected \(quoted)", range)
    }
  }

  private static let percentHint = "'%' divides by 100, and the remainder is mod(x, y)"

  /// A hint for a number or a bracket in the place of an operator.
  private func valueHint(in closing: String?) -> String {
    if previous.kind == .percent { return Self.percentHint }
    if closing == "']'" { return "a comma separates elements: [3, 4, 5]" }
    let word = text(previous)
    if previous.kind == .name, ForeignNames.isMonth(word) { return "a date is 2026-12-24" }
    if previous.kind == .date {
      return "a moment is 2026-12-24T18:00Z, 2026-12-24T18:00+01:00 or 2026-12-24 18:00 Berlin"
    }
    // 3 ft 4 in, 6 foot 4
    if isBehindUnit {
      let unit = isBehindFeet && token.kind == .number ? unit(behind: token) ?? " in" : unit(behind: token)
      return unit.map { "write \(lastValue) + \(text(token))\($0)" } ?? "add it with '+'"
    }
    if let number = groupedDigits ?? mixedNumber { return "write \(number)" }
    return "multiply with '*'"
  }

  /// Whether the last token is a number with a unit.
  private var isBehindUnit: Bool {
    previous.kind == .number && !lexer.bytes[previous.end - 1].isDigit
      && lexer.bytes[previous.end - 1] != UInt8(ascii: ".")
  }

  /// Whether the last token is a number of feet.
  private var isBehindFeet: Bool {
    let unit = lexer.bytes[previous.range].reversed().prefix { $0.isASCIILetterOrUnderscore }.reversed()
    return ["ft", "foot", "feet"].contains(String(decoding: unit, as: UTF8.self))
  }

  /// The sum that was meant by a whole number and a fraction after a blank, `1 1/2`; `nil` for other numbers.
  private var mixedNumber: String? {
    var ahead = lexer
    guard previous.kind == .number, token.kind == .number, lexer.bytes[previous.range].allSatisfy(\.isDigit),
      let slash = try? ahead.next(), slash.kind == .divide, let below = try? ahead.next(), below.kind == .number
    else { return nil }
    return "(\(text(previous)) + \(text(token))/\(text(below)))\(unit(behind: below) ?? "")"
  }

  private func text(_ token: Token) -> String { String(decoding: lexer.bytes[token.range], as: UTF8.self) }

  /// The unit after a token, with a blank before it; `nil` if there is none.
  private func unit(behind token: Token) -> String? {
    let bytes = lexer.bytes
    guard let start = bytes[token.end...].firstIndex(where: { $0 != UInt8(ascii: " ") }),
      let unit = UnitReader.unit(bytes, at: start, isTarget: false)
    else { return nil }
    return " " + String(decoding: bytes[start..<unit.end], as: UTF8.self)
  }

  /// The number that was meant by groups of three digits with blanks between them, `1 000 000`; `nil` for other tokens.
  private var groupedDigits: String? {
    guard previous.kind == .number, token.kind == .number, (1...3).contains(previous.range.count),
      lexer.bytes[previous.range].allSatisfy(\.isDigit)
    else { return nil }
    var text = text(previous)
    var (ahead, group) = (lexer, token)
    while group.kind == .number, text.utf8.count < 24 {
      let digits = lexer.bytes[group.range]
      let isLast = digits.contains(UInt8(ascii: "."))
      guard digits.prefix(3).allSatisfy(\.isDigit),
        digits.count == 3 || isLast && digits[digits.startIndex + 3] == UInt8(ascii: ".")
      else { return nil }
      text += "_" + String(decoding: digits, as: UTF8.self)
      guard !isLast, let next = try? ahead.next() else { break }
      group = next
    }
    return text
  }

  /// The text of the value before `token`: a number, a name, or a parenthesis with the function before it.
  private var lastValue: String {
    let bytes = lexer.bytes
    var start = previous.start
    if previous.kind == .rightParenthesis || previous.kind == .rightBracket {
      var depth = 0
      start = previous.end
      repeat {
        start -= 1
        if bytes[start] == UInt8(ascii: ")") || bytes[start] == UInt8(ascii: "]") { depth += 1 }
        if bytes[start] == UInt8(ascii: "(") || bytes[start] == UInt8(ascii: "[") { depth -= 1 }
      } while depth > 0 && start > 0
      while start > 0, bytes[start - 1].isASCIILetterOrUnderscore || bytes[start - 1].isDigit { start -= 1 }
    }
    let text = String(decoding: bytes[start..<previous.end], as: UTF8.self)
    return text.utf8.count > 40 ? "(…)" : text
  }

  /// A hint for a unit after a value that is not a literal number: `(96 / 60) h`.
  private var unitBehindValue: String? {
    guard let unit = UnitReader.unit(lexer.bytes, at: token.start, isTarget: false) else { return nil }
    let text = String(decoding: lexer.bytes[token.start..<unit.end], as: UTF8.self)
    if let temperature = UnitReader.temperature(lastValue, text) { return "write \(temperature)" }
    return "a unit follows a number: write \(lastValue) * 1 \(text)"
  }

  /// A hint for a colon.
  private func colonHint(in closing: String?) -> String? {
    if lexer.peek() == UInt8(ascii: "=") { return "write name = formula" }
    guard previous.kind == .number || closing == "']'" else { return nil }
    let isClock = previous.range.count <= 2 && lexer.peek().isDigit && lexer.peek(1).isDigit && closing == nil
    return isClock ? "a range is 2..4; hours and minutes are 8 h + 30 min" : "write a range as 2..4"
  }

  /// The refusal of `token` in the place of a value.
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
    // `x++` is not an incomplete formula.
    let text = lexer.bytes.prefix(previous.end)
    if token.kind == .end, text.reversed().starts(with: "++".utf8) || text.reversed().starts(with: "--".utf8) {
      return Diagnostic(
        .syntax, "expected a value \(place)", token.range, hint: "give the name its new value: name = …")
    }
    return Diagnostic(.syntax, "expected a value \(place)", token.range, hint: hint)
      .incomplete(if: token.kind == .end)
  }

  /// The refusal of a power after a unit that is not part of the unit: `3 m^2` is in square metres, so `3 m^2.5`
  /// would be ambiguous.
  func powerOfUnit() -> Diagnostic {
    let quantity = text(previous)
    return Diagnostic(
      .syntax,
      "a power after a unit applies to the unit: it is a whole number up to \(UnitOfMeasure.greatestExponent), but not 0",
      token.range, hint: "for the power of the quantity, write (\(quantity))^x")
  }

  /// The refusal of the current token in the place of a closing bracket.
  func unclosed(_ open: Token) -> Diagnostic {
    Diagnostic(
      .syntax, "\(SourceText.quote(lexer.bytes, open.range)) is never closed", open.range,
      hint: token.kind == .semicolon && open.kind == .leftBracket ? "a comma separates elements: [3, 4, 5]" : nil
    )
    .incomplete(if: token.kind == .end)
  }

  /// The refusal of an operator after a conversion.
  func unexpectedToken(behind conversion: Token) -> Diagnostic {
    let word = UnitReader.word(lexer.bytes, at: token.end)
    // x in m/foo
    if token.kind == .divide || token.kind == .times, previous.end == token.start, !word.isEmpty,
      UnitReader.factor(named: String(decoding: lexer.bytes[word], as: UTF8.self)) == nil
    {
      var ahead = lexer
      ahead.position = word.lowerBound
      return noUnit(ahead)
    }
    return Diagnostic(
      .syntax, "\(SourceText.quote(lexer.bytes, conversion.range)) must come last", token.range,
      hint: "put the conversion in parentheses")
  }

  /// The refusal of the text at a lexer's position, where a unit is needed.
  func noUnit(_ ahead: Lexer) -> Diagnostic {
    let word = UnitReader.word(ahead.bytes, at: ahead.position)
    guard !word.isEmpty else {
      let isAtEnd = ahead.position >= ahead.bytes.count
      let end = isAtEnd ? ahead.bytes.count..<ahead.bytes.count : ahead.position..<ahead.position + 1
      return Diagnostic(
        .syntax, "expected a unit after \(quoted)", end, hint: "write in km/h"
      )
      .incomplete(if: isAtEnd)
    }
    let name = String(decoding: ahead.bytes[word], as: UTF8.self)
    let isBase = ["hex", "bin", "hexadecimal", "binary"].contains(name)
    let hint =
      isBase
      ? "hex and bin print numbers in other bases: hex 255"
      : UnitReader.hint(for: name)
    if case .refused(let zone, let zoneHint)? = ZoneName.read(ahead.bytes, at: ahead.position) {
      // Kuala Lumpur is not kcal, and Kilometers is not a city.
      let isPlace = zone.upperBound > word.upperBound || hint == nil && ahead.bytes[word.lowerBound] & 0x20 == 0
      if isPlace || zoneHint != nil && hint == nil {
        return Diagnostic(
          .name, "unknown zone or unit \(SourceText.quote(ahead.bytes, zone))", zone,
          hint: zoneHint ?? ZoneName.unknownHint)
      }
    }
    return Diagnostic(.name, "unknown unit \(SourceText.quote(ahead.bytes, word))", word, hint: hint ?? "help units")
  }

  /// A hint for a word that stands for a number: `6 foot four`, `5 million`.
  private func numberHint(_ word: String) -> String? {
    if previous.kind == .number, !isBehindUnit, let product = ForeignNames.product(lastValue, word) {
      return "write \(product)"
    }
    guard let number = ForeignNames.number(word) else { return nil }
    if isBehindFeet { return "write \(lastValue) + \(number) in" }
    return isBehindUnit ? "add it with '+', as a number: \(number)" : "write \(number)"
  }

  /// A hint for a word in the place of an operator.
  private var wordHint: String? {
    let word = text(token)
    switch word {
    case "mod", "rem": return "write \(word)(x, y)"
    case "div": return "floor(x / y) is the whole part"
    case "xor": return "write x != y"
    case "as": return "units are converted by 'to' or 'in'"
    default:
      let isLet = ["let", "var", "const", "set"].contains(text(previous))
      if isLet, previous.kind == .name { return "write name = formula" }
      if previous.kind == .percent { return Self.percentHint }
      if previous.kind == .moment, ForeignNames.isZone(word) { return CivilDate.zoneHint }
      if previous.kind == .number, ForeignNames.isMonth(word), lexer.bytes[previous.end] == UInt8(ascii: " ") {
        return "a date is 2026-12-24"
      }
      if previous.kind == .name, token.kind == .name {
        if let function = Vocabulary.call(lexer.bytes[previous.range]) { return "write \(function.row.signature)" }
        if let hint = ForeignNames.hint(for: text(previous)) {
          return hint
        }
      }
      let isValue =
        previous.kind == .number || previous.kind == .rightParenthesis || previous.kind == .rightBracket
        || previous.kind == .constant || previous.kind == .superscript
      if isValue, let hint = unitBehindValue ?? numberHint(word) { return hint }
      if previous.kind == .number, let hint = UnitReader.hint(for: word) { return hint }
      return isValue ? "multiply with '*'" : nil
    }
  }
}
