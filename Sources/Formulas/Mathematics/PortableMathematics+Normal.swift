// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Normally distributed numbers, logarithms and exponentials, four at a time.
///
/// Each number is computed by the same operations as alone, so it has the same bits. Where the functions of one number branch,
/// both results are computed and one is chosen, because the numbers are random, and a mispredicted branch costs more.
extension PortableMathematics {
  typealias Lanes = SIMD4<Double>
  private typealias Bits = SIMD4<UInt64>

  /// A normally distributed number, computed from two uniformly distributed ones (Box and Muller 1958).
  ///
  /// - Parameters:
  ///   - first: A number above 0 and below 1 that is not subnormal.
  ///   - second: Such a number.
  /// - Returns: The number.
  static func normal(_ first: Double, _ second: Double) -> Double {
    (-2 * logarithm(first)).squareRoot() * cosine(2 * .pi * second)
  }

  /// Computes ``normal(_:_:)-(Double,_)`` for four pairs of numbers at once, in about a third of the time.
  @inline(__always)
  static func normal(_ first: Lanes, _ second: Lanes) -> Lanes {
    (-2 * logarithm(ofNormal: first)).squareRoot() * cosine(ofSmall: 2 * .pi * second)
  }

  /// Computes ``logarithm(_:)-(Double)`` for four numbers at once. A result is not finite if its number is not positive.
  @inline(__always)
  static func logarithm(_ x: Lanes) -> Lanes {
    if all((x .>= .leastNormalMagnitude) .& (x .<= .greatestFiniteMagnitude)) { return logarithm(ofNormal: x) }
    return Lanes(logarithm(x[0]), logarithm(x[1]), logarithm(x[2]), logarithm(x[3]))
  }

  /// Computes ``exponential(_:)-(Double)`` for four numbers at once.
  @inline(__always)
  static func exponential(_ x: Lanes) -> Lanes {
    // Beyond, the results may be subnormal or infinite.
    guard all((x .> -700) .& (x .< 700)) else {
      return Lanes(exponential(x[0]), exponential(x[1]), exponential(x[2]), exponential(x[3]))
    }
    let whole = (x * 0x1.71547652b82fep7 + 0x1.8p52) - 0x1.8p52
    let rest = x - whole * 0x1.62e42fefcp-8
    let tail = whole * -0x1.c610ca86c3899p-44
    let r = rest - tail
    let correction = ((rest - r) - tail) + 0
    let square = r * r
    let series = square * (line(0.5, 1.0 / 6, r) + square * (line(1.0 / 24, 1.0 / 120, r) + square * (1.0 / 720)))
    let table = MathematicsTables.powers
    var (power, powerRest, scale) = (Lanes(), Lanes(), Lanes())
    for lane in 0..<Lanes.scalarCount {
      let count = Int(whole[lane])
      let index = 2 * (count & 127)
      (power[lane], powerRest[lane]) = (table[index], table[index + 1])
      scale[lane] = Self.power(ofTwo: count >> 7)
    }
    return (power + (powerRest + power * (r + (series + correction)))) * scale
  }

  /// The logarithms of positive normal numbers.
  @inline(__always)
  private static func logarithm(ofNormal x: Lanes) -> Lanes {
    let place = bits(x) &- 0x3fe6_0000_0000_0000
    let fraction = numbers(bits(x) &- (place & 0xfff0_0000_0000_0000))
    let table = MathematicsTables.logarithms
    var (exponent, inverse, table1, table2) = (Lanes(), Lanes(), Lanes(), Lanes())
    for lane in 0..<Lanes.scalarCount {
      exponent[lane] = Double(Int64(bitPattern: place[lane]) >> 52)
      let index = 3 * Int(truncatingIfNeeded: place[lane] >> 45 & 127)
      (inverse[lane], table1[lane], table2[lane]) = (table[index], table[index + 1], table[index + 2])
    }
    let upper = numbers(bits(fraction) & 0xffff_ffff_f800_0000)
    let first = upper * inverse - 1
    let second = (fraction - upper) * inverse
    let r = first + second
    let tail = (first - r) + second
    let larger = exponent * 0x1.62e42fefa38p-1 + table1
    let high = larger + r
    let low = (larger - high) + r
    let square = r * r
    let small = tail + (exponent * 0x1.ef35793c7673p-45 + table2)
    let inner = line(1.0 / 7, -0.125, r) + square * (1.0 / 9)
    let series = line(1.0 / 3, -0.25, r) + square * (line(0.2, -1.0 / 6, r) + square * inner)
    return high + (low + (small + (square * r * series - 0.5 * square)))
  }

  /// The cosines of numbers from 0 to 2π.
  @inline(__always)
  private static func cosine(ofSmall x: Lanes) -> Lanes {
    let isReduced = x .<= 0x1.921fb54442d18p-1
    let whole = ((x * 0x1.45f306dc9c883p-1 + 0x1.8p52) - 0x1.8p52).replacing(with: 0, where: isReduced)
    let first = x - whole * 0x1.921fb544p0
    let middle = whole * -0x1.0b4611a6p-34
    let sum = first + middle
    let part = sum - first
    let error = (first - (sum - part)) + (middle - part)
    let third = whole * 0x1.3198a2e037073p-69
    let high = sum + (error - third)
    let magnitude = numbers(bits(high) & 0x7fff_ffff_ffff_ffff)
    if any((magnitude .<= 0x1p-20) .& .!isReduced) {
      // Near a multiple of π/2 this reduction is not exact enough.
      var result = Lanes()
      for lane in 0..<Lanes.scalarCount { result[lane] = cosine(x[lane]) }
      return result
    }
    let low = (sum - high) + (error - third)
    let isSine = (whole .== 1) .| (whole .== 3)
    let series = series(high, low).cosine.replacing(with: series(high, low).sine, where: isSine)
    let value = tableValue(high, magnitude, low, isSine).replacing(with: series, where: magnitude .< 0.25)
    return value.replacing(with: -value, where: (whole .== 1) .| (whole .== 2))
  }

  /// The sine and the cosine of angles below 1/4.
  @inline(__always)
  private static func series(_ high: Lanes, _ low: Lanes) -> (sine: Lanes, cosine: Lanes) {
    let z = high * high
    let square = z * z
    let sineEnd = line(-1.0 / 5040, 1.0 / 362_880, z) + square * line(-1.0 / 39_916_800, 1.0 / 6_227_020_800, z)
    let sineSeries = line(-1.0 / 6, 1.0 / 120, z) + square * sineEnd
    let sine = high + (high * z * sineSeries + low * (1 - 0.5 * z))
    let head = 1 - 0.5 * z
    let cosineEnd = line(1.0 / 40_320, -1.0 / 3_628_800, z) + square * (1.0 / 479_001_600)
    let cosineSeries = line(1.0 / 24, -1.0 / 720, z) + square * cosineEnd
    return (sine, head + (((1 - head) - 0.5 * z) + (square * cosineSeries - high * low)))
  }

  /// The sine or the cosine of reduced angles, from the table value at the nearest multiple of 1/64.
  @inline(__always)
  private static func tableValue(
    _ high: Lanes, _ magnitude: Lanes, _ low: Lanes, _ isSine: SIMDMask<SIMD4<Int64>>
  ) -> Lanes {
    // Adding 2⁵² rounds to a whole number, which is in the lower bits of the sum.
    let scaled = magnitude * 64 + 0.5
    let nearest = (scaled + 0x1p52) - 0x1p52
    let index = nearest - Lanes().replacing(with: 1, where: nearest .> scaled)
    let places = bits(index + 0x1p52)
    let isNegative = high .< 0
    let t = (magnitude - index * 0x1p-6) + low.replacing(with: -low, where: isNegative)
    let z = t * t
    let smallSine = t + t * z * line(-1.0 / 6, 1.0 / 120, z)
    let smallRest = z * (0.5 - z * line(1.0 / 24, -1.0 / 720, z))
    let table = MathematicsTables.circle
    var (sine, sineRest, cosine, cosineRest) = (Lanes(), Lanes(), Lanes(), Lanes())
    for lane in 0..<Lanes.scalarCount {
      let place = 4 * Int(truncatingIfNeeded: places[lane] & 0xff)
      (sine[lane], sineRest[lane]) = (table[place], table[place + 1])
      (cosine[lane], cosineRest[lane]) = (table[place + 2], table[place + 3])
    }
    let own = cosine.replacing(with: sine, where: isSine)
    let other = (-sine).replacing(with: cosine, where: isSine)
    let rest = cosineRest.replacing(with: sineRest, where: isSine)
    let value = own + (rest + (other * smallSine - own * smallRest))
    return value.replacing(with: -value, where: isSine .& isNegative)
  }

  @inline(__always)
  private static func line(_ constant: Double, _ slope: Double, _ x: Lanes) -> Lanes {
    Lanes(repeating: constant) + x * Lanes(repeating: slope)
  }

  @inline(__always)
  private static func bits(_ x: Lanes) -> Bits {
    Bits(x[0].bitPattern, x[1].bitPattern, x[2].bitPattern, x[3].bitPattern)
  }

  @inline(__always)
  private static func numbers(_ bits: Bits) -> Lanes {
    Lanes(
      Double(bitPattern: bits[0]), Double(bitPattern: bits[1]), Double(bitPattern: bits[2]), Double(bitPattern: bits[3])
    )
  }
}
