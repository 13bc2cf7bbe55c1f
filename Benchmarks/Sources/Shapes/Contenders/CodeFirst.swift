// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// NodeGraph as a program uses it: a call and a closure for each node.
public final class CodeFirst: Engine, Contender {
  /// The name in tables.
  public static let name = "NodeGraph, call by call"

  /// Adds each node by a call, which evaluates it; sums, which have any number of inputs, are placed.
  public init?(_ plan: Plan) throws {
    let evaluator = Evaluator(definitions: Declared.definitions)
    var outputs: [OutputPort] = []
    outputs.reserveCapacity(plan.count)
    for node in 0..<plan.count { outputs.append(try Self.add(node, of: plan, to: evaluator, outputs)) }
    try super.init(evaluator, outputs, plan)
  }

  private static func add(
    _ node: Int, of plan: Plan, to evaluator: Evaluator, _ outputs: [OutputPort]
  ) throws -> OutputPort {
    let start = Int(plan.starts[node])
    func input(_ index: Int) -> Source { Source(port: outputs[Int(plan.inputs[start + index])]) }
    let constant = plan.constants[node]
    switch plan.operations[node] {
    case .source: return evaluator.input(nil, constant).port
    case .successor: return evaluator.node(nil, input(0)) { $0 + 1 }.port
    // These closures capture a value, so that each node has code of its own.
    case .increment: return evaluator.node(nil, input(0)) { $0 + constant }.port
    case .scale: return evaluator.node(nil, input(0)) { $0 * constant }.port
    case .copy: return evaluator.node(nil, input(0)) { $0 }.port
    case .add: return evaluator.node(nil, input(0), input(1)) { $0 + $1 }.port
    case .subtract: return evaluator.node(nil, input(0), input(1)) { $0 - $1 }.port
    case .mean: return evaluator.node(nil, input(0), input(1)) { ($0 + $1) / 2 }.port
    case .lean: return evaluator.node(nil, input(0), input(1)) { $0 * 0.75 + $1 * 0.25 }.port
    case .tilt: return evaluator.node(nil, input(0), input(1)) { $0 * 0.25 + $1 * 0.75 }.port
    case .drift: return evaluator.node(nil, input(0), input(1)) { $0 * 1.25 - $1 * 0.25 }.port
    case .unstable:
      return evaluator.node(nil, input(0), input(1), input(2)) { Plan.unstable($0, $1, $2) }.port
    case .sum:
      var port: OutputPort?
      try evaluator.edit { graph in
        let id = try graph.add("Sum")
        for source in plan.inputs(of: node) { try graph.connect(outputs[Int(source)], to: id.input(0)) }
        port = id.output
      }
      guard let port else { throw Mismatch("a sum was not added") }
      return port
    }
  }
}
