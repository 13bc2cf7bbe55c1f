// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A token of a line.
package struct Token: Sendable {
  /// The kind of a token.
  package enum Kind: UInt8, Sendable {
    case number, constant, boolean, color, text, name, quotedName, function
    /// A date, `2026-03-01`, and a moment, `2026-03-01T12:30Z`.
    case date, moment
    case and, or, not
    /// `&`, which joins texts, and `..`, which makes a list.
    case ampersand, range
    case plus, minus, times, divide, power, percent, bang, question
    /// A superscript such as `²`: a power whose exponent is `value`.
    case superscript
    case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, comma, semicolon, colon, dot, assign, arrow, end
  }

  package var kind: Kind
  package var start: Int
  package var end: Int
  /// The value of a literal in packed form.
  package var value = 0.0
  /// The function that a name stands for.
  package var function = FormulaFunction.unused

  package init(_ kind: Kind, _ start: Int, _ end: Int, value: Double = 0) {
    self.kind = kind
    self.start = start
    self.end = end
    self.value = value
  }

  package var range: Range<Int> { start..<end }

  /// Whether the token is spelt like a name, reserved or not.
  package var isWord: Bool {
    switch kind {
    case .constant, .boolean, .name, .quotedName, .function, .and, .or, .not: true
    default: false
    }
  }

  /// Whether an expression can begin with the token, apart from signs.
  package var beginsValue: Bool {
    switch kind {
    case .number, .constant, .boolean, .color, .text, .date, .moment, .name, .quotedName, .function,
      .leftParenthesis, .leftBracket, .bang, .not:
      true
    default: false
    }
  }
}

/// The reserved names of the language.
package enum Vocabulary {
  /// The meaning of a reserved name.
  package enum Word: Sendable {
    case constant(Double)
    case boolean(Bool)
    case function(FormulaFunction)
    case and, or, not
  }

  private static let words: [UInt64: Word] = {
    var words: [String: Word] = [
      "pi": .constant(.pi), "tau": .constant(2 * .pi), "π": .constant(.pi), "τ": .constant(2 * .pi),
      "e": .constant(2.718281828459045),
      "true": .boolean(true), "false": .boolean(false), "and": .and, "or": .or, "not": .not,
    ]
    for function in FormulaFunction.all where !function.row.needsCall { words[function.row.name] = .function(function) }
    return Dictionary(uniqueKeysWithValues: words.map { (key(Array($0.key.utf8)[...]), $0.value) })
  }()

  /// Returns the meaning of a reserved name; `nil` if the name is free.
  package static func word(_ bytes: ArraySlice<UInt8>) -> Word? {
    // No reserved name is longer than its key: the lookup needs no string.
    bytes.count > 8 ? nil : words[key(bytes)]
  }

  private static let calls: [String: FormulaFunction] = {
    let functions = FormulaFunction.all.filter(\.row.needsCall)
    return Dictionary(uniqueKeysWithValues: functions.map { ($0.row.name, $0) })
  }()

  /// Returns the function that a name means only in calls.
  package static func call(_ bytes: ArraySlice<UInt8>) -> FormulaFunction? {
    bytes.count > 10 ? nil : calls[String(decoding: bytes, as: UTF8.self)]
  }

  private static func key(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    precondition(bytes.count <= 8, "reserved names have at most 8 bytes")
    return bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
