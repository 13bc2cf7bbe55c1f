// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The type of a value in the calculator: every node's output has exactly one, known before anything is computed.
public enum CalculatorType: UInt8, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// A finite double-precision number.
  case number
  /// True or false.
  case boolean
  /// A colour of three 8-bit components.
  case color

  /// The name people see: "Number", "Boolean" or "Color".
  public var description: String {
    switch self {
    case .number: "Number"
    case .boolean: "Boolean"
    case .color: "Color"
    }
  }
}
