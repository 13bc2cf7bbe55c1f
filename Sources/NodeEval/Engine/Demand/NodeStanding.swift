// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How up to date a node is, as far as the node itself shows. Editors read it for each visible node.
///
/// Where several cases apply, a mode takes precedence over `waiting`, that over `stale`, and that over `unneeded`; but an unneeded
/// node that has never had a value is not stale. A failure counts if none of these apply.
public enum NodeStanding: Hashable, Sendable {
  /// It has a value, and no mark says that the value is out of date.
  case current
  /// It has no value: its own code failed.
  case failed
  /// It has no value, because another node failed or has none.
  case blocked
  /// Its asynchronous code, or that of a node upstream, is running. The progress, from 0 to 1, is what its own code has reported.
  case waiting(progress: Double?)
  /// Something upstream has changed and was not evaluated, so its last value is out of date.
  case stale
  /// It was muted, or is in an instance that was muted.
  case muted
  /// It was bypassed, and its first output gives the value of this input. `nil` if no input has the output's type, and for an inner
  /// node of an instance that was bypassed.
  case bypassed(from: InputPort?)
  /// It is not needed, so it is not kept up to date. It may have an earlier value.
  case unneeded
}

extension Evaluator {
  /// How up to date a node is. Unlike ``state(of:)`` this reads only the node itself: if the node is not needed, it doesn't find
  /// out whether its last value is out of date because of something far upstream.
  ///
  /// No node is evaluated.
  ///
  /// - Parameter node: A node of this evaluator.
  /// - Returns: The standing; `nil` if the node doesn't exist, and for an instance.
  /// - Complexity: O(1); where something is muted or bypassed, O(depth) for a node in instances.
  public func standing(of node: NodeID) -> NodeStanding? {
    guard state.topology.isLive(node) else { return nil }
    let status = state.nodes.status[node.slot]
    switch effectiveMode(of: node) {
    case .muted: return .muted
    case .bypassed: return .bypassed(from: bypassedInput(of: node))
    case .active: break
    }
    if status.contains(.isInFlight) { return .waiting(progress: state.reach.flights.progress(of: node.slot)?.progress) }
    if status.contains(.isWaiting) { return .waiting(progress: nil) }
    if status.isSuperset(of: [.isUnneeded, .empty]) { return .unneeded }
    if status.contains(.isPutOff) || isUnfinished(node.slot) { return .stale }
    if status.contains(.isUnneeded) { return .unneeded }
    guard let failure = state.nodes.failures[node.slot] else { return .current }
    return failure.origin == node ? .failed : .blocked
  }

  /// The input whose value a node gives if the node itself is bypassed.
  private func bypassedInput(of node: NodeID) -> InputPort? {
    guard mode(of: node) == .bypassed, let kind = try? graph.kind(of: node), !kind.outputs.isEmpty else { return nil }
    return kind.bypass(ofOutput: 0).map(node.input)
  }
}
