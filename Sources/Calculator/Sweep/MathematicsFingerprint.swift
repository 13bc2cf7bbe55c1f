// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Distinguishes computers on which functions give different bits.
package enum MathematicsFingerprint {
  /// The fingerprint of the results of all functions of one and two numbers for many arguments, as 16 hexadecimal digits.
  ///
  /// Functions of dates are left out, because whole numbers give the same results everywhere. The arguments have all
  /// magnitudes, and each function gets the same arguments.
  package static let text: String = {
    var fingerprint = Fingerprint()
    let random = CounterRandom(seed: 1)
    for row in 0..<512 as Range<UInt64> {
      let words = random.words(row: row, name: 0)
      // Half of the arguments are in the range where most functions are defined.
      let x = row & 1 == 0 ? Double(bitPattern: words.0 & ~(0x3f << 57)) : CounterRandom.fraction(words.0) * 20 - 10
      let y = CounterRandom.fraction(words.1) * 4 - 2
      for row in FormulaFunction.table where !row.units.isOfCalendar {
        switch row.rule.code {
        case .unary(let code), .angle(let code, _), .unaryOrBinary(let code, _):
          if row.rule.takes == .number { fingerprint.add(code(x)) }
        case .binary(let code), .fold(let code), .foldOfTwo(let code): fingerprint.add(code(x, y))
        case .statistic(.hypotenuse): fingerprint.add(PortableMathematics.hypotenuse(x, y))
        default: break
        }
      }
      fingerprint.add(Mathematics.power(x.magnitude, y))
    }
    return fingerprint.text
  }()
}

extension Fingerprint {
  /// Adds the bits of a number; all NaNs count as the same bits.
  fileprivate mutating func add(_ number: Double) {
    add(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
  }
}
