// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// Unsafe on purpose: eight bytes are stored at once, after there is room for them.

/// Text in UTF-8 that grows at its end, made for many numbers.
///
/// The type is usable from inline because inlinable methods of other package types are not inlined into other modules.
@usableFromInline
package struct TextBytes: Hashable, Sendable {
  /// The memory of the text; bytes from `count` on have no meaning.
  @usableFromInline var memory: [UInt8] = []
  /// The number of bytes.
  @usableFromInline package internal(set) var count = 0

  package init() {}

  /// The text.
  package var string: String { String(decoding: memory[..<count], as: UTF8.self) }

  @usableFromInline
  package static func == (left: Self, right: Self) -> Bool {
    left.memory[..<left.count] == right.memory[..<right.count]
  }

  @usableFromInline
  package func hash(into hasher: inout Hasher) { hasher.combine(memory[..<count]) }

  /// Removes the text and keeps the memory.
  package mutating func removeAll() { count = 0 }

  /// Appends a byte.
  @inlinable @inline(__always)
  package mutating func append(_ byte: UInt8) { append(UInt64(byte), count: 1) }

  /// Appends the least significant bytes of a word, of which the first is the least significant.
  ///
  /// - Precondition: There are at most eight.
  @inlinable @inline(__always)
  mutating func append(_ word: UInt64, count added: Int) {
    if memory.count - count < 8 { grow(8) }
    let start = count
    unsafe memory.withUnsafeMutableBytes {
      unsafe $0.storeBytes(of: word.littleEndian, toByteOffset: start, as: UInt64.self)
    }
    count = start + added
  }

  /// Appends bytes.
  @inlinable
  package mutating func append(contentsOf bytes: some Collection<UInt8>) {
    let (start, added) = (count, bytes.count)
    if memory.count - start < added { grow(added) }
    unsafe memory.withUnsafeMutableBytes {
      unsafe UnsafeMutableRawBufferPointer(rebasing: $0[start..<start + added]).copyBytes(from: bytes)
    }
    count = start + added
  }

  /// Appends another text.
  package mutating func append(_ other: TextBytes) { append(contentsOf: other.memory[..<other.count]) }

  @usableFromInline
  mutating func grow(_ added: Int) {
    memory.append(contentsOf: repeatElement(0, count: max(1024, memory.count, added)))
  }
}

// MARK: - Digits

extension TextBytes {
  /// Appends the digits of a whole number.
  package mutating func append(digitsOf number: UInt64) {
    if number >= 100_000_000 {
      let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
      append(digitsOf: high)
      return append(Self.eightDigits(low), count: 8)
    }
    let (digits, zeros) = Self.digits(of: number)
    append(digits, count: 8 - zeros)
  }

  /// Appends the digits of a whole number, and a byte after them.
  mutating func append(digitsOf number: UInt64, before byte: UInt8) {
    guard number < 10_000_000 else {
      append(digitsOf: number)
      return append(byte)
    }
    let (digits, zeros) = Self.digits(of: number)
    append(digits | UInt64(byte) << UInt64(64 - zeros * 8), count: 9 - zeros)
  }

  /// Appends the digits of a whole number, after as many zeros as are needed for a width of at most 24.
  mutating func append(digitsOf number: UInt64, width: Int) {
    if width > 8 {
      let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
      append(digitsOf: high, width: width - 8)
      return append(Self.eightDigits(low), count: 8)
    }
    append(Self.eightDigits(number) >> UInt64(64 - width * 8), count: width)
  }

  /// The digits of a number of at most eight digits as bytes, and how many bytes of the word are left.
  private static func digits(of number: UInt64) -> (digits: UInt64, zeros: Int) {
    let digits = eightDigits(number)
    let zeros = min(7, (digits ^ eightZeros).trailingZeroBitCount >> 3)
    return (digits >> UInt64(zeros * 8), zeros)
  }

  /// The digits of zero with a width of eight.
  private static var eightZeros: UInt64 { 0x3030_3030_3030_3030 }

  /// Eight digits as bytes, of which the first is the least significant.
  ///
  /// The number is split into two parts of four digits, these into four of two, and these into eight of one, each time in all
  /// parts at once; a quotient is a product with a rounded fraction that is exact for so few digits.
  private static func eightDigits(_ number: UInt64) -> UInt64 {
    let first = number / 10_000
    let fours = first | (number - first * 10_000) << 32
    let hundreds = ((fours * 10_486) >> 20) & 0x0000_007f_0000_007f
    let twos = hundreds | (fours - hundreds * 100) << 16
    let tens = ((twos * 103) >> 10) & 0x000f_000f_000f_000f
    return (tens | (twos - tens * 10) << 8) + eightZeros
  }
}
