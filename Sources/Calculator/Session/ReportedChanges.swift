// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A node that an edit changed, with the value that was reported last and the present one.
package struct ReportedChange {
  let node: NodeID
  /// The value that was reported last; `nil` for a new node.
  let old: NodeValue?
  /// The present value.
  let new: NodeValue
}

/// The nodes that an edit changed, in the order in which they are reported.
///
/// Most changes are from number to number, which take two words. Copying values of any kind costs more than evaluating a light node.
package struct ReportedChanges {
  let nodes: [NodeID]
  private var entries: [NodeChanges.Entry] = []
  private var others: [(index: Int, old: NodeValue?, new: NodeValue)] = []
  /// Whether the values of all nodes differ.
  private(set) var allDiffer = true

  /// Prepares the changes of nodes, which are then added in this order.
  init(of nodes: [NodeID] = []) {
    self.nodes = nodes
    entries.reserveCapacity(nodes.count)
  }

  @inline(__always)
  mutating func append(old: Double, new: Double) {
    entries.append(NodeChanges.Entry(old: old, new: new))
    if old == new { allDiffer = false }
  }

  mutating func append(old: NodeValue?, new: NodeValue) {
    others.append((entries.count, old, new))
    entries.append(NodeChanges.Entry(other: others.count - 1))
    if old == new { allDiffer = false }
  }

  /// Whether the values of a node differ.
  func isChange(_ index: Int) -> Bool {
    guard let other = entries[index].other else { return entries[index].old != entries[index].new }
    return others[other].old != others[other].new
  }

  /// The changes of all nodes, with their names. No node has a format.
  func named(_ names: [String]) -> NodeChanges {
    NodeChanges(
      names: names, entries,
      others: others.map { NodeChange(name: names[$0.index], old: $0.old, new: $0.new, format: nil) })
  }
}

extension ReportedChanges: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }

  package subscript(index: Int) -> ReportedChange {
    let entry = entries[index]
    guard let other = entry.other else {
      return ReportedChange(node: nodes[index], old: .value(.number(entry.old)), new: .value(.number(entry.new)))
    }
    return ReportedChange(node: nodes[index], old: others[other].old, new: others[other].new)
  }
}
