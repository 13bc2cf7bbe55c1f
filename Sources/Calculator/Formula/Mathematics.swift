// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Computes the functions. Results may be infinite or NaN: the program checks each of them.
///
/// An enumeration of its own, since the cases of `FormulaFunction` hide the C functions.
@usableFromInline
package enum Mathematics {
  /// Returns x to the power of y.
  @usableFromInline
  package static func power(_ x: Double, _ y: Double) -> Double { pow(x, y) }

  /// Applies a function of one value.
  @usableFromInline
  package static func apply(_ function: FormulaFunction, _ x: Double) -> Double {
    switch function {
    case .abs: x.magnitude
    case .sign: x > 0 ? 1 : x < 0 ? -1 : 0
    case .round: x.rounded(.toNearestOrAwayFromZero)
    case .floor: x.rounded(.down)
    case .ceil: x.rounded(.up)
    case .trunc: x.rounded(.towardZero)
    case .sqrt: x.squareRoot()
    case .cbrt: cbrt(x)
    case .exp: exp(x)
    case .ln: x > 0 ? log(x) : .nan
    case .log2: x > 0 ? log2(x) : .nan
    case .log10: x > 0 ? log10(x) : .nan
    case .sin: sin(x)
    case .cos: cos(x)
    case .tan: tan(x)
    case .asin: asin(x)
    case .acos: acos(x)
    case .atan: atan(x)
    case .sinh: sinh(x)
    case .cosh: cosh(x)
    case .tanh: tanh(x)
    case .red: Double(Color(bits: UInt32(x)).red)
    case .green: Double(Color(bits: UInt32(x)).green)
    case .blue: Double(Color(bits: UInt32(x)).blue)
    default: preconditionFailure("no function of one value")
    }
  }

  /// Applies a function of two values.
  @usableFromInline
  package static func apply(_ function: FormulaFunction, _ x: Double, _ y: Double) -> Double {
    switch function {
    case .min: return Swift.min(x, y)
    case .max: return Swift.max(x, y)
    case .round:
      var digits = DecimalDigits(x)
      digits.round(decimals: Int(Swift.max(-400, Swift.min(400, y))))
      return digits.value
    case .log: return x > 0 && y > 0 && y != 1 ? logarithm(x, base: y) : .nan
    case .atan2: return atan2(x, y)
    case .hypot: return hypot(x, y)
    case .rem: return x.truncatingRemainder(dividingBy: y)
    case .mod:
      let remainder = x.truncatingRemainder(dividingBy: y)
      return remainder != 0 && (remainder < 0) != (y < 0) ? remainder + y : remainder
    default: preconditionFailure("no function of two values")
    }
  }

  /// Applies a function of three values.
  @usableFromInline
  package static func apply(_ function: FormulaFunction, _ x: Double, _ y: Double, _ z: Double) -> Double {
    switch function {
    case .clamp: y <= z ? Swift.max(y, Swift.min(z, x)) : .nan
    case .rgb: Double(Color(clampingRed: x, green: y, blue: z).bits)
    default: preconditionFailure("no function of three values")
    }
  }

  // The bases with a function of their own are exact for powers of the base.
  private static func logarithm(_ x: Double, base: Double) -> Double {
    if base == 2 { return log2(x) }
    if base == 10 { return log10(x) }
    let quotient = log(x) / log(base)
    let nearest = quotient.rounded()
    return power(base, nearest) == x ? nearest : quotient
  }
}
