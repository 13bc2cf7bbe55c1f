// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Why a node has no value: its own code failed, an input lacks one, or something upstream failed.
///
/// A failure is a value that flows downstream. Nodes that read it are *blocked*: they don't run until the cause is gone. Two
/// failures are equal if origin and reason are; ``underlying`` is not compared.
public struct NodeFailure: Error, Sendable {
  /// Why the origin of a failure has no value. Blocked nodes downstream have the same reason.
  public enum Reason: Hashable, Sendable {
    /// The node's code threw an error with this text; ``NodeFailure/underlying`` is the error itself.
    case thrown(String)
    /// The input with this name is not connected and has neither a literal nor a default.
    case unsetInput(String)
    /// An evaluation was stopped before the node ran.
    case unfinished
    /// The node has had no value yet: it was not needed so far, or its value, or one that it depends on, has not arrived.
    case notEvaluated
    /// The asynchronous code of the node was cancelled before it produced a first value.
    case cancelled
    /// The node is muted, or belongs to an instance that is muted or bypassed (``NodeGraph/NodeMode``); or it is bypassed and
    /// has no input whose value it could pass on.
    case muted
  }

  /// One word, so that storage for a value or a failure takes little more room than the value.
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

  /// The node where the failure began. Show and repair this node, not the blocked nodes downstream.
  public var origin: NodeID { content.origin }
  /// Why the origin has no value. Decide by this property, and show ``message``.
  public var reason: Reason { content.reason }
  /// The error that the code of the origin threw, for an application that handles it by type; `nil` for other reasons.
  ///
  /// If equal failures follow each other, this is the error of the first: the later ones are cut off.
  public var underlying: (any Error)? { content.underlying }

  /// Makes a failure: for code that passes on another node's failure, and for tests of code that shows failures.
  ///
  /// - Parameters:
  ///   - origin: The node where the failure began.
  ///   - reason: Why the origin has no value.
  ///   - underlying: The error that the node's code threw.
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
  /// Whether two failures have the same origin and reason.
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

/// An error that describes itself, for ``NodeFailure/message``.
///
/// The requirement is that of Foundation's `LocalizedError`, which this module does not import. An error type that has its text
/// for `LocalizedError` only needs an empty extension:
///
/// ```swift
/// extension LookupError: DescribedError {}
/// ```
///
/// To set the texts of all such errors in one place, see ``Evaluator/errorDescription``.
public protocol DescribedError: Error {
  /// What happened, as a sentence for people; if it is `nil`, the error's description is used.
  var errorDescription: String? { get }
}
