// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// How often nodes have run.
extension Session {
  /// The names of the scope whose nodes have run since runs are counted, in evaluation order, with how often and how long.
  var runCounts: [(name: String, runs: RunStatistics)] {
    shownNames.compactMap { name in
      let node = node(named: name) ?? (try? formulas.scopedNode(SourceName(name, range: 0..<0)))
      guard let runs = node.flatMap({ evaluator.runs(of: $0) }), runs.count > 0 else { return nil }
      return (name, runs)
    }
  }
}

extension Duration {
  /// In seconds.
  var seconds: Double {
    let (seconds, attoseconds) = components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }
}
