// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a node did not run in the last edit.
public enum IdleReason: Hashable, Sendable {
  /// The edit did not affect what the node depends on.
  case unreached
  /// A change ended at this node, which it depends on: the node's value stayed the same, or another of its outputs changed.
  case cutOff(at: NodeID)
  /// A change did not get beyond this node, which it depends on or which is the node itself: it was not needed, was waiting for
  /// asynchronous code, was muted or bypassed, or the evaluation was stopped before.
  case held(at: NodeID, NodeStanding)
}

extension Evaluator {
  /// Finds out why a node did not run in the last edit.
  ///
  /// ```swift
  /// evaluator.set(price, to: 20.1)
  /// evaluator.idleReason(of: label.node)   // .cutOff(at: rounded): the rounded price is still 20
  /// ```
  ///
  /// If several changes ended before the node, one at the least distance is named. No node is evaluated.
  ///
  /// - Parameter node: A node of this evaluator. A source never runs, and is `unreached`.
  /// - Returns: `nil` if the node doesn't exist, or if the edit reached it: then ``explain(_:)`` says what happened to it.
  /// - Complexity: As ``explain(_:)``, and O(nodes and connections between the node and those that the edit reached).
  public func idleReason(of node: NodeID) -> IdleReason? {
    guard let node = graph.node(inDocument: node) else { return nil }
    let last = lastCauses()
    if last.causes[node] != nil { return nil }
    let graph = state.graph.storage
    var (open, seen): ([UInt32], Set<UInt32>) = ([node.slot], [node.slot])
    var next = 0
    while next < open.count {
      let slot = open[next]
      next += 1
      let one = graph.value.id(of: slot)
      let isReached = last.causes[one] != nil
      if isReached || last.held.contains(slot) || isUnfinished(slot), let standing = standing(of: one) {
        return isReached && !standing.isSwitched ? .cutOff(at: one) : .held(at: one, standing)
      }
      graph.value.forEachNeighbour(of: slot, isUpstream: true) { source in
        if graph.value.records[source].rank >= last.leastRank, seen.insert(source).inserted { open.append(source) }
      }
    }
    return .unreached
  }
}

extension NodeStanding {
  /// Whether the node is muted or bypassed.
  fileprivate var isSwitched: Bool {
    switch self {
    case .muted, .bypassed: true
    default: false
    }
  }
}
