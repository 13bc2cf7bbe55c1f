// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Many observers, and many writes in one update.
extension Plan {
  /// One source, and `count` nodes, each of which is observed.
  static func observed(_ count: Int) -> Plan {
    var plan = Plan.broad(count)
    plan.observed = Array(1...count)
    return plan
  }

  /// `count` sources with a node each; all sources are written in one update.
  static func batch(_ count: Int) -> Plan {
    var plan = Plan()
    let sources = (0..<count).map { plan.add(.source, constant: Double($0)) }
    for source in sources { plan.add(.successor, [source]) }
    plan.updates = [1.0, 2.0].map { value in
      Update(
        writes: sources.map { Write(node: $0, value: Double($0) + value) }, result: plan.count - 1)
    }
    plan.evaluations = count
    return plan
  }
}

extension Row {
  /// Rows for observers and batches.
  static var observing: [Row] {
    [
      .plan("observers", 10_000, per: .each(10_000, "observer")) { .observed(10_000) },
      .plan("writes in one edit", 10_000, per: .each(10_000, "write")) { .batch(10_000) },
    ]
  }
}
