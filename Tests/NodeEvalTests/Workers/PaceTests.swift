// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import Testing

/// Whether batches are shared with other threads, depending on what sharing saves.
@Suite struct PaceTests {
  /// Runs batches that take the given times, for nodes that take 1,000 ns. Returns how many batches were shared.
  private func run(_ count: Int, _ pace: inout Pace, shared: (Int) -> UInt64, alone: UInt64 = 1_000) -> Int {
    var sharedCount = 0
    for _ in 0..<count {
      let isShared = pace.sharesNext()
      pace.note(isShared ? shared(sharedCount) : alone, of: 1_000, isShared: isShared)
      if isShared { sharedCount += 1 }
    }
    return sharedCount
  }

  @Test func whatGainsIsSharedButForATrialNowAndThen() {
    var pace = Pace()
    #expect(run(1_000, &pace, shared: { _ in 550 }) > 970)
  }

  @Test func theStartOfThreadsDoesNotCount() {
    var pace = Pace()
    #expect(run(100, &pace, shared: { $0 < 2 ? 100_000 : 550 }) >= 98)
  }

  /// The first batch that counts is slow. The next try that gains is followed by others.
  @Test func aSlowBatchDoesNotDecideForLong() {
    var pace = Pace()
    #expect(run(200, &pace, shared: { $0 == 2 ? 4_000 : 550 }) > 100)
  }

  @Test func whatGainsNothingIsGivenUpAndTriedAgain() {
    var pace = Pace()
    #expect((8...30).contains(run(1_000, &pace, shared: { _ in 1_500 })))
    #expect(run(2_000, &pace, shared: { _ in 550 }) > 1_000)
  }
}
