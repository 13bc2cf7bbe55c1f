// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The values that a line at the prompt gives an input: numbers, dates, or quantities, which are converted to the input's unit.
package struct SweepSteps {
  /// The values in order, in the unit of the input.
  package let values: [Double]
  /// The unit of the input; `nil` for a number.
  let unit: UnitOfMeasure?

  /// Reads `a..b` or `a..b step s`, as in a formula.
  ///
  /// - Parameters:
  ///   - text: The text, with its place in the line.
  ///   - input: The name of the input.
  ///   - unit: Its unit.
  ///   - sampleCount: The number of evenly spaced values in a range without a step; `nil` for steps of one.
  /// - Throws: A ``Formulas/Diagnostic`` if the text is not a range, or its values don't have the input's dimension.
  package init(
    _ text: SourceName, for input: SourceName, in unit: UnitOfMeasure?, sampleCount: Int? = nil
  ) throws(Diagnostic) {
    let hasStep = text.text.utf8.split(separator: UInt8(ascii: " ")).contains { $0.elementsEqual("step".utf8) }
    var values: [Double]
    if let (quantities, given) = try Self.quantities(text, onlyEnds: sampleCount != nil && !hasStep) {
      guard let unit, given.dimension == unit.dimension else {
        throw Diagnostic.rangeOf(given, for: input, in: unit, text.range)
      }
      guard quantities.count <= SweepRange.maximumCount else {
        throw Diagnostic(
          .command, "a sweep has at most \(SweepRange.maximumCount) values", text.range, hint: "take a larger step")
      }
      values = quantities.map { given.converted($0, to: unit) }
    } else {
      let onlyEnds = sampleCount != nil && !hasStep
      let range = try Self.numbers(text, onlyEnds: onlyEnds)
      if let unit, unit.isCalendar {
        throw Diagnostic(
          .type, "'\(input.text)' is \(unit.quantity), and the range is one of numbers", text.range,
          hint: unit == .date
            ? "write 2026-03-01..2026-06-01 step 7 d" : "write 2026-03-01T00:00Z..2026-03-02T00:00Z step 1 h")
      }
      if let unit { throw Diagnostic.plainNumbers(for: input, in: unit, text.range) }
      values = range
    }
    if let sampleCount, !hasStep, let first = values.first, let last = values.last {
      values = (0..<sampleCount).map { index in
        let part = Double(index) / Double(sampleCount - 1)
        return first * (1 - part) + last * part
      }
      // Days are whole numbers.
      if unit == .date {
        values = values.map { $0.rounded() }
        values = values.indices.filter { $0 == 0 || values[$0] != values[$0 - 1] }.map { values[$0] }
      }
    }
    self.values = values
    self.unit = unit
  }

  /// The least and the greatest number of a range without a step, in the unit of an input.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the text is not a range, or its ends don't have the input's dimension.
  package static func bounds(
    _ text: SourceName, for input: SourceName, in unit: UnitOfMeasure?
  ) throws(Diagnostic) -> ClosedRange<Double> {
    let values = try SweepSteps(text, for: input, in: unit, sampleCount: 2).values
    let (first, last) = (values[0], values[values.count - 1])
    return min(first, last)...max(first, last)
  }

  /// The texts of the first and last value.
  package var ends: (String, String) { (text(values.first ?? 0), text(values.last ?? 0)) }

  /// The text of a value.
  func text(_ value: Double) -> String { Self.text(value, unit) }

  /// The text of a number, in its unit if it has one.
  package static func text(_ value: Double, _ unit: UnitOfMeasure?, digits: Int = 6) -> String {
    unit.map { $0.text(value) { NumberText.people($0, digits: digits) } } ?? NumberText.people(value, digits: digits)
  }

  /// The numbers of a range, or its ends.
  private static func numbers(_ text: SourceName, onlyEnds: Bool) throws(Diagnostic) -> [Double] {
    do throws(Diagnostic) {
      if !onlyEnds { return try SweepRange(text).values }
      let (first, last, _) = try SweepRange.parts(of: text)
      return [first, last]
    } catch {
      guard error.code == .syntax || error.code == .number else { throw error }
      var diagnostic = error
      diagnostic.hint = "a range is a..b or a..b step s, after the name of the input"
      throw diagnostic
    }
  }

  /// The values of a range of dates or quantities, or its ends; `nil` for other text.
  private static func quantities(
    _ name: SourceName, onlyEnds: Bool
  ) throws(Diagnostic) -> ([Double], UnitOfMeasure)? {
    let text = name.text
    guard let dots = text.firstRange(of: "..") else { return nil }
    // If only the ends matter, the text has no step.
    let source = onlyEnds ? "[\(text[..<dots.lowerBound]), \(text[dots.upperBound...])]" : text
    guard let formula = try? Formula(source), formula.names.isEmpty, !formula.units.isEmpty else { return nil }
    let program: Program
    do throws(Diagnostic) {
      program = try formula.program(types: [])
    } catch {
      var diagnostic = error
      diagnostic.range = name.range
      throw diagnostic
    }
    guard program.type.unit != nil, program.type.isList else { return nil }
    do {
      if case .quantities(let values, let unit) = try program.constant() { return (values, unit) }
      return nil
    } catch {
      throw Diagnostic(
        .command, "\(error)", name.range,
        hint: "a sweep has at most \(SweepRange.maximumCount) values: x a..b step s")
    }
  }
}

extension Diagnostic {
  /// The refusal of plain numbers for an input with a unit, in the words of a definition's refusal.
  static func plainNumbers(for input: SourceName, in unit: UnitOfMeasure, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .type, "'\(input.text)' is \(unit.quantity), and is given numbers", range, hint: "write its unit: 5 \(unit)")
  }

  /// The refusal of values with a unit for an input without one, or with one of another dimension.
  static func rangeOf(
    _ given: UnitOfMeasure, for input: SourceName, in unit: UnitOfMeasure?, _ range: Range<Int>
  ) -> Diagnostic {
    let values = given == .date ? "dates" : given.isMoment ? "moments" : "values in \(given)"
    return Diagnostic(
      .type, "the range is of \(values), and '\(input.text)' is \(unit?.quantity ?? "a Number")", range)
  }
}
