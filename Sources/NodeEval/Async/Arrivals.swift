// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What asynchronous code has come to, until its evaluator lands it. Runs enter it from any thread.
final class Arrivals: Sendable {
  /// The end of a run.
  struct Arrival: Sendable {
    let slot: UInt32
    /// The number of the run.
    let run: Int
    let result: Result<any Sendable, any Error>
  }

  private struct Content {
    var arrivals: [Arrival] = []
    var onArrival: (@Sendable () -> Void)?
    var waiter: CheckedContinuation<Void, Never>?
  }

  private let content = Lock(Content())

  /// Called when something has arrived, from any thread.
  var onArrival: (@Sendable () -> Void)? {
    get { content.withLock { $0.onArrival } }
    set { content.withLock { $0.onArrival = newValue } }
  }

  var isEmpty: Bool { content.withLock { $0.arrivals.isEmpty } }

  func add(_ arrival: Arrival) {
    let (onArrival, waiter) = content.withLock { content in
      content.arrivals.append(arrival)
      return (content.onArrival, content.waiter.take())
    }
    waiter?.resume()
    onArrival?()
  }

  /// Takes what has arrived, in the order in which it did.
  func takeAll() -> [Arrival] {
    content.withLock { content in
      var taken: [Arrival] = []
      swap(&taken, &content.arrivals)
      return taken
    }
  }

  /// Suspends until something has arrived, or the task is cancelled.
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (now, before) = content.withLock { content in
          if Task.isCancelled || !content.arrivals.isEmpty {
            return (continuation as CheckedContinuation<Void, Never>?, nil as CheckedContinuation<Void, Never>?)
          }
          let before = content.waiter
          content.waiter = continuation
          return (nil, before)
        }
        now?.resume()
        // Whoever waited before asks again.
        before?.resume()
      }
    } onCancel: {
      content.withLock { $0.waiter.take() }?.resume()
    }
  }
}
