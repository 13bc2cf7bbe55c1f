// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A colour that somebody gave to a frame, a node or a connection: red, green and blue, in 24 bits.
///
/// ```swift
/// GraphColor(0x7e9bd0).description  // "#7e9bd0"
/// ```
public struct GraphColor: Hashable, Sendable, CustomStringConvertible {
  /// Red, green and blue in the lowest 24 bits; the others are 0.
  public let bits: UInt32

  /// Makes a colour from its lowest 24 bits, red, green and blue. The other bits are ignored.
  public init(_ bits: UInt32) { self.bits = bits & 0xff_ffff }

  /// Reads `#7e9bd0`, in small or capital letters; `nil` for anything else.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, text.first == "#", text.utf8.dropFirst().allSatisfy(\.isHexadecimalDigit),
      let bits = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(bits)
  }

  /// The colour as `#7e9bd0`.
  public var description: String { "#" + String(bits | 0x100_0000, radix: 16).dropFirst() }
}

extension UInt8 {
  /// Whether it is 0–9, a–f or A–F; a sign is none.
  fileprivate var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
