// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The kind of values that a sweep gives an input, encoded as numbers. Without a kind they are plain numbers.
package enum SweptKind: Hashable, Sendable {
  /// Numbers with a unit.
  case quantity(UnitOfMeasure)
  /// 0 for false and 1 for true.
  case boolean
  /// Indices into a list of texts.
  case text([String])

  /// The unit; `nil` for values without one.
  var unit: UnitOfMeasure? { if case .quantity(let unit) = self { unit } else { nil } }

  /// The type of the input; `nil` for numbers with or without a unit.
  var type: CalculatorType? {
    switch self {
    case .quantity: nil
    case .boolean: .boolean
    case .text: .text
    }
  }

  /// The value that a number stands for.
  func value(_ number: Double) -> CalculatorValue {
    switch self {
    case .quantity(let unit): .quantity(number, unit)
    case .boolean: .boolean(number != 0)
    case .text(let texts): .text(texts[Int(number)])
    }
  }
}
