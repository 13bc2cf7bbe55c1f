// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

extension Row {
  /// What edits and evaluations cost.
  static var engine: [Row] {
    [
      Row("Evaluator.graph inside an edit, a query and a change after it") { size in
        let wide = try Wide(size)
        return try wide.each { edit, node in
          precondition(wide.evaluator.graph.contains(node))
          edit.set(wide.sources[0], to: 1)
          try edit.move(node, to: GraphPoint(1, 1))
        }
      },
      Row("Evaluator.set, what it reaches being one node") { size in
        let wide = try Wide(size)
        return wide.each { call in wide.evaluator.set(wide.sources[call * 7 % size], to: Double(call) + 0.5) }
      },
      Row("Edit.connect and disconnect that agree with the order") { size in
        let wide = try Wide(size)
        return try wide.each { call in try wide.toggle(call) }
      },
      Row("the same where another node has failed") { size in
        let wide = try Wide(size)
        var failed: NodeID?
        try wide.evaluator.edit { failed = try $0.add("Picky") }
        precondition(failed.flatMap(wide.evaluator.failure) != nil)
        return try wide.each { call in try wide.toggle(call) }
      },
      Row("Edit.connect(contentsOf:) of one connection against the order") { size in
        let wide = try Wide(size)
        return try wide.each { call in
          let (source, target) = (wide.nodes[2 * (call * 7 % (size / 2)) + 1], wide.nodes[2 * (call * 7 % (size / 2))])
          try wide.evaluator.edit { try $0.connect(contentsOf: [Connection(from: source.output, to: target.input(1))]) }
          try wide.evaluator.edit { try $0.disconnect(target.input(1)) }
        }
      },
      Row("Evaluator.copy of one node among literals") { size in
        let wide = try Wide(size)
        return try wide.each { call in _ = try wide.evaluator.copy([wide.nodes[call * 7 % size]]) }
      },
      Row("Evaluator.explain after an edit of everything, for the second time") { size in
        let wide = try Wide(size)
        wide.evaluator.edit { edit in for source in wide.sources { edit.set(source, to: 5) } }
        _ = wide.evaluator.explain(wide.nodes[0])
        return wide.each { call in _ = wide.evaluator.explain(wide.nodes[call * 7 % size]) }
      },
      Row("lowering undoLimit, for an edit that was undone", largest: 10_000) { size in
        let wide = try Wide(10)
        wide.evaluator.undoLimit = 1 << 40
        for step in 0..<size { wide.evaluator.set(wide.sources[0], to: Double(step) + 0.5) }
        for _ in 0..<size { wide.evaluator.undo() }
        let start = threadTime()
        wide.evaluator.undoLimit = 1000
        return (threadTime() - start) / Double(size)
      },
      Row("a companion attached after an edit of everything") { size in
        let wide = try Wide(size)
        wide.evaluator.undoLimit = 1 << 40
        wide.evaluator.edit { edit in for source in wide.sources { edit.set(source, to: 5) } }
        return wide.each(10) { _ in wide.evaluator.attach(Nothing(), title: "nothing") }
      },
      Row("the end of a node's failure, for each node that was blocked", largest: 100_000) { size in
        try Blocked(size).recover()
      },
    ]
  }
}

/// Sources, each with a node that reads it and has a literal and an input that is free.
private struct Wide {
  let evaluator: Evaluator
  let sources: [Variable<Double>]
  let nodes: [NodeID]

  init(_ size: Int) throws {
    evaluator = Evaluator(definitions: [
      NodeDefinition(
        "Add", inputs: ValuePort("x", default: 0.0), ValuePort("y", default: 0.0), ValuePort("z", default: 0.0),
        output: ValuePort("sum")
      ) { (x: Double, y: Double, z: Double) in x + y + z },
      NodeDefinition("Picky", inputs: ValuePort("x", Double.self), output: ValuePort("y")) { (x: Double) in x },
    ])
    let evaluator = evaluator
    let sources = (0..<size).map { evaluator.input(nil, Double($0)) }
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for source in sources {
        let node = try edit.add("Add")
        try edit.connect(source.port, to: node.input(0))
        try edit.setLiteral(node.input(2), to: 2.0)
        nodes.append(node)
      }
    }
    self.sources = sources
    self.nodes = nodes
  }

  /// Connects an input that is free and cuts it again, as edits of their own.
  func toggle(_ call: Int) throws {
    let node = nodes[call * 7 % nodes.count]
    try evaluator.edit { try $0.connect(sources[0].port, to: node.input(1)) }
    try evaluator.edit { try $0.disconnect(node.input(1)) }
  }

  /// The nanoseconds of a call. The first one lets go of what the edit before it has told, and is not counted.
  func each(_ calls: Int = 300, _ body: (_ call: Int) throws -> Void) rethrows -> Double {
    try body(calls)
    let start = threadTime()
    for call in 0..<calls { try body(call) }
    return (threadTime() - start) / Double(calls)
  }

  /// The same inside one edit.
  func each(_ body: (Edit, NodeID) throws -> Void) throws -> Double {
    var time = 0.0
    try evaluator.edit { edit in
      time = try each(100) { call in try body(edit, nodes[call * 7 % nodes.count]) }
    }
    return time
  }
}

/// A companion without a change.
private final class Nothing: UndoCompanion {
  func toggle() {}
  var byteCount: Int { 8 }
}

/// A chain behind a node that fails while its source is negative.
private struct Blocked {
  private struct Negative: Error {}
  private let evaluator = Evaluator()
  private let source: Variable<Double>
  private let last: Output<Double>
  private let size: Int

  init(_ size: Int) throws {
    self.size = size
    source = evaluator.input(nil, 1.0)
    var last = evaluator.node(nil, source) { x throws(Negative) in
      if x < 0 { throw Negative() }
      return x
    }
    for _ in 0..<size { last = evaluator.node(nil, last) { $0 + 1 } }
    self.last = last
  }

  func recover() throws -> Double {
    evaluator.set(source, to: -1)
    precondition(evaluator.failure(of: last.port.node) != nil)
    let start = threadTime()
    evaluator.set(source, to: 2)
    precondition(evaluator.failure(of: last.port.node) == nil)
    return (threadTime() - start) / Double(size)
  }
}
