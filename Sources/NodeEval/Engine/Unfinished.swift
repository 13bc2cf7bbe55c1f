// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an evaluation that was stopped has left: nodes, not ranks, since an edit may change the ranks.
///
/// Invariant (see `brokenRules`): there are marks exactly if there are nodes, and the nodes are marked.
struct Unfinished {
  /// What was pending.
  private(set) var nodes: [NodeID] = []
  /// By slot, whether it or something it depends on was pending.
  private(set) var marks: [Bool] = []

  init() {}

  /// - Parameters:
  ///   - slots: What is pending, in evaluation order.
  ///   - topology: The graph. Complexity: O(nodes).
  init(_ slots: [UInt32], in topology: borrowing Topology) {
    nodes = slots.map { topology.id(of: $0) }
    marks = [Bool](repeating: false, count: topology.records.count)
    for slot in slots { marks[Int(slot)] = true }
    var reached = slots
    while let next = reached.popLast() {
      topology.forEachNeighbour(of: next, isUpstream: false) { consumer in
        guard !marks[Int(consumer)] else { return }
        marks[Int(consumer)] = true
        reached.append(consumer)
      }
    }
  }

  var isEmpty: Bool { nodes.isEmpty }

  /// Whether a node waits to be run, or depends on one that does.
  func contains(_ slot: UInt32) -> Bool {
    // A node added in an edit under way may lie beyond those that were there when the evaluation stopped.
    !isEmpty && Int(slot) < marks.count && marks[Int(slot)]
  }

  /// The bytes of its marks; the nodes are few.
  var byteCount: Int { marks.count }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { marks = [true] }

  /// The rules that are broken.
  func brokenRules() -> [String] {
    let areMarked = nodes.isEmpty == marks.isEmpty && nodes.allSatisfy { contains($0.slot) }
    return areMarked ? [] : ["what is unfinished is marked"]
  }
}
