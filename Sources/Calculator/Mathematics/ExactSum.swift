// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A sum of numbers, or of products of them, that is rounded once: when it is read.
///
/// The sum is the same in any order, and may be the sum of parts: an intermediate result neither loses digits nor overflows.
///
///     ExactSum.sum([1e16, 1, -1e16])        // 1
///     ExactSum.sum([1e308, 1e308, -1e308])  // 1e308
///
/// It is one long fixed-point number of digits of 32 bits in words of 64, which carry now and then (Kulisch 1981, Neal 2015).
package struct ExactSum: Sendable {
  /// How many factors a term has.
  private let factorCount: Int
  /// The lowest first. All but the last are positive after they have carried.
  private var digits: [Int64]
  /// How many terms may be added before digits carry.
  private var room: Int
  /// The sum of infinities and NaNs; 0 if there are none.
  private var special = 0.0

  /// A term adds at most 2⁵³ to a digit.
  private static let room = 1 << 9

  /// Creates a sum of nothing.
  ///
  /// - Parameter factorCount: How many factors each term has: 1 for numbers, 2 for squares and products of two.
  package init(ofProductsOf factorCount: Int = 1) {
    self.factorCount = factorCount
    // All bits of such a product, and those of as many terms as there can be.
    digits = Array(repeating: 0, count: (2098 * factorCount + 64) / 32 + 2)
    room = Self.room
  }

  /// The exponent of the lowest bit.
  private var lowest: Int { -1074 * factorCount }

  // MARK: Adding

  /// Adds a number to a sum of numbers. Complexity: O(1)
  @inline(__always)
  package mutating func add(_ x: Double) {
    let exponent = Int(x.bitPattern >> 52) & 0x7ff
    if exponent == 0x7ff {
      special += x
      return
    }
    if room == 0 { carry() }
    room -= 1
    let fraction = x.bitPattern & 0x000f_ffff_ffff_ffff
    // Subnormal numbers have the exponent of the least normal ones.
    let significand = exponent == 0 ? fraction : fraction | 0x0010_0000_0000_0000
    let position = max(exponent - 1, 0)
    let (index, shift) = (position >> 5, UInt64(position & 31))
    let low = Int64(truncatingIfNeeded: significand << shift & 0xffff_ffff)
    let high = Int64(truncatingIfNeeded: (significand >> 1) >> (31 &- shift))
    let sign = Int64(bitPattern: x.bitPattern) >> 63
    digits[index] &+= (low ^ sign) &- sign
    digits[index + 1] &+= (high ^ sign) &- sign
  }

  /// Adds the product of two numbers to a sum of products of two. Complexity: O(1)
  package mutating func add(_ x: Double, times y: Double) {
    guard x.isFinite, y.isFinite else {
      special += x * y
      return
    }
    let (first, second) = (Self.parts(x), Self.parts(y))
    let product = first.significand.multipliedFullWidth(by: second.significand)
    add(product.low, product.high, at: first.position + second.position, isNegative: (x < 0) != (y < 0))
  }

  /// Adds the product of as many numbers as terms have factors. Complexity: O(factors²)
  package mutating func add(productOf factors: [Double]) {
    guard factors.allSatisfy(\.isFinite) else {
      special += factors.reduce(1, *)
      return
    }
    var product = Natural(1)
    var position = 0
    var isNegative = false
    for factor in factors {
      let parts = Self.parts(factor)
      product = product * Natural(parts.significand)
      position += parts.position
      if factor < 0 { isNegative.toggle() }
    }
    for (index, limb) in product.limbs.enumerated() {
      add(limb, 0, at: position + index * 64, isNegative: isNegative)
    }
  }

  /// The significand as a whole number, and its position above the least.
  private static func parts(_ x: Double) -> (significand: UInt64, position: Int) {
    let exponent = Int(x.bitPattern >> 52) & 0x7ff
    let fraction = x.bitPattern & 0x000f_ffff_ffff_ffff
    return exponent == 0 ? (fraction, 0) : (fraction | 0x0010_0000_0000_0000, exponent - 1)
  }

  /// Adds 128 bits at a position.
  private mutating func add(_ low: UInt64, _ high: UInt64, at position: Int, isNegative: Bool) {
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

  /// Adds another sum of as many factors.
  package mutating func merge(_ other: ExactSum) {
    precondition(factorCount == other.factorCount, "only sums of terms of one kind are added")
    special += other.special
    carry()
    var other = other
    other.carry()
    for index in digits.indices { digits[index] &+= other.digits[index] }
    room = Self.room
  }

  /// Brings all digits but the last to 32 bits.
  private mutating func carry() {
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

  /// The sum without its sign, in units of the lowest bit.
  var magnitude: (isNegative: Bool, natural: Natural) {
    var sum = self
    sum.carry()
    let isNegative = (sum.digits.last ?? 0) < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index] = -sum.digits[index] }
      sum.carry()
    }
    let halves = sum.digits.map { UInt64(bitPattern: $0) }
    let limbs = stride(from: 0, to: halves.count, by: 2).map { index in
      halves[index] | (index + 1 < halves.count ? halves[index + 1] << 32 : 0)
    }
    return (isNegative, Natural(limbs))
  }

  /// The number nearest to the sum: infinite if it is too large or a term is, NaN if a term is NaN or infinities of both signs
  /// were added.
  package var value: Double { mean(of: 1) }

  /// The number nearest to the sum divided by a count.
  package func mean(of count: Int) -> Double {
    if special != 0 { return special }
    let (isNegative, natural) = magnitude
    let (quotient, hasRest) = (natural << 128).divided(by: UInt64(count))
    let nearest = quotient.nearest(exponent: lowest - 128, hasRest: hasRest)
    return isNegative ? -nearest : nearest
  }

  /// The number nearest to the square root of a sum of squares.
  package var root: Double {
    if special != 0 { return special }
    return (magnitude.natural << 256).nearestRoot(exponent: lowest - 256)
  }

  /// Infinities and NaNs; 0 if there are none.
  var nonfinite: Double { special }
}

extension ExactSum: Hashable {
  /// Whether both have the same sum, however it came about.
  package static func == (left: ExactSum, right: ExactSum) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

// Sums of parts are written and read.
extension ExactSum {
  /// The sum as text: hexadecimal digits, and the exponent of the last one's lowest bit, as `-1fp-3` for −31/8.
  package var text: String {
    if special != 0 { return special.isNaN ? "nan" : special < 0 ? "-inf" : "inf" }
    let (isNegative, natural) = magnitude
    if natural.isZero { return "0p0" }
    let zeros = natural.limbs.prefix { $0 == 0 }.count
    let shift = zeros * 64 + natural.limbs[zeros].trailingZeroBitCount
    let digits = (natural >> shift).limbs.reversed().enumerated().map { index, limb in
      let text = String(limb, radix: 16)
      return index == 0 ? text : String(repeating: "0", count: 16 - text.utf8.count) + text
    }
    return "\(isNegative ? "-" : "")\(digits.joined())p\(lowest + shift)"
  }

  /// Reads a ``text``; `nil` if it is none, or no sum of such terms.
  package init?(_ text: String, ofProductsOf factorCount: Int) {
    self.init(ofProductsOf: factorCount)
    switch text {
    case "nan": special = .nan
    case "inf": special = .infinity
    case "-inf": special = -.infinity
    default:
      let parts = text.split(separator: "p", omittingEmptySubsequences: false)
      guard parts.count == 2, let exponent = Int(parts[1]), exponent.magnitude < 10_000 * UInt(factorCount),
        text.utf8.count < 2000 * factorCount
      else { return nil }
      let isNegative = parts[0].first == "-"
      let digits = Array(parts[0].utf8.dropFirst(isNegative ? 1 : 0))
      let values = digits.compactMap(\.hexadecimalDigit)
      guard !values.isEmpty, values.count == digits.count else { return nil }
      if values.allSatisfy({ $0 == 0 }) { return }
      let end = exponent - lowest
      // The last word is the sign's.
      guard end >= 0, end < self.digits.count * 32, end + values.count * 4 <= (self.digits.count - 1) * 32 else {
        return nil
      }
      for (index, value) in values.reversed().enumerated() {
        add(UInt64(value), 0, at: end + index * 4, isNegative: isNegative)
      }
    }
  }
}
