// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A JSON value, for messages with a few levels of nesting.
package indirect enum JSONTree: Hashable, Sendable {
  case null
  case boolean(Bool)
  case number(Double)
  /// A number without fraction and exponent, which may have more digits than a double preserves.
  case whole(Int)
  /// The text of a number whose digits a double would lose.
  case digits(String)
  case string(String)
  case array([JSONTree])
  /// The members in the order of the text.
  case object([(name: String, value: JSONTree)])

  /// The greatest depth of nested arrays and objects in a message.
  package static let depthLimit = 16

  /// Parses a text.
  ///
  /// - Throws: The first `Fault`, also if values are nested more than ``depthLimit`` deep.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) throws(JSONScanner.Fault) {
    try JSONScanner.check(bytes)
    try self.init(bytes, at: 0, depthLimit: Self.depthLimit)
  }

  /// Reads the value that begins at a byte of a well-formed text.
  ///
  /// - Throws: A `Fault` if values are nested deeper than the limit.
  /// - Complexity: O(bytes of the value).
  init(_ bytes: [UInt8], at offset: Int, depthLimit: Int) throws(JSONScanner.Fault) {
    var reader = JSONTreeReader(bytes, at: offset, depthLimit: depthLimit)
    self = try reader.read(depth: 0)
  }

  package static func == (left: JSONTree, right: JSONTree) -> Bool { left.text == right.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }

  /// The value of an object's member; `nil` if there is none.
  package subscript(name: String) -> JSONTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// A number, or the number that a text such as "NaN", "Infinity" or "-Infinity" stands for.
  package var double: Double? {
    switch self {
    case .number(let number): number
    case .whole(let number): Double(exactly: number)
    case .string("NaN"): .nan
    case .string("Infinity"): .infinity
    case .string("-Infinity"): -.infinity
    default: nil
    }
  }

  package var int: Int? {
    switch self {
    case .whole(let number): number
    case .number(let number): Int(exactly: number)
    default: nil
    }
  }

  package var string: String? { if case .string(let text) = self { text } else { nil } }

  package var elements: [JSONTree]? { if case .array(let elements) = self { elements } else { nil } }

  package var members: [(name: String, value: JSONTree)]? {
    if case .object(let members) = self { members } else { nil }
  }

  package var boolean: Bool? { if case .boolean(let boolean) = self { boolean } else { nil } }

  /// A number as messages write it: the shortest text that reads back as the same number; a string if the number is not finite.
  package static func text(_ number: Double) -> String {
    if number.isFinite { return NumberText.exact(number) }
    return number.isNaN ? "\"NaN\"" : number < 0 ? "\"-Infinity\"" : "\"Infinity\""
  }

  /// A text in quotes, with escapes.
  package static func text(_ string: String) -> String {
    var result = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\0"..<" ", "\u{7f}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The value on one line.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): boolean ? "true" : "false"
    case .number(let number): Self.text(number)
    case .whole(let number): String(number)
    case .digits(let text): text
    case .string(let string): Self.text(string)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.text($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }
}

/// Builds the value of a well-formed text.
private struct JSONTreeReader {
  private var scanner: JSONScanner
  private let depthLimit: Int

  init(_ bytes: [UInt8], at offset: Int, depthLimit: Int) {
    scanner = JSONScanner(bytes)
    scanner.position = offset
    self.depthLimit = depthLimit
  }

  /// Reads a value. The depth of the recursion is limited.
  mutating func read(depth: Int) throws(JSONScanner.Fault) -> JSONTree {
    scanner.skipSpace()
    switch scanner.peek {
    case UInt8(ascii: "["):
      var elements: [JSONTree] = []
      try readList(depth, until: UInt8(ascii: "]")) { (reader) throws(JSONScanner.Fault) in
        elements.append(try reader.read(depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "{"):
      var members: [(name: String, value: JSONTree)] = []
      try readList(depth, until: UInt8(ascii: "}")) { (reader) throws(JSONScanner.Fault) in
        let name = String(decoding: try reader.scanner.readString(), as: UTF8.self)
        reader.scanner.skipSpace()
        reader.scanner.position += 1
        members.append((name, try reader.read(depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "\""): return .string(String(decoding: try scanner.readString(), as: UTF8.self))
    case UInt8(ascii: "t"):
      try scanner.readWord("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try scanner.readWord("false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try scanner.readWord("null")
      return .null
    default:
      let start = scanner.position
      try scanner.readNumber()
      let text = String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self)
      if let whole = Int(text) { return text == "-0" ? .number(-0.0) : .whole(whole) }
      switch DecimalLiteral.reading(of: text.utf8) {
      case .number(let number): return .number(number)
      case .tooLarge: return .number(Double(text) ?? .nan)
      case .tooSmall, .tooLong: return .digits(text)
      }
    }
  }

  /// Reads the elements between brackets.
  private mutating func readList(
    _ depth: Int, until end: UInt8, _ element: (inout JSONTreeReader) throws(JSONScanner.Fault) -> Void
  ) throws(JSONScanner.Fault) {
    if depth == depthLimit { throw scanner.fault("values are nested more than \(depthLimit) deep") }
    scanner.position += 1
    scanner.skipSpace()
    while scanner.peek != end {
      try element(&self)
      scanner.skipSpace()
      if scanner.peek == UInt8(ascii: ",") { scanner.position += 1 }
      scanner.skipSpace()
    }
    scanner.position += 1
  }
}
