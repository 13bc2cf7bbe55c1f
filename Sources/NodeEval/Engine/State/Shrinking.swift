// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Releasing memory after much was removed.
extension Evaluator {
  /// Releases memory that is not needed any more, after an edit has ended or edits were forgotten, while no node runs.
  @inline(__always)
  func shrinkTables() {
    guard state.topology.mayHaveSlack, state.activity.editDepth == 0 else { return }
    state.shrinkTables()
    ahead.value.shrink(to: state.topology.records.count)
  }
}

extension EvaluatorState {
  /// Releases unused memory at the end of tables, if it is most of a table.
  ///
  /// While a copy of the graph, which shares its records, is held, everything stays until the next call.
  @inline(never)
  mutating func shrinkTables() {
    guard isKnownUniquelyReferenced(&graph.storage) else { return }
    // First drop the nodes that are gone.
    settleRoots()
    reach.due = takeDue()
    let given = topology.shrink()
    nodes.shrink(nodes: topology.records.count, cells: topology.cellEnd)
    kernels.shrink(to: topology.shapes.count)
    kernels.heavyKinds.shrink(to: topology.shapes.count)
    pending.shrink(to: topology.nodeAtRank.count)
    log.shrink()
    observers.shrink(to: topology.records.count)
    undo.history.shrink()
    reach.demand.needed.shrink(to: topology.records.count)
    reach.flights.waiting.shrink(to: topology.records.count)
    GrowingMemory.returnFreedMemory(given)
  }
}
