// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The directions in which lines leave the middle of a terminal cell.
package struct LineArms: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let up = LineArms(rawValue: 1)
  package static let right = LineArms(rawValue: 2)
  package static let down = LineArms(rawValue: 4)
  package static let left = LineArms(rawValue: 8)

  /// The box-drawing character for these directions. A single direction gives the character of a straight line.
  package func character(isASCII: Bool) -> Character {
    let table: [Character] = isASCII ? Self.plain : Self.drawn
    return table[Int(rawValue & 15)]
  }

  /// The characters, indexed by raw value.
  private static let drawn: [Character] = [
    " ", "│", "─", "└", "│", "│", "┌", "├", "─", "┘", "─", "┴", "┐", "┤", "┬", "┼",
  ]
  private static let plain: [Character] = [
    " ", "|", "-", "+", "|", "|", "+", "+", "-", "+", "-", "+", "+", "+", "+", "+",
  ]
}
