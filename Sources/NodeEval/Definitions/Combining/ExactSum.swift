// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A sum of `Double`s without rounding errors: a number that was added can be removed again, and the order makes no difference.
///
/// ```swift
/// var sum = ExactSum()
/// for number in [1e100, 1, -1e100] { sum.add(number) }
/// sum.value          // 1
/// sum.remove(1e100)
/// sum.value          // -1e100
/// ```
///
/// The sum is a fixed-point binary number that reaches from the last digit of the least `Double` to 64 bits above the greatest
/// one (Kulisch, Computer Arithmetic and Validity, 2008), so it holds 2^63 numbers. Its digits of 32 bits are kept in words of
/// 64, and are carried only now and then (Neal, Fast Exact Summation Using Small and Large Superaccumulators, 2015). Infinities
/// and NaNs are counted separately. A sum takes some 600 bytes. A node that folds its inputs into one has the `Double` nearest
/// to the true sum, whatever was changed before (see ``NodeDefinition/init(_:folding:output:empty:adding:removing:result:)``).
public struct ExactSum: Sendable {
  /// How many factors a term has: 1 in sums of numbers, 2 in sums of squares and products.
  package let factorCount: Int
  /// The digits, lowest first. The unit is the least positive product, 2^−1074 for each factor. All digits but the last are
  /// positive after they were carried.
  @usableFromInline var digits: [Int64]
  /// How many terms may be added before digits carry.
  @usableFromInline var room: Int
  /// How many infinities and NaNs were added, less those that were removed.
  private var infinities = 0
  private var negativeInfinities = 0
  private var notNumbers = 0

  /// A term adds at most 2⁵³ to a digit.
  private static let room = 1 << 9

  /// A sum of no numbers, which is 0.
  public init() { self.init(ofProductsOf: 1) }

  /// Creates a sum of no terms.
  ///
  /// - Parameter factorCount: How many factors each term has.
  package init(ofProductsOf factorCount: Int) {
    self.factorCount = factorCount
    // The last digit holds the sign.
    digits = Array(repeating: 0, count: Self.width(ofProductsOf: factorCount) / 32 + 1)
    room = Self.room
  }

  /// The number of bits that hold the sum of as many terms as possible, each of `factorCount` factors; a multiple of 32.
  package static func width(ofProductsOf factorCount: Int) -> Int { ((2098 * factorCount + 64) / 32 + 1) * 32 }

  // MARK: Adding

  /// Adds a number. Complexity: O(1).
  @inlinable
  public mutating func add(_ number: Double) {
    let exponent = Int(number.bitPattern >> 52) & 0x7ff
    if exponent == 0x7ff { return count(number, by: 1) }
    if room == 0 { carry() }
    room -= 1
    let fraction = number.bitPattern & 0x000f_ffff_ffff_ffff
    // Subnormal numbers have the exponent of the least normal ones.
    let significand = exponent == 0 ? fraction : fraction | 0x0010_0000_0000_0000
    let position = max(exponent - 1, 0)
    let (index, shift) = (position >> 5, UInt64(position & 31))
    let low = Int64(truncatingIfNeeded: significand << shift & 0xffff_ffff)
    let high = Int64(truncatingIfNeeded: (significand >> 1) >> (31 &- shift))
    let sign = Int64(bitPattern: number.bitPattern) >> 63
    digits[index] &+= (low ^ sign) &- sign
    digits[index + 1] &+= (high ^ sign) &- sign
  }

  /// Removes a number that was added.
  ///
  /// Removing a finite number that was not added adds its negative. After removing an infinity or a NaN that was not added, the
  /// sum is meaningless. Complexity: O(1).
  public mutating func remove(_ number: Double) {
    if number.isFinite { add(-number) } else { count(number, by: -1) }
  }

  /// Adds numbers. Many are added to the sums of their exponents first, which costs less than half.
  ///
  /// - Complexity: O(numbers)
  @inlinable
  package mutating func add(contentsOf numbers: some Collection<Double>) {
    let count = numbers.count
    guard count >= Self.bulk, count < 1 << 30 else {
      for number in numbers { add(number) }
      return
    }
    // For each exponent, the sums of the lower 32 bits and of the higher ones. They have room for 2³⁰ terms.
    var low = [Int64](repeating: 0, count: 0x800)
    var high = low
    var greatest = 0
    for number in numbers {
      let pattern = number.bitPattern
      let exponent = Int(pattern >> 52) & 0x7ff
      let sign = Int64(bitPattern: pattern) >> 63
      let leading: UInt64 = exponent == 0 ? 0 : 0x0010_0000
      low[exponent] &+= (Int64(pattern & 0xffff_ffff) ^ sign) &- sign
      high[exponent] &+= (Int64(pattern >> 32 & 0x000f_ffff | leading) ^ sign) &- sign
      greatest = max(greatest, exponent)
    }
    for exponent in 0..<0x7ff {
      let position = max(exponent - 1, 0)
      if low[exponent] != 0 { add(low[exponent].magnitude, 0, at: position, isNegative: low[exponent] < 0) }
      if high[exponent] != 0 { add(high[exponent].magnitude, 0, at: position + 32, isNegative: high[exponent] < 0) }
    }
    if greatest == 0x7ff { for number in numbers where !number.isFinite { add(number) } }
  }

  /// The least number of terms for which it is faster to sum by exponent first.
  @usableFromInline static let bulk = 4096

  /// Adds the product of two numbers to a sum of products of two. Complexity: O(1)
  package mutating func add(_ x: Double, times y: Double) {
    guard x.isFinite, y.isFinite else { return add(nonfinite: x * y) }
    let (first, second) = (Self.parts(x), Self.parts(y))
    let product = first.significand.multipliedFullWidth(by: second.significand)
    add(product.low, product.high, at: first.position + second.position, isNegative: (x < 0) != (y < 0))
  }

  /// Adds an infinity or a NaN. Complexity: O(1)
  package mutating func add(nonfinite number: Double) { count(number, by: 1) }

  @usableFromInline
  mutating func count(_ number: Double, by difference: Int) {
    if number.isNaN {
      notNumbers += difference
    } else if number > 0 {
      infinities += difference
    } else {
      negativeInfinities += difference
    }
  }

  /// The significand of a number as an integer, and its position above the least.
  package static func parts(_ x: Double) -> (significand: UInt64, position: Int) {
    let exponent = Int(x.bitPattern >> 52) & 0x7ff
    let fraction = x.bitPattern & 0x000f_ffff_ffff_ffff
    return exponent == 0 ? (fraction, 0) : (fraction | 0x0010_0000_0000_0000, exponent - 1)
  }

  /// Adds 128 bits at a position.
  @usableFromInline
  package mutating func add(_ low: UInt64, _ high: UInt64, at position: Int, isNegative: Bool) {
    if room == 0 { carry() }
    room -= 1
    let (index, shift) = (position >> 5, UInt64(position & 31))
    let sign: Int64 = isNegative ? -1 : 0
    let first = low << shift
    let second = high << shift | (low >> 1) >> (63 &- shift)
    let last = (high >> 1) >> (63 &- shift)
    for (place, part) in [first & 0xffff_ffff, first >> 32, second & 0xffff_ffff, second >> 32, last].enumerated() {
      if part != 0 { digits[index + place] &+= (Int64(part) ^ sign) &- sign }
    }
  }

  /// Adds another sum, whose terms have the same number of factors. Complexity: O(factors)
  package mutating func merge(_ other: ExactSum) {
    precondition(factorCount == other.factorCount, "only sums of terms of one kind are added")
    infinities += other.infinities
    negativeInfinities += other.negativeInfinities
    notNumbers += other.notNumbers
    carry()
    var other = other
    other.carry()
    for index in digits.indices { digits[index] &+= other.digits[index] }
    room = Self.room
  }

  /// Carries all digits but the last to 32 bits.
  @usableFromInline
  mutating func carry() {
    var carried: Int64 = 0
    for index in digits.indices.dropLast() {
      let digit = digits[index] &+ carried
      digits[index] = digit & 0xffff_ffff
      carried = digit >> 32
    }
    digits[digits.count - 1] &+= carried
    room = Self.room
  }

  // MARK: Reading

  /// The sum of infinities and NaNs: NaN if there is a NaN or there are infinities of both signs; 0 if there are none.
  package var nonfinite: Double {
    if notNumbers != 0 || (infinities != 0 && negativeInfinities != 0) { return .nan }
    return infinities != 0 ? .infinity : negativeInfinities != 0 ? -.infinity : 0
  }

  /// The absolute value of the sum, in units of the least term, in words of 64 bits, lowest first; and its sign.
  package var magnitude: (isNegative: Bool, words: [UInt64]) {
    var sum = self
    sum.carry()
    let isNegative = (sum.digits.last ?? 0) < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index] = -sum.digits[index] }
      sum.carry()
    }
    let halves = sum.digits.map { UInt64(bitPattern: $0) }
    let words = stride(from: 0, to: halves.count, by: 2).map { index in
      halves[index] | (index + 1 < halves.count ? halves[index + 1] << 32 : 0)
    }
    return (isNegative, words)
  }

  /// The `Double` nearest to the sum of the numbers; of two that are equally near, the even one. 0 for an empty sum.
  ///
  /// As with additions, the value is NaN if there is a NaN or there are infinities of both signs, and a sum beyond the greatest
  /// number is infinite. Complexity: O(1).
  public var value: Double {
    if nonfinite != 0 { return nonfinite }
    let (isNegative, words) = magnitude
    guard let lowest = words.firstIndex(where: { $0 != 0 }), let highest = words.lastIndex(where: { $0 != 0 }) else {
      return 0
    }
    let shift = words[highest].leadingZeroBitCount
    let next = highest > 0 ? words[highest - 1] : 0
    // The leading 64 bits, and the place of the first bit.
    let leading = shift == 0 ? words[highest] : words[highest] << UInt64(shift) | next >> UInt64(64 - shift)
    let place = highest * 64 + 63 - shift
    let magnitude = Self.number(leading, at: place) {
      // The remaining bits matter only if the leading ones are exactly halfway between two numbers.
      (shift != 0 && next << UInt64(shift) != 0) || (shift == 0 && next != 0) || lowest < highest - 1
    }
    return isNegative ? -magnitude : magnitude
  }

  /// Rounds a magnitude, given its leading bits and the place of the first one.
  private static func number(_ leading: UInt64, at place: Int, hasMore: () -> Bool) -> Double {
    // Such a small number has no more bits than a `Double`, and the bits are its pattern.
    if place <= 52 { return Double(bitPattern: leading >> UInt64(63 - place)) }
    let half: UInt64 = 1 << 10
    let rest = leading & (2 * half - 1)
    let significand = leading >> 11
    let isUp = rest > half || (rest == half && (significand & 1 == 1 || hasMore()))
    // If rounding up carries, it correctly carries into the exponent.
    let pattern = UInt64(place - 51) << 52 + (significand & (1 << 52 - 1)) + (isUp ? 1 : 0)
    return pattern >= Double.infinity.bitPattern ? .infinity : Double(bitPattern: pattern)
  }
}

extension ExactSum: Hashable {
  /// Whether both have the same sum, whatever was added and removed before. Complexity: O(1)
  public static func == (left: ExactSum, right: ExactSum) -> Bool {
    var (first, second) = (left, right)
    first.carry()
    second.carry()
    return first.digits == second.digits && left.factorCount == right.factorCount
      && left.infinities == right.infinities && left.negativeInfinities == right.negativeInfinities
      && left.notNumbers == right.notNumbers
  }

  /// Hashes the sum, regardless of how its digits are carried.
  public func hash(into hasher: inout Hasher) {
    var sum = self
    sum.carry()
    hasher.combine(sum.digits)
    hasher.combine(infinities)
    hasher.combine(negativeInfinities)
    hasher.combine(notNumbers)
  }
}
