// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A sum of `Double`s that loses nothing: a number that was added can be removed again, and the order makes no difference.
///
/// ```swift
/// var sum = ExactSum()
/// for number in [1e100, 1, -1e100] { sum.add(number) }
/// sum.value          // 1
/// sum.remove(1e100)
/// sum.value          // -1e100
/// ```
///
/// It is a binary number of fixed point that reaches from the last digit of the least `Double` to 77 bits above the greatest
/// one (Kulisch, Computer Arithmetic and Validity, 2008), so 2^77 numbers fit. Infinities and NaNs are counted beside it. A
/// sum takes some 320 bytes, and a node that folds its inputs by one has the sum that is nearest to the true one, whatever was
/// changed before (see ``NodeDefinition/init(_:folding:output:empty:adding:removing:result:)``).
public struct ExactSum: Equatable, Sendable {
  /// The digits to the base 2^64, least first, as two's complement. The unit is the least positive `Double`, 2^−1074.
  private var digits: [UInt64]
  /// How many there are, less those that were removed.
  private var infinities = 0
  private var negativeInfinities = 0
  private var notNumbers = 0

  private static let digitCount = 34

  /// A sum of no numbers, which is 0.
  public init() { digits = Array(repeating: 0, count: Self.digitCount) }

  /// Adds a number. Complexity: O(1).
  public mutating func add(_ number: Double) { change(number, isRemoved: false) }

  /// Removes a number that was added.
  ///
  /// One that was not added leaves the sum without it, as if its negative had been added; an infinity or a NaN that was not
  /// added leaves a sum that tells nothing. Complexity: O(1).
  public mutating func remove(_ number: Double) { change(number, isRemoved: true) }

  private mutating func change(_ number: Double, isRemoved: Bool) {
    guard number.isFinite else { return count(number, by: isRemoved ? -1 : 1) }
    let pattern = number.bitPattern
    let exponent = Int(pattern >> 52 & 0x7FF)
    let fraction = pattern & (1 << 52 - 1)
    if exponent == 0, fraction == 0 { return }
    // Numbers without a leading one have the exponent of the least that have it.
    let significand = exponent == 0 ? fraction : fraction | 1 << 52
    let shift = max(exponent - 1, 0)
    let low = significand << UInt64(shift & 63)
    let high = shift & 63 == 0 ? 0 : significand >> UInt64(64 - shift & 63)
    if (number < 0) == isRemoved {
      increase(from: shift >> 6, low, high)
    } else {
      decrease(from: shift >> 6, low, high)
    }
  }

  private mutating func count(_ number: Double, by difference: Int) {
    if number.isNaN {
      notNumbers += difference
    } else if number > 0 {
      infinities += difference
    } else {
      negativeInfinities += difference
    }
  }

  private mutating func increase(from index: Int, _ low: UInt64, _ high: UInt64) {
    let first = digits[index].addingReportingOverflow(low)
    digits[index] = first.partialValue
    let second = digits[index + 1].addingReportingOverflow(high &+ (first.overflow ? 1 : 0))
    digits[index + 1] = second.partialValue
    var (isCarried, next) = (second.overflow, index + 2)
    while isCarried, next < Self.digitCount {
      digits[next] &+= 1
      isCarried = digits[next] == 0
      next += 1
    }
  }

  private mutating func decrease(from index: Int, _ low: UInt64, _ high: UInt64) {
    let first = digits[index].subtractingReportingOverflow(low)
    digits[index] = first.partialValue
    let second = digits[index + 1].subtractingReportingOverflow(high &+ (first.overflow ? 1 : 0))
    digits[index + 1] = second.partialValue
    var (isBorrowed, next) = (second.overflow, index + 2)
    while isBorrowed, next < Self.digitCount {
      isBorrowed = digits[next] == 0
      digits[next] &-= 1
      next += 1
    }
  }

  /// The `Double` that is nearest to the sum, an even one of two that are equally near; 0 if nothing is left.
  ///
  /// As with additions, NaN comes of a NaN and of infinities of both signs, and a sum beyond the greatest number is infinite.
  /// Complexity: O(1).
  public var value: Double {
    if notNumbers != 0 || (infinities != 0 && negativeInfinities != 0) { return .nan }
    if infinities != 0 { return .infinity }
    if negativeInfinities != 0 { return -.infinity }
    guard let lowest = digits.firstIndex(where: { $0 != 0 }) else { return 0 }
    let isNegative = digits[Self.digitCount - 1] >> 63 == 1
    /// A digit of the magnitude.
    func digit(_ index: Int) -> UInt64 {
      if !isNegative { return digits[index] }
      return index < lowest ? 0 : index == lowest ? 0 &- digits[index] : ~digits[index]
    }
    var highest = Self.digitCount - 1
    while digit(highest) == 0 { highest -= 1 }
    let shift = digit(highest).leadingZeroBitCount
    let next = highest > 0 ? digit(highest - 1) : 0
    // The leading 64 bits, and the place of the first.
    let leading = shift == 0 ? digit(highest) : digit(highest) << UInt64(shift) | next >> UInt64(64 - shift)
    let place = highest * 64 + 63 - shift
    let magnitude = Self.number(leading, at: place) {
      // Only what lies exactly between two numbers is decided by the rest.
      (shift != 0 && next << UInt64(shift) != 0) || (shift == 0 && next != 0) || lowest < highest - 1
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Rounds the leading bits of a magnitude, the first of which is at a place.
  private static func number(_ leading: UInt64, at place: Int, hasMore: () -> Bool) -> Double {
    // So small a number has no more bits than a `Double`, whose pattern they are.
    if place <= 52 { return Double(bitPattern: leading >> UInt64(63 - place)) }
    let half: UInt64 = 1 << 10
    let rest = leading & (2 * half - 1)
    let significand = leading >> 11
    let isUp = rest > half || (rest == half && (significand & 1 == 1 || hasMore()))
    // Where rounding up carries, it carries into the exponent.
    let pattern = UInt64(place - 51) << 52 + (significand & (1 << 52 - 1)) + (isUp ? 1 : 0)
    return pattern >= Double.infinity.bitPattern ? .infinity : Double(bitPattern: pattern)
  }
}
