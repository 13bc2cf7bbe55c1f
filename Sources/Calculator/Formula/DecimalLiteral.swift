// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The digits of a decimal number as they are read: of literals, of texts, of cells of files and of JSON.
///
/// A number is rounded to the nearest double, as everywhere. Below 2⁵³ that keeps at least 15 digits. A number of 2⁵³ or more
/// is read if rounding the double to as many digits as are written gives these digits: `1e23` and `6.02214076e23` are, with
/// whatever exponent, and 9007199254740993 and `9007199254740993e0`, which would be …992, are not. One so small that it would
/// be 0 is not either.
struct DecimalLiteral {
  /// What digits are.
  enum Reading {
    case number(Double)
    case tooLarge, tooSmall
    /// Digits would be lost; with the nearest number.
    case tooLong(Double)
  }

  private var significand: UInt64 = 0
  private var isExact = true
  private var scale = 0
  var isFraction = false
  var exponent = 0

  private static let powers: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
  ]
  /// 10¹⁹, the greatest in a word.
  private static let widePower = Natural(10_000_000_000_000_000_000)
  /// The largest number of digits that every double preserves.
  private static let safeCount = 15

  mutating func append(_ digit: UInt8) {
    if significand >= 900_719_925_474_099 { isExact = false }
    if isExact { significand = significand * 10 + UInt64(digit - 48) }
    if isFraction { scale -= 1 }
  }

  /// Reads an exponent digit by digit; it is bounded, beyond all numbers that are neither 0 nor infinite.
  static func exponent(_ exponent: Int, appending digit: UInt8) -> Int {
    min(exponent * 10 + Int(digit - 48), 100_000_000)
  }

  /// The nearest double: significands below 2^53 by one exact operation (Clinger 1990), others by the library.
  ///
  /// - Parameter text: All that was read in plain or scientific notation, with a decimal point; underscores are skipped.
  /// - Returns: The number, or why there is none.
  func reading(of text: @autoclosure () -> ArraySlice<UInt8>) -> Reading {
    let power = scale + exponent
    if isExact, power.magnitude <= 22 {
      let factor = Self.powers[Int(power.magnitude)]
      let value = power < 0 ? Double(significand) / factor : Double(significand) * factor
      if value < 0x1p53 || significand < 1_000_000_000_000_000 { return .number(value) }
    }
    return Self.reading(of: text().filter { $0 != UInt8(ascii: "_") })
  }

  /// Reads a decimal number in plain or scientific notation, with a sign or without; of other texts the result has no meaning.
  ///
  /// - Complexity: O(bytes)
  static func reading(of text: some Collection<UInt8>) -> Reading {
    guard let value = Double(String(decoding: text, as: UTF8.self)) else { return .tooLarge }
    // The digits without zeros at both ends, and the exponent of the last.
    var digits: [UInt8] = []
    var (exponent, written, isFraction, isExponent, isNegative) = (0, 0, false, false, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"): isExponent = true
      case UInt8(ascii: "-"): isNegative = isExponent
      case UInt8(ascii: "+"): break
      default:
        if isExponent {
          written = Self.exponent(written, appending: byte)
        } else {
          if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte & 15) }
          if isFraction { exponent -= 1 }
        }
      }
    }
    exponent += isNegative ? -written : written
    while digits.last == 0 {
      digits.removeLast()
      exponent += 1
    }
    if digits.isEmpty { return .number(value) }
    guard value.isFinite else { return .tooLarge }
    if value == 0 { return .tooSmall }
    if value.magnitude < 0x1p53 || digits.count <= safeCount { return .number(value) }
    return isRounded(value.magnitude, to: digits, exponent) ? .number(value) : .tooLong(value)
  }

  /// Whether a double of 2⁵³ or more, which is whole, has some digits when it is rounded to the last of them: it differs by no
  /// more than half of that.
  private static func isRounded(_ value: Double, to digits: [UInt8], _ exponent: Int) -> Bool {
    guard exponent >= 0 else { return false }
    // Of so many digits the double is infinite.
    guard digits.count + exponent < 400 else { return false }
    var (written, unit) = (digits.reduce(Natural(0)) { $0.appending(UInt64($1)) }, Natural(1))
    for _ in 0..<exponent / 19 { (written, unit) = (written * Self.widePower, unit * Self.widePower) }
    for _ in 0..<exponent % 19 { (written, unit) = (written.appending(0), unit.appending(0)) }
    let whole = Natural(value.significandBitPattern | 1 << 52) << Int(value.exponent - 52)
    let difference = whole.isLess(than: written) ? written - whole : whole - written
    return !unit.isLess(than: difference << 1)
  }
}
