// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What happened to a node in an edit. The lower bit is set if its value is the same, the upper one if its code did not run.
enum NodeOutcome: UInt32 {
  /// The node ran, or was given a value, and its value or failure changed.
  case changed
  /// The node ran and its value stayed the same, so the change does not propagate.
  case cutOff
  /// An input has failed, and had not failed before.
  case blocked
  /// An input has failed, as it had before.
  case stillBlocked
}

/// A node and its outcome, which is in the two top bits.
@frozen
@usableFromInline
struct LogEntry: BitwiseCopyable {
  @usableFromInline let bits: UInt32

  @inline(__always)
  init(_ slot: UInt32, _ outcome: NodeOutcome) {
    assert(NodeOutcome.cutOff.rawValue << 30 == Self.cutOffMark, "the mark is that of the outcome")
    bits = slot | outcome.rawValue << 30
  }

  /// Makes the entry of a node that ran. The node is cut off if no output changed.
  @inlinable @inline(__always)
  init(_ slot: UInt32, changed outputs: UInt32) { bits = outputs == 0 ? slot | Self.cutOffMark : slot }

  /// The two top bits of a node that is cut off: the only outcome that inlinable code needs.
  @inlinable static var cutOffMark: UInt32 { 1 << 30 }

  var slot: UInt32 { bits & (1 << 30 - 1) }
  var outcome: NodeOutcome { NodeOutcome(rawValue: bits >> 30) ?? .changed }
  /// Whether the value or failure changed.
  var isChanged: Bool { bits & Self.cutOffMark == 0 }
  /// Whether the code ran.
  var hasRun: Bool { bits >> 31 == 0 }
}
