// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The shortest decimal that reads back as the same double, and of those the nearest: `digits` / 10^`decimals`. It is computed
/// for numbers that are not whole and are written without an exponent.
///
/// The method is Schubfach (Giulietti 2021): among the multiples of a power of ten that is not greater than the distance
/// between neighbouring doubles, one or two lie between the limits of the double. In this range of numbers all products fit
/// 128 bits, so they are exact, and no table of rounded powers is needed.
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
    let five = Self.powersOfFive[decimals]
    // The number and its limits, × 10^decimals × 2^shift.
    let shift = UInt64(2 - exponent - decimals)
    let middle = Wide((4 * significand).multipliedFullWidth(by: five))
    let floor = middle.shiftedDown(shift)
    func distance(_ digits: UInt64) -> (length: Wide, isWithin: Bool) {
      let candidate = Wide(digits, shiftedUp: shift)
      let isGreater = middle < candidate
      let length = isGreater ? candidate - middle : middle - candidate
      return (length, length.high == 0 && length.low <= (isGreater || !isPower ? 2 * five : five))
    }
    let tens = floor / 10
    let (below, above) = (distance(tens * 10), distance(tens * 10 + 10))
    if below.isWithin || above.isWithin {
      let isUp = above.isWithin && (!below.isWithin || above.length < below.length)
      (digits, decimals) = (isUp ? tens + 1 : tens, decimals - 1)
      dropZeros()
      return
    }
    let (down, up) = (distance(floor), distance(floor + 1))
    let isUp: Bool
    if down.isWithin, up.isWithin {
      // Of two that are equally near, the even one.
      isUp = up.length < down.length || !(down.length < up.length) && floor % 2 == 1
    } else {
      isUp = up.isWithin
    }
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

  /// A whole number of 128 bits. The type of the standard library is not available on all systems that the package supports.
  private struct Wide {
    let high: UInt64
    let low: UInt64

    init(_ parts: (high: UInt64, low: UInt64)) { (high, low) = parts }

    /// A number × 2^`shift`, which is more than 0 and less than 128.
    init(_ number: UInt64, shiftedUp shift: UInt64) {
      self.init(shift < 64 ? (number >> (64 - shift), number << shift) : (number << (shift - 64), 0))
    }

    /// The number / 2^`shift`, which is less than 2⁶⁴.
    func shiftedDown(_ shift: UInt64) -> UInt64 {
      shift < 64 ? high << (64 - shift) | low >> shift : high >> (shift - 64)
    }

    static func < (left: Wide, right: Wide) -> Bool {
      left.high < right.high || left.high == right.high && left.low < right.low
    }

    static func - (left: Wide, right: Wide) -> Wide {
      let (low, isBorrowed) = left.low.subtractingReportingOverflow(right.low)
      return Wide((left.high &- right.high &- (isBorrowed ? 1 : 0), low))
    }
  }
}
