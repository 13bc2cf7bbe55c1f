// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The inputs of a formula without names: reading any of them throws.
struct NoInputs: ValueInputs {
  func slot(_ index: Int) throws(FormulaFailure) -> Slot { throw .unsetInput(index) }
  func load(_ index: Int) throws(FormulaFailure) -> Double { throw .unsetInput(index) }
}

/// The inputs of an expression that is evaluated without a node.
struct KnownInputs: ValueInputs {
  let values: [NodeValue]

  func slot(_ index: Int) throws(FormulaFailure) -> Slot {
    guard case .value(let value) = values[index] else { throw .upstream(index) }
    return Slot(value)
  }

  func load(_ index: Int) throws(FormulaFailure) -> Double {
    guard case .value(let value) = values[index] else { throw .upstream(index) }
    return value.packed
  }
}
