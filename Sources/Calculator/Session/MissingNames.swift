// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The formulas that wait for a name that no node has: formulas whose input was removed, and formulas of documents and recipes.
///
/// Lists are not cleaned up when a waiting formula is redefined or removed: `formulas(waitingFor:)` leaves out those that
/// no longer name what they waited for.
///
/// Invariant: no list is empty, and each unconnected input of a formula, whose name no node has, is in the list of that
/// name.
package final class MissingNames {
  private let formulas: FormulaTable
  /// The formulas that wait for each name.
  package let readers = UndoableTable<String, [NodeID]> { $0.count * MemoryLayout<NodeID>.stride }

  init(_ formulas: FormulaTable) { self.formulas = formulas }

  var isEmpty: Bool { readers.isEmpty }

  /// The names that formulas wait for. Complexity: O(names).
  var all: some Collection<String> { readers.entries.keys }

  /// The formulas that wait for a name and still use it.
  func formulas(waitingFor name: String) -> [NodeID] {
    (readers[name] ?? []).filter {
      formulas.isAtRoot($0) && formulas.formula(of: $0)?.names.contains { $0.text == name } == true
    }
  }

  /// Makes formulas wait for a name.
  func add(_ formulas: [NodeID], waitingFor name: String) {
    if !formulas.isEmpty { readers[name, default: []] += formulas }
  }

  /// Makes a formula wait for each of its names that no node has.
  func add(_ node: NodeID, _ bound: BoundFormula) {
    for (name, source) in zip(bound.names, bound.nodes) where source == nil { add([node], waitingFor: name) }
  }

  /// Removes the list of formulas that wait for a name, which a node has now.
  func resolve(_ name: String) {
    if !isEmpty { readers[name] = nil }
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(formulas).
  package func checkInvariants(in graph: Graph) {
    for (name, nodes) in readers.entries {
      require(!nodes.isEmpty, "a list of waiting formulas is not empty, '\(name)' is")
    }
    for node in formulas.texts.entries.keys where formulas.isAtRoot(node) {
      for (index, name) in (formulas.formula(of: node)?.names ?? []).enumerated()
      where graph.sources(of: node.input(index)).isEmpty {
        require(
          readers[name.text]?.contains(node) == true,
          "an input without a source waits for its name, '\(name.text)' in '\(formulas.texts[node] ?? "")' doesn't")
      }
    }
  }
}
