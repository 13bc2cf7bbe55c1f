// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

extension Row {
  /// What stays the same for each node, literal, input and failure however many there are.
  static var constants: [Row] {
    [
      Row("Edit.setLiteral of inputs that have none: a literal", .constant, ConstantRows.firstLiterals),
      Row("Edit.setLiteral of inputs that have one: a literal", .constant, ConstantRows.otherLiterals),
      Row("the beginning of a node's failure, for each node that it blocks", .constant, ConstantRows.blocking),
      Row("the end of a node's failure, for each node that was blocked", .constant, ConstantRows.recovering),
      Row("the beginning of a node's failure while edits are remembered", .constant, ConstantRows.blockingRemembered),
      Row("Evaluator.set of another node while so many are unfinished", .constant, ConstantRows.settingMeanwhile),
      Row("Evaluator.set of another node, remembered, while so many are unfinished", .constant, ConstantRows.settingRemembered),
      Row("a slice of an evaluation that stops at the first question", .constant, ConstantRows.slicing),
      Row("the first input of a sum cut: an input", .constant, ConstantRows.cuttingTheFirst),
      Row("Edit.setDefinition with one more input: an input", largest: 10_000, .constant, ConstantRows.growing),
    ]
  }
}

enum ConstantRows {
  private static let add = NodeDefinition(
    "Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), output: ValuePort("sum")
  ) { (x: Double, y: Double) in x + y }

  static func firstLiterals(size: Int) throws -> Double {
    let (evaluator, nodes) = try plainNodes(size)
    var time = 0.0
    try evaluator.edit { edit in
      let start = threadTime()
      for node in nodes { try edit.setLiteral(node.input(0), to: 2.5) }
      time = threadTime() - start
    }
    return time / Double(size)
  }

  static func otherLiterals(size: Int) throws -> Double {
    let (evaluator, nodes) = try plainNodes(size)
    var time = 0.0
    try evaluator.edit { edit in for node in nodes { try edit.setLiteral(node.input(0), to: 2.5) } }
    try evaluator.edit { edit in
      let start = threadTime()
      for node in nodes { try edit.setLiteral(node.input(0), to: 3.5) }
      time = threadTime() - start
    }
    return time / Double(size)
  }

  private static func plainNodes(_ size: Int) throws -> (Evaluator, [NodeID]) {
    let evaluator = Evaluator(definitions: [add])
    var nodes: [NodeID] = []
    try evaluator.edit { edit in for _ in 0..<size { nodes.append(try edit.add("Add")) } }
    return (evaluator, nodes)
  }

  private struct Negative: Error {}

  /// A chain behind a node that fails while its source is negative.
  private static func chain(_ size: Int) -> (Evaluator, Variable<Double>) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 1.0)
    var last = evaluator.node(nil, source) { x throws(Negative) in
      if x < 0 { throw Negative() }
      return x
    }
    for _ in 0..<size { last = evaluator.node(nil, last) { $0 + 1 } }
    return (evaluator, source)
  }

  static func blocking(size: Int) throws -> Double {
    let (evaluator, source) = chain(size)
    return time { evaluator.set(source, to: -1) } / Double(size)
  }

  static func recovering(size: Int) throws -> Double {
    let (evaluator, source) = chain(size)
    evaluator.set(source, to: -1)
    return time { evaluator.set(source, to: 2) } / Double(size)
  }

  static func blockingRemembered(size: Int) throws -> Double {
    let (evaluator, source) = chain(size)
    evaluator.undoLimit = 1 << 40
    return time { evaluator.set(source, to: -1) } / Double(size)
  }

  /// A source with many readers, of which few have run, and one that nobody reads.
  private static func stopped(_ size: Int, remembers: Bool) -> (Evaluator, Variable<Double>) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0.0)
    let other = evaluator.input(nil, 0.0)
    _ = evaluator.node(nil, other) { $0 + 1 }
    for _ in 0..<size + 200_000 { _ = evaluator.node(nil, source) { $0 + 1 } }
    if remembers { evaluator.undoLimit = 1 << 40 }
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 1)
    precondition(evaluator.hasUnfinished)
    return (evaluator, other)
  }

  static func settingMeanwhile(size: Int) throws -> Double {
    let (evaluator, other) = stopped(size, remembers: false)
    return each(100) { call in evaluator.set(other, to: Double(call) + 1) }
  }

  static func settingRemembered(size: Int) throws -> Double {
    let (evaluator, other) = stopped(size, remembers: true)
    return each(100) { call in evaluator.set(other, to: Double(call) + 1) }
  }

  static func slicing(size: Int) throws -> Double {
    let (evaluator, _) = stopped(size, remembers: true)
    return each(100) { _ in evaluator.resume() }
  }

  static func cuttingTheFirst(size: Int) throws -> Double {
    let evaluator = Evaluator(definitions: [sum])
    let sources = (0..<size).map { evaluator.input(nil, Double($0)) }
    var node: NodeID?
    try evaluator.edit { edit in
      let added = try edit.add("Sum")
      for source in sources { try edit.connect(source.port, to: added.input(0)) }
      node = added
    }
    guard let node else { return 0 }
    let cost = try each(10) { call in
      try evaluator.edit { edit in _ = try edit.disconnect(sources[call].port, from: node.input(0)) }
    }
    return cost / Double(size)
  }

  private static let sum = NodeDefinition(
    "Sum", inputs: ManyPort("x", Double.self), output: ValuePort("y")
  ) { x in x.reduce(0, +) }

  static func growing(size: Int) throws -> Double {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 1.0)
    var node: NodeID?
    try evaluator.edit { edit in
      let added = try edit.add(own: wide(size))
      for input in 0..<size { try edit.connect(source.port, to: added.input(input)) }
      node = added
    }
    guard let node else { return 0 }
    let definitions = (1...10).map { wide(size + $0) }
    let cost = try time {
      for definition in definitions { try evaluator.edit { try $0.setDefinition(of: node, to: definition) } }
    }
    return cost / Double(10 * size)
  }

  private static func wide(_ count: Int) -> NodeDefinition {
    .dynamic(
      "Wide", inputs: (0..<count).map { NodeKind.Input("input \($0)", PortType(Double.self)) }, output: ValuePort("y")
    ) { inputs in Double(inputs.count) }
  }

  private static func each(_ count: Int, _ body: (Int) throws -> Void) rethrows -> Double {
    try body(count)
    return try time { for call in 0..<count { try body(call) } } / Double(count)
  }

  private static func time(_ body: () throws -> Void) rethrows -> Double {
    let start = threadTime()
    try body()
    return threadTime() - start
  }
}
