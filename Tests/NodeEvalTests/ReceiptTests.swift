// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// What a receipt reports about its edit, immediately and later.
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
    // Adding 1 and halving gives a new value every other time.
    #expect(kept.prefix(4).map(\.cutOff.count) == [0, 1, 0, 1])
    #expect(kept[0].changed.count == 3 && kept[1].changed.count == 2)
  }

  private let kinds: [NodeDefinition] = [
    .source("Number", output: ValuePort("value"), initial: 1.0),
    NodeDefinition("Double", inputs: ValuePort("x", default: 1.0), output: ValuePort("y")) { $0 * 2 },
    NodeDefinition("Root", inputs: ValuePort("x", default: 1.0), output: ValuePort("y")) { (x: Double) -> Double in
      if x < 0 { throw Complaint(description: "negative") }
      return x.squareRoot()
    },
  ]

  @Test func whatAUserInterfaceShowsAgainIsAffected() throws {
    let evaluator = Evaluator(definitions: kinds)
    evaluator.undoLimit = 1 << 20
    var (a, b, c) = (NodeID(slot: 0, generation: 0), NodeID(slot: 0, generation: 0), NodeID(slot: 0, generation: 0))
    /// Makes an edit, undoes it and redoes it, and expects the same affected nodes each time.
    func check(_ expected: KeyValuePairs<NodeID, String>, _ body: (Edit) throws -> Void) throws {
      let nodes = Set(expected.map(\.key))
      let receipt = try evaluator.edit(body)
      #expect(Set(receipt.affected) == nodes && receipt.affected.count == nodes.count)
      #expect(receipt.affected.prefix(receipt.changed.count) == receipt.changed[...])
      for receipt in [evaluator.undo(), evaluator.redo()] {
        let affected = try #require(receipt).affected
        #expect(Set(affected) == nodes && affected.count == nodes.count)
      }
    }
    let added = try evaluator.edit { edit in
      (a, b, c) = (try edit.add("Number", named: "a"), try edit.add("Double"), try edit.add("Root"))
      try edit.connect(b.output, to: c.input(0))
    }
    #expect(Set(added.affected) == [a, b, c])
    try check([a: "value"]) { try $0.set(a, to: -1.0) }
    try check([a: "moved"]) { try $0.move(a, to: GraphPoint(3, 4)) }
    try check([a: "renamed"]) { try $0.rename(a, to: "d") }
    try check([a: "source", b: "value", c: "failure"]) { try $0.connect(a.output, to: b.input(0)) }
    try check([b: "hidden literal"]) { try $0.setLiteral(b.input(0), to: -1.0) }
    try check([a: "source", b: "same value"]) { try $0.disconnect(b.input(0)) }
    try check([b: "value", c: "value", a: "kept"]) { edit in
      try edit.setLiteral(b.input(0), to: 2.0)
      try edit.move(a, to: GraphPoint(5, 6))
    }
    try check([b: "kind", c: "value"]) { try $0.setKind(of: b, to: "Root") }
    try check([b: "removed", c: "target"]) { try $0.remove(b) }
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
      ids.append(try edit.add("Number", named: "n", at: GraphPoint(1, 2)))
      ids.append(try edit.add("Clamp"))
      try edit.connect(ids[0].output, to: ids[1].input("x"))
      try edit.setLiteral(ids[1].input("x"), to: 4.0)
      try edit.setKind(of: ids[1], to: "Root")
    }
    let wire = Connection(from: ids[0].output, to: ids[1].input(0))
    let changes = receipt.changes
    #expect(changes.prefix(2) == [.added(ids[0]), .renamed(ids[0], from: nil, to: "n")])
    #expect(changes[2] == .moved(ids[0], from: .zero, to: GraphPoint(1, 2)))
    #expect(changes.dropFirst(3).prefix(3) == [.added(ids[1]), .connected(wire), .literalChanged(ids[1].input(0))])
    #expect(changes.contains(.kindChanged(ids[1])))
    let removal = try evaluator.edit { try $0.remove(ids[0]) }
    #expect(removal.changes.first == .disconnected(wire))
    #expect(removal.changes.contains(.removed(ids[0])))
    #expect(removal.blocked.isEmpty && removal.evaluated == [ids[1]])
  }

  @Test func changesCanBeAskedForAfterLaterEditsOfEveryKind() throws {
    for remembers in [false, true] {
      var kept: [(receipt: Receipt, changes: [Change])] = []
      do {
        let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
        if remembers { evaluator.undoLimit = 1 << 20 }
        let source = evaluator.input("source", 1.0)
        var clamp: NodeID?
        let adding = try evaluator.edit { clamp = try $0.add("Clamp", named: "clamp") }
        let node = try #require(clamp)
        let wire = Connection(from: source.node.output, to: node.input(0))
        kept.append((adding, [.added(node), .renamed(node, from: nil, to: "clamp")]))
        kept.append((try evaluator.edit { try $0.connect(wire.source, to: wire.target) }, [.connected(wire)]))
        kept.append((evaluator.set(source, to: 2), []))
        kept.append((try evaluator.edit { try $0.disconnect(wire.target) }, [.disconnected(wire)]))
        if remembers {
          kept.append((try #require(evaluator.undo()), [.connected(wire)]))
          kept.append((try #require(evaluator.redo()), [.disconnected(wire)]))
        }
        kept.append((try evaluator.edit { try $0.connect(wire.source, to: wire.target) }, [.connected(wire)]))
        let fork = try evaluator.fork { try $0.disconnect(wire.target) }
        kept.append((fork.receipt, [.disconnected(wire)]))
        kept.append((try evaluator.edit { try $0.rename(node, to: nil) }, [.renamed(node, from: "clamp", to: nil)]))
        let removing = try evaluator.edit { try $0.remove(node) }
        kept.append((removing, [.disconnected(wire), .removed(node)]))
        var next: NodeID?
        let replacing = try evaluator.edit { next = try $0.add("Clamp") }
        kept.append((replacing, [.added(try #require(next))]))
        #expect(throws: Abandoned.self) { try evaluator.edit { _ in throw Abandoned() } }
        // The last receipt still reads its changes from the evaluator.
        #expect(replacing.changes == kept.last?.changes && replacing.changes == kept.last?.changes)
        #expect(kept.map(\.receipt.changes) == kept.map(\.changes))
        _ = evaluator.input("last", 0)
        #expect(kept.map(\.receipt.changes) == kept.map(\.changes))
      }
      #expect(kept.map(\.receipt.changes) == kept.map(\.changes))
    }
  }

  @Test func aReceiptCanBeReadInsideTheNextEditAndAfterOneThatFailed() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    let source = evaluator.input("source", 1.0)
    var clamp: NodeID?
    let first = try evaluator.edit { clamp = try $0.add("Clamp") }
    let node = try #require(clamp)
    let wire = Connection(from: source.node.output, to: node.input(0))
    let second = try evaluator.edit { graph in
      try graph.connect(wire.source, to: wire.target)
      #expect(first.changes == [.added(node)] && first.blocked == [node])
      #expect(evaluator.edit { _ in }.changes.isEmpty)
    }
    #expect(throws: Abandoned.self) {
      try evaluator.edit { graph in
        try graph.disconnect(wire.target)
        throw Abandoned()
      }
    }
    #expect(second.changes == [.connected(wire)] && second.edit == first.edit + 1)
  }

  @Test func explanationsKnowChangesNobodyAskedFor() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    let source = evaluator.input("source", 1.0)
    var clamp: NodeID?
    try evaluator.edit { clamp = try $0.add("Clamp") }
    let node = try #require(clamp)
    try evaluator.edit { try $0.connect(source.port, to: node.input(0)) }
    #expect(evaluator.explain(node)?.input == node.input(0))
  }

  @Test func changesOfAnEditWhoseObserversMakeOthersAreItsOwn() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    let source = evaluator.input("source", 1.0)
    let copy = evaluator.node("copy", source) { $0 }
    var clamp: NodeID?
    try evaluator.edit { clamp = try $0.add("Clamp") }
    let node = try #require(clamp)
    let wire = Connection(from: source.node.output, to: node.input(0))
    var inner: Receipt?
    let observation = evaluator.observe(copy) { _ in
      inner = try? evaluator.edit { try $0.disconnect(wire.target) }
    }
    let outer = try evaluator.edit { graph in
      graph.set(source, to: 2)
      try graph.connect(wire.source, to: wire.target)
    }
    #expect(outer.changes == [.connected(wire)] && outer.changed.prefix(2) == [source.node, copy.node])
    #expect(inner?.changes == [.disconnected(wire)] && inner?.edit == outer.edit + 1)
    evaluator.set(source, to: 3)
    #expect(outer.changes == [.connected(wire)] && outer.evaluated.contains(copy.node))
    observation.cancel()
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

  @Test func eachCallReturnsItsOwnReceiptHoweverManyEditsObserversAndTheHookMake() {
    let evaluator = Evaluator()
    let sources = (0..<3).map { evaluator.input("source \($0)", 0) }
    let copies = sources.enumerated().map { index, source in evaluator.node("copy \(index)", source) { $0 } }
    /// The receipts of calls that set a source, each with the node that its receipt must report.
    var made: [(receipt: Receipt, node: NodeID)] = []
    var number = 0
    func set(_ index: Int) {
      number += 1
      let receipt = evaluator.set(sources[index], to: number)
      #expect(receipt.evaluated == [copies[index].node])
      made.append((receipt, copies[index].node))
    }
    let observations = [
      evaluator.observe(copies[0]) { _ in
        set(1)
        set(1)
        // No code keeps this receipt.
        evaluator.set(sources[2], to: -number)
      },
      evaluator.observe(copies[1]) { _ in set(2) },
    ]
    var hooked: [NodeID] = []
    evaluator.onEdit = { receipt in
      hooked += receipt.evaluated
      if receipt.evaluated == [copies[0].node] { set(2) }
    }
    for _ in 0..<2 {
      set(0)
      evaluator.set(sources[0], to: -number)
    }
    // Each call for source 0 causes two calls for source 1, each of which causes one for source 2; the hook adds one for each
    // edit of source 0.
    #expect(made.count == 2 * (1 + 2 * (2 + 2 + 1)) && hooked.count == made.count + 2 * (1 + 2))
    for (receipt, node) in made { #expect(receipt.evaluated == [node]) }
    #expect(Set(made.map(\.receipt.edit)).count == made.count)
    for observation in observations { observation.cancel() }
  }

  @Test func aReceiptOutlivesFailedEditsAndForksOfObservers() throws {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let double = evaluator.node("double", source) { $0 * 2 }
    var forks = 0
    let watch = evaluator.observe(double) { [unowned evaluator] _ in
      _ = try? evaluator.edit { edit in _ = try edit.add("no such kind") }
      if let fork = try? evaluator.fork({ edit in edit.set(source, to: 100) }) {
        forks += fork.read { evaluator[double] }
        fork.drop()
      }
    }
    for value in 2...4 {
      let receipt = evaluator.set(source, to: value)
      #expect(receipt.changed == [source.node, double.port.node])
      let edited = evaluator.edit { edit in edit.set(source, to: value * 10) }
      #expect(edited.changed == [source.node, double.port.node])
      evaluator.set(source, to: value)
      #expect(edited.changed == [source.node, double.port.node])
    }
    #expect(forks == 9 * 200)
    watch.cancel()
  }

  /// Runs a closure when it is released.
  private final class Token: Sendable {
    let gone: @Sendable () -> Void
    init(_ gone: @escaping @Sendable () -> Void = {}) { self.gone = gone }
    deinit { gone() }
  }

  @Test func aReceiptIsOfItsEditWhateverValuesThatGoDo() throws {
    let evaluator = Evaluator()
    let other = evaluator.input("other", 1)
    nonisolated(unsafe) var parting: () -> Void = {}
    let token = evaluator.input("token", Token { unsafe parting() })
    let reader = evaluator.node("reader", token) { _ in 1 }
    unsafe parting = { [unowned evaluator] in evaluator.set(other, to: 2) }
    let edited = evaluator.edit { edit in edit.set(token, to: Token { unsafe parting() }) }
    #expect(edited.changed == [token.node] && edited.cutOff == [reader.port.node])
    #expect(evaluator[other] == 2)
    // The closure may even remove the node that reads the value.
    unsafe parting = { [unowned evaluator] in _ = try? evaluator.edit { edit in try edit.remove(reader.port.node) } }
    let receipt = evaluator.set(token, to: Token())
    #expect(receipt.changed == [token.node] && receipt.evaluated.isEmpty)
    #expect(!evaluator.graph.contains(reader.port.node))
    evaluator.checkInvariants()
  }
}
