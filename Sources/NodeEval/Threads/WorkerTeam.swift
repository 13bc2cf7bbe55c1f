// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Parts of work that wait for a thread, and those that are done.
///
/// Threads claim parts in chunks from one word, which holds the range of parts that are not claimed. So a thread that comes late
/// finds no parts, and no thread waits for it. The thread of the edit claims the first of them, and the others claim the last: where
/// the same work is repeated, a thread mostly gets the same parts, whose memory is in the cache of its core. The work itself is
/// read only after a claim: a thread that holds a claim keeps the next work from being stored there.
@safe
private final class WorkQueue: @unchecked Sendable {
  // Sendable: the work is written before the word, and read by threads that have claimed a part of it.
  private let claims = SharedWord()
  private let done = SharedWord()
  private let isEnding = SharedWord()
  /// How many threads sleep.
  private let sleepers = SharedWord()
  private let gate = ThreadGate()
  /// Whether the thread of the edit sleeps.
  private let isWaiting = SharedWord()
  private let waitingGate = ThreadGate()
  private let threadCount: Int
  private var work: WorkerTeam.Work?
  private var partCount = 0

  init(threadCount: Int) { self.threadCount = threadCount }

  /// How many times a thread tests its condition while it keeps its core, and how many times it then yields the core before it
  /// sleeps: some microseconds and some ten.
  private static let (looks, offers) = (500, 150)

  func run(_ count: Int, wakes: Bool, _ work: @escaping WorkerTeam.Work) {
    self.work = work
    partCount = count
    done.store(0)
    claims.store(UInt64(count) << 32)
    if wakes {
      let sleeping = Int(sleepers.load())
      if sleeping > 0 { gate.wake(min(sleeping, count - 1)) }
    }
    while runChunk(atEnd: false) {}
    let isDone = { [done] in done.load() == UInt64(count) }
    if !look(until: isDone) {
      isWaiting.store(1)
      waitingGate.wait(until: isDone)
      isWaiting.store(0)
    }
    self.work = nil
  }

  /// The loop of a thread, which ends with the queue.
  func serve() {
    while isEnding.load() == 0 {
      if runChunk(atEnd: true) { continue }
      if look(until: hasWorkOrEnds) { continue }
      sleepers.add(1)
      gate.wait(until: hasWorkOrEnds)
      sleepers.add(.max)
    }
  }

  /// Makes all threads return from `serve()`.
  func end() {
    isEnding.store(1)
    gate.wake(threadCount)
  }

  private func hasWorkOrEnds() -> Bool { !Self.unclaimed(claims.load()).isEmpty || isEnding.load() != 0 }

  /// The parts that are not claimed, given the word of the claims.
  private static func unclaimed(_ claims: UInt64) -> Range<UInt64> {
    let first = claims & 0xFFFF_FFFF
    return first..<max(first, claims >> 32)
  }

  /// Tests a condition repeatedly for a while. Returns whether it became true.
  private func look(until isTrue: () -> Bool) -> Bool {
    for _ in 0..<Self.looks where isTrue() { return true }
    for _ in 0..<Self.offers {
      if isTrue() { return true }
      sched_yield()
    }
    return false
  }

  /// Claims some parts, the first or the last ones, and runs them. Returns whether there were any.
  private func runChunk(atEnd: Bool) -> Bool {
    while true {
      let word = claims.load()
      let parts = Self.unclaimed(word)
      if parts.isEmpty { return false }
      let count = max(1, UInt64(parts.count) / UInt64(2 * threadCount))
      guard claims.exchange(word, for: atEnd ? word - count << 32 : word + count) else { continue }
      let first = Int(atEnd ? parts.upperBound - count : parts.lowerBound)
      let total = partCount
      work?(first..<first + Int(count))
      finish(count, of: total)
      return true
    }
  }

  private func finish(_ count: UInt64, of total: Int) {
    if done.add(count) == UInt64(total), isWaiting.load() != 0 { waitingGate.wake(1) }
  }
}

/// The threads of an evaluator, except that of the edit. They end when the team is released.
@safe
final class WorkerTeam {
  /// Runs some parts of the work, by index. Several threads run different parts at the same time.
  typealias Work = @Sendable (Range<Int>) -> Void

  private let queue: WorkQueue
  private var threads: [SystemThread] = []

  /// Starts threads; fewer if the system can't start more.
  init(threadCount: Int) {
    queue = WorkQueue(threadCount: threadCount)
    for _ in 1..<threadCount {
      guard let thread = SystemThread({ [queue] in queue.serve() }) else { break }
      threads.append(thread)
    }
  }

  deinit {
    queue.end()
    for thread in threads { thread.join() }
  }

  /// Runs the parts of some work, some of them on other threads; returns when all are done.
  ///
  /// - Parameters:
  ///   - count: The number of parts.
  ///   - wakes: Whether the work is worth waking threads that sleep.
  ///   - work: Runs the parts in a range. It is released before this returns.
  func run(_ count: Int, wakes: Bool, _ work: @escaping Work) { queue.run(count, wakes: wakes, work) }
}

/// The clock that measures code.
enum HeavyClock {
  /// The nanoseconds that reading the clock twice takes.
  private static let ownCost: UInt64 = {
    var least = UInt64.max
    for _ in 0..<16 {
      let start = now()
      least = min(least, now() &- start)
    }
    return least
  }()

  /// Nanoseconds since some moment.
  static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #endif
  }

  static func duration(since start: UInt64) -> UInt64 {
    let duration = now() &- start
    return duration > ownCost ? duration - ownCost : 0
  }
}
