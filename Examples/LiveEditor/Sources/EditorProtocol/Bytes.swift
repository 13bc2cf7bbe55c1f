// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Writes numbers and texts as bytes: whole numbers in groups of seven bits, lowest first (LEB128); numbers that may
/// be negative with the sign in the lowest bit; lengths and positions in 64ths of a point.
package struct ByteWriter {
  /// The bytes that were written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func byte(_ value: UInt8) { bytes.append(value) }

  package mutating func count(_ value: Int) {
    var rest = UInt64(max(0, value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  package mutating func whole(_ value: Int) { count(value >= 0 ? value << 1 : -value << 1 - 1) }

  /// A length or a coordinate.
  package mutating func points(_ value: Double) { whole(Self.steps(value)) }

  package mutating func bytes(_ value: [UInt8]) {
    count(value.count)
    bytes += value
  }

  package mutating func text(_ value: String) {
    count(value.utf8.count)
    bytes += value.utf8
  }

  package mutating func append(_ other: ByteWriter) { bytes += other.bytes }

  /// The nearest 64th. Halves are rounded up, independent of rounding errors in the last bits, so that a drawing is
  /// the same at every position. Positions are limited to numbers that a page computes exactly.
  package static func steps(_ value: Double) -> Int {
    let limited = max(-1e9, min(1e9, value.isNaN ? 0 : value))
    return Int((limited * 64 + 0.5 + 1e-4).rounded(.down))
  }
}

/// The reason why bytes can't be read.
package enum ByteFault: Error, Hashable, Sendable {
  /// The bytes end too early.
  case end
  /// A number is out of range.
  case range
  /// A text is not UTF-8.
  case text
  /// A message does not exist.
  case tag(UInt8)
  /// The protocol has another version.
  case version(UInt8)
}

/// Reads the output of ``ByteWriter``, from bytes that may be malicious: memory is allocated only for bytes that exist.
package struct ByteReader {
  private let all: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { all = bytes }

  package var isAtEnd: Bool { position == all.count }

  package mutating func byte() throws(ByteFault) -> UInt8 {
    guard position < all.count else { throw .end }
    defer { position += 1 }
    return all[position]
  }

  package mutating func count(atMost most: Int = 1 << 53) throws(ByteFault) -> Int {
    var (value, shift) = (UInt64(0), UInt64(0))
    while true {
      let next = try byte()
      if shift > 56 { throw .range }
      value |= UInt64(next & 0x7f) << shift
      if next < 0x80 { break }
      shift += 7
    }
    guard value <= UInt64(most) else { throw .range }
    return Int(value)
  }

  package mutating func whole() throws(ByteFault) -> Int {
    let value = try count()
    return value >> 1 ^ -(value & 1)
  }

  package mutating func points() throws(ByteFault) -> Double { Double(try whole()) / 64 }

  package mutating func bytes() throws(ByteFault) -> [UInt8] {
    let length = try count()
    guard length <= all.count - position else { throw .end }
    defer { position += length }
    return Array(all[position..<position + length])
  }

  package mutating func text() throws(ByteFault) -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else { throw .text }
    return text
  }

  package mutating func fixed32() throws(ByteFault) -> UInt32 {
    var value: UInt32 = 0
    for shift in [0, 8, 16, 24] as [UInt32] { value |= UInt32(try byte()) << shift }
    return value
  }
}

extension ByteWriter {
  package mutating func fixed32(_ value: UInt32) {
    for shift in [0, 8, 16, 24] as [UInt32] { byte(UInt8(truncatingIfNeeded: value >> shift)) }
  }
}
