// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// How much one evaluation may do before it stops between two nodes.
public enum EvaluationBudget: Hashable, Sendable {
  /// It ends after the first node that ends when so much time has passed. Of nothing or less, it ends after one node.
  case time(Duration)
  /// It ends after so many nodes; after one at least.
  case nodes(Int)
}

extension Evaluator {
  /// How much one evaluation may do; with `nil`, the default, it runs to its end.
  ///
  /// What is left is ``unfinished``, as if ``isInterrupted`` had said so: ``resume()`` goes on, with as much again. So an
  /// application evaluates a slice a frame:
  ///
  /// ```swift
  /// evaluator.budget = .time(.milliseconds(4))
  /// evaluator.set(radius, to: 12)                        // 4 ms, and what its last node takes beyond that
  /// if evaluator.hasUnfinished { evaluator.resume() }    // in the next frame
  /// ```
  ///
  /// A node is never interrupted: one that takes longer than the budget runs to its end. Heavy nodes that run together, while there are
  /// ``workers``, all run to their end as well; there are never more of them than the budget has nodes. A budget of time reads the
  /// clock after every node, or after every such group, some 30 ns each. Edits of which nothing is left cost nothing more. It holds for landing and evaluation on
  /// demand as well, but not for a node that is made in code outside of edits, which runs at once unless something is
  /// unfinished.
  public var budget: EvaluationBudget? {
    get { state.settings.budget }
    set { state.settings.budget = newValue }
  }
}

extension Duration {
  /// In nanoseconds; nothing if it is negative, and the most there is if it is longer.
  var nanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    guard self > .zero else { return 0 }
    let (whole, overflow) = UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let sum = whole.addingReportingOverflow(UInt64(attoseconds / 1_000_000_000))
    return overflow || sum.overflow ? .max : sum.partialValue
  }
}
