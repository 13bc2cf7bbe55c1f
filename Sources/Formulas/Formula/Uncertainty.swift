// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The distribution of an input's value, as its definition states it: `20 ± 1`, or `normal(20, 1)`.
///
/// The input remains an ordinary number with the value in the middle. Only a session's `spread` draws values.
///
/// ```swift
/// try session.run("price = 20 ± 1; total = price * 3")
/// session.value(of: "price")                   // 20
/// session.uncertainty(of: "price")?.distribution  // normal(mean: 20, deviation: 1)
/// ```
public struct Uncertainty: Hashable, Sendable {
  /// The distribution from which values are drawn. Its numbers are in ``unit``.
  public let distribution: DrawnDistribution
  /// The unit of the input; `nil` for a plain number.
  public let unit: UnitOfMeasure?
  /// The formula of the input, whose value is in the middle.
  package let middle: String
  /// The text of the definition: `20 ± 1`, or `normal(20, 1)`.
  private let written: String
  /// Whether it is written with `±`.
  private let isDeviation: Bool

  /// The text that lists show in place of the formula: `20 ± 1`, or `~ normal(20, 1)`.
  public var text: String { isDeviation ? written : "~ \(written)" }

  /// The statement that defines an input of this name.
  package func statement(naming name: String) -> String {
    "\(SourceName.spelling(name)) \(isDeviation ? "=" : "~") \(written)"
  }

  /// The number of bytes in the texts.
  package var byteCount: Int { middle.utf8.count + written.utf8.count }

  /// The examples in refusals.
  static let example = "price = 20 ± 1, or price ~ normal(20, 1)"

  // MARK: Middle and deviation

  /// Reads `20 ± 1`: the mean and the standard deviation of a normal distribution.
  ///
  /// - Parameters:
  ///   - middle: A constant, the mean.
  ///   - deviation: A constant of the same dimension, or a percentage of the mean.
  /// - Throws: A ``Diagnostic`` for a formula that is not a constant number, for another dimension, and for a negative deviation.
  init(_ middle: Formula, deviation: Formula) throws(Diagnostic) {
    let (mean, unit) = try Self.constant(middle)
    try Self.refuseCalendar(unit, middle)
    var size: Double
    if deviation.isPercentage, !middle.isPercentage {
      let share = try Self.constant(deviation).number
      if let unit, unit.zero != nil {
        throw Diagnostic(
          .type, "a percentage of a temperature on a scale has no meaning", deviation.range,
          hint: "write \(middle.text) ± 1 K")
      }
      size = mean.magnitude * share
    } else {
      size = try Self.difference(deviation, in: unit, of: middle)
    }
    guard size >= 0 else {
      throw Diagnostic(
        .number, "a deviation can't be negative, and '\(MessageText.shortened(deviation.text))' is", deviation.range,
        hint: "write \(middle.text) ± \(NumberText.people(size.magnitude, digits: 6))")
    }
    guard let distribution = DrawnDistribution("normal", [mean, size]) else {
      throw Diagnostic(.number, "the deviation is too large", deviation.range)
    }
    self.init(
      distribution: distribution, unit: unit, middle: middle.text, written: "\(middle.text) ± \(deviation.text)",
      isDeviation: true)
  }

  private init(
    distribution: DrawnDistribution, unit: UnitOfMeasure?, middle: String, written: String, isDeviation: Bool
  ) {
    (self.distribution, self.unit) = (distribution, unit)
    (self.middle, self.written, self.isDeviation) = (middle, written, isDeviation)
  }

  // MARK: Distributions

  /// Reads `normal(20, 1)`, `uniform(10, 30)`, `lognormal(3, 0.1)` or `triangular(10, 20, 30)`.
  ///
  /// - Parameters:
  ///   - name: The name of the distribution.
  ///   - arguments: Constants.
  ///   - range: The bytes that a refusal of all arguments points at.
  /// - Throws: A ``Diagnostic`` for an unknown name, for an argument that is not a constant number, and for numbers
  ///   that don't fit.
  init(_ name: SourceName, _ arguments: [Formula], _ range: Range<Int>) throws(Diagnostic) {
    guard let count = Self.counts[name.text] else {
      throw Diagnostic(
        .name, "'\(name.text)' is not a distribution", name.range,
        hint: Suggestion.hint(for: name.text, among: Self.counts.keys.sorted())
          ?? "write \(DrawnDistribution.expectation)")
    }
    guard arguments.count == count, let first = arguments.first else {
      throw Diagnostic(
        .syntax, "\(name.text) takes \(count) numbers, not \(arguments.count)", range,
        hint: "write \(DrawnDistribution.expectation)")
    }
    var numbers: [Double] = []
    var unit: UnitOfMeasure?
    for (place, argument) in arguments.enumerated() {
      let (number, given) = try Self.constant(argument)
      try Self.refuseCalendar(given, argument)
      if name.text == "lognormal", let given {
        throw Diagnostic(
          .type, "the numbers of lognormal are of a logarithm, which has no unit, and this is \(given.quantity)",
          argument.range, hint: "multiply by the unit in another formula: length = factor * 1 \(given)")
      }
      if place == 0 {
        unit = given
        numbers.append(number)
      } else if name.text == "normal" {
        numbers.append(try Self.difference(argument, in: unit, of: first))
      } else {
        guard given?.dimension == unit?.dimension else { throw Self.mismatch(given, argument, unit, first) }
        numbers.append(given.flatMap { given in unit.map { given.converted(number, to: $0) } } ?? number)
      }
    }
    guard let distribution = DrawnDistribution(name.text, numbers) else {
      throw Diagnostic(
        .number, "these numbers don't define a \(name.text) distribution", range,
        hint: DrawnDistribution.brokenRule(name.text, numbers))
    }
    let middle = unit.map { CalculatorValue.quantity(distribution.middle, $0) } ?? .number(distribution.middle)
    let texts = arguments.map(\.text).joined(separator: ", ")
    self.init(
      distribution: distribution, unit: unit, middle: middle.exactText, written: "\(name.text)(\(texts))",
      isDeviation: false)
  }

  /// The names of distributions, with their number of arguments.
  private static let counts = ["uniform": 2, "normal": 2, "lognormal": 2, "triangular": 3]

  // MARK: Constants

  /// The value of a formula that is a constant number.
  private static func constant(_ formula: Formula) throws(Diagnostic) -> (number: Double, unit: UnitOfMeasure?) {
    if let name = formula.names.first ?? formula.functions.first {
      throw Diagnostic(
        .name, "an uncertain input needs constants, and '\(name.text)' is a name", name.range,
        hint: "write the number, as in \(example)")
    }
    let value: CalculatorValue
    do {
      if !formula.columns.isEmpty { throw Diagnostic(.type, "a file is not a constant", formula.range) }
      value = try formula.program(types: []).value(of: NoInputs())
    } catch let diagnostic as Diagnostic {
      throw diagnostic
    } catch {
      throw Diagnostic(.domain, "\(error)", formula.range)
    }
    switch value {
    case .number(let number): return (number, nil)
    case .quantity(let number, let unit): return (number, unit)
    default:
      throw Diagnostic(
        .type, "'\(MessageText.shortened(formula.text))' is \(value.type.phrase), and only a number is uncertain",
        formula.range, hint: "write \(example)")
    }
  }

  /// The value of a formula in the unit of differences between values of another formula.
  private static func difference(
    _ formula: Formula, in unit: UnitOfMeasure?, of middle: Formula
  ) throws(Diagnostic) -> Double {
    let (number, given) = try constant(formula)
    guard let unit else {
      guard given == nil else { throw mismatch(given, formula, unit, middle) }
      return number
    }
    guard let given else { throw mismatch(given, formula, unit, middle) }
    let shift = unit.ofDifferences ?? unit
    if given.zero != nil {
      throw Diagnostic(
        .type, "a deviation must be a difference, and '\(MessageText.shortened(formula.text))' is a point on a scale",
        formula.range, hint: "write \(NumberText.people(number)) \(given.ofDifferences ?? shift)")
    }
    guard given.dimension == shift.dimension else { throw mismatch(given, formula, unit, middle) }
    return unit.number(ofDifferenceInItsUnit: given.converted(number, to: shift))
  }

  private static func mismatch(
    _ given: UnitOfMeasure?, _ formula: Formula, _ unit: UnitOfMeasure?, _ middle: Formula
  ) -> Diagnostic {
    let (text, other) = (MessageText.shortened(formula.text), MessageText.shortened(middle.text))
    return Diagnostic(
      .type, "'\(text)' is \(given?.quantity ?? "a Number"), and '\(other)' is \(unit?.quantity ?? "a Number")",
      formula.range, hint: given == nil ? unit.map { "write \(text) \($0.ofDifferences ?? $0)" } : nil)
  }

  private static func refuseCalendar(_ unit: UnitOfMeasure?, _ formula: Formula) throws(Diagnostic) {
    guard let unit, unit.isCalendar else { return }
    throw Diagnostic(
      .type, "\(unit.quantity) can't be uncertain, because its draws would have fractions of days", formula.range,
      hint: "make a number of days uncertain, and round it: end = \(formula.text) + round(days) * 1 d")
  }
}

extension DrawnDistribution {
  /// The value of an uncertain input: the mean, the middle of the bounds, the mode, or the median of a lognormal
  /// distribution.
  var middle: Double {
    switch self {
    case .uniform(let low, let high): ExactSum.mean([low, high])
    case .normal(let mean, _): mean
    case .lognormal(let mean, _): PortableMathematics.exponential(mean)
    case .triangular(_, let mode, _): mode
    }
  }
}

extension Formula {
  /// Whether the last operation is a percentage, as in `5%`.
  fileprivate var isPercentage: Bool { operations.last?.instruction.opcode == .percent }
}
