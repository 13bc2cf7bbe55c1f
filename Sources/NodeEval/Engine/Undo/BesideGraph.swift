// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The previous values of table entries that an edit, an undo or a redo changes. The changes for receipts are computed from them.
struct BesideGraph {
  /// The entries, in the order in which they were first changed.
  private var entries: [any TableStep] = []
  private var known: Set<EntryID> = []
  /// The nodes that joined or left an instance.
  private(set) var regrouped: Set<NodeID> = []
  /// Whether there is a change that no change of a node needs to report.
  private(set) var isChanged = false

  /// Collects the entries before an edit, from the steps that it has made.
  init(before journal: [ValueStep]) {
    for step in journal { note(step) { $0 } }
  }

  /// Collects the entries before patches are undone or redone.
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
    // A literal of a connected input is not read, so writing it runs no node.
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

  /// The changes of nodes and instances since then.
  ///
  /// - Complexity: O(members of changed definitions, and their instances).
  mutating func changes(in state: borrowing EvaluatorState) -> [Change] {
    if !isChanged { return [] }
    // Passed on and taken back, because a union of large sets costs as much as the edit.
    var changes = EntryChanges(regrouped: regrouped)
    regrouped = []
    for entry in entries { entry.report(in: state, into: &changes) }
    regrouped = changes.regrouped
    return changes.all
  }
}

extension Evaluator {
  /// Adds the changes that an edit, an undo or a redo has made to tables to the log.
  func log(_ beside: consuming BesideGraph) {
    var beside = beside
    let changes = beside.changes(in: state)
    if beside.isChanged { state.log.note(changes, regrouped: beside.regrouped) }
  }
}
