// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Sets of a source that alternate with edits of the nodes that it reaches: no plan lives long enough to be useful,
/// and none may cost much.
enum Alternating {
  private static let copy = NodeDefinition("Copy", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) {
    (x: Double) -> Double in x
  }

  /// A source and a chain of nodes that each read the two preceding nodes, with another node that reads a different
  /// one of them after each edit.
  ///
  /// - Parameters:
  ///   - name: The name of the subject.
  ///   - reach: The number of nodes in the chain.
  ///   - limit: The bytes that plans may take; `nil` for the evaluator's default.
  /// - Returns: The subject, after a check of its values.
  /// - Throws: ``Mismatch``.
  static func subject(_ name: String, _ reach: Int, plans limit: Int?) throws -> Subject {
    let evaluator = Evaluator(definitions: [copy])
    evaluator.planLimit = limit
    let source = evaluator.input(nil, 0.0)
    var nodes = [evaluator.node(nil, source) { $0 + 1 }]
    for index in 1..<reach {
      nodes.append(evaluator.node(nil, nodes[index - 1], nodes[max(index - 2, 0)]) { max($0, $1) + 1 })
    }
    var made: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add("Copy")
      try edit.connect(nodes[0].port, to: node.input(0))
      made = node
    }
    guard let target = made?.input(0) else { throw Mismatch("the node was not made") }
    let (result, ends) = (nodes[reach - 1], [nodes[reach / 2].port, nodes[reach / 3].port])
    var (step, value) = (0, 0.0)
    func update() throws -> (edit: Int, set: Int) {
      step += 1
      value += 1
      let edited = try evaluator.edit { edit in try edit.connect(ends[step & 1], to: target, replacing: true) }
      return (edited.evaluatedCount, evaluator.set(source, to: value).evaluatedCount)
    }
    for _ in 0..<100 {
      let evaluated = try update()
      guard evaluated == (1, reach + 1), evaluator[result] == value + Double(reach) else {
        throw Mismatch("\(evaluated) nodes ran, and the last is \(evaluator[result])")
      }
    }
    return Subject(name, evaluations: Double(reach + 2)) { updates in
      for _ in 0..<updates {
        step += 1
        value += 1
        try evaluator.edit { edit in try edit.connect(ends[step & 1], to: target, replacing: true) }
        evaluator.set(source, to: value)
        use(evaluator[result])
      }
    }
  }
}

extension Row {
  /// Sets with an edit between every two, by evaluators that make plans, make none, and have no memory for a plan.
  static var alternating: [Row] {
    let cramped = "NodeGraph, no room for plans"
    return [10, 100, 1000].map { reach in
      Row(
        "edited between every two sets", reach, "ns/update",
        [
          (Declared.name, { try Alternating.subject(Declared.name, reach, plans: nil) }),
          (Unplanned.name, { try Alternating.subject(Unplanned.name, reach, plans: 0) }),
          (cramped, { try Alternating.subject(cramped, reach, plans: 300) }),
        ])
    }
  }
}
