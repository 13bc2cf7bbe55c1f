// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a node stands, as far as one look tells: what an editor asks of each node that shows.
///
/// Where several hold, a mode comes before `waiting`, that before `stale`, and that before `unneeded`; but an unneeded node that has
/// never had a value is not stale. A failure counts where none of these hold.
public enum NodeStanding: Hashable, Sendable {
  /// It has a value that nothing says is out of date.
  case current
  /// It has no value: its own code failed.
  case failed
  /// It has no value, because another node failed or has none.
  case blocked
  /// Its asynchronous code is running, or that of something upstream; with what its own code has said of its progress, from 0 to 1.
  case waiting(progress: Double?)
  /// Something upstream has changed and was not evaluated, and its last value is out of date.
  case stale
  /// It was muted, or lies in what was.
  case muted
  /// It was bypassed, and gives at its first output what this input gets; `nil` where that has none of its type, and for an
  /// inner node of what was bypassed.
  case bypassed(from: InputPort?)
  /// Nobody needs it, so that it is not kept up to date. It may have an earlier value.
  case unneeded
}

extension Evaluator {
  /// How a node stands. Unlike ``state(of:)`` it looks at the node alone: of one that nobody needs it doesn't find out whether its
  /// last value is out of date because of something far upstream.
  ///
  /// Nothing is evaluated.
  ///
  /// - Parameter node: A node of this evaluator.
  /// - Returns: How it stands; `nil` if it doesn't exist, and for an instance.
  /// - Complexity: O(1); where something is muted or bypassed, O(depth) for a node in instances.
  public func standing(of node: NodeID) -> NodeStanding? {
    guard state.topology.isLive(node) else { return nil }
    let status = state.nodes.status[node.slot]
    switch effectiveMode(of: node) {
    case .muted: return .muted
    case .bypassed: return .bypassed(from: bypassedInput(of: node))
    case .active: break
    }
    if status.contains(.isInFlight) { return .waiting(progress: state.flights.progress(of: node.slot)?.progress) }
    if status.contains(.isWaiting) { return .waiting(progress: nil) }
    if status.isSuperset(of: [.isUnneeded, .empty]) { return .unneeded }
    if status.contains(.isPutOff) || isUnfinished(node.slot) { return .stale }
    if status.contains(.isUnneeded) { return .unneeded }
    guard let failure = state.nodes.failures[node.slot] else { return .current }
    return failure.origin == node ? .failed : .blocked
  }

  /// The input that a node gives the value of if it is bypassed itself.
  private func bypassedInput(of node: NodeID) -> InputPort? {
    guard mode(of: node) == .bypassed, let kind = try? graph.kind(of: node), !kind.outputs.isEmpty else { return nil }
    return kind.bypass(ofOutput: 0).map(node.input)
  }
}
