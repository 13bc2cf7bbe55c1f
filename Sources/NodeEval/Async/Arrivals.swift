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
    /// How long it took; 0 where that is not measured.
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

  /// Called when something has arrived, from any thread.
  var onArrival: (@Sendable () -> Void)? {
    get { content.withLock { $0.onArrival } }
    set {
      var other = newValue
      content.withLock { swap(&$0.onArrival, &other) }
      // What was replaced goes when nobody has the lock.
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

  /// Calls who is to be called when something has arrived.
  func call() { onArrival?() }

  /// Has those go on that wait, although nothing has arrived: nothing will.
  func endWaiting() {
    for waiter in content.withLock({ $0.takeWaiters() }) { waiter.resume() }
  }

  /// Takes what has arrived, in the order in which it did.
  func takeAll() -> [Arrival] {
    content.withLock { content in
      var taken: [Arrival] = []
      swap(&taken, &content.arrivals)
      return taken
    }
  }

  /// Suspends until something has arrived, nothing is on its way any more, or the task is cancelled. It may return early, when
  /// another task is cancelled that waits as well: who waits asks again.
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
