// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// Runs never overlap, and what was released is used again.
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
