// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The functions of angles.
extension PortableMathematics {
  // MARK: Reduction

  /// x − quarter × π/2 in two parts, between −π/4 and π/4 except for rounding, and the lowest two bits of the quarter.
  @inline(__always)
  private static func reduced(_ x: Double) -> (pair: Pair, quarter: Int) {
    if x.magnitude <= 0x1.921fb54442d18p-1 { return (Pair(x, 0), 0) }
    if x.magnitude < 0x1p20 {
      let whole = (x * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52
      // π/2 in three parts; the products with the first two are exact (Cody and Waite 1980).
      let first = x - whole * 0x1.921fb544p0
      let second = Pair(sum: first, whole * -0x1.0b4611a6p-34)
      let third = whole * 0x1.3198a2e037073p-69
      let high = second.high + (second.low - third)
      // Near a multiple of π/2 this reduction is not exact enough.
      if high.magnitude > 0x1p-20 { return (Pair(high, (second.high - high) + (second.low - third)), Int(whole) & 3) }
    }
    return reducedByBits(x)
  }

  /// Reduces any number, with as many bits of 2/π as affect the result (Payne and Hanek 1983).
  @inline(never)
  private static func reducedByBits(_ x: Double) -> (pair: Pair, quarter: Int) {
    let exponent = Int(x.magnitude.bitPattern >> 52) - 1075
    let significand = x.magnitude.bitPattern & 0x000f_ffff_ffff_ffff | 0x0010_0000_0000_0000
    // Earlier bits of 2/π give multiples of 4 turns by a quarter. The first two bits of the product are the quarter,
    // the following bits are the fraction.
    let start = exponent - 2
    let (a, b, c) = (bits(from: start), bits(from: start + 64), bits(from: start + 128))
    let low = c.multipliedFullWidth(by: significand)
    let middle = b.multipliedFullWidth(by: significand)
    let (second, carry) = middle.low.addingReportingOverflow(low.high)
    var high = a &* significand &+ middle.high &+ (carry ? 1 : 0)
    var next = second
    var last = low.low
    var quarter = Int(high >> 62)
    var sign = 1.0
    high = high << 2 | next >> 62
    next = next << 2 | last >> 62
    last <<= 2
    if high >> 63 == 1 {
      // The fraction is nearer to the next quarter.
      quarter += 1
      sign = -1
      (high, next, last) = (~high, ~next, ~last)
    }
    let zeros = high != 0 ? high.leadingZeroBitCount : 64 + next.leadingZeroBitCount
    if zeros >= 64 {
      high = next
      next = last
      last = 0
    }
    let shift = UInt64(zeros & 63)
    if shift > 0 {
      high = high << shift | next >> (64 - shift)
      next = next << shift | last >> (64 - shift)
    }
    let scale = power(ofTwo: -64 - zeros)
    // 53 bits, followed by 64 bits.
    let upper = Double(high >> 11) * 0x1p11 * scale
    let rest = Double((high & 0x7ff) << 53 | next >> 11) * 0x1p-53 * scale
    let product = Pair(product: upper, 0x1.921fb54442d18p0)
    let sum = Pair(larger: product.high, product.low + (upper * 0x1.1a62633145c07p-54 + rest * 0x1.921fb54442d18p0))
    if x < 0 { (sign, quarter) = (-sign, -quarter) }
    return (Pair(sign * sum.high, sign * sum.low), quarter & 3)
  }

  /// The 64 bits of 2/π that begin at a bit after the binary point; bits before the point are 0.
  private static func bits(from start: Int) -> UInt64 {
    let (word, shift) = (start >> 6, UInt64(start & 63))
    let words = MathematicsTables.twoOverPi
    let first = words.indices.contains(word) ? words[word] : 0
    let second = words.indices.contains(word + 1) ? words[word + 1] : 0
    return shift == 0 ? first : first << shift | second >> (64 - shift)
  }

  // MARK: Sine and cosine

  /// The sine of a reduced angle, as a sum whose second part is small.
  @inline(__always)
  static func sineParts(_ angle: Pair) -> Pair {
    let magnitude = angle.high.magnitude
    if magnitude < 0.25 {
      let z = angle.high * angle.high
      let series =
        (-1.0 / 6 + z * (1.0 / 120)) + z * z
        * ((-1.0 / 5040 + z * (1.0 / 362_880)) + z * z * (-1.0 / 39_916_800 + z * (1.0 / 6_227_020_800)))
      return Pair(angle.high, angle.high * z * series + angle.low * (1 - 0.5 * z))
    }
    let entry = tableEntry(magnitude, angle)
    let sum = Pair(
      entry.sine, entry.sineRest + (entry.cosine * entry.smallSine - entry.sine * entry.smallRest))
    return angle.high < 0 ? Pair(-sum.high, -sum.low) : sum
  }

  /// The cosine of a reduced angle, as a sum whose second part is small.
  @inline(__always)
  static func cosineParts(_ angle: Pair) -> Pair {
    let magnitude = angle.high.magnitude
    if magnitude < 0.25 {
      let z = angle.high * angle.high
      let head = 1 - 0.5 * z
      let series =
        (1.0 / 24 - z * (1.0 / 720)) + z * z
        * ((1.0 / 40_320 - z * (1.0 / 3_628_800)) + z * z * (1.0 / 479_001_600))
      return Pair(head, ((1 - head) - 0.5 * z) + (z * z * series - angle.high * angle.low))
    }
    let entry = tableEntry(magnitude, angle)
    return Pair(entry.cosine, entry.cosineRest - (entry.sine * entry.smallSine + entry.cosine * entry.smallRest))
  }

  /// Sine and cosine of the nearest multiple of 1/64 in two parts each, the sine of the difference, and 1 minus its cosine.
  @inline(__always)
  private static func tableEntry(
    _ magnitude: Double, _ angle: Pair
  ) -> (
    sine: Double, sineRest: Double, cosine: Double, cosineRest: Double, smallSine: Double, smallRest: Double
  ) {
    let index = Int(magnitude * 64 + 0.5)
    let t = (magnitude - Double(index) * 0x1p-6) + (angle.high < 0 ? -angle.low : angle.low)
    let z = t * t
    let sine = t + t * z * (-1.0 / 6 + z * (1.0 / 120))
    let rest = z * (0.5 - z * (1.0 / 24 - z * (1.0 / 720)))
    let table = MathematicsTables.circle
    let place = 4 * index
    return (table[place], table[place + 1], table[place + 2], table[place + 3], sine, rest)
  }

  /// The sine of an angle in radians.
  static func sine(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    if x.magnitude < 0x1p-27 { return x }
    let (angle, quarter) = reduced(x)
    let parts = quarter & 1 == 0 ? sineParts(angle) : cosineParts(angle)
    let value = parts.high + parts.low
    return quarter & 2 == 0 ? value : -value
  }

  /// The cosine of an angle in radians.
  static func cosine(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    let (angle, quarter) = reduced(x)
    let parts = quarter & 1 == 0 ? cosineParts(angle) : sineParts(angle)
    let value = parts.high + parts.low
    return (quarter + 1) & 2 == 0 ? value : -value
  }

  /// The tangent of an angle in radians.
  static func tangent(_ x: Double) -> Double {
    guard x.magnitude < .infinity else { return .nan }
    if x.magnitude < 0x1p-27 { return x }
    let (angle, quarter) = reduced(x)
    let sine = sineParts(angle)
    let cosine = cosineParts(angle)
    let quotient =
      quarter & 1 == 0 ? Self.quotient(sine, cosine) : Self.quotient(cosine, Pair(-sine.high, -sine.low))
    return quotient.high + quotient.low
  }

  /// The quotient of two sums whose second parts are small, to nearly twice the digits.
  @inline(__always)
  static func quotient(_ x: Pair, _ y: Pair) -> Pair {
    let above = Pair(larger: x.high, x.low)
    let below = Pair(larger: y.high, y.low)
    let inverse = 1 / below.high
    let quotient = above.high * inverse
    let product = Pair(product: quotient, below.high)
    let missing = ((above.high - product.high) - product.low) + (above.low - quotient * below.low)
    return Pair(quotient, missing * inverse)
  }

  // MARK: Inverse functions

  /// The arctangent of x / y, in two parts. Both are positive, and x is not larger.
  @inline(__always)
  private static func arctangentParts(_ x: Pair, _ y: Pair) -> Pair {
    let inverse = 1 / y.high
    let ratio = x.high * inverse
    let index = Int(ratio * 64 + 0.5)
    if index < 8 {
      let product = Pair(product: ratio, y.high)
      let missing = (((x.high - product.high) - product.low) + (x.low - ratio * y.low)) * inverse
      let z = ratio * ratio
      return Pair(ratio, missing + ratio * z * arctangentSeries(z))
    }
    // atan(x / y) = atan(c) + atan((x − c y) / (y + c x)), c being a multiple of 1/64.
    let c = Double(index) * 0x1p-6
    let upper = upper(y.high)
    let above = ((x.high - c * upper) - c * (y.high - upper)) + (x.low - c * y.low)
    let t = above / (y.high + c * x.high)
    let z = t * t
    let table = MathematicsTables.arctangents
    let small = t * z * (-1.0 / 3 + z * (0.2 - z * (1.0 / 7)))
    let sum = Pair(larger: table[2 * index], t)
    return Pair(sum.high, sum.low + (table[2 * index + 1] + small))
  }

  /// The arctangent of x without x, divided by x³, for x² = z.
  @inline(__always)
  private static func arctangentSeries(_ z: Double) -> Double {
    let w = z * z
    let low = (-1.0 / 3 + z * 0.2) + w * (-1.0 / 7 + z * (1.0 / 9))
    return low + w * w * ((-1.0 / 11 + z * (1.0 / 13)) + w * (-1.0 / 15 + z * (1.0 / 17)) - w * w * (1.0 / 19))
  }

  /// The arctangent of x / y for any two positive numbers; π minus it if `isReflected`.
  @inline(__always)
  private static func angle(_ x: Pair, _ y: Pair, isReflected: Bool) -> Double {
    if x.high <= y.high {
      let parts = arctangentParts(x, y)
      if !isReflected { return parts.high + parts.low }
      let sum = Pair(larger: 0x1.921fb54442d18p1, -parts.high)
      return sum.high + (sum.low + (0x1.1a62633145c07p-53 - parts.low))
    }
    let parts = arctangentParts(y, x)
    let sign = isReflected ? 1.0 : -1.0
    let sum = Pair(larger: 0x1.921fb54442d18p0, sign * parts.high)
    return sum.high + (sum.low + (0x1.1a62633145c07p-54 + sign * parts.low))
  }

  /// The angle whose tangent is x.
  static func arctangent(_ x: Double) -> Double {
    let magnitude = x.magnitude
    let value: Double
    if magnitude < 0x1p-3 {
      if magnitude < 0x1p-27 { return x }
      let z = x * x
      return x + x * z * arctangentSeries(z)
    } else if magnitude < 0x1p54 {
      value = angle(Pair(magnitude, 0), Pair(1, 0), isReflected: false)
    } else {
      value = x.isNaN ? .nan : 0x1.921fb54442d18p0
    }
    return x < 0 ? -value : value
  }

  /// The angle of the point x, y.
  package static func arctangent(_ y: Double, _ x: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    let isLeft = x.sign == .minus
    var (a, b) = (y.magnitude, x.magnitude)
    let value: Double
    if a == .infinity, b == .infinity {
      value = isLeft ? 0x1.2d97c7f3321d2p1 : 0x1.921fb54442d18p-1
    } else if a == 0 || b == .infinity {
      value = isLeft ? .pi : 0
    } else if b == 0 || a == .infinity {
      value = 0x1.921fb54442d18p0
    } else {
      // Both numbers are scaled to a range in which products are exact.
      let shift = Int(max(a, b).exponent)
      if shift > 500 || shift < -500 {
        a = scaled(a, -shift)
        b = scaled(b, -shift)
      }
      if a < b * 0x1p-70 {
        value = isLeft ? .pi : y.magnitude / x.magnitude
      } else if b < a * 0x1p-70 {
        value = 0x1.921fb54442d18p0
      } else {
        value = angle(Pair(a, 0), Pair(b, 0), isReflected: isLeft)
      }
    }
    return y.sign == .minus ? -value : value
  }

  /// The arcsine of x without x, divided by x³, for x² = z of at most 1/4.
  @inline(__always)
  private static func arcsineSeries(_ z: Double) -> Double {
    let w = z * z
    let v = w * w
    let first =
      (0x1.5555555555555p-3 + z * 0x1.333333333332dp-4) + w * (0x1.6db6db6db7c96p-5 + z * 0x1.f1c71c70ed1adp-6)
    let second =
      (0x1.6e8ba31ce37c7p-6 + z * 0x1.1c4ebd6df67d5p-6) + w * (0x1.c99b000e7b28dp-7 + z * 0x1.7a70ab2bb3bf1p-7)
    let third =
      (0x1.40e47f491caccp-7 + z * 0x1.0a9171eec0ed6p-7) + w * (0x1.20548a583b864p-7 + z * 0x1.804bf753644b9p-12)
    let fourth = (0x1.720d05e20d370p-6 + z * -0x1.8a435fc172bfdp-6) + w * 0x1.f7b7e4a90c25dp-6
    return (first + v * second) + v * v * (third + v * fourth)
  }

  /// The arcsine of √z in two parts, for z of at most 1/4.
  @inline(__always)
  private static func arcsineOfRoot(_ z: Double) -> Pair {
    let root = z.squareRoot()
    if root == 0 { return Pair(0, 0) }
    let upper = upper(root)
    let missing = ((z - upper * upper) - (root - upper) * (root + upper)) / (2 * root)
    return Pair(root, missing + root * z * arcsineSeries(z))
  }

  /// The angle whose sine is x.
  static func arcsine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude <= 1 else { return .nan }
    if magnitude <= 0.5 {
      let z = x * x
      return x + x * z * arcsineSeries(z)
    }
    // A right angle less twice the arcsine of √((1 − x)/2).
    let half = arcsineOfRoot(0.5 * (1 - magnitude))
    let sum = Pair(larger: 0x1.921fb54442d18p0, -2 * half.high)
    let value = sum.high + (sum.low + (0x1.1a62633145c07p-54 - 2 * half.low))
    return x < 0 ? -value : value
  }

  /// The angle whose cosine is x.
  static func arccosine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude <= 1 else { return .nan }
    if magnitude <= 0.5 {
      let z = x * x
      let sum = Pair(larger: 0x1.921fb54442d18p0, -x)
      return sum.high + (sum.low + (0x1.1a62633145c07p-54 - x * z * arcsineSeries(z)))
    }
    let half = arcsineOfRoot(0.5 * (1 - magnitude))
    if x > 0 { return 2 * (half.high + half.low) }
    let sum = Pair(larger: 0x1.921fb54442d18p1, -2 * half.high)
    return sum.high + (sum.low + (0x1.1a62633145c07p-53 - 2 * half.low))
  }
}
