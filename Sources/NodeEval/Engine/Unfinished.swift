// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// What an evaluation that was stopped has left: nodes, not ranks, since an edit may change the ranks.
///
/// What lies behind these nodes is marked when that is asked for first, so that stopping costs no more than what is
/// pending. While an observer may know its node as unfinished (`ObserverTable.mayWait`) there are marks. Invariant (see `brokenRules`): where there are marks, the nodes that exist are marked.
struct Unfinished {
  /// What was pending, in evaluation order.
  private(set) var nodes: [NodeID] = []
  /// By slot, whether it or something it depends on was pending; `nil` until that is asked for.
  private var marks: [Bool]?

  init() {}

  /// - Parameters:
  ///   - slots: What is pending, in evaluation order.
  ///   - topology: The graph.
  init(_ slots: [UInt32], in topology: borrowing Topology) { nodes = slots.map { topology.id(of: $0) } }

  var isEmpty: Bool { nodes.isEmpty }

  /// Whether nodes were told from others as unfinished: without that no observer knows its node as such.
  var isMarked: Bool { marks != nil }

  /// Whether a node waits to be run, or depends on one that does.
  ///
  /// - Complexity: O(1), for the first question O(nodes + connections behind what is pending).
  mutating func contains(_ slot: UInt32, in topology: borrowing Topology) -> Bool {
    if isEmpty { return false }
    if marks == nil { mark(in: topology) }
    // A node added in an edit under way may lie beyond those that were there when the nodes were marked.
    guard let marks, Int(slot) < marks.count else { return false }
    return marks[Int(slot)]
  }

  /// Marks what waits to be run, and what depends on it.
  mutating func mark(in topology: borrowing Topology) {
    var marks = [Bool](repeating: false, count: topology.records.count)
    var reached: [UInt32] = []
    for node in nodes where topology.isLive(node) {
      marks[Int(node.slot)] = true
      reached.append(node.slot)
    }
    while let next = reached.popLast() {
      topology.forEachNeighbour(of: next, isUpstream: false) { consumer in
        guard !marks[Int(consumer)] else { return }
        marks[Int(consumer)] = true
        reached.append(consumer)
      }
    }
    self.marks = marks
  }

  /// Marks again what was marked, where that may have been inside of an edit that was reverted.
  mutating func renewMarks(in topology: borrowing Topology) {
    if isMarked { mark(in: topology) }
  }

  /// Forgets the marks, which are made again when they are asked for: in a patch they would only take memory.
  mutating func removeMarks() { marks = nil }

  /// The slots that are marked.
  var markedSlots: [UInt32] { (marks ?? []).indices.lazy.filter { marks?[$0] == true }.map { UInt32($0) } }

  /// The bytes of the nodes.
  var byteCount: Int { nodes.count * MemoryLayout<NodeID>.stride }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage(_ node: NodeID) {
    nodes = [node]
    marks = []
  }

  /// The rules that are broken.
  func brokenRules(in topology: borrowing Topology) -> [String] {
    guard let marks else { return [] }
    for node in nodes where topology.isLive(node) {
      if Int(node.slot) >= marks.count || !marks[Int(node.slot)] { return ["what is unfinished is marked"] }
    }
    return []
  }
}
