// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Functions of whole numbers, which are exact up to 2⁵³.
enum WholeNumbers {
  /// The magnitude of a whole number of at most 2⁵³; `nil` for others.
  private static func magnitude(_ x: Double) -> UInt64? {
    x.magnitude <= 0x1p53 ? UInt64(exactly: x.magnitude) : nil
  }

  /// The greatest common divisor; NaN for what is not whole.
  static func divisor(_ x: Double, _ y: Double) -> Double {
    guard var a = magnitude(x), var b = magnitude(y) else { return .nan }
    while b != 0 { (a, b) = (b, a % b) }
    return Double(a)
  }

  /// The least common multiple; NaN for what is not whole, infinite above 2⁵³.
  static func multiple(_ x: Double, _ y: Double) -> Double {
    guard let a = magnitude(x), let b = magnitude(y) else { return .nan }
    if a == 0 || b == 0 { return 0 }
    let (product, overflow) = (a / UInt64(divisor(x, y))).multipliedReportingOverflow(by: b)
    return overflow || product > 1 << 53 ? .infinity : Double(product)
  }

  /// The product of 1 to x, the nearest number to it; NaN for what is negative or not whole.
  static func factorial(_ x: Double) -> Double {
    guard x >= 0, x == x.rounded(.towardZero) else { return .nan }
    return x < 171 ? factorials[Int(x)] : .infinity
  }

  /// The factorials of 0 to 170, computed whole, in parts of 32 bits.
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
    // 64 bits are rounded by the conversion; the rest of them matters only where they lie in the middle.
    let hasRest = bits > 64 && (0..<bits - 64).contains { bit($0) == 1 }
    if hasRest { significand |= 1 }
    return Double(significand) * PortableMathematics.power(2, Double(bits - 64))
  }

  /// x rounded to a multiple of a step, halves away from zero; NaN for a step of 0.
  ///
  /// Both are taken for the decimals that they are written as: 17.525 lies in the middle of two multiples of 0.05, though
  /// no binary number does.
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

  /// The deviation of a sample: the square root of the sum of the squares of what the values differ from their mean, divided
  /// by one less than there are; NaN of a single one.
  static func deviation(_ values: some Collection<Double>) -> Double {
    guard values.count > 1 else { return .nan }
    let mean = values.reduce(0, +) / Double(values.count)
    let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (squares / Double(values.count - 1)).squareRoot()
  }
}
