// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One run of a node's asynchronous code, as that code sees it: where it tells how far it is, and learns that nobody waits
/// for it any more.
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

  /// How far the code is, from 0 to 1; `nil` until it says so. ``NodeState/pending(progress:since:)`` has it.
  public var progress: Double? {
    get { content.withLock { $0.progress } }
    set { content.withLock { $0.progress = newValue } }
  }

  /// Whether the result is of no use any more: an input has changed, the node is gone, or its evaluator is.
  public var isCancelled: Bool { content.withLock { $0.isCancelled } }

  /// Throws if the result is of no use any more.
  ///
  /// - Throws: `CancellationError`.
  public func checkCancellation() throws {
    if isCancelled { throw CancellationError() }
  }

  func cancel() { content.withLock { $0.isCancelled = true } }
}
