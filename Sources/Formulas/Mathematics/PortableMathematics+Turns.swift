// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Functions of angles that are given in parts of a turn, such as degrees. Angles are reduced exactly, and only the
/// remainder is converted to radians. So the sine of 180 degrees is 0, and the sine of 30 degrees is 0.5.
extension PortableMathematics {
  /// An angle minus the nearest multiple of a right angle, in radians, and the number of right angles.
  private static func reduced(_ x: Double, turn: Double) -> (pair: Pair, quarter: Int) {
    let right = turn / 4
    // The remainder is exact, and so is the difference of two numbers if neither is more than twice the other.
    let rest = x.truncatingRemainder(dividingBy: turn)
    let whole = (rest / right).rounded()
    let part = rest - whole * right
    let unit = quotient(Pair(0x1.921fb54442d18p1, 0x1.1a62633145c07p-53), Pair(turn / 2, 0))
    // Products of the least numbers are not exact, and don't need to be.
    if part.magnitude < 0x1p-500 { return (Pair(part * unit.high, 0), Int(whole) & 3) }
    let product = Pair(product: part, unit.high)
    return (Pair(larger: product.high, product.low + part * unit.low), Int(whole) & 3)
  }

  /// The sine of an angle in a unit, `turn` of which are a whole turn; `turn` has at most 50 bits.
  static func sine(_ x: Double, turn: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (angle, quarter) = reduced(x, turn: turn)
    let parts = quarter & 1 == 0 ? sineParts(angle) : cosineParts(angle)
    let value = parts.high + parts.low
    return value == 0 ? 0 : quarter & 2 == 0 ? value : -value
  }

  /// The cosine of an angle in a unit, `turn` of which are a whole turn.
  static func cosine(_ x: Double, turn: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (angle, quarter) = reduced(x, turn: turn)
    let parts = quarter & 1 == 0 ? cosineParts(angle) : sineParts(angle)
    let value = parts.high + parts.low
    return value == 0 ? 0 : (quarter + 1) & 2 == 0 ? value : -value
  }

  /// The tangent of an angle in a unit, `turn` of which are a whole turn; NaN for odd multiples of a right angle.
  static func tangent(_ x: Double, turn: Double) -> Double {
    guard x.isFinite else { return .nan }
    let (angle, quarter) = reduced(x, turn: turn)
    if angle.high == 0 { return quarter & 1 == 0 ? 0 : .nan }
    let (sine, cosine) = (sineParts(angle), cosineParts(angle))
    let value =
      quarter & 1 == 0 ? quotient(sine, cosine) : quotient(cosine, Pair(-sine.high, -sine.low))
    return value.high + value.low
  }
}
