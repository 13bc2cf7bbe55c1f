// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads the numbers and Booleans in cells: one reader serves columns of formulas and the rows of a sweep.
package struct CellReader: Hashable {
  /// The character before the fraction.
  var decimal: UInt8
  /// The character between groups of thousands, or 0 if there is none. A blank also stands for non-breaking blanks.
  var thousands: UInt8

  package init(decimal: UInt8 = UInt8(ascii: "."), thousands: UInt8 = 0) {
    self.decimal = decimal
    self.thousands = thousands
  }

  /// The number in a cell, read as by ``reading(_:keepsZeros:)``; `nil` if the cell is not a number, or if the number
  /// would lose digits.
  package func number(_ content: ArraySlice<UInt8>, keepsZeros: Bool = true) -> Double? {
    if case .number(let value)? = reading(content, keepsZeros: keepsZeros) { value } else { nil }
  }

  /// Whether a cell would be a number if it had no more digits than a number keeps.
  func losesDigits(_ content: ArraySlice<UInt8>) -> Bool {
    if case .tooLong? = reading(content, keepsZeros: false) { true } else { false }
  }

  /// Reads a cell as a number: digits with a sign, an exponent, and `%` after it.
  ///
  /// `007` is a number only if leading zeros may be lost.
  ///
  /// - Parameters:
  ///   - content: The cell without blanks around it.
  ///   - keepsZeros: Whether leading zeros make the cell a text.
  /// - Returns: The number, correctly rounded; `nil` if the cell is not a number.
  private func reading(_ content: ArraySlice<UInt8>, keepsZeros: Bool) -> DecimalLiteral.Reading? {
    let end = content.endIndex
    var index = Self.afterSign(content)
    let start = index
    var literal = DecimalLiteral()
    var (count, sinceGroup, groups) = (0, 0, 0)
    while index < end {
      let byte = content[index]
      if byte.isDigit {
        literal.append(byte)
        (count, sinceGroup, index) = (count + 1, sinceGroup + 1, index + 1)
      } else {
        let length = separatorLength(content, at: index)
        guard length > 0, count > 0, groups == 0 ? count <= 3 : sinceGroup == 3, index + length < end,
          content[index + length].isDigit
        else { break }
        (groups, sinceGroup, index) = (groups + 1, 0, index + length)
      }
    }
    if groups > 0, sinceGroup != 3 { return nil }
    if keepsZeros, count > 1, content[start] == UInt8(ascii: "0") { return nil }
    if index < end, content[index] == decimal {
      literal.isFraction = true
      index += 1
      while index < end, content[index].isDigit {
        literal.append(content[index])
        (count, index) = (count + 1, index + 1)
      }
    }
    if count == 0 { return nil }
    let (exponent, afterExponent) = Self.exponent(content, at: index)
    literal.exponent = exponent
    let isPercent = Self.isPercent(content[afterExponent...])
    guard afterExponent == end || isPercent else { return nil }
    let reading = literal.reading(of: plain(content[start..<afterExponent]))
    guard case .number(let value) = reading else { return reading }
    let number = isPercent ? value / 100 : value
    return .number(content.first == UInt8(ascii: "+") || start == content.startIndex ? number : -number)
  }

  /// The value of a cell that stands for "not a number" or an infinity, as results of sweeps do; `nil` for other cells.
  package static func nonFinite(_ content: ArraySlice<UInt8>) -> Double? {
    guard (3...9).contains(content.count) else { return nil }
    switch String(decoding: content, as: UTF8.self).lowercased() {
    case "nan": return .nan
    case "inf", "infinity", "+inf", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: return nil
    }
  }

  /// Reads `true` or `false`, in small letters, in capitals, or with one capital at the beginning.
  package static func boolean(_ content: ArraySlice<UInt8>) -> Bool? {
    guard content.count == 4 || content.count == 5 else { return nil }
    for word in ["true", "True", "TRUE"] where content.elementsEqual(word.utf8) { return true }
    for word in ["false", "False", "FALSE"] where content.elementsEqual(word.utf8) { return false }
    return nil
  }

  /// Whether a cell says that its value is missing.
  static func isMissing(_ content: ArraySlice<UInt8>) -> Bool {
    guard content.count <= 8 else { return false }
    return missing.contains(String(decoding: content, as: UTF8.self).lowercased())
  }

  private static let missing: Set<String> = [
    "", "na", "n/a", "#n/a", "nan", "null", "none", "nil", "-", "--", "?", ".", "..", "missing", "err", "error",
  ]

  private static func afterSign(_ content: ArraySlice<UInt8>) -> Int {
    let start = content.startIndex
    guard let first = content.first else { return start }
    if first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { return start + 1 }
    // The Unicode minus sign, which tables on the web contain.
    return content.starts(with: [0xe2, 0x88, 0x92]) ? start + 3 : start
  }

  /// The number of bytes of a thousands separator at a position; 0 if there is none.
  private func separatorLength(_ content: ArraySlice<UInt8>, at index: Int) -> Int {
    if thousands == 0 { return 0 }
    if content[index] == thousands { return 1 }
    if thousands == UInt8(ascii: "'"), content[index...].starts(with: [0xe2, 0x80, 0x99]) { return 3 }
    guard thousands == 0x20 else { return 0 }
    if content[index...].starts(with: [0xc2, 0xa0]) { return 2 }
    return content[index...].starts(with: [0xe2, 0x80, 0xaf]) || content[index...].starts(with: [0xe2, 0x80, 0x89])
      ? 3 : 0
  }

  /// The exponent at a position, and its end; 0 if there is none.
  private static func exponent(_ content: ArraySlice<UInt8>, at start: Int) -> (Int, Int) {
    guard start < content.endIndex, content[start] | 0x20 == UInt8(ascii: "e") else { return (0, start) }
    var index = start + 1
    var isNegative = false
    if index < content.endIndex, content[index] == UInt8(ascii: "-") || content[index] == UInt8(ascii: "+") {
      isNegative = content[index] == UInt8(ascii: "-")
      index += 1
    }
    let digits = index
    var value = 0
    while index < content.endIndex, content[index].isDigit {
      value = DecimalLiteral.exponent(value, appending: content[index])
      index += 1
    }
    return index > digits ? (isNegative ? -value : value, index) : (0, start)
  }

  private static func isPercent(_ rest: ArraySlice<UInt8>) -> Bool {
    var rest = rest
    if rest.starts(with: [0xc2, 0xa0]) { rest = rest.dropFirst(2) }
    while rest.first == 0x20 { rest.removeFirst() }
    return rest.count == 1 && rest.first == UInt8(ascii: "%")
  }

  /// A number with a decimal point and without separators.
  private func plain(_ digits: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes: [UInt8] = []
    for byte in digits {
      if byte.isDigit || byte | 0x20 == UInt8(ascii: "e") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        bytes.append(byte)
      } else if byte == decimal {
        bytes.append(UInt8(ascii: "."))
      }
    }
    return bytes[...]
  }
}
