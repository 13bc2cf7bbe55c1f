// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Repeatable random numbers: Steele, Lea and Flood, "Fast splittable pseudorandom number generators" (2014).
public struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  /// Creates numbers that depend only on `state`.
  public init(state: UInt64) { self.state = state }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A number from 0 up to, but not including, `bound`.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
