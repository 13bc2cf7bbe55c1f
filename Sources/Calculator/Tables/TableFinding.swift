// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Something that was found out about a file of rows, or was set by hand: an option, its value, and why.
struct TableFinding {
  /// The name of the option that sets it.
  let option: String
  /// The value, as the option takes it.
  let value: String
  /// Why, without a full stop.
  let reason: String
  /// Whether it could hardly be otherwise.
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

  /// `header: no`
  var spelling: String { "\(option): \(value)" }

  /// What is said unasked of a guess that may be wrong.
  func note(_ path: String) -> String? {
    isSure || isSet
      ? nil : "\(path) is read with \(spelling), because \(reason); inspect \(TextLiteral.spelling(path)) tells more"
  }
}
