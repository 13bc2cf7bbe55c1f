// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Tells computers apart on which functions give other bits.
package enum MathematicsFingerprint {
  /// 16 hexadecimal digits: the fingerprint of what all functions of one and two numbers give for many arguments.
  ///
  /// Functions of dates count whole numbers, which is the same everywhere. The arguments are of all sizes, and each function gets the same.
  package static let text: String = {
    var fingerprint = Fingerprint()
    let random = CounterRandom(seed: 1)
    for row in 0..<512 as Range<UInt64> {
      let words = random.words(row: row, name: 0)
      // Half of them lie where most functions are defined.
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
  /// Adds the bits of a number; those of all NaNs are the same.
  fileprivate mutating func add(_ number: Double) {
    add(number.isNaN ? Double.nan.bitPattern : number.bitPattern)
  }
}
