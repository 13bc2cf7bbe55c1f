// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Which observers are notified of undo, and what happens to evaluations that were stopped.
@Suite struct UndoObserverTests {
  private final class Diary {
    var entries: [String] = []
    var observations: [ObservationToken] = []
  }

  private let evaluator = Evaluator()
  private let diary = Diary()
  private let source: Variable<Int>
  private let double: Output<Int>

  init() {
    evaluator.undoLimit = 1 << 20
    evaluator.stopClock = { 0 }
    source = evaluator.input("source", 1)
    double = evaluator.node("double", source) { (value: Int) -> Int in
      if value < 0 { throw Complaint(description: "negative") }
      return value * 2
    }
  }

  private func watch<Source: Readable>(_ name: String, _ node: Source, _ more: @escaping () -> Void = {}) {
    diary.observations.append(
      evaluator.observe(node) { [unowned diary] change in
        diary.entries.append("\(name): \(change)")
        more()
      })
  }

  @Test func observersAreToldOfUndoAndRedoInEvaluationOrder() {
    watch("double", double)
    watch("source", source)
    evaluator.set(source, to: -1)
    diary.entries = []
    evaluator.undo()
    evaluator.redo()
    #expect(
      diary.entries == [
        "source: -1 → 1", "double: ⚠ negative → 2", "source: 1 → -1", "double: 2 → ⚠ negative",
      ])
  }

  @Test func ofSeveralOutputsOnlyThoseThatChangedAreToldOf() throws {
    // Uses cells that held other values before, so that the bytes around a Bool are not zero.
    let halves = NodeDefinition(
      "Halves", inputs: ValuePort("x", default: 0.0), outputs: ValuePort<Double>("a"), ValuePort<Double>("b")
    ) {
      (x: Double) -> (Double, Double) in (x + 0.1, x + 0.3)
    }
    let signs = NodeDefinition(
      "Signs", inputs: ValuePort<Int>("x"), outputs: ValuePort<Bool>("odd"), ValuePort<Int>("half")
    ) {
      (x: Int) -> (Bool, Int) in (x % 2 != 0, x / 2)
    }
    evaluator.undoLimit = 0
    var first = source.node
    try evaluator.edit { first = try $0.add(own: halves) }
    try evaluator.edit { try $0.remove(first) }
    evaluator.undoLimit = 1 << 20
    try evaluator.edit { edit in
      first = try edit.add(own: signs)
      try edit.connect(source.port, to: first.input(0))
    }
    watch("odd", try #require(try evaluator.output(first.output(0), as: Bool.self)))
    watch("half", try #require(try evaluator.output(first.output(1), as: Int.self)))
    evaluator.set(source, to: 9)
    evaluator.undo()
    evaluator.redo()
    #expect(diary.entries == ["half: 0 → 4", "half: 4 → 0", "half: 0 → 4"])
  }

  @Test func anObservationGoesOnWhenTheNodeIsThereAgain() throws {
    watch("double", double)
    try evaluator.edit { try $0.remove(double.node) }
    evaluator.set(source, to: 4)
    evaluator.undo()
    evaluator.undo()
    #expect(diary.entries.isEmpty)
    evaluator.set(source, to: 5)
    #expect(diary.entries == ["double: 2 → 10"])
    try evaluator.edit { try $0.remove(double.node) }
    evaluator.undoLimit = 0
    _ = evaluator.node("other", source) { $0 }
    evaluator.set(source, to: 6)
    #expect(diary.entries.count == 1)
  }

  @Test func anObservationOfANodeThatWasNeverThereMeetsNoOtherNode() {
    #expect(throws: Abandoned.self) {
      try evaluator.edit { _ in
        watch("ghost", evaluator.input("ghost", 1))
        throw Abandoned()
      }
    }
    let other = evaluator.input("other", 1)
    watch("other", other)
    evaluator.set(other, to: 2)
    #expect(diary.entries == ["other: 1 → 2"])
  }

  @Test func anObserverMayTakeBackWhatItIsToldOf() {
    let evaluator = evaluator
    let source = source
    watch("double", double) { [unowned evaluator] in if evaluator[source] > 10 { evaluator.undo() } }
    evaluator.set(source, to: 20)
    #expect(diary.entries == ["double: 2 → 40", "double: 40 → 2"])
    #expect(evaluator.canRedo && evaluator[source] == 1)
  }

  @Test func anEditThatAnObserverMakesOfAnUndoIsAnEditOfItsOwn() {
    let other = evaluator.input("other", 0)
    let evaluator = evaluator
    let source = source
    watch("double", double) { [unowned evaluator] in evaluator.set(other, to: evaluator[source]) }
    evaluator.set(source, to: 3)
    #expect(evaluator.undoTitles.suffix(2) == ["set source", "set other"])
    evaluator.undo()
    evaluator.undo()
    #expect(evaluator[other] == 1 && evaluator.undoTitles.last == "set other" && !evaluator.canRedo)
  }

  @Test func whoCameAfterAnEditIsToldWhenItIsTakenBackAndOfWhatComesThen() {
    evaluator.set(source, to: 5)
    watch("double", double)
    evaluator.undo()
    evaluator.set(source, to: 3)
    #expect(diary.entries == ["double: 10 → 2", "double: 2 → 6"])
  }

  @Test func aGestureThatChangesOneOutputAfterTheOtherIsTakenBackForTheObserversOfBoth() throws {
    let digits = NodeDefinition(
      "Digits", inputs: ValuePort<Int>("x"), outputs: ValuePort<Int>("ones"), ValuePort<Int>("tens")
    ) {
      (x: Int) -> (Int, Int) in (x % 10, x / 10)
    }
    var node = source.node
    try evaluator.edit { edit in
      node = try edit.add(own: digits)
      try edit.connect(source.port, to: node.input(0))
    }
    watch("ones", try #require(try evaluator.output(node.output(0), as: Int.self)))
    watch("tens", try #require(try evaluator.output(node.output(1), as: Int.self)))
    for value in [2, 42] { evaluator.edit(nil, gesture: 1) { edit in edit.set(source, to: value) } }
    #expect(diary.entries == ["ones: 1 → 2", "tens: 0 → 4"])
    diary.entries = []
    evaluator.undo()
    evaluator.redo()
    #expect(diary.entries == ["ones: 2 → 1", "tens: 4 → 0", "ones: 1 → 2", "tens: 0 → 4"])
  }

  private func chain(_ count: Int) -> [Output<Int>] {
    evaluator.undoLimit = 0
    var nodes = [double]
    while nodes.count < count { nodes.append(evaluator.node(nil, nodes[nodes.count - 1]) { $0 + 1 }) }
    evaluator.undoLimit = 1 << 20
    return nodes
  }

  @Test func anEditThatWasStoppedIsTakenBackWithWhatItLeft() {
    let nodes = chain(1000)
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    let unfinished = evaluator.unfinished
    #expect(unfinished.count == 744)
    evaluator.undo()
    #expect(!evaluator.hasUnfinished && evaluator[nodes[999]] == 1001)
    evaluator.redo()
    #expect(evaluator.unfinished == unfinished)
    evaluator.isInterrupted = nil
    evaluator.resume()
    #expect(evaluator[nodes[999]] == 1019 && evaluator.undoTitles == ["set source"])
    evaluator.undo()
    #expect(!evaluator.hasUnfinished && evaluator[nodes[999]] == 1001)
    evaluator.redo()
    #expect(!evaluator.hasUnfinished && evaluator[nodes[999]] == 1019)
    evaluator.checkInvariants()
  }

  @Test func theNextEditFinishesAnotherAndIsTakenBackToWhereThatStopped() throws {
    let nodes = chain(600)
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    evaluator.isInterrupted = nil
    let unfinished = evaluator.unfinished
    let other = evaluator.input("other", 0)
    #expect(!evaluator.hasUnfinished)
    evaluator.undo()
    #expect(evaluator.unfinished == unfinished && !evaluator.graph.contains(other.node))
    let fork = try evaluator.fork { edit in edit.set(source, to: 20) }
    #expect(fork.isFinished && evaluator.unfinished == unfinished)
    fork.read { #expect(evaluator[nodes[599]] == 639 && !evaluator.hasUnfinished) }
    #expect(evaluator.unfinished == unfinished)
    evaluator.redo()
    #expect(!evaluator.hasUnfinished && evaluator[nodes[599]] == 619 && !fork.isCurrent)
    evaluator.undo()
    evaluator.undo()
    #expect(!evaluator.hasUnfinished && evaluator[nodes[599]] == 601)
  }

  @Test func anEditThatOnlyFinishesAnotherBelongsToIt() {
    let nodes = chain(600)
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    evaluator.isInterrupted = nil
    evaluator.edit { _ in }
    #expect(!evaluator.hasUnfinished && evaluator.undoTitles == ["set source"])
    evaluator.undo()
    #expect(!evaluator.hasUnfinished && evaluator[nodes[599]] == 601)
  }

  /// Makes two chains of 300 nodes, each after its own source. Which of the end nodes runs depends on the order of the chains.
  private func twoChains() -> (left: Variable<Int>, right: Variable<Int>, ends: [Output<Int>]) {
    evaluator.undoLimit = 0
    let sources = [evaluator.input("left", 0), evaluator.input("right", 0)]
    let ends = sources.map { source in
      var last = evaluator.node(nil, source) { $0 + 1 }
      for _ in 1..<300 { last = evaluator.node(nil, last) { $0 + 1 } }
      return last
    }
    evaluator.undoLimit = 1 << 20
    return (sources[0], sources[1], ends)
  }

  @Test func whoWasToldOfSomethingUnfinishedIsToldWhenItIsNotAnyMore() {
    let (left, right, ends) = twoChains()
    watch("left", ends[0])
    watch("right", ends[1])
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    // Runs the rest of the left chain, and is stopped in the right chain.
    evaluator.set(right, to: 20)
    #expect(diary.entries == ["left: 300 → 310"])
    evaluator.undo()
    #expect(diary.entries.last == "left: 310 → ⚠ unfinished")
    evaluator.undo()
    #expect(!evaluator.hasUnfinished && evaluator[ends[0]] == 300)
    #expect(diary.entries.count == 3 && diary.entries.last == "left: ⚠ unfinished → 300")
    evaluator.redo()
    evaluator.redo()
    #expect(diary.entries.count == 4 && diary.entries.last == "left: 300 → 310")
    evaluator.isInterrupted = nil
    evaluator.resume()
    #expect(diary.entries.last == "right: 300 → 320")
  }

  @Test func whoWasToldOfSomethingUnfinishedIsToldWhenItTurnsOutAsItWas() {
    let (left, _, ends) = twoChains()
    watch("left", ends[0])
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    evaluator.set(left, to: 20)
    evaluator.isInterrupted = nil
    evaluator.resume()
    evaluator.undo()
    #expect(diary.entries == ["left: 300 → 320", "left: 320 → ⚠ unfinished"])
    // All nodes run again, with the values that they had before either edit as results.
    evaluator.set(left, to: 0)
    #expect(diary.entries.dropFirst(2) == ["left: ⚠ unfinished → 300"])
    evaluator.set(left, to: 1)
    #expect(diary.entries.last == "left: 300 → 301")
  }

  @Test func anObserverThatBeginsAtSomethingUnfinishedIsToldWhatItTurnsOutToBe() throws {
    let (left, _, ends) = twoChains()
    watch("before", ends[0])
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    watch("between", ends[0])
    evaluator.undo()
    #expect(diary.entries == ["between: ⚠ unfinished → 300"])
    let fork = try evaluator.fork { [evaluator] edit in edit.set(left, to: evaluator[left]) }
    #expect(fork.isFinished && diary.entries.count == 1)
  }

  @Test func aForkThatFinishesAnEditTellsThoseWhoWaitWhenItIsCommitted() throws {
    let (left, right, ends) = twoChains()
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 0)
    evaluator.set(left, to: 10)
    watch("left", ends[0])
    evaluator.isInterrupted = nil
    let fork = try evaluator.fork { edit in
      edit.set(left, to: 0)
      edit.set(right, to: 1)
    }
    #expect(diary.entries.isEmpty)
    try fork.commit()
    #expect(diary.entries == ["left: ⚠ unfinished → 300"])
  }

  @Test func ofThoseWhoWaitAndThoseWhoseValueChangedEachIsToldInTheOrderOfEvaluation() {
    let (left, right, ends) = twoChains()
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    watch("left", ends[0])
    watch("right", ends[1])
    evaluator.isInterrupted = nil
    evaluator.edit { edit in
      edit.set(left, to: 0)
      edit.set(right, to: 5)
    }
    #expect(diary.entries == ["left: ⚠ unfinished → 300", "right: 300 → 305"])
  }

  @Test func resumingKeepsWhatCanBeDoneAgain() {
    let (left, right, ends) = twoChains()
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    // The edit reverts what the stopped edit had begun, so redoing must restore it.
    evaluator.isInterrupted = nil
    evaluator.edit { edit in
      edit.set(left, to: 0)
      edit.set(right, to: 20)
    }
    evaluator.undo()
    #expect(evaluator.hasUnfinished && evaluator[ends[1]] == 300)
    evaluator.resume()
    #expect(evaluator.canRedo && evaluator[ends[0]] == 310 && evaluator[left] == 10)
    for _ in 0..<2 {
      evaluator.redo()
      #expect(evaluator[ends[0]] == 300 && evaluator[ends[1]] == 320 && evaluator[left] == 0)
      evaluator.undo()
      #expect(evaluator[ends[0]] == 310 && evaluator[ends[1]] == 300 && evaluator[left] == 10)
      #expect(!evaluator.hasUnfinished)
      evaluator.checkInvariants()
    }
    evaluator.undo()
    #expect(evaluator[ends[0]] == 300 && evaluator[left] == 0 && !evaluator.canUndo)
    evaluator.redo()
    evaluator.redo()
    #expect(evaluator[ends[0]] == 300 && evaluator[ends[1]] == 320 && !evaluator.canRedo)
    evaluator.checkInvariants()
  }

  @Test func resumingInPartsKeepsWhatCanBeDoneAgain() {
    let nodes = chain(1000)
    watch("last", nodes[999])
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    evaluator.isInterrupted = nil
    evaluator.set(source, to: 1)
    evaluator.undo()
    evaluator.isInterrupted = { true }
    while evaluator.hasUnfinished { evaluator.resume() }
    #expect(evaluator[nodes[999]] == 1019 && evaluator.redoTitles == ["set source"])
    evaluator.redo()
    #expect(evaluator[nodes[999]] == 1001 && !evaluator.hasUnfinished)
    evaluator.undo()
    #expect(evaluator[nodes[999]] == 1019 && !evaluator.hasUnfinished)
    #expect(diary.entries.last == "last: 1001 → 1019")
    evaluator.checkInvariants()
  }

  @Test func anEditOfAGestureBehindOneThatWasResumedIsTakenBackWithIt() {
    let (left, right, ends) = twoChains()
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    evaluator.isInterrupted = nil
    evaluator.edit(nil, gesture: 1) { edit in
      edit.set(left, to: 0)
      edit.set(right, to: 20)
    }
    evaluator.undo()
    evaluator.resume()
    evaluator.redo()
    for number in 1...20 { evaluator.edit(nil, gesture: 1) { edit in edit.set(right, to: number) } }
    #expect(evaluator.undoTitles.count == 2 && evaluator[ends[1]] == 320)
    evaluator.undo()
    #expect(evaluator[ends[0]] == 310 && evaluator[ends[1]] == 300)
    evaluator.redo()
    #expect(evaluator[ends[0]] == 300 && evaluator[ends[1]] == 320)
    evaluator.checkInvariants()
  }

  @Test func whoWasToldThatSomethingIsUnfinishedIsNotToldSoTwice() {
    let (left, _, ends) = twoChains()
    watch("left", ends[0])
    evaluator.isInterrupted = { true }
    evaluator.set(left, to: 10)
    evaluator.undoGroup {
      evaluator.isInterrupted = nil
      evaluator.set(left, to: 20)
      evaluator.isInterrupted = { true }
      evaluator.set(left, to: 30)
    }
    #expect(evaluator.hasUnfinished && diary.entries == ["left: 300 → 320"])
    evaluator.undo()
    evaluator.redo()
    evaluator.undo()
    #expect(diary.entries.dropFirst() == ["left: 320 → ⚠ unfinished"])
    evaluator.undo()
    #expect(diary.entries.last == "left: ⚠ unfinished → 300")
  }
}
