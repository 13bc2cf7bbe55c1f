// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A 64-bit hash that distinguishes texts, but offers no protection against an attacker: FNV-1a (Fowler, Noll, Vo
/// 1991).
@usableFromInline
package struct Fingerprint: Hashable, Sendable {
  @usableFromInline var bits: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Creates the fingerprint of an empty sequence of bytes.
  package init() {}

  /// Creates the fingerprint of a sequence of bytes.
  ///
  /// - Complexity: O(bytes)
  @inlinable
  package init(_ bytes: some Sequence<UInt8>) { add(bytes) }

  /// Parses a fingerprint that ``text`` has written.
  package init?(text: some StringProtocol) {
    guard text.utf8.count == 16, let bits = UInt64(text, radix: 16) else { return nil }
    self.bits = bits
  }

  /// The fingerprint as 16 hexadecimal digits.
  package var text: String {
    let digits = String(bits, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// The fingerprint as a number.
  package var word: UInt64 { bits }

  /// Adds a number, its low byte first.
  package mutating func add(_ word: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      bits = (bits ^ UInt64(truncatingIfNeeded: word >> UInt64(shift)) & 0xff) &* 0x100_0000_01b3
    }
  }

  /// Adds bytes.
  @inlinable
  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { bits = (bits ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}
