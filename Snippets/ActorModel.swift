// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// An actor that owns an evaluator.

// snippet.show
import NodeEval

actor Simulation {
  private let evaluator = Evaluator()
  private let time: Variable<Double>
  private let height: Output<Double>

  init() {
    let time = evaluator.input("time", 0.0)
    self.time = time
    height = evaluator.node("height", time) { 10 * $0 - 5 * $0 * $0 }
  }

  /// Values leave the actor; the evaluator and its observers stay.
  func height(at seconds: Double) throws -> Double {
    evaluator.set(time, to: seconds)
    return try evaluator.value(of: height)
  }
}

let simulation = Simulation()
print(try await simulation.height(at: 1))  // 5.0
// snippet.hide
