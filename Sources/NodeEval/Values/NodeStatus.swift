// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a node needs besides a run of its kernel. Empty for an ordinary node that has a value, so that one comparison in
/// the inner loop tells them apart.
@frozen
@usableFromInline
package struct NodeStatus: OptionSet, BitwiseCopyable, Sendable {
  @usableFromInline package let rawValue: UInt16

  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// There is no value in its output cells yet.
  @inlinable static var empty: NodeStatus { NodeStatus(rawValue: 1) }
  /// It has a failure instead of a value.
  @inlinable static var failed: NodeStatus { NodeStatus(rawValue: 2) }
  /// An input may lack a value: it looks at them before it runs.
  @inlinable static var checksInputs: NodeStatus { NodeStatus(rawValue: 4) }
  /// It has observers.
  @inlinable static var isObserved: NodeStatus { NodeStatus(rawValue: 8) }
  @inlinable static var hasSeveralOutputs: NodeStatus { NodeStatus(rawValue: 16) }
  /// Its value is given from outside; it never runs.
  @inlinable static var isSource: NodeStatus { NodeStatus(rawValue: 32) }
  /// Already visited; only while an edit is committed.
  @inlinable static var isSeen: NodeStatus { NodeStatus(rawValue: 64) }

  /// It was reached by a change and did not run: nobody needed it, or something upstream was in flight.
  @inlinable static var isPutOff: NodeStatus { NodeStatus(rawValue: 128) }
  /// Nobody needs it, so it is put off (see `Demand`).
  @inlinable static var isUnneeded: NodeStatus { NodeStatus(rawValue: 256) }
  /// Something upstream is in flight, so it is put off (see `Flights`).
  @inlinable static var isWaiting: NodeStatus { NodeStatus(rawValue: 512) }
  /// Its code was started and has not ended.
  @inlinable static var isInFlight: NodeStatus { NodeStatus(rawValue: 1024) }
  /// Its code ends later than the edit that starts it.
  @inlinable static var isAsync: NodeStatus { NodeStatus(rawValue: 2048) }

  /// Its code is worth running on another thread, and there are some (see `HeavyKinds`).
  @inlinable static var isHeavy: NodeStatus { NodeStatus(rawValue: 4096) }
  /// Its next run is measured, to find out whether its kind is heavy.
  @inlinable static var isMeasured: NodeStatus { NodeStatus(rawValue: 8192) }

  /// The evaluator does something before or after its code runs (see `Memo`, `Combination`).
  @inlinable static var isAttended: NodeStatus { NodeStatus(rawValue: 16384) }

  /// It is muted or bypassed, by itself or with an instance that it lies in (see `ModeTable`).
  @inlinable static var isSwitched: NodeStatus { NodeStatus(rawValue: 32768) }

  /// A node that has not run, and about which there is nothing else.
  static var new: NodeStatus { [.empty, .checksInputs] }
  /// One of these says that there is no value to read.
  @inlinable static var withoutValue: NodeStatus { [.empty, .failed] }
  /// With these and nothing else, the code can run at once.
  @inlinable static var simple: NodeStatus { [.isObserved, .hasSeveralOutputs] }

  /// With one of these, it does not run when a change reaches it.
  @inlinable static var restrained: NodeStatus { [.isUnneeded, .isWaiting] }
  /// With one of these, a change has reached it and it has not run.
  @inlinable static var later: NodeStatus { [.isPutOff, .isInFlight] }
  /// What comes and goes whatever becomes of an edit: it is known elsewhere.
  static var lasting: NodeStatus { [.isObserved, .isUnneeded, .isWaiting, .isHeavy, .isMeasured, .isSwitched] }
  /// What is known of the cost of a node's kind.
  private static var costs: NodeStatus { [.isHeavy, .isMeasured] }

  /// Another status with what lasts of this one.
  func replaced(by other: NodeStatus) -> NodeStatus { other.subtracting(.lasting).union(intersection(.lasting)) }

  /// Takes over what is known of the cost of its kind.
  mutating func replaceCosts(by marks: NodeStatus) { self = subtracting(.costs).union(marks) }
}
