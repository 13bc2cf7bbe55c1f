// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One run of a node's asynchronous code. Through it the code reports its progress, and learns that its result is no longer
/// needed.
///
/// ```swift
/// let city = evaluator.asyncNode("city", postcode) { run, code in
///   run.progress = 0.3
///   try run.checkCancellation()
///   return try await lookUp(code)
/// }
/// ```
public final class NodeRun: Sendable {
  private struct Content {
    var progress: Double?
    var isCancelled = false
  }

  private let content = Lock(Content())

  init() {}

  /// The progress of the code, from 0 to 1; `nil` until the code sets it. ``NodeState/pending(progress:since:)`` contains it.
  public var progress: Double? {
    get { content.withLock { $0.progress } }
    set { content.withLock { $0.progress = newValue } }
  }

  /// Whether the result is not needed any more: an input has changed, or the node or its evaluator is gone.
  public var isCancelled: Bool { content.withLock { $0.isCancelled } }

  /// Throws if the result is not needed any more.
  ///
  /// - Throws: `CancellationError`.
  public func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  func cancel() { content.withLock { $0.isCancelled = true } }
}
