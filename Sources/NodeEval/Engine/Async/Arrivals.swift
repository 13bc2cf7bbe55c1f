// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The results of asynchronous code, until its evaluator lands them. Runs add their results from any thread.
final class Arrivals: Sendable {
  /// The end of a run.
  struct Arrival: Sendable {
    let slot: UInt32
    /// The number of the run.
    let run: Int
    let result: Result<any Sendable, any Error>
    /// How long the run took, if that was measured; otherwise 0.
    let nanoseconds: UInt64
  }

  private struct Content {
    var arrivals: [Arrival] = []
    var onArrival: (@Sendable () -> Void)?
    var waiters: [CheckedContinuation<Void, Never>] = []

    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      var taken: [CheckedContinuation<Void, Never>] = []
      swap(&taken, &waiters)
      return taken
    }
  }

  private let content = Lock(Content())

  /// Called from any thread when a result has arrived.
  var onArrival: (@Sendable () -> Void)? {
    get { content.withLock { $0.onArrival } }
    set {
      var other = newValue
      content.withLock { swap(&$0.onArrival, &other) }
      // The former closure is released after the lock.
      withExtendedLifetime(other) {}
    }
  }

  func add(_ arrival: Arrival) {
    let (onArrival, waiters) = content.withLock { content in
      content.arrivals.append(arrival)
      return (content.onArrival, content.takeWaiters())
    }
    for waiter in waiters { waiter.resume() }
    onArrival?()
  }

  /// Calls `onArrival`.
  func call() { onArrival?() }

  /// Resumes waiting tasks although no result has arrived, because none will arrive.
  func endWaiting() {
    for waiter in content.withLock({ $0.takeWaiters() }) { waiter.resume() }
  }

  /// Takes the results that have arrived, in the order of their arrival.
  func takeAll() -> [Arrival] {
    content.withLock { content in
      var taken: [Arrival] = []
      swap(&taken, &content.arrivals)
      return taken
    }
  }

  /// Suspends until a result has arrived, none is on its way any more, or the task is cancelled. It may return early if another
  /// waiting task is cancelled, so callers have to check again.
  func wait(isolation: isolated (any Actor)? = #isolation) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = content.withLock { content in
          if Task.isCancelled || !content.arrivals.isEmpty { return true }
          content.waiters.append(continuation)
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      endWaiting()
    }
  }
}
