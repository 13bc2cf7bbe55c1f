// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A formula with the nodes that its names stand for; its types are checked.
struct BoundFormula {
  let formula: Formula
  /// The node of each name; `nil` for a name that no node has.
  let nodes: [NodeID?]
  let types: [CalculatorType]
  let program: Program

  var text: String { formula.text }

  /// The free names in the order of the inputs.
  var names: [String] { formula.names.map(\.text) }

  /// The value of a formula without names; `nil` if it has names, or fails.
  var constant: CalculatorValue? {
    guard nodes.isEmpty, let packed = try? program.evaluate(NoInputs()) else { return nil }
    return CalculatorValue(packed: packed, type: program.type)
  }
}

/// The inputs of a formula without names.
struct NoInputs: FormulaInputs {
  func load(_ index: Int) throws(FormulaFailure) -> Double { throw .unsetInput(index) }
}

/// The inputs of an expression that is evaluated without a node.
struct KnownInputs: FormulaInputs {
  let values: [NodeValue]

  func load(_ index: Int) throws(FormulaFailure) -> Double {
    guard case .value(let value) = values[index] else { throw .upstream(index) }
    return value.packed
  }
}
