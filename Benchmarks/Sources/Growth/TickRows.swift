// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// Nodes with a state, or delays, all of one tick, and an input that no tick depends on.
final class Ticking: Fixture {
  let evaluator: Evaluator
  let tick: Variable<Int>
  let other: Variable<Int>
  let nodes: [NodeID]
  private var number = 0

  init(_ size: Int, hasDelays: Bool) throws {
    let evaluator = Evaluator()
    let (tick, other) = (evaluator.input("tick", 0), evaluator.input("other", 0))
    _ = evaluator.node("reader", other) { $0 }
    var delays: [Delay<Int>] = []
    if hasDelays {
      delays = (0..<size).map { evaluator.delay(nil, of: Int.self, initial: $0, tick: tick) }
      nodes = delays.map(\.variable.node)
    } else {
      nodes = (0..<size).map { index in
        evaluator.node(nil, tick: tick, state: index) { (state: inout Int) in
          state &+= 1
          return state
        }.node
      }
    }
    (self.evaluator, self.tick, self.other) = (evaluator, tick, other)
    // The delays form a ring.
    try evaluator.edit { edit in
      for (index, delay) in delays.enumerated() {
        try edit.connect(delays[(index + 1) % size].port, to: delay.input)
      }
    }
  }

  convenience init(_ size: Int) throws { try self.init(size, hasDelays: false) }

  func advance() {
    number += 1
    evaluator.set(tick, to: number)
  }

  func setOther() {
    number += 1
    evaluator.set(other, to: number)
  }
}

/// A fixture of delays that belong to one tick.
final class Delaying: Fixture {
  let ticking: Ticking
  var evaluator: Evaluator { ticking.evaluator }
  var nodes: [NodeID] { ticking.nodes }

  init(_ size: Int) throws { ticking = try Ticking(size, hasDelays: true) }
}

extension Row {
  /// The costs of nodes that keep a state from one run to the next.
  static var ticks: [Row] {
    [
      .each("Evaluator.set of a tick: a node with a state") { (ticking: inout Ticking) in ticking.advance() },
      .each("Evaluator.set of a tick: a delay") { (delaying: inout Delaying) in delaying.ticking.advance() },
      .call("Evaluator.set of another input beside delays") { (delaying: inout Delaying, _) in
        delaying.ticking.setOther()
      },
      .each("Evaluator.undo and redo of a tick: a node with a state") { (ticking: inout Ticking) in
        ticking.evaluator.undoLimit = 1 << 30
        ticking.advance()
      } _: { (ticking: inout Ticking) in
        ticking.evaluator.undo()
        ticking.evaluator.redo()
      },
    ]
  }
}
