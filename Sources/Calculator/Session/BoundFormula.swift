// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A formula bound to the nodes that its names refer to, with checked types.
struct BoundFormula {
  let formula: Formula
  /// The node of each name; `nil` if no node has that name.
  let nodes: [NodeID?]
  let types: [CalculatorType]
  let program: Program

  var text: String { formula.text }

  /// The free names in the order of the inputs.
  var names: [String] { formula.names.map(\.text) }

  /// The value of a formula without names; `nil` if it has names, or fails.
  var constant: CalculatorValue? {
    nodes.isEmpty ? try? program.value(of: NoInputs()) : nil
  }
}

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
