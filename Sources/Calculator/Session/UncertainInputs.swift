// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Inputs whose definitions have a distribution.
extension Session {
  /// The distribution of an input that is defined as `20 ± 1` or by `~ normal(20, 1)`.
  ///
  /// - Parameter name: The name of a node.
  /// - Returns: The distribution of its definition; `nil` if the node is certain or does not exist.
  public func uncertainty(of name: String) -> Uncertainty? { node(named: name).flatMap(formulas.uncertainty) }

  /// Gives a name a formula and a distribution. A definition without a distribution removes the node's former one.
  func define(
    _ name: SourceName, as formula: Formula, _ uncertainty: Uncertainty?, in scope: InstanceID?
  ) throws(Diagnostic) -> Result {
    guard let uncertainty else {
      let result = try define(name, as: formula, in: scope)
      if let node = formulas.names(in: scope).member(named: name.text) { formulas.uncertainties[node] = nil }
      return result
    }
    if scope != nil {
      throw Diagnostic(
        .command, "a node in a group can't be uncertain; nothing changed", name.range,
        hint: "define it outside, and read it in \(breadcrumb.last ?? "the group")")
    }
    let result = try define(name, as: formula, keepingKind: false, in: nil)
    if let node = evaluator.graph.node(named: name.text) { formulas.uncertainties[node] = uncertainty }
    return result
  }

  /// Gives a copy the uncertainty of its original.
  func copyUncertainty(of node: NodeID, to copy: String) {
    guard let uncertainty = formulas.uncertainty(of: node), let copy = evaluator.graph.node(named: copy) else { return }
    formulas.uncertainties[copy] = uncertainty
  }
}

extension FormulaTable {
  /// The distribution of a node; `nil` for a certain node, and in a group.
  package func uncertainty(of node: NodeID) -> Uncertainty? {
    guard !uncertainties.isEmpty, let uncertainty = uncertainties[node], texts[node] == uncertainty.middle,
      isAtRoot(node)
    else { return nil }
    return uncertainty
  }
}
