// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Random bits that depend on nothing but a seed, a row and a name, so that any machine draws any row.
///
/// Philox 4×64 with 10 rounds (Salmon, Moraes, Dror and Shaw 2011): the counter is row and fingerprint of the name, the key
/// is the seed.
package struct CounterRandom {
  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// Four words of random bits.
  package func words(row: UInt64, name: UInt64) -> (UInt64, UInt64, UInt64, UInt64) {
    var (a, b, c, d) = (row, name, 0 as UInt64, 0 as UInt64)
    var (first, second) = (seed, 0 as UInt64)
    for _ in 0..<10 {
      let left = a.multipliedFullWidth(by: 0xd2e7_470e_e14c_6c93)
      let right = c.multipliedFullWidth(by: 0xca5a_8263_9512_1157)
      (a, b, c, d) = (right.high ^ b ^ first, right.low, left.high ^ d ^ second, left.low)
      first &+= 0x9e37_79b9_7f4a_7c15
      second &+= 0xbb67_ae85_84ca_a73b
    }
    return (a, b, c, d)
  }

  /// A number in the middle of one of 2⁵² equal parts of 0…1, never 0 or 1.
  static func fraction(_ word: UInt64) -> Double { (Double(word >> 12) + 0.5) * 0x1p-52 }
}
