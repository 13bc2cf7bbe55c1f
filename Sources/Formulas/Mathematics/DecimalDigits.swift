// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A finite double as the shortest decimal that reads back as the same double: `significand` × 10^`scale`.
package struct DecimalDigits {
  package var isNegative: Bool
  /// At most 17 digits; the last digit is not 0 unless the number is 0.
  package var significand: UInt64
  package var scale: Int

  /// Splits `number` into its shortest digits, which the standard library finds unless the number has few digits.
  package init(_ number: Double) {
    isNegative = number.sign == .minus
    significand = 0
    scale = 0
    if number.magnitude < 1e15, number.magnitude >= ShortestDecimal.range.lowerBound {
      if let whole = UInt64(exactly: number.magnitude) {
        significand = whole
        dropTrailingZeros()
      } else {
        let decimal = ShortestDecimal(number.magnitude)
        (significand, scale) = (decimal.digits, -decimal.decimals)
      }
      return
    }
    var fraction = 0
    var isFraction = false
    var exponent = 0
    var isExponentNegative = false
    var isExponent = false
    for byte in number.magnitude.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): isFraction = true
      case UInt8(ascii: "e"): isExponent = true
      case UInt8(ascii: "-"): isExponentNegative = true
      case UInt8(ascii: "+"): break
      default:
        let digit = Int(byte) - 48
        if isExponent {
          exponent = exponent * 10 + digit
        } else {
          significand = significand &* 10 &+ UInt64(digit)
          if isFraction { fraction += 1 }
        }
      }
    }
    scale = (isExponentNegative ? -exponent : exponent) - fraction
    dropTrailingZeros()
  }

  /// Changes the scale to one that is not greater by appending zeros to the digits. Returns `false`, and changes no
  /// digit, if the significand would have more than 18 digits.
  mutating func rescale(to scale: Int) -> Bool {
    let zeros = significand == 0 ? 0 : self.scale - scale
    guard zeros < 19 else { return false }
    let power = (0..<zeros).reduce(1 as UInt64) { power, _ in power * 10 }
    let (scaled, overflow) = significand.multipliedReportingOverflow(by: power)
    guard !overflow, scaled < 1_000_000_000_000_000_000 else { return false }
    (significand, self.scale) = (scaled, scale)
    return true
  }

  private mutating func dropTrailingZeros() {
    if significand == 0 { scale = 0 }
    while significand != 0, significand % 10 == 0 {
      significand /= 10
      scale += 1
    }
  }

  private static let powersOfTen: [Double] = (0...22).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

  private var count: Int {
    var count = 1
    var power: UInt64 = 10
    while count < 19, significand >= power {
      count += 1
      power *= 10
    }
    return count
  }

  /// Rounds to `digits` significant digits, half away from zero.
  package mutating func round(significant digits: Int) {
    drop(count - digits)
  }

  /// Rounds to `digits` digits after the decimal point, half away from zero; a negative count rounds before the point.
  package mutating func round(decimals digits: Int) {
    drop(-digits - scale)
  }

  private mutating func drop(_ digits: Int) {
    guard digits > 0 else { return }
    if digits > count {
      significand = 0
    } else {
      let power = (0..<digits).reduce(1 as UInt64) { power, _ in power * 10 }
      significand = (significand + power / 2) / power
      scale += digits
    }
    dropTrailingZeros()
  }

  /// The number nearest to the digits.
  package var value: Double {
    let magnitude = exactQuotient ?? Double("\(significand)e\(scale)") ?? 0
    return isNegative ? -magnitude : magnitude
  }

  /// The number nearest to the digits, if significand and power of ten are doubles, so that one division rounds as reading a
  /// text does (Clinger 1990); else `nil`.
  private var exactQuotient: Double? {
    guard significand <= 1 << 53, scale <= 0, scale >= -22 else { return nil }
    return Double(significand) / Self.powersOfTen[-scale]
  }

  /// The digits in plain notation from 1e-5 up to 1e15, and like `1.5e20` outside this range.
  package var text: String {
    let sign = isNegative ? "-" : ""
    let digits = String(significand)
    let point = digits.utf8.count + scale
    if significand == 0 { return sign + "0" }
    if point < -4 || point > 15 {
      let fraction = digits.dropFirst()
      return "\(sign)\(digits.prefix(1))\(fraction.isEmpty ? "" : ".")\(fraction)e\(point - 1)"
    }
    if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(digits)" }
    if scale >= 0 { return sign + digits + String(repeating: "0", count: scale) }
    return "\(sign)\(digits.prefix(point)).\(digits.dropFirst(point))"
  }
}
