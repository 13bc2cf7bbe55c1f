// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct SearchMarksTests {
  @Test(arguments: [false, true])
  func marksAreThoseThatWereGivenLast(isSparse: Bool) {
    var random = SplitMix64(seed: 7)
    var marks = SearchMarks(isSparse: isSparse)
    var expected: [UInt32: UInt32] = [:]
    marks.reserve(slots: 5000)
    for step in 1...20_000 {
      let slot = UInt32(random.below(step % 3 == 0 ? 5000 : 300))
      let (found, known) = (marks[slot], expected[slot] ?? 0)
      guard found == known else {
        Issue.record("slot \(slot) has mark \(found), not \(known)")
        return
      }
      marks[slot] = UInt32(step)
      expected[slot] = UInt32(step)
      if step == 15_000 {
        marks.removeAll()
        expected = [:]
      }
    }
    let broken = marks.checkInvariants()
    #expect(broken == [])
  }

  @Test func aMarkThatIsNotFoundIsReported() {
    var marks = SearchMarks(isSparse: true)
    marks.reserve(slots: 100)
    for slot in 1...5 as ClosedRange<UInt32> { marks[slot] = slot }
    let sound = marks.checkInvariants()
    marks.damage()
    let broken = marks.checkInvariants()
    #expect(sound == [])
    #expect(broken.count == 1 && broken[0].hasPrefix("a slot is stored where it is searched for"))
  }
}
