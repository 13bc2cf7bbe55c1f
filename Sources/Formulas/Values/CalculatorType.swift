// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The type of a value in the calculator: every node's output has exactly one, known before anything is computed.
public enum CalculatorType: Hashable, Sendable, CustomStringConvertible {
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
  /// A number with a unit, such as 3 km.
  case quantity(UnitOfMeasure)
  /// A list of numbers with a unit.
  case quantities(UnitOfMeasure)

  /// The types without units.
  package static let plain: [CalculatorType] = [
    .number, .boolean, .color, .text, .numbers, .booleans, .colors, .texts,
  ]

  /// Reads a ``description``; `nil` for other text.
  package init?(_ name: String) {
    if let plain = Self.plain.first(where: { $0.description == name }) {
      self = plain
    } else if name.hasPrefix("["), name.hasSuffix("]"), let unit = UnitOfMeasure(String(name.dropFirst().dropLast())) {
      self = .quantities(unit)
    } else if let unit = UnitOfMeasure(name) {
      self = .quantity(unit)
    } else {
      return nil
    }
  }

  /// The name in messages and documents: "Number" or "Boolean", for lists "Numbers" or "Booleans", for quantities
  /// "km/h" or "[km/h]".
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
    case .quantity(let unit): unit.description
    case .quantities(let unit): "[\(unit)]"
    }
  }

  /// The unit of quantities; `nil` for other types.
  public var unit: UnitOfMeasure? {
    switch self {
    case .quantity(let unit), .quantities(let unit): unit
    default: nil
    }
  }

  /// Whether values of the type are lists.
  public var isList: Bool { element != self }

  /// The type of a list's elements; for other types, the type itself.
  public var element: CalculatorType {
    switch self {
    case .numbers: .number
    case .booleans: .boolean
    case .colors: .color
    case .texts: .text
    case .quantities(let unit): .quantity(unit)
    case .number, .boolean, .color, .text, .quantity: self
    }
  }

  /// The type of lists with such elements; for lists, the type itself.
  public var list: CalculatorType {
    switch self {
    case .number: .numbers
    case .boolean: .booleans
    case .color: .colors
    case .text: .texts
    case .quantity(let unit): .quantities(unit)
    case .numbers, .booleans, .colors, .texts, .quantities: self
    }
  }

  /// The type for a sentence: "a Number" or "a list of Numbers", "a length" or "a list in km".
  package var phrase: String {
    switch self {
    case .quantity(let unit): unit.quantity
    case .quantities(let unit): "a list in \(unit)"
    default: isList ? "a list of \(self)" : "a \(self)"
    }
  }
}

extension CalculatorType {
  /// The type of ports for such values.
  package var port: PortType {
    switch self {
    case .number: PortType(Double.self, name: description)
    case .boolean: PortType(Bool.self, name: description)
    case .color: PortType(RGBColor.self, name: description)
    case .text: PortType(String.self, name: description)
    case .numbers: PortType([Double].self, name: description)
    case .booleans: PortType([Bool].self, name: description)
    case .colors: PortType([RGBColor].self, name: description)
    case .texts: PortType([String].self, name: description)
    // Quantities are passed as numbers. The name contains the unit, so ports with other units don't fit.
    case .quantity: PortType(Double.self, distinguishedBy: description)
    case .quantities: PortType([Double].self, distinguishedBy: description)
    }
  }

  /// The calculator's type of a port; `nil` if the port has another type.
  package init?(_ port: PortType) {
    if port.isDistinguishedByName {
      guard let type = CalculatorType(port.name) else { return nil }
      self = type
      return
    }
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
