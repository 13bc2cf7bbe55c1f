// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval

extension Row {
  /// A source and a chain of `reach` nodes, where each set can be undone; the oldest steps are forgotten as new ones
  /// are recorded.
  static func remembering(reach: Int, goal: Double?) -> Row {
    Row("a set that can be undone", reach, "ns/update", goal: goal, [(Declared.name, { try remembered(reach) })])
  }

  private static func remembered(_ reach: Int) throws -> Subject {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0.0)
    var last = evaluator.node(nil, source) { $0 + 1 }
    for _ in 1..<reach { last = evaluator.node(nil, last) { $0 + 1 } }
    evaluator.undoLimit = 1 << 20
    evaluator.set(source, to: 1)
    guard evaluator[last] == Double(reach + 1), evaluator.undo() != nil, evaluator[last] == Double(reach) else {
      throw Mismatch("a set that was undone must leave what there was")
    }
    var value = 0.0
    return Subject(Declared.name, evaluations: Double(reach)) { updates in
      for _ in 0..<updates {
        value += 1
        evaluator.set(source, to: value)
      }
    }
  }
}
