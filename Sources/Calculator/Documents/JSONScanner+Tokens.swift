// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

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
    if peek == UInt8(ascii: "-") { position += 1 }
    let start = position
    try readDigits()
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
    }
  }

  private mutating func readDigits() throws(Fault) {
    let start = position
    while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { position += 1 }
    if position == start { throw fault("a digit is expected") }
  }

  /// Reads a string, and returns its bytes, escapes replaced.
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
    default: throw fault("there is no such escape")
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
