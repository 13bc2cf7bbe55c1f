// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Entries of a dense plan that share a kernel and must all run.
@safe
@frozen
@usableFromInline
struct DenseBatch: KernelBatch {
  /// The next entry.
  @usableFromInline var entry: UnsafeMutablePointer<DenseEntry>
  /// The first one, and the end.
  @usableFromInline let first, end: UnsafeMutablePointer<DenseEntry>
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let arguments: UnsafeMutablePointer<UInt32>
  /// Where the index of the next entry whose value does not change is written.
  @usableFromInline var unchanged: UnsafeMutablePointer<UInt32>

  @inlinable @inline(__always)
  func findNext() -> Bool { unsafe entry != end }

  /// The call of the next node. Its output has a value.
  @inlinable var call: KernelCall {
    @inline(__always)
    get {
      unsafe KernelCall(
        values: values, block: DenseEntry.block(of: entry), arguments: arguments,
        output: entry.pointee.output & ~KernelCall.firstTime)
    }
  }

  /// Ends the next node.
  @inlinable @inline(__always)
  mutating func end(_ outputs: UInt32) {
    if outputs == 0 {
      unsafe unchanged.pointee = UInt32(truncatingIfNeeded: entry - first)
      unsafe unchanged += 1
    }
    unsafe entry += 1
  }
}
