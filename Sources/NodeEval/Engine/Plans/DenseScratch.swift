// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Memory for the calls of a replay by level.
struct DenseScratch: ~Copyable {
  /// The entries of a call that read a changed value.
  private var reached = Buffer<DenseEntry>()
  /// The entries of a call whose value did not change, by index.
  private var unchanged = Buffer<UInt32>()
  /// The words that the nodes of a call had before.
  private var before = Buffer<UInt64>()

  /// Makes room for a number of entries.
  mutating func reserve(_ count: Int) {
    reached.reserve(count + 1)
    unchanged.reserve(count + 1)
    before.reserve(count)
  }

  /// The memory of one call.
  @unsafe
  struct Memory {
    let reached: UnsafeMutablePointer<DenseEntry>
    let unchanged: UnsafeMutablePointer<UInt32>
    let before: UnsafeMutablePointer<UInt64>

    init(_ scratch: borrowing DenseScratch) {
      unsafe reached = scratch.reached.base
      unsafe unchanged = scratch.unchanged.base
      unsafe before = scratch.before.base
    }

    private init(_ memory: Memory, behind count: Int) {
      unsafe reached = memory.reached + count
      unsafe unchanged = memory.unchanged + count
      unsafe before = memory.before + count
    }

    /// The memory after that of a number of entries.
    func dropping(_ count: Int) -> Memory { unsafe Memory(self, behind: count) }
  }
}
