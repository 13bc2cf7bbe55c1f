// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// The library's functions are not called, but without it the functions that round numbers would not be linked.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Computations that are too long for a line of the function table. Results may be infinite or NaN.
@usableFromInline
package enum Mathematics {
  /// x to the power of y.
  @usableFromInline
  package static func power(_ x: Double, _ y: Double) -> Double { PortableMathematics.power(x, y) }

  /// x rounded to a number of decimals, halves away from zero; a negative number of decimals rounds before the decimal point.
  static func round(_ x: Double, decimals: Double) -> Double {
    var digits = DecimalDigits(x)
    digits.round(decimals: Int(Swift.max(-400, Swift.min(400, decimals))))
    return digits.value
  }

  /// The logarithm of x. Bases that have a function of their own give exact results for powers of the base.
  static func logarithm(_ x: Double, base: Double) -> Double {
    guard x > 0, base > 0, base != 1 else { return .nan }
    if base == 2 { return PortableMathematics.logarithm2(x) }
    if base == 10 { return PortableMathematics.logarithm10(x) }
    let quotient = PortableMathematics.logarithm(x) / PortableMathematics.logarithm(base)
    let nearest = quotient.rounded()
    return power(base, nearest) == x ? nearest : quotient
  }
}
