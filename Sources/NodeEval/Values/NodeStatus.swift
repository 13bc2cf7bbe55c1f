// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The state of a node that decides what it needs besides a run of its kernel. Empty for an ordinary node that has a value, so
/// that one comparison in the inner loop finds it.
@frozen
@usableFromInline
package struct NodeStatus: OptionSet, BitwiseCopyable, Sendable {
  @usableFromInline package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The node's output cells have no value yet.
  @inlinable static var empty: NodeStatus { NodeStatus(rawValue: 1) }
  /// The node has a failure instead of a value.
  @inlinable static var failed: NodeStatus { NodeStatus(rawValue: 2) }
  /// An input may lack a value: the node checks its inputs before it runs.
  @inlinable static var checksInputs: NodeStatus { NodeStatus(rawValue: 4) }
  /// The node has observers.
  @inlinable static var isObserved: NodeStatus { NodeStatus(rawValue: 8) }
  @inlinable static var hasSeveralOutputs: NodeStatus { NodeStatus(rawValue: 16) }
  /// The node's value is given from outside; its code never runs.
  @inlinable static var isSource: NodeStatus { NodeStatus(rawValue: 32) }
  /// The node was already visited. Used only while an edit is committed.
  @inlinable static var isSeen: NodeStatus { NodeStatus(rawValue: 64) }

  /// A change reached the node and it did not run: it was not needed, or something upstream was in flight.
  @inlinable static var isPutOff: NodeStatus { NodeStatus(rawValue: 128) }
  /// The node is not needed, so it is deferred (see `Demand`).
  @inlinable static var isUnneeded: NodeStatus { NodeStatus(rawValue: 256) }
  /// Something upstream is in flight, so the node is deferred (see `Flights`).
  @inlinable static var isWaiting: NodeStatus { NodeStatus(rawValue: 512) }
  /// The node's code was started and has not ended.
  @inlinable static var isInFlight: NodeStatus { NodeStatus(rawValue: 1024) }
  /// The node's code ends later than the edit that starts it.
  @inlinable static var isAsync: NodeStatus { NodeStatus(rawValue: 2048) }

  /// The node's code is worth running on another thread, and there are other threads (see `HeavyKinds`).
  @inlinable static var isHeavy: NodeStatus { NodeStatus(rawValue: 4096) }
  /// The node's next run is measured, to find out whether its kind is heavy.
  @inlinable static var isMeasured: NodeStatus { NodeStatus(rawValue: 8192) }

  /// The evaluator does some work before or after the node's code runs (see `Memo`, `Combination`).
  @inlinable static var isAttended: NodeStatus { NodeStatus(rawValue: 16384) }

  /// The node is muted or bypassed, by itself or with an instance that it belongs to (see `ModeTable`).
  @inlinable static var isSwitched: NodeStatus { NodeStatus(rawValue: 32768) }

  /// The status of a node that has not run, and has no other special state.
  static var new: NodeStatus { [.empty, .checksInputs] }
  /// The flags of nodes without a value to read.
  @inlinable static var withoutValue: NodeStatus { [.empty, .failed] }
  /// The flags that don't keep code from running at once.
  @inlinable static var simple: NodeStatus { [.isObserved, .hasSeveralOutputs] }

  /// The flags of nodes that do not run when a change reaches them.
  @inlinable static var restrained: NodeStatus { [.isUnneeded, .isWaiting] }
  /// The flags of nodes that a change has reached and that have not run.
  @inlinable static var later: NodeStatus { [.isPutOff, .isInFlight] }
  /// The flags that do not depend on edits: undo leaves them unchanged, because other tables define them.
  static var lasting: NodeStatus { [.isObserved, .isUnneeded, .isWaiting, .isHeavy, .isMeasured, .isSwitched] }
  /// The flags that record the cost of a node's kind.
  private static var costs: NodeStatus { [.isHeavy, .isMeasured] }

  /// Another status, with the `lasting` flags of this one.
  func replaced(by other: NodeStatus) -> NodeStatus { other.subtracting(.lasting).union(intersection(.lasting)) }

  /// Replaces the flags that record the cost of the node's kind.
  mutating func replaceCosts(by marks: NodeStatus) { self = subtracting(.costs).union(marks) }
}
