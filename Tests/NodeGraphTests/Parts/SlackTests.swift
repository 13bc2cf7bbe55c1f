// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import Testing

@Suite struct SlackTests {
  private let size = 1 << 16

  @Test func aTableIsSearchedOnceLessThanAQuarterIsInUse() {
    let slack = Slack()
    #expect(!slack.isWorthSearching(size / 4, of: size, stride: 4, clock: 0))
    #expect(slack.isWorthSearching(size / 4 - 1, of: size, stride: 4, clock: 0))
    #expect(!slack.isWorthSearching(0, of: GrowingMemory.leastSparse - 1, stride: 1, clock: 0), "a small table stays")
  }

  @Test func aTableThatWasSearchedInVainWaitsForAnEighthOfItOrOfWhatIsInUse() {
    var slack = Slack()
    slack.searchedInVain(800, clock: 50)
    #expect(!slack.isWorthSearching(101, of: size, stride: 4, clock: 50 + size / 8 - 1))
    #expect(slack.isWorthSearching(100, of: size, stride: 4, clock: 51))
    #expect(slack.isWorthSearching(800, of: size, stride: 4, clock: 50 + size / 8))
    slack.reset()
    #expect(slack.isWorthSearching(800, of: size, stride: 4, clock: 51))
  }

  @Test func aBufferKeepsItsElementsWhenItGivesMemoryBack() {
    var buffer = Buffer<UInt32>()
    for index: UInt32 in 0..<2_000_000 { buffer.append(index) }
    // From one memory mapping to another, and to a small block of the heap.
    for count in [1_500_000, 400_000, 90_000, 20_000, 3] {
      let before = buffer.capacity
      buffer.truncate(to: count)
      let (after, isKept) = (buffer.capacity, (0..<count).allSatisfy { buffer[$0] == UInt32($0) })
      #expect(isKept)
      let isSparse = count < before / 4 && before * 4 >= GrowingMemory.leastSparse
      #expect(after == (isSparse ? max(16, count * 3 / 2) : before))
    }
  }

  @Test func aDictionaryAndAnArrayKeepTheirElementsWhenTheyGiveMemoryBack() {
    var dictionary = Dictionary(uniqueKeysWithValues: (0..<100_000).map { ($0, "\($0)") })
    var array = Array(0..<100_000)
    let (capacity, room) = (dictionary.capacity, array.capacity)
    for key in 100..<100_000 {
      dictionary[key] = nil
      dictionary.shrinkIfSparse()
      _ = array.popLast()
      array.shrinkIfSparse()
    }
    #expect(dictionary.capacity < capacity / 50 && dictionary.count == 100)
    #expect((0..<100).allSatisfy { dictionary[$0] == "\($0)" })
    #expect(array.capacity < max(room / 50, GrowingMemory.leastSparse / MemoryLayout<Int>.stride))
    #expect(array == Array(0..<100))
  }
}
