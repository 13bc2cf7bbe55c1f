// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Random numbers from a seed (SplitMix64, Steele, Lea and Flood 2014).
struct Chance {
  var state: UInt64

  mutating func word() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func whole(below limit: Int) -> Int { Int(word() % UInt64(limit)) }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(word() >> 11) * 0x1p-53
  }

  mutating func anyNumber() -> Double {
    while true {
      let value = Double(bitPattern: word())
      if value.isFinite { return value }
    }
  }
}

/// Where arguments of a function come from, and what is done to those that it isn't defined for.
enum Domain {
  case all, positive, unit, fromOne, exponents, bases, pairs

  /// An argument that the function is defined for, made of any number.
  func fit(_ x: Double) -> Double {
    switch self {
    case .all, .pairs, .exponents: x
    case .positive, .bases: x == 0 ? 1 : x.magnitude
    case .unit: x.magnitude > 1 ? 1 / x : x
    case .fromOne: x == 0 ? 1 : x.magnitude < 1 ? (1 / x.magnitude).isFinite ? 1 / x.magnitude : 1 : x.magnitude
    }
  }

  /// Half of them from the usual range; the others from all numbers, near 0, near 1, and near multiples of a right angle.
  func arguments(_ range: ClosedRange<Double>, _ chance: inout Chance) -> (Double, Double) {
    let kind = chance.whole(below: 8)
    var (x, y) = (chance.number(in: range), chance.number(in: range))
    switch kind {
    case 4: (x, y) = (chance.anyNumber(), chance.anyNumber())
    case 5:
      x = scalbn(chance.number(in: -1...1), -Int32(chance.whole(below: 60)))
      y = scalbn(chance.number(in: -1...1), -Int32(chance.whole(below: 60)))
    case 6: x = 1 + scalbn(chance.number(in: -1...1), -1 - Int32(chance.whole(below: 51)))
    case 7:
      let multiple = Double(chance.whole(below: 1 << (1 + chance.whole(below: 39))))
      x = Double.pi / 2 * multiple * (1 + Double(chance.whole(below: 3) - 1) * 0x1p-52)
    default: break
    }
    if self == .exponents, kind == 4 || kind == 7 { x = chance.number(in: -745...710) }
    x = fit(x)
    if self == .bases, x != 1 {
      y = kind == 3 ? Double(chance.whole(below: 40) - 20) : chance.number(in: -744...709.5) / log(x)
    }
    return (x, y)
  }
}

/// Numbers that are hard for some function: at the borders of tables and branches, near results that are exact or
/// between two numbers, and where little is left of an argument when multiples of a right angle are taken away.
func hardArguments() -> [Double] {
  var centres: [Double] = [
    0.25, 0.3, 0.5, 1, 22, 0x1p-28, 0x1p28, 0x1p-27, 0x1p-26, 709.78, 710.4758600739439, 745.13, 708.39, 1e300, 1e-300,
    .greatestFiniteMagnitude / 2, .leastNormalMagnitude,
  ]
  // Powers of two, and what tables by leading bits divide numbers into.
  for exponent in -1070...1023 { centres.append(scalbn(1, Int32(exponent))) }
  for count in 1..<2048 { for scale in -6...4 { centres.append(scalbn(Double(count), Int32(scale - 8))) } }
  // Borders between multiples of ln 2 / 128, in halves, and of right angles, in eighths.
  for count in -191_000..<182_000 { centres.append(Double(count) * 0x1.62e42fefa39efp-9) }
  for count in 1..<20_000 { centres.append(Double(count) * Double.pi / 16) }
  // Cubes, squares and powers of ten.
  for count in 1..<2_000 { centres += [Double(count * count * count), Double(count * count)] }
  for exponent in -307...308 { centres.append(pow(10, Double(exponent))) }
  var all: [Double] = []
  for centre in centres where centre.isFinite {
    var (above, below) = (centre, centre)
    all += [centre, -centre]
    for _ in 0..<2 {
      (above, below) = (above.nextUp, below.nextDown)
      all += [above, below, -above, -below]
    }
  }
  return (all + nearMultiplesOfRightAngle()).filter(\.isFinite)
}

/// For each exponent the numbers that come closest to a multiple of a right angle: numerators of the continued fraction
/// of 2^e / (π / 2), as W. Kahan's program nearpi finds them.
func nearMultiplesOfRightAngle() -> [Double] {
  // 2 / π to 1,280 bits, found by the table that reductions use would be no check: it is computed from Machin's formula.
  let bits = 1_280
  let quotient = LongNumber.twoOverPi(bits: bits)
  var found: [Double] = []
  for exponent in 0...970 {
    // The fraction of 2^e × 2 / π to 192 bits; its continued fraction up to denominators of 53 bits.
    var (remainder, divisor) = (quotient.bits(from: exponent, count: 192), LongNumber.one(shifted: 192))
    var (previous, last): (UInt64, UInt64) = (0, 1)
    while !remainder.isZero {
      let (digit, rest) = divisor.divided(by: remainder)
      (divisor, remainder) = (remainder, rest)
      let (product, overflow) = last.multipliedReportingOverflow(by: digit)
      guard !overflow, product < 1 << 54 else { break }
      (previous, last) = (last, product + previous)
      guard last < 1 << 53 else { break }
      // Multiples of it are close too.
      for factor in 1...8 where last * UInt64(factor) < 1 << 53 {
        found.append(scalbn(Double(last * UInt64(factor)), Int32(exponent)))
      }
    }
  }
  return found + found.map { -$0 }
}
