// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct FailureTableTests {
  private func failure(_ number: Int) -> NodeFailure {
    NodeFailure(origin: NodeID(slot: UInt32(number), stamp: 0), reason: .thrown("\(number)"))
  }

  @Test(arguments: 1...3) func aTableIsADictionary(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var table = FailureTable()
    var expected: [Int: NodeFailure] = [:]
    for step in 0..<3000 {
      let index = random.below(random.oneIn(4) ? 5000 : 200)
      let value = random.oneIn(2) ? failure(step) : nil
      table[index] = value
      expected[index] = value
      #expect(table[index] == value && table.count == expected.count && table.isEmpty == expected.isEmpty)
    }
    #expect((0..<5000).allSatisfy { table[$0] == expected[$0] })
    var all: [String] = []
    table.forEachFailure { all.append($0.message) }
    #expect(all.sorted() == expected.values.map(\.message).sorted())
    #expect(table.brokenRules() == [])
  }

  @Test func pagesAreThereWhileTheyHaveAFailure() {
    var table = FailureTable()
    table[1_000_000] = nil
    #expect(table.byteCount == 0)
    for index in 0..<6400 { table[index] = failure(index) }
    let full = table.byteCount
    #expect(full >= 6400 * 8)
    for index in 1..<6400 { table[index] = nil }
    #expect(table.byteCount < full / 8 && table.count == 1)
  }
}
