// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// An evaluator with the graph of a plan, built in any way.
public class Engine {
  /// The evaluator.
  public let evaluator: Evaluator
  /// The output of each node of the plan.
  public let outputs: [OutputPort]
  fileprivate var steps: [Step] = []
  /// The steps in short form, if each of them has a single write; else empty.
  fileprivate var shortSteps: ContiguousArray<ShortStep> = []
  fileprivate var next = 0
  private var observations: [ObservationToken] = []
  /// Counts the calls of observers.
  private let told = Tally()

  /// An update with all lookups done beforehand, as in a program.
  fileprivate struct Step {
    let writes: [(variable: Variable<Double>, value: Double)]
    let result: OutputPort
  }

  /// An update with a single write, the usual form.
  fileprivate struct ShortStep {
    let variable: Variable<Double>
    let value: Double
    let result: OutputPort
  }

  /// Prepares the updates of a plan.
  ///
  /// - Parameters:
  ///   - evaluator: The evaluator to which the nodes of the plan were added.
  ///   - outputs: The outputs of the nodes, by the number of the node.
  ///   - plan: The plan.
  /// - Throws: ``Mismatch`` if an update writes a node that is not a source.
  init(_ evaluator: Evaluator, _ outputs: [OutputPort], _ plan: Plan) throws {
    self.evaluator = evaluator
    self.outputs = outputs
    try prepare(plan.updates)
    for node in plan.observed {
      observations.append(evaluator.observe(Source(port: outputs[node])) { [told] _ in told.count += 1 })
    }
  }

  /// Continues with other updates of the graph.
  public func prepare(_ updates: [Plan.Update]) throws {
    steps = try updates.map { update in
      let writes = try update.writes.map { write in
        guard let variable = try evaluator.variable(outputs[write.node].node, as: Double.self) else {
          throw Mismatch("node \(write.node) is no source")
        }
        return (variable, write.value)
      }
      return Step(writes: writes, result: outputs[update.result])
    }
    let areShort = steps.allSatisfy { $0.writes.count == 1 }
    shortSteps = ContiguousArray(
      areShort
        ? steps.map { ShortStep(variable: $0.writes[0].variable, value: $0.writes[0].value, result: $0.result) } : [])
    next = 0
  }

  /// Executes an update of the plan and returns the number of evaluated nodes.
  public func apply(_ update: Int) -> Int? {
    let step = steps[update]
    let receipt =
      if step.writes.count == 1 {
        evaluator.set(step.writes[0].variable, to: step.writes[0].value)
      } else {
        evaluator.edit { graph in for (variable, value) in step.writes { graph.set(variable, to: value) } }
      }
    use(evaluator[Source(port: step.result)])
    return receipt.evaluatedCount
  }

  /// The value of a node.
  public func value(of node: Int) -> Double { evaluator[Source(port: outputs[node])] }

  /// Executes a number of updates, and reads the result of each.
  public func run(_ updates: Int) {
    let shortSteps = shortSteps
    let evaluator = evaluator
    var index = next
    var total = 0.0
    for _ in 0..<updates {
      if shortSteps.isEmpty {
        let step = steps[index]
        evaluator.edit { graph in for (variable, value) in step.writes { graph.set(variable, to: value) } }
        total += evaluator[Source(port: step.result)]
      } else {
        let step = shortSteps[index]
        evaluator.set(step.variable, to: step.value)
        total += evaluator[Source(port: step.result)]
      }
      index = index + 1 == steps.count ? 0 : index + 1
    }
    next = index
    use(total)
  }
}

/// A counter with a reference.
private final class Tally {
  var count = 0
}

/// A variable or an output of a number.
struct Source: Readable {
  typealias Value = Double
  let port: OutputPort
}
