// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The functions that blocks of rows compute for eight rows at a time, by the same operations as for one, so with the same
/// bits. Results are not finite if an argument isn't.
enum VectorFunction: String {
  case abs, floor, ceil, trunc, round, sqrt, exp, ln, min, max

  typealias Vector = SIMD8<Double>
  private typealias Bits = SIMD8<UInt64>

  /// The form of an instruction's function; `nil` if it is computed row by row.
  init?(_ instruction: PackedInstruction) {
    guard instruction.operation == .unary || instruction.operation == .binary,
      let function = Self(rawValue: FormulaFunction.rows[Int(instruction.operand)].name),
      function.takesTwo == (instruction.operation == .binary)
    else { return nil }
    self = function
  }

  /// Whether the function has two arguments. `round` has a form with two, which is computed row by row.
  private var takesTwo: Bool { self == .min || self == .max }

  // MARK: Signs and limits

  @inline(__always)
  static func abs(_ x: Vector) -> Vector { numbers(bits(x) & magnitude) }

  @inline(__always)
  static func min(_ x: Vector, _ y: Vector) -> Vector { keepingFailures(x.replacing(with: y, where: y .< x), x, y) }

  @inline(__always)
  static func max(_ x: Vector, _ y: Vector) -> Vector { keepingFailures(x.replacing(with: y, where: y .>= x), x, y) }

  /// A result, or NaN where one of two arguments is not finite.
  @inline(__always)
  private static func keepingFailures(_ result: Vector, _ x: Vector, _ y: Vector) -> Vector {
    // The difference of a number and itself is 0, whose bits are zeros, or NaN.
    numbers(bits(result) | bits(x - x) | bits(y - y))
  }

  // MARK: Rounding

  @inline(__always)
  static func floor(_ x: Vector) -> Vector {
    let (size, whole) = (abs(x), integer(abs(x)))
    return withSign(of: x, whole + one(where: x .< 0 .& whole .< size))
  }

  @inline(__always)
  static func ceil(_ x: Vector) -> Vector {
    let (size, whole) = (abs(x), integer(abs(x)))
    return withSign(of: x, whole + one(where: x .> 0 .& whole .< size))
  }

  @inline(__always)
  static func trunc(_ x: Vector) -> Vector { withSign(of: x, integer(abs(x))) }

  /// Rounds halves away from zero.
  @inline(__always)
  static func round(_ x: Vector) -> Vector {
    let (size, whole) = (abs(x), integer(abs(x)))
    return withSign(of: x, whole + one(where: size - whole .>= 0.5))
  }

  /// The integer parts of numbers that are not negative.
  @inline(__always)
  private static func integer(_ x: Vector) -> Vector {
    // The sum has no bits for a fraction, and is rounded to the nearest number. Larger numbers have no fraction.
    let nearest = (x + 0x1p52) - 0x1p52
    return x.replacing(with: nearest - one(where: nearest .> x), where: x .< 0x1p52)
  }

  @inline(__always)
  private static func one(where mask: SIMDMask<SIMD8<Int64>>) -> Vector { Vector().replacing(with: 1, where: mask) }

  @inline(__always)
  private static func withSign(of x: Vector, _ size: Vector) -> Vector { numbers(bits(x) & ~magnitude | bits(size)) }

  // MARK: Powers

  @inline(__always)
  static func sqrt(_ x: Vector) -> Vector { x.squareRoot() }

  @inline(__always)
  static func exp(_ x: Vector) -> Vector {
    let (low, high) = (PortableMathematics.exponential(x.lowHalf), PortableMathematics.exponential(x.highHalf))
    // The power of minus infinity would be 0.
    return keepingFailures(Vector(lowHalf: low, highHalf: high), x, x)
  }

  @inline(__always)
  static func ln(_ x: Vector) -> Vector {
    Vector(lowHalf: PortableMathematics.logarithm(x.lowHalf), highHalf: PortableMathematics.logarithm(x.highHalf))
  }

  // MARK: Bits

  private static var magnitude: UInt64 { 0x7fff_ffff_ffff_ffff }

  @inline(__always)
  private static func bits(_ x: Vector) -> Bits { unsafe unsafeBitCast(x, to: Bits.self) }

  @inline(__always)
  private static func numbers(_ x: Bits) -> Vector { unsafe unsafeBitCast(x, to: Vector.self) }
}
