// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

/// Bins of numbers, compared with a dictionary of their keys.
@Suite struct QuantileBinsTests {
  private func key(_ number: Double) -> Int {
    let bits = Int(number.magnitude.bitPattern >> 42)
    return number < 0 ? -bits : bits
  }

  @Test func numbersAreCountedByTheirFirstBits() {
    var random = SplitMix64(seed: 51)
    var (parts, whole) = ([QuantileBins()], QuantileBins())
    var counts: [Int: Int] = [:]
    #expect(whole.isEmpty && whole.list.isEmpty)
    let edges: [Double] = [0, -0.0, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0x1p-1032, -0x1p-1032, 1, -1]
    for index in 0..<1000 {
      let exponent = UInt64(random.pick([0, 1, 1022, 1023, 1024, 2046])) << 52
      let number =
        random.oneIn(3) ? random.pick(edges) : Double(bitPattern: random.next() & ~(0x7ff << 52) | exponent)
      if index % 200 == 0 { parts.append(QuantileBins()) }
      parts[parts.count - 1].add(number)
      whole.add(number)
      counts[key(number), default: 0] += 1
    }
    let expected = counts.sorted { $0.key < $1.key }
    #expect(whole.list.map(\.key) == expected.map(\.key) && whole.list.map(\.count) == expected.map(\.value))
    var joined = QuantileBins()
    for part in parts.reversed() { joined.merge(part) }
    #expect(joined == whole)
    var read = QuantileBins()
    for (key, count) in counts {
      let isKnown = read.add(count, at: key)
      #expect(isKnown)
    }
    #expect(read == whole)
    read.add(1, at: 7)
    #expect(read != whole)
  }
}
