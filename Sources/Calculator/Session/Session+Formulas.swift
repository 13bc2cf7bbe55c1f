// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The formulas of nodes, by what the other files need of them.
extension Session {
  /// Whether a node is a formula's.
  func isFormula(_ node: NodeID) -> Bool { formulas[node] != nil }

  /// The text of a node's formula.
  func formulaText(of node: NodeID) -> String? { formulas[node] }

  /// The formula of a node, read again.
  func formula(of node: NodeID) -> Formula? { formulas[node].flatMap { try? Formula($0) } }

  /// Keeps another text of the formula that a node computes.
  func replaceFormula(of node: NodeID, by formula: Formula) { formulas[node] = formula.text }

  /// The types of a node's inputs, in order.
  func inputTypes(of node: NodeID) -> [CalculatorType] {
    ((try? evaluator.graph.kind(of: node).inputs) ?? []).compactMap { CalculatorType($0.type) }
  }
}
