// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What the numbers stand for that a sweep gives an input. Where there is none, they are numbers.
package enum SweptKind: Hashable, Sendable {
  /// Numbers of a unit.
  case quantity(UnitOfMeasure)
  /// 0 for false and 1 for true.
  case boolean
  /// The places of texts in a list.
  case text([String])

  /// The unit; `nil` of what has none.
  var unit: UnitOfMeasure? { if case .quantity(let unit) = self { unit } else { nil } }

  /// The type of the input; `nil` for numbers with or without a unit.
  var type: CalculatorType? {
    switch self {
    case .quantity: nil
    case .boolean: .boolean
    case .text: .text
    }
  }

  /// What a number stands for.
  func value(_ number: Double) -> CalculatorValue {
    switch self {
    case .quantity(let unit): .quantity(number, unit)
    case .boolean: .boolean(number != 0)
    case .text(let texts): .text(texts[Int(number)])
    }
  }
}
