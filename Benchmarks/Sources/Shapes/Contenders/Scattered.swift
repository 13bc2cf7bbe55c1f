// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// NodeGraph with a graph whose nodes were made in random order, as one that was edited for long: values lie anywhere until
/// they are compacted.
public class Scattered: Engine, Contender {
  /// What it is called in tables.
  public class var name: String { "NodeGraph, made in random order" }

  /// What keeps values where they are, if anything does.
  private let fork: Fork?

  class func keepValues(of evaluator: Evaluator) throws -> Fork? { nil }

  /// Adds all nodes and connections in one edit, which evaluates them at its end.
  public required init?(_ plan: Plan) throws {
    let evaluator = Evaluator(definitions: Declared.definitions)
    fork = try Self.keepValues(of: evaluator)
    var outputs = Array(repeating: OutputPort?.none, count: plan.count)
    var random = SplitMix64(state: 9)
    let made = try evaluator.edit { graph in
      for node in (0..<plan.count).shuffled(using: &random) {
        outputs[node] = try Declared.make(node, of: plan, in: graph)
      }
      var connections: [Connection] = []
      for node in 0..<plan.count {
        guard let target = outputs[node] else { continue }
        for (index, source) in plan.inputs(of: node).enumerated() {
          guard let source = outputs[Int(source)] else { continue }
          let input = plan.operations[node] == .sum ? 0 : index
          connections.append(Connection(from: source, to: InputPort(node: target.node, index: input)))
        }
      }
      try graph.connect(contentsOf: connections)
    }
    guard made.evaluatedCount > 0 else { throw Mismatch("the plan was not built") }
    try super.init(evaluator, outputs.compactMap { $0 }, plan)
  }
}

/// The same where values stay where they are, because a fork names their cells.
public final class LeftScattered: Scattered {
  /// What it is called in tables.
  public override class var name: String { "NodeGraph, made in random order and left so" }

  override class func keepValues(of evaluator: Evaluator) throws -> Fork? { try evaluator.fork { _ in } }
}
