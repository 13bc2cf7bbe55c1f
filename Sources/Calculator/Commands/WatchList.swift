// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The nodes that `watch` prints whenever they change.
///
/// Invariant: no node is in it twice.
package struct WatchList {
  /// A node and its value when it was last printed.
  package struct Watch {
    package let node: NodeID
    package var value: NodeValue

    package init(node: NodeID, value: NodeValue) {
      self.node = node
      self.value = value
    }
  }

  package var watches: [Watch] = []

  package init() {}

  func contains(_ node: NodeID) -> Bool { watches.contains { $0.node == node } }

  /// Adds a node. Returns whether it was not in the list.
  @discardableResult
  package mutating func add(_ node: NodeID, _ value: NodeValue) -> Bool {
    if contains(node) { return false }
    watches.append(Watch(node: node, value: value))
    return true
  }

  mutating func remove(_ node: NodeID) { watches.removeAll { $0.node == node } }

  mutating func removeAll() { watches = [] }

  /// The names of the nodes that exist, in the order in which they were added.
  func names(in session: Session) -> [String] {
    let graph = session.evaluator.graph
    return watches.compactMap { graph.name(of: $0.node) }
  }

  /// The nodes whose value differs from the one that was last printed; keeps the new values, and drops nodes that are
  /// gone.
  package mutating func takeChanges(in session: Session) -> [NodeChange] {
    let graph = session.evaluator.graph
    watches.removeAll { !graph.contains($0.node) }
    var changes: [NodeChange] = []
    for index in watches.indices {
      let old = watches[index].value
      let new = session.value(of: watches[index].node)
      guard new != old, let name = graph.name(of: watches[index].node) else { continue }
      watches[index].value = new
      changes.append(NodeChange(name: name, old: old, new: new))
    }
    return changes
  }

  /// Checks every invariant and stops with the rule that is broken.
  package func checkInvariants() {
    require(Set(watches.map(\.node)).count == watches.count, "a node is watched once")
  }
}
