// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// NodeGraph as an editor or a document uses it: kinds declared once, with a closure each, placed by name.
public class Declared: Engine, Contender {
  /// The name in tables.
  public class var name: String { "NodeGraph" }

  /// Only the thread that updates.
  public class var usesThreads: Bool { false }

  /// The kinds that plans consist of.
  public static let definitions = [
    NodeDefinition.source("Source", output: ValuePort("value"), initial: 0.0),
    NodeDefinition("Successor", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { x in x + 1 },
    adding("Increment", "x", "step"),
    NodeDefinition(
      "Scale", inputs: ValuePort("x", default: 0.0), ValuePort("factor", default: 1.0), output: ValuePort("y")
    ) {
      (x: Double, factor: Double) in x * factor
    },
    NodeDefinition("Copy", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { x in x },
    adding("Add", "x", "y"),
    NodeDefinition(
      "Subtract", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("z")
    ) {
      (x: Double, y: Double) in x - y
    },
    NodeDefinition("Mean", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("z")) {
      (x: Double, y: Double) in (x + y) / 2
    },
    NodeDefinition("Lean", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("z")) {
      (x: Double, y: Double) in x * 0.75 + y * 0.25
    },
    NodeDefinition("Tilt", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("z")) {
      (x: Double, y: Double) in x * 0.25 + y * 0.75
    },
    NodeDefinition(
      "Drift", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("z")
    ) {
      (x: Double, y: Double) in x * 1.25 - y * 0.25
    },
    NodeDefinition("Sum", reading: ManyPort("x", Double.self), output: ValuePort("y")) { $0.reduce(0, +) },
    NodeDefinition(
      "Unstable", inputs: ValuePort("head", default: 0.0), ValuePort("odd", default: 0.0),
      ValuePort("even", default: 0.0),
      output: ValuePort("y")
    ) { (head: Double, odd: Double, even: Double) in Plan.unstable(head, odd, even) },
  ]

  /// A kind that adds two numbers. Two kinds share this code: of two closures with the same code, the compiler would make one function,
  /// and call it through another.
  @inline(never)
  private static func adding(_ name: String, _ first: String, _ second: String) -> NodeDefinition {
    NodeDefinition(
      name, inputs: ValuePort(first, default: 0.0), ValuePort(second, default: 0.0), output: ValuePort("z")
    ) {
      (x: Double, y: Double) in x + y
    }
  }

  /// Adds all nodes in one edit, which evaluates them at its end.
  public required convenience init?(_ plan: Plan) throws { try self.init(plan) {} }

  /// Adds all nodes in one edit, and calls `whenBuilt` before they are evaluated.
  init?(_ plan: Plan, whenBuilt: () -> Void) throws {
    let evaluator = Evaluator(definitions: Self.definitions)
    var outputs: [OutputPort] = []
    outputs.reserveCapacity(plan.count)
    try evaluator.edit { graph in
      for node in 0..<plan.count { outputs.append(try Self.add(node, of: plan, to: graph, outputs)) }
      whenBuilt()
    }
    try super.init(evaluator, outputs, plan)
  }

  private static func add(
    _ node: Int, of plan: Plan, to graph: Edit, _ outputs: [OutputPort]
  ) throws -> OutputPort {
    let output = try make(node, of: plan, in: graph)
    for (index, source) in plan.inputs(of: node).enumerated() {
      try graph.connect(outputs[Int(source)], to: output.node.input(plan.operations[node] == .sum ? 0 : index))
    }
    return output
  }

  /// Adds a node of a plan, without connections.
  static func make(_ node: Int, of plan: Plan, in graph: Edit) throws -> OutputPort {
    let operation = plan.operations[node]
    let id = try graph.add(kind(operation))
    switch operation {
    case .source: try graph.set(id, to: plan.constants[node])
    case .increment, .scale: try graph.setLiteral(id.input(1), to: plan.constants[node])
    default: break
    }
    return id.output
  }

  private static func kind(_ operation: Plan.Operation) -> String {
    switch operation {
    case .source: "Source"
    case .successor: "Successor"
    case .increment: "Increment"
    case .scale: "Scale"
    case .copy: "Copy"
    case .add: "Add"
    case .subtract: "Subtract"
    case .mean: "Mean"
    case .lean: "Lean"
    case .tilt: "Tilt"
    case .drift: "Drift"
    case .sum: "Sum"
    case .unstable: "Unstable"
    }
  }
}

/// NodeGraph without plans: each evaluation traverses the graph.
public final class Unplanned: Declared {
  /// The name in tables.
  public override class var name: String { "NodeGraph, no plans" }

  override init?(_ plan: Plan, whenBuilt: () -> Void) throws {
    try super.init(plan, whenBuilt: whenBuilt)
    evaluator.planLimit = 0
  }
}

/// NodeGraph on two threads.
public final class TwoThreads: Declared {
  /// The name in tables.
  public override class var name: String { "NodeGraph, two threads" }

  /// Both threads work.
  public override class var usesThreads: Bool { true }

  override init?(_ plan: Plan, whenBuilt: () -> Void) throws {
    try super.init(plan, whenBuilt: whenBuilt)
    evaluator.workers = .upTo(2)
  }
}

/// NodeGraph with values that stay where they were made, because a fork refers to their cells.
public final class Unmoved: Declared {
  /// The name in tables.
  public override class var name: String { "NodeGraph, values left in place" }

  private var fork: Fork?

  override init?(_ plan: Plan, whenBuilt: () -> Void) throws {
    try super.init(plan, whenBuilt: whenBuilt)
    fork = try evaluator.fork { _ in }
  }
}
