// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A value of a node: a finite number, a boolean or a colour.
public enum CalculatorValue: Hashable, Sendable {
  /// A finite number.
  case number(Double)
  /// True or false.
  case boolean(Bool)
  /// A colour.
  case color(RGBColor)

  /// The type of the value.
  public var type: CalculatorType {
    switch self {
    case .number: .number
    case .boolean: .boolean
    case .color: .color
    }
  }

  /// The text that reads back as exactly this value, as files hold it.
  public var exactText: String {
    if case .number(let number) = self { NumberText.exact(number) } else { description }
  }
}

extension CalculatorValue: CustomStringConvertible {
  /// The value as text for people: numbers with at most 15 significant digits. ``exactText`` reads back as the same value.
  public var description: String {
    switch self {
    case .number(let number): NumberText.people(number)
    case .boolean(let boolean): boolean ? "true" : "false"
    case .color(let color): color.description
    }
  }
}

// Programs compute in doubles only: booleans are 0 and 1, colours their 24 bits.
extension CalculatorValue {
  /// The value in packed form: a boolean is 0 or 1, a colour its 24 bits.
  package var packed: Double {
    switch self {
    case .number(let number): number
    case .boolean(let boolean): boolean ? 1 : 0
    case .color(let color): Double(color.bits)
    }
  }

  /// Whether no function can tell the two apart; −0 and 0 differ.
  func isIdentical(to other: CalculatorValue) -> Bool {
    type == other.type && packed.bitPattern == other.packed.bitPattern
  }

  /// Creates a value from its packed form.
  package init(packed: Double, type: CalculatorType) {
    switch type {
    case .number: self = .number(packed)
    case .boolean: self = .boolean(packed != 0)
    case .color: self = .color(RGBColor(bits: UInt32(packed)))
    }
  }
}
