// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Reads the digits of decimal numbers in literals, texts, cells of files and JSON.
///
/// A number is rounded to the nearest double, as usual. Below 2⁵³ this preserves at least 15 digits. A number of 2⁵³
/// or more is accepted if the double, rounded to as many digits as are written, has these digits: `1e23` and
/// `6.02214076e23` are accepted, in any notation; 9007199254740993 and `9007199254740993e0`, whose doubles end in
/// …992, are not. A number so small that it would be rounded to 0 is not accepted either.
struct DecimalLiteral {
  /// The result of reading digits.
  enum Reading {
    case number(Double)
    case tooLarge, tooSmall
    /// Digits would be lost; contains the nearest number.
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
  /// 10¹⁹, the greatest power of ten in a 64-bit word.
  private static let widePower = Natural(10_000_000_000_000_000_000)
  /// The largest number of digits that every double preserves.
  private static let safeCount = 15

  mutating func append(_ digit: UInt8) {
    if significand >= 900_719_925_474_099 { isExact = false }
    if isExact { significand = significand * 10 + UInt64(digit - 48) }
    if isFraction { scale -= 1 }
  }

  /// Appends a digit to an exponent, which is limited to a value beyond that of any double except 0 and infinity.
  static func exponent(_ exponent: Int, appending digit: UInt8) -> Int {
    min(exponent * 10 + Int(digit - 48), 100_000_000)
  }

  /// The nearest double: by one exact operation if significand and power of ten are exact (Clinger 1990), otherwise by the
  /// library.
  ///
  /// - Parameter text: All of the number in plain or scientific notation, with a decimal point; underscores are skipped.
  /// - Returns: The number, or the reason why there is none.
  func reading(of text: @autoclosure () -> ArraySlice<UInt8>) -> Reading {
    let power = scale + exponent
    if isExact, power.magnitude <= 22 {
      let factor = Self.powers[Int(power.magnitude)]
      let value = power < 0 ? Double(significand) / factor : Double(significand) * factor
      if value < 0x1p53 || significand < 1_000_000_000_000_000 { return .number(value) }
    }
    return Self.reading(of: text().filter { $0 != UInt8(ascii: "_") })
  }

  /// Reads a decimal number in plain or scientific notation, with or without a sign. The result for other texts has no meaning.
  ///
  /// - Complexity: O(bytes)
  static func reading(of text: some Collection<UInt8>) -> Reading {
    guard let value = Double(String(decoding: text, as: UTF8.self)) else { return .tooLarge }
    // The digits without leading and trailing zeros, and the exponent of the last digit.
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

  /// Whether a double of 2⁵³ or more, which is whole, has these digits when it is rounded to the last of them: it
  /// differs by no more than half a unit of that digit.
  private static func isRounded(_ value: Double, to digits: [UInt8], _ exponent: Int) -> Bool {
    guard exponent >= 0 else { return false }
    // With so many digits the double is infinite.
    guard digits.count + exponent < 400 else { return false }
    var (written, unit) = (digits.reduce(Natural(0)) { $0.appending(UInt64($1)) }, Natural(1))
    for _ in 0..<exponent / 19 { (written, unit) = (written * Self.widePower, unit * Self.widePower) }
    for _ in 0..<exponent % 19 { (written, unit) = (written.appending(0), unit.appending(0)) }
    let whole = Natural(value.significandBitPattern | 1 << 52) << Int(value.exponent - 52)
    let difference = whole.isLess(than: written) ? written - whole : whole - written
    return !unit.isLess(than: difference << 1)
  }
}
