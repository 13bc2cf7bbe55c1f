// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The expected results of a plan's updates, computed once by an oracle for all contenders.
public struct Course: Sendable {
  struct Step: Sendable {
    let update: Int
    let evaluations: Int
    let values: [(node: Int, value: Double)]
  }

  let steps: [Step]
  /// The average number of nodes that an update evaluates, after each update has been executed once.
  public let evaluations: Double

  /// Executes each update once, or twice if the plan is short.
  ///
  /// - Throws: ``Mismatch`` if the oracle disagrees with an expectation that the plan states.
  public init(_ plan: Plan, _ oracle: Oracle) throws {
    let rounds = plan.updates.count <= 2 ? 2 : 1
    var steps: [Step] = []
    for round in 0..<rounds {
      for (index, update) in plan.updates.enumerated() {
        let evaluations = oracle.apply(update)
        if round == 1, let stated = plan.evaluations, evaluations != stated {
          throw Mismatch("the oracle evaluates \(evaluations) nodes, the plan states \(stated)")
        }
        var values = [(node: update.result, value: oracle.value(of: update.result))]
        for expectation in plan.expectations where expectation.update == index {
          let value = oracle.value(of: expectation.node)
          guard value == expectation.value else {
            throw Mismatch("the oracle has \(value) for node \(expectation.node), the plan states \(expectation.value)")
          }
          values.append((expectation.node, value))
        }
        steps.append(Step(update: index, evaluations: evaluations, values: values))
      }
    }
    self.steps = steps
    let last = steps.suffix(plan.updates.count)
    evaluations = Double(last.reduce(0) { $0 + $1.evaluations }) / Double(max(1, last.count))
  }
}
