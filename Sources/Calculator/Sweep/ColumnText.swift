// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Columns of numbers in messages: doubles of 8 bytes, the least significant first, in base 64 (RFC 4648, section 4).
///
/// A number takes 11 characters instead of up to 24, is neither printed nor parsed, and keeps all its bits.
package enum ColumnText {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  /// By byte, the value of a digit; 64 for other bytes.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 64, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// Appends the text of numbers.
  package static func append(_ numbers: [Double], to text: inout TextBytes) {
    // Up to two bytes that are not written yet.
    var (bits, bitCount): (UInt32, UInt32) = (0, 0)
    for number in numbers {
      let word = number.bitPattern
      for shift in stride(from: 0, to: UInt64(64), by: 8) {
        bits = bits << 8 | UInt32(truncatingIfNeeded: word >> shift & 0xff)
        bitCount += 8
        while bitCount >= 6 {
          bitCount -= 6
          text.append(digits[Int(bits >> bitCount & 63)])
        }
      }
    }
    guard bitCount > 0 else { return }
    text.append(digits[Int(bits << (6 - bitCount) & 63)])
    for _ in 0..<(bitCount == 4 ? 1 : 2) { text.append(padding) }
  }

  /// The numbers of a text; `nil` if it is not the text of whole numbers of 8 bytes.
  package static func numbers(_ text: String) -> [Double]? {
    var digits = Array(text.utf8)[...]
    guard digits.count.isMultiple(of: 4) else { return nil }
    for _ in 0..<2 where digits.last == padding { digits.removeLast() }
    // The last digit may have up to four bits that belong to no byte.
    guard digits.count * 6 % 64 < 6 else { return nil }
    var numbers: [Double] = []
    numbers.reserveCapacity(digits.count * 6 / 64)
    var (bits, bitCount): (UInt32, UInt32) = (0, 0)
    var (word, byteCount): (UInt64, UInt64) = (0, 0)
    for digit in digits {
      let value = values[Int(digit)]
      if value == 64 { return nil }
      bits = bits << 6 | UInt32(value)
      bitCount += 6
      if bitCount < 8 { continue }
      bitCount -= 8
      word |= UInt64(bits >> bitCount & 0xff) << (8 * byteCount)
      byteCount += 1
      if byteCount < 8 { continue }
      numbers.append(Double(bitPattern: word))
      (word, byteCount) = (0, 0)
    }
    return numbers
  }
}
