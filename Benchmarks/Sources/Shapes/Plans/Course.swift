// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What the updates of a plan lead to, worked out once by an oracle for all who carry it out.
public struct Course: Sendable {
  struct Step: Sendable {
    let update: Int
    let evaluations: Int
    let values: [(node: Int, value: Double)]
  }

  let steps: [Step]
  /// How many nodes an update evaluates on average, once each has been carried out.
  public let evaluations: Double

  /// Carries out each update, those of a short plan twice.
  ///
  /// - Throws: ``Mismatch`` if the oracle disagrees with what the plan states by hand.
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
