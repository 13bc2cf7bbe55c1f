// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Entries of a replay that share a kernel, which runs them in a loop of its own.
///
/// Where nodes of one shape follow each other, the loop around a node costs twice what a light node does: it finds and calls
/// the node's kernel, and then evaluates what that returned. A kernel that contains the loop keeps all of that in registers. It
/// stops at the first node that is of another shape, or in a special state.
@safe
@frozen
@usableFromInline
struct ReplayBatch: KernelBatch {
  /// The entries of the current word.
  @usableFromInline var entries: UnsafeMutablePointer<PlanEntry>
  /// The pending entries of the current word, one bit each.
  @usableFromInline var bits: UInt64
  /// The index of the current word.
  @usableFromInline var word = 0
  /// The shape of the batch's nodes, with its marks.
  @usableFromInline var shape: UInt32 = 0
  /// The log entry of the next node.
  @usableFromInline var log: UnsafeMutablePointer<LogEntry>
  @usableFromInline let status: UnsafePointer<NodeStatus>
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let arguments: UnsafeMutablePointer<UInt32>
  /// The evaluator, which outlives the batch.
  @usableFromInline let evaluator: UnsafeRawPointer

  /// The next pending entry.
  @inlinable
  var entry: UnsafeMutablePointer<PlanEntry> {
    @inline(__always) get { unsafe entries + bits.trailingZeroBitCount }
  }

  /// The call of the next node, which has a value.
  @inlinable var call: KernelCall {
    @inline(__always)
    get {
      unsafe KernelCall(
        values: values, block: PlanEntry.block(of: entry), arguments: arguments,
        output: entry.pointee.output & ~KernelCall.firstTime)
    }
  }
}

/// The part that kernels use.
extension ReplayBatch {
  /// Whether the next pending entry has the batch's shape and a kernel can run it.
  @inlinable @inline(__always)
  func findNext() -> Bool {
    if bits == 0 { return false }
    let entry = unsafe self.entry
    return unsafe entry.pointee.shapeAndMarks == shape && status[Int(entry.pointee.slot)].isSubset(of: .isObserved)
  }

  /// Ends the next node, given the outputs that changed, one bit each.
  @inlinable @inline(__always)
  mutating func end(_ outputs: UInt32) {
    let entry = unsafe self.entry
    unsafe log.pointee = LogEntry(entry.pointee.slot, changed: outputs)
    unsafe log += 1
    bits &= bits &- 1
    if outputs == 0 { return }
    unsafe bits |= entry.pointee.near
    if unsafe !entry.pointee.far.isEmpty || !status[Int(entry.pointee.slot)].isEmpty {
      unsafe bits |= Self.passOn(entry, outputs: outputs, entries, word: word, evaluator)
    }
  }
}
