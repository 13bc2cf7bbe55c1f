// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Numbers as text, the same in every locale.
public enum NumberText {
  /// The digits people see.
  private static let significantDigits = 15

  /// Returns the text people see: at most 15 significant digits, no trailing zeros, never `-0`.
  ///
  /// Plain notation from 1e-5 up to 1e15, like `1e-9` or `1.5e20` outside it.
  public static func people(_ number: Double) -> String {
    text(number, digits: significantDigits)
  }

  /// Returns the shortest text that reads back bit-equal, by the lexer and as a JSON number.
  public static func exact(_ number: Double) -> String {
    precondition(number.isFinite, "values are finite")
    return DecimalDigits(number).text
  }

  /// Returns both numbers as people see them, with as many digits as it takes to tell them apart.
  public static func distinguishing(_ old: Double, _ new: Double) -> (old: String, new: String) {
    var texts = (old: people(old), new: people(new))
    if old == new { return texts }
    for digits in significantDigits + 1...17 where texts.old == texts.new {
      texts = (text(old, digits: digits), text(new, digits: digits))
    }
    return texts
  }

  private static func text(_ number: Double, digits: Int) -> String {
    precondition(number.isFinite, "values are finite")
    if number == 0 { return "0" }
    var decimal = DecimalDigits(number)
    decimal.round(significant: digits)
    return decimal.text
  }
}
