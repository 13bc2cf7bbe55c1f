// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The digits of a decimal number as they are read.
///
/// A number is rounded to the nearest double, as everywhere. What is refused is a number that would lose digits which people
/// count on: one of 2⁵³ or more that would come out as other digits, unless it is written with an exponent, as measured
/// numbers are; and one so small that it would come out as 0.
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

  mutating func append(_ digit: UInt8) {
    if significand >= 900_719_925_474_099 { isExact = false }
    if isExact { significand = significand * 10 + UInt64(digit - 48) }
    if isFraction { scale -= 1 }
  }

  /// The nearest double: significands below 2^53 by one exact operation (Clinger 1990), others by the library.
  func reading(of text: ArraySlice<UInt8>) -> Reading {
    let power = scale + exponent
    if isExact, power.magnitude <= 22 {
      let factor = Self.powers[Int(power.magnitude)]
      return .number(power < 0 ? Double(significand) / factor : Double(significand) * factor)
    }
    return Self.reading(of: text.filter { $0 != UInt8(ascii: "_") })
  }

  /// Reads a decimal number in plain or scientific notation, with a sign or without; of other texts the result has no meaning.
  ///
  /// - Complexity: O(bytes), and the square of the digits where a whole number may be exact.
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
          written = min(written * 10 + Int(byte & 15), 100_000_000)
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
    guard value.magnitude >= 0x1p53, !isExponent else { return .number(value) }
    let kept = DecimalDigits(value)
    if kept.scale == exponent, String(kept.significand).utf8.elementsEqual(digits.lazy.map { $0 + 48 }) {
      return .number(value)
    }
    return isWhole(digits, exponent, equalTo: value) ? .number(value) : .tooLong(value)
  }

  /// Whether a whole number is exactly a double, as all powers of two are.
  private static func isWhole(_ digits: [UInt8], _ exponent: Int, equalTo value: Double) -> Bool {
    guard exponent >= 0, digits.count + exponent < 400, value.magnitude >= 1 else { return false }
    var number = Natural(0)
    for digit in digits + Array(repeating: 0, count: exponent) { number = number.appending(UInt64(digit)) }
    return number.nearest(exponent: 0) == value.magnitude
      && !number.hasBits(below: max(number.width - 53, 0))
  }
}
