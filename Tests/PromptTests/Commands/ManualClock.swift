// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval
import Prompt

/// A clock that advances only when a test advances it.
final class ManualClock: Clock, @unchecked Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Duration { other.offset - offset }

    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private typealias Sleeper = (until: Instant, continuation: CheckedContinuation<Void, any Error>)

  // Sendable: all state is accessed under the lock.
  private let lock = NSLock()
  private var time = Instant(offset: .zero)
  private var sleepers: [Int: Sleeper] = [:]
  private var count = 0

  var now: Instant { lock.withLock { time } }
  var minimumResolution: Duration { .zero }
  /// The number of sleeping tasks.
  var sleeperCount: Int { lock.withLock { sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = lock.withLock {
      count += 1
      return count
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        let outcome: Result<Void, any Error>? = lock.withLock {
          if Task.isCancelled { return .failure(CancellationError()) }
          if deadline <= time { return .success(()) }
          sleepers[number] = (deadline, continuation)
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      lock.withLock { sleepers.removeValue(forKey: number) }?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Advances the clock, and wakes the tasks whose deadlines have passed.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      time = time.advanced(by: duration)
      let due = sleepers.filter { $0.value.until <= time }
      for number in due.keys { sleepers[number] = nil }
      return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }.map(\.value.continuation)
    }
    for continuation in due { continuation.resume() }
  }

  /// Advances the clock to the earliest deadline. Returns whether a task was sleeping.
  func advanceToNext() -> Bool {
    guard let next = lock.withLock({ sleepers.values.map(\.until).min() }) else { return false }
    advance(by: now.duration(to: next))
    return true
  }
}

/// Runs tasks on the thread of a test when the test calls `run()`.
final class ManualExecutor: TaskExecutor, @unchecked Sendable {
  // Sendable: the jobs are accessed under the lock.
  private let lock = NSLock()
  private var jobs: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lock.withLock { jobs.append(job) }
  }

  /// Runs jobs until all tasks wait.
  func run() {
    while let job = lock.withLock({ jobs.isEmpty ? nil : jobs.removeFirst() }) {
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Makes an evaluator's asynchronous code run on this executor.
  func runTasks(of evaluator: Evaluator) {
    evaluator.makeTask = { Task(executorPreference: self, operation: $0) }
  }
}
