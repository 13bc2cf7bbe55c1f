// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a sweep as text: lines of CSV, or one JSON object per line. Equal rows give equal bytes on every machine.
package struct SweepRowText: Sendable {
  package enum Form: String, Sendable {
    case csv
    case json
  }

  private let form: Form
  private let inputs: [String]
  private let outputs: [String]

  /// The kinds of values that inputs are given; `nil` for numbers.
  private let kinds: [SweptKind?]
  private let hasKinds: Bool
  private let inputKeys: [[UInt8]]
  private let outputKeys: [[UInt8]]

  package init(_ form: Form, inputs: [String], outputs: [String], kinds: [String: SweptKind] = [:]) {
    self.form = form
    self.kinds = inputs.map { kinds[$0] }
    hasKinds = self.kinds.contains { $0 != nil }
    inputKeys = Self.keys(inputs)
    outputKeys = Self.keys(outputs)
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The line above all rows; `nil` for a form without one. The last column contains the names of the outputs that
  /// failed, and the reasons.
  package var header: String? {
    // Each name occurs once, so that the columns can be distinguished.
    let names = ["row"] + inputs + outputs + ["error"]
    return form == .csv ? ColumnNames([names], width: names.count).all.map(Self.field).joined(separator: ",") : nil
  }

  /// Whether columns have the first and the last name of a ``header``.
  static func isHeader(_ names: [String]) -> Bool {
    names.count > 2 && names.first == "row" && names.last == "error"
  }

  /// Appends the line of a row, with a line feed.
  package func append(_ row: Int, _ given: [Double], _ results: [NodeValue], to text: inout TextBytes) {
    append(row, to: &text, given: { given[$0] }, number: { results[$0].plainNumber }, result: { results[$0] })
  }

  /// Appends the lines of the rows of a block, with line feeds.
  ///
  /// - Parameters:
  ///   - block: The block.
  ///   - offset: The number that is added to the number of each row.
  ///   - text: The text.
  func append(_ block: SweepBlock, offset: Int = 0, to text: inout TextBytes) {
    // The numbers of a row follow each other, so that each is found without counting references.
    let width = block.given.count + block.columns.count
    var numbers = Array(repeating: 0.0, count: block.rows.count * width)
    var isNumber = Array(repeating: true, count: block.columns.count)
    for (index, column) in block.given.enumerated() {
      for (row, number) in column.enumerated() { numbers[row * width + index] = number }
    }
    for (index, column) in block.columns.enumerated() {
      guard case .numbers(let values, nil, let failures) = column, failures.isEmpty else {
        isNumber[index] = false
        continue
      }
      for (row, number) in values.enumerated() { numbers[row * width + block.given.count + index] = number }
    }
    for place in 0..<block.rows.count {
      let start = place * width
      let firstResult = start + block.given.count
      append(
        block.rows.lowerBound + place + offset, to: &text, given: { numbers[start + $0] },
        number: { isNumber[$0] ? numbers[firstResult + $0] : block.columns[$0][place].plainNumber },
        result: { block.columns[$0][place] })
    }
  }

  /// Appends the line of a row, whose values closures return for each input and output.
  @inline(__always)
  private func append(
    _ row: Int, to text: inout TextBytes, given: (Int) -> Double, number: (Int) -> Double?, result: (Int) -> NodeValue
  ) {
    switch form {
    case .csv: appendFields(row, to: &text, given, number, result)
    case .json: appendObject(row, to: &text, given, number, result)
    }
  }

  @inline(__always)
  private func appendFields(
    _ row: Int, to text: inout TextBytes, _ given: (Int) -> Double, _ number: (Int) -> Double?,
    _ result: (Int) -> NodeValue
  ) {
    NumberText.append(row, to: &text)
    for index in inputs.indices {
      text.append(UInt8(ascii: ","))
      let value = given(index)
      if !value.isFinite {
        text.append(contentsOf: (value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity").utf8)
      } else if hasKinds, let kind = kinds[index] {
        switch kind.value(value) {
        case .text(let string): text.append(contentsOf: Self.field(string).utf8)
        case let other: text.append(contentsOf: Self.field(other.exactText).utf8)
        }
      } else {
        NumberText.append(value, to: &text)
      }
    }
    var errors = ""
    for index in outputs.indices {
      text.append(UInt8(ascii: ","))
      if let number = number(index) {
        NumberText.append(number, to: &text)
        continue
      }
      switch result(index) {
      case .value(.text(let string)): text.append(contentsOf: Self.field(string).utf8)
      case .value(let value):
        let exact = value.exactText
        text.append(contentsOf: (value.count == nil ? exact : Self.field(exact)).utf8)
      case .failure(let message, let origin):
        if !errors.isEmpty { errors += "; " }
        errors += "\(outputs[index]): \(message)"
        if let origin { errors += " (from \(origin))" }
      case .pending: errors += "\(errors.isEmpty ? "" : "; ")\(outputs[index]): pending"
      }
    }
    text.append(UInt8(ascii: ","))
    if !errors.isEmpty { text.append(contentsOf: Self.field(errors).utf8) }
    text.append(UInt8(ascii: "\n"))
  }

  @inline(__always)
  private func appendObject(
    _ row: Int, to text: inout TextBytes, _ given: (Int) -> Double, _ number: (Int) -> Double?,
    _ result: (Int) -> NodeValue
  ) {
    text.append(contentsOf: Self.beforeRow)
    NumberText.append(row, to: &text)
    text.append(contentsOf: Self.beforeInputs)
    for index in inputs.indices {
      text.append(contentsOf: inputKeys[index])
      let value = given(index)
      if hasKinds, let kind = kinds[index] {
        text.append(contentsOf: Self.json(.value(kind.value(value))).utf8)
      } else if value.isFinite {
        NumberText.append(value, to: &text)
      } else {
        text.append(contentsOf: JSONTree.text(value).utf8)
      }
    }
    text.append(contentsOf: Self.beforeOutputs)
    for index in outputs.indices {
      text.append(contentsOf: outputKeys[index])
      if let number = number(index) {
        NumberText.append(number, to: &text)
      } else {
        text.append(contentsOf: Self.json(result(index)).utf8)
      }
    }
    text.append(contentsOf: Self.end)
  }

  private static let beforeRow = Array("{\"row\":".utf8)
  private static let beforeInputs = Array(",\"set\":{".utf8)
  private static let beforeOutputs = Array("},\"get\":{".utf8)
  private static let end = Array("}}\n".utf8)

  /// The text in an object before the value of each name.
  private static func keys(_ names: [String]) -> [[UInt8]] {
    names.enumerated().map { index, name in Array("\(index > 0 ? "," : "")\(JSONTree.text(name)):".utf8) }
  }

  /// A value as JSON: a number, a Boolean, a text, a list, or an object for a quantity, a failure or a pending value.
  package static func json(_ value: NodeValue) -> String {
    switch value {
    case .value(.text(let text)): return JSONTree.text(text)
    case .value(.quantity(_, let unit)) where unit.isCalendar: return JSONTree.text(value.text)
    case .value(.quantities(let numbers, let unit)) where unit.isCalendar:
      return "[\(numbers.map { JSONTree.text(unit.text($0, NumberText.exact)) }.joined(separator: ","))]"
    case .value(.quantity(let number, let unit)):
      return "{\"unit\":\(JSONTree.text(unit.description)),\"value\":\(NumberText.exact(number))}"
    case .value(.quantities(let numbers, let unit)):
      let texts = numbers.map(NumberText.exact).joined(separator: ",")
      return "{\"unit\":\(JSONTree.text(unit.description)),\"value\":[\(texts)]}"
    case .value(let value) where value.count != nil:
      let elements = (0..<(value.count ?? 0)).map { json(.value(value.element(at: $0))) }
      return "[\(elements.joined(separator: ","))]"
    case .value(.numbers), .value(.booleans), .value(.colors), .value(.texts): return "[]"
    case .value(.number(let number)): return NumberText.exact(number)
    case .value(.boolean(let boolean)): return boolean ? "true" : "false"
    case .value(.color(let color)): return JSONTree.text(color.description)
    case .failure(let message, let origin):
      let from = origin.map { ",\"from\":\(JSONTree.text($0))" } ?? ""
      return "{\"error\":\(JSONTree.text(message))\(from)}"
    case .pending(let last):
      let was = last.map { ",\"last\":\(json(.value($0)))" } ?? ""
      return "{\"pending\":true\(was)}"
    }
  }

  /// A field of CSV, in quotes if it needs them (RFC 4180).
  package static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}

extension NodeValue {
  /// The number of a value without a unit; `nil` for other values.
  fileprivate var plainNumber: Double? { if case .value(.number(let number)) = self { number } else { nil } }
}
