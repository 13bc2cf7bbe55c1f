// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads a line token by token. Positions are byte offsets.
///
/// The line must have passed `SourceText.check(_:)` for its names to be valid text; any bytes are safe to read.
package struct Lexer: Sendable {
  /// The line.
  package let bytes: [UInt8]
  /// Where the next token is looked for.
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

  /// Skips blanks and a comment: a hash that is followed by a blank or nothing.
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

  /// Reads the next token; after the last one, `end` tokens for ever.
  package mutating func next() throws(Diagnostic) -> Token {
    skipBlanks()
    guard position < bytes.count else { return Token(.end, bytes.count, bytes.count) }
    let byte = bytes[position]
    if byte.isDigit && isNameWithDigitsFirst { return try name() }
    if byte.isDigit || byte == UInt8(ascii: ".") && peek(1).isDigit { return try number() }
    if byte.isASCIILetterOrUnderscore && byte != UInt8(ascii: "_") || byte >= 0x80 { return try name() }
    let second = peek(1)
    switch byte {
    case UInt8(ascii: "`"): return try quotedName()
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
    case UInt8(ascii: ","): return symbol(.comma)
    case UInt8(ascii: ";"): return symbol(.semicolon)
    case UInt8(ascii: ":"): return symbol(.colon)
    case UInt8(ascii: "."): return symbol(.dot)
    default: throw unexpectedCharacter()
    }
  }

  /// The name a token stands for, without back-ticks.
  package func name(_ token: Token) -> SourceName {
    let isQuoted = token.kind == .quotedName
    let text = isQuoted ? bytes[token.start + 1..<token.end - 1] : bytes[token.range]
    return SourceName(String(decoding: text, as: UTF8.self), range: token.range)
  }

  /// Whether digits, an underscore and a letter follow: no number goes on like that, but names of years do, as in
  /// `2007_total`.
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

  private mutating func color() throws(Diagnostic) -> Token {
    let start = position
    position += 1
    skipWord()
    guard let color = Color(hexadecimal: bytes[start + 1..<position]) else {
      throw Diagnostic(
        .syntax, "\(SourceText.quote(bytes, start..<position)) is no color", start..<position,
        hint: "colors have 3 or 6 hexadecimal digits, and a comment needs a space after '#'")
    }
    return Token(.color, start, position, value: Double(color.bits))
  }

  private mutating func quotedName() throws(Diagnostic) -> Token {
    let start = position
    guard let end = bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "`")) else {
      throw Diagnostic(.syntax, "'`' is never closed", start..<start + 1).incomplete()
    }
    position = end + 1
    if end == start + 1 { throw Diagnostic(.name, "a name in back-ticks cannot be empty", start..<position) }
    return Token(.quotedName, start, position)
  }

  private mutating func name() throws(Diagnostic) -> Token {
    let start = position
    if bytes[start] >= 0x80, SourceText.decode(bytes, at: start).scalar?.properties.isXIDStart != true {
      throw unexpectedCharacter()
    }
    skipWord()
    var token = Token(.name, start, position)
    switch Vocabulary.word(bytes[start..<position]) {
    case nil: break
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

  /// Skips letters of any script, digits and underscores.
  package mutating func skipWord() {
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isASCIILetterOrUnderscore || byte.isDigit {
        position += 1
      } else {
        guard byte >= 0x80 else { return }
        let (scalar, length) = SourceText.decode(bytes, at: position)
        guard scalar?.properties.isXIDContinue == true else { return }
        position += length
      }
    }
  }

  private func unexpectedCharacter() -> Diagnostic {
    let (scalar, length) = SourceText.decode(bytes, at: position)
    let range = position..<position + length
    guard let scalar else {
      return Diagnostic(.syntax, "invalid UTF-8: byte 0x\(String(bytes[position], radix: 16))", range)
    }
    let spelling = bytes[position] < 0x80 ? "'\(scalar)'" : "'\(scalar)' (\(scalar.codePoint))"
    let hint: String? =
      switch scalar {
      case "×", "·", "∙", "⋅": "multiply with '*'"
      case "÷", "∕": "divide with '/'"
      case "−", "–", "—": "subtract with '-'"
      case "≤": "write '<='"
      case "≥": "write '>='"
      case "≠": "write '!='"
      case "&": "write 'and'"
      case "|": "write 'or'"
      case _ where scalar.value >= 0x80: "a name with such characters is written in back-ticks"
      default: nil
      }
    return Diagnostic(.syntax, "unexpected character \(spelling)", range, hint: hint)
  }
}
