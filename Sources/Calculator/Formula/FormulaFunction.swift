// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A function of the language. `FormulaFunction.table` describes them all.
@usableFromInline
package enum FormulaFunction: UInt8, Hashable, Sendable, CaseIterable {
  case abs, sign, min, max, sum, mean, median, round, floor, ceil, trunc
  case sqrt, cbrt, exp, ln, log2, log10, log, hypot, mod, rem, clamp
  case sin, cos, tan, asin, acos, atan, atan2, sinh, cosh, tanh
  case `if`, iferror, iserror, rgb, red, green, blue

  /// What is known about the function.
  package var description: Description { Self.table[Int(rawValue)] }

  /// The name, as a formula spells it.
  package var name: String { description.name }

  /// One line of the table: the parser, suggestions and help read it.
  package struct Description: Sendable {
    /// The function.
    package let function: FormulaFunction
    /// The parameters, such as `x, digits`.
    package let parameters: String
    /// How many arguments are allowed.
    package let arity: ClosedRange<Int>
    /// One line of help.
    package let help: String
    /// A formula and the text of its value.
    package let example: (formula: String, value: String)

    fileprivate init(
      _ function: FormulaFunction, _ parameters: String, _ arity: ClosedRange<Int>, _ help: String,
      _ formula: String, _ value: String
    ) {
      self.function = function
      self.parameters = parameters
      self.arity = arity
      self.help = help
      self.example = (formula, value)
    }

    /// The name, as a formula spells it.
    package var name: String { "\(function)" }

    /// The call people are shown: `round(x, digits)`.
    package var signature: String { "\(name)(\(parameters))" }

    /// How many arguments there must be, such as "1 or 2 arguments".
    package var expectation: String {
      if arity.upperBound == Int.max { return "at least 1 argument" }
      if arity.count > 1 { return "\(arity.lowerBound) or \(arity.upperBound) arguments" }
      return "\(arity.lowerBound) argument\(arity.lowerBound == 1 ? "" : "s")"
    }
  }

  /// Every function, in the order of the cases.
  package static let table: [Description] = numbers + powers + angles + choices

  private static let any = 1...Int.max

  private static let numbers: [Description] = [
    .init(.abs, "x", 1...1, "The distance from zero.", "abs(-3)", "3"),
    .init(.sign, "x", 1...1, "-1, 0 or 1, as x is negative, zero or positive.", "sign(-3)", "-1"),
    .init(.min, "x, …", any, "The smallest.", "min(3, 1, 2)", "1"),
    .init(.max, "x, …", any, "The largest.", "max(3, 1, 2)", "3"),
    .init(.sum, "x, …", any, "The sum.", "sum(1, 2, 3)", "6"),
    .init(.mean, "x, …", any, "The arithmetic mean.", "mean(1, 2, 6)", "3"),
    .init(.median, "x, …", any, "The middle one, or the mean of the two in the middle.", "median(9, 1, 2)", "2"),
    .init(
      .round, "x, digits", 1...2, "The nearest with that many decimals, halves away from zero.", "round(2.675, 2)",
      "2.68"),
    .init(.floor, "x", 1...1, "The next integer below.", "floor(-1.5)", "-2"),
    .init(.ceil, "x", 1...1, "The next integer above.", "ceil(1.2)", "2"),
    .init(.trunc, "x", 1...1, "The integer part.", "trunc(-1.5)", "-1"),
  ]

  private static let powers: [Description] = [
    .init(.sqrt, "x", 1...1, "The square root.", "sqrt(9)", "3"),
    .init(.cbrt, "x", 1...1, "The cube root.", "cbrt(-27)", "-3"),
    .init(.exp, "x", 1...1, "e to the power of x.", "exp(0)", "1"),
    .init(.ln, "x", 1...1, "The natural logarithm.", "ln(e)", "1"),
    .init(.log2, "x", 1...1, "The logarithm to base 2.", "log2(8)", "3"),
    .init(.log10, "x", 1...1, "The logarithm to base 10.", "log10(1000)", "3"),
    .init(.log, "x, base", 2...2, "The logarithm to any base.", "log(81, 3)", "4"),
    .init(.hypot, "x, y", 2...2, "The length of the hypotenuse.", "hypot(3, 4)", "5"),
    .init(.mod, "x, y", 2...2, "The remainder with the sign of y.", "mod(-7, 3)", "2"),
    .init(.rem, "x, y", 2...2, "The remainder with the sign of x.", "rem(-7, 3)", "-1"),
    .init(.clamp, "x, low, high", 3...3, "x, but at least low and at most high.", "clamp(12, 0, 10)", "10"),
  ]

  private static let angles: [Description] = [
    .init(.sin, "x", 1...1, "The sine of an angle in radians.", "sin(pi / 2)", "1"),
    .init(.cos, "x", 1...1, "The cosine of an angle in radians.", "cos(pi)", "-1"),
    .init(.tan, "x", 1...1, "The tangent of an angle in radians.", "tan(pi / 4)", "1"),
    .init(.asin, "x", 1...1, "The angle whose sine is x.", "asin(1) / pi", "0.5"),
    .init(.acos, "x", 1...1, "The angle whose cosine is x.", "acos(-1) / pi", "1"),
    .init(.atan, "x", 1...1, "The angle whose tangent is x.", "atan(1) / pi", "0.25"),
    .init(.atan2, "y, x", 2...2, "The angle of the point x, y.", "atan2(1, -1) / pi", "0.75"),
    .init(.sinh, "x", 1...1, "The hyperbolic sine.", "sinh(0)", "0"),
    .init(.cosh, "x", 1...1, "The hyperbolic cosine.", "cosh(0)", "1"),
    .init(.tanh, "x", 1...1, "The hyperbolic tangent.", "tanh(0)", "0"),
  ]

  private static let choices: [Description] = [
    .init(
      .if, "condition, x, y", 3...3, "x when the condition is true, else y; the other is not computed.",
      "if(2 > 1, 10, 1 / 0)", "10"),
    .init(.iferror, "x, y", 2...2, "x, or y when x is an error.", "iferror(1 / 0, -1)", "-1"),
    .init(.iserror, "x", 1...1, "Whether x is an error.", "iserror(1 / 0)", "true"),
    .init(
      .rgb, "red, green, blue", 3...3, "A color; components are rounded and kept in 0…255.", "rgb(51, 102, 204)",
      "#3366cc"),
    .init(.red, "color", 1...1, "The red component, 0 to 255.", "red(#3366cc)", "51"),
    .init(.green, "color", 1...1, "The green component, 0 to 255.", "green(#3366cc)", "102"),
    .init(.blue, "color", 1...1, "The blue component, 0 to 255.", "blue(#3366cc)", "204"),
  ]
}
