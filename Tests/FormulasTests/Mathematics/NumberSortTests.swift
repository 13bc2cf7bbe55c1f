// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Formulas
import TestSupport
import Testing

@Suite struct NumberSortTests {
  /// Compares with the sort of the standard library, which is stable.
  @Test(arguments: [0, 1, 1023, 1024, 5000]) func numbersAscendAndZerosKeepTheirOrder(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    for share in [1, 2, 100] {
      let numbers = (0..<count).map { _ in
        random.oneIn(share)
          ? random.pick([
            0, -0.0, 1, -1, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .greatestFiniteMagnitude,
            -.greatestFiniteMagnitude,
          ])
          : Double(bitPattern: random.next() & ~(1 << 62))
      }
      let sorted = numbers.sorted().map(\.bitPattern)
      #expect(NumberSort.ascending(numbers).map(\.bitPattern) == sorted, "\(share)")
      let places = count == 0 ? [] : (0..<20).map { _ in random.below(count) } + [0, count - 1]
      #expect(NumberSort.values(at: places, of: numbers).map(\.bitPattern) == places.map { sorted[$0] }, "\(share)")
    }
  }

  @Test func equalNumbersAreAtAllPlaces() {
    #expect(NumberSort.values(at: [1999, 0, 7], of: Array(repeating: 7, count: 2000)) == [7, 7, 7])
    #expect(NumberSort.values(at: [], of: Array(repeating: 7, count: 2000)) == [])
  }
}
