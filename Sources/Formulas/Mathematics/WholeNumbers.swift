// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Functions of whole numbers, which are exact below 2⁵³: the number 2⁵³ may be the rounded sum 2⁵³ + 1.
enum WholeNumbers {
  /// The magnitude of a whole number below 2⁵³; `nil` for other numbers.
  private static func magnitude(_ x: Double) -> UInt64? {
    x.magnitude < 0x1p53 ? UInt64(exactly: x.magnitude) : nil
  }

  /// The NaN that stands for a missing result and says whether digits of whole numbers were lost.
  private static func failure(_ operands: Double...) -> Double {
    operands.contains { $0.magnitude >= 0x1p53 } ? FormulaFailure.lostDigits.kept : .nan
  }

  /// The greatest common divisor; NaN for operands that are not whole.
  static func divisor(_ x: Double, _ y: Double) -> Double {
    guard var a = magnitude(x), var b = magnitude(y) else { return failure(x, y) }
    while b != 0 { (a, b) = (b, a % b) }
    return Double(a)
  }

  /// The least common multiple; NaN for operands that are not whole, and if it is 2⁵³ or more.
  static func multiple(_ x: Double, _ y: Double) -> Double {
    guard let a = magnitude(x), let b = magnitude(y) else { return failure(x, y) }
    if a == 0 || b == 0 { return 0 }
    let (product, overflow) = (a / UInt64(divisor(x, y))).multipliedReportingOverflow(by: b)
    return overflow || product >= 1 << 53 ? FormulaFailure.lostDigits.kept : Double(product)
  }

  /// The remainder of x / y with the sign of x. If x is 2⁵³ or more, the digits that decide it are lost.
  static func remainder(_ x: Double, _ y: Double) -> Double {
    if x.magnitude >= 0x1p53, y != 0 { return failure(x) }
    return x.truncatingRemainder(dividingBy: y)
  }

  /// The remainder of x / y with the sign of y.
  static func modulo(_ x: Double, _ y: Double) -> Double {
    let remainder = remainder(x, y)
    guard remainder != 0, (remainder < 0) != (y < 0) else { return remainder }
    return y.magnitude >= 0x1p53 ? failure(y) : remainder + y
  }

  /// The remainder of x^n / y with the sign of y, for whole numbers; NaN for other numbers, and for a negative n.
  static func powerModulo(_ x: Double, _ n: Double, _ y: Double) -> Double {
    guard let base = magnitude(x), var exponent = magnitude(n), let modulus = magnitude(y) else {
      return failure(x, n, y)
    }
    guard n >= 0, modulus > 0 else { return .nan }
    func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
      modulus.dividingFullWidth(a.multipliedFullWidth(by: b)).remainder
    }
    let isOdd = exponent & 1 == 1
    var (result, square) = (1 % modulus, base % modulus)
    while exponent > 0 {
      if exponent & 1 == 1 { result = product(result, square) }
      square = product(square, square)
      exponent >>= 1
    }
    if x < 0, isOdd, result > 0 { result = modulus - result }
    return y < 0 && result > 0 ? Double(result) - Double(modulus) : Double(result)
  }

  /// The number nearest to the product of 1 to x; NaN for numbers that are negative or not whole.
  static func factorial(_ x: Double) -> Double {
    guard x >= 0, x == x.rounded(.towardZero) else { return .nan }
    return x < 171 ? factorials[Int(x)] : .infinity
  }

  /// The factorials of 0 to 170, computed as whole numbers in parts of 32 bits.
  private static let factorials: [Double] = {
    var parts: [UInt64] = [1]
    return (0...170).map { number in
      var carry: UInt64 = 0
      for index in parts.indices where number > 0 {
        let product = parts[index] * UInt64(number) + carry
        parts[index] = product & 0xffff_ffff
        carry = product >> 32
      }
      if carry > 0 { parts.append(carry) }
      return nearest(to: parts)
    }
  }()

  /// The number nearest to a whole number of many parts.
  private static func nearest(to parts: [UInt64]) -> Double {
    let bits = parts.count * 32 - (parts.last.map { $0.leadingZeroBitCount - 32 } ?? 0)
    func bit(_ index: Int) -> UInt64 { index < 0 ? 0 : parts[index / 32] >> UInt64(index % 32) & 1 }
    var significand: UInt64 = 0
    for index in 1...64 { significand = significand << 1 | bit(bits - index) }
    // The conversion rounds 64 bits; the lower bits matter only if these 64 bits are halfway between two numbers.
    let hasRest = bits > 64 && (0..<bits - 64).contains { bit($0) == 1 }
    if hasRest { significand |= 1 }
    return Double(significand) * PortableMathematics.power(2, Double(bits - 64))
  }

  /// x rounded to a multiple of a step, halves away from zero; NaN for a step of 0.
  ///
  /// Both numbers are taken as the decimals that they are written as: 17.525 is halfway between two multiples of
  /// 0.05, though no binary number is.
  static func round(_ x: Double, to step: Double) -> Double {
    if step == 0 { return .nan }
    guard x.isFinite, step.isFinite else { return (x / step).rounded(.toNearestOrAwayFromZero) * step }
    var (digits, steps) = (DecimalDigits(x), DecimalDigits(step))
    guard digits.rescale(to: min(digits.scale, steps.scale)), steps.rescale(to: digits.scale) else {
      return (x / step).rounded(.toNearestOrAwayFromZero) * step
    }
    let (quotient, remainder) = digits.significand.quotientAndRemainder(dividingBy: steps.significand)
    let isUp = remainder >= steps.significand - remainder
    digits.significand = (quotient + (isUp ? 1 : 0)) * steps.significand
    return digits.value
  }
}
