// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Accumulates the results of several landings, with one change for each node.
package struct Landings {
  private var changes = ChangeLog()
  private var evaluatedCount = 0

  package init() {}

  package mutating func add(_ result: Session.Result) {
    changes.add(result.changes)
    evaluatedCount += result.evaluatedCount
  }

  /// The changes in evaluation order, regardless of the order of arrival.
  package func result(in session: Session) -> Session.Result {
    var result = Session.Result()
    result.evaluatedCount = evaluatedCount
    var byNode: [NodeID: NodeChange] = [:]
    for change in changes.changes(where: { session.node(named: $0) != nil }) {
      if let node = session.node(named: change.name) { byNode[node] = change }
    }
    let nodes = session.evaluator.graph.inEvaluationOrder(Set(byNode.keys))
    result.changes = NodeChanges(nodes.compactMap { byNode[$0] })
    return result
  }
}
