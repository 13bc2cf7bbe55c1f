// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads units in lines. A word is a unit only after a number and after `to` and `in`, so `m` and `h` remain available as names.
package enum UnitReader {
  /// Reads the unit that begins at a position.
  ///
  /// - Parameters:
  ///   - bytes: The line.
  ///   - position: The position of the first word.
  ///   - isTarget: Whether only a unit is allowed here, as after `to`: then the unit may contain blanks and `*`.
  ///     After a number, `3 m*s` is a product with a name, and `3 m / s` a quotient.
  /// - Returns: The unit and its end; `nil` if there is none.
  static func unit(_ bytes: [UInt8], at position: Int, isTarget: Bool) -> (unit: UnitOfMeasure, end: Int)? {
    if isTarget, let end = endOfPercent(bytes, at: position) { return (.percent, end) }
    guard let first = factor(bytes, at: position) else { return nil }
    if !isTarget, isConversion(bytes, at: position) { return nil }
    var factors = [first.factor]
    var end = first.end
    while true {
      var next = isTarget ? blanks(bytes, at: end) : end
      let separator = self.separator(bytes, at: next, isTarget: isTarget)
      guard separator.length > 0 else { break }
      next += separator.length
      if isTarget { next = blanks(bytes, at: next) }
      guard var found = factor(bytes, at: next) else { break }
      if separator.isDivision { found.factor.power = -found.factor.power }
      factors.append(found.factor)
      end = found.end
    }
    // The factors of h/h cancel, so it is not a unit to convert to.
    guard let unit = product(factors), !isTarget || !unit.factors.isEmpty else { return nil }
    return (unit, end)
  }

  /// The end of `%` or `percent`, a form in which a number may be shown; `nil` for other text.
  private static func endOfPercent(_ bytes: [UInt8], at position: Int) -> Int? {
    if position < bytes.count, bytes[position] == UInt8(ascii: "%") { return position + 1 }
    let word = word(bytes, at: position)
    return bytes[word].elementsEqual("percent".utf8) ? word.upperBound : nil
  }

  /// Reads the word `date` after `to`, which converts a moment to a day; `nil` for other text.
  static func calendarDay(_ bytes: [UInt8], at position: Int) -> (unit: UnitOfMeasure, end: Int)? {
    let word = word(bytes, at: position)
    return bytes[word].elementsEqual("date".utf8) ? (.date, word.upperBound) : nil
  }

  /// The unit of a single word, with the exponent 1; `nil` if the word is not a unit.
  static func factor(named word: String) -> UnitOfMeasure.Factor? {
    if let symbol = symbols[word] { return UnitOfMeasure.Factor(symbol: symbol, prefix: 0, power: 1) }
    if let symbol = longSymbol(word) { return UnitOfMeasure.Factor(symbol: symbol, prefix: 0, power: 1) }
    for (index, prefix) in UnitPrefix.table.enumerated().dropFirst() {
      if let rest = rest(of: word, behind: prefix.symbol) ?? (index == 7 ? micro(word) : nil),
        let symbol = symbols[rest], prefix.fits(UnitSymbol.table[Int(symbol)].prefixes)
      {
        return UnitOfMeasure.Factor(symbol: symbol, prefix: UInt8(index), power: 1)
      }
      if let rest = rest(of: word, behind: prefix.word), let symbol = longSymbol(rest),
        prefix.fits(UnitSymbol.table[Int(symbol)].prefixes)
      {
        return UnitOfMeasure.Factor(symbol: symbol, prefix: UInt8(index), power: 1)
      }
    }
    return nil
  }

  /// The word or unit sign at a position; empty if there is none.
  static func word(_ bytes: [UInt8], at position: Int) -> Range<Int> {
    var end = position
    while end < bytes.count {
      if bytes[end].isASCIILetterOrUnderscore || bytes[end].isDigit && end > position {
        end += 1
      } else if bytes[end] >= 0x80 {
        let (scalar, length) = SourceText.decode(bytes, at: end)
        // The product dot may be part of names.
        guard let scalar, !scalar.isProductDot, isSign(scalar) || scalar.properties.isXIDContinue,
          scalar.superscriptDigit == nil
        else { break }
        end += length
      } else {
        break
      }
    }
    return position..<end
  }

  // MARK: Parts

  /// Whether an `in` after a number converts, as in `2 * 12 in m`: a unit follows, and not another `in` or `to`.
  private static func isConversion(_ bytes: [UInt8], at position: Int) -> Bool {
    let first = word(bytes, at: position)
    guard bytes[first].elementsEqual("in".utf8) else { return false }
    let start = blanks(bytes, at: first.upperBound)
    if start > first.upperBound, endOfPercent(bytes, at: start) != nil { return true }
    let next = word(bytes, at: start)
    if next.lowerBound == first.upperBound || next.isEmpty { return false }
    if bytes[next].elementsEqual("in".utf8) || bytes[next].elementsEqual("to".utf8) { return false }
    return factor(named: String(decoding: bytes[next], as: UTF8.self)) != nil
  }

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
    ["°", "€", "£", "℃", "℉", "˚"].contains(scalar)
  }

  /// The end of the blanks that may begin at a position.
  static func blanks(_ bytes: [UInt8], at position: Int) -> Int {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
    return end
  }

  private static func separator(
    _ bytes: [UInt8], at position: Int, isTarget: Bool
  ) -> (length: Int, isDivision: Bool) {
    guard position < bytes.count else { return (0, false) }
    switch bytes[position] {
    case UInt8(ascii: "/"): return (1, true)
    case UInt8(ascii: "*"): return (isTarget ? 1 : 0, false)
    default:
      guard bytes[position] >= 0x80 else { return (0, false) }
      let (scalar, length) = SourceText.decode(bytes, at: position)
      return (scalar?.isProductDot == true ? length : 0, false)
    }
  }

  /// Reads a word with its exponent: `s^2`, `s²`, `s^-1`, `s⁻¹`.
  private static func factor(_ bytes: [UInt8], at position: Int) -> (factor: UnitOfMeasure.Factor, end: Int)? {
    let word = word(bytes, at: position)
    guard !word.isEmpty, var factor = factor(named: String(decoding: bytes[word], as: UTF8.self)) else { return nil }
    guard let exponent = exponent(bytes, at: word.upperBound) else { return (factor, word.upperBound) }
    factor.power = exponent.value
    return (factor, exponent.end)
  }

  /// Reads the exponent of a unit. A power belongs to the unit, with blanks or without: 3 m ^ 2 is in square meters.
  private static func exponent(_ bytes: [UInt8], at position: Int) -> (value: Int, end: Int)? {
    guard position < bytes.count else { return nil }
    var end = blanks(bytes, at: position)
    var (value, count, sign) = (0, 0, 1)
    let rest = bytes[end...]
    let operatorLength = rest.starts(with: "**".utf8) ? 2 : rest.first == UInt8(ascii: "^") ? 1 : 0
    let isSuperscript = operatorLength == 0
    end = isSuperscript ? position : blanks(bytes, at: end + operatorLength)
    while end < bytes.count, count < 3 {
      let (scalar, length) = SourceText.decode(bytes, at: end)
      if count == 0, sign == 1, scalar == (isSuperscript ? "⁻" : "-") {
        sign = -1
      } else if let digit = isSuperscript
        ? scalar?.superscriptDigit.map({ Int($0) }) : scalar.flatMap({ Int(String($0)) })
      {
        value = value * 10 + digit
        count += 1
      } else {
        break
      }
      end += length
    }
    // The powers in 3 m^0.5 and 3 m^2x do not belong to the unit.
    if !isSuperscript, end < bytes.count, bytes[end] == UInt8(ascii: ".") || bytes[end].isASCIILetterOrUnderscore {
      return nil
    }
    return count > 0 && value != 0 && value <= UnitOfMeasure.greatestExponent ? (sign * value, end) : nil
  }

  /// The product of factors; `nil` if a scale such as °C doesn't stand alone.
  private static func product(_ factors: [UnitOfMeasure.Factor]) -> UnitOfMeasure? {
    if factors.contains(where: { $0.row.zero != nil }), factors.count > 1 || factors[0].power != 1 { return nil }
    var result: [UnitOfMeasure.Factor] = []
    for factor in factors {
      let place = result.firstIndex { $0.symbol == factor.symbol && $0.prefix == factor.prefix }
      if let place { result[place].power += factor.power } else { result.append(factor) }
    }
    let unit = UnitOfMeasure(result)
    return unit.isReadable ? unit : nil
  }

  // MARK: Words

  private static let symbols: [String: UInt16] = {
    var symbols: [String: UInt16] = [:]
    for (index, row) in UnitSymbol.table.enumerated() where !row.isCalendar {
      for name in [row.name] + row.others { symbols[name] = UInt16(index) }
    }
    return symbols
  }()

  private static let words: [String: UInt16] = {
    var words: [String: UInt16] = [:]
    for (index, row) in UnitSymbol.table.enumerated() { for word in row.words { words[word] = UInt16(index) } }
    return words
  }()

  /// The symbol for a name that is written out, in the singular or plural.
  private static func longSymbol(_ word: String) -> UInt16? {
    words[word] ?? (word.hasSuffix("s") ? words[String(word.dropLast())] : nil)
  }

  private static func rest(of word: String, behind prefix: String) -> String? {
    word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : nil
  }

  /// The word after the prefix micro; `u` and the Greek letter stand for its sign.
  private static func micro(_ word: String) -> String? {
    rest(of: word, behind: "u") ?? rest(of: word, behind: "\u{3bc}")
  }
}
