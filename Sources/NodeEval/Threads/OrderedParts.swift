// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Parts of a task that several threads compute, and one thread takes in order.
///
/// A thread that is ahead by more than some parts waits, so that memory is bounded however large the task is.
@safe
package final class OrderedParts<Part: Sendable>: Sendable {
  private struct State {
    /// The next part to compute, and the next part to take.
    var begun = 0
    var taken = 0
    var isEnding = false
    /// The computed parts that were not taken yet.
    var done: [Int: Part] = [:]
  }

  private let count: Int
  private let window: Int
  private let state = Lock(State())
  private let workers = ThreadGate()
  private let taker = ThreadGate()

  private init(count: Int, window: Int) {
    self.count = count
    self.window = window
  }

  /// Computes parts, and takes them in order on this thread.
  ///
  /// - Parameters:
  ///   - count: How many parts there are.
  ///   - threadCount: How many threads compute parts; with 1 this one does.
  ///   - makeWorker: Called once on each of the threads; returns the closure that computes a part.
  ///   - take: Takes the next part; returns whether to continue. After it returned false, no part is begun.
  /// - Complexity: O(parts), and memory for four parts a thread.
  package static func run(
    count: Int, threadCount: Int, makeWorker: @escaping @Sendable () -> (_ index: Int) -> Part, take: (Part) -> Bool
  ) {
    let threadCount = min(threadCount, count)
    let parts = OrderedParts(count: count, window: 4 * threadCount)
    let threads = threadCount < 2 ? [] : (0..<threadCount).compactMap { _ in SystemThread { parts.work(makeWorker()) } }
    if threads.isEmpty {
      let worker = makeWorker()
      for index in 0..<count { if !take(worker(index)) { return } }
      return
    }
    for _ in 0..<count { if !take(parts.next()) { break } }
    parts.state.withLock { $0.isEnding = true }
    parts.workers.wake(threadCount)
    for thread in threads { thread.join() }
  }

  /// Computes parts until all have been begun.
  private func work(_ compute: (Int) -> Part) {
    while let index = begin() {
      let part = compute(index)
      state.withLock { $0.done[index] = part }
      taker.wake(1)
    }
  }

  /// The index of the next part, once it may be computed; `nil` if there is none.
  private func begin() -> Int? {
    var index: Int?
    workers.wait { [self] in
      state.withLock { state in
        index = nil
        if state.isEnding || state.begun == count { return true }
        if state.begun >= state.taken + window { return false }
        index = state.begun
        state.begun += 1
        return true
      }
    }
    return index
  }

  /// Waits for the next part, and takes it.
  private func next() -> Part {
    var part: Part?
    taker.wait { [self] in
      state.withLock { state in
        part = state.done.removeValue(forKey: state.taken)
        if part != nil { state.taken += 1 }
      }
      return part != nil
    }
    workers.wake(window)
    guard let part else { preconditionFailure("a thread waits until there is a part") }
    return part
  }
}
