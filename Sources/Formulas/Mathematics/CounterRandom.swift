// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Random bits that depend only on a seed, a row and a name, so that any machine can draw the values of any row.
///
/// Philox 4×64 with 10 rounds (Salmon, Moraes, Dror and Shaw 2011): the counter consists of the row and the
/// fingerprint of the name, the key is the seed.
package struct CounterRandom {
  package let seed: UInt64

  private static let left: UInt64 = 0xd2e7_470e_e14c_6c93
  private static let right: UInt64 = 0xca5a_8263_9512_1157
  private static let firstStep: UInt64 = 0x9e37_79b9_7f4a_7c15
  private static let secondStep: UInt64 = 0xbb67_ae85_84ca_a73b

  package init(seed: UInt64) { self.seed = seed }

  /// Returns four words of random bits.
  package func words(row: UInt64, name: UInt64) -> (UInt64, UInt64, UInt64, UInt64) {
    var (a, b, c, d) = (row, name, 0 as UInt64, 0 as UInt64)
    var (first, second) = (seed, 0 as UInt64)
    for _ in 0..<10 {
      let left = a.multipliedFullWidth(by: Self.left)
      let right = c.multipliedFullWidth(by: Self.right)
      (a, b, c, d) = (right.high ^ b ^ first, right.low, left.high ^ d ^ second, left.low)
      first &+= Self.firstStep
      second &+= Self.secondStep
    }
    return (a, b, c, d)
  }

  /// The random bits of rows for one name: the first two of their four words, computed in less time than all four words.
  package struct Stream {
    private let seed: UInt64
    /// A product from the second round that doesn't depend on the row.
    private let name: (high: UInt64, low: UInt64)

    init(_ random: CounterRandom, name: UInt64) {
      seed = random.seed
      self.name = (name ^ random.seed).multipliedFullWidth(by: CounterRandom.left)
    }

    /// Returns the first two words of random bits of a row.
    @inline(__always)
    package func words(row: UInt64) -> (UInt64, UInt64) {
      let start = row.multipliedFullWidth(by: CounterRandom.left)
      var (first, second) = (seed &+ CounterRandom.firstStep, CounterRandom.secondStep)
      let right = start.high.multipliedFullWidth(by: CounterRandom.right)
      var (a, b, c, d) = (right.high ^ first, right.low, name.high ^ start.low ^ second, name.low)
      for _ in 2..<9 {
        first &+= CounterRandom.firstStep
        second &+= CounterRandom.secondStep
        let left = a.multipliedFullWidth(by: CounterRandom.left)
        let right = c.multipliedFullWidth(by: CounterRandom.right)
        (a, b, c, d) = (right.high ^ b ^ first, right.low, left.high ^ d ^ second, left.low)
      }
      let last = c.multipliedFullWidth(by: CounterRandom.right)
      return (last.high ^ b ^ (first &+ CounterRandom.firstStep), last.low)
    }
  }

  /// Returns the stream for a name.
  package func stream(name: UInt64) -> Stream { Stream(self, name: name) }

  /// Returns the middle of one of 2⁵² equal parts of 0…1, which is never 0 or 1.
  package static func fraction(_ word: UInt64) -> Double { (Double(word >> 12) + 0.5) * 0x1p-52 }
}
