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

  /// The name in messages and documents: "Number", "Boolean" or "Color".
  public var description: String {
    switch self {
    case .number: "Number"
    case .boolean: "Boolean"
    case .color: "Color"
    }
  }
}

extension CalculatorType {
  /// The type of ports for such values.
  var port: PortType {
    switch self {
    case .number: PortType(Double.self, name: description)
    case .boolean: PortType(Bool.self, name: description)
    case .color: PortType(RGBColor.self, name: description)
    }
  }

  /// The calculator's type of a port; `nil` if it has another.
  init?(_ port: PortType) {
    guard let type = Self.allCases.first(where: { $0.port == port }) else { return nil }
    self = type
  }
}
