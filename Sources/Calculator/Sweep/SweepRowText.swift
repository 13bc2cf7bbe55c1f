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
  package func append(_ row: Int, _ given: [Double], _ results: [NodeValue], to text: inout String) {
    var bytes: [UInt8] = []
    append(row, given, results, to: &bytes)
    text += String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the line of a row, with a line feed, as UTF-8, which is faster than text.
  package func append(_ row: Int, _ given: [Double], _ results: [NodeValue], to bytes: inout [UInt8]) {
    switch form {
    case .csv: appendFields(row, given, results, to: &bytes)
    case .json: appendObject(row, given, results, to: &bytes)
    }
  }

  private func appendFields(_ row: Int, _ given: [Double], _ results: [NodeValue], to bytes: inout [UInt8]) {
    NumberText.append(row, to: &bytes)
    for (index, value) in given.enumerated() {
      bytes.append(UInt8(ascii: ","))
      if !value.isFinite {
        bytes.append(contentsOf: (value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity").utf8)
      } else if hasKinds, let kind = kinds[index] {
        switch kind.value(value) {
        case .text(let string): bytes.append(contentsOf: Self.field(string).utf8)
        case let other: bytes.append(contentsOf: Self.field(other.exactText).utf8)
        }
      } else {
        NumberText.append(value, to: &bytes)
      }
    }
    var errors = ""
    for (index, result) in results.enumerated() {
      bytes.append(UInt8(ascii: ","))
      switch result {
      case .value(.number(let number)): NumberText.append(number, to: &bytes)
      case .value(.text(let string)): bytes.append(contentsOf: Self.field(string).utf8)
      case .value(let value):
        let text = value.exactText
        bytes.append(contentsOf: (value.count == nil ? text : Self.field(text)).utf8)
      case .failure(let message, let origin):
        if !errors.isEmpty { errors += "; " }
        errors += "\(outputs[index]): \(message)"
        if let origin { errors += " (from \(origin))" }
      case .pending: errors += "\(errors.isEmpty ? "" : "; ")\(outputs[index]): pending"
      }
    }
    bytes.append(UInt8(ascii: ","))
    if !errors.isEmpty { bytes.append(contentsOf: Self.field(errors).utf8) }
    bytes.append(UInt8(ascii: "\n"))
  }

  private func appendObject(_ row: Int, _ given: [Double], _ results: [NodeValue], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: Self.beforeRow)
    NumberText.append(row, to: &bytes)
    bytes.append(contentsOf: Self.beforeInputs)
    for (index, value) in given.enumerated() {
      bytes.append(contentsOf: inputKeys[index])
      if hasKinds, let kind = kinds[index] {
        bytes.append(contentsOf: Self.json(.value(kind.value(value))).utf8)
      } else if value.isFinite {
        NumberText.append(value, to: &bytes)
      } else {
        bytes.append(contentsOf: JSONTree.text(value).utf8)
      }
    }
    bytes.append(contentsOf: Self.beforeOutputs)
    for (index, result) in results.enumerated() {
      bytes.append(contentsOf: outputKeys[index])
      if case .value(.number(let number)) = result {
        NumberText.append(number, to: &bytes)
      } else {
        bytes.append(contentsOf: Self.json(result).utf8)
      }
    }
    bytes.append(contentsOf: Self.end)
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
