// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// NodeGraph with a graph whose nodes were added in random order, as in a graph that was edited for a long time: the
/// order of values in memory is random until they are compacted.
public class Scattered: Engine, Contender {
  /// The name in tables.
  public class var name: String { "NodeGraph, made in random order" }

  /// A fork that keeps values in their cells, if there is one.
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

/// NodeGraph with values that remain in random order, because a fork refers to their cells.
public final class LeftScattered: Scattered {
  /// The name in tables.
  public override class var name: String { "NodeGraph, made in random order and left so" }

  override class func keepValues(of evaluator: Evaluator) throws -> Fork? { try evaluator.fork { _ in } }
}
