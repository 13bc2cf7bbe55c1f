// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// No function of the library is called: without it, what rounds numbers would not be linked.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Computations that take more than a line of the function table. Results may be infinite or NaN.
@usableFromInline
package enum Mathematics {
  /// x to the power of y.
  @usableFromInline
  package static func power(_ x: Double, _ y: Double) -> Double { PortableMathematics.power(x, y) }

  /// x rounded to that many decimals, halves away from zero; negative ones are before the decimal point.
  static func round(_ x: Double, decimals: Double) -> Double {
    var digits = DecimalDigits(x)
    digits.round(decimals: Int(Swift.max(-400, Swift.min(400, decimals))))
    return digits.value
  }

  /// The logarithm of x. Bases with a function of their own are exact for powers of the base.
  static func logarithm(_ x: Double, base: Double) -> Double {
    guard x > 0, base > 0, base != 1 else { return .nan }
    if base == 2 { return PortableMathematics.logarithm2(x) }
    if base == 10 { return PortableMathematics.logarithm10(x) }
    let quotient = PortableMathematics.logarithm(x) / PortableMathematics.logarithm(base)
    let nearest = quotient.rounded()
    return power(base, nearest) == x ? nearest : quotient
  }
}
