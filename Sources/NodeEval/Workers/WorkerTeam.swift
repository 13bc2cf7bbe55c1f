// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One run of a node's code, and its result.
@safe
struct HeavyCall {
  let kernel: Unmanaged<Kernel>
  let call: KernelCall
  /// A bit for each output that changed.
  private(set) var outputs: UInt32 = 0
  private(set) var error: (any Error)?
  /// The duration of the run, if it was measured.
  var nanoseconds: UInt64 = 0

  init(_ kernel: Unmanaged<Kernel>, _ call: KernelCall) {
    unsafe self.kernel = kernel
    self.call = call
  }

  /// Reads the arguments, runs the code and stores the outputs.
  mutating func run() {
    do {
      outputs = try unsafe kernel._withUnsafeGuaranteedRef { try $0.body(call) }
    } catch {
      self.error = error
    }
  }
}

/// Calls that wait for a thread, and those that are done.
///
/// Threads claim calls in chunks from one word, which holds the number of calls and the index of the next one to claim. So a
/// thread that comes late finds no calls, and no thread waits for it. Other data of the calls is read only after a claim: a
/// thread that holds a claim keeps the next calls from being stored there.
@safe
private final class CallQueue: @unchecked Sendable {
  // Sendable: the calls are written before the word, and read by threads that have claimed some of them.
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
  private var calls: UnsafeMutablePointer<HeavyCall>?
  private var isTimed = false

  init(threadCount: Int) {
    self.threadCount = threadCount
    unsafe calls = nil
  }

  /// How many times a thread tests its condition while it keeps its core, and how many times it then yields the core before it
  /// sleeps: some microseconds and some ten.
  private static let (looks, offers) = (500, 150)

  /// Runs calls, some of them on other threads; returns when all are done. `wakes` says whether they are worth waking sleeping
  /// threads.
  func run(_ calls: UnsafeMutablePointer<HeavyCall>, count: Int, isTimed: Bool, wakes: Bool) {
    unsafe self.calls = calls
    self.isTimed = isTimed
    done.store(0)
    claims.store(UInt64(count) << 32)
    if wakes {
      let sleeping = Int(sleepers.load())
      if sleeping > 0 { gate.wake(min(sleeping, count - 1)) }
    }
    while runChunk() {}
    let isDone = { [done] in done.load() == UInt64(count) }
    if look(until: isDone) { return }
    isWaiting.store(1)
    waitingGate.wait(until: isDone)
    isWaiting.store(0)
  }

  /// The loop of a thread, which ends with the queue.
  func serve() {
    while isEnding.load() == 0 {
      if runChunk() { continue }
      if look(until: hasCallsOrEnds) { continue }
      sleepers.add(1)
      gate.wait(until: hasCallsOrEnds)
      sleepers.add(.max)
    }
  }

  /// Makes all threads return from `serve()`.
  func end() {
    isEnding.store(1)
    gate.wake(threadCount)
  }

  private func hasCallsOrEnds() -> Bool {
    let claim = claims.load()
    return claim & 0xFFFF_FFFF < claim >> 32 || isEnding.load() != 0
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

  /// Claims some calls and runs them. Returns whether there were any.
  private func runChunk() -> Bool {
    while true {
      let claim = claims.load()
      let (next, end) = (claim & 0xFFFF_FFFF, claim >> 32)
      guard next < end else { return false }
      let count = max(1, (end - next) / UInt64(2 * threadCount))
      guard claims.exchange(claim, for: claim + count) else { continue }
      run(Int(next)..<Int(next + count))
      finish(count, of: end)
      return true
    }
  }

  private func run(_ chunk: Range<Int>) {
    guard let calls = unsafe calls else { return }
    let start = isTimed ? HeavyClock.now() : 0
    for index in chunk { unsafe calls[index].run() }
    guard isTimed else { return }
    let each = HeavyClock.duration(since: start) / UInt64(chunk.count)
    for index in chunk { unsafe calls[index].nanoseconds = each }
  }

  private func finish(_ count: UInt64, of end: UInt64) {
    if done.add(count) == end, isWaiting.load() != 0 { waitingGate.wake(1) }
  }
}

/// The threads of an evaluator, except that of the edit. They end when the team is released.
@safe
final class WorkerTeam {
  private let queue: CallQueue
  private var threads: [SystemThread] = []

  /// Starts threads; fewer if the system can't start more.
  init(threadCount: Int) {
    queue = CallQueue(threadCount: threadCount)
    for _ in 1..<threadCount {
      guard let thread = SystemThread({ [queue] in queue.serve() }) else { break }
      threads.append(thread)
    }
  }

  deinit {
    queue.end()
    for thread in threads { thread.join() }
  }

  /// Runs calls, some of them on other threads; returns when all are done.
  func run(_ calls: UnsafeMutablePointer<HeavyCall>, count: Int, isTimed: Bool, wakes: Bool) {
    unsafe queue.run(calls, count: count, isTimed: isTimed, wakes: wakes)
  }
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
