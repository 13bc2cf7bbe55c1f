// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The type of a value in the calculator: every node's output has exactly one, known before anything is computed.
public enum CalculatorType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// A finite double-precision number.
  case number
  /// True or false.
  case boolean
  /// A colour of three 8-bit components.
  case color
  /// Text.
  case text
  /// A list of numbers.
  case numbers
  /// A list of Booleans.
  case booleans
  /// A list of colours.
  case colors
  /// A list of texts.
  case texts

  /// The name in messages and documents: "Number" or "Boolean", of lists "Numbers" or "Booleans".
  public var description: String {
    switch self {
    case .number: "Number"
    case .boolean: "Boolean"
    case .color: "Color"
    case .text: "Text"
    case .numbers: "Numbers"
    case .booleans: "Booleans"
    case .colors: "Colors"
    case .texts: "Texts"
    }
  }

  /// Whether values of the type are lists.
  public var isList: Bool { element != self }

  /// The type of a list's elements; of other types, the type itself.
  public var element: CalculatorType {
    switch self {
    case .numbers: .number
    case .booleans: .boolean
    case .colors: .color
    case .texts: .text
    case .number, .boolean, .color, .text: self
    }
  }

  /// The type of lists of such elements; of lists, the type itself.
  public var list: CalculatorType {
    switch self {
    case .number: .numbers
    case .boolean: .booleans
    case .color: .colors
    case .text: .texts
    case .numbers, .booleans, .colors, .texts: self
    }
  }

  /// The type in a sentence: "a Number" or "a list of Numbers".
  var phrase: String { isList ? "a list of \(self)" : "a \(self)" }
}

extension CalculatorType {
  /// The type of ports for such values.
  var port: PortType {
    switch self {
    case .number: PortType(Double.self, name: description)
    case .boolean: PortType(Bool.self, name: description)
    case .color: PortType(RGBColor.self, name: description)
    case .text: PortType(String.self, name: description)
    case .numbers: PortType([Double].self, name: description)
    case .booleans: PortType([Bool].self, name: description)
    case .colors: PortType([RGBColor].self, name: description)
    case .texts: PortType([String].self, name: description)
    }
  }

  /// The calculator's type of a port; `nil` if it has another.
  init?(_ port: PortType) {
    // Read for each input of a formula that is evaluated: no names are made.
    switch port.identity {
    case ObjectIdentifier(Double.self): self = .number
    case ObjectIdentifier(Bool.self): self = .boolean
    case ObjectIdentifier(RGBColor.self): self = .color
    case ObjectIdentifier(String.self): self = .text
    case ObjectIdentifier([Double].self): self = .numbers
    case ObjectIdentifier([Bool].self): self = .booleans
    case ObjectIdentifier([RGBColor].self): self = .colors
    case ObjectIdentifier([String].self): self = .texts
    default: return nil
    }
  }
}
