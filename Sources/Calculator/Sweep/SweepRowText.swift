// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The rows of a sweep as text: lines of CSV, or a JSON object a line. Equal rows give equal bytes wherever they are made.
package struct SweepRowText: Sendable {
  package enum Form: String, Sendable {
    case csv
    case json
  }

  private let form: Form
  private let inputs: [String]
  private let outputs: [String]

  /// What inputs are given; `nil` of numbers.
  private let kinds: [SweptKind?]

  package init(_ form: Form, inputs: [String], outputs: [String], kinds: [String: SweptKind] = [:]) {
    self.form = form
    self.kinds = inputs.map { kinds[$0] }
    self.inputs = inputs
    self.outputs = outputs
  }

  /// The line above all rows; `nil` if there is none. The last column names the outputs that failed, and why.
  package var header: String? {
    // A name stands once, so that the columns can be told apart.
    let names = ["row"] + inputs + outputs + ["error"]
    return form == .csv ? ColumnNames([names], width: names.count).all.map(Self.field).joined(separator: ",") : nil
  }

  /// Whether columns have the names that ``header`` gives the first and the last.
  static func isHeader(_ names: [String]) -> Bool {
    names.count > 2 && names.first == "row" && names.last == "error"
  }

  /// Appends the line of a row, with a line feed.
  package func append(_ row: Int, _ given: [Double], _ results: [NodeValue], to text: inout String) {
    switch form {
    case .csv: appendFields(row, given, results, to: &text)
    case .json: appendObject(row, given, results, to: &text)
    }
  }

  private func appendFields(_ row: Int, _ given: [Double], _ results: [NodeValue], to text: inout String) {
    text += String(row)
    for (index, value) in given.enumerated() {
      text += ","
      if let kind = kinds[index], value.isFinite {
        switch kind.value(value) {
        case .text(let string): text += Self.field(string)
        case let other: text += Self.field(other.exactText)
        }
        continue
      }
      text += value.isFinite ? NumberText.exact(value) : value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity"
    }
    var errors = ""
    for (index, result) in results.enumerated() {
      text += ","
      switch result {
      case .value(.text(let string)): text += Self.field(string)
      case .value(let value): text += value.count == nil ? value.exactText : Self.field(value.exactText)
      case .failure(let message, let origin):
        if !errors.isEmpty { errors += "; " }
        errors += "\(outputs[index]): \(message)"
        if let origin { errors += " (from \(origin))" }
      case .pending: errors += "\(errors.isEmpty ? "" : "; ")\(outputs[index]): pending"
      }
    }
    text += ","
    if !errors.isEmpty { text += Self.field(errors) }
    text += "\n"
  }

  private func appendObject(_ row: Int, _ given: [Double], _ results: [NodeValue], to text: inout String) {
    text += "{\"row\":\(row),\"set\":{"
    for (index, value) in given.enumerated() {
      if index > 0 { text += "," }
      text += JSONTree.text(inputs[index])
      text += ":"
      text += kinds[index].map { Self.json(.value($0.value(value))) } ?? JSONTree.text(value)
    }
    text += "},\"get\":{"
    for (index, result) in results.enumerated() {
      if index > 0 { text += "," }
      text += JSONTree.text(outputs[index])
      text += ":"
      text += Self.json(result)
    }
    text += "}}\n"
  }

  /// A value as JSON: a number, true or false, the text of a colour, or an object with an error.
  static func json(_ value: NodeValue) -> String {
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
  static func field(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x22 || $0 == 0x2c || $0 == 0x0a || $0 == 0x0d }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
