// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Entries of a pulled replay (see `Evaluator.pull`) that share a kernel, which runs them in a loop of its own.
@safe
@frozen
@usableFromInline
struct PulledBatch: KernelBatch {
  /// The next entry to look at.
  @usableFromInline var entry: UnsafeMutablePointer<PlanEntry>
  /// Where the plan ends.
  @usableFromInline let end: UnsafeMutablePointer<PlanEntry>
  /// The shape of that entry, with its marks.
  @usableFromInline var shape: UInt32 = 0
  /// Where the next one that runs is logged.
  @usableFromInline var log: UnsafeMutablePointer<LogEntry>
  @usableFromInline let status: UnsafeMutablePointer<NodeStatus>
  @usableFromInline let values: UnsafeMutableRawPointer
  @usableFromInline let arguments: UnsafeMutablePointer<UInt32>
  @usableFromInline let changed: ChangedCells.Bits

  /// Goes on to the next one that reads something that has changed. Returns whether all up to there are of the shape, and nothing
  /// else is known of it.
  @inlinable @inline(__always)
  mutating func findNext() -> Bool {
    while unsafe entry != end && entry.pointee.shapeAndMarks == shape {
      if unsafe changed.hasOne(of: entry.pointee.arguments) { return unsafe status[Int(entry.pointee.slot)].isEmpty }
      unsafe entry += 1
    }
    return false
  }

  /// Ends that one, of which these outputs changed.
  @inlinable @inline(__always)
  mutating func end(_ outputs: UInt32) {
    unsafe log.pointee = LogEntry(entry.pointee.slot, changed: outputs)
    unsafe log += 1
    unsafe changed.insert(entry.pointee.output, if: outputs)
    unsafe entry += 1
  }
}

extension PulledBatch {
  /// Ends the next one, which did not run as the others do.
  mutating func end(_ result: RunResult) {
    if let logged = result.entry {
      unsafe log.pointee = logged
      unsafe log += 1
    }
    unsafe entry += 1
  }
}
