// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Run counts of nodes.
extension Session {
  /// The visible names whose nodes have run since counting began, in evaluation order, with the number and duration of the runs.
  package var runCounts: [(name: String, runs: RunStatistics)] {
    shownNames.compactMap { name in
      let node = node(named: name) ?? (try? formulas.scopedNode(SourceName(name, range: 0..<0)))
      guard let runs = node.flatMap({ evaluator.runs(of: $0) }), runs.count > 0 else { return nil }
      return (name, runs)
    }
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
