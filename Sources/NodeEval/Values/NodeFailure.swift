// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a node has no value: its own code failed, an input lacks one, or something upstream failed.
///
/// A failure is a value that flows downstream: whatever consumes it is *blocked* without running, until the cause is
/// gone.
public struct NodeFailure: Error, Hashable, Sendable {
  /// What happened at the origin.
  public enum Reason: Hashable, Sendable {
    /// The node's code threw this error, given as text.
    case thrown(String)
    /// The input of this name is not connected and has neither literal nor default.
    case unsetInput(String)
    /// An evaluation was stopped before it came to the node.
    case unfinished
  }

  /// The node where it began.
  public let origin: NodeID
  /// What happened there.
  public let reason: Reason

  /// Describes a failure.
  public init(origin: NodeID, reason: Reason) {
    self.origin = origin
    self.reason = reason
  }

  /// The reason as text.
  public var message: String {
    switch reason {
    case .thrown(let text): text
    case .unsetInput(let name): "unset input '\(name)'"
    case .unfinished: "unfinished"
    }
  }
}

extension NodeFailure: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
