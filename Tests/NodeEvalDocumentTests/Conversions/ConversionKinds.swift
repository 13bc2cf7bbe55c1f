// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Kinds of three types, two of which can be converted.
enum ConversionKinds {
  struct TooLarge: Error {}

  static let all: [NodeDefinition] = [
    .source("Count", output: ValuePort("value"), initial: 1),
    .source("Measure", output: ValuePort("value"), initial: 0.5),
    .source("Word", output: ValuePort("value"), initial: "w"),
    NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("sum")) {
      (x: Int, y: Int) -> Int in x &+ y
    },
    NodeDefinition(
      "Mean", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("mean")
    ) {
      (x: Double, y: Double) -> Double in (x + y) / 2
    },
    NodeDefinition("Total", inputs: ManyPort<Double>("terms"), output: ValuePort("total")) {
      (terms: [Double]) -> Double in terms.reduce(0, +)
    },
    NodeDefinition("Length", inputs: ValuePort("text", default: ""), output: ValuePort("length")) {
      (text: String) -> Int in text.utf8.count
    },
  ]

  static func evaluator() -> Evaluator {
    let evaluator = Evaluator(definitions: all)
    declare(in: evaluator)
    evaluator.undoLimit = 1 << 24
    return evaluator
  }

  static let conversions: [NodeDefinition] = [
    .conversion(Int.self, to: Double.self) { Double($0) },
    .conversion(Double.self, to: Int.self, .lossy) { value in try whole(value) },
  ]

  static func declare(in evaluator: Evaluator) {
    evaluator.convert(Int.self, to: Double.self) { Double($0) }
    evaluator.convert(Double.self, to: Int.self, .lossy) { value in try whole(value) }
  }

  static func whole(_ value: Double) throws -> Int {
    guard value.magnitude < 1000 else { throw TooLarge() }
    return Int(value)
  }

  static func isConversion(_ node: NodeID, in evaluator: Evaluator) -> Bool {
    (try? evaluator.graph.kind(of: node).name)?.contains("→") ?? false
  }
}
