// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// What an edit says about itself, then and later.
@Suite struct ReceiptTests {
  @Test func aReceiptStaysRightAfterLaterEditsAndRemovalsAndTheEvaluator() throws {
    var kept: [Receipt] = []
    var expected: [[NodeID]] = []
    do {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 0)
      let first = evaluator.node("first", source) { $0 + 1 }
      let second = evaluator.node("second", first) { $0 / 2 }
      for value in 1...4 {
        kept.append(evaluator.set(source, to: value))
        expected.append([first.node, second.node])
      }
      kept.append(try evaluator.edit { try $0.remove(second.node) })
      expected.append([])
      let third = evaluator.node("third", first) { $0 }
      #expect(third.node.slot == second.node.slot && third.node != second.node)
      kept.append(evaluator.set(source, to: 9))
      expected.append([first.node, third.node])
      _ = evaluator.input("another", 1)
      kept.append(evaluator.edit { $0.set(source, to: 10) })
      expected.append([first.node, third.node])
      #expect(kept.map(\.evaluated) == expected)
    }
    #expect(kept.map(\.evaluated) == expected)
    #expect(kept.map(\.evaluatedCount) == expected.map(\.count))
    // Adding 1 and halving changes every other time.
    #expect(kept.prefix(4).map(\.cutOff.count) == [0, 1, 0, 1])
    #expect(kept[0].changed.count == 3 && kept[1].changed.count == 2)
  }

  @Test func editsAreNumberedAndThoseTakenBackAreNot() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0)
    let first = evaluator.set(source, to: 1)
    #expect(throws: Abandoned.self) { try evaluator.edit { _ in throw Abandoned() } }
    let second = evaluator.edit { _ in }
    let third = evaluator.set(source, to: 1)
    #expect([second.edit, third.edit] == [first.edit + 1, first.edit + 2])
  }

  @Test func anEditInsideAnotherHasNoEffectsOfItsOwn() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0)
    let copy = evaluator.node("copy", source) { $0 }
    var inner: [Receipt] = []
    let outer = evaluator.edit { _ in
      inner.append(evaluator.edit { $0.set(source, to: 1) })
      inner.append(evaluator.set(source, to: 2))
    }
    for receipt in inner {
      #expect(receipt.edit == 0 && receipt.changes.isEmpty && receipt.changed.isEmpty && receipt.evaluated.isEmpty)
    }
    #expect(outer.changed == [source.node, copy.node])
  }

  @Test func changesTellWhatHappenedInOrder() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    var ids: [NodeID] = []
    let receipt = try evaluator.edit { edit in
      ids.append(try edit.add("Number", named: "n", at: Point(1, 2)))
      ids.append(try edit.add("Clamp"))
      try edit.connect(ids[0].output, to: ids[1].input("x"))
      try edit.setLiteral(ids[1].input("x"), to: 4.0)
      try edit.setKind(of: ids[1], to: "Root")
    }
    let wire = Connection(from: ids[0].output, to: ids[1].input(0))
    let changes = receipt.changes
    #expect(changes.prefix(2) == [.added(ids[0]), .renamed(ids[0], from: nil, to: "n")])
    #expect(changes[2] == .moved(ids[0], from: .zero, to: Point(1, 2)))
    #expect(changes.dropFirst(3).prefix(3) == [.added(ids[1]), .connected(wire), .literalChanged(ids[1].input(0))])
    #expect(changes.contains(.kindChanged(ids[1])))
    let removal = try evaluator.edit { try $0.remove(ids[0]) }
    #expect(removal.changes.first == .disconnected(wire))
    #expect(removal.changes.contains(.removed(ids[0])))
    #expect(removal.blocked.isEmpty && removal.evaluated == [ids[1]])
  }

  @Test func aReceiptKeptWhileObserversMakeEditsSpeaksOfItsOwnEdit() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0)
    let other = evaluator.input("other", 0)
    let copy = evaluator.node("copy", source) { $0 }
    _ = evaluator.node("copy of other", other) { $0 }
    let observation = evaluator.observe(copy) { evaluator.set(other, to: ((try? $0.new.get()) ?? 0) * 10) }
    #expect(evaluator.set(source, to: 1).evaluated == [copy.node])
    #expect(evaluator.edit { $0.set(source, to: 2) }.evaluated == [copy.node])
    #expect(evaluator[other] == 20)
    observation.cancel()
  }
}
