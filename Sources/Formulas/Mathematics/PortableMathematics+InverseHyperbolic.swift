// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The inverse hyperbolic functions: logarithms of sums of two numbers.
extension PortableMathematics {
  /// Below this number the functions differ from x by less than a tenth of the last place.
  private static let small = 0x1p-28
  /// Above this number x² + 1 is rounded to x².
  private static let large = 0x1p28

  /// The logarithm of a sum of two numbers; the second is at most one unit of the last place of the first.
  @inline(__always)
  private static func logarithm(_ x: Pair) -> Pair {
    let whole = preciseLogarithm(x.high)
    return Pair(larger: whole.high, whole.low + x.low / x.high)
  }

  /// The logarithm of 2x.
  private static func logarithmOfDouble(_ x: Double) -> Double {
    let whole = preciseLogarithm(x)
    let sum = Pair(sum: whole.high, 0x1.62e42fefa39efp-1)
    return sum.high + (sum.low + (whole.low + 0x1.abc9e3b39803fp-56))
  }

  /// x and the square root of x² + `one`.
  @inline(__always)
  private static func sumWithRoot(_ x: Double, _ one: Double) -> Pair {
    let square = Pair(product: x, x)
    let below = Pair(sum: square.high, one)
    let low = below.low + square.low
    let root = below.high.squareRoot()
    let product = Pair(product: root, root)
    let missing = ((below.high - product.high) - product.low) + low
    let sum = Pair(sum: x, root)
    return Pair(larger: sum.high, sum.low + (root > 0 ? missing / (2 * root) : 0))
  }

  /// The number whose hyperbolic sine is x.
  static func inverseHyperbolicSine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude >= small, magnitude < .infinity else { return x }
    let value: Double
    if magnitude < large {
      let sum = logarithm(sumWithRoot(magnitude, 1))
      value = sum.high + sum.low
    } else {
      value = logarithmOfDouble(magnitude)
    }
    return x < 0 ? -value : value
  }

  /// The number, not negative, whose hyperbolic cosine is x; NaN below 1.
  static func inverseHyperbolicCosine(_ x: Double) -> Double {
    guard x > 1, x < .infinity else { return x == 1 ? 0 : x > 1 ? x : .nan }
    if x >= large { return logarithmOfDouble(x) }
    let sum = logarithm(sumWithRoot(x, -1))
    return sum.high + sum.low
  }

  /// The number whose hyperbolic tangent is x; infinite at 1 and −1, NaN beyond.
  static func inverseHyperbolicTangent(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude >= small else { return x }
    guard magnitude < 1 else { return magnitude == 1 ? (x < 0 ? -.infinity : .infinity) : .nan }
    let sum = logarithm(quotient(Pair(sum: 1, magnitude), Pair(sum: 1, -magnitude)))
    let value = 0.5 * (sum.high + sum.low)
    return x < 0 ? -value : value
  }
}
