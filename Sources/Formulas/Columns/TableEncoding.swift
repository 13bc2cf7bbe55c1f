// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The character encoding of a file.
enum TableEncoding: String, Hashable, Sendable {
  case utf8
  /// Windows-1252, which has all printable characters of ISO 8859-1 at the same positions.
  case latin1
  case utf16le
  case utf16be

  /// The encoding with a name; `nil` if no encoding has it.
  init?(named name: String) {
    switch name.lowercased().filter({ $0 != "-" && $0 != "_" && $0 != " " }) {
    case "utf8", "ascii": self = .utf8
    case "latin1", "iso88591", "iso885915", "windows1252", "cp1252", "ansi": self = .latin1
    case "utf16", "utf16le": self = .utf16le
    case "utf16be": self = .utf16be
    default: return nil
    }
  }

  /// A file as UTF-8, without a byte order mark.
  struct Decoded {
    let bytes: [UInt8]
    let finding: TableFinding
  }

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - given: Its encoding; `nil` to guess it.
  ///   - path: Its name in messages.
  /// - Returns: The file as UTF-8, and how its encoding was found.
  /// - Throws: A ``FileFailure`` with line and column where the file is not text.
  /// - Complexity: O(bytes)
  static func decode(_ bytes: [UInt8], as given: TableEncoding?, path: String) throws(FileFailure) -> Decoded {
    let (encoding, mark, reason) = given.map { ($0, Self.mark(of: $0, bytes), "it was set") } ?? guess(bytes)
    let isMarkSure = given != nil || mark > 0 || encoding == .utf8
    var decoded: [UInt8]
    switch encoding {
    case .utf8:
      decoded = mark > 0 ? Array(bytes[mark...]) : bytes
      if let fault = firstFault(decoded) {
        let (line, column) = place(fault, decoded)
        throw FileFailure(
          "\(path):\(line):\(column): this is not UTF-8 text",
          hint: decoded[fault] == 0 ? nil : "csv(…, encoding: \"latin1\") reads each byte as a character")
      }
    case .latin1: decoded = latin(bytes)
    case .utf16le, .utf16be: decoded = wide(bytes[mark...], isBig: encoding == .utf16be)
    }
    if encoding != .utf8, let fault = decoded.firstIndex(of: 0) {
      let (line, column) = place(fault, decoded)
      throw FileFailure("\(path):\(line):\(column): this is not text")
    }
    let finding = TableFinding(
      "encoding", "\"\(encoding.rawValue)\"", reason, isSure: isMarkSure || encoding == .latin1, isSet: given != nil)
    return Decoded(bytes: decoded, finding: finding)
  }

  /// Guesses the encoding. Returns it with the length of the byte order mark and the reason.
  private static func guess(_ bytes: [UInt8]) -> (TableEncoding, Int, String) {
    for encoding in [TableEncoding.utf8, .utf16le, .utf16be] {
      let mark = mark(of: encoding, bytes)
      if mark > 0 { return (encoding, mark, "the file begins with the mark of it") }
    }
    let prefix = bytes.prefix(4096)
    if prefix.count >= 4, prefix.contains(0) {
      let even = prefix.indices.count { $0 & 1 == 0 && prefix[$0] == 0 }
      let odd = prefix.indices.count { $0 & 1 == 1 && prefix[$0] == 0 }
      if odd > prefix.count / 4, even == 0 { return (.utf16le, 0, "every second byte is 0") }
      if even > prefix.count / 4, odd == 0 { return (.utf16be, 0, "every second byte is 0") }
    }
    guard let fault = firstFault(bytes), bytes[fault] != 0 else { return (.utf8, 0, "all of it is UTF-8") }
    // If other parts of the text are UTF-8, the text is broken UTF-8, not text in another encoding.
    if bytes[..<fault].contains(where: { $0 >= 0x80 }) { return (.utf8, 0, "its beginning is UTF-8") }
    let digits = String(bytes[fault], radix: 16, uppercase: true)
    return (.latin1, 0, "line \(place(fault, bytes).line) has the byte \(digits), which is not UTF-8")
  }

  private static func mark(of encoding: TableEncoding, _ bytes: [UInt8]) -> Int {
    let mark: [UInt8] =
      switch encoding {
      case .utf8: [0xef, 0xbb, 0xbf]
      case .utf16le: [0xff, 0xfe]
      case .utf16be: [0xfe, 0xff]
      case .latin1: []
      }
    return !mark.isEmpty && bytes.starts(with: mark) ? mark.count : 0
  }

  /// The first byte that is 0 or not part of a character; `nil` if there is none.
  private static func firstFault(_ bytes: [UInt8]) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x80 {
        if byte == 0 { return index }
        index += 1
        continue
      }
      let (scalar, length) = SourceText.decode(bytes, at: index)
      if scalar == nil { return index }
      index += length
    }
    return nil
  }

  /// The line and the column of a byte, from 1.
  private static func place(_ position: Int, _ bytes: [UInt8]) -> (line: Int, column: Int) {
    var (line, start, index) = (1, 0, 0)
    while index < position {
      if bytes[index] == 0x0a || bytes[index] == 0x0d && !(index + 1 < bytes.count && bytes[index + 1] == 0x0a) {
        (line, start) = (line + 1, index + 1)
      }
      index += 1
    }
    return (line, position - start + 1)
  }

  /// The characters of Windows-1252 from 0x80 to 0x9F, where ISO 8859-1 has control characters.
  private static let windows = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8d}Ž\u{8f}\u{90}‘’“”•–—˜™š›œ\u{9d}žŸ".unicodeScalars)

  private static func latin(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 16)
    for byte in bytes {
      guard byte >= 0x80 else {
        result.append(byte)
        continue
      }
      let scalar = byte < 0xa0 ? windows[Int(byte) - 0x80] : UnicodeScalar(byte)
      result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
    return result
  }

  /// Converts UTF-16 to UTF-8; half of a surrogate pair becomes the replacement character.
  private static func wide(_ bytes: ArraySlice<UInt8>, isBig: Bool) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count / 2 + bytes.count / 16)
    let (high, low) = isBig ? (0, 1) : (1, 0)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let unit = UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
      index += 2
      if unit < 0x80 {
        result.append(UInt8(truncatingIfNeeded: unit))
        continue
      }
      var scalar = UnicodeScalar(unit)
      if unit & 0xfc00 == 0xd800, index + 1 < bytes.endIndex {
        let next = UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low])
        if next & 0xfc00 == 0xdc00 {
          scalar = UnicodeScalar(0x1_0000 + (UInt32(unit & 0x3ff) << 10 | UInt32(next & 0x3ff)))
          index += 2
        }
      }
      result.append(contentsOf: scalar.flatMap(UTF8.encode) ?? UTF8.encodedReplacementCharacter)
    }
    return result
  }
}
