// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import NodeEval
import NodeGraph

/// Chains of nodes whose ports are known only at run time: formulas that people type, and dynamic kinds.
enum Formulas {
  static let sessionName = "session"
  static let dynamicName = "dynamic kind"

  static let declared = NodeDefinition(
    "Add", inputs: ValuePort("x", Double.self), ValuePort("y", Double.self), output: ValuePort("z")
  ) { (x: Double, y: Double) in x + y }

  private static let dynamic = NodeDefinition.dynamic(
    "Add", inputs: [NodeKind.Input("x", PortType(Double.self)), NodeKind.Input("y", PortType(Double.self))],
    output: ValuePort<Double>("z")
  ) { inputs in try inputs.value(0, as: Double.self) + inputs.value(1, as: Double.self) }

  /// A chain in which each formula reads the value of the preceding one as `p`.
  static func chain(_ formula: String, _ count: Int) throws -> Session {
    let session = Session()
    _ = try session.run("n0 = 1")
    for index in 1...count {
      let parts = formula.split(separator: "p", omittingEmptySubsequences: false)
      _ = try session.run("n\(index) = " + parts.joined(separator: "n\(index - 1)"))
    }
    return session
  }

  /// Sets the number through the evaluator, without undo history.
  static func evaluator(_ formula: String, growth: Double, _ count: Int) throws -> Subject {
    let session = try chain(formula, count)
    session.undoLimit = 0
    guard let first = session.node(named: "n0"), let last = session.node(named: "n\(count)"),
      let variable = try session.evaluator.variable(first, as: Double.self)
    else { throw Mismatch("the chain has no ends") }
    return try subject(
      Declared.name, session.evaluator, variable, Source(port: last.output), count, growth: growth * Double(count))
  }

  /// Runs a line in the session that sets the number and can be undone.
  static func session(_ formula: String, growth: Double, _ count: Int) throws -> Subject {
    let session = try chain(formula, count)
    var isEven = true
    func update() throws {
      isEven.toggle()
      _ = try session.run(isEven ? "n0 = 2" : "n0 = 3")
    }
    try update()
    guard session.value(of: "n\(count)") == .value(.number(3 + growth * Double(count))) else {
      throw Mismatch("\(formula): the last one is \(session.value(of: "n\(count)")?.text ?? "missing")")
    }
    return Subject(sessionName, evaluations: Double(count), divisor: Double(count)) { updates in
      for _ in 0..<updates { try update() }
    }
  }

  /// A chain of nodes of a kind that adds two numbers.
  static func adding(_ name: String, _ count: Int) throws -> Subject {
    let (evaluator, source, last) = try chain(of: name == dynamicName ? dynamic : declared, count)
    return try subject(name, evaluator, source, Source(port: last), count, growth: Double(count))
  }

  /// A chain of nodes that add 1 to the value of the preceding one.
  static func chain(
    of definition: NodeDefinition, _ count: Int
  ) throws -> (evaluator: Evaluator, source: Variable<Double>, last: OutputPort) {
    let evaluator = Evaluator(definitions: [definition])
    let source = evaluator.input(nil, 3.0)
    let step = evaluator.input(nil, 1.0)
    var last = source.port
    try evaluator.edit { graph in
      for _ in 0..<count {
        let node = try graph.add(definition.kind.name)
        try graph.connect(last, to: node.input(0))
        try graph.connect(step.port, to: node.input(1))
        last = node.output
      }
    }
    return (evaluator, source, last)
  }

  private static func subject(
    _ name: String, _ evaluator: Evaluator, _ source: Variable<Double>, _ result: Source, _ count: Int, growth: Double
  ) throws -> Subject {
    for value in [2.0, 3.0, 2.0] {
      let evaluated = evaluator.set(source, to: value).evaluatedCount
      guard evaluated == count else { throw Mismatch("\(evaluated) nodes ran, not \(count)") }
      guard evaluator[result] == value + growth else { throw Mismatch("the result is \(evaluator[result])") }
    }
    var isEven = true
    return Subject(name, evaluations: Double(count), divisor: Double(count)) { updates in
      for _ in 0..<updates {
        isEven.toggle()
        evaluator.set(source, to: isEven ? 2 : 3)
        use(evaluator[result])
      }
    }
  }
}

extension Row {
  /// Rows for formulas, and for kinds that are made at run time.
  static var formulas: [Row] {
    func row(_ shape: String, _ formula: String, growth: Double, goal: Double) -> Row {
      Row(
        shape, 1000, "ns/node", goal: goal,
        [
          (Declared.name, { try Formulas.evaluator(formula, growth: growth, 1000) }),
          (Formulas.sessionName, { try Formulas.session(formula, growth: growth, 1000) }),
        ])
    }
    return [
      row("formulas", "p + 1", growth: 1, goal: 12),
      row("formulas of 8 operations", "(((p + 1) * 2 - 1) / 2 + 3) * 4 / 4 - 3", growth: 0.5, goal: 30),
      Row(
        "dynamic kind", 1000, "ns/node", headline: Formulas.dynamicName,
        [Formulas.dynamicName, Declared.name].map { name in (name, { try Formulas.adding(name, 1000) }) }),
    ]
  }
}
