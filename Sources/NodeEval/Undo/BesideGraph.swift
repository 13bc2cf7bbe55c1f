// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The entries of tables that an edit, an undo or a redo changes, as they were before: what receipts report of them follows.
struct BesideGraph {
  /// In the order in which they were changed first.
  private var entries: [any TableStep] = []
  private var known: Set<EntryID> = []
  /// The nodes that became members of an instance, or were.
  private(set) var regrouped: Set<NodeID> = []
  /// Whether something changes that no change of a node needs to report.
  private(set) var isChanged = false

  /// The entries before an edit, from the steps that it has made.
  init(before journal: [ValueStep]) {
    for step in journal { note(step) { $0 } }
  }

  /// The entries before patches are undone or redone.
  init(of patches: [Patch], in state: borrowing EvaluatorState) {
    for patch in patches {
      for step in patch.journal where step.kind == .entry || step.kind == .wroteLiteral {
        note(step) { $0.present(in: state) }
      }
    }
  }

  private mutating func note(_ step: ValueStep, _ before: (any TableStep) -> any TableStep) {
    switch step {
    case .gave, .reshaped: break
    // One that waits behind a connection runs no node.
    case .wroteLiteral: isChanged = true
    case .owned(let node, _):
      regrouped.insert(node)
      isChanged = true
    case .entry(let entry):
      guard entry.isReported else { return }
      isChanged = true
      if known.insert(entry.entry).inserted { entries.append(before(entry)) }
    }
  }

  /// What is different by now, of nodes and instances.
  ///
  /// - Complexity: O(members of definitions that are others, and their instances).
  mutating func changes(in state: borrowing EvaluatorState) -> [Change] {
    if !isChanged { return [] }
    // Handed over and taken back, since a union of large sets costs as much as the edit.
    var changes = EntryChanges(regrouped: regrouped)
    regrouped = []
    for entry in entries { entry.report(in: state, into: &changes) }
    regrouped = changes.regrouped
    return changes.all
  }
}

extension Evaluator {
  /// Enters into the log what an edit, an undo or a redo has changed in tables.
  func log(_ beside: consuming BesideGraph) {
    var beside = beside
    let changes = beside.changes(in: state)
    if beside.isChanged { state.log.note(changes, regrouped: beside.regrouped) }
  }
}
