// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// An sRGB colour with an opacity, for fills, lines and text.
///
/// Components are not premultiplied by the opacity. The canvases of this module treat an opacity above 1 as 1, and a
/// negative one or NaN as 0; the value itself is stored as it was given.
///
/// ```swift
/// let blue = Paint(0x3366cc)
/// let shade = Paint(0x000000, opacity: 0.2)
/// canvas.draw("Sum", in: frame, style: TextStyle(paint: blue.contrasting))
/// ```
public struct Paint: Hashable, Sendable {
  /// The red component, from 0 to 255, not multiplied by the opacity.
  public var red: UInt8
  /// The green component, from 0 to 255, not multiplied by the opacity.
  public var green: UInt8
  /// The blue component, from 0 to 255, not multiplied by the opacity.
  public var blue: UInt8
  /// The share of the colour below that this colour hides: 0 is transparent, 1 is opaque.
  ///
  /// A ``CanvasGroup/opacity`` multiplies it.
  public var opacity: Double

  /// Creates a colour from its components.
  ///
  /// - Parameters:
  ///   - red: The red component, 0…255.
  ///   - green: The green component, 0…255.
  ///   - blue: The blue component, 0…255.
  ///   - opacity: The opacity, from 0 for transparent to 1 for opaque. It is stored unchecked.
  public init(red: UInt8, green: UInt8, blue: UInt8, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Creates a colour from 24 bits of red, green and blue, such as `0x3366cc`.
  ///
  /// The upper eight bits are ignored: the alpha of an ARGB value has to be passed as `opacity`.
  ///
  /// - Parameters:
  ///   - bits: The colour, with red in bits 16 to 23, green in bits 8 to 15 and blue in bits 0 to 7.
  ///   - opacity: The opacity, from 0 for transparent to 1 for opaque.
  public init(_ bits: UInt32, opacity: Double = 1) {
    self.init(
      red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
      blue: UInt8(truncatingIfNeeded: bits), opacity: opacity)
  }

  /// Opaque white, `0xffffff`.
  public static let white = Paint(0xffffff)
  /// Opaque black, `0x000000`.
  public static let black = Paint(0x000000)

  /// The opaque colour, white or black, that is easier to read on this colour.
  ///
  /// The choice depends on the colour's luma by ITU-R BT.601: black above 55 % of white's luma. The opacity isn't
  /// considered, so blend a transparent colour with its ground first.
  public var contrasting: Paint {
    // Rec. 601 luma, in thousandths.
    let luma = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
    return luma > 140_000 ? .black : .white
  }

  /// The colour as text such as `#3366cc`, without its opacity.
  package var hexadecimal: String {
    let bits = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    return "#" + String(bits | 0x100_0000, radix: 16).dropFirst()
  }
}
