// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What a node needs besides a run of its kernel. Empty for an ordinary node that has a value, so that one comparison in
/// the inner loop tells them apart. One bit is free.
@frozen
@usableFromInline
package struct NodeStatus: OptionSet, BitwiseCopyable, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

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

  /// One of these says that there is no value to read.
  @inlinable static var withoutValue: NodeStatus { [.empty, .failed] }
  /// With these and nothing else, the code can run at once.
  @inlinable static var simple: NodeStatus { [.isObserved, .hasSeveralOutputs] }

  /// Another status with this one's observers, which come and go whatever becomes of an edit.
  func replaced(by other: NodeStatus) -> NodeStatus { other.subtracting(.isObserved).union(intersection(.isObserved)) }
}
