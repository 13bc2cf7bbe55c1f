// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads a line token by token. Positions are byte offsets.
///
/// The line must have passed `SourceText.check(_:)` for its names to be valid text; any bytes are safe to read.
package struct Lexer: Sendable {
  /// The line.
  package let bytes: [UInt8]
  /// The position of the next token, or of the blanks before it.
  package var position: Int

  /// Creates a lexer at `position` of a line.
  package init(_ bytes: [UInt8], at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  /// The byte `offset` after the position, or 0 after the end.
  func peek(_ offset: Int = 0) -> UInt8 {
    position + offset < bytes.count ? bytes[position + offset] : 0
  }

  /// Skips blanks and a comment, which begins with a hash that is followed by a blank or the end of the line.
  package mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"):
        position += 1
      case UInt8(ascii: "#") where isCommentStart(position):
        position = bytes.count
      default: return
      }
    }
  }

  /// Whether a comment begins at `position`.
  package func isCommentStart(_ position: Int) -> Bool {
    guard bytes[position] == UInt8(ascii: "#") else { return false }
    guard position + 1 < bytes.count else { return true }
    return bytes[position + 1] == UInt8(ascii: " ") || bytes[position + 1] == UInt8(ascii: "\t")
  }

  /// Reads the next token as far as possible without a parser: characters that only units contain are skipped. `nil`
  /// if the text is not a token.
  package mutating func nextPassingUnits() -> Token? {
    while true {
      skipBlanks()
      let start = position
      if let token = try? next() { return token }
      guard start < bytes.count, bytes[start] >= 0x80 else { return nil }
      position = start + 1
      while position < bytes.count, bytes[position] & 0xC0 == 0x80 { position += 1 }
    }
  }

  /// Reads the next token; after the last one, always an `end` token.
  package mutating func next() throws(Diagnostic) -> Token {
    skipBlanks()
    guard position < bytes.count else { return Token(.end, bytes.count, bytes.count) }
    let byte = bytes[position]
    if byte.isDigit && isNameWithDigitsFirst { return try name() }
    if byte.isDigit, peek(4) == UInt8(ascii: "-"), let date = try date() { return date }
    if byte.isDigit || byte == UInt8(ascii: ".") && peek(1).isDigit { return try number() }
    if byte >= 0x80, let token = try mathematicalSymbol() { return token }
    if byte.isASCIILetterOrUnderscore && (byte != UInt8(ascii: "_") || isLoneUnderscore) || byte >= 0x80 {
      return try name()
    }
    let second = peek(1)
    switch byte {
    case UInt8(ascii: "`"): return try quotedName()
    case UInt8(ascii: "\""): return try text()
    case UInt8(ascii: "#"): return try color()
    case UInt8(ascii: "+"): return symbol(.plus)
    case UInt8(ascii: "-"): return second == UInt8(ascii: ">") ? symbol(.arrow, 2) : symbol(.minus)
    case UInt8(ascii: "*"): return second == UInt8(ascii: "*") ? symbol(.power, 2) : symbol(.times)
    case UInt8(ascii: "/"): return symbol(.divide)
    case UInt8(ascii: "^"): return symbol(.power)
    case UInt8(ascii: "%"): return symbol(.percent)
    case UInt8(ascii: "<"): return second == UInt8(ascii: "=") ? symbol(.lessOrEqual, 2) : symbol(.less)
    case UInt8(ascii: ">"): return second == UInt8(ascii: "=") ? symbol(.greaterOrEqual, 2) : symbol(.greater)
    case UInt8(ascii: "="): return second == UInt8(ascii: "=") ? symbol(.equal, 2) : symbol(.assign)
    case UInt8(ascii: "!"): return second == UInt8(ascii: "=") ? symbol(.notEqual, 2) : symbol(.bang)
    case UInt8(ascii: "("): return symbol(.leftParenthesis)
    case UInt8(ascii: ")"): return symbol(.rightParenthesis)
    case UInt8(ascii: "["): return symbol(.leftBracket)
    case UInt8(ascii: "]"): return symbol(.rightBracket)
    case UInt8(ascii: ","): return symbol(.comma)
    case UInt8(ascii: ";"): return symbol(.semicolon)
    case UInt8(ascii: ":"): return symbol(.colon)
    case UInt8(ascii: "."): return second == byte ? symbol(.range, 2) : symbol(.dot)
    case UInt8(ascii: "?"): return symbol(.question)
    case UInt8(ascii: "&"): return second == byte ? symbol(.and, 2) : symbol(.ampersand)
    case UInt8(ascii: "|") where second == byte: return symbol(.or, 2)
    default: throw unexpectedCharacter()
    }
  }

  /// The name a token stands for, without back-ticks.
  package func name(_ token: Token) -> SourceName {
    let isQuoted = token.kind == .quotedName
    let text = isQuoted ? bytes[token.start + 1..<token.end - 1] : bytes[token.range]
    if !isQuoted, text.contains(0xe2), let path = LexedPath.text(bytes, token.range) {
      return SourceName(path, range: token.range)
    }
    return SourceName(String(decoding: text, as: UTF8.self), range: token.range)
  }

  /// Whether digits, an underscore and a letter follow. Numbers never continue like that, but names of years do, as
  /// in `2007_total`.
  private var isNameWithDigitsFirst: Bool {
    var offset = 1
    while peek(offset).isDigit { offset += 1 }
    return peek(offset) == UInt8(ascii: "_") && peek(offset + 1).isASCIILetterOrUnderscore
      && peek(offset + 1) != UInt8(ascii: "_")
  }

  private mutating func symbol(_ kind: Token.Kind, _ length: Int = 1) -> Token {
    position += length
    return Token(kind, position - length, position)
  }

  /// Whether an underscore is a name by itself; other names don't begin with one.
  private var isLoneUnderscore: Bool {
    let next = peek(1)
    return !next.isASCIILetterOrUnderscore && !next.isDigit && next < 0x80
  }

  /// Reads `×`, `÷`, `−`, `≤`, `≥`, `≠` or a power such as `²`; `nil` for other text.
  private mutating func mathematicalSymbol() throws(Diagnostic) -> Token? {
    let (scalar, length) = SourceText.decode(bytes, at: position)
    switch scalar {
    case "×": return symbol(.times, length)
    case .some(let dot) where dot.isProductDot: return symbol(.times, length)
    case "÷", "∕", "⁄": return symbol(.divide, length)
    case "−": return symbol(.minus, length)
    case "≤": return symbol(.lessOrEqual, length)
    case "≥": return symbol(.greaterOrEqual, length)
    case "≠": return symbol(.notEqual, length)
    default: return superscript()
    }
  }

  /// Reads superscript digits, at most 9 of them.
  private mutating func superscript() -> Token? {
    let start = position
    var (value, isNegative, count) = (0.0, false, 0)
    while position < bytes.count, count < 9 {
      let (scalar, length) = SourceText.decode(bytes, at: position)
      if scalar == "⁻", position == start {
        isNegative = true
      } else if let digit = scalar?.superscriptDigit {
        value = value * 10 + Double(digit)
        count += 1
      } else {
        break
      }
      position += length
    }
    if count > 0 { return Token(.superscript, start, position, value: isNegative ? -value : value) }
    position = start
    return nil
  }

  private mutating func color() throws(Diagnostic) -> Token {
    let start = position
    position += 1
    skipWord()
    guard let color = RGBColor(hexadecimal: bytes[start + 1..<position]) else {
      throw Diagnostic(
        .syntax, "\(SourceText.quote(bytes, start..<position)) is not a colour", start..<position,
        hint: "colours have 3 or 6 hexadecimal digits, and a comment needs a space after '#'")
    }
    return Token(.color, start, position, value: Double(color.bits))
  }

  /// Reads a date, or a moment.
  private mutating func date() throws(Diagnostic) -> Token? {
    let start = position
    switch CivilDate.read(bytes, at: position) {
    case nil: return nil
    case .date(let value, let end)?:
      position = end
      return Token(.date, start, end, value: value)
    case .moment(let value, _, let end)?:
      position = end
      return Token(.moment, start, end, value: value)
    case .refused(let message, let hint, let end)?:
      position = end
      throw Diagnostic(.number, message, start..<min(end, bytes.count), hint: hint)
    }
  }

  private mutating func quotedName() throws(Diagnostic) -> Token {
    let start = position
    guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "`")) else {
      throw Diagnostic(.syntax, "'`' is never closed", start..<start + 1).incomplete()
    }
    position = end + 1
    if end == start + 1 { throw Diagnostic(.name, "a name in back-ticks cannot be empty", start..<position) }
    if let end = LexedPath.end(bytes, at: position) {
      position = end
      return Token(.name, start, end)
    }
    return Token(.quotedName, start, position)
  }

  private mutating func text() throws(Diagnostic) -> Token {
    let start = position
    guard let end = TextLiteral.end(bytes, from: start) else {
      throw Diagnostic(.syntax, "'\"' is never closed", start..<start + 1).incomplete()
    }
    position = end
    return Token(.text, start, end)
  }

  private mutating func name() throws(Diagnostic) -> Token {
    let start = position
    if bytes[start] >= 0x80, SourceText.decode(bytes, at: start).scalar?.properties.isXIDStart != true {
      if let end = LexedPath.end(bytes, at: start) {
        position = end
        return Token(.name, start, end)
      }
      throw unexpectedCharacter()
    }
    skipWord()
    var token = Token(.name, start, position)
    if let end = LexedPath.end(bytes, at: position) {
      position = end
      token.end = end
      return token
    }
    switch Vocabulary.word(bytes[start..<position]) {
    case nil:
      if firstByteBehindBlanks == UInt8(ascii: "("), let function = Vocabulary.call(bytes[start..<position]) {
        token.kind = .function
        token.function = function
      }
    case .and: token.kind = .and
    case .or: token.kind = .or
    case .not: token.kind = .not
    case .constant(let value):
      token.kind = .constant
      token.value = value
    case .boolean(let value):
      token.kind = .boolean
      token.value = value ? 1 : 0
    case .function(let function):
      token.kind = .function
      token.function = function
    }
    return token
  }

  /// The first byte that is not a blank; 0 at the end.
  private var firstByteBehindBlanks: UInt8 {
    var offset = 0
    while peek(offset) == UInt8(ascii: " ") || peek(offset) == UInt8(ascii: "\t") { offset += 1 }
    return peek(offset)
  }

  /// Skips letters of any script, digits and underscores.
  package mutating func skipWord() { position = SourceText.endOfWord(bytes, from: position) }

  private func unexpectedCharacter() -> Diagnostic {
    let (scalar, length) = SourceText.decode(bytes, at: position)
    let range = position..<position + length
    guard let scalar else {
      return Diagnostic(.syntax, "invalid UTF-8: byte 0x\(String(bytes[position], radix: 16))", range)
    }
    let spelling =
      scalar.value < 0x80
      ? "'\(scalar)'" : scalar.isInvisible ? scalar.codePoint : "'\(scalar)' (\(scalar.codePoint))"
    var first = position
    while first > 0, bytes[first - 1].isDigit || bytes[first - 1] == UInt8(ascii: "_") { first -= 1 }
    let number = String(decoding: bytes[first..<position], as: UTF8.self)
    return Diagnostic(
      .syntax, "unexpected character \(spelling)", range, hint: ForeignSigns.hint(for: scalar, behind: number))
  }
}

extension Lexer {
  /// Reads a number. The grammar is ours: `Double("inf")` and `Double("0x1p3")` succeed.
  mutating func number() throws(Diagnostic) -> Token {
    let start = position
    if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "x") { return try integer(radix: 16, "hexadecimal") }
    if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "o") { return try integer(radix: 8, "octal") }
    if peek() == UInt8(ascii: "0"), peek(1) | 0x20 == UInt8(ascii: "b") { return try integer(radix: 2, "binary") }
    var decimal = DecimalLiteral()
    try digits(start) { decimal.append($0) }
    try refuseThousandsSeparators(start)
    // 1..10 is a list.
    if peek() == UInt8(ascii: "."), peek(1) != UInt8(ascii: ".") {
      position += 1
      guard peek().isDigit else {
        throw malformed(start, "a digit must follow the decimal point of \(quotedNumber(start))")
      }
      decimal.isFraction = true
      try digits(start) { decimal.append($0) }
      if peek() == UInt8(ascii: "."), peek(1).isDigit {
        let quoted = quotedNumber(start)
        throw malformed(start, "\(quoted) has more than one decimal point", hint: pointsHint(start))
      }
    }
    if peek() | 0x20 == UInt8(ascii: "e"), peek(1).isDigit || !isUnitAhead { try exponent(start, &decimal) }
    if peek().isASCIILetterOrUnderscore || peek() >= 0x80, !isUnitAhead {
      let end = position
      let whole = quotedNumber(start)
      if position > end {
        let number = String(decoding: bytes[start..<end], as: UTF8.self)
        let rest = SourceText.quote(bytes, end..<position).dropFirst().dropLast()
        let product = ForeignNames.product(number, rest == "M" ? "mio" : rest)
        let unit = isFeetAndInches(end) ? "feet and inches are added: 5 ft + 11 in" : UnitReader.hint(for: String(rest))
        throw malformed(
          start, "\(whole) is not a number",
          hint: product.map { "write \($0)" } ?? unit ?? "to multiply write \(number)*\(rest)")
      }
    }
    switch decimal.reading(of: bytes[start..<position]) {
    case .number(let value): return Token(.number, start, position, value: value)
    case .tooLarge:
      throw malformed(start, "\(quotedNumber(start)) is too large: the largest number is 1.7976931348623157e308")
    case .tooSmall:
      throw malformed(start, "\(quotedNumber(start)) is too small: the smallest number is 5e-324")
    case .tooLong(let nearest):
      let quoted = quotedNumber(start)
      throw malformed(
        start, "\(quoted) has more digits than a number keeps",
        hint: "write \(NumberText.exact(nearest)), or a text in quotes; whole numbers are exact below 2^53")
    }
  }

  /// A hint for a number with several points: a date, or thousands.
  private func pointsHint(_ start: Int) -> String? {
    let parts = bytes[start..<position].split(separator: UInt8(ascii: "."))
    if parts.count == 3, parts[0].count <= 2, parts[1].count <= 2, parts[2].count % 2 == 0 {
      return "a date is 2026-12-24"
    }
    let isThousands = parts.dropFirst().allSatisfy { $0.count == 3 } && parts[0].count <= 3 && parts.count < 9
    return isThousands ? "write \(parts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "_"))" : nil
  }

  /// Whether `ft11`, or `ft` and other digits, begin at a position.
  private func isFeetAndInches(_ start: Int) -> Bool {
    bytes[start...].starts(with: "ft".utf8) && start + 2 < bytes.count && bytes[start + 2].isDigit
  }

  /// Whether a unit follows the number without a blank, as in `5km`.
  private var isUnitAhead: Bool { UnitReader.unit(bytes, at: position, isTarget: false) != nil }

  /// Reads digits and single underscores between them.
  private mutating func digits(_ start: Int, _ append: (UInt8) -> Void) throws(Diagnostic) {
    while true {
      let byte = peek()
      if byte.isDigit {
        append(byte)
      } else if byte == UInt8(ascii: "_") {
        guard position > start, bytes[position - 1].isDigit, peek(1).isDigit else { throw misplacedUnderscore(start) }
      } else {
        return
      }
      position += 1
    }
  }

  private mutating func exponent(_ start: Int, _ decimal: inout DecimalLiteral) throws(Diagnostic) {
    let letter = position
    position += 1
    let isNegative = peek() == UInt8(ascii: "-")
    if isNegative || peek() == UInt8(ascii: "+") { position += 1 }
    guard peek().isDigit else {
      position = letter + 1
      let number = String(decoding: bytes[start..<letter].prefix(32), as: UTF8.self)
      throw malformed(
        start, "the exponent of \(quotedNumber(start)) has no digits", hint: "to multiply write \(number)*e")
    }
    var exponent = 0
    try digits(letter) { exponent = DecimalLiteral.exponent(exponent, appending: $0) }
    decimal.exponent = isNegative ? -exponent : exponent
  }

  private mutating func integer(radix: Double, _ adjective: String) throws(Diagnostic) -> Token {
    let start = position
    position += 2
    var value = 0.0
    var isEmpty = true
    while true {
      let byte = peek()
      if byte == UInt8(ascii: "_") {
        guard !isEmpty, bytes[position - 1] != byte, peek(1).hexadecimalDigit != nil else {
          throw misplacedUnderscore(start)
        }
      } else if let digit = byte.hexadecimalDigit, Double(digit) < radix {
        value = value * radix + Double(digit)
        isEmpty = false
      } else {
        break
      }
      position += 1
    }
    let end = position
    skipWord()
    if position > end {
      let wrong = SourceText.quote(bytes, end..<end + SourceText.decode(bytes, at: end).length)
      throw malformed(start, "\(wrong) is not a \(adjective) digit")
    }
    if isEmpty { throw malformed(start, "\(quotedNumber(start)) has no digits") }
    // A number of 54 bits may have been rounded to 2^53.
    if value >= 0x1p53 {
      throw malformed(start, "\(quotedNumber(start)) is too large: \(adjective) numbers have at most 53 bits")
    }
    return Token(.number, start, position, value: value)
  }

  /// Refuses `1,000`, which would silently be read as two arguments of a function.
  private mutating func refuseThousandsSeparators(_ start: Int) throws(Diagnostic) {
    guard position - start <= 3, bytes[start] != UInt8(ascii: "0") else { return }
    let end = position
    while peek() == UInt8(ascii: ","), peek(1).isDigit, peek(2).isDigit, peek(3).isDigit, !peek(4).isDigit {
      position += 4
    }
    guard position > end else { return }
    let suggestion = bytes[start..<position].prefix(32).map { $0 == UInt8(ascii: ",") ? UInt8(ascii: "_") : $0 }
    throw malformed(
      start, "\(quotedNumber(start)) has a comma in it",
      hint: "write \(String(decoding: suggestion, as: UTF8.self)), or a space after the comma between arguments")
  }

  private mutating func misplacedUnderscore(_ start: Int) -> Diagnostic {
    malformed(start, "an underscore in \(quotedNumber(start)) is not between two digits")
  }

  /// Skips the rest of a malformed number and quotes all of it.
  private mutating func quotedNumber(_ start: Int) -> String {
    repeat {
      skipWord()
      guard peek() == UInt8(ascii: "."), peek(1).isDigit else { break }
      position += 1
    } while true
    return SourceText.quote(bytes, start..<position)
  }

  private mutating func malformed(_ start: Int, _ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(.number, message, start..<position, hint: hint)
  }
}
