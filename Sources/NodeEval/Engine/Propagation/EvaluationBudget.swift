// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How much one evaluation may do before it stops between two nodes.
public enum EvaluationBudget: Hashable, Sendable {
  /// Ends after the first node that finishes once this much time has passed. A duration of zero or less ends it after one node.
  case time(Duration)
  /// Ends after this many nodes, but after one at least.
  case nodes(Int)
}

extension Evaluator {
  /// How much one evaluation may do. With `nil`, the default, it runs to its end.
  ///
  /// The rest is ``unfinished``, as if ``isInterrupted`` had returned `true`: ``resume()`` continues it, with a new budget of the
  /// same size. An application can therefore evaluate one slice per frame:
  ///
  /// ```swift
  /// evaluator.budget = .time(.milliseconds(4))
  /// evaluator.set(radius, to: 12)                        // 4 ms, and what its last node takes beyond that
  /// if evaluator.hasUnfinished { evaluator.resume() }    // in the next frame
  /// ```
  ///
  /// A node is never interrupted: one that takes longer than the budget runs to its end. Heavy nodes that run together, while there
  /// are ``workers``, also all run to their end; there are never more of them than the budget has nodes. A budget of time reads the
  /// clock after every node, or after every such group, at some 30 ns each. An edit that finishes within its budget has no other
  /// cost. The budget also applies to landing and to evaluation on demand, but not to a node that is made in code outside of edits,
  /// which runs at once unless something is unfinished.
  public var budget: EvaluationBudget? {
    get { state.settings.budget }
    set { state.settings.budget = newValue }
  }
}

extension Duration {
  /// The duration in nanoseconds, clamped to the range of `UInt64`.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard self > .zero else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || sum.overflow ? .max : sum.partialValue
  }
}
