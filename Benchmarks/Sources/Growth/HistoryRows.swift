// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

extension Row {
  /// The costs of undoing, recording and trying edits.
  static var histories: [Row] {
    [
      .call("Evaluator.undo and redo of a value") { (wide: inout Wide) in
        wide.remember()
        wide.evaluator.set(wide.sources[3], to: -1)
      } _: { (wide: inout Wide, _) in
        wide.evaluator.undoAndRedo()
      },
      .call("Evaluator.undo and redo of a connection, a name and a removal") { (wide: inout Wide) in
        wide.remember()
        let (nodes, last) = (wide.nodes, wide.nodes[wide.nodes.count - 1])
        try wide.evaluator.edit { edit in
          try edit.connect(nodes[0].output, to: nodes[1].input(1))
          try edit.rename(nodes[2], to: "renamed")
          try edit.remove(last)
        }
      } _: { (wide: inout Wide, _) in
        wide.evaluator.undoAndRedo()
      },
      .call("Evaluator.undo and redo behind as many edits") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
      } _: { (wide: inout Wide, _) in
        wide.evaluator.undoAndRedo()
      },
      .each("Evaluator.undo and redo of all edits: an edit") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
      } _: { (wide: inout Wide) in
        while wide.evaluator.undo() != nil {}
        while wide.evaluator.redo() != nil {}
      },
      .each("Evaluator.undo and redo of an edit of everything: a value") { (wide: inout Wide) in
        wide.remember()
        wide.setAll(to: -1)
      } _: { (wide: inout Wide) in
        wide.evaluator.undoAndRedo()
      },
      .each("Evaluator.undo and redo of the removal of everything: a node") { (wide: inout Wide) in
        wide.remember()
        let nodes = wide.nodes
        try wide.evaluator.edit { edit in for node in nodes { try edit.remove(node) } }
      } _: { (wide: inout Wide) in
        wide.evaluator.undoAndRedo()
      },
      .each("Evaluator.undo and redo of the removal of a hub: a connection") { (star: inout Star) in
        star.evaluator.undoLimit = 1 << 40
        let hub = star.source.node
        try star.evaluator.edit { edit in try edit.remove(hub) }
      } _: { (star: inout Star) in
        star.evaluator.undoAndRedo()
      },
      .each("Evaluator.undo and redo of failures: a node that fails") { (funnel: inout Funnel) in
        funnel.evaluator.undoLimit = 1 << 40
        funnel.change(isNegative: true)
      } _: { (funnel: inout Funnel) in
        funnel.evaluator.undoAndRedo()
      },
      .each("Evaluator.undoGroup of many edits, undone and redone: an edit", isRepeated: false) { (wide: inout Wide) in
        wide.remember()
        wide.evaluator.undoGroup { wide.editEach() }
        wide.evaluator.undoAndRedo()
      },
      .each("a gesture of many edits of one source, undone and redone: an edit", isRepeated: false) {
        (wide: inout Wide) in
        wide.remember()
        let source = wide.sources[0]
        for call in wide.sources.indices {
          wide.evaluator.edit(nil, gesture: 1) { edit in edit.set(source, to: -0.5 - Double(call)) }
        }
        wide.evaluator.undoAndRedo()
      },
      .call("an edit over the undoLimit, behind as many edits") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
        wide.evaluator.undoLimit = wide.evaluator.undoByteCount
      } _: { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.5)
      },
      .call("an edit that ends what can be redone, which is one") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
      } _: { (wide: inout Wide, call) in
        wide.evaluator.undo()
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.25)
      },
      .each("Evaluator.undoLimit set to 0, for each edit that is forgotten", isRepeated: false) { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
      } _: { (wide: inout Wide) in
        wide.evaluator.undoLimit = 0
      },
      .each("the same for edits that were undone", isRepeated: false) { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
        while wide.evaluator.undo() != nil {}
      } _: { (wide: inout Wide) in
        wide.evaluator.undoLimit = 1000
      },
      .call("Evaluator.undoTitle, canUndo, canRedo, undoByteCount, behind as many edits") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
      } _: { (wide: inout Wide, _) in
        expect(wide.evaluator.undoTitle != nil && wide.evaluator.canUndo && !wide.evaluator.canRedo)
        expect(wide.evaluator.undoByteCount > 0)
      },
      .call("Evaluator.redoTitle before as many edits") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
        while wide.evaluator.undo() != nil {}
      } _: { (wide: inout Wide, _) in
        expect(wide.evaluator.redoTitle != nil)
      },
      .each("Evaluator.undoTitles and redoTitles: an edit") { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
        for _ in 0..<wide.nodes.count / 2 { wide.evaluator.undo() }
      } _: { (wide: inout Wide) in
        expect(wide.evaluator.undoTitles.count + wide.evaluator.redoTitles.count == wide.nodes.count)
      },
      .call("Evaluator.register among edits that were undone", calls: 20) { (wide: inout Wide) in
        wide.remember()
        wide.editEach()
        while wide.evaluator.undo() != nil {}
      } _: { (wide: inout Wide, call) in
        wide.evaluator.register(.source("kind \(call)", output: ValuePort("value"), initial: 0.0))
      },
      .call("Evaluator.attach after an edit of everything", calls: 10) { (wide: inout Wide) in
        wide.remember()
        wide.setAll(to: -1)
      } _: { (wide: inout Wide, _) in
        wide.evaluator.attach(Nothing(), title: "nothing")
      },
      .call("Evaluator.undo behind a stop, and resume", calls: 100) { (chain: inout Chain) in
        chain.evaluator.undoLimit = 1 << 40
      } _: { (chain: inout Chain, _) in
        chain.evaluator.isInterrupted = { true }
        chain.change()
        chain.evaluator.isInterrupted = nil
        chain.evaluator.undo()
        expect(!chain.evaluator.hasUnfinished)
      },
      .call("Evaluator.fork of a value, read and dropped") { (wide: inout Wide, call) in
        let (source, output) = (wide.source(call), try wide.output(wide.node(call)))
        let fork = try wide.evaluator.fork { edit in edit.set(source, to: -1 - Double(call)) }
        expect(fork.isCurrent && fork.isFinished && fork.changed.count == 2)
        expect(fork.read { wide.evaluator[output] } < 2)
        fork.drop()
      },
      .call("Evaluator.fork of an edit of structure, committed") { (wide: inout Wide, call) in
        let (node, source) = (wide.node(call), wide.sources[0])
        try wide.evaluator.fork { edit in try edit.connect(source.port, to: node.input(1)) }.commit()
        try wide.evaluator.fork { edit in try edit.disconnect(node.input(1)) }.commit()
      },
      .call("Evaluator.fork that throws") { (wide: inout Wide, call) in
        let node = wide.node(call)
        let fork = try? wide.evaluator.fork { edit in
          try edit.remove(node)
          throw Stopped()
        }
        expect(fork == nil)
      },
      .call("Fork.commit that has to be made again") { (wide: inout Wide, call) in
        let source = wide.source(call)
        let fork = try wide.evaluator.fork { edit in edit.set(source, to: Double(call) + 0.5) }
        wide.evaluator.set(wide.sources[0], to: Double(call) + 0.25)
        try fork.commit()
      },
      .each("Evaluator.fork of everything, read and dropped: a node") { (wide: inout Wide) in
        let (sources, nodes) = (wide.sources, wide.nodes)
        let fork = try wide.evaluator.fork { edit in
          for source in sources { edit.set(source, to: -1) }
          for node in nodes { try edit.disconnect(node.input(0)) }
        }
        fork.read { expect(wide.evaluator.graph.connectionCount == 0) }
        fork.drop()
      },
      tangled("Edit.connect and disconnect of random inputs: a node that runs", undoLimit: 0),
      tangled("the same with an undoLimit: a node that runs", undoLimit: 1 << 40),
      .each("Evaluator.set of arrays that are remembered: an edit", isRepeated: false) { (arrays: inout Arrays) in
        arrays.setAll()
      },
      .each("undoing and redoing them: an edit", isRepeated: false) { (arrays: inout Arrays) in
        arrays.setAll()
      } _: { (arrays: inout Arrays) in
        while arrays.evaluator.undo() != nil {}
        while arrays.evaluator.redo() != nil {}
      },
    ]
  }
}

extension Row {
  /// A row of random edits. Readers of a changed node run too, and their number grows with the graph.
  private static func tangled(_ name: String, undoLimit: Int) -> Row {
    Row(name) { size in
      var tangle = try Tangle(size)
      tangle.evaluator.undoLimit = undoLimit
      for _ in 0..<500 { _ = try tangle.toggle() }
      var ran = 0
      let time = try nanoseconds(units: 1) { for _ in 0..<4000 { ran += try tangle.toggle() } }
      measuredUnits += ran - 1
      return time / Double(ran)
    }
  }
}

/// A companion without changes.
private final class Nothing: UndoCompanion {
  func toggle() {}
  var byteCount: Int { 8 }
}

/// Many nodes in a random order, each of which may read any earlier node.
private struct Tangle: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  private var nodes: [NodeID] = []
  private var random = SplitMix64(state: 1)

  init(_ size: Int) throws {
    var nodes = nodes
    try evaluator.edit { edit in for _ in 0..<size { nodes.append(try edit.add("Add")) } }
    nodes.shuffle(using: &random)
    let connections = (2..<2 * nodes.count).map { number in
      Connection(from: nodes[random.below(number / 2)].output, to: nodes[number / 2].input(number % 2))
    }
    // A constant, without which all sums would remain 0.
    let one = evaluator.input("one", 1.0)
    try evaluator.edit { edit in
      try edit.connect(one.port, to: nodes[0].input(2))
      try edit.connect(contentsOf: connections)
    }
    self.nodes = nodes
  }

  /// Disconnects an input, or connects it if it is free. Returns the number of nodes that ran.
  mutating func toggle() throws -> Int {
    let place = 1 + random.below(nodes.count - 1)
    let (source, input) = (nodes[random.below(place)], nodes[place].input(random.below(3)))
    return try evaluator.edit { edit in
      if edit.sources(of: input).isEmpty {
        try edit.connect(source.output, to: input)
      } else {
        try edit.disconnect(input)
      }
    }.evaluatedCount
  }
}

/// A source that is set to many arrays, which share their elements' storage.
private struct Arrays: Fixture {
  let evaluator = Evaluator()
  private let source: Variable<[[Int]]>
  private let size: Int

  init(_ size: Int) {
    self.size = size
    evaluator.undoLimit = 1 << 40
    source = evaluator.input("arrays", [])
  }

  func setAll() {
    let part = Array(0..<10)
    for number in 0..<size { evaluator.set(source, to: [part, [number]]) }
  }
}

extension Wide {
  fileprivate func remember() { evaluator.undoLimit = 1 << 40 }
}

extension Evaluator {
  fileprivate func undoAndRedo() {
    guard undo() != nil, redo() != nil else { preconditionFailure("there is nothing to undo") }
  }
}
