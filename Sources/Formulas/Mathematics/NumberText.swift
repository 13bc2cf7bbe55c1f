// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Converts numbers to text, in the same way in every locale.
package enum NumberText {
  /// The number of digits in reports.
  private static let significantDigits = 15

  /// Returns the text for people: at most 15 significant digits, no trailing zeros, never `-0`.
  ///
  /// Uses plain notation from 1e-5 up to 1e15, and the form of `1e-9` or `1.5e20` outside this range.
  package static func people(_ number: Double) -> String { people(number, digits: significantDigits) }

  /// Returns the number that a reader of ``people(_:)`` sees.
  static func shown(_ number: Double) -> Double {
    if number.magnitude < 1e15, number == number.rounded(.towardZero) { return number }
    if number.magnitude >= 1e15, number.magnitude <= 0x1p53, Int64(exactly: number) != nil { return number }
    var decimal = DecimalDigits(number)
    decimal.round(significant: significantDigits)
    // The largest numbers are shown as decimals beyond every double.
    let shown = decimal.value
    return shown.isFinite ? shown : number
  }

  /// Returns the shortest text that reads back bit-equal, by the lexer and as a JSON number.
  package static func exact(_ number: Double) -> String {
    require(number.isFinite, "values are finite, \(number) is not")
    if let whole = whole(number) { return String(whole) }
    guard ShortestDecimal.range.contains(number.magnitude) else { return DecimalDigits(number).text }
    var text = TextBytes()
    append(number, to: &text)
    return text.string
  }

  /// Appends what ``exact(_:)`` returns.
  package static func append(_ number: Double, to text: inout TextBytes) {
    if let whole = whole(number) { return append(whole, to: &text) }
    guard ShortestDecimal.range.contains(number.magnitude) else {
      return text.append(contentsOf: exact(number).utf8)
    }
    if number < 0 { text.append(UInt8(ascii: "-")) }
    let decimal = ShortestDecimal(number.magnitude)
    let (whole, fraction) = decimal.parts
    text.append(digitsOf: whole, before: UInt8(ascii: "."))
    text.append(digitsOf: fraction, width: decimal.decimals)
  }

  /// Appends the digits of a whole number.
  package static func append(_ number: Int, to text: inout TextBytes) {
    if number < 0 { text.append(UInt8(ascii: "-")) }
    text.append(digitsOf: UInt64(number.magnitude))
  }

  /// The whole number with the same exact text; `nil` for other numbers, and for a negative zero.
  private static func whole(_ number: Double) -> Int? {
    guard number.magnitude < 1e15 else { return nil }
    let whole = Int(number)
    return Double(whole) == number && (whole != 0 || number.sign == .plus) ? whole : nil
  }

  /// Returns the texts of both numbers with as many digits as are needed to distinguish them.
  package static func distinguishing(_ old: Double, _ new: Double) -> (old: String, new: String) {
    distinguishing(old, new, digits: significantDigits)
  }

  /// Returns the texts of both numbers with at least `digits` significant digits.
  package static func distinguishing(_ old: Double, _ new: Double, digits: Int) -> (old: String, new: String) {
    var texts = (old: people(old, digits: digits), new: people(new, digits: digits))
    if old == new { return texts }
    for digits in digits...17 where texts.old == texts.new {
      texts = (people(old, digits: digits), people(new, digits: digits))
    }
    return texts
  }

  /// Returns the text with at most `digits` significant digits.
  package static func people(_ number: Double, digits: Int) -> String {
    require(number.isFinite, "values are finite, \(number) is not")
    if number == 0 { return "0" }
    if digits >= significantDigits, number.magnitude >= 1e15, number.magnitude <= 0x1p53 {
      // Below this magnitude whole numbers are exact; from 2⁵¹ on all numbers are multiples of a half.
      if let whole = Int64(exactly: number) { return "\(whole)" }
    }
    var decimal = DecimalDigits(number)
    decimal.round(significant: digits)
    return decimal.text
  }

  /// Returns a duration: `0.012 ms`, `1.5 s`.
  package static func duration(seconds: Double) -> String {
    seconds < 1 ? "\(people(seconds * 1000, digits: 2)) ms" : "\(people(seconds, digits: 3)) s"
  }
}
