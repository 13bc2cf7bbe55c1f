// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Reads JSON text without building values: checks that the text is well formed, and finds the positions of values.
///
/// Coders name neither the byte of a fault nor the position of a value, and they accept duplicate names.
/// Grammar: RFC 8259, with arrays and objects nested at most ``depthLimit`` deep, and without duplicate names in an object.
package struct JSONScanner {
  /// How deep arrays and objects may be nested: as deep as coders read them.
  package static let depthLimit = 512

  /// A fault in a text, with its position.
  package struct Fault: Error, Hashable, Sendable {
    /// The index of the byte where the fault was found.
    package let offset: Int
    /// One sentence without a full stop.
    package let reason: String

    /// Creates a fault.
    package init(offset: Int, reason: String) {
      self.offset = offset
      self.reason = reason
    }
  }

  /// An open array or object.
  private struct Level {
    let isArray: Bool
    /// How many elements of an array have been read.
    var count = 0
    var names = NameSet()
    /// The name that was read last.
    var name: ArraySlice<UInt8>?
  }

  let bytes: [UInt8]
  var position = 0
  private var open: [Level] = []
  /// The path that is searched for, and how many of its steps have been found.
  private var goal: [DocumentPath.Step] = []
  private var found = 0
  private var place: Int?
  /// The first number that has more digits than a double keeps.
  private var lostDigits: Range<Int>?

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Checks a text.
  ///
  /// - Parameter bytes: The text.
  /// - Returns: The bytes of the first number that has more digits than a double keeps; `nil` if none has.
  /// - Throws: The first ``Fault``.
  /// - Complexity: O(bytes).
  @discardableResult
  package static func check(_ bytes: [UInt8]) throws(Fault) -> Range<Int>? {
    var scanner = JSONScanner(bytes)
    try scanner.scan()
    return scanner.lostDigits
  }

  /// Returns the position of a value.
  ///
  /// - Parameters:
  ///   - path: The path to it; if it doesn't exist, the longest part of the path that does.
  ///   - bytes: The text, well formed.
  /// - Returns: The first byte of the value.
  /// - Complexity: O(bytes).
  package static func offset(of path: DocumentPath, in bytes: [UInt8]) -> Int {
    var scanner = JSONScanner(bytes)
    scanner.goal = path.steps
    try? scanner.scan()
    return scanner.place ?? 0
  }

  /// Returns the range of a value.
  ///
  /// - Parameters:
  ///   - path: The path to it; if it doesn't exist, the longest part of the path that does.
  ///   - bytes: The text, well formed.
  /// - Returns: The bytes of the value.
  /// - Complexity: O(bytes).
  package static func range(of path: DocumentPath, in bytes: [UInt8]) -> Range<Int> {
    var scanner = JSONScanner(bytes)
    let start = offset(of: path, in: bytes)
    scanner.position = start
    try? scanner.scanValue()
    return start..<scanner.position
  }

  /// Returns the line and the column of a byte, both counted from 1; columns count characters.
  ///
  /// - Parameters:
  ///   - offset: The byte.
  ///   - bytes: The text.
  /// - Returns: The line and the column.
  /// - Complexity: O(bytes).
  package static func lineAndColumn(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes[..<min(offset, bytes.count)]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return (line, before[start...].count { $0 & 0xc0 != 0x80 } + 1)
  }

  // MARK: Values

  private mutating func scan() throws(Fault) {
    try scanValue()
    skipSpace()
    if position < bytes.count { throw fault("there is text after the end") }
  }

  mutating func scanValue() throws(Fault) {
    repeat {
      // A value is expected here.
      skipSpace()
      beginValue()
      if try !opensContainer() { try endValue() }
    } while !open.isEmpty
  }

  /// Reads a value, or the beginning of a non-empty array or object up to its first value.
  private mutating func opensContainer() throws(Fault) -> Bool {
    guard position < bytes.count else { throw fault("the text ends where a value is expected") }
    switch bytes[position] {
    case UInt8(ascii: "["):
      position += 1
      try enter(Level(isArray: true))
      skipSpace()
      if peek == UInt8(ascii: "]") {
        position += 1
        open.removeLast()
        return false
      }
      return true
    case UInt8(ascii: "{"):
      position += 1
      try enter(Level(isArray: false))
      skipSpace()
      if peek == UInt8(ascii: "}") {
        position += 1
        open.removeLast()
        return false
      }
      try readName()
      return true
    case UInt8(ascii: "\""): _ = try readString()
    case UInt8(ascii: "t"): try readWord("true")
    case UInt8(ascii: "f"): try readWord("false")
    case UInt8(ascii: "n"): try readWord("null")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try readNumber()
    default: throw fault("a value is expected")
    }
    return false
  }

  /// Continues after a value: moves to the next value, or out of all arrays and objects that end here.
  private mutating func endValue() throws(Fault) {
    while let isArray = open.last?.isArray {
      skipSpace()
      guard let byte = peek else { throw fault("the text ends within \(isArray ? "an array" : "an object")") }
      switch byte {
      case UInt8(ascii: ","):
        position += 1
        if isArray {
          open[open.count - 1].count += 1
        } else {
          skipSpace()
          try readName()
        }
        return
      case UInt8(ascii: "]") where isArray, UInt8(ascii: "}") where !isArray:
        position += 1
        open.removeLast()
      default: throw fault("',' or '\(isArray ? "]" : "}")' is expected")
      }
    }
  }

  private mutating func enter(_ level: Level) throws(Fault) {
    if open.count == Self.depthLimit { throw fault("values are nested more than \(Self.depthLimit) levels deep") }
    open.append(level)
  }

  // MARK: Names and places

  private mutating func readName() throws(Fault) {
    let start = position
    guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes is expected") }
    let name = try readString()
    guard open[open.count - 1].names.insert(name) else {
      let text = VisibleText.standIns(String(decoding: name, as: UTF8.self))
      throw Fault(offset: start, reason: "the name '\(text)' comes twice")
    }
    open[open.count - 1].name = name
    skipSpace()
    guard peek == UInt8(ascii: ":") else { throw fault("':' is expected") }
    position += 1
  }

  /// Starts a value: stores its position if the value is on the path that is searched for.
  private mutating func beginValue() {
    guard !goal.isEmpty || place == nil else { return }
    if open.isEmpty {
      place = position
      return
    }
    let depth = open.count
    // Steps that were found at this depth or below have ended.
    found = min(found, depth - 1)
    guard found == depth - 1, depth <= goal.count else { return }
    let level = open[depth - 1]
    let isStep: Bool =
      switch goal[depth - 1] {
      case .index(let index): level.isArray && index == level.count
      case .key(let key): level.name?.elementsEqual(key.utf8) ?? false
      }
    guard isStep else { return }
    place = position
    found = depth
  }
}

/// The names of an object. Most objects have few names, which are compared one by one.
private struct NameSet {
  private var few: [ArraySlice<UInt8>] = []
  private var many: Set<ArraySlice<UInt8>> = []

  /// Adds a name; returns `false` if the object already has it.
  mutating func insert(_ name: ArraySlice<UInt8>) -> Bool {
    if !many.isEmpty { return many.insert(name).inserted }
    if few.contains(name) { return false }
    if few.isEmpty { few.reserveCapacity(8) }
    few.append(name)
    if few.count > 16 { many = Set(few) }
    return true
  }
}

/// The tokens of JSON.
extension JSONScanner {
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  func fault(_ reason: String) -> Fault { Fault(offset: position, reason: reason) }

  mutating func skipSpace() {
    while position < bytes.count, bytes[position] <= 0x20 {
      switch bytes[position] {
      case 0x20, 0x0a, 0x0d, 0x09: position += 1
      default: return
      }
    }
  }

  mutating func readWord(_ word: StaticString) throws(Fault) {
    let text = Array("\(word)".utf8)
    guard bytes[position...].starts(with: text) else { throw fault("a value is expected") }
    position += text.count
  }

  mutating func readNumber() throws(Fault) {
    let beginning = position
    if peek == UInt8(ascii: "-") { position += 1 }
    let start = position
    try readDigits()
    // Only a number of 2⁵³ or more can lose digits.
    var mayBeLarge = position - start > 15
    if bytes[start] == UInt8(ascii: "0"), position > start + 1 {
      throw Fault(offset: start, reason: "a number does not begin with 0")
    }
    if peek == UInt8(ascii: ".") {
      position += 1
      try readDigits()
    }
    if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
      position += 1
      if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { position += 1 }
      try readDigits()
      mayBeLarge = true
    }
    // A number with fewer digits never loses any.
    guard mayBeLarge, lostDigits == nil, position - beginning > 15,
      case .tooLong = DecimalLiteral.reading(of: bytes[beginning..<position])
    else { return }
    lostDigits = beginning..<position
  }

  private mutating func readDigits() throws(Fault) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw fault("a digit is expected") }
  }

  /// Reads a string, and returns its bytes with escapes replaced.
  mutating func readString() throws(Fault) -> ArraySlice<UInt8> {
    let quote = position
    position += 1
    let start = position
    var hasEscapes = false
    while true {
      guard position < bytes.count else { throw Fault(offset: quote, reason: "the string is never closed") }
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "\""):
        let raw = bytes[start..<position]
        position += 1
        return hasEscapes ? Self.replacingEscapes(raw) : raw
      case UInt8(ascii: "\\"):
        hasEscapes = true
        try readEscape()
      case 0..<0x20: throw fault("a control character in a string is written as an escape")
      case 0x80...:
        let (scalar, length) = SourceText.decode(bytes, at: position)
        if scalar == nil { throw fault("the text is not UTF-8") }
        position += length
      default: position += 1
      }
    }
  }

  private mutating func readEscape() throws(Fault) {
    let rest = bytes[(position + 1)...]
    switch rest.first {
    case UInt8(ascii: "u"):
      let digits = rest.dropFirst().prefix(4)
      guard digits.count == 4, digits.allSatisfy({ $0.hexadecimalDigit != nil }) else {
        throw fault("'\\u' takes four hexadecimal digits")
      }
      position += 6
    case let byte? where "\"\\/bfnrt".utf8.contains(byte): position += 2
    default: throw fault("unknown escape")
    }
  }

  private static func replacingEscapes(_ raw: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: [UInt16] = []
    var text = ""
    var rest = raw
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() else {
        text += String(decoding: result, as: UTF16.self)
        result = []
        let end = rest.firstIndex(of: UInt8(ascii: "\\")) ?? rest.endIndex
        text += String(decoding: [byte] + rest[..<end], as: UTF8.self)
        rest = rest[end...]
        continue
      }
      switch escaped {
      case UInt8(ascii: "u"):
        result.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
        rest = rest.dropFirst(4)
      case UInt8(ascii: "b"): result.append(8)
      case UInt8(ascii: "f"): result.append(12)
      case UInt8(ascii: "n"): result.append(10)
      case UInt8(ascii: "r"): result.append(13)
      case UInt8(ascii: "t"): result.append(9)
      default: result.append(UInt16(escaped))
      }
    }
    text += String(decoding: result, as: UTF16.self)
    return Array(text.utf8)[...]
  }
}
