// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Giving memory back after much was removed.
extension Evaluator {
  /// Gives memory back that nothing needs any more, when an edit is over or edits were forgotten, and no node runs.
  @inline(__always)
  func shrinkTables() {
    guard state.topology.mayHaveSlack, state.activity.editDepth == 0 else { return }
    state.shrinkTables()
    ahead.value.shrink(to: state.topology.records.count)
  }
}

extension EvaluatorState {
  /// Gives memory at the end of tables back that is not in use, where it is most of a table.
  ///
  /// While somebody has a copy of the graph, which shares its records, everything stays until the next time.
  @inline(never)
  mutating func shrinkTables() {
    guard isKnownUniquelyReferenced(&graph.storage) else { return }
    // The nodes that are gone are forgotten first.
    settleRoots()
    due = takeDue()
    let given = topology.shrink()
    nodes.shrink(nodes: topology.records.count, cells: topology.cellEnd)
    kernels.shrink(to: topology.shapes.count)
    heavyKinds.shrink(to: topology.shapes.count)
    pending.shrink(to: topology.nodeAtRank.count)
    log.shrink()
    observers.shrink(to: topology.records.count)
    history.shrink()
    demand.reach.shrink(to: topology.records.count)
    flights.waiting.shrink(to: topology.records.count)
    GrowingMemory.returnFreedMemory(given)
  }
}
