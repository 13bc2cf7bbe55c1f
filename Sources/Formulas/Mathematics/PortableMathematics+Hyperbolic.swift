// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The hyperbolic functions.
extension PortableMathematics {
  /// e^x in two parts, and its inverse, for numbers between 0 and 50.
  @inline(__always)
  private static func exponentialAndInverse(_ x: Double) -> (Pair, Pair) {
    let (parts, exponent) = exponentialParts(x, 0)
    let sum = Pair(larger: parts.high, parts.low)
    let scale = power(ofTwo: exponent)
    let power = Pair(sum.high * scale, sum.low * scale)
    let inverse = 1 / power.high
    let product = Pair(product: inverse, power.high)
    let missing = ((1 - product.high) - product.low) - inverse * power.low
    return (power, Pair(inverse, inverse * missing))
  }

  /// The hyperbolic sine.
  static func hyperbolicSine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    if magnitude < 0.3 {
      let z = x * x
      let series =
        (1.0 / 6 + z * (1.0 / 120)) + z * z
        * ((1.0 / 5040 + z * (1.0 / 362_880)) + z * z * (1.0 / 39_916_800 + z * (1.0 / 6_227_020_800)))
      return x + x * z * series
    }
    let value: Double
    if magnitude < 22 {
      let (power, inverse) = exponentialAndInverse(magnitude)
      let sum = Pair(larger: power.high, -inverse.high)
      value = 0.5 * (sum.high + (sum.low + (power.low - inverse.low)))
    } else {
      value = halfExponential(magnitude)
    }
    return x < 0 ? -value : value
  }

  /// The hyperbolic cosine.
  static func hyperbolicCosine(_ x: Double) -> Double {
    let magnitude = x.magnitude
    guard magnitude < 22 else { return halfExponential(magnitude) }
    let (power, inverse) = exponentialAndInverse(magnitude)
    let sum = Pair(larger: power.high, inverse.high)
    return 0.5 * (sum.high + (sum.low + (power.low + inverse.low)))
  }

  /// Half of e^x, which may be finite where e^x is too large.
  private static func halfExponential(_ x: Double) -> Double {
    guard x < 711 else { return x.isNaN ? x : .infinity }
    let (parts, exponent) = exponentialParts(x, 0)
    return scaled(parts.high + parts.low, exponent - 1)
  }

  /// The hyperbolic tangent.
  static func hyperbolicTangent(_ x: Double) -> Double {
    let magnitude = x.magnitude
    if magnitude < 0.25 {
      if magnitude < 0x1p-27 { return x }
      let z = x * x
      let w = z * z
      let first =
        (-0x1.5555555555555p-2 + z * 0x1.1111111111111p-3) + w * (-0x1.ba1ba1ba1ba1cp-5 + z * 0x1.664f4882c10fap-6)
      let second =
        (-0x1.226e355e6c23dp-7 + z * 0x1.d6d3d0e157dep-9) + w * (-0x1.7da36452b75e3p-10 + z * 0x1.3558248036744p-11)
      let third = (-0x1.f57d7734d1664p-13 + z * 0x1.967e18afcafadp-14) + w * -0x1.497d8eea25259p-15
      return x + x * z * (first + w * w * (second + w * w * third))
    }
    guard magnitude < 22 else { return x.isNaN ? x : x < 0 ? -1 : 1 }
    let (parts, exponent) = exponentialParts(2 * magnitude, 0)
    let scale = power(ofTwo: exponent)
    let above = Pair(sum: parts.high * scale, -1)
    let below = Pair(sum: parts.high * scale, 1)
    let rest = parts.low * scale
    let quotient = Self.quotient(Pair(above.high, above.low + rest), Pair(below.high, below.low + rest))
    let value = quotient.high + quotient.low
    return x < 0 ? -value : value
  }
}
