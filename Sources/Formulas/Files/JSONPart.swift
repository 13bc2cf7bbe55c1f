// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A value of a JSON text that is read in place: a large text takes no memory except for its bytes.
package struct JSONPart {
  private let bytes: [UInt8]
  /// The first byte of the value.
  package let offset: Int

  /// The value of a whole text.
  ///
  /// - Throws: The first fault of the text.
  /// - Complexity: O(bytes).
  package init(_ bytes: [UInt8]) throws(JSONScanner.Fault) {
    try JSONScanner.check(bytes)
    var scanner = JSONScanner(bytes)
    scanner.skipSpace()
    self.init(bytes, at: scanner.position)
  }

  private init(_ bytes: [UInt8], at offset: Int) {
    self.bytes = bytes
    self.offset = offset
  }

  package var isArray: Bool { bytes[offset] == UInt8(ascii: "[") }
  package var isObject: Bool { bytes[offset] == UInt8(ascii: "{") }

  /// The elements of an array; empty for any other value.
  ///
  /// - Complexity: O(bytes of the value).
  package var elements: [JSONPart] { isArray ? parts(atMost: .max).map(\.value) : [] }

  /// The members of an object; empty for any other value.
  ///
  /// - Complexity: O(bytes of the value).
  package var members: [(name: String, value: JSONPart)] { isObject ? parts(atMost: .max) : [] }

  /// The first element of an array, or the value of an object's first member.
  package var first: JSONPart? { parts(atMost: 1).first?.value }

  /// The value of an object's member with this name.
  package subscript(name: String) -> JSONPart? { members.first { $0.name == name }?.value }

  /// The value as a tree, to any depth that a checked text can have.
  ///
  /// - Complexity: O(bytes of the value).
  package var tree: JSONTree { (try? JSONTree(bytes, at: offset, depthLimit: JSONScanner.depthLimit)) ?? .null }

  private func parts(atMost limit: Int) -> [(name: String, value: JSONPart)] {
    guard isArray || isObject else { return [] }
    var (scanner, parts) = (JSONScanner(bytes), [(name: String, value: JSONPart)]())
    scanner.position = offset + 1
    scanner.skipSpace()
    while parts.count < limit, scanner.peek != UInt8(ascii: "]"), scanner.peek != UInt8(ascii: "}") {
      var name = ""
      if isObject {
        guard let text = try? scanner.readString() else { return parts }
        name = String(decoding: text, as: UTF8.self)
        scanner.skipSpace()
        scanner.position += 1
        scanner.skipSpace()
      }
      parts.append((name, JSONPart(bytes, at: scanner.position)))
      if parts.count == limit { return parts }
      guard (try? scanner.scanValue()) != nil else { return parts }
      scanner.skipSpace()
      if scanner.peek == UInt8(ascii: ",") { scanner.position += 1 }
      scanner.skipSpace()
    }
    return parts
  }
}

extension JSONTree {
  /// A text, or a number converted to a text, because editors write ids as either.
  package var label: String? {
    switch self {
    case .string(let text): text
    case .whole(let number): String(number)
    case .number(let number): number.isFinite ? NumberText.exact(number) : nil
    case .digits(let text): text
    default: nil
    }
  }

  /// The members of an object whose names are not in `known`; empty for any other value.
  package func members(except known: Set<String>) -> [(name: String, value: JSONTree)] {
    (members ?? []).filter { !known.contains($0.name) }
  }

  /// A text that is not empty; `nil` for any other value.
  package var title: String? { string.flatMap { $0.isEmpty ? nil : $0 } }

  /// A finite number, even if a double can't represent it exactly.
  package var coordinate: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .whole(let number): Double(number)
    default: nil
    }
  }
}
