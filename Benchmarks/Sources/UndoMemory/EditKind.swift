// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// A kind of edit, repeated until the history has forgotten as many edits as it contains.
struct EditKind {
  let name: String
  /// Makes an evaluator, and a closure that makes one edit in it.
  let make: () throws -> (evaluator: Evaluator, edit: (_ number: Int) throws -> Void)

  init(_ name: String, _ make: @escaping () throws -> (evaluator: Evaluator, edit: (_ number: Int) throws -> Void)) {
    self.name = name
    self.make = make
  }

  /// Prints the memory of a history as a multiple of its limit. Returns whether it is at most 1.5 times the limit.
  func measure(limit: Int = 64 << 20) throws -> Bool {
    let (evaluator, edit) = try make()
    try edit(-1)
    evaluator.undoLimit = limit
    let before = residentBytes()
    var number = 0
    var least = Int.max
    // Until the first edit is forgotten, and as many edits again.
    while number < least {
      try edit(number)
      number += 1
      if least == .max, evaluator.undoTitles.count < number { least = 2 * number }
      if number > 64, least == .max { try fill(evaluator, edit, &number, &least) }
    }
    let counted = Double(evaluator.undoByteCount) / Double(limit)
    var ratios = [Double(residentBytes() - before) / Double(limit)]
    while evaluator.undo() != nil {}
    ratios.append(Double(residentBytes() - before) / Double(limit))
    while evaluator.redo() != nil {}
    ratios.append(Double(residentBytes() - before) / Double(limit))
    let isKept = ratios.allSatisfy { $0 <= 1.5 }
    let shown = ratios.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: ", ")
    print("\(name): \(number) edits, counted \((counted * 100).rounded() / 100), \(shown)\(isKept ? "" : "  ← MORE")")
    return isKept
  }

  /// Makes edits without checking each time whether one was forgotten, because the check is slow.
  private func fill(
    _ evaluator: Evaluator, _ edit: (Int) throws -> Void, _ number: inout Int, _ least: inout Int
  ) throws {
    var last = -1
    while evaluator.undoByteCount > last {
      last = evaluator.undoByteCount
      for _ in 0..<64 {
        try edit(number)
        number += 1
      }
    }
    least = 2 * number
  }
}

extension EditKind {
  static var all: [EditKind] {
    [
      EditKind("a set that reaches 10 nodes") {
        let (evaluator, source) = chain(of: 10)
        return (evaluator, { evaluator.set(source, to: Double($0)) })
      },
      EditKind("a set that reaches 1,000 nodes") {
        let (evaluator, source) = chain(of: 1000)
        return (evaluator, { evaluator.set(source, to: Double($0)) })
      },
      EditKind("a set of a string of 1,000 bytes, which 2 nodes change") {
        let evaluator = Evaluator()
        let source = evaluator.input(nil, "")
        let longer = evaluator.node(nil, source) { $0 + "." }
        _ = evaluator.node(nil, longer) { $0 + "." }
        return (evaluator, { evaluator.set(source, to: text(of: 1000, $0)) })
      },
      EditKind("a set of an array of 1,000 numbers, which 2 nodes change") {
        let evaluator = Evaluator()
        let source = evaluator.input(nil, [0.0])
        let longer = evaluator.node(nil, source) { $0.map { $0 + 1 } }
        _ = evaluator.node(nil, longer) { $0.map { $0 + 1 } }
        return (evaluator, { evaluator.set(source, to: [Double](repeating: Double($0), count: 1000)) })
      },
      EditKind("a chain of 100 that fails and recovers") {
        let evaluator = Evaluator()
        let source = evaluator.input(nil, 0)
        var last = evaluator.node(nil, source) { x throws(Odd) in
          if x % 2 != 0 { throw Odd(number: x) }
          return x
        }
        for _ in 0..<100 { last = evaluator.node(nil, last) { $0 + 1 } }
        return (evaluator, { evaluator.set(source, to: $0) })
      },
      EditKind("a chain of 100 that fails in another way each time") {
        let evaluator = Evaluator()
        let source = evaluator.input(nil, 0)
        var last = evaluator.node(nil, source) { (x: Int) throws(Odd) -> Int in throw Odd(number: x) }
        for _ in 0..<100 { last = evaluator.node(nil, last) { $0 + 1 } }
        return (evaluator, { evaluator.set(source, to: $0) })
      },
      onNodes("a move") { edit, node, number in try edit.move(node, to: GraphPoint(Double(number), 1)) },
      onNodes("a move of 1,000 nodes", count: 1000) { edit, nodes, number in
        for node in nodes { try edit.move(node, to: GraphPoint(Double(number), 1)) }
      },
      onNodes("a short name") { edit, node, number in try edit.rename(node, to: "n\(number)") },
      onNodes("a name of 100 bytes") { edit, node, number in try edit.rename(node, to: text(of: 100, number)) },
      onNodes("1,000 names of 40 bytes", count: 1000) { edit, nodes, number in
        for (index, node) in nodes.enumerated() { try edit.rename(node, to: text(of: 40, number * 1000 + index)) }
      },
      onNodes("a number as a literal") { edit, node, number in
        try edit.setLiteral(node.input(0), to: Double(number))
      },
      onNodes("a literal that comes and goes") { edit, node, number in
        if number % 2 == 0 {
          try edit.setLiteral(node.input(0), to: Double(number))
        } else {
          try edit.clearLiteral(node.input(0))
        }
      },
      onNodes("1,000 literals that come and go", count: 1000) { edit, nodes, number in
        for node in nodes {
          if number % 2 == 0 {
            try edit.setLiteral(node.input(0), to: Double(number))
          } else {
            try edit.clearLiteral(node.input(0))
          }
        }
      },
      onNodes("a literal of 1,000 bytes") { edit, node, number in
        try edit.setLiteral(node.input(1), to: text(of: 1000, number))
      },
      onNodes("a connection that comes and goes", count: 2) { edit, nodes, number in
        if number % 2 == 0 {
          try edit.connect(nodes[0].output, to: nodes[1].input(0))
        } else {
          try edit.disconnect(nodes[1].input(0))
        }
      },
      onNodes("1,000 connections that come and go", count: 1000) { edit, nodes, number in
        for (source, target) in zip(nodes, nodes.dropFirst()) {
          if number % 2 == 0 {
            try edit.connect(source.output, to: target.input(0))
          } else {
            try edit.disconnect(target.input(0))
          }
        }
      },
      comingAndGoing("a node that comes and goes", count: 1),
      comingAndGoing("1,000 nodes that come and go", count: 1000),
      onNodes("a node of 100 inputs that gets other ones") { edit, node, number in
        try edit.setDefinition(of: node, to: wide(100 + number % 2))
      },
      onNodes("two nodes that change places in the order", count: 2) { edit, nodes, number in
        let (first, second) = number % 2 == 0 ? (nodes[0], nodes[1]) : (nodes[1], nodes[0])
        try edit.disconnect(first.input(0))
        try edit.connect(first.output, to: second.input(0))
      },
    ]
  }

  private struct Odd: Error {
    let number: Int
  }

  private static func text(of count: Int, _ number: Int) -> String {
    let digits = String(number)
    return String(repeating: "x", count: count - digits.utf8.count) + digits
  }

  private static func chain(of count: Int) -> (Evaluator, Variable<Double>) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0.0)
    var last = evaluator.node(nil, source) { $0 + 1 }
    for _ in 1..<count { last = evaluator.node(nil, last) { $0 + 1 } }
    return (evaluator, source)
  }

  private static let note = NodeDefinition(
    "Note", inputs: ValuePort("x", default: 0.0), ValuePort("text", default: ""), output: ValuePort("y")
  ) { (x: Double, text: String) in x }

  private static func wide(_ count: Int) -> NodeDefinition {
    .dynamic(
      "Wide", inputs: (0..<count).map { NodeKind.Input("input \($0)", PortType(Double.self)) }, output: ValuePort("y")
    ) { _ in 0.0 }
  }

  private static func onNodes(
    _ name: String, count: Int, _ change: @escaping (Edit, [NodeID], Int) throws -> Void
  ) -> EditKind {
    EditKind(name) {
      let evaluator = Evaluator(definitions: [note])
      var nodes: [NodeID] = []
      try evaluator.edit { edit in for _ in 0..<count { nodes.append(try edit.add("Note")) } }
      return (evaluator, { [nodes] number in try evaluator.edit { try change($0, nodes, number) } })
    }
  }

  private static func onNodes(_ name: String, _ change: @escaping (Edit, NodeID, Int) throws -> Void) -> EditKind {
    onNodes(name, count: 1) { edit, nodes, number in try change(edit, nodes[0], number) }
  }

  private static func comingAndGoing(_ name: String, count: Int) -> EditKind {
    EditKind(name) {
      let evaluator = Evaluator(definitions: [note])
      var nodes: [NodeID] = []
      return (
        evaluator,
        { _ in
          try evaluator.edit { edit in
            if nodes.isEmpty {
              for _ in 0..<count { nodes.append(try edit.add("Note")) }
            } else {
              for node in nodes { try edit.remove(node) }
              nodes = []
            }
          }
        }
      )
    }
  }
}
