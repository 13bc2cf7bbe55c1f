// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The nodes that `watch` prints whenever they change.
///
/// Each edit marks the watched nodes that it may have changed. A report reads only these, so its cost depends on what changed and
/// not on what is watched.
///
/// Invariant: marked nodes are watched. A watched node that is not marked has the value that was last printed, unless an evaluation
/// was stopped, or the value is pending.
package final class WatchList {
  /// The value of a node when it was last printed, and how many nodes were added before it.
  private struct Watch {
    let place: Int
    var value: NodeValue
  }

  private let evaluator: Evaluator
  private var watches: [NodeID: Watch] = [:]
  /// The nodes whose value may differ from the one that was last printed.
  private var marked: Set<NodeID> = []
  /// Whether all watched nodes are marked.
  private var areAllMarked = false
  private var addedCount = 0
  /// Whether a value was stored while an evaluation was stopped. No receipt names the nodes that end with the value they had
  /// before.
  private var hasSeenUnfinished = false
  /// How many values reports have read so far.
  package private(set) var readCount = 0

  /// Returns the name of a node in the current scope.
  private let name: (NodeID) -> String?
  /// Returns the format of the values of a node.
  private let format: (NodeID) -> ValueFormat?

  init(
    _ evaluator: Evaluator, format: @escaping (NodeID) -> ValueFormat?, name: @escaping (NodeID) -> String?
  ) {
    self.evaluator = evaluator
    self.format = format
    self.name = name
  }

  package var count: Int { watches.count }

  package func contains(_ node: NodeID) -> Bool { watches[node] != nil }

  /// Adds a node with its current value. Returns whether it was not in the list.
  @discardableResult
  package func add(_ node: NodeID) -> Bool {
    if contains(node) { return false }
    let value = evaluator.nodeValue(of: node)
    watches[node] = Watch(place: addedCount, value: value)
    if value.isPending { marked.insert(node) }
    addedCount += 1
    if evaluator.hasUnfinished { hasSeenUnfinished = true }
    return true
  }

  package func remove(_ node: NodeID) {
    watches[node] = nil
    marked.remove(node)
  }

  package func removeAll() { (watches, marked, areAllMarked) = ([:], [], false) }

  /// The names of the nodes that exist, in the order in which they were added. Complexity: O(n log n) for n nodes.
  package var names: [String] {
    watches.sorted { $0.value.place < $1.value.place }.compactMap { name($0.key) }
  }

  // MARK: Changes

  /// Marks the nodes whose value an edit has changed, or whose failure names a node that was renamed.
  ///
  /// - Complexity: O(what the edit changed).
  func mark(_ receipt: Receipt, _ changes: [Change]) {
    if watches.isEmpty || areAllMarked { return }
    if receipt.evaluatedCount >= watches.count {
      // Reading all nodes costs less than marking.
      areAllMarked = true
      return
    }
    for node in receipt.changed { mark(node) }
    for change in changes {
      switch change {
      case .removed(let node): mark(node)
      case .renamed(let node, _, _): markFailures(from: node)
      default: break
      }
    }
  }

  private func mark(_ node: NodeID) {
    if contains(node) { marked.insert(node) }
  }

  /// Marks the nodes whose failure names a node as its origin.
  private func markFailures(from node: NodeID) {
    guard evaluator.graph.contains(node), evaluator.failure(of: node)?.origin == node else { return }
    for reader in evaluator.graph.downstream(of: node) { mark(reader) }
  }

  /// The nodes whose value differs from the one that was last printed. Stores the new values, and drops nodes that were
  /// removed.
  ///
  /// - Complexity: O(k log k) for k nodes that edits have marked since; all that are watched, while an evaluation is
  ///   stopped.
  package func takeChanges() -> [NodeChange] {
    if watches.isEmpty { return [] }
    let isUnfinished = evaluator.hasUnfinished
    let read = isUnfinished || hasSeenUnfinished || areAllMarked ? Array(watches.keys) : Array(marked)
    (hasSeenUnfinished, areAllMarked, marked) = (isUnfinished, false, [])
    readCount += read.count
    var changes: [(place: Int, change: NodeChange)] = []
    let graph = evaluator.graph
    for node in read {
      guard let watch = watches[node] else { continue }
      guard graph.contains(node) else {
        watches[node] = nil
        continue
      }
      let new = evaluator.nodeValue(of: node)
      if new == watch.value, !new.isPending { continue }
      // A pending value is printed when it has arrived.
      guard !new.isPending, let name = name(node) else {
        marked.insert(node)
        continue
      }
      watches[node]?.value = new
      changes.append(
        (watch.place, NodeChange(name: name, old: watch.value, new: new, format: format(node))))
    }
    return changes.sorted { $0.place < $1.place }.map(\.change)
  }

  // MARK: Invariants

  /// Breaks an invariant, for the test that checks that this is reported.
  package func damage() { for node in watches.keys { watches[node]?.value = .failure(message: "damage", origin: nil) } }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes that are watched).
  package func checkInvariants() {
    require(marked.allSatisfy(contains), "what is marked is watched")
    if areAllMarked || hasSeenUnfinished || evaluator.hasUnfinished { return }
    for (node, watch) in watches where !marked.contains(node) {
      require(
        evaluator.graph.contains(node) && (evaluator.isPending(node) || evaluator.nodeValue(of: node) == watch.value),
        "a watched node that is not marked has the value that was last printed")
    }
  }
}
