// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// What undo and redo restore, and which observers are notified.
@Suite struct EvaluatorUndoTests {
  private let evaluator: Evaluator
  private let source: Variable<Int>
  private let double: Output<Int>

  init() {
    evaluator = Evaluator(definitions: [
      .source("Number", output: ValuePort("value"), initial: 0),
      NodeDefinition("Next", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) -> Int in x + 1 },
      NodeDefinition("Sum", inputs: ManyPort<Int>("x"), output: ValuePort("sum")) { (x: [Int]) -> Int in x.reduce(0, +)
      },
      NodeDefinition("Digits", inputs: ManyPort<Int>("x"), output: ValuePort("text")) { (x: [Int]) -> String in
        x.map { "\($0)" }.joined(separator: " ")
      },
    ])
    source = evaluator.input("source", 1)
    double = evaluator.node("double", source) { $0 * 2 }
    evaluator.undoLimit = 1 << 20
  }

  @Test func aSetIsTakenBackAndDoneAgainWithAllThatDependsOnIt() throws {
    evaluator.set(source, to: 5)
    let undo = try #require(evaluator.undo())
    #expect(evaluator[double] == 2 && undo.changed == [source.node, double.node] && undo.evaluated.isEmpty)
    let redo = try #require(evaluator.redo())
    #expect(evaluator[double] == 10 && redo.changed == [source.node, double.node] && redo.edit == undo.edit + 1)
    #expect(evaluator.undo() != nil && evaluator.undo() == nil && evaluator.redo() != nil && evaluator.redo() == nil)
  }

  @Test func nothingIsRememberedUnlessThereIsALimit() {
    evaluator.undoLimit = 0
    evaluator.set(source, to: 5)
    #expect(!evaluator.canUndo && !evaluator.canRedo && evaluator.undo() == nil && evaluator.redo() == nil)
    #expect(evaluator.undoByteCount == 0 && evaluator.undoTitles.isEmpty)
  }

  @Test func aNodeMadeInCodeIsAnEdit() throws {
    let triple = evaluator.node("triple", double) { $0 * 3 }
    #expect(try #require(evaluator.undo()).changes.contains(.removed(triple.node)))
    #expect(!evaluator.graph.contains(triple.node))
    evaluator.redo()
    evaluator.set(source, to: 2)
    #expect(evaluator[triple] == 12)
    evaluator.undo()
    evaluator.undo()
    let other = evaluator.input("triple", 7)
    #expect(evaluator.redo() == nil && other.node != triple.node && evaluator[other] == 7)
    evaluator.checkInvariants()
  }

  @Test func anEditThatChangesNothingInTheEndIsNotRemembered() {
    evaluator.set(source, to: 5)
    evaluator.undo()
    evaluator.set(source, to: 1)
    evaluator.edit { edit in
      edit.set(source, to: 3)
      edit.set(source, to: 1)
    }
    evaluator.edit { _ in }
    #expect(evaluator.undoTitles.isEmpty && evaluator.redoTitles == ["set source"])
    evaluator.redo()
    #expect(evaluator[double] == 10)
  }

  @Test func anEditThatFailsLosesNothingThatCanBeDoneAgain() throws {
    var sum = source.node
    try evaluator.edit { edit in
      sum = try edit.add("Sum", named: "sum")
      try edit.connect(source.port, to: sum.input(0))
      try edit.connect(double.port, to: sum.input(0))
    }
    evaluator.set(source, to: 5)
    evaluator.undo()
    let fail: (Edit) throws -> Void = { edit in
      try edit.disconnect(sum.input(0))
      edit.set(source, to: 9)
      try edit.add("Sum", named: "other")
      throw Abandoned()
    }
    #expect(throws: Abandoned.self) { try evaluator.edit(fail) }
    // An edit that fails inside an otherwise empty edit.
    evaluator.edit { _ in _ = try? evaluator.edit(fail) }
    #expect(evaluator.undoTitles == ["add sum"] && evaluator.redoTitles == ["set source"])
    evaluator.redo()
    #expect(evaluator[double] == 10)
    evaluator.checkInvariants()
  }

  @Test func anInputThatTakesManyGetsItsConnectionsBackInOrder() throws {
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = try (0..<6).map { _ in try edit.add("Number") }
      ids.append(try edit.add("Digits"))
      for (index, id) in ids.dropLast().enumerated() {
        try edit.set(id, to: index)
        try edit.connect(id.output, to: ids[6].input(0))
      }
    }
    let text = try #require(try evaluator.output(ids[6].output, as: String.self))
    try evaluator.edit { edit in
      for index in [1, 4, 2] { try edit.disconnect(ids[index].output, from: ids[6].input(0)) }
      try edit.connect(ids[4].output, to: ids[6].input(0))
      try edit.disconnect(ids[0].output, from: ids[6].input(0))
    }
    #expect(evaluator[text] == "3 5 4")
    try evaluator.edit { edit in
      try edit.remove(ids[3])
      for _ in 0..<9 { try edit.connect(ids[5].output, to: ids[6].input(0)) }
    }
    #expect(evaluator[text] == "5 4 5 5 5 5 5 5 5 5 5")
    evaluator.undo()
    #expect(evaluator[text] == "3 5 4")
    evaluator.undo()
    #expect(evaluator[text] == "0 1 2 3 4 5")
    evaluator.redo()
    evaluator.redo()
    #expect(evaluator[text] == "5 4 5 5 5 5 5 5 5 5 5")
    evaluator.checkInvariants()
  }

  @Test func namesThatWereExchangedAreExchangedBack() throws {
    try evaluator.edit { edit in
      try edit.rename(source.node, to: "both")
      try edit.rename(double.node, to: "source")
      try edit.rename(source.node, to: "double")
      try edit.move(source.node, to: GraphPoint(1, 2))
    }
    for _ in 0..<2 {
      evaluator.undo()
      #expect(evaluator.graph.node(named: "source") == source.node && evaluator.graph.name(of: double.node) == "double")
      #expect(evaluator.graph.node(named: "both") == nil && evaluator.graph.position(of: source.node) == .zero)
      evaluator.redo()
      #expect(evaluator.graph.node(named: "source") == double.node && evaluator.graph.name(of: source.node) == "double")
      #expect(evaluator.graph.position(of: source.node) == GraphPoint(1, 2))
    }
  }

  @Test func literalsComeAndGoWithTheEditsThatGaveThem() throws {
    var next = source.node
    try evaluator.edit { next = try $0.add("Next") }
    let value = try #require(try evaluator.output(next.output, as: Int.self))
    try evaluator.edit { try $0.setLiteral(next.input(0), to: 10) }
    try evaluator.edit { try $0.setLiteral(next.input(0), to: 20) }
    try evaluator.edit { try $0.connect(source.port, to: next.input(0)) }
    try evaluator.edit { try $0.clearLiteral(next.input(0)) }
    try evaluator.edit { try $0.setKind(of: next, to: "Digits") }
    var values: [Int] = []
    while evaluator.undoTitles.count > 1 {
      evaluator.undo()
      values.append(evaluator[value])
    }
    #expect(values == [2, 2, 21, 11, 1])
    #expect(evaluator.redo()?.changes == [.literalChanged(next.input(0))])
    while evaluator.redo() != nil {}
    #expect(try evaluator.output(next.output, as: String.self).map { evaluator[$0] } == "")
  }

  @Test func emptyOptionalsComeBackAsWhatTheyWere() {
    let optional = evaluator.input("optional", Int?.none)
    let nested = evaluator.input("nested", Int??.some(nil))
    let text = evaluator.node("text", optional, nested) { "\(String(describing: $0)) \(String(describing: $1))" }
    evaluator.edit { edit in
      edit.set(optional, to: 1)
      edit.set(nested, to: nil)
    }
    evaluator.undo()
    #expect(evaluator[optional] == nil && evaluator[nested] == .some(nil))
    #expect(evaluator[text] == "nil Optional(nil)")
    evaluator.redo()
    #expect(evaluator[optional] == 1 && evaluator[nested] == .none)
  }

  @Test func aGraphThatWasReadBeforeStaysAsItWas() throws {
    var sum = source.node
    try evaluator.edit { sum = try $0.add("Sum", named: "sum") }
    let before = evaluator.graph
    try evaluator.edit { edit in
      try edit.connect(double.port, to: sum.input(0))
      try edit.remove(source.node)
    }
    let after = evaluator.graph
    evaluator.undo()
    #expect(after.nodes == [double.node, sum] && after.connectionCount == 1 && !after.contains(source.node))
    #expect(before.nodes == [source.node, double.node, sum] && before.connectionCount == 1)
    evaluator.redo()
    let parked = evaluator.graph
    let id = parked.storage.value.id(of: source.node.slot)
    evaluator.undoLimit = 0
    // The archived node's record was freed in the evaluator's table, but not in the table that the copy still reads.
    #expect(parked.storage.value.id(of: source.node.slot) == id)
    #expect(evaluator.graph.storage.value.id(of: source.node.slot) != id)
    for graph in [before, after, parked] { graph.checkInvariants() }
  }

  @Test func theOrderIsClosedWithoutLosingTheRanksOfEditsThatAreRemembered() throws {
    evaluator.undoLimit = 1 << 14
    var sum = source.node
    try evaluator.edit { sum = try $0.add("Sum") }
    var last = try #require(evaluator.graph.nodes.last)
    var orders: [[NodeID]] = []
    for _ in 0..<500 {
      orders.append(evaluator.graph.nodes)
      try evaluator.edit { edit in
        if last != sum { try edit.remove(last) }
        last = try edit.add("Next")
        // Connects against the evaluation order, so that ranks change.
        try edit.connect(last.output, to: sum.input(0))
      }
    }
    #expect(evaluator.graph.storage.value.nodeAtRank.count < 200)
    #expect(evaluator.undoTitles.count > 5)
    while evaluator.undo() != nil {
      #expect(evaluator.graph.nodes == orders.removeLast())
      evaluator.checkInvariants()
    }
  }

  @Test func anOrderThatWasSpacedOutComesBackAndGoesAgainStepByStep() throws {
    var (nodes, others): ([NodeID], [NodeID]) = ([], [])
    var orders = [evaluator.graph.nodes]
    for index in 0..<200 {
      try evaluator.edit { edit in
        nodes.append(try edit.add("Next"))
        // Places each node before the one that was added before it, against the evaluation order.
        if index > 0 { try edit.connect(nodes[index].output, to: nodes[index - 1].input(0)) }
        if index % 9 == 4 { others.append(try edit.add("Next")) }
        if index % 9 == 8 { try edit.remove(others.removeLast()) }
      }
      orders.append(evaluator.graph.nodes)
    }
    #expect(evaluator.graph.storage.value.nodeAtRank.count > evaluator.graph.nodeCount + 50)
    for order in orders.dropLast().reversed() {
      evaluator.undo()
      #expect(evaluator.graph.nodes == order)
      evaluator.checkInvariants()
    }
    for order in orders.dropFirst() {
      evaluator.redo()
      #expect(evaluator.graph.nodes == order)
      evaluator.checkInvariants()
    }
  }

  @Test func kindsThatWereRegisteredInBetweenStay() throws {
    evaluator.set(source, to: 5)
    evaluator.undo()
    evaluator.register(
      NodeDefinition("Late", inputs: ValuePort("x", default: 40), output: ValuePort("y")) { (x: Int) -> Int in x + 2 })
    evaluator.redo()
    #expect(evaluator[double] == 10)
    evaluator.undo()
    var late = source.node
    try evaluator.edit { late = try $0.add("Late") }
    evaluator.undo()
    evaluator.redo()
    #expect(try evaluator.output(late.output, as: Int.self).map { evaluator[$0] } == 42)
  }

  @Test func explanationsNameTheUndoing() throws {
    evaluator.remembersCauses = true
    evaluator.set(source, to: 5)
    let undo = try #require(evaluator.undo())
    let why = try #require(evaluator.explain(double.node))
    #expect(why.edit == undo.edit && why.outcome == .given && why.input == nil && why.path == [double.node])
    let late = evaluator.node("late", double) { $0 }
    evaluator.undo()
    #expect(evaluator.explain(late.node) == nil)
    evaluator.redo()
    #expect(evaluator.explain(late.node)?.outcome == .given)
  }

  @Test func receiptsThatAreHeldStayAsTheyWere() throws {
    let set = evaluator.set(source, to: 5)
    let late = evaluator.node("late", double) { $0 }
    let made = try #require(evaluator.undo())
    let undo = try #require(evaluator.undo())
    evaluator.edit { edit in edit.set(source, to: 8) }
    let other = evaluator.input("other", 1)
    #expect(set.changed == [source.node, double.node] && set.evaluated == [double.node])
    #expect(made.changed.isEmpty && made.changes.contains(.removed(late.node)))
    #expect(undo.changed == [source.node, double.node] && undo.evaluatedCount == 0)
    #expect(other.node != late.node)
  }
}
