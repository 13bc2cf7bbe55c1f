// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A natural number of any size. Exact sums are divided as such numbers, and rounded from them.
struct Natural: Hashable, Sendable {
  /// The digits to base 2⁶⁴, lowest first. The last digit is never 0, so the number 0 has no digits.
  private(set) var limbs: [UInt64]

  init(_ limbs: [UInt64]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
  }

  init(_ value: UInt64) { self.init([value]) }

  var isZero: Bool { limbs.isEmpty }

  /// The number of bits up to the highest bit that is 1.
  var width: Int { limbs.isEmpty ? 0 : limbs.count * 64 - (limbs.last?.leadingZeroBitCount ?? 0) }

  /// The 64 bits that begin at a position.
  func word(at position: Int) -> UInt64 {
    let (index, shift) = (position >> 6, UInt64(position & 63))
    func limb(_ index: Int) -> UInt64 { limbs.indices.contains(index) ? limbs[index] : 0 }
    return shift == 0 ? limb(index) : limb(index) >> shift | limb(index + 1) << (64 - shift)
  }

  /// Whether one of the bits below a position is 1.
  func hasBits(below position: Int) -> Bool {
    guard position > 0 else { return false }
    let whole = min(position >> 6, limbs.count)
    if limbs[..<whole].contains(where: { $0 != 0 }) { return true }
    return whole < limbs.count && limbs[whole] & (1 << UInt64(position & 63) - 1) != 0
  }

  static func << (left: Natural, count: Int) -> Natural {
    if left.isZero { return left }
    let shift = UInt64(count & 63)
    var result = Array(repeating: 0 as UInt64, count: count >> 6)
    result.reserveCapacity(result.count + left.limbs.count + 1)
    var carry: UInt64 = 0
    for limb in left.limbs {
      result.append(limb << shift | carry)
      carry = shift == 0 ? 0 : limb >> (64 - shift)
    }
    result.append(carry)
    return Natural(result)
  }

  static func >> (left: Natural, count: Int) -> Natural {
    Natural((0..<max(0, left.limbs.count - count >> 6)).map { left.word(at: count + $0 * 64) })
  }

  static func * (left: Natural, right: Natural) -> Natural {
    var result = Array(repeating: 0 as UInt64, count: left.limbs.count + right.limbs.count)
    for (place, factor) in right.limbs.enumerated() where factor != 0 {
      var carry: UInt64 = 0
      for (index, limb) in left.limbs.enumerated() {
        let product = limb.multipliedFullWidth(by: factor)
        let (low, first) = product.low.addingReportingOverflow(carry)
        let (sum, second) = result[place + index].addingReportingOverflow(low)
        result[place + index] = sum
        carry = product.high &+ (first ? 1 : 0) &+ (second ? 1 : 0)
      }
      result[place + left.limbs.count] = carry
    }
    return Natural(result)
  }

  /// The difference of two numbers; the first must not be smaller.
  static func - (left: Natural, right: Natural) -> Natural {
    var result = left.limbs
    var borrow: UInt64 = 0
    for index in result.indices {
      let subtrahend = index < right.limbs.count ? right.limbs[index] : 0
      let (first, isBelow) = result[index].subtractingReportingOverflow(subtrahend)
      let (second, isLess) = first.subtractingReportingOverflow(borrow)
      result[index] = second
      borrow = isBelow || isLess ? 1 : 0
    }
    return Natural(result)
  }

  /// Ten times the number plus a digit.
  func appending(_ digit: UInt64) -> Natural {
    var carry = digit
    var result = limbs.map { limb in
      let product = limb.multipliedFullWidth(by: 10)
      let (low, overflow) = product.low.addingReportingOverflow(carry)
      carry = product.high + (overflow ? 1 : 0)
      return low
    }
    result.append(carry)
    return Natural(result)
  }

  func isLess(than other: Natural) -> Bool {
    if limbs.count != other.limbs.count { return limbs.count < other.limbs.count }
    return limbs.reversed().lexicographicallyPrecedes(other.limbs.reversed())
  }

  /// The quotient rounded down, and whether there is a remainder.
  func divided(by divisor: UInt64) -> (quotient: Natural, hasRest: Bool) {
    var result = limbs
    var remainder: UInt64 = 0
    for index in result.indices.reversed() {
      (result[index], remainder) = divisor.dividingFullWidth((remainder, result[index]))
    }
    return (Natural(result), remainder != 0)
  }

  // MARK: Rounding

  /// The double nearest to the number × 2^`exponent`; of two equally near, the one with the even significand.
  ///
  /// - Parameters:
  ///   - exponent: The exponent of the lowest bit.
  ///   - hasRest: Whether the exact value is larger by less than the lowest bit; then the number must have 55 bits or more.
  /// - Returns: The double; infinite where the value is too large.
  func nearest(exponent: Int, hasRest: Bool = false) -> Double {
    let width = width
    let top = exponent + width
    if width == 0 { return 0 }
    if top > 1024 { return .infinity }
    // Subnormal numbers have fewer bits.
    let dropped = width - min(53, top + 1074)
    if dropped <= 0 { return Double(sign: .plus, exponent: exponent, significand: Double(word(at: 0))) }
    // The value is less than half of the least positive number.
    if dropped > width { return 0 }
    var significand = word(at: dropped)
    let isHalf = word(at: dropped - 1) & 1 == 1
    if isHalf, hasRest || significand & 1 == 1 || hasBits(below: dropped - 1) { significand += 1 }
    return Double(sign: .plus, exponent: exponent + dropped, significand: Double(significand))
  }

  /// The double nearest to the square root of the number × 2^`exponent`; `hasRest` as above, for numbers of 130 bits or more.
  func nearestRoot(exponent: Int, hasRest: Bool = false) -> Double {
    if isZero { return 0 }
    // The root of a number with 127 or 128 bits has 64 bits. The exponent that remains has to be even.
    var shift = width - 128
    if (exponent + shift) & 1 != 0 { shift += 1 }
    let radicand = shift < 0 ? self << -shift : self >> shift
    let (low, high) = (radicand.word(at: 0), radicand.word(at: 64))
    var root: UInt64 = 0
    for bit in (0..<64 as Range<UInt64>).reversed() {
      let candidate = root | 1 << bit
      let square = candidate.multipliedFullWidth(by: candidate)
      if square.high < high || square.high == high && square.low <= low { root = candidate }
    }
    let square = root.multipliedFullWidth(by: root)
    let isInexact = square.high != high || square.low != low
    return Natural(root).nearest(
      exponent: (exponent + shift) / 2, hasRest: isInexact || hasRest || hasBits(below: shift))
  }
}
