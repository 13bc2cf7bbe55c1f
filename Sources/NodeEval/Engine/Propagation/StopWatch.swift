// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Decides after which nodes an evaluation asks whether to stop: after every 256th, and after each that ends a millisecond or
/// more after the last question.
///
/// The time is read after every node, so that a slow one is noticed whatever came before it. A clock that is read less often
/// while nodes are quick would have to guess how long the next ones take.
///
/// With a budget it ends an evaluation by itself: after a number of nodes, or after the first node that ends when the time is
/// over.
struct StopWatch {
  private static let mostNodes = 256
  private static let interval: UInt64 = 1_000_000

  private let isInterrupted: () -> Bool
  private let clock: (() -> UInt64)?
  private var countdown = mostNodes
  private var lastAsked: UInt64
  /// How many nodes may run.
  private(set) var nodes = Int.max
  /// When the time is over, by an exact clock.
  private var end: UInt64?

  /// - Parameters:
  ///   - clock: Nanoseconds since some moment; `nil` is the system's clock.
  ///   - budget: How much the evaluation may do.
  ///   - isInterrupted: The closure to call.
  init(clock: (() -> UInt64)?, budget: EvaluationBudget?, isInterrupted: @escaping () -> Bool) {
    self.isInterrupted = isInterrupted
    self.clock = clock
    lastAsked = clock?() ?? Self.now()
    switch budget {
    case .nodes(let count): nodes = max(1, count)
    case .time(let duration):
      let (now, length) = (clock?() ?? HeavyClock.now(), duration.nanoseconds)
      end = now.addingReportingOverflow(length).overflow ? .max : now + length
    case nil: break
    }
  }

  /// Counts nodes that have run. Returns whether the evaluation ends here.
  @inline(__always)
  mutating func stopsHere(after count: Int) -> Bool {
    countdown &-= count
    nodes &-= count
    if nodes <= 0 || isTimeOver { return true }
    let now = clock?() ?? Self.now()
    guard countdown <= 0 || now &- lastAsked >= Self.interval else { return false }
    return ask(now)
  }

  private var isTimeOver: Bool {
    guard let end else { return false }
    return clock?() ?? HeavyClock.now() >= end
  }

  @inline(never)
  private mutating func ask(_ now: UInt64) -> Bool {
    countdown = Self.mostNodes
    lastAsked = now
    return isInterrupted()
  }

  /// Reads a clock with a resolution of some milliseconds, in nanoseconds. Reading it takes 4 ns; other clocks take 50.
  @inline(__always)
  private static func now() -> UInt64 {
    #if canImport(Darwin)
      return clock_gettime_nsec_np(CLOCK_UPTIME_RAW_APPROX)
    #elseif canImport(Glibc) || canImport(Musl)
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #else
      let time = start.duration(to: .now).components
      return UInt64(time.seconds) * 1_000_000_000 + UInt64(time.attoseconds / 1_000_000_000)
    #endif
  }

  #if !canImport(Darwin) && !canImport(Glibc) && !canImport(Musl)
    private static let start = ContinuousClock.now
  #endif
}
