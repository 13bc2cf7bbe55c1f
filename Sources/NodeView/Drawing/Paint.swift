// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A colour to draw with.
public struct Paint: Hashable, Sendable {
  /// The red component, 0…255.
  public var red: UInt8
  /// The green component, 0…255.
  public var green: UInt8
  /// The blue component, 0…255.
  public var blue: UInt8
  /// How much of what lies below it hides: 0 is transparent, 1 opaque.
  public var opacity: Double

  /// Makes a colour of these components.
  public init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Makes a colour from its lowest 24 bits, red, green and blue: `0x3366cc`. The other bits are ignored.
  public init(_ bits: UInt32, opacity: Double = 1) {
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits), opacity: opacity)
  }

  /// White.
  public static let white = Paint(0xffffff)
  /// Black.
  public static let black = Paint(0x000000)

  /// White or black, whichever is easier to read on this colour.
  public var contrasting: Paint {
    // Rec. 601 luma, in thousandths.
    let luma = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return luma > 140_000 ? .black : .white
  }

  /// The colour as `#3366cc`, without its opacity.
  package var hexadecimal: String {
    let bits = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return "#" + String(bits | 0x100_0000, radix: 16).dropFirst()
  }
}
