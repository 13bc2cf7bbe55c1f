// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Runs never overlap, and released ones are used again.
@Suite struct BlockAllocatorTests {
  @Test(arguments: 1...6) func runsThatAreHandedOutNeverOverlap(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var allocator = BlockAllocator()
    var isUsed: [Bool] = []
    var runs: [Range<Int>] = []
    for _ in 0..<4000 {
      if random.oneIn(2), !runs.isEmpty {
        let run = runs.remove(at: random.below(runs.count))
        allocator.release(UInt32(run.lowerBound), length: UInt32(run.count))
        for index in run { isUsed[index] = false }
      } else {
        let length = 1 + random.below(random.oneIn(3) ? 300 : 40)
        let start = Int(allocator.allocate(UInt32(length)))
        while isUsed.count < Int(allocator.end) { isUsed.append(false) }
        let run = start..<start + length
        let isFree = run.allSatisfy { !isUsed[$0] }
        #expect(isFree)
        for index in run { isUsed[index] = true }
        runs.append(run)
      }
    }
  }

  /// Shrinking releases the end of a table that is mostly unused, and keeps all runs in use.
  @Test(arguments: 1...4) func theEndIsWhereTheLastRunInUseEnds(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var allocator = BlockAllocator()
    var runs: [Range<UInt32>] = []
    var (clock, shrunk) = (0, 0)
    for _ in 0..<12 {
      while allocator.end < 4 * GrowingMemory.leastSparse {
        let length = UInt32(1 + random.below(random.oneIn(3) ? 3000 : 40))
        let start = allocator.allocate(length)
        runs.append(start..<start + length)
      }
      let kept = random.below(4)
      for run in runs.dropFirst(kept).shuffled(using: &random) {
        allocator.release(run.lowerBound, length: UInt32(run.count))
        clock += run.count
      }
      runs = Array(runs.prefix(kept))
      let last = runs.map(\.upperBound).max() ?? 0
      let capacity = Int(allocator.end)
      if let end = allocator.shrink(capacity: capacity, stride: 1, clock: clock) {
        shrunk += 1
        #expect(end == last && allocator.end == last)
      } else {
        #expect(Int(last) >= capacity / 4)
      }
      #expect(allocator.checkInvariants("words") == [])
    }
    #expect(shrunk > 3)
  }

  @Test func aSoundAllocatorBreaksNoRule() { #expect(makeAllocator().checkInvariants("words") == []) }

  @Test(
    arguments: zip(
      BlockAllocator.Damage.allCases,
      [
        "an index is free once, and was handed out: 500 of words",
        "an index is free once, and was handed out: 611 of words", "free indices are counted: 101 of words, not 102",
        "what can be used again is known: words", "free runs that touch are one: words",
        "both tables name each free run: words", "a free run is found by its length: words",
      ]))
  func aRuleThatIsBrokenIsReported(_ damage: BlockAllocator.Damage, _ rule: String) {
    var allocator = makeAllocator()
    allocator.damage(damage)
    #expect(allocator.checkInvariants("words") == [rule])
  }

  /// An allocator with a long and a short free run.
  private func makeAllocator() -> BlockAllocator {
    var allocator = BlockAllocator()
    for length: UInt32 in [200, 100, 200, 1, 110] { _ = allocator.allocate(length) }
    allocator.release(200, length: 100)
    allocator.release(500, length: 1)
    return allocator
  }

  @Test func neighboursThatAreFreeAreOneRun() {
    var random = SplitMix64(seed: 3)
    var allocator = BlockAllocator()
    let starts = (0..<50).map { _ in allocator.allocate(100) }
    for start in starts.shuffled(using: &random) { allocator.release(start, length: 100) }
    let again = allocator.allocate(5000)
    #expect(again == 0)
  }

  @Test func whatGrowsByOneEachTimeTakesAFewTimesItsSize() {
    var allocator = BlockAllocator()
    var (start, length): (UInt32, UInt32) = (allocator.allocate(1), 1)
    while length < 3000 {
      let next = allocator.allocate(length + 1)
      allocator.release(start, length: length)
      (start, length) = (next, length + 1)
    }
    let end = allocator.end
    #expect(end < 4 * 3000)
  }

  @Test func aRunGoesIntoARemainderOfALongOne() {
    var allocator = BlockAllocator()
    let first = allocator.allocate(100)
    allocator.release(first, length: 100)
    let starts = [40, 40, 20].map { allocator.allocate($0) }
    let end = allocator.end
    #expect(starts == [0, 40, 80] && end == 100)
  }
}
