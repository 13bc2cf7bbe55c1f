// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

/// The arguments of `solve`: `total = 100 for price`, or `… for price in 10..50`.
package struct SolveRequest {
  let output: SourceName
  package let target: SourceName
  let input: SourceName
  /// The range to search; `nil` if none is given.
  let range: SourceName?

  /// Reads the words after the command.
  ///
  /// - Throws: A ``Formulas/Diagnostic`` that says what is missing.
  package init(_ text: SourceName, usage: String) throws(Diagnostic) {
    func missing(_ what: String) -> Diagnostic {
      Diagnostic(.command, "expected \(what)", text.range.upperBound..<text.range.upperBound, hint: "usage: \(usage)")
    }
    let words = CommandWords(text)
    guard let equals = words.place(of: "=") else { throw missing("'=' and a value") }
    guard let given = words.place(of: "for", after: equals) else { throw missing("'for' and an input") }
    let end = words.place(of: "in", after: given)
    output = words[0..<equals].withoutBackticks
    target = words[equals + 1..<given]
    input = words[given + 1..<(end ?? words.count)].withoutBackticks
    range = end.map { words[$0 + 1..<words.count] }
    if output.text.isEmpty { throw missing("a node before '='") }
    if target.text.isEmpty { throw missing("a value after '='") }
    if input.text.isEmpty { throw missing("an input after 'for'") }
  }
}

/// The words of a line; some signs are words even without blanks around them: `total=100`.
package struct CommandWords {
  private let text: SourceName
  private let bytes: [UInt8]
  /// The bytes of each word in the text.
  private var places: [Range<Int>] = []

  package init(_ text: SourceName) {
    self.text = text
    bytes = Array(text.text.utf8)
    var quote: UInt8?
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      let isBlank = byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
      if isBlank || isAlone(index) {
        if let first = start { places.append(first..<index) }
        start = nil
        if !isBlank { places.append(index..<index + 1) }
        continue
      }
      if byte == UInt8(ascii: "`") || byte == UInt8(ascii: "\"") { quote = byte }
      if start == nil { start = index }
    }
    if let start { places.append(start..<bytes.count) }
  }

  /// Whether a sign is a word by itself: a comma, an equals sign, or a colon before a blank.
  private func isAlone(_ index: Int) -> Bool {
    switch bytes[index] {
    case UInt8(ascii: ","): true
    case UInt8(ascii: "="): !isPartOfOperator(index)
    case UInt8(ascii: ":"): index + 1 == bytes.count || bytes[index + 1] == UInt8(ascii: " ")
    default: false
    }
  }

  /// Whether an equals sign belongs to `==`, `<=`, `>=` or `!=`.
  private func isPartOfOperator(_ index: Int) -> Bool {
    let signs = "=<>!".utf8
    return index > 0 && signs.contains(bytes[index - 1]) || index + 1 < bytes.count && bytes[index + 1] == signs.first
  }

  package var count: Int { places.count }

  /// The index of the first word with a text, after another index.
  package func place(of word: String, after place: Int = -1) -> Int? {
    places.indices.first { $0 > place && bytes[places[$0]].elementsEqual(word.utf8) }
  }

  /// Some words with the text between them.
  package subscript(words: Range<Int>) -> SourceName {
    let start = text.range.lowerBound
    let valid = words.clamped(to: 0..<places.count)
    guard let first = valid.first, let last = valid.last else {
      let end = valid.lowerBound < places.count ? places[valid.lowerBound].lowerBound : bytes.count
      return SourceName("", range: start + end..<start + end)
    }
    let range = places[first].lowerBound..<places[last].upperBound
    return SourceName(
      String(decoding: bytes[range], as: UTF8.self), range: start + range.lowerBound..<start + range.upperBound)
  }
}
