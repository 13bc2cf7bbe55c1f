// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A sum of many sources, one of which changes at a time.
enum Sums {
  /// The kind of the sum.
  static let folded = NodeDefinition(
    "Sum", folding: ManyPort<Int>("values"), output: ValuePort("sum"), empty: 0, adding: { $0 &+= $1 },
    removing: { $0 &-= $1 })
  static let exact = NodeDefinition(
    "Sum", folding: ManyPort<Double>("values"), output: ValuePort("sum"), empty: ExactSum(), adding: { $0.add($1) },
    removing: { $0.remove($1) }, result: { $0.value })
  static let combined = NodeDefinition(
    "Sum", combining: ManyPort<Double>("values"), output: ValuePort("sum"), empty: 0, by: +)
  static let inPlace = NodeDefinition("Sum", reading: ManyPort<Double>("values"), output: ValuePort("sum")) { values in
    values.reduce(0, +)
  }
  static let array = NodeDefinition("Sum", inputs: ManyPort<Double>("values"), output: ValuePort("sum")) {
    (values: [Double]) in values.reduce(0, +)
  }

  /// `count` sources, and a node of a kind that reads them.
  static func subject<Value: Numeric & Equatable & Sendable>(
    _ name: String, _ sum: NodeDefinition, _ count: Int, of type: Value.Type
  ) throws -> Subject {
    let evaluator = Evaluator(definitions: [sum])
    let sources = (0..<count).map { _ in evaluator.input(nil, Value.zero) }
    var made: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add("Sum")
      for source in sources { try edit.connect(source.port, to: node.input(0)) }
      made = node
    }
    guard let made, let result = try evaluator.output(made.output, as: Value.self) else {
      throw Mismatch("the sum was not made")
    }
    // The changing sources are far apart, and few enough for caches.
    let turn = (0..<16).map { sources[$0 * count / 16] }
    for (index, source) in turn.enumerated() {
      let evaluated = evaluator.set(source, to: 1).evaluatedCount
      guard evaluated == 1, evaluator[result] == Value(exactly: index + 1) else {
        throw Mismatch("\(evaluated) nodes ran, and the sum is \(evaluator[result])")
      }
    }
    var (step, value) = (0, Value(exactly: 1) ?? .zero)
    return Subject(name, evaluations: 1) { updates in
      for _ in 0..<updates {
        if step & 15 == 0 { value = value == 1 ? 2 : 1 }
        evaluator.set(turn[step & 15], to: value)
        use(evaluator[result])
        step += 1
      }
    }
  }
}

extension Row {
  /// A sum, one value of which changes: computed from the removed and the added value, and from all values.
  static func sums(of count: Int = 50_000) -> Row {
    func entrant(_ name: String, _ sum: NodeDefinition) -> Entrant {
      (name, { try Sums.subject(name, sum, count, of: Double.self) })
    }
    return Row(
      "sum of many, one changes", count, "ns/update", goal: 200,
      [
        (Declared.name, { try Sums.subject(Declared.name, Sums.folded, count, of: Int.self) }),
        entrant("NodeGraph, exact sum", Sums.exact),
        entrant("NodeGraph, combining", Sums.combined),
        entrant("full recomputation, in place", Sums.inPlace),
        entrant("full recomputation, array", Sums.array),
      ])
  }
}
