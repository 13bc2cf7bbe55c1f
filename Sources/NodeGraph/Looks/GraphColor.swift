// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A colour that a user has given to a frame, a node or a connection: red, green and blue, with 8 bits each.
///
/// ```swift
/// GraphColor(0x7e9bd0).description  // "#7e9bd0"
/// GraphColor("#7E9BD0")             // the same colour
/// ```
///
/// It has neither transparency nor a colour space. Where a look has `nil` in place of a colour, the renderer chooses one.
public struct GraphColor: Hashable, Sendable, CustomStringConvertible {
  /// Red, green and blue in the lowest 24 bits, red highest; the other bits are 0.
  ///
  /// ```swift
  /// let red = Double(color.bits >> 16) / 255
  /// ```
  public let bits: UInt32

  /// Creates a colour from 24 bits.
  ///
  /// - Parameter bits: Red, green and blue in the lowest 24 bits, red highest. The other bits are ignored.
  public init(_ bits: UInt32) { self.bits = bits & 0xff_ffff }

  /// Reads a colour from six hexadecimal digits after `#`. The result is `nil` for any other text, including short forms and
  /// names of colours.
  ///
  /// - Parameter text: A colour such as `#7e9bd0`, in lower or upper case.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 7, text.first == "#", text.utf8.dropFirst().allSatisfy(\.isHexadecimalDigit),
      let bits = UInt32(text.dropFirst(), radix: 16)
    else { return nil }
    self.init(bits)
  }

  /// The colour as text, in lower case: `#7e9bd0`. The initializer from text reads it.
  public var description: String { "#" + String(bits | 0x100_0000, radix: 16).dropFirst() }
}

extension UInt8 {
  /// Whether it is 0–9, a–f or A–F. Signs, which the standard library would accept, are not digits.
  fileprivate var isHexadecimalDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}
