// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How a function of numbers treats quantities.
package enum UnitRule: Sendable {
  /// It accepts only numbers.
  case none
  /// Values of one dimension give a value of the first one's unit, as `max` does.
  case same
  /// Values of one dimension give a value of the first one's unit, except that temperatures in °C and °F are refused: `sum`.
  case amount
  /// Values of one dimension give a number: `sign`.
  case ratio
  /// The unit of the result is the square of theirs.
  case square
  /// The first keeps its unit, the others are numbers: `round`.
  case first
  /// The unit of the result is the root of this degree.
  case root(Int)
  /// It accepts angles as well as numbers.
  case angle
  /// It accepts a date or moment followed by numbers; the result is another date or moment: `addmonths`; or a number: `year`.
  case date, ofDate
  /// It accepts a moment; the result is a number that clocks show: `hour`.
  case ofClock
  /// It accepts a moment followed by numbers; the result is a moment: `addseconds`.
  case moment
  /// It makes a date from numbers.
  case makesDate

  /// Whether it is a function of dates.
  package var isOfCalendar: Bool {
    switch self {
    case .date, .ofDate, .ofClock, .makesDate, .moment: true
    default: false
    }
  }
}
