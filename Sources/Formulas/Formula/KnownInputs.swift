// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The inputs of a formula without names: reading any of them throws.
package struct NoInputs: ValueInputs {
  package init() {}

  package func slot(_ index: Int) throws(FormulaFailure) -> Slot { throw .unsetInput(index) }
  package func load(_ index: Int) throws(FormulaFailure) -> Double { throw .unsetInput(index) }
}

/// The inputs of an expression that is evaluated without a node.
package struct KnownInputs: ValueInputs {
  private let values: [NodeValue]

  package init(values: [NodeValue]) { self.values = values }

  package func slot(_ index: Int) throws(FormulaFailure) -> Slot {
    guard case .value(let value) = values[index] else { throw .upstream(index) }
    return Slot(value)
  }

  package func load(_ index: Int) throws(FormulaFailure) -> Double {
    guard case .value(let value) = values[index] else { throw .upstream(index) }
    return value.packed
  }
}
