// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Text literals in formulas: in quotes, with `\"`, `\\`, `\n`, `\t` and `\u{e9}` for characters that can't be written directly.
package enum TextLiteral {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")

  /// The literal for a text, which reads back as the same text.
  package static func spelling(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result += "\\"
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case _ where scalar.isHidden: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The end of the text literal that begins at `start`, after its closing quote; `nil` if it is never closed.
  package static func end(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case quote: return position + 1
      case backslash: position += 2
      default: position += 1
      }
    }
    return nil
  }

  /// Reads the text of a literal, including its quotes.
  ///
  /// - Throws: A ``Diagnostic`` for an unknown escape.
  package static func read(_ bytes: [UInt8], _ range: Range<Int>) throws(Diagnostic) -> String {
    var result: [UInt8] = []
    var position = range.lowerBound + 1
    let end = range.upperBound - 1
    while position < end {
      let byte = bytes[position]
      guard byte == backslash else {
        result.append(byte)
        position += 1
        continue
      }
      let start = position
      position += 2
      switch bytes[start + 1] {
      case quote, backslash: result.append(bytes[start + 1])
      case UInt8(ascii: "n"): result.append(0x0a)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        guard let (scalar, next) = scalar(bytes, position..<end) else {
          throw unknown(bytes, start..<min(position, end))
        }
        result += Array(String(scalar).utf8)
        position = next
      default: throw unknown(bytes, start..<min(start + 1 + SourceText.decode(bytes, at: start + 1).length, end))
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads the scalar of an escape such as `{e9}`.
  private static func scalar(_ bytes: [UInt8], _ range: Range<Int>) -> (Unicode.Scalar, Int)? {
    guard range.first.map({ bytes[$0] }) == UInt8(ascii: "{") else { return nil }
    var value: UInt32 = 0
    var position = range.lowerBound + 1
    while position < range.upperBound, let digit = bytes[position].hexadecimalDigit, value <= 0x10ffff {
      value = value << 4 | UInt32(digit)
      position += 1
    }
    guard position > range.lowerBound + 1, position < range.upperBound, bytes[position] == UInt8(ascii: "}") else {
      return nil
    }
    return Unicode.Scalar(value).map { ($0, position + 1) }
  }

  private static func unknown(_ bytes: [UInt8], _ range: Range<Int>) -> Diagnostic {
    Diagnostic(
      .syntax, "unknown escape \(SourceText.quote(bytes, range)) in a text", range,
      hint: "write \\\\ for a backslash; \\\" \\n \\t and \\u{e9} are known")
  }
}
