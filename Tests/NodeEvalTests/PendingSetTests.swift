// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import TestSupport
import Testing

/// Each inserted rank is taken once, lowest first.
@Suite struct PendingSetTests {
  @Test(arguments: [64, 300, 5_000, 300_000])
  func theNextRankFromAnyOneOnIsFound(size: Int) {
    var random = SplitMix64(seed: UInt64(size))
    var set = PendingSet()
    set.reserve(size)
    #expect(set.first(from: 0) == nil)
    var ranks: [Int] = []
    for _ in 0..<40 {
      ranks.append(random.below(size))
      set.insert(UInt32(ranks[ranks.count - 1]))
    }
    ranks.sort()
    for start in ranks.flatMap({ [$0 - 1, $0, $0 + 1, $0 + 64] }) + (0..<100).map({ _ in random.below(size) }) {
      guard start >= 0 else { continue }
      #expect(set.first(from: start) == ranks.first { $0 >= start }, "from \(start)")
    }
  }

  /// Takes all ranks and returns them in the order in which they were taken.
  private func drain(_ set: borrowing PendingSet) -> [UInt32] {
    var ranks: [UInt32] = []
    while let (word, bits) = set.takeWord() {
      var bits = bits
      while bits != 0 {
        ranks.append(UInt32(word << 6 | bits.trailingZeroBitCount))
        bits &= bits - 1
      }
    }
    return ranks
  }

  @Test(arguments: [1, 64, 65, 4096, 4097, 300_000, 20_000_000])
  func ranksComeOutOnceAndInOrder(count: Int) {
    var set = PendingSet()
    set.reserve(count)
    var random = SplitMix64(seed: 5)
    for size in [1, 2, 100] {
      var expected: Set<UInt32> = [UInt32(count - 1)]
      for _ in 0..<size { expected.insert(UInt32(random.below(count))) }
      for rank in expected.shuffled(using: &random) {
        set.insert(rank)
        set.insert(rank)
      }
      let (taken, isEmpty) = (drain(set), set.isEmpty)
      #expect(taken == expected.sorted())
      #expect(isEmpty)
    }
  }

  @Test func whatIsPendingStaysWhenTheSetGrows() {
    var set = PendingSet()
    set.reserve(60)
    set.insert(3)
    set.insert(59)
    for count in [100, 5000, 300_000] {
      set.reserve(count)
      set.insert(UInt32(count - 1))
    }
    let taken = drain(set)
    #expect(taken == [3, 59, 99, 4999, 299_999])
  }

  @Test func bitsOfAWordGoInTogether() {
    var set = PendingSet()
    set.reserve(10_000)
    set.insert(0, inWord: 4)
    let isEmpty = set.isEmpty
    #expect(isEmpty)
    set.insert(0b1010, inWord: 100)
    set.insert(1 << 63, inWord: 64)
    let taken = drain(set)
    #expect(taken == [64 * 64 + 63, 6401, 6403])
  }

  @Test func wordsThatAreInsertedWhileOthersAreTakenComeInTheirTurn() throws {
    var set = PendingSet()
    set.reserve(1_000_000)
    var random = SplitMix64(seed: 9)
    var expected: Set<UInt32> = []
    for _ in 0..<500 { expected.insert(UInt32(random.below(1_000_000))) }
    for rank in expected { set.insert(rank) }
    while let lowest = expected.min() {
      let found = set.takeWord()
      let (word, bits) = try #require(found)
      #expect(word == Int(lowest) >> 6)
      let taken = expected.filter { $0 >> 6 == lowest >> 6 }
      let expectedBits: UInt64 = taken.reduce(0) { $0 | 1 << UInt64($1 & 63) }
      #expect(bits == expectedBits)
      expected.subtract(taken)
      // Inserts only ranks in later words, as an evaluation does.
      let first = (word + 1) << 6
      guard first < 1_000_000, random.oneIn(2) else { continue }
      let rank = UInt32(first + random.below(min(10_000, 1_000_000 - first)))
      set.insert(rank)
      expected.insert(rank)
    }
    let isEmpty = set.isEmpty
    #expect(isEmpty)
  }
}
