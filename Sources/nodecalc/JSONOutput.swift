// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import FoundationEssentials

/// One strict JSON object for each statement. Keys are sorted; numbers have the shortest text that reads back
/// unchanged, and are never infinite or NaN.
struct JSONOutput: Encodable {
  struct Change: Encodable {
    let node: String
    let old: JSONValue?
    let new: JSONValue

    enum CodingKeys: CodingKey { case node, old, new }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(node, forKey: .node)
      // A new node has `null` as its old value.
      try container.encode(old, forKey: .old)
      try container.encode(new, forKey: .new)
    }
  }

  struct Fault: Encodable {
    let code: String
    let message: String
    let column: Int
    let hint: String?
    let notes: [String]?
  }

  let v = 1
  let seq: Int
  let src: String
  let ok: Bool
  var value: JSONValue?
  /// The results of a function with several results, by name.
  var results: [String: JSONValue]?
  var node: String?
  var changed: [Change]?
  /// Remarks on text that may be misread, and notes on files and digits.
  var notes: [String]?
  /// The user-defined function that was defined.
  var function: String?
  /// The output of a command: an empty list, into which ``print(withLines:)`` inserts the lines.
  private var lines: [String]?
  var error: Fault?

  init(seq: Int, src: String, result: Session.Result, hasLines: Bool) {
    self.init(seq: seq, src: src, hasLines: hasLines)
    value = result.value.map(JSONValue.init)
    if !result.results.isEmpty {
      results = Dictionary(result.results.map { ($0.name, JSONValue($0.value)) }) { first, _ in first }
    }
    function = result.function
    notes = Self.list([result.remark].compactMap { $0 } + result.notes)
    if result.value == nil, result.results.isEmpty {
      changed = result.changes.map {
        Change(node: $0.name, old: $0.old.map(JSONValue.init), new: JSONValue($0.new))
      }
    }
  }

  private static func list(_ notes: [String]) -> [String]? { notes.isEmpty ? nil : notes }

  init(seq: Int, src: String, node: String, value: NodeValue, notes: [String]) {
    self.seq = seq
    self.src = src
    ok = true
    self.node = node
    self.value = JSONValue(value)
    self.notes = Self.list(notes)
  }

  init(seq: Int, src: String, hasLines: Bool) {
    self.seq = seq
    self.src = src
    ok = true
    if hasLines { lines = [] }
  }

  init(seq: Int, src: String, diagnostic: Diagnostic, line: [UInt8]) {
    self.seq = seq
    self.src = src
    ok = false
    error = Fault(
      code: diagnostic.code.rawValue, message: diagnostic.message, column: diagnostic.column(in: line),
      hint: diagnostic.hint, notes: diagnostic.notes.isEmpty ? nil : diagnostic.notes)
  }

  /// The object on one line.
  var text: String { Self.text(of: self) ?? "{}" }

  /// Prints the object on one line, with the lines as they are generated.
  func print(withLines forEachLine: ((String) -> Void) -> Void) {
    let text = text
    // Quotes within texts are escaped, so this match is the list.
    guard let list = text.firstRange(of: "\"lines\":[]") else { return Swift.print(text) }
    Swift.print(text[..<list.upperBound].dropLast(), terminator: "")
    var isFirst = true
    forEachLine { line in
      Swift.print(isFirst ? "" : ",", Self.text(of: line) ?? "\"\"", separator: "", terminator: "")
      isFirst = false
    }
    Swift.print("]", text[list.upperBound...], separator: "")
  }

  private static func text(of value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// A node's value: a number, a Boolean, a text (also for a colour), a list of these, or an object for a quantity, for
/// a failure, or for a pending value with the value before it.
struct JSONValue: Encodable {
  private struct Failure: Encodable {
    let error: String
    let from: String?
  }

  private struct Quantity<Value: Encodable>: Encodable {
    let unit: String
    let value: Value
  }

  private struct Pending: Encodable {
    let pending = true
    let last: JSONValue?
  }

  private let value: NodeValue

  init(_ value: NodeValue) { self.value = value }

  func encode(to encoder: any Encoder) throws {
    switch value {
    case .value(.number(let number)):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .value(.boolean(let boolean)):
      var container = encoder.singleValueContainer()
      try container.encode(boolean)
    case .value(.color(let color)):
      var container = encoder.singleValueContainer()
      try container.encode(color.description)
    case .value(.text(let text)): try Self.encode(text, to: encoder)
    case .value(.numbers(let numbers)): try Self.encode(numbers, to: encoder)
    case .value(.booleans(let booleans)): try Self.encode(booleans, to: encoder)
    case .value(.colors(let colors)): try Self.encode(colors.map(\.description), to: encoder)
    case .value(.texts(let texts)): try Self.encode(texts, to: encoder)
    case .value(.quantity(let number, let unit)) where unit.isCalendar:
      try Self.encode(CalculatorValue.quantity(number, unit).exactText, to: encoder)
    case .value(.quantities(let numbers, let unit)) where unit.isCalendar:
      try Self.encode(numbers.map { CalculatorValue.quantity($0, unit).exactText }, to: encoder)
    case .value(.quantity(let number, let unit)):
      try Quantity(unit: unit.description, value: number).encode(to: encoder)
    case .value(.quantities(let numbers, let unit)):
      try Quantity(unit: unit.description, value: numbers).encode(to: encoder)
    case .failure(let message, let origin): try Failure(error: message, from: origin).encode(to: encoder)
    case .pending(let last): try Pending(last: last.map { JSONValue(.value($0)) }).encode(to: encoder)
    }
  }

  private static func encode(_ value: some Encodable, to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}
