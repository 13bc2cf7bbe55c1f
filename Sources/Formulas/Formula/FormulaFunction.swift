// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A function of the language: the index of a row of `table`.
///
/// To add a function, add its row. The lexer, the parser, the compiler, evaluation, help and completion use the table.
@usableFromInline
package struct FormulaFunction: Hashable, Sendable {
  @usableFromInline package let index: UInt8

  private init(index: Int) { self.index = UInt8(index) }

  /// The function in tokens and instructions that are not calls.
  @usableFromInline package static let unused = FormulaFunction(index: 0)

  /// All functions that have names in formulas, in the order of the table.
  package static let all = table.indices.map(FormulaFunction.init)

  /// The row of the function: its name and its help.
  package var row: Row { Self.rows[Int(index)] }

  /// How calls are compiled.
  package var rule: Rule { Self.rules[Int(index)] }

  // MARK: Rows

  /// A row of the table.
  package struct Row: Sendable {
    /// The name, of at most 8 bytes unless the name means the function only in calls.
    package let name: String
    /// The parameters, such as `x, digits`.
    package let parameters: String
    /// One line of help.
    package let help: String
    /// A formula and the text of its value, which a test checks.
    package let example: (formula: String, value: String)
    /// How calls are compiled.
    package let rule: Rule
    /// The message if the last argument is missing; `nil` for the usual message.
    package let missing: (message: String, hint: String)?
    /// How the function treats quantities.
    package let units: UnitRule
    /// Whether the name means the function only in calls, so that nodes of files can have the name too.
    package let needsCall: Bool

    fileprivate init(
      _ name: String, _ parameters: String, _ help: String, _ formula: String, _ value: String,
      takes: CalculatorType = .number, gives: CalculatorType = .number, _ code: Code, failsAtZero: Bool = false,
      missing: (message: String, hint: String)? = nil, units: UnitRule = .none, needsCall: Bool = false,
      jumps: Bool = false
    ) {
      self.units = units
      self.needsCall = needsCall
      self.name = name
      self.parameters = parameters
      self.help = help
      self.example = (formula, value)
      self.missing = missing
      rule = Rule(code: code, takes: takes, gives: gives, failsAtZero: failsAtZero, jumps: jumps)
    }

    fileprivate init(
      _ name: String, _ parameters: String, _ help: String, _ formula: String, _ value: String, _ code: ListFunction,
      jumps: Bool = false
    ) {
      self.init(name, parameters, help, formula, value, .list(code), needsCall: true, jumps: jumps)
    }

    /// The call as help shows it: `round(x, digits)`.
    package var signature: String { "\(name)(\(parameters))" }
  }

  /// The part of a row that the parser, the compiler and evaluation need. It holds no reference, so a copy costs little.
  package struct Rule: Sendable {
    /// How a value is computed.
    package let code: Code
    /// The type of all arguments.
    package let takes: CalculatorType
    /// The type of the result.
    package let gives: CalculatorType
    /// Whether the failure for a second argument of 0 is a division by zero.
    package let failsAtZero: Bool
    /// Whether the last digit of an argument may decide the result, as for `floor`; hidden digits are then noted.
    package let jumps: Bool

    /// How many arguments are allowed.
    package var arity: ClosedRange<Int> {
      switch code {
      case .unary, .angle, .iserror: 1...1
      case .binary, .iferror: 2...2
      case .unaryOrBinary: 1...2
      case .ternary, .if: 3...3
      // A function that needs two numbers accepts a single list.
      case .fold, .foldOfTwo, .statistic: 1...Int.max
      case .list(let function): function.arity
      }
    }

    /// Whether one number is too few, although one list is enough.
    var needsTwoNumbers: Bool {
      switch code {
      case .foldOfTwo: true
      case .statistic(let statistic): statistic.needsTwoNumbers
      default: false
      }
    }

    /// The number of arguments in words, such as "1 or 2 arguments".
    package var expectation: String {
      if needsTwoNumbers { return "at least 2 arguments" }
      if arity.upperBound == Int.max {
        return arity.lowerBound == 1 ? "at least 1 argument" : "at least \(arity.lowerBound) arguments"
      }
      if arity.count > 1 { return "\(arity.lowerBound) or \(arity.upperBound) arguments" }
      return "\(arity.lowerBound) argument\(arity.lowerBound == 1 ? "" : "s")"
    }
  }

  // C functions, because calling a Swift closure that is stored in memory costs 13 to 17 ns for its reference count.
  @usableFromInline package typealias Unary = @Sendable @convention(c) (Double) -> Double
  @usableFromInline package typealias Binary = @Sendable @convention(c) (Double, Double) -> Double
  @usableFromInline package typealias Ternary = @Sendable @convention(c) (Double, Double, Double) -> Double

  /// How a function computes its value. Results may be infinite or NaN, because evaluation checks each result.
  /// Booleans are 1 or 0, and a colour is its 24 bits.
  package enum Code: Sendable {
    case unary(Unary)
    case binary(Binary)
    /// A function of one argument and an optional second one.
    case unaryOrBinary(Unary, Binary)
    /// A function of an angle in radians, and the function of an angle in a unit, a whole number of which makes a
    /// turn, and that number.
    case angle(Unary, Binary)
    case ternary(Ternary)
    /// A function of any number of arguments, which are combined from left to right.
    case fold(Binary)
    /// A function of at least two arguments, which are combined from left to right.
    case foldOfTwo(Binary)
    /// A function of any number of arguments at once.
    case statistic(Statistic)
    /// Functions that don't evaluate all of their arguments; the compiler turns them into jumps.
    case `if`, iferror, iserror
    /// Functions of lists and texts, whose arguments have individual types.
    case list(ListFunction)
  }

  // MARK: The table

  /// Every function, in the order in which help lists them.
  package static let table: [Row] = numbers + powers + angles + choices + lists + texts + dates

  /// The rows of the table, followed by the functions that only the compiler calls.
  static let rows = table + clocks

  private static let numbers: [Row] = [
    Row("abs", "x", "The distance from zero.", "abs(-3)", "3", .unary { $0.magnitude }, units: .amount),
    Row(
      "sign", "x", "-1, 0 or 1, as x is negative, zero or positive.", "sign(-3)", "-1",
      .unary { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 }, units: .ratio),
    Row("min", "x, …", "The smallest.", "min(3, 1, 2)", "1", .fold { Swift.min($0, $1) }, units: .same),
    Row("max", "x, …", "The largest.", "max(3, 1, 2)", "3", .fold { Swift.max($0, $1) }, units: .same),
    Row("sum", "x, …", "The sum, rounded once.", "sum(1, 2, 3)", "6", .statistic(.sum), units: .amount),
    Row("mean", "x, …", "The arithmetic mean.", "mean(1, 2, 6)", "3", .statistic(.mean), units: .same),
    Row(
      "stdev", "x, y, …", "The deviation of a sample from its mean.", "stdev(1, 2, 3)", "1", .statistic(.deviation),
      units: .amount, needsCall: true),
    Row(
      "variance", "x, y, …", "The variance of a sample, the square of its deviation.", "variance(1, 2, 6)", "7",
      .statistic(.variance), units: .square, needsCall: true),
    Row(
      "average", "x, …", "The arithmetic mean, as mean.", "average(1, 2, 6)", "3", .statistic(.mean), units: .same,
      needsCall: true),
    Row("product", "x, …", "The product.", "product(2, 3, 4)", "24", .fold { $0 * $1 }, needsCall: true),
    Row(
      "median", "x, …", "The middle one, or the mean of the two in the middle.", "median(9, 1, 2)", "2",
      .statistic(.median), units: .same),
    Row(
      "round", "x, digits", "The nearest with that many decimals, halves away from zero.", "round(2.675, 2)", "2.68",
      .unaryOrBinary({ $0.rounded(.toNearestOrAwayFromZero) }, { Mathematics.round($0, decimals: $1) }), units: .first,
      jumps: true),
    Row(
      "floor", "x", "The greatest integer that is at most x.", "floor(-1.5)", "-2", .unary { $0.rounded(.down) },
      units: .same,
      jumps: true),
    Row(
      "ceil", "x", "The least integer that is at least x.", "ceil(1.2)", "2", .unary { $0.rounded(.up) }, units: .same,
      jumps: true),
    Row(
      "trunc", "x", "The integer part.", "trunc(-1.5)", "-1", .unary { $0.rounded(.towardZero) }, units: .same,
      jumps: true),
    Row(
      "roundto", "x, step", "The nearest multiple of the step, halves away from zero.", "roundto(17, 5)", "15",
      .binary { WholeNumbers.round($0, to: $1) }, failsAtZero: true, units: .amount, needsCall: true, jumps: true),
    Row(
      "gcd", "x, y, …", "The greatest common divisor of whole numbers.", "gcd(12, 18)", "6",
      .foldOfTwo { WholeNumbers.divisor($0, $1) }, needsCall: true, jumps: true),
    Row(
      "lcm", "x, y, …", "The least common multiple of whole numbers.", "lcm(4, 6)", "12",
      .foldOfTwo { WholeNumbers.multiple($0, $1) }, needsCall: true, jumps: true),
    Row(
      "factorial", "x", "The product of 1 to x.", "factorial(5)", "120", .unary { WholeNumbers.factorial($0) },
      needsCall: true, jumps: true),
  ]

  private static let powers: [Row] = [
    Row("sqrt", "x", "The square root.", "sqrt(9)", "3", .unary { $0.squareRoot() }, units: .root(2)),
    Row("cbrt", "x", "The cube root.", "cbrt(-27)", "-3", .unary { PortableMathematics.cubeRoot($0) }, units: .root(3)),
    Row("exp", "x", "e to the power of x.", "exp(0)", "1", .unary { PortableMathematics.exponential($0) }),
    Row(
      "ln", "x", "The natural logarithm.", "ln(e)", "1", .unary { $0 > 0 ? PortableMathematics.logarithm($0) : .nan }),
    Row(
      "log2", "x", "The logarithm to base 2.", "log2(8)", "3",
      .unary { $0 > 0 ? PortableMathematics.logarithm2($0) : .nan }),
    Row(
      "log10", "x", "The logarithm to base 10.", "log10(1000)", "3",
      .unary { $0 > 0 ? PortableMathematics.logarithm10($0) : .nan }),
    Row(
      "log", "x, base", "The logarithm to any base.", "log(81, 3)", "4",
      .binary { Mathematics.logarithm($0, base: $1) }, missing: ("log needs a base", "ln or log10?")),
    Row(
      "hypot", "x, y, …", "The length of the hypotenuse, in any number of dimensions.", "hypot(3, 4)", "5",
      .statistic(.hypotenuse), units: .amount),
    Row(
      "mod", "x, y", "The remainder with the sign of y.", "mod(-7, 3)", "2",
      .binary { WholeNumbers.modulo($0, $1) }, failsAtZero: true, units: .amount, jumps: true),
    Row(
      "rem", "x, y", "The remainder with the sign of x.", "rem(-7, 3)", "-1",
      .binary { WholeNumbers.remainder($0, $1) }, failsAtZero: true, units: .amount, jumps: true),
    Row(
      "powmod", "x, n, y", "The remainder of x ^ n divided by y, for whole numbers, with the sign of y.",
      "powmod(27, 28, 29)",
      "1",
      .ternary { WholeNumbers.powerModulo($0, $1, $2) }, failsAtZero: true, needsCall: true, jumps: true),
    Row(
      "clamp", "x, low, high", "x, but at least low and at most high.", "clamp(12, 0, 10)", "10",
      .ternary { $1 <= $2 ? Swift.max($1, Swift.min($2, $0)) : .nan }, units: .same),
  ]

  private static let angles: [Row] = [
    Row(
      "sin", "x", "The sine of an angle; a number is in radians.", "sin(pi / 2)", "1",
      .angle({ PortableMathematics.sine($0) }, { PortableMathematics.sine($0, turn: $1) }),
      units: .angle),
    Row(
      "cos", "x", "The cosine of an angle; a number is in radians.", "cos(pi)", "-1",
      .angle({ PortableMathematics.cosine($0) }, { PortableMathematics.cosine($0, turn: $1) }),
      units: .angle),
    Row(
      "tan", "x", "The tangent of an angle; a number is in radians.", "tan(pi / 4)", "1",
      .angle({ PortableMathematics.tangent($0) }, { PortableMathematics.tangent($0, turn: $1) }),
      units: .angle),
    Row("asin", "x", "The angle whose sine is x.", "asin(1) / pi", "0.5", .unary { PortableMathematics.arcsine($0) }),
    Row(
      "acos", "x", "The angle whose cosine is x.", "acos(-1) / pi", "1", .unary { PortableMathematics.arccosine($0) }),
    Row(
      "atan", "x", "The angle whose tangent is x.", "atan(1) / pi", "0.25",
      .unary { PortableMathematics.arctangent($0) }),
    Row(
      "atan2", "y, x", "The angle of the point x, y.", "atan2(1, -1) / pi", "0.75",
      .binary { PortableMathematics.arctangent($0, $1) }, units: .ratio),
    Row("sinh", "x", "The hyperbolic sine.", "sinh(0)", "0", .unary { PortableMathematics.hyperbolicSine($0) }),
    Row("cosh", "x", "The hyperbolic cosine.", "cosh(0)", "1", .unary { PortableMathematics.hyperbolicCosine($0) }),
    Row("tanh", "x", "The hyperbolic tangent.", "tanh(0)", "0", .unary { PortableMathematics.hyperbolicTangent($0) }),
    Row(
      "asinh", "x", "The number whose hyperbolic sine is x.", "asinh(0)", "0",
      .unary { PortableMathematics.inverseHyperbolicSine($0) }, needsCall: true),
    Row(
      "acosh", "x", "The number whose hyperbolic cosine is x.", "acosh(1)", "0",
      .unary { PortableMathematics.inverseHyperbolicCosine($0) }, needsCall: true),
    Row(
      "atanh", "x", "The number whose hyperbolic tangent is x.", "atanh(0)", "0",
      .unary { PortableMathematics.inverseHyperbolicTangent($0) }, needsCall: true),
  ]

  private static let choices: [Row] = [
    Row(
      "if", "condition, x, y", "x when the condition is true, else y; the other is not computed.",
      "if(2 > 1, 10, 1 / 0)", "10", .if),
    Row("iferror", "x, y", "x, or y when x is an error.", "iferror(1 / 0, -1)", "-1", .iferror),
    Row("iserror", "x", "Whether x is an error.", "iserror(1 / 0)", "true", gives: .boolean, .iserror),
    Row(
      "rgb", "red, green, blue", "A colour; components are rounded and limited to 0…255.", "rgb(51, 102, 204)",
      "#3366cc",
      gives: .color, .ternary { Double(RGBColor(clampingRed: $0, green: $1, blue: $2).bits) }),
    Row(
      "red", "color", "The red component, 0 to 255.", "red(#3366cc)", "51", takes: .color,
      .unary { Double(RGBColor(bits: UInt32($0)).red) }),
    Row(
      "green", "color", "The green component, 0 to 255.", "green(#3366cc)", "102", takes: .color,
      .unary { Double(RGBColor(bits: UInt32($0)).green) }),
    Row(
      "blue", "color", "The blue component, 0 to 255.", "blue(#3366cc)", "204", takes: .color,
      .unary { Double(RGBColor(bits: UInt32($0)).blue) }),
  ]

  private static let lists: [Row] = [
    Row(
      "count", "list, …", "How many elements lists have; of Booleans, how many are true.", "count([5, 7, 9] > 6)",
      "2", .count),
    Row("len", "list", "How many elements a list has, or characters a text.", "len([5, 7, 9])", "3", .length),
    Row("first", "list", "The first element.", "first([5, 7, 9])", "5", .first),
    Row("last", "list", "The last element.", "last([5, 7, 9])", "9", .last),
    Row("sort", "list", "The elements in ascending order.", "sort([7, 9, 5])", "[5, 7, 9]", .sort),
    Row("reverse", "list", "The elements from the last to the first.", "reverse([5, 7, 9])", "[9, 7, 5]", .reverse),
    Row(
      "unique", "list", "The elements without duplicates, in the order of their first occurrence.", "unique([5, 7, 5])",
      "[5, 7]", .unique,
      jumps: true),
    Row(
      "join", "x, y, …", "One list of all elements of lists, and of single elements.", "join([5, 7], 9)", "[5, 7, 9]",
      .join),
    Row(
      "index", "list, place", "The element at a place, from 1, as list[place].", "index([5, 7, 9], 2)", "7", .element,
      jumps: true),
    Row(
      "filter", "list, condition", "The elements for which a list of Booleans is true, as list where condition.",
      "filter([5, 7, 9], [true, false, true])", "[5, 9]", .filter),
    Row(
      "match", "key, list, order",
      "The place of a key; order 1 finds the last that is not above it, -1 the last that is not below it.",
      "match(8, [5, 7, 9], 1)", "2", .match, jumps: true),
    Row(
      "lookup", "key, keys, values", "The value at the place of a key.",
      "lookup(\"b\", [\"a\", \"b\"], [5, 7])", "7", .lookup, jumps: true),
    Row(
      "sumproduct", "x, y, …", "The sum of the products of elements at the same place.",
      "sumproduct([1, 2], [3, 4])", "11", .sumproduct),
    Row(
      "sumby", "x, keys", "The totals of x for each key, in the order of unique(keys).",
      "sumby([5, 7, 9], [\"a\", \"b\", \"a\"])", "[14, 7]", .sumBy, jumps: true),
    Row("any", "list", "Whether any Boolean is true.", "any([5, 7] > 6)", "true", .any),
    Row("all", "list", "Whether all Booleans are true.", "all([5, 7] > 6)", "false", .all),
  ]

  private static let texts: [Row] = [
    Row("upper", "text", "The text in capital letters.", "upper(\"abc\")", "\"ABC\"", .upper),
    Row("lower", "text", "The text in small letters.", "lower(\"ABC\")", "\"abc\"", .lower),
    Row("contains", "text, part", "Whether a text contains a part.", "contains(\"abc\", \"bc\")", "true", .contains),
    Row("number", "text", "The number that a text represents.", "number(\"12.5\")", "12.5", .number),
    Row(
      "isnumber", "text", "Whether a text represents a number.", "isnumber([\"12.5\", \"NA\"])", "[true, false]",
      .isNumber),
    Row(
      "replace", "text, part, new", "The text with each occurrence of a part replaced.",
      "replace(\"$5.00\", \"$\", \"\")", "\"5.00\"", .replace),
    Row(
      "part", "text, separator, place", "The part at a place between separators, counted from 1.",
      "part(\"2024-05\", \"-\", 1)", "\"2024\"", .part, jumps: true),
    Row("trim", "text", "The text without blanks at its start and end.", "trim(\"  abc \")", "\"abc\"", .trim),
    Row(
      "left", "text, count", "The first characters of a text: count of them.", "left(\"2024W05\", 4)", "\"2024\"",
      .left,
      jumps: true),
    Row(
      "right", "text, count", "The last characters of a text: count of them.", "right(\"2024W05\", 2)", "\"05\"",
      .right,
      jumps: true),
    Row(
      "mid", "text, place, count", "The characters of a text from a place, counted from 1: count of them.",
      "mid(\"2024W05\", 5, 1)", "\"W\"",
      .middle, jumps: true),
  ]

  private static let dates: [Row] = [
    Row(
      "date", "year, month, day", "A day of the calendar; date(now) is that of a moment.",
      "date(2026, 3, 1)", "2026-03-01",
      .ternary { CivilDate.date($0, $1, $2) }, units: .makesDate, needsCall: true),
    Row(
      "year", "date", "The year.", "year(2026-03-01)", "2026", .unary { Double(CivilDate.civil($0).year) },
      units: .ofDate, needsCall: true),
    Row(
      "month", "date", "The month, 1 to 12.", "month(2026-03-01)", "3", .unary { Double(CivilDate.civil($0).month) },
      units: .ofDate, needsCall: true),
    Row(
      "day", "date", "The day of the month, 1 to 31.", "day(2026-03-01)", "1",
      .unary { Double(CivilDate.civil($0).day) }, units: .ofDate, needsCall: true),
    Row(
      "weekday", "date", "The day of the week, 1 for Monday to 7 for Sunday.", "weekday(2026-03-01)", "7",
      .unary { CivilDate.weekday($0) }, units: .ofDate, needsCall: true),
    Row(
      "adddays", "date, days", "The date a number of whole days later, as date + 1 d.", "adddays(2026-02-28, 1)",
      "2026-03-01", .binary { CivilDate.adding(days: $1, to: $0) }, units: .date, needsCall: true),
    Row(
      "addmonths", "date, months", "The same day a number of months later, or the last of a shorter month.",
      "addmonths(2026-01-31, 1)", "2026-02-28", .binary { CivilDate.adding(months: $1, to: $0) }, units: .date,
      needsCall: true),
    Row(
      "hour", "moment", "The hour that clocks show, 0 to 23.", "hour(2026-03-01 9:30 Berlin)", "9",
      .unary { ($0 / 3600).rounded(.down) }, units: .ofClock, needsCall: true),
    Row(
      "minute", "moment", "The minute that clocks show, 0 to 59.", "minute(2026-03-01 9:30 Berlin)", "30",
      .unary { ($0 / 60).rounded(.down).truncatingRemainder(dividingBy: 60) }, units: .ofClock, needsCall: true),
    Row(
      "addseconds", "moment, seconds", "The moment a number of seconds later, as moment + 1 s.",
      "addseconds(2026-02-28T23:59:30Z, 45)", "2026-03-01T00:00:15Z",
      .binary { CivilDate.adding(seconds: $1, to: $0) }, units: .moment, needsCall: true),
  ]

  /// Functions of moments and the clocks of a zone. The last argument is an index into the table of zones, or -1 for UTC.
  private static let clocks: [Row] = [
    Row(
      "clock day", "moment, zone", "The day.", "", "", .binary { CivilDate.shown($0, $1).day }, units: .ofDate),
    Row(
      "clock time", "moment, zone", "The seconds since midnight.", "", "", .binary { CivilDate.shown($0, $1).second },
      units: .ofDate),
    Row(
      "clock days", "moment, days, zone", "The same time of day so many days later.", "", "",
      .ternary { CivilDate.adding(days: $1, to: $0, $2) }, units: .moment),
    Row(
      "clock months", "moment, months, zone", "The same time of day so many months later.", "", "",
      .ternary { CivilDate.adding(months: $1, to: $0, $2) }, units: .moment),
  ]

  /// The function with a name that is known to exist.
  static func named(_ name: String) -> FormulaFunction {
    rows.firstIndex { $0.name == name }.map(FormulaFunction.init) ?? .unused
  }

  /// One line of help for each function: its call and what it does.
  package static var help: [String] {
    let width = table.map(\.signature.count).max() ?? 0
    return table.map { row in
      row.signature + String(repeating: " ", count: width - row.signature.count + 2) + row.help
    }
  }

  // MARK: Evaluation

  private static let rules: [Rule] = rows.map(\.rule)
}
