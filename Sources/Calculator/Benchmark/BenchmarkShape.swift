// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A graph that is measured, and the same arithmetic without a graph.
package struct BenchmarkShape {
  /// What it is called.
  let name: String
  /// How large it is: nodes, diamonds, layers, what an edit reaches.
  let size: Int
  /// How many nodes an update evaluates.
  package var evaluations: Int
  let evaluator: Evaluator
  /// What an update writes, and its place among ``numbers``.
  let variable: Variable<Double>
  let place: Int
  /// Every node, in an order in which they can be computed.
  let numbers: [BenchmarkNumber]
  /// Computes all numbers but those of variables, which are there already.
  package var loop: (inout [Double]) -> Void

  /// Carries out an update, reads the last number, and returns how many nodes ran.
  @discardableResult
  func update(to value: Double) -> Int {
    let receipt = evaluator.set(variable, to: value)
    if let last = numbers.last { Self.use(evaluator[last]) }
    return receipt.evaluatedCount
  }

  /// Does the same to numbers in an array, all of them.
  func update(_ values: inout [Double], to value: Double) {
    values[place] = value
    loop(&values)
    if let last = values.last { Self.use(last) }
  }

  /// Compares two updates with the loop: each value, and how many nodes ran.
  ///
  /// - Throws: ``BenchmarkFailure`` that names what is wrong.
  package func check() throws(BenchmarkFailure) {
    var values = numbers.map { evaluator[$0] }
    for value in [1.0, 2.0] {
      let ran = update(to: value)
      update(&values, to: value)
      guard ran == evaluations else {
        throw BenchmarkFailure(message: "\(name): \(ran) nodes ran, not \(evaluations)")
      }
      for (place, value) in values.enumerated() where evaluator[numbers[place]] != value {
        throw BenchmarkFailure(message: "\(name): node \(place) is \(evaluator[numbers[place]]), not \(value)")
      }
    }
  }

  /// Keeps the optimiser from leaving out what computes a value.
  @inline(never)
  private static func use(_ value: Double) {}
}

/// A variable or an output, whichever it is.
struct BenchmarkNumber: Readable {
  typealias Value = Double
  let port: OutputPort
}

/// A graph that was evaluated wrongly, so that its speed is of no interest.
public struct BenchmarkFailure: Error, Hashable, Sendable {
  /// One sentence without a full stop: `chain: 999 nodes ran, not 1000`.
  public let message: String

  package init(message: String) { self.message = message }
}
