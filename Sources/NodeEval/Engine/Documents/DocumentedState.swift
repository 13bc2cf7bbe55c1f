// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// States in documents: the `value` of a node is its state at the beginning of the tick. So a document that is read again has
/// the same output, and continues with the same state when the tick changes. A state of a type that is not registered is not
/// written, and starts from its first value again.
extension Evaluator {
  /// The state of a node at the beginning of the tick, if it has one that can be written.
  func documentedState(of node: DocumentNode, _ coding: LiteralCoding) throws(DocumentError) -> DocumentValue? {
    let slot = node.id.slot
    guard let kept = state.kernel(of: slot).memory?.state, coding.codec(of: kept.type.port) != nil else { return nil }
    let cell = state.topology.records[slot].output + kept.offset
    var value: Any?
    if state.nodes.status[slot].contains(.empty) {
      value = state.kept(of: node.id)?.state
    } else {
      value = state.nodes.arena.copy(cell, kept.type)
    }
    guard let value else { return nil }
    return try coding.encode(value, kept.type.port, at: DocumentPath([.key(node.name ?? node.id.description)]))
  }

  /// Gives a node that has run for the first time the state that a document has for it. Returns whether there is one. If so,
  /// the node has to run again.
  ///
  /// If the run is kept for undo, the document's state is retained: after undo, or in a fork that is dropped, the node has not
  /// run.
  func restoreState(of slot: UInt32, _ kernel: Kernel) -> Bool {
    let node = state.topology.id(of: slot)
    guard let kept = kernel.memory?.state, let value = state.documents.kept[node]?.state else { return false }
    // The result of the last run is replaced as well: the next run may throw, or may come with the next tick.
    let start = state.topology.records[slot].output + kept.offset
    for cell in [start, start + kept.type.port.words] {
      state.nodes.arena.destroy(cell, kept.type)
      state.nodes.arena.initialize(cell, kept.type, to: value)
    }
    if !state.activity.keepsRuns { KeptFieldTable.put(state.documents.kept[node]?.withoutState, at: node, in: &state) }
    return true
  }
}

extension EvaluatorState {
  /// Whether a document has a state for a node.
  func hasDocumentedState(_ slot: UInt32) -> Bool {
    !documents.kept.isEmpty && documents.kept[topology.id(of: slot)]?.state != nil
  }

  /// Makes a node start with the state of its kind instead of the document's state.
  mutating func dropDocumentedState(of slot: UInt32) {
    guard hasDocumentedState(slot) else { return }
    let node = topology.id(of: slot)
    set(KeptFieldTable.self, at: node, to: documents.kept[node]?.withoutState)
  }
}
