// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Unrecorded edits between recorded ones.
@Suite struct UnrecordedEditsTests {
  private let evaluator: Evaluator
  private let a: Variable<Double>
  private let b: Variable<Double>
  private let larger: Output<Double>
  private let sum: Output<Double>

  init() {
    evaluator = Evaluator(definitions: [
      NodeDefinition("Add", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 0.0), output: ValuePort("c"))
      {
        (a: Double, b: Double) -> Double in a + b
      }
    ])
    a = evaluator.input("a", 1)
    b = evaluator.input("b", 10)
    larger = evaluator.node("larger", a, b) { max($0, $1) }
    sum = evaluator.node("sum", larger, a) { $0 + $1 }
    evaluator.undoLimit = 1 << 20
  }

  private func give(_ variable: Variable<Double>, _ value: Double) {
    evaluator.edit(history: .none) { $0.set(variable, to: value) }
  }

  private func expectFresh() {
    #expect(evaluator[larger] == max(evaluator[a], evaluator[b]))
    #expect(evaluator[sum] == evaluator[larger] + evaluator[a])
    evaluator.checkInvariants()
  }

  @Test func whatCanBeUndoneAndRedoneStaysAsItIs() {
    evaluator.set(a, to: 2)
    evaluator.edit("three") { $0.set(a, to: 3) }
    evaluator.undo()
    give(b, 20)
    #expect(evaluator.undoTitles == ["set a"])
    #expect(evaluator.redoTitles == ["three"])
    #expect(evaluator.redo() != nil)
    #expect([evaluator[a], evaluator[b]] == [3, 20])
    expectFresh()
  }

  /// `larger` was cut off when the edit was made, so the edit's patch does not mention it.
  @Test func whatWasCutOffWhenTheEditWasMadeIsComputedFromTheSourcesThatThereAre() {
    evaluator.set(a, to: 2)
    give(b, 0)
    #expect(evaluator[larger] == 2)
    evaluator.undo()
    #expect(evaluator[larger] == 1)
    expectFresh()
    evaluator.redo()
    #expect(evaluator[larger] == 2)
    expectFresh()
  }

  @Test func onlyWhatTheUndoneEditTouchedAndWhatFollowsRuns() throws {
    var runs = 0
    let other = evaluator.node("other", b) { value -> Double in
      runs += 1
      return value
    }
    evaluator.set(a, to: 2)
    give(b, 5)
    runs = 0
    let receipt = try #require(evaluator.undo())
    #expect(receipt.evaluated == [larger.node, sum.node])
    #expect(receipt.cutOff == [larger.node])
    #expect(receipt.changed == [a.node, sum.node])
    #expect(runs == 0)
    #expect(evaluator[other] == 5)
  }

  @Test func aSourceThatBothHaveGivenGetsBackTheOneFromBeforeAndRedoingBringsBackTheLast() {
    evaluator.set(a, to: 2)
    give(a, 3)
    evaluator.undo()
    #expect(evaluator[a] == 1)
    expectFresh()
    evaluator.redo()
    #expect(evaluator[a] == 3)
    expectFresh()
  }

  @Test func editsMadeAfterwardsAreUndoneWithoutRunningAnything() throws {
    give(b, 20)
    evaluator.set(a, to: 30)
    #expect(try #require(evaluator.undo()).evaluated == [])
    #expect(try #require(evaluator.redo()).evaluated == [])
    expectFresh()
  }

  @Test func aNodeThatComesBackIsComputedFromTheSourcesThatThereAre() throws {
    try evaluator.edit { try $0.remove(sum.node) }
    give(b, 40)
    let receipt = evaluator.undo()
    #expect(evaluator[sum] == 41)
    #expect(receipt?.changed == [sum.node])
    evaluator.redo()
    give(b, 50)
    evaluator.undo()
    expectFresh()
  }

  /// When the edit was made the node had no value; when the edit is undone the node has one.
  @Test func aFirstValueThatCameOutsideIsKeptAndReleasedOnce() {
    let text = evaluator.node("text", a) { value -> String in
      if value < 0 { throw Complaint(description: "negative \(value)") }
      return "a text that is too long to be kept in place: \(value)"
    }
    evaluator.set(a, to: -1)
    let late = evaluator.node("late", a) { value -> String in
      if value < 0 { throw Complaint(description: "negative \(value)") }
      return "another text that is too long to be kept in place: \(value)"
    }
    evaluator.set(a, to: -2)
    give(a, 4)
    #expect(evaluator[late].hasSuffix("4.0"))
    evaluator.undo()
    #expect(evaluator.failure(of: late.node)?.message == "negative -1.0")
    evaluator.redo()
    #expect(evaluator[late].hasSuffix("4.0") && evaluator[text].hasSuffix("4.0"))
    evaluator.undo()
    evaluator.undo()
    evaluator.undoLimit = 0
    evaluator.checkInvariants()
  }

  @Test func observersAndReceiptsTellTheDifferenceToWhatThereWas() throws {
    evaluator.set(a, to: 2)
    give(b, 1)
    var told: [String] = []
    let tokens = [
      evaluator.observe(larger) { told.append("larger \($0)") }, evaluator.observe(sum) { told.append("sum \($0)") },
    ]
    let receipt = try #require(evaluator.undo())
    #expect(told == ["larger 2.0 → 1.0", "sum 4.0 → 2.0"])
    #expect(receipt.changed == [a.node, larger.node, sum.node])
    told = []
    give(b, 2)
    evaluator.redo()
    #expect(told == ["larger 1.0 → 2.0", "sum 2.0 → 3.0", "sum 3.0 → 4.0"])
    withExtendedLifetime(tokens) {}
  }

  @Test func whatIsUndoneToTheValueThatThereIsChangesNothing() throws {
    evaluator.set(a, to: 2)
    give(a, 1)
    let receipt = try #require(evaluator.undo())
    #expect(receipt.changed == [])
    expectFresh()
  }

  @Test func aFailureFromOutsideBlocksWhatIsUndone() throws {
    let root = evaluator.node("root", b) { (value: Double) throws -> Double in
      if value < 0 { throw Complaint(description: "negative") }
      return value.squareRoot()
    }
    let shown = evaluator.node("shown", root, a) { $0 + $1 }
    evaluator.set(a, to: 2)
    give(b, -1)
    evaluator.undo()
    #expect(evaluator.failure(of: shown.node)?.origin == root.node)
    give(b, 4)
    evaluator.redo()
    #expect(evaluator[shown] == 4)
    evaluator.checkInvariants()
  }

  @Test func literalsAreGivenWhereThereIsOne() throws {
    var node = a.node
    try evaluator.edit { edit in
      node = try edit.add("Add", named: "add")
      try edit.setLiteral(node.input("a"), to: 1.0)
    }
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    try evaluator.edit { try $0.connect(a.port, to: node.input("a")) }
    try evaluator.edit(history: .none) { try $0.setLiteral(node.input("a"), to: 7.0) }
    evaluator.undo()
    #expect(evaluator[output] == 7)
    #expect(throws: GraphError.valuesOnly) {
      try evaluator.edit(history: .none) { try $0.setLiteral(node.input("b"), to: 7.0) }
    }
  }

  @Test func whateverChangesTheGraphIsRefused() throws {
    func expectRefusal(_ verb: (Edit) throws -> Void) {
      #expect(throws: GraphError.valuesOnly) {
        try evaluator.edit(history: .none) { edit in
          edit.set(a, to: 5)
          try verb(edit)
        }
      }
      #expect(evaluator[a] == 1)
    }
    let port = sum.node.input(0)
    expectRefusal { try $0.add("Add") }
    expectRefusal { try $0.add(own: .source("Own", output: ValuePort("value"), initial: 1.0)) }
    expectRefusal { try $0.remove(sum.node) }
    expectRefusal { try $0.connect(a.port, to: port, replacing: true) }
    expectRefusal { try $0.connect(contentsOf: []) }
    expectRefusal { try $0.disconnect(port) }
    expectRefusal { try $0.disconnect(larger.port, from: port) }
    expectRefusal { try $0.rename(sum.node, to: "total") }
    expectRefusal { try $0.move(sum.node, to: GraphPoint(1, 1)) }
    expectRefusal { try $0.setKind(of: sum.node, to: "Add") }
    expectRefusal { try $0.setDefinition(of: sum.node, to: .source("Own", output: ValuePort("value"), initial: 1.0)) }
    expectRefusal { try $0.clearLiteral(port) }
    #expect(
      GraphError.valuesOnly.description == "an edit outside the history can only set values")
    try evaluator.edit { try $0.rename(sum.node, to: "total") }
    evaluator.checkInvariants()
  }

  @Test func withoutALimitItIsAnEditLikeAnyOther() {
    evaluator.undoLimit = 0
    give(b, 3)
    expectFresh()
    #expect(evaluator.edit(history: .automatic) { $0.set(a, to: 9) }.changed.count == 3)
  }

  @Test func whatComesLateBecauseOfItLeavesTheHistoryAlone() async {
    let graph = LateGraph(undoLimit: 1 << 20)
    await graph.land()
    let other = graph.evaluator.input("other", 1)
    graph.evaluator.set(other, to: 2)
    graph.evaluator.edit(history: .none) { $0.set(graph.source, to: 5) }
    await graph.land()
    #expect(graph.evaluator[graph.next] == 51)
    graph.evaluator.undo()
    #expect(graph.evaluator[graph.next] == 51)
    #expect(!graph.evaluator.hasPending)
    graph.evaluator.checkInvariants()
  }

  @Test func nodesAreNotMadeAndItIsNotNested() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      evaluator.edit(history: .none) { _ in _ = evaluator.input("a", 1) }
    }
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      evaluator.edit { _ in evaluator.edit(history: .none) { _ in } }
    }
  }

  @Test func undoingThatASourceIsMutedLeavesWhatItWasGivenSince() throws {
    try evaluator.edit { try $0.setMode(.muted, of: a.node) }
    evaluator.edit(history: .none) { $0.set(a, to: 5) }
    evaluator.undo()
    #expect(evaluator[a] == 5)
    #expect(evaluator[sum] == 15)
    evaluator.redo()
    #expect(evaluator.failure(of: a.node)?.reason == .muted)
    evaluator.edit(history: .none) { $0.set(a, to: 6) }
    evaluator.undo()
    #expect(evaluator[a] == 6)
    #expect(evaluator[sum] == 16)
  }
}
