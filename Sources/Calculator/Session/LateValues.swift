// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Values that arrive later than the statement that requests them: those of ``CalculatorKinds/later(by:)``, and of nodes that
/// depend on them.
///
/// ```swift
/// try session.run("slow = Later(x: 3, seconds: 0.5); double = slow * 2")
/// session.value(of: "double")          // pending
/// session.evaluator.onArrival = { … }  // from any thread: time to call land()
/// await session.settled()              // or: waits for all that is pending
/// session.value(of: "double")          // 6
/// ```
///
/// Arriving values belong to the last step that can be undone. Undoing the step that requested a value cancels the request, and
/// redoing it requests the value again. Documents, scripts and journals store no values, so pending requests begin again
/// when these are read.
extension Session {
  /// Whether any value is pending.
  public var hasPending: Bool { evaluator.hasPending }

  /// The names of the nodes whose own value is pending, in evaluation order, without nodes that only wait for them. Nodes in groups
  /// have a path, unless their group was entered.
  ///
  /// - Complexity: O(n log n) for n such nodes.
  public var pendingNames: [String] {
    let names = formulas.path.isRoot ? { _ in nil } : formulas.listedNames()
    return evaluator.pendingNodes.map { names($0).map(SourceName.readSpelling) ?? formulas.spelledTitle(of: $0) }
  }

  /// Takes the values that have arrived, and evaluates the nodes that waited for them.
  ///
  /// - Returns: The nodes whose value has arrived, even if it is unchanged, and the other nodes that changed, in evaluation order;
  ///   no changes and no evaluations if no value has arrived.
  /// - Complexity: O(values that have arrived, and nodes that have waited for them, with their connections), and O(nodes that
  ///   run).
  @discardableResult
  public func land() -> Result {
    guard evaluator.hasPending else { return Result() }
    let before = evaluator.pendingNodes
    let receipt = evaluator.land()
    if receipt.evaluatedCount == 0 { return Result() }
    return report(receipt, ended: before.filter { !evaluator.isPending($0) })
  }

  /// Cancels pending values. A node keeps its last value. A node without one fails, and so do its readers. The next change of an
  /// input requests the value again.
  ///
  /// - Parameter names: The nodes whose own value is pending, in groups by their path; other names are ignored.
  /// - Returns: The nodes that have failed, what has changed because of that, and what was waiting and was evaluated.
  /// - Complexity: O(nodes that have waited for them, with their connections), and O(nodes that run).
  @discardableResult
  public func cancel(_ names: [String]) -> Result {
    cancel(nodes: names.compactMap { try? formulas.scopedNode(SourceName($0, range: 0..<0)) })
  }

  package func cancel(nodes: [NodeID]) -> Result {
    var landings = Landings()
    for node in nodes {
      guard let receipt = try? evaluator.cancel(node) else { continue }
      landings.add(report(receipt, ended: [node]))
    }
    return landings.result(in: self)
  }

  /// The changes of nodes that were pending, and of the nodes that waited for them, in evaluation order.
  private func report(_ receipt: Receipt, ended: [NodeID]) -> Result {
    var result = Result()
    result.evaluatedCount = receipt.evaluatedCount
    let graph = evaluator.graph
    let changes = take(receipt, first: ended)
    let old = Dictionary(changes.map { ($0.node, $0.old) }) { first, _ in first }
    let ended = Set(ended)
    for node in graph.inEvaluationOrder(Set(changes.map(\.node))) {
      let (new, old) = (value(of: node), old[node] ?? nil)
      guard let name = formulas.reportedName(of: node), old != new || ended.contains(node) else { continue }
      result.changes.append(NodeChange(name: name, old: old, new: new, format: format(of: node)))
    }
    return result
  }

  /// Waits until no value is pending, and takes the values that arrive.
  ///
  /// - Parameter isolation: The actor that the session belongs to; that of the caller.
  /// - Returns: What has changed; values may still be pending if the task was cancelled.
  @discardableResult
  public func settled(isolation: isolated (any Actor)? = #isolation) async -> Result {
    var arrivals = Landings()
    while true {
      arrivals.add(land())
      if !hasPending || Task.isCancelled { return arrivals.result(in: self) }
      await evaluator.arrival()
    }
  }
}
