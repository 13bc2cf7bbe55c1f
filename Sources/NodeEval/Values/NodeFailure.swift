// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a node has no value: its own code failed, an input lacks one, or something upstream failed.
///
/// A failure is a value that flows downstream: whatever consumes it is *blocked* without running, until the cause is
/// gone. Two failures are equal if origin and reason are; ``underlying`` is not compared.
public struct NodeFailure: Error, Sendable {
  /// Why the origin of a failure has no value. Blocked nodes downstream have the same reason.
  public enum Reason: Hashable, Sendable {
    /// The node's code threw an error of this text; ``NodeFailure/underlying`` is the error itself.
    case thrown(String)
    /// The input of this name is not connected and has neither literal nor default.
    case unsetInput(String)
    /// An evaluation was stopped before it came to the node.
    case unfinished
    /// The node has had no value yet: nobody has needed it, or its value, or one that it depends on, is still to come.
    case notEvaluated
    /// The asynchronous code of the node was cancelled before it had ever given a value.
    case cancelled
    /// The node is muted, or lies in an instance that is muted or bypassed (``NodeGraph/NodeMode``); or it is bypassed and has
    /// no input whose value it could give.
    case muted
  }

  /// One word, so that those who keep a value or a failure take little more room than the value.
  private let content: Content

  private final class Content: Sendable {
    let origin: NodeID
    let reason: Reason
    let underlying: (any Error)?

    init(_ origin: NodeID, _ reason: Reason, _ underlying: (any Error)?) {
      self.origin = origin
      self.reason = reason
      self.underlying = underlying
    }
  }

  /// The node where the failure began: the one to show and to mend, not the blocked node downstream.
  public var origin: NodeID { content.origin }
  /// Why the origin has no value. Decide by it, and show ``message``.
  public var reason: Reason { content.reason }
  /// What the code of the origin threw, for an application that handles it by type; `nil` for other reasons.
  ///
  /// Of equal failures in a row it is that of the first: the later ones are cut off.
  public var underlying: (any Error)? { content.underlying }

  /// Makes a failure, as code does that passes on the failure of another node, and tests of what shows failures do.
  ///
  /// - Parameters:
  ///   - origin: The node where it began.
  ///   - reason: What happened there.
  ///   - underlying: What the node's code threw.
  public init(origin: NodeID, reason: Reason, underlying: (any Error)? = nil) {
    content = Content(origin, reason, underlying)
  }

  /// The reason as text.
  public var message: String {
    switch reason {
    case .thrown(let text): text
    case .unsetInput(let name): "unset input '\(name)'"
    case .unfinished: "unfinished"
    case .notEvaluated: "not evaluated yet"
    case .cancelled: "cancelled"
    case .muted: "muted"
    }
  }
}

extension NodeFailure: Hashable {
  /// Whether origin and reason are the same.
  public static func == (left: NodeFailure, right: NodeFailure) -> Bool {
    left.content === right.content || left.origin == right.origin && left.reason == right.reason
  }

  /// Hashes origin and reason.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(origin)
    hasher.combine(reason)
  }
}

extension NodeFailure: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

/// An error that says in words what happened, for ``NodeFailure/message``.
///
/// The requirement is that of Foundation's `LocalizedError`, which this module does not import. An error type that has
/// its text for `LocalizedError` needs an empty extension only:
///
/// ```swift
/// extension LookupError: DescribedError {}
/// ```
///
/// To use the texts of all such errors at once, see ``Evaluator/errorDescription``.
public protocol DescribedError: Error {
  /// What happened, as a sentence for people; with `nil`, the error's description is used.
  var errorDescription: String? { get }
}
