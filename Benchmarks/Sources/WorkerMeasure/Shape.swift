// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// Nodes downstream of a source, in layers, and the expected gain of two threads.
struct Shape {
  let name: String
  /// The number of chains, and the number of nodes in each.
  let width: Int
  let depth: Int
  /// The duration of a node, and the declared cost.
  let nanoseconds: Double
  let cost: NodeCost
  /// The number of light nodes in a level, and the number of levels. Nodes of the first level read the same source, others read
  /// two nodes of the level before.
  var lightNodes = 0
  var lightLevels = 1
  /// The least ratio when two threads have two cores to themselves.
  let goal: Double

  static let all = [
    Shape(name: "8 × 100 µs", width: 8, depth: 1, nanoseconds: 100_000, cost: .heavy, goal: 1.8),
    Shape(name: "8 × 10 µs", width: 8, depth: 1, nanoseconds: 10_000, cost: .heavy, goal: 1.8),
    Shape(name: "8 × 10 µs, measured", width: 8, depth: 1, nanoseconds: 10_000, cost: .automatic, goal: 1.8),
    Shape(name: "8 chains of 5 × 10 µs", width: 8, depth: 5, nanoseconds: 10_000, cost: .heavy, goal: 1.8),
    Shape(name: "2 × 10 µs", width: 2, depth: 1, nanoseconds: 10_000, cost: .heavy, goal: 1.6),
    Shape(name: "8 × 1 µs", width: 8, depth: 1, nanoseconds: 1_000, cost: .automatic, goal: 0.95),
    Shape(name: "a chain of 8 × 1 µs", width: 1, depth: 8, nanoseconds: 1_000, cost: .automatic, goal: 0.95),
    Shape(
      name: "8 × 10 µs and 1,000 light", width: 8, depth: 1, nanoseconds: 10_000, cost: .heavy,
      lightNodes: 1000, goal: 1.4),
    Shape(
      name: "1 × 1 µs and 1,000 light", width: 1, depth: 1, nanoseconds: 1_000, cost: .automatic,
      lightNodes: 1000, goal: 0.95),
    Shape(name: "1,000 light", width: 1000, depth: 1, nanoseconds: 0, cost: .automatic, goal: 0.95),
    Shape(
      name: "100,000 light", width: 0, depth: 0, nanoseconds: 0, cost: .automatic, lightNodes: 100_000, goal: 1.4),
    Shape(
      name: "10 levels of 100,000 light", width: 0, depth: 0, nanoseconds: 0, cost: .automatic, lightNodes: 100_000,
      lightLevels: 10, goal: 1.7),
    Shape(name: "a chain of 1,000 light", width: 1, depth: 1000, nanoseconds: 0, cost: .automatic, goal: 0.95),
  ]

  private func makeEvaluator(_ workers: Workers) throws -> (Evaluator, Variable<Double>) {
    let steps = Spin.steps(for: nanoseconds)
    let node = NodeDefinition("Node", inputs: ValuePort("x", default: 0.0), output: ValuePort("y"), cost: cost) {
      (x: Double) -> Double in x + 1 + Spin.run(steps)
    }
    let light = NodeDefinition(
      "Light", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 1.0), output: ValuePort("z")
    ) { (x: Double, y: Double) -> Double in (x + y) / 2 }
    let evaluator = Evaluator(definitions: [node, light])
    let source = evaluator.input("source", 0.0)
    try evaluator.edit { edit in
      for _ in 0..<width {
        var last = source.port
        for _ in 0..<depth {
          let node = try edit.add("Node")
          try edit.connect(last, to: node.input(0))
          last = node.output
        }
      }
      var above: [NodeID] = []
      for _ in 0..<lightLevels {
        let level = try (0..<lightNodes).map { _ in try edit.add("Light") }
        for (index, node) in level.enumerated() {
          if above.isEmpty {
            try edit.connect(source.port, to: node.input(0))
          } else {
            try edit.connect(above[(index &* 7_919) % lightNodes].output, to: node.input(0))
            try edit.connect(above[index].output, to: node.input(1))
          }
        }
        above = level
      }
    }
    evaluator.workers = workers
    return (evaluator, source)
  }

  /// Measures the shape and prints a line. Returns whether the goal was reached.
  func measure(isBusy: Bool) throws -> Bool {
    let (one, two) = (try makeEvaluator(.none), try makeEvaluator(.upTo(2)))
    var value = 0.0
    func time(_ pair: (evaluator: Evaluator, source: Variable<Double>), _ edits: Int) -> Double {
      let start = wallTime()
      for _ in 0..<edits {
        value += 1
        pair.evaluator.set(pair.source, to: value)
      }
      return (wallTime() - start) / Double(edits)
    }
    let edits = max(4, Int(8e6 / max(1, time(one, 20))))
    // Plans are made and measured meanwhile.
    _ = time(two, max(edits, 20))
    var rounds: [(ratio: Double, probe: Double, cost: Double)] = []
    for _ in 0..<(isBusy ? 60 : 15) {
      let before = Spin.probe()
      let (alone, together) = (time(one, edits), time(two, edits))
      rounds.append((alone / together, min(before, Spin.probe()), alone))
    }
    // The availability of cores varies: only rounds with nearly the best availability count.
    let best = rounds.map(\.probe).max() ?? 1
    let counted = isBusy ? rounds : rounds.filter { $0.probe > 0.95 * best }
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    let ratio = median(counted.map(\.ratio))
    let probe = median(counted.map(\.probe))
    let expected = isBusy ? 0.95 : probe < 1.8 ? 0 : goal
    func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
    print(
      "\(name): \(text(ratio)) times as fast (\(text(median(counted.map(\.cost)) / 1000)) µs by one thread; two threads of "
        + "arithmetic: \(text(probe)) times, \(counted.count) rounds)\(ratio < expected ? "  ← MISSED" : "")")
    return ratio >= expected
  }
}
