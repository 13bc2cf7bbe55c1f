// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A list of numbers in a chart.
package struct ChartList: Hashable, Sendable {
  package let name: String
  /// The numbers; NaN where a value is missing.
  package let numbers: [Double]
  /// The unit of the numbers; `nil` if they have none.
  package let unit: UnitOfMeasure?
  /// The format of the numbers; `nil` if they have none.
  var format: ValueFormat?

  init(name: String, numbers: [Double], unit: UnitOfMeasure?, format: ValueFormat? = nil) {
    (self.name, self.numbers, self.unit, self.format) = (name, numbers, unit, format)
  }

  /// Creates the list of a value, in the unit of a format; `nil` for a value that is not a list of numbers.
  package init?(name: String, _ value: CalculatorValue, in format: ValueFormat? = nil) {
    switch format?.converted(value) ?? value {
    case .numbers(let numbers): self.init(name: name, numbers: numbers, unit: nil, format: format)
    case .quantities(let numbers, let unit): self.init(name: name, numbers: numbers, unit: unit, format: format)
    default: return nil
    }
  }

  /// The list in a format, and in its unit.
  package func formatted(_ format: ValueFormat?) -> ChartList {
    ChartList(name: name, unit.map { .quantities(numbers, $0) } ?? .numbers(numbers), in: format) ?? self
  }

  /// The text of a number of the list, with at most six digits.
  package func text(_ number: Double) -> String {
    unit.map { $0.text(number) { NumberText.people($0, digits: 6) } } ?? NumberText.people(number, digits: 6)
  }

  /// The list in another unit; `nil` if the units measure different quantities.
  package func converted(to other: UnitOfMeasure?) -> ChartList? {
    guard let unit, let other else { return unit == other ? self : nil }
    guard unit.dimension == other.dimension else { return nil }
    if unit == other { return self }
    return ChartList(name: name, numbers: numbers.map { unit.converted($0, to: other) }, unit: other, format: format)
  }

  private func value(_ number: Double) -> CalculatorValue { unit.map { .quantity(number, $0) } ?? .number(number) }

  /// The text of a number in the format of the list, otherwise with six digits, or all of a whole number.
  func shown(_ number: Double) -> String {
    guard number.isFinite else { return "no value" }
    func plain(_ number: Double) -> String {
      let isWhole = number.magnitude < 1e15 && number == number.rounded(.towardZero)
      let digits = number.magnitude < 1e6 ? 6 : 10
      return ShownNumber.grouped(isWhole ? NumberText.people(number) : NumberText.people(number, digits: digits))
    }
    if let format { return format.text(value(number), atMost: 1, plain) }
    return unit.map { $0.text(number, plain) } ?? plain(number)
  }

  /// Whether each number on an axis has the unit; otherwise the caption of the axis names it.
  private var showsUnit: Bool {
    unit.map { $0 == .percent || $0.isCalendar || $0.dimension.currency != nil } ?? false
  }

  /// The name, with the unit of the numbers unless the axis shows it.
  var caption: String {
    guard let unit, !showsUnit else { return name }
    return "\(name) (\(unit))"
  }

  /// The texts of numbers on an axis. The format of the list is not used if it makes two of them equal.
  func texts(of ticks: [Double]) -> [String] {
    let number = { ShownNumber.grouped(NumberText.people($0)) }
    let values = ticks.map { showsUnit ? value($0) : .number($0) }
    let plain = values.map { value in value.type.unit?.text(value.packed, number) ?? number(value.packed) }
    guard let format else { return plain }
    let formatted = values.map { format.text($0, atMost: 1, number) }
    return Set(formatted).count == formatted.count ? formatted : plain
  }
}
