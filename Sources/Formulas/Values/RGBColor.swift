// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A colour of three components from 0 to 255.
public struct RGBColor: Hashable, Sendable {
  /// The red component, 0 to 255.
  public var red: UInt8
  /// The green component, 0 to 255.
  public var green: UInt8
  /// The blue component, 0 to 255.
  public var blue: UInt8

  /// Creates a colour from its components.
  ///
  /// - Parameters:
  ///   - red: The red component.
  ///   - green: The green component.
  ///   - blue: The blue component.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Creates a colour from numbers. Each is rounded to the nearest integer and clamped to 0…255; NaN becomes 0.
  ///
  /// - Parameters:
  ///   - red: The red component.
  ///   - green: The green component.
  ///   - blue: The blue component.
  public init(clampingRed red: Double, green: Double, blue: Double) {
    self.init(red: Self.component(red), green: Self.component(green), blue: Self.component(blue))
  }

  /// Creates a colour from `#rgb` or `#rrggbb`; `nil` for other text.
  ///
  /// - Parameter text: The number sign and 3 or 6 hexadecimal digits of any case; `#36c` is `#3366cc`.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.first == UInt8(ascii: "#") else { return nil }
    self.init(hexadecimal: text.utf8.dropFirst())
  }

  /// Creates a colour from 3 or 6 hexadecimal digits.
  package init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == 3 || digits.count == 6 else { return nil }
    var bits: UInt32 = 0
    for byte in digits {
      guard let digit = byte.hexadecimalDigit else { return nil }
      bits = bits << 4 | UInt32(digit)
      if digits.count == 3 { bits = bits << 4 | UInt32(digit) }
    }
    self.init(bits: bits)
  }

  /// Creates a colour from the lowest 24 bits, with red in the highest byte.
  package init(bits: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits))
  }

  /// The 24 bits of the colour, with red in the highest byte.
  package var bits: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }

  /// Returns the colour with each component multiplied by `multiplier` / 255, rounded and clamped to 0…255.
  ///
  /// - Parameter multiplier: 255 leaves the colour unchanged; a smaller number makes it darker.
  /// - Returns: The colour.
  public func adjusted(by multiplier: Double) -> RGBColor {
    RGBColor(
      clampingRed: Double(red) * multiplier / 255, green: Double(green) * multiplier / 255,
      blue: Double(blue) * multiplier / 255)
  }

  private static func component(_ value: Double) -> UInt8 {
    value > 0 ? UInt8(min(value, 255) + 0.5) : 0
  }
}

extension RGBColor: CustomStringConvertible {
  /// The colour as `#rrggbb`.
  public var description: String {
    let digits = String(bits, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits
  }
}
