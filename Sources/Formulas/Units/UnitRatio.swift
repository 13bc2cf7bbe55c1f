// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The ratio of two units: a fraction, times a power of π.
///
/// A fraction represents ratios that a decimal can't: a foot is 381/1250 m, so 1 ft is converted by two exact numbers
/// and rounded once or twice. π cancels exactly: 1 turn is 360°.
package struct UnitRatio: Hashable, Sendable {
  private(set) var numerator: Double
  private(set) var denominator: Double
  private(set) var powerOfPi: Int

  static let one = UnitRatio(1)

  init(_ numerator: Double, _ denominator: Double = 1, powerOfPi: Int = 0) {
    let divisor = Self.divisor(numerator, denominator)
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
    self.powerOfPi = powerOfPi
  }

  package var inverse: UnitRatio { UnitRatio(denominator, numerator, powerOfPi: -powerOfPi) }

  /// The numbers to multiply by and to divide by, in order; numbers that are 1 are left out.
  var steps: (factors: [Double], divisors: [Double]) {
    var factors: [Double] = numerator == 1 ? [] : [numerator]
    var divisors: [Double] = denominator == 1 ? [] : [denominator]
    for _ in 0..<powerOfPi.magnitude {
      if powerOfPi > 0 { factors.append(.pi) } else { divisors.append(.pi) }
    }
    return (factors, divisors)
  }

  /// A number times the ratio, rounded after each step as formulas round it.
  package func scaling(_ number: Double) -> Double {
    let steps = steps
    return steps.divisors.reduce(steps.factors.reduce(number, *), /)
  }

  /// The number of such angles in a turn, if angles can be reduced by it exactly; `nil` for radians.
  var partsOfTurn: Double? {
    let turn = 2 * denominator / numerator
    let isExact = turn * numerator == 2 * denominator && turn >= 1 && turn <= 0x1p40 && turn == turn.rounded()
    return powerOfPi == 1 && isExact ? turn : nil
  }

  package static func * (left: UnitRatio, right: UnitRatio) -> UnitRatio {
    // Dividing before multiplying keeps the numbers whole and small.
    let first = UnitRatio(left.numerator, right.denominator)
    let second = UnitRatio(right.numerator, left.denominator)
    return UnitRatio(
      first.numerator * second.numerator, first.denominator * second.denominator,
      powerOfPi: left.powerOfPi + right.powerOfPi)
  }

  /// The ratio to the power of a whole number.
  func power(_ exponent: Int) -> UnitRatio {
    let base = exponent < 0 ? inverse : self
    var result = UnitRatio.one
    for _ in 0..<exponent.magnitude { result = result * base }
    return result
  }

  /// The greatest common divisor of whole numbers; 1 for other numbers.
  private static func divisor(_ first: Double, _ second: Double) -> Double {
    guard first <= 0x1p53, second <= 0x1p53, var x = UInt64(exactly: first), var y = UInt64(exactly: second) else {
      return 1
    }
    while y != 0 { (x, y) = (y, x % y) }
    return Double(max(x, 1))
  }
}
