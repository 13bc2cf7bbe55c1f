// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The shortest decimal that reads back as the same double, and of those the nearest: `digits` / 10^`decimals`. It is computed
/// for numbers that are not whole and are written without an exponent.
///
/// The method is Schubfach (Giulietti 2021): among the multiples of a power of ten that is not greater than the distance
/// between neighbouring doubles, one or two are within the limits of the double. In this range of numbers the only product that
/// is needed fits 128 bits, so it is exact, and no table of rounded powers is needed.
struct ShortestDecimal {
  /// At most 17 digits, of which the last is not 0.
  private(set) var digits: UInt64
  /// The number of digits after the point, at least 1 and at most 21.
  private(set) var decimals: Int

  /// The numbers that this type can represent.
  static let range = 1e-4..<1e15

  /// Powers of ten and of five up to those that the numbers of ``range`` need. They are written out, so that they need no
  /// initialization, which each access would check.
  private static let powersOfTen: [UInt64] = [
    1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
    100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
    10_000_000_000_000_000, 100_000_000_000_000_000,
  ]
  private static let powersOfFive: [UInt64] = [
    1, 5, 25, 125, 625, 3_125, 15_625, 78_125, 390_625, 1_953_125, 9_765_625, 48_828_125, 244_140_625, 1_220_703_125,
    6_103_515_625, 30_517_578_125, 152_587_890_625, 762_939_453_125, 3_814_697_265_625, 19_073_486_328_125,
    95_367_431_640_625, 476_837_158_203_125,
  ]

  /// Finds the digits of a number.
  ///
  /// - Precondition: The number is in ``range`` and not whole.
  init(_ number: Double) {
    // Most numbers that people type have few decimals. A decimal of up to 15 digits that reads back as the number is the
    // shortest, because no two of them read back as the same double.
    if number < 1e11 {
      let scaled = UInt64(number * 10_000 + 0.5)
      if Double(scaled) / 10_000 == number {
        (digits, decimals) = (scaled, 4)
        dropZeros()
        return
      }
    }
    let exponent = Int(number.bitPattern >> 52) - 1075
    let significand = number.significandBitPattern | 1 << 52
    // Below a power of two, doubles are half as far from each other.
    let isPower = number.significandBitPattern == 0
    // The logarithm of the distance of doubles, or of three quarters of it, as a fraction of 2²² and rounded down.
    decimals = -((exponent * 1_262_611 - (isPower ? 524_031 : 0)) >> 22)
    // The product is the number × 10^decimals × 2^shift. In this range of numbers `shift` is from 4 to 50, and all distances
    // fit a word. Half the distance of doubles is 2 × 5^decimals.
    let five = Self.powersOfFive[decimals]
    let shift = UInt64(2 - exponent - decimals)
    let unit: UInt64 = 1 << shift
    let product = (4 * significand).multipliedFullWidth(by: five)
    let floor = product.high << (64 - shift) | product.low >> shift
    let rest = product.low & (unit - 1)
    let (halfBelow, halfAbove) = (isPower ? five : 2 * five, 2 * five)
    let (tens, digit) = floor.quotientAndRemainder(dividingBy: 10)
    let below = digit * unit + rest
    let above = 10 * unit - below
    if below <= halfBelow || above <= halfAbove {
      let isUp = above <= halfAbove && (below > halfBelow || above < below)
      (digits, decimals) = (isUp ? tens + 1 : tens, decimals - 1)
      dropZeros()
      return
    }
    let up = unit - rest
    // Of two that are equally near, the even one.
    let isUp = up <= halfAbove && (rest > halfBelow || up < rest || up == rest && floor % 2 == 1)
    digits = isUp ? floor + 1 : floor
  }

  /// The digits before the point and after it.
  var parts: (whole: UInt64, fraction: UInt64) {
    if decimals > 17 { return (0, digits) }
    let (whole, fraction) = digits.quotientAndRemainder(dividingBy: Self.powersOfTen[decimals])
    return (whole, fraction)
  }

  private mutating func dropZeros() {
    while digits % 10 == 0 {
      digits /= 10
      decimals -= 1
    }
  }
}
