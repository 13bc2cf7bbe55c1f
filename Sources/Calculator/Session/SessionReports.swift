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
  // It is never accessed while it is being changed, and checking that at run time costs more than changing it.
  @safe @exclusivity(unchecked) package var values = ReportedValues()
  private var names = ReportedNames()
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

  /// Stores the current values of nodes that an edit has changed. Returns them with the values that were reported last, those of the
  /// edited nodes first.
  func update(_ receipt: Receipt, first nodes: [NodeID]) -> ReportedChanges {
    guard isEnabled else { return ReportedChanges() }
    let nodes = order(receipt.changed, first: nodes)
    let hasUnfinished = evaluator.hasUnfinished
    var changes = ReportedChanges(of: nodes)
    for (node, number) in zip(nodes, evaluator.plainNumbers(of: nodes)) {
      if let old = values.replace(node, by: number) {
        changes.append(old: old, new: number)
        continue
      }
      let new = evaluator.nodeValue(of: node)
      if hasUnfinished, new.isFailure { unfinished.insert(node) }
      changes.append(old: values.update(node, to: new), new: new)
    }
    return changes
  }

  /// The names of nodes of the root; `nil` if some have none. Complexity: O(nodes).
  func names(of nodes: [NodeID]) -> [String]? { names.names(of: nodes, in: evaluator.graph) }

  /// The nodes to report: the edited ones, then others that changed, then those that were unfinished.
  private func order(_ changed: [NodeID], first nodes: [NodeID]) -> [NodeID] {
    let finished = finished(besides: changed)
    // Most statements are about one node, which is the first that changed.
    if finished.isEmpty, nodes.isEmpty || nodes.count == 1 && nodes[0] == changed.first { return changed }
    let edited = Set(nodes)
    return nodes + changed.filter { !edited.contains($0) } + finished.filter { !edited.contains($0) }
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
      values.areOf(graph.nodes) && unfinished.allSatisfy(graph.contains)
        && given.entries.keys.allSatisfy(graph.contains), "reports are kept of nodes that exist only")
    require(names.areValid(in: graph), "the names of the last long report are those of its nodes")
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
