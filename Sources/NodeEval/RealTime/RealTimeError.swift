// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a part of a graph can't run on a thread that must not wait: thrown when a ``RealTimePlan`` is made or published.
public struct RealTimeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The problem with a node.
  public enum Reason: Hashable, Sendable {
    /// The node is gone, or no longer has such an output of that type.
    case missing
    /// The node has no value: it, or what it depends on, has failed. ``Evaluator/failure(of:)`` returns why.
    case failed
    /// A value of this type, or what the node keeps, is more than plain bytes: copying it counts references or allocates
    /// memory.
    case notTrivial(PortType)
    /// The input takes many connections, and its values are passed as an array. A kind can read them in place instead (see
    /// ``ManyValues``).
    case takesMany(input: String)
    /// The value of the node arrives later than the edit.
    case asynchronous
    /// The node was made in code, and its closure may not leave the thread of the edit. Closures of a declared kind may.
    case madeInCode
    /// The node is bypassed, by itself or with a group that it belongs to.
    case bypassed
  }

  /// The node that can't be in the plan.
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
    case .missing: "\(label) no longer exists, or has another type: make a plan of outputs that exist"
    case .failed: "\(label) has no value: fix its failure before making a plan of it"
    case .notTrivial(let type): "\(label) has a \(type), which can't be copied as bytes"
    case .takesMany(let input): "\(label) takes an array at its input “\(input)”, which allocates memory"
    case .asynchronous: "\(label) computes its value asynchronously, and a plan can't wait: leave it out of the plan"
    case .madeInCode: "\(label) was made in code, and its closure may not leave its thread; declare a kind"
    case .bypassed: "the node \(label) is bypassed, alone or with its group, and a plan runs all nodes: activate it"
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
