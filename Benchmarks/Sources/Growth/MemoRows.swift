// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes that memoize results, each with a source of its own.
final class Remembering: Fixture {
  let evaluator = Evaluator()
  let sources: [Variable<Int>]
  let nodes: [NodeID]
  private var number = 0

  init(_ size: Int) throws {
    let evaluator = evaluator
    let sources = (0..<size).map { evaluator.input(nil, $0) }
    self.sources = sources
    nodes = sources.map { evaluator.node(nil, $0, memo: .bytes(4 << 10)) { $0 &+ 1 }.node }
  }

  /// Sets a source to one of two values alternately.
  func turn(_ call: Int) { evaluator.set(sources[0], to: call & 1) }

  /// Sets each source to a value that it never had.
  func renew() {
    number += 1_000_000
    for source in sources { evaluator.set(source, to: evaluator[source] &+ number) }
  }
}

/// A node that combines the values of many sources.
final class Combining: Fixture {
  let evaluator: Evaluator
  let sources: [Variable<Int>]
  let nodes: [NodeID]

  init(_ size: Int) throws {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Total", combining: ManyPort<Int>("values"), output: ValuePort<Int>("total"), empty: 0) {
        $0 &+ $1
      }
    ])
    let sources = (0..<size).map { evaluator.input(nil, $0) }
    let receipt = try evaluator.edit { edit in
      let node = try edit.add("Total")
      for source in sources { try edit.connect(source.port, to: node.input(0)) }
    }
    nodes = receipt.evaluated
    (self.evaluator, self.sources) = (evaluator, sources)
  }

  func set(_ call: Int) {
    evaluator.set(sources[call &* 7919 % sources.count], to: call)
  }
}

extension Row {
  /// The costs of nodes that memoize results or combined values.
  static var memos: [Row] {
    [
      .call("Evaluator.set of one of many values that are combined", .logarithmic) {
        (combining: inout Combining, call) in combining.set(call)
      },
      .call("Evaluator.set to a value whose result is kept") { (remembering: inout Remembering, call) in
        remembering.turn(call)
      },
      .each("Evaluator.set where a kept result makes way for each", .logarithmic) { (remembering: inout Remembering) in
        remembering.evaluator.memoLimit = remembering.evaluator.memoByteCount
      } _: { (remembering: inout Remembering) in
        remembering.renew()
      },
    ]
  }
}
