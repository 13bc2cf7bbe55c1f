// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import NodeView

extension Evaluator {
  /// The condition in which views show a node, or an instance by its id of that type; `normal` if it does not exist. No node runs.
  func condition(of member: NodeID) -> NodeAppearance.Condition {
    guard let standing = standing(of: member) else {
      switch InstanceID(member) == nil ? .active : effectiveMode(of: member) {
      case .active: return .normal
      case .muted: return .muted
      case .bypassed: return .bypassed(from: nil)
      }
    }
    switch standing {
    case .current: return .normal
    case .failed: return .failed
    case .blocked: return .blocked
    case .waiting(let progress): return .waiting(progress: progress)
    case .stale: return .stale
    case .muted: return .muted
    case .bypassed(let input): return .bypassed(from: input?.index)
    case .unneeded: return .unneeded
    }
  }
}

extension Evaluator {
  /// The run counts that views show for a node; `nil` if the node has not run, or runs are not counted.
  func shownRuns(of member: NodeID) -> NodeAppearance.Runs? {
    guard let runs = runs(of: member), runs.count > 0 else { return nil }
    return NodeAppearance.Runs(count: runs.count, seconds: runs.lastDuration.seconds)
  }
}

extension NodeAppearance.Condition {
  /// Whether a sign in the title bar shows this condition.
  var hasSign: Bool {
    switch self {
    case .failed, .blocked, .waiting, .muted, .bypassed: true
    case .normal, .stale, .unneeded, .off: false
    }
  }
}

/// The state of an editor's nodes that views show in addition to values. It finds the nodes to draw again when that state changes,
/// because receipts report only changes of values and of the graph.
struct ShownConditions {
  private var modes: [NodeID: NodeMode]
  private var waiting: Set<NodeID> = []
  /// The nodes that a stopped evaluation has left.
  private var unfinished: Set<NodeID> = []

  /// The state of an evaluator's nodes now. Complexity: O(nodes) while values are pending or an evaluation is unfinished.
  init(of evaluator: Evaluator) {
    modes = evaluator.modes
    unfinished = Set(evaluator.unfinished)
    if evaluator.hasPending { waiting = Set(evaluator.graph.nodes.filter { Self.isWaiting($0, in: evaluator) }) }
  }

  private static func isWaiting(_ node: NodeID, in evaluator: Evaluator) -> Bool {
    if case .waiting? = evaluator.standing(of: node) { true } else { false }
  }

  /// Updates the state after an edit.
  ///
  /// - Returns: The nodes to draw again, in addition to those in the receipt.
  /// - Complexity: O(nodes that wait, are muted or bypassed, or depend on nodes that were started); O(nodes) before and after a
  ///   stopped evaluation is resumed.
  mutating func follow(_ receipt: Receipt, of evaluator: Evaluator) -> [NodeID] {
    var changed: [NodeID] = receipt.putOff
    if evaluator.hasModes || !modes.isEmpty {
      let now = evaluator.modes
      for member in Set(modes.keys).union(now.keys) where modes[member] != now[member] { changed.append(member) }
      modes = now
    }
    if evaluator.hasUnfinished || !unfinished.isEmpty {
      let now = Set(evaluator.unfinished)
      changed += unfinished.symmetricDifference(now)
      unfinished = now
    }
    for node in waiting where !Self.isWaiting(node, in: evaluator) {
      waiting.remove(node)
      changed.append(node)
    }
    var reached = receipt.started
    changed += reached
    while let node = reached.popLast() {
      guard Self.isWaiting(node, in: evaluator), waiting.insert(node).inserted else { continue }
      changed.append(node)
      reached += evaluator.graph.connections(of: node).map(\.target.node)
    }
    return changed
  }
}
