// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Byte-level reading of UTF-8 that may be damaged.
package enum SourceText {
  /// Decodes the scalar at `position`; `scalar` is `nil`, and `length` 1, if the bytes there are not valid UTF-8.
  package static func decode(_ bytes: [UInt8], at position: Int) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = bytes[position]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2
    guard first >= 0xc2, first <= 0xf4, position + length <= bytes.count else { return (nil, 1) }
    var value = UInt32(first) & (0x7f >> UInt32(length))
    for index in position + 1..<position + length {
      guard bytes[index] & 0xc0 == 0x80 else { return (nil, 1) }
      value = value << 6 | UInt32(bytes[index] & 0x3f)
    }
    let isShortest = length == 2 || value >= (length == 3 ? 0x800 : 0x10000)
    guard isShortest, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }

  /// The end of a word of letters of any script, digits and underscores that begins at `position`; `position` itself if no word
  /// begins there.
  package static func endOfWord(_ bytes: [UInt8], from position: Int) -> Int {
    var position = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte.isASCIILetterOrUnderscore || byte.isDigit {
        position += 1
      } else {
        guard byte >= 0x80 else { break }
        let (scalar, length) = decode(bytes, at: position)
        // The product dot may be part of names elsewhere.
        guard let scalar, scalar.properties.isXIDContinue, !scalar.isProductDot else { break }
        position += length
      }
    }
    return position
  }

  /// Throws if a line holds invalid UTF-8 or an invisible character; lexer and parsers rely on this.
  package static func check(_ bytes: [UInt8]) throws(Diagnostic) {
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      if byte >= 0x20 && byte < 0x7f || byte == UInt8(ascii: "\t") {
        position += 1
        continue
      }
      let (scalar, length) = decode(bytes, at: position)
      let range = position..<position + length
      guard let scalar else {
        throw Diagnostic(.syntax, "invalid UTF-8: byte 0x\(String(byte, radix: 16))", range)
      }
      if scalar.isHidden { throw Diagnostic(.syntax, "control character \(scalar.codePoint)", range) }
      position += length
    }
  }

  /// Replaces the blanks of other keyboards and word processors, such as no-break, thin or ideographic spaces, by
  /// plain blanks. Each becomes as many blanks as it has bytes, so that positions stay the same. Texts in quotes and
  /// names in back-ticks are unchanged.
  ///
  /// - Throws: A ``Diagnostic`` where ``check(_:)`` does.
  package static func withPlainBlanks(_ bytes: [UInt8]) throws(Diagnostic) -> [UInt8] {
    try check(bytes)
    guard bytes.contains(where: { $0 >= 0x80 }) else { return bytes }
    var result = bytes
    var position = 0
    // Searched only once, so that a line full of quotes takes linear time.
    var isUnclosed = false
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "`"):
        position = bytes[(position + 1)...].firstIndex(of: UInt8(ascii: "`")).map { $0 + 1 } ?? position + 1
      case UInt8(ascii: "\"") where !isUnclosed:
        let end = TextLiteral.end(bytes, from: position)
        isUnclosed = end == nil
        position = end ?? position + 1
      case 0..<0x80: position += 1
      default:
        let (scalar, length) = decode(bytes, at: position)
        if scalar?.isForeignBlank == true {
          for place in position..<position + length { result[place] = UInt8(ascii: " ") }
        }
        position += length
      }
    }
    return result
  }

  /// The text of `range` in quotes, shortened to 32 characters.
  package static func quote(_ bytes: [UInt8], _ range: Range<Int>) -> String { "'\(excerpt(bytes, range))'" }

  /// The text of a range as a message contains it: shortened after 32 characters.
  package static func excerpt(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    // A character of more than 64 bytes is not quoted completely.
    let clipped = range.lowerBound..<min(range.upperBound, range.lowerBound + 32 * 64)
    let text = String(decoding: bytes[clipped], as: UTF8.self)
    return text.count > 32 || clipped != range ? "\(text.prefix(31))…" : text
  }
}

extension Unicode.Scalar {
  /// The digit of a superscript digit.
  var superscriptDigit: UInt32? {
    switch value {
    case 0xb9: 1
    case 0xb2, 0xb3: value - 0xb0
    case 0x2070, 0x2074...0x2079: value - 0x2070
    default: nil
    }
  }

  /// Whether this is one of the dots that stand for a product: U+00B7, U+0387, U+2219 and U+22C5.
  var isProductDot: Bool { [0xb7, 0x387, 0x2219, 0x22c5].contains(value) }

  /// Whether the scalar is a blank other than the ones of keyboards, such as a no-break, thin or ideographic space.
  var isForeignBlank: Bool {
    switch value {
    case 0xa0, 0x1680, 0x2000...0x200a, 0x202f, 0x205f, 0x3000: true
    default: false
    }
  }

  /// Whether the scalar is a control character or a line separator, or reorders the text around it.
  package var isHidden: Bool {
    switch value {
    case 0..<0x20, 0x7f..<0xa0, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069, 0xfeff: true
    default: false
    }
  }

  /// The scalar as `U+0000`.
  package var codePoint: String {
    let digits = String(value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit; `nil` for another byte.
  package var hexadecimalDigit: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Whether the byte is an ASCII digit.
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// Whether the byte is an ASCII letter or an underscore.
  package var isASCIILetterOrUnderscore: Bool {
    let lowercase = self | 0x20
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z") || self == UInt8(ascii: "_")
  }
}
