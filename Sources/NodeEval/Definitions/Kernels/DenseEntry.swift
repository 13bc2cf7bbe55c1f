// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// An entry of a dense plan: what the kernel of a node needs, in 16 bytes.
@frozen
@usableFromInline
struct DenseEntry: BitwiseCopyable {
  /// The two words of the node's argument block, or the start of the block if it is longer.
  let arguments: (UInt32, UInt32)
  /// The cell of the node's first output.
  @usableFromInline let output: UInt32
  let slot: UInt32

  init(_ entry: PlanEntry) { (arguments, output, slot) = (entry.arguments, entry.output, entry.slot) }

  /// Makes the entry of a node from the tables of the graph.
  init(_ slot: UInt32, in topology: borrowing Topology) {
    var entry = PlanEntry(slot: slot)
    entry.fill(from: topology)
    self.init(entry)
  }

  /// The argument block stored inline, in the entry's first two words. Valid unless the span `isLong`.
  @unsafe
  @inlinable @inline(__always)
  static func block(of entry: UnsafeMutablePointer<DenseEntry>) -> UnsafeMutablePointer<UInt32> {
    unsafe UnsafeMutableRawPointer(entry).assumingMemoryBound(to: UInt32.self)
  }
}
