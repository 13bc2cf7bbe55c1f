// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph

/// NodeGraph with the built-in arithmetic of nodecalc, which also detects overflow and invalid operations.
public final class BuiltIn: Engine, Contender {
  /// The name in tables.
  public static let name = "NodeGraph, built-in arithmetic"

  /// Adds all nodes in one edit.
  public init?(_ plan: Plan) throws {
    guard plan.operations.allSatisfy({ Self.kind($0) != nil }) else { return nil }
    let evaluator = Evaluator(definitions: CalculatorKinds.all)
    var outputs: [OutputPort] = []
    outputs.reserveCapacity(plan.count)
    try evaluator.edit { graph in
      for node in 0..<plan.count {
        let operation = plan.operations[node]
        guard let kind = Self.kind(operation) else { continue }
        let id = try graph.add(kind)
        switch operation {
        case .source: try graph.set(id, to: plan.constants[node])
        case .successor: try graph.setLiteral(id.input(1), to: 1.0)
        case .increment, .scale: try graph.setLiteral(id.input(1), to: plan.constants[node])
        default: break
        }
        for (index, source) in plan.inputs(of: node).enumerated() {
          try graph.connect(outputs[Int(source)], to: id.input(index))
        }
        outputs.append(id.output)
      }
    }
    try super.init(evaluator, outputs, plan)
  }

  private static func kind(_ operation: Plan.Operation) -> String? {
    switch operation {
    case .source: "Number"
    case .successor, .increment, .copy, .add: "Add"
    case .scale: "Multiply"
    case .subtract: "Subtract"
    case .mean, .lean, .tilt, .drift, .sum, .unstable: nil
    }
  }
}
