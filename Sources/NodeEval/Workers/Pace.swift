// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Whether threads gain anything at present. Where other programs have all cores, a thread that was stopped in the midst of
/// a call is waited for, and sharing a batch may take longer than not to: that can't be known, so it is tried.
package struct Pace {
  package init() {}

  /// What batches take, as a multiple of what their nodes do when nothing disturbs them; `nil` before the first.
  private var shared: Double?
  private var alone: Double?
  /// How many batches are run the better way before the other one is tried again.
  private var countdown = Pace.firstInterval
  /// How many shared batches don't count yet: threads have to start first.
  private var unsettled = 2

  private static let firstInterval = 8
  private static let interval = 64
  /// A batch that takes longer counts as if it took that: a thread may have been stopped for long, either way.
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

  /// Takes a batch into account.
  package mutating func note(_ nanoseconds: UInt64, of estimate: Int, isShared: Bool) {
    let multiple = min(Self.most, Double(nanoseconds) / Double(max(1, estimate)))
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
