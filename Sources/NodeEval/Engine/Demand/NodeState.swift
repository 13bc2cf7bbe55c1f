// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// How a node's value relates to the value that it would have if everything were evaluated now.
public enum NodeState: Hashable, Sendable {
  /// It has the value that follows from everything upstream.
  case current
  /// Something upstream has changed and was not evaluated, because the node is not needed or the evaluation was stopped. The last
  /// value, if there is one, is out of date.
  case stale
  /// Its asynchronous code, or that of a node upstream, is running. The last value, if there is one, can be read.
  ///
  /// `progress` is what the node's own code has reported. `since` is the number of the edit that started the code, as receipts
  /// count; for a node that waits, the first edit that started something it waits for.
  case pending(progress: Double?, since: Int)
  /// It has no value, for that reason.
  case failed(NodeFailure)
}

extension Evaluator {
  /// How up to date a node is.
  ///
  /// - Parameter node: A node of this evaluator.
  /// - Returns: Its state; `nil` if it doesn't exist.
  /// - Complexity: O(1) for a node that is needed; for others, O(nodes upstream that are not needed), and for one that waits,
  ///   O(nodes upstream that wait).
  public func state(of node: NodeID) -> NodeState? {
    guard state.topology.isLive(node) else { return nil }
    let status = state.nodes.status[node.slot]
    if status.contains(.isInFlight) {
      // While a fork is read, nothing was started.
      let flight = state.reach.flights.progress(of: node.slot)
      return .pending(progress: flight?.progress, since: flight?.edit ?? state.log.number)
    }
    if status.contains(.isWaiting) { return .pending(progress: nil, since: firstEdit(awaitedBy: node.slot)) }
    if isUnfinished(node.slot) || isStale(node.slot) { return .stale }
    if let failure = state.nodes.failures[node.slot] { return .failed(failure) }
    return .current
  }

  /// The first edit that started something a node waits for.
  private func firstEdit(awaitedBy slot: UInt32) -> Int {
    var first = state.log.number
    searchUpstream(of: slot) { source in
      if let flight = state.reach.flights.progress(of: source) { first = min(first, flight.edit) }
      return state.reach.flights.waiting.isReached(source)
    }
    return first
  }

  /// Whether a node, or something upstream of it, was deferred. Nodes that are needed have no deferred nodes upstream.
  private func isStale(_ slot: UInt32) -> Bool {
    if state.nodes.status[slot].contains(.isPutOff) { return true }
    guard state.nodes.status[slot].contains(.isUnneeded) else { return false }
    var isStale = false
    searchUpstream(of: slot) { source in
      if state.nodes.status[source].contains(.isPutOff) { isStale = true }
      return !isStale && state.nodes.status[source].contains(.isUnneeded)
    }
    return isStale
  }

  /// Visits the nodes upstream of a node, each once, and continues upstream of a node only if `goesOn` returns `true` for it.
  private func searchUpstream(of slot: UInt32, _ goesOn: (UInt32) -> Bool) {
    let topology = state.graph.storage
    var seen: Set<UInt32> = [slot]
    var reached = [slot]
    while let next = reached.popLast() {
      topology.value.forEachNeighbour(of: next, isUpstream: true) { source in
        if seen.insert(source).inserted, goesOn(source) { reached.append(source) }
      }
    }
  }
}
