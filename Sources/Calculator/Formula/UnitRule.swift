// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a function of numbers does with quantities.
package enum UnitRule: Sendable {
  /// It takes numbers only.
  case none
  /// Values of one dimension give a value of the first one's unit, as `max` does.
  case same
  /// The same, but for temperatures in °C and °F, of which there is no such value: `sum`.
  case amount
  /// Values of one dimension give a number: `sign`.
  case ratio
  /// The unit of the result is the square of theirs.
  case square
  /// The first keeps its unit, the others are numbers: `round`.
  case first
  /// The unit of the result is the root of that degree.
  case root(Int)
  /// It takes angles as well.
  case angle
  /// It takes a date or moment, and numbers behind it, and gives another: `addmonths`; or a number: `year`.
  case date, ofDate
  /// It takes a moment, and gives a number of what clocks show: `hour`.
  case ofClock
  /// It takes a moment, and numbers behind it, and gives a moment: `addseconds`.
  case moment
  /// It makes a date of numbers.
  case makesDate

  /// Whether it is a function of dates.
  var isOfCalendar: Bool {
    switch self {
    case .date, .ofDate, .ofClock, .makesDate, .moment: true
    default: false
    }
  }
}
