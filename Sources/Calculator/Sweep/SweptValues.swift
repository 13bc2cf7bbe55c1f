// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Values that a text or a file gives an input of a sweep: numbers, dates and quantities, which become numbers in one
/// unit, Booleans or texts.
///
///     try SweptValues(range: "2026-03-01..2026-06-01:7 d")
///     try SweptValues(list: ["500 m", "2 km"])  // 500 and 2000, in m
struct SweptValues {
  /// The numbers.
  let values: Scenarios.Values
  /// The kind of values that the numbers stand for; `nil` for plain numbers.
  let kind: SweptKind?

  /// The number of values.
  var count: Int { values.count }

  init(_ values: Scenarios.Values, in unit: UnitOfMeasure?) {
    (self.values, kind) = (values, unit.map { .quantity($0) })
  }

  /// Booleans, as 0 and 1.
  init(booleans: [Bool]) { (values, kind) = (.list(booleans.map { $0 ? 1 : 0 }), .boolean) }

  /// Texts, as indices into the list of different texts.
  init(texts: [String]) {
    var places: [String: Double] = [:]
    var distinct: [String] = []
    let numbers = texts.map { text in
      if let place = places[text] { return place }
      let place = Double(distinct.count)
      places[text] = place
      distinct.append(text)
      return place
    }
    (values, kind) = (.list(numbers), .text(distinct))
  }

  /// The values of a column of a file.
  init(_ column: CalculatorValue) {
    switch column {
    case .numbers(let numbers): self.init(.list(numbers), in: nil)
    case .quantities(let numbers, let unit): self.init(.list(numbers), in: unit)
    case .booleans(let booleans): self.init(booleans: booleans)
    case .texts(let texts): self.init(texts: texts)
    default: self.init(.list([]), in: nil)
    }
  }

  // MARK: Lists

  /// Reads values one by one. Unlike in a file, a number may be a constant expression, as in a range.
  ///
  /// Texts are in quotes, or are words from which a shell has removed the quotes.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` that names the text that is not a value, or doesn't have the dimension of the
  ///   first one.
  init(list texts: [String]) throws(Diagnostic) {
    let trimmed = texts.map(\.trimmingBlanks)
    let booleans = trimmed.compactMap { CellReader.boolean(Array($0.utf8)[...]) }
    if booleans.count == texts.count {
      self.init(booleans: booleans)
      return
    }
    let quoted = trimmed.compactMap(Self.quoted)
    if quoted.count == texts.count {
      self.init(texts: quoted)
      return
    }
    if trimmed.allSatisfy(Self.isWord) {
      self.init(texts: trimmed)
      return
    }
    var values: [Double] = []
    var unit: UnitOfMeasure?
    for text in texts {
      let (number, given) = try Self.value(text, isExpression: true)
      if values.isEmpty { unit = given }
      values.append(try Self.converted(number, given, to: unit, text))
    }
    self.init(.list(values), in: unit)
  }

  /// The text of a text literal; `nil` for other text.
  private static func quoted(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "\""), bytes.count > 1, TextLiteral.end(bytes, from: 0) == bytes.count else {
      return nil
    }
    return try? TextLiteral.read(bytes, 0..<bytes.count)
  }

  /// Whether a text begins with a letter, and is neither a value nor a malformed number.
  private static func isWord(_ text: String) -> Bool {
    guard let first = text.first, first.isLetter, !text.contains("("), number(text) == nil else { return false }
    return (try? constant(text)) == nil
  }

  /// Splits values at commas outside of quotes.
  static func fields(_ text: String) -> [String] {
    var (fields, isQuoted) = ([""], false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if character == ",", !isQuoted { fields.append("") } else { fields[fields.count - 1].append(character) }
    }
    return fields
  }

  // MARK: Ranges

  /// Reads `a..b`, `a..b:step` or `a..b step s`.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the text is not a range, its parts don't fit together, or it has more
  ///   values than a sweep may have rows.
  init(range text: String) throws(Diagnostic) {
    guard let dots = text.firstRange(of: ".."),
      let first = try? Self.constant(String(text[..<dots.lowerBound])), first.unit != nil
    else {
      let range = text.replacing(":", with: " step ", maxReplacements: 1)
      self.init(.range(try SweepRange(SourceName(naming: range), atMost: Scenarios.maximumCount)), in: nil)
      return
    }
    let rest = String(text[dots.upperBound...])
    let (last, step) = Self.split(rest)
    try self.init(from: String(text[..<dots.lowerBound]), through: last, step: step)
  }

  /// Creates a range whose ends and step are texts.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` if the parts don't fit together, or there are more values than a sweep may
  ///   have rows.
  init(from first: String, through last: String, step: String?) throws(Diagnostic) {
    let (start, given) = try Self.constant(first)
    let end = try Self.constant(last)
    let stop = try Self.converted(end.number, end.unit, to: given, last)
    guard let unit = given else {
      let size = try step.map { (text) throws(Diagnostic) in
        let (size, unit) = try Self.constant(text)
        return try Self.converted(size, unit, to: nil, text)
      }
      self.init(.range(try Self.range(start, stop, size)), in: nil)
      return
    }
    guard let step else {
      if unit.isMoment { throw Self.refusal("a range of moments needs a step", hint: "write a..b:1 h") }
      self.init(.range(try Self.range(start, stop, nil)), in: unit)
      return
    }
    let shift = unit.ofDifferences ?? unit
    let (size, stepUnit) = try Self.constant(step)
    if unit.isCalendar, let name = stepUnit?.description, name == "month" || name == "year" {
      throw Self.refusal(
        "a step of \(unit == .date ? "dates" : "moments") is a time, and \(name)s differ",
        hint: "write 30 d, or the dates between commas")
    }
    if let stepUnit, stepUnit.zero != nil {
      throw Self.refusal(
        "a step is a difference, and '\(MessageText.shortened(step))' is a point on a scale",
        hint: "write \(NumberText.people(size)) \(stepUnit.ofDifferences ?? shift)")
    }
    let number = unit.number(ofDifferenceInItsUnit: try Self.converted(size, stepUnit, to: shift, step))
    if unit == .date, number != number.rounded() {
      throw Self.refusal("dates are whole days, and a step of \(NumberText.people(number)) d is not")
    }
    self.init(.range(try Self.range(start, stop, number)), in: unit)
  }

  private static func range(_ first: Double, _ last: Double, _ step: Double?) throws(Diagnostic) -> SweepRange {
    try SweepRange(from: first, through: last, step: step ?? (last < first ? -1 : 1), atMost: Scenarios.maximumCount)
  }

  /// Splits the end of a range from its step. Times of day contain colons too, so both sides of the colon have to be values.
  private static func split(_ text: String) -> (last: String, step: String?) {
    if let word = text.firstRange(of: " step ") {
      return (String(text[..<word.lowerBound]), String(text[word.upperBound...]))
    }
    if (try? constant(text)) != nil { return (text, nil) }
    for colon in text.indices.reversed() where text[colon] == ":" {
      let (last, step) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
      if (try? constant(last)) != nil, (try? constant(step)) != nil { return (last, step) }
    }
    return (text, nil)
  }

  // MARK: Values

  /// Reads a value: a date, a moment, a quantity or a decimal number, including NaN and infinities, which make a row fail.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isExpression: Whether a number may be any constant expression, such as `1/4`.
  /// - Returns: The number, and its unit if it has one.
  /// - Throws: A ``Formulas/Diagnostic`` that names the text if it is not a value.
  static func value(
    _ text: String, isExpression: Bool = false
  ) throws(Diagnostic) -> (number: Double, unit: UnitOfMeasure?) {
    if let number = number(text) { return (number, nil) }
    let value = try constant(text)
    guard isExpression || value.unit != nil else { throw refusal("'\(MessageText.shortened(text))' is not a number") }
    return value
  }

  /// Reads a number as in files, including NaN and infinities.
  private static func number(_ text: String) -> Double? {
    let content = Array(text.trimmingBlanks.utf8)[...]
    return CellReader().number(content, keepsZeros: false) ?? CellReader.nonFinite(content)
  }

  /// Reads a constant expression: `2026-03-01`, `5 km`.
  private static func constant(_ text: String) throws(Diagnostic) -> (number: Double, unit: UnitOfMeasure?) {
    do {
      let formula = try Formula(text)
      if formula.names.isEmpty, formula.columns.isEmpty {
        switch try formula.program(types: []).constant() {
        case .number(let number): return (number, nil)
        case .quantity(let number, let unit): return (number, unit)
        default: break
        }
      }
    } catch let diagnostic as Diagnostic {
      throw refusal("'\(MessageText.shortened(text))' is not a value: \(diagnostic.message)", hint: diagnostic.hint)
    } catch {
      throw refusal("'\(MessageText.shortened(text))' has no value: \(error)")
    }
    throw refusal("'\(MessageText.shortened(text))' is not a number")
  }

  /// Converts a value to the unit of others.
  static func converted(
    _ number: Double, _ unit: UnitOfMeasure?, to other: UnitOfMeasure?, _ text: String
  ) throws(Diagnostic) -> Double {
    guard unit?.dimension == other?.dimension else {
      throw refusal(
        "'\(MessageText.shortened(text))' is \(unit?.quantity ?? "a Number"), and not \(other?.quantity ?? "a Number")")
    }
    guard let unit, let other else { return number }
    return unit.converted(number, to: other)
  }

  private static func refusal(_ message: String, hint: String? = nil) -> Diagnostic {
    Diagnostic(.number, message, 0..<0, hint: hint)
  }
}
