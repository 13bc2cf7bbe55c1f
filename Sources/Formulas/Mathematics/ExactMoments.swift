// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The count of numbers, their exact sum and the exact sum of their squares. The mean, variance and deviation are
/// rounded once, so they do not depend on the order or the parts in which the numbers were added.
package struct ExactMoments: Hashable, Sendable {
  package private(set) var count = 0
  package private(set) var sum = ExactSum()
  package private(set) var squares = ExactSum(ofProductsOf: 2)

  package init() {}

  /// Creates moments that were written as text; `nil` if no numbers can have them.
  package init?(count: Int, sum: ExactSum, squares: ExactSum) {
    self.count = count
    self.sum = sum
    self.squares = squares
    guard count >= 0, sum.nonfinite != 0 || squares.nonfinite != 0 || variation != nil else { return nil }
  }

  /// Creates the moments of a list. Complexity: O(numbers)
  package init(_ values: some Sequence<Double>) {
    for value in values { add(value) }
  }

  /// The sum of the significands that have one exponent, and the sum of their squares, which needs 117 bits.
  private struct Bin {
    var sum: Int64 = 0
    var low: UInt64 = 0
    var high: UInt64 = 0
  }

  /// How many numbers a bin has room for: a sum of 2¹⁰ significands has 63 bits.
  private static let block = 1 << 10

  /// Adds numbers; those with the same exponent are added together.
  ///
  /// - Complexity: O(numbers)
  package mutating func add(contentsOf numbers: [Double]) {
    var start = 0
    while start < numbers.count {
      let end = min(start + Self.block, numbers.count)
      add(numbers, start..<end)
      start = end
    }
  }

  private mutating func add(_ numbers: [Double], _ range: Range<Int>) {
    var (least, greatest) = (0x7ff, 0)
    for index in range {
      let exponent = Int(numbers[index].bitPattern >> 52) & 0x7ff
      least = min(least, exponent)
      greatest = max(greatest, exponent)
    }
    // Infinities and NaNs have no significand. Bins for many exponents cost more than they save.
    guard greatest < 0x7ff, greatest - least < range.count else {
      for index in range { add(numbers[index]) }
      return
    }
    var bins = Array(repeating: Bin(), count: greatest - least + 1)
    for index in range {
      let pattern = numbers[index].bitPattern
      let exponent = Int(pattern >> 52) & 0x7ff
      let leading: UInt64 = exponent == 0 ? 0 : 0x0010_0000_0000_0000
      let significand = pattern & 0x000f_ffff_ffff_ffff | leading
      let sign = Int64(bitPattern: pattern) >> 63
      let square = significand.multipliedFullWidth(by: significand)
      var bin = bins[exponent - least]
      bin.sum &+= (Int64(bitPattern: significand) ^ sign) &- sign
      let (low, isCarried) = bin.low.addingReportingOverflow(square.low)
      bin.low = low
      bin.high &+= square.high &+ (isCarried ? 1 : 0)
      bins[exponent - least] = bin
    }
    count += range.count
    for (place, bin) in bins.enumerated() where bin.high | bin.low != 0 {
      let position = max(place + least - 1, 0)
      sum.add(bin.sum.magnitude, 0, at: position, isNegative: bin.sum < 0)
      squares.add(bin.low, bin.high, at: 2 * position, isNegative: false)
    }
  }

  package mutating func add(_ value: Double) {
    count += 1
    sum.add(value)
    squares.add(value, times: value)
  }

  package mutating func merge(_ other: ExactMoments) {
    count += other.count
    sum.merge(other.sum)
    squares.merge(other.squares)
  }

  /// The arithmetic mean; NaN without numbers.
  package var mean: Double { count > 0 ? sum.mean(of: count) : .nan }

  /// The sample variance, whose divisor is the count minus 1; NaN for fewer than two numbers.
  package var variance: Double {
    guard let (quotient, hasRest) = dividedVariation else { return .nan }
    return quotient.nearest(exponent: Self.exponent, hasRest: hasRest)
  }

  /// The sample standard deviation: the square root of the variance. It may be finite where the variance is too large
  /// for a number.
  package var deviation: Double {
    guard let (quotient, hasRest) = dividedVariation else { return .nan }
    return quotient.nearestRoot(exponent: Self.exponent, hasRest: hasRest)
  }

  /// Enough bits for twice a count of 2⁶³, and for the digits of a root.
  private static let extraBits = 384
  private static let exponent = -2148 - extraBits

  /// The variance in units of 2^`exponent`, and whether there is a remainder.
  private var dividedVariation: (quotient: Natural, hasRest: Bool)? {
    guard count > 1, sum.nonfinite == 0, squares.nonfinite == 0, let variation else { return nil }
    let (first, isInexact) = (variation << Self.extraBits).divided(by: UInt64(count))
    let (second, hasRest) = first.divided(by: UInt64(count - 1))
    return (second, isInexact || hasRest)
  }

  /// The count times the sum of squares minus the square of the sum, in units of 2⁻²¹⁴⁸; `nil` if that is negative.
  private var variation: Natural? {
    let (sum, squares) = (sum.whole.natural, squares.whole)
    let (above, below) = (squares.natural * Natural(UInt64(count)), sum * sum)
    guard !squares.isNegative || squares.natural.isZero, !above.isLess(than: below) else { return nil }
    return above - below
  }
}
