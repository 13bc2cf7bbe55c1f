// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The derivatives of functions with respect to their arguments.
///
/// Where a function has no derivative, at a corner, a jump or an end of its domain, the derivative is NaN.
extension FormulaFunction {
  /// The derivative of a function of one argument.
  typealias UnarySlope = @Sendable (Double) -> Double
  /// The derivatives of a function of two arguments.
  typealias BinarySlope = @Sendable (Double, Double) -> (Double, Double)

  /// The derivatives of functions of one argument, by name; the derivatives of other functions are not known.
  static let unarySlopes: [String: UnarySlope] = [
    "abs": { $0 > 0 ? 1 : $0 < 0 ? -1 : .nan },
    "sign": { $0 == 0 ? .nan : 0 },
    "round": { ($0 - $0.rounded(.down)) == 0.5 ? .nan : 0 },
    "floor": stepped, "ceil": stepped,
    "trunc": { $0 == 0 ? 0 : stepped($0) },
    "sqrt": { 0.5 / $0.squareRoot() },
    "cbrt": { x in
      let root = PortableMathematics.cubeRoot(x)
      return 1 / (3 * root * root)
    },
    "exp": { PortableMathematics.exponential($0) },
    "ln": { 1 / $0 },
    "log2": { 1 / ($0 * PortableMathematics.logarithm(2)) },
    "log10": { 1 / ($0 * PortableMathematics.logarithm(10)) },
    "sin": { PortableMathematics.cosine($0) },
    "cos": { -PortableMathematics.sine($0) },
    "tan": { x in
      let cosine = PortableMathematics.cosine(x)
      return 1 / (cosine * cosine)
    },
    "asin": { 1 / ((1 - $0) * (1 + $0)).squareRoot() },
    "acos": { -1 / ((1 - $0) * (1 + $0)).squareRoot() },
    "atan": { 1 / (1 + $0 * $0) },
    "sinh": { PortableMathematics.hyperbolicCosine($0) },
    "cosh": { PortableMathematics.hyperbolicSine($0) },
    "tanh": { x in
      let cosine = PortableMathematics.hyperbolicCosine(x)
      return 1 / (cosine * cosine)
    },
    "asinh": { 1 / PortableMathematics.hypotenuse(1, $0) },
    "acosh": { 1 / (($0 - 1).squareRoot() * ($0 + 1).squareRoot()) },
    "atanh": { 1 / ((1 - $0) * (1 + $0)) },
  ]

  /// The derivatives of functions of two arguments, by name; the derivatives of other functions are not known.
  static let binarySlopes: [String: BinarySlope] = [
    "min": { $0 < $1 ? (1, 0) : $0 > $1 ? (0, 1) : (.nan, .nan) },
    "max": { $0 > $1 ? (1, 0) : $0 < $1 ? (0, 1) : (.nan, .nan) },
    "product": { ($1, $0) },
    // The number of digits is a constant, and functions of angles take a constant too: the turn in their unit.
    "round": { x, digits in (Self.isHalf(x, digits) ? .nan : 0, .nan) },
    "sin": { x, turn in (Self.radians(turn) * PortableMathematics.cosine(x, turn: turn), .nan) },
    "cos": { x, turn in (-Self.radians(turn) * PortableMathematics.sine(x, turn: turn), .nan) },
    "tan": { x, turn in
      let cosine = PortableMathematics.cosine(x, turn: turn)
      return (Self.radians(turn) / (cosine * cosine), .nan)
    },
    "log": { x, base in
      let logarithm = PortableMathematics.logarithm(base)
      return (
        1 / (x * logarithm), -PortableMathematics.logarithm(x) / (base * logarithm * logarithm)
      )
    },
    "atan2": { y, x in
      let square = x * x + y * y
      return (x / square, -y / square)
    },
    "mod": { x, y in
      let quotient = x / y
      return quotient == quotient.rounded() ? (.nan, .nan) : (1, -quotient.rounded(.down))
    },
    "rem": { x, y in
      let quotient = x / y
      return quotient == quotient.rounded() ? (.nan, .nan) : (1, -quotient.rounded(.towardZero))
    },
    "addseconds": { _, _ in (1, 1) },
  ]

  /// The derivatives of a power.
  static func slopesOfPower(_ base: Double, _ exponent: Double, _ power: Double) -> (Double, Double) {
    let ofBase = exponent == 0 ? 0 : exponent * Mathematics.power(base, exponent - 1)
    let ofExponent = base > 0 ? power * PortableMathematics.logarithm(base) : base == 0 && exponent > 0 ? 0 : .nan
    return (ofBase, ofExponent)
  }

  /// The derivatives of a clamped value.
  static func slopesOfClamp(_ x: Double, _ low: Double, _ high: Double) -> (Double, Double, Double) {
    if x == low || x == high { return (.nan, .nan, .nan) }
    return x < low ? (0, 1, 0) : x > high ? (0, 0, 1) : (1, 0, 0)
  }

  /// The derivative of a function that is constant between whole numbers.
  private static let stepped: UnarySlope = { $0 == $0.rounded() ? .nan : 0 }

  private static func radians(_ turn: Double) -> Double { 2 * Double.pi / turn }

  private static func isHalf(_ x: Double, _ digits: Double) -> Bool {
    let scaled = x * Mathematics.power(10, digits)
    return (scaled - scaled.rounded(.down)) == 0.5
  }
}

extension Statistic {
  /// The derivatives of the result with respect to each number; NaN where a derivative does not exist.
  func slopes(of values: [Double]) -> [Double] {
    let count = Double(values.count)
    switch self {
    case .sum: return values.map { _ in 1 }
    case .mean: return values.map { _ in 1 / count }
    case .variance: return deviations(values).map { 2 * $0 / (count - 1) }
    case .deviation:
      var copy = values
      let deviation = value(of: &copy)
      return deviations(values).map { $0 / ((count - 1) * deviation) }
    case .hypotenuse:
      var copy = values
      let length = value(of: &copy)
      return values.map { $0 / length }
    case .median:
      let sorted = values.sorted()
      let middle = sorted.count / 2
      let chosen = sorted.count.isMultiple(of: 2) ? [sorted[middle - 1], sorted[middle]] : [sorted[middle]]
      // Equal numbers would exchange their ranks.
      let areAlone = chosen.allSatisfy { number in values.count { $0 == number } == 1 }
      return values.map { areAlone ? (chosen.contains($0) ? 1 / Double(chosen.count) : 0) : .nan }
    }
  }

  private func deviations(_ values: [Double]) -> [Double] {
    let mean = ExactSum.mean(values)
    return values.map { $0 - mean }
  }
}
