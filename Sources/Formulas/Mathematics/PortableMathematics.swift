// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Exponential, logarithms and powers with the same bits on every processor.
///
/// The code in this folder uses only operations that IEEE 754 defines to the last bit: no system function, and no
/// multiplication fused with an addition. Results are within 0.75 units of the last place, those of logarithms and
/// the exponential within 0.51; subnormal results within 0.76.
package enum PortableMathematics {
  // MARK: Sums of two

  /// A number as the sum of two numbers, the second at most half a unit of the last place of the first.
  struct Pair {
    var high: Double
    var low: Double

    @inline(__always)
    init(_ high: Double, _ low: Double) {
      self.high = high
      self.low = low
    }

    /// The exact sum of two numbers, if the first is not smaller than the second in magnitude or if the sum needs no rounding.
    @inline(__always)
    init(larger: Double, _ smaller: Double) {
      high = larger + smaller
      low = (larger - high) + smaller
    }

    /// The exact sum of two numbers (Knuth 1969).
    @inline(__always)
    init(sum first: Double, _ second: Double) {
      high = first + second
      let part = high - first
      low = (first - (high - part)) + (second - part)
    }

    /// The exact product of two numbers (Dekker 1971), which may be neither very large nor very small.
    @inline(__always)
    init(product first: Double, _ second: Double) {
      let (a, b) = (PortableMathematics.upper(first), PortableMathematics.upper(second))
      let (c, d) = (first - a, second - b)
      high = first * second
      low = ((a * b - high) + a * d + c * b) + c * d
    }
  }

  /// A number with only the first 26 bits of its significand.
  @inline(__always)
  static func upper(_ x: Double) -> Double { Double(bitPattern: x.bitPattern & 0xffff_ffff_f800_0000) }

  /// 2 to the power of an exponent that normal numbers can have.
  @inline(__always)
  static func power(ofTwo exponent: Int) -> Double {
    Double(bitPattern: UInt64(bitPattern: Int64(exponent + 1023)) << 52)
  }

  // MARK: Exponential

  /// e to the power of the sum of two numbers, which is at most 800, as 2^`exponent` × `pair`.
  @inline(__always)
  static func exponentialParts(_ x: Double, _ low: Double) -> (pair: Pair, exponent: Int) {
    // Adding and subtracting 1.5 × 2⁵² rounds to a whole number.
    let whole = (x * 0x1.71547652b82fep7 + 0x1.8p52) - 0x1.8p52
    let count = Int(whole)
    let rest = x - whole * 0x1.62e42fefcp-8
    let tail = whole * -0x1.c610ca86c3899p-44
    let r = rest - tail
    let correction = ((rest - r) - tail) + (low + low * r)
    let square = r * r
    let series =
      square
      * ((0.5 + r * (1.0 / 6)) + square * ((1.0 / 24 + r * (1.0 / 120)) + square * (1.0 / 720)))
    let index = 2 * (count & 127)
    let power = MathematicsTables.powers[index]
    let rise = MathematicsTables.powers[index + 1] + power * (r + (series + correction))
    return (Pair(power, rise), count >> 7)
  }

  /// A sum times 2^`exponent`, even if the result is subnormal or infinite.
  @inline(__always)
  static func scaled(_ x: Double, _ exponent: Int) -> Double {
    if exponent > -1022, exponent < 1023 { return x * power(ofTwo: exponent) }
    if exponent > 0 { return x * power(ofTwo: 1000) * power(ofTwo: min(exponent - 1000, 1023)) }
    return x * power(ofTwo: -1000) * power(ofTwo: max(exponent + 1000, -1022))
  }

  /// e to the power of x.
  package static func exponential(_ x: Double) -> Double {
    guard x.magnitude < 746 else { return x.isNaN ? x : x > 0 ? .infinity : 0 }
    let (pair, exponent) = exponentialParts(x, 0)
    return scaled(pair.high + pair.low, exponent)
  }

  // MARK: Logarithms

  /// The parts of a positive finite number: x = 2^`exponent` × (1 + r + tail) / inverse, and the negative logarithm
  /// of `inverse` in two parts.
  @inline(__always)
  private static func logarithmParts(
    _ x: Double
  ) -> (exponent: Double, r: Double, tail: Double, first: Double, second: Double) {
    var bits = x.bitPattern
    var subnormal = 0.0
    if bits < 0x0010_0000_0000_0000 {
      bits = (x * 0x1p54).bitPattern
      subnormal = 54
    }
    let place = bits &- 0x3fe6_0000_0000_0000
    let index = 3 * Int((place >> 45) & 127)
    let exponent = Double(Int64(bitPattern: place) >> 52) - subnormal
    let fraction = Double(bitPattern: bits &- (place & 0xfff0_0000_0000_0000))
    let inverse = MathematicsTables.logarithms[index]
    // Both products are exact: the first factors have 26 and 27 bits, the second 10.
    let upper = upper(fraction)
    let first = upper * inverse - 1
    let second = (fraction - upper) * inverse
    let r = first + second
    return (
      exponent, r, (first - r) + second, MathematicsTables.logarithms[index + 1],
      MathematicsTables.logarithms[index + 2]
    )
  }

  /// The logarithm of 1 + r without r and −r²/2, divided by r³.
  @inline(__always)
  private static func logarithmSeries(_ r: Double, _ square: Double) -> Double {
    (1.0 / 3 - r * 0.25) + square * ((0.2 - r * (1.0 / 6)) + square * ((1.0 / 7 - r * 0.125) + square * (1.0 / 9)))
  }

  /// The natural logarithm; NaN for negative numbers.
  static func logarithm(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    let parts = logarithmParts(x)
    let r = parts.r
    let head = Pair(larger: parts.exponent * 0x1.62e42fefa38p-1 + parts.first, r)
    let square = r * r
    let small = parts.tail + (parts.exponent * 0x1.ef35793c7673p-45 + parts.second)
    return head.high + (head.low + (small + (square * r * logarithmSeries(r, square) - 0.5 * square)))
  }

  /// The logarithm of the fraction of x, between 11/16 and 11/8, times a constant in two parts; and the exponent of x.
  @inline(__always)
  private static func logarithm(
    _ x: Double, times factor: Pair
  ) -> (exponent: Double, product: Pair) {
    // The first part of the factor has 26 bits.
    let parts = logarithmParts(x)
    let r = parts.r
    let square = r * r
    let head = Pair(larger: parts.first, r)
    let small = head.low + (parts.tail + parts.second + (square * r * logarithmSeries(r, square) - 0.5 * square))
    let upper = upper(head.high)
    let rest = (head.high - upper) + small
    return (parts.exponent, Pair(upper * factor.high, rest * factor.high + (upper + rest) * factor.low))
  }

  /// The logarithm to base 2; NaN for negative numbers.
  static func logarithm2(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    let (exponent, product) = logarithm(x, times: Pair(0x1.7154760000000p0, 0x1.4ae0bf85ddf44p-26))
    let sum = Pair(larger: exponent, product.high)
    return sum.high + (sum.low + product.low)
  }

  /// The logarithm to base 10; NaN for negative numbers.
  static func logarithm10(_ x: Double) -> Double {
    guard x > 0, x < .infinity else { return x == 0 ? -.infinity : x > 0 ? x : .nan }
    let (exponent, product) = logarithm(x, times: Pair(0x1.bcb7b10000000p-2, 0x1.49b9438ca9aaep-28))
    let sum = Pair(larger: exponent * 0x1.34413509f8p-2, product.high)
    return sum.high + (sum.low + (product.low + exponent * -0x1.80433b83b532ap-44))
  }

  // MARK: Powers

  /// The logarithm of a positive finite number to more than 64 bits.
  @inline(__always)
  static func preciseLogarithm(_ x: Double) -> Pair {
    let parts = logarithmParts(x)
    let r = parts.r
    let upper = upper(r)
    let square = r * r
    let first = Pair(larger: parts.exponent * 0x1.62e42fefa38p-1 + parts.first, r)
    // r² = upper² + (r − upper) (r + upper), of which the first is exact.
    let second = Pair(larger: first.high, -0.5 * (upper * upper))
    let series = square * r * logarithmSeries(r, square)
    let small =
      (parts.exponent * 0x1.ef35793c7673p-45 + parts.second)
      + (parts.tail - r * parts.tail - 0.5 * ((r - upper) * (r + upper)))
    return Pair(larger: second.high, second.low + first.low + (small + series))
  }

  /// x to the power of y, as IEEE 754 defines it: 1 if y is 0 or x is 1, NaN if x is negative and y is not whole.
  package static func power(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    if x.isNaN || y.isNaN { return .nan }
    var sign = 1.0
    if x.sign == .minus {
      let isWhole = y.magnitude >= 0x1p52 || y == y.rounded(.towardZero)
      // All numbers of 2⁵³ or more are even.
      if isWhole, y.magnitude < 0x1p53, (y * 0.5).rounded(.towardZero) != y * 0.5 { sign = -1 }
      if !isWhole, x != 0, x.isFinite { return .nan }
    }
    let base = x.magnitude
    if base == 0 || base == .infinity { return sign * ((base == 0) == (y > 0) ? 0 : .infinity) }
    if base == 1 { return sign }
    // Beyond these magnitudes the result is 0, 1 or infinite for all x except 1.
    if y.magnitude >= 0x1p66 { return (base > 1) == (y > 0) ? sign * .infinity : sign * 0 }
    if y.magnitude < 0x1p-66 { return sign }
    let logarithm = preciseLogarithm(base)
    let product = Pair(product: logarithm.high, y)
    guard product.high.magnitude < 746 else { return product.high > 0 ? sign * .infinity : sign * 0 }
    let (pair, exponent) = exponentialParts(product.high, product.low + logarithm.low * y)
    return scaled(sign * (pair.high + pair.low), exponent)
  }

  // MARK: Roots

  /// The cube root.
  static func cubeRoot(_ x: Double) -> Double {
    guard x != 0, x.isFinite else { return x }
    var bits = x.magnitude.bitPattern
    var exponent = 0
    if bits < 0x0010_0000_0000_0000 {
      bits = (x.magnitude * 0x1p54).bitPattern
      exponent = -54
    }
    exponent += Int(bits >> 52) - 1023
    let fraction = Double(bitPattern: bits & 0x000f_ffff_ffff_ffff | 0x3ff0_0000_0000_0000)
    let third = (exponent + 3072) / 3 - 1024
    let rest = exponent - 3 * third
    let number = fraction * power(ofTwo: rest)
    let start =
      ((-0x1.4b077fcd0882bp-7 * fraction + 0x1.544aaec5e4624p-4) * fraction - 0x1.2d024eeecb9cbp-2) * fraction
      * fraction + (0x1.6c697f83452edp-1 * fraction + 0x1.04bc2bde493b9p-1)
    var root = start * (rest == 0 ? 1 : rest == 1 ? 0x1.428a2f98d728bp0 : 0x1.965fea53d6e3dp0)
    // One step of Halley's method, followed by one of Newton's method for the remaining difference.
    let cube = root * root * root
    root *= (cube + 2 * number) / (2 * cube + number)
    let square = Pair(product: root, root)
    let whole = Pair(product: square.high, root)
    let missing = (number - whole.high) - (whole.low + square.low * root)
    root += missing / (3 * square.high)
    root *= power(ofTwo: third)
    return x < 0 ? -root : root
  }

  /// The square root of x² + y².
  package static func hypotenuse(_ x: Double, _ y: Double) -> Double {
    if x.magnitude == .infinity || y.magnitude == .infinity { return .infinity }
    if x.isNaN || y.isNaN { return .nan }
    var long = max(x.magnitude, y.magnitude)
    var short = min(x.magnitude, y.magnitude)
    guard long > 0, short > long * 0x1p-30 else { return long }
    var scale = 1.0
    if long > 0x1p500 {
      scale = 0x1p600
      long *= 0x1p-600
      short *= 0x1p-600
    } else if short < 0x1p-450 {
      scale = 0x1p-600
      long *= 0x1p600
      short *= 0x1p600
    }
    let first = Pair(product: long, long)
    let second = Pair(product: short, short)
    let sum = Pair(larger: first.high, second.high)
    let root = sum.high.squareRoot()
    let square = Pair(product: root, root)
    let missing = ((sum.high - square.high) - square.low) + (sum.low + (first.low + second.low))
    return (root + missing / (2 * root)) * scale
  }
}
