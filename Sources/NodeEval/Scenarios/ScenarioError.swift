// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a part of a graph can't be evaluated for many scenarios: thrown when a ``ScenarioProgram`` is made.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem with a node.
  public enum Reason: Hashable, Sendable {
    /// The node is gone, or no longer has such an output of that type.
    case missing
    /// The node to be varied is computed, or was named twice.
    case notGiven
    /// The node keeps data from one run to the next: state, feedback, or results. Scenarios must not depend on each other.
    case keepsState
    /// The value of the node arrives later than the edit.
    case asynchronous
    /// The node was made in code, and its closure may not leave the thread of the edit. Closures of a declared kind may.
    case madeInCode
    /// The node is muted or bypassed, by itself or with a group that contains it.
    case inactive
    /// The node has no value yet: an evaluation was stopped before it, it was not needed so far, or its value has not arrived.
    case notEvaluated
  }

  /// The node that can't be evaluated for many scenarios.
  public let node: NodeID
  /// The problem with the node.
  public let reason: Reason
  private let label: String

  init(_ node: NodeID, _ reason: Reason, label: String) {
    (self.node, self.reason, self.label) = (node, reason, label)
  }

  /// The reason as a sentence.
  public var description: String {
    switch reason {
    case .missing: "\(label) does not exist, or has another type; it may have been removed"
    case .notGiven: "\(label) can't be varied: name each variable once, and no computed node"
    case .keepsState: "\(label) keeps state from one run to the next, but scenarios are independent of each other"
    case .asynchronous: "\(label) computes its value asynchronously; vary only nodes that don't affect it"
    case .madeInCode: "\(label) was made in code, and its closure may not leave its thread; declare a kind"
    case .inactive: "\(label) is muted or bypassed, alone or with its group; activate it"
    case .notEvaluated: "\(label) has no value yet; bring it up to date, or wait for it"
    }
  }

  /// Whether both have the same node and the same reason.
  public static func == (left: Self, right: Self) -> Bool { left.node == right.node && left.reason == right.reason }

  /// Hashes node and reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(node)
    hasher.combine(reason)
  }
}
