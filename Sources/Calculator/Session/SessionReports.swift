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
  func update(_ receipt: Receipt, first nodes: [NodeID]) -> [ReportedChange] {
    guard isEnabled else { return [] }
    let changed = receipt.changed
    let hasUnfinished = evaluator.hasUnfinished
    var changes: [ReportedChange] = []
    changes.reserveCapacity(nodes.count + changed.count)
    func add(_ node: NodeID) {
      if let number = evaluator.plainNumber(of: node), let old = values.replace(node, by: number) {
        changes.append(ReportedChange(node, old: old, new: number))
        return
      }
      let new = evaluator.nodeValue(of: node)
      if hasUnfinished, new.isFailure { unfinished.insert(node) }
      changes.append(ReportedChange(node, old: values.update(node, to: new), new: new))
    }
    let finished = finished(besides: changed)
    for node in nodes { add(node) }
    // Most statements are about one node; a set would cost more than all else.
    let edited = nodes.count > 1 ? Set(nodes) : []
    let first = nodes.count == 1 ? nodes[0] : nil
    for node in changed where node != first && !edited.contains(node) { add(node) }
    for node in finished where node != first && !edited.contains(node) { add(node) }
    return changes
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
  }
}

/// A node that an edit changed, with the value that was reported last and the present one.
///
/// Most values are numbers, which it holds itself. Copying values of any kind costs more than evaluating a light node.
struct ReportedChange {
  private final class Values {
    let old: NodeValue?
    let new: NodeValue

    init(_ old: NodeValue?, _ new: NodeValue) { (self.old, self.new) = (old, new) }
  }

  let node: NodeID
  private let numbers: (old: Double, new: Double)
  /// The values, unless both are numbers.
  private let values: Values?

  init(_ node: NodeID, old: Double, new: Double) {
    (self.node, numbers, values) = (node, (old, new), nil)
  }

  init(_ node: NodeID, old: NodeValue?, new: NodeValue) {
    (self.node, numbers, values) = (node, (0, 0), Values(old, new))
  }

  /// The value that was reported last; `nil` for a new node.
  var old: NodeValue? { if let values { values.old } else { .value(.number(numbers.old)) } }
  /// The present value.
  var new: NodeValue { if let values { values.new } else { .value(.number(numbers.new)) } }
  /// Whether the values differ.
  var isChange: Bool { if let values { values.old != values.new } else { numbers.old != numbers.new } }
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
