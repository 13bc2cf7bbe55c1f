// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Decides whether sharing batches between threads currently pays. If other programs use all cores, a thread may be stopped in
/// the middle of a call that the others wait for, and sharing a batch may take longer than not sharing it. That can't be
/// predicted, so both ways are tried. A try that was faster is repeated at once, so that a single slow batch does not decide for
/// long.
package struct Pace {
  package init() {}

  /// The average duration of batches, as a multiple of what their nodes take undisturbed; `nil` before the first batch.
  private var shared: Double?
  private var alone: Double?
  /// How many batches are run the better way before the other one is tried again.
  private var countdown = Pace.firstInterval
  /// How many shared batches are still ignored, because threads have to start first.
  private var unsettled = 2

  private static let firstInterval = 8
  private static let interval = 64
  /// The largest multiple that counts. A thread may have been stopped for long, in shared batches and in others.
  private static let most = 4.0
  /// The weight of the last batch.
  private static let weight = 0.125

  /// Whether the next batch is shared with other threads.
  package mutating func sharesNext() -> Bool {
    countdown -= 1
    let isBetter = (shared ?? 0) <= (alone ?? .infinity)
    if countdown > 0 { return isBetter }
    countdown = Self.interval
    return !isBetter
  }

  /// Records the duration of a batch.
  package mutating func note(_ nanoseconds: UInt64, of estimate: Int, isShared: Bool) {
    let multiple = min(Self.most, Double(nanoseconds) / Double(max(1, estimate)))
    if let shared, let alone, isShared == (shared > alone), multiple < min(shared, alone) { countdown = 1 }
    if isShared {
      if unsettled > 0 {
        unsettled -= 1
        return
      }
      shared = shared.map { $0 + (multiple - $0) * Self.weight } ?? multiple
    } else {
      alone = alone.map { $0 + (multiple - $0) * Self.weight } ?? multiple
    }
  }
}
