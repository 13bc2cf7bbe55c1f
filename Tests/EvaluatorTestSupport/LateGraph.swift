// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A source, a node that reads it and whose value comes late and is ten times the source's, and a node that adds one to that.
package final class LateGraph {
  package let evaluator = Evaluator()
  package let runs: LateRuns
  package let source: Variable<Double>
  package let late: Output<Double>
  package let next: Output<Double>
  package private(set) var nextRuns = 0

  package init(_ policy: InputChangePolicy = .restart, keepsLastValue: Bool = false, undoLimit: Int = 0) {
    runs = LateRuns(of: evaluator)
    evaluator.undoLimit = undoLimit
    source = evaluator.input("source", 1.0)
    late = evaluator.asyncNode("late", source, whenInputsChange: policy, keepsLastValue: keepsLastValue) { _, value in
      if value < 0 { throw Complaint(description: "negative") }
      return value * 10
    }
    var count: (() -> Void)?
    next = evaluator.node("next", late) { value in
      count?()
      return value + 1
    }
    count = { [unowned self] in nextRuns += 1 }
  }

  /// Ends all runs and lands their results.
  @discardableResult
  package func land() async -> Receipt {
    await runs.runAll()
    return evaluator.land()
  }

  package var states: [NodeState?] { [late.node, next.node].map { evaluator.state(of: $0) } }
}
