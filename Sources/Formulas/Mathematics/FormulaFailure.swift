// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The reason why a formula has no value. A failure propagates downstream like a value, until `iferror` or `iserror` catches it.
public enum FormulaFailure: Error, Hashable, Sendable {
  /// A division by zero, its remainder, or a negative power of zero.
  case divisionByZero
  /// A result beyond the largest double.
  case overflow
  /// A function applied where it is not defined, such as `sqrt(-1)`.
  case domain
  /// A date or moment before the year 1 or after the year 9999.
  case outOfCalendar
  /// A part of a day added to a date.
  case partOfDay
  /// The last digits of a whole number of 2⁵³ or more are lost, and they decide the result.
  case lostDigits
  /// The input with this index is not connected, because no node has its name.
  case unsetInput(Int)
  /// The node connected to the input with this index failed.
  case upstream(Int)
}

// The stack of a program contains only numbers, which are finite: a NaN on it is the failure of an argument. A NaN
// without a payload means `domain`.
extension FormulaFailure {
  /// The failure as a NaN: the case in 4 bits, and the index above them.
  @usableFromInline
  var kept: Double {
    let payload: UInt64 =
      switch self {
      case .divisionByZero: 1
      case .overflow: 2
      case .domain: 3
      case .unsetInput(let index): 4 | UInt64(index) << 4
      case .upstream(let index): 5 | UInt64(index) << 4
      case .outOfCalendar: 6
      case .partOfDay: 7
      case .lostDigits: 8
      }
    return Double(bitPattern: Double.nan.bitPattern | payload)
  }

  /// The failure that a NaN stands for.
  @usableFromInline
  init(kept number: Double) {
    let payload = number.bitPattern & 0x7_ffff_ffff_ffff
    let index = Int(payload >> 4)
    switch payload & 15 {
    case 1: self = .divisionByZero
    case 2: self = .overflow
    case 4: self = .unsetInput(index)
    case 5: self = .upstream(index)
    case 6: self = .outOfCalendar
    case 7: self = .partOfDay
    case 8: self = .lostDigits
    default: self = .domain
    }
  }
}

extension FormulaFailure: CustomStringConvertible {
  /// The message for people. `upstream` has none of its own: the message is that of the node where the failure started.
  public var description: String {
    switch self {
    case .divisionByZero: "division by zero"
    case .overflow: "overflow"
    case .domain: "domain"
    case .outOfCalendar: "outside of the calendar, which covers the years 1 to 9999"
    case .partOfDay: "a date has no time of day; a moment does, such as 2026-03-01T12:00Z"
    case .lostDigits:
      "its last digits are lost: whole numbers are exact below 2^53; powmod(x, n, y) is the remainder of a power"
    case .unsetInput: "unset input"
    case .upstream: "upstream"
    }
  }
}
