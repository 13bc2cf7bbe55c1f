// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// The values of nodes that were reported last, which are the old values of the next report.
///
/// Invariant: without reports, no values are stored; all entries belong to nodes that exist.
package final class SessionReports {
  private let evaluator: Evaluator
  /// Whether changes are reported, which costs some memory for each node.
  let isEnabled: Bool
  /// The values that were last reported.
  package var values: [NodeID: NodeValue] = [:]
  /// The nodes that were reported as unfinished.
  private var unfinished: Set<NodeID> = []
  /// The last change of each constant by a statement.
  package let given = UndoableTable<NodeID, NodeChange>()

  init(_ evaluator: Evaluator, isEnabled: Bool) {
    self.evaluator = evaluator
    self.isEnabled = isEnabled
    guard isEnabled else { return }
    for node in evaluator.graph.nodes { values[node] = evaluator.nodeValue(of: node) }
  }

  /// Returns the values that were reported last, those of the edited nodes first, and stores the current values.
  func update(_ receipt: Receipt, first nodes: [NodeID]) -> [(node: NodeID, old: NodeValue?)] {
    guard isEnabled else { return [] }
    let edited = Set(nodes)
    let others = (receipt.changed + finished(besides: receipt.changed)).filter { !edited.contains($0) }
    return (nodes + others).map { changed in
      let new = evaluator.nodeValue(of: changed)
      if evaluator.hasUnfinished, new.isFailure { unfinished.insert(changed) }
      return (changed, values.updateValue(new, forKey: changed))
    }
  }

  /// The nodes that were reported as unfinished and are finished now. A receipt doesn't name those whose value is the same as
  /// before.
  private func finished(besides changed: [NodeID]) -> [NodeID] {
    guard !unfinished.isEmpty, !evaluator.hasUnfinished else { return [] }
    let finished = unfinished.subtracting(changed)
    unfinished = []
    return evaluator.graph.inEvaluationOrder(finished)
  }

  /// Updates the failures that name a node as their origin, after the node was renamed.
  func updateFailures(from node: NodeID) {
    guard evaluator.graph.contains(node), evaluator.failure(of: node)?.origin == node else { return }
    for reader in evaluator.graph.downstream(of: node) where values[reader]?.isFailure == true {
      values[reader] = evaluator.nodeValue(of: reader)
    }
  }

  /// Stores the change of a constant by a statement. A node that reads a file is not a constant.
  func setGiven(_ change: NodeChange, _ node: NodeID, isComputed: @autoclosure () -> Bool) {
    guard let old = change.old, old != change.new else { return }
    let isConstant = (try? evaluator.graph.kind(of: node).inputs.isEmpty) == true
    let isGiven = isConstant && !old.isFailure && !change.new.isFailure && !isComputed()
    given[node] = isGiven ? change : nil
  }

  /// Removes the entries of a node that was removed.
  func forget(_ node: NodeID) {
    if !unfinished.isEmpty { unfinished.remove(node) }
    values[node] = nil
    given[node] = nil
  }

  /// Checks every invariant and stops with the rule that is broken. Complexity: O(nodes).
  package func checkInvariants() {
    require(isEnabled || values.isEmpty && unfinished.isEmpty, "without reports, no values or nodes are kept")
    let graph = evaluator.graph
    require(
      values.keys.allSatisfy(graph.contains) && unfinished.allSatisfy(graph.contains)
        && given.entries.keys.allSatisfy(graph.contains), "reports are kept of nodes that exist only")
  }
}

/// A node whose value a statement changed.
public struct NodeChange: Hashable, Sendable {
  /// The name of the node.
  public internal(set) var name: String
  /// The value before; `nil` for a new node.
  public internal(set) var old: NodeValue?
  /// The value now.
  public let new: NodeValue
  /// The format of the node; `nil` if it has none.
  let format: ValueFormat?
}

extension NodeChange {
  /// The old and the new value, with enough digits to differ: `20 → 25`. `= 20` for a new node, and for one whose value is
  /// unchanged.
  public var text: String { ValueStyle().text(self) }
}
