// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A property of a file of rows that was guessed or set by hand: an option, its value, and the reason.
struct TableFinding {
  /// The name of the option that sets it.
  let option: String
  /// The value, as the option takes it.
  let value: String
  /// Why, without a full stop.
  let reason: String
  /// Whether another value is hardly possible.
  let isSure: Bool
  /// Whether it was set by hand.
  let isSet: Bool

  init(_ option: String, _ value: String, _ reason: String, isSure: Bool = true, isSet: Bool = false) {
    self.option = option
    self.value = value
    self.reason = reason
    self.isSure = isSure
    self.isSet = isSet
  }

  /// The option and its value, as in `header: no`.
  var spelling: String { "\(option): \(value)" }

  /// The note that is shown for a guess that may be wrong; `nil` for others.
  func note(_ path: String) -> String? {
    isSure || isSet
      ? nil
      : "\(path) is read with \(spelling), because \(reason); inspect \(TextLiteral.spelling(path)) explains all guesses"
  }
}
