// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Which changes observers receive, and in which order.
@Suite struct EvaluatorObserverTests {
  /// The entries that observers wrote, in order.
  private final class Diary {
    var entries: [String] = []
    var observations: [ObservationToken] = []
  }

  private let evaluator = Evaluator()
  private let diary = Diary()
  private let source: Variable<Int>
  private let other: Variable<Int>
  private let double: Output<Int>
  private let sum: Output<Int>

  init() {
    source = evaluator.input("source", 1)
    other = evaluator.input("other", 10)
    double = evaluator.node("double", source) { (value: Int) -> Int in
      if value < 0 { throw Complaint(description: "negative") }
      return value * 2
    }
    sum = evaluator.node("sum", double, other) { $0 + $1 }
  }

  private func watch(_ name: String, _ node: some Readable<Int>, _ more: @escaping () -> Void = {}) -> ObservationToken
  {
    let observation = evaluator.observe(node) { [diary] change in
      diary.entries.append("\(name): \(change)")
      more()
    }
    diary.observations.append(observation)
    return observation
  }

  @Test func observersAreToldOnceAnEditInEvaluationOrderThenInOrderOfRegistration() {
    _ = watch("sum", sum)
    _ = watch("second", double)
    _ = watch("third", double)
    _ = watch("source", source)
    evaluator.edit { edit in
      edit.set(source, to: 7)
      edit.set(other, to: 20)
      edit.set(source, to: 2)
    }
    #expect(diary.entries == ["source: 1 → 2", "second: 2 → 4", "third: 2 → 4", "sum: 12 → 24"])
  }

  @Test func observersAreNotToldOfWhatIsNoNewsOrWasTakenBack() {
    _ = watch("sum", sum)
    evaluator.set(other, to: 10)
    evaluator.edit { edit in
      edit.set(source, to: 2)
      edit.set(other, to: 8)
    }
    #expect(throws: Abandoned.self) {
      try evaluator.edit { edit in
        edit.set(source, to: 5)
        throw Abandoned()
      }
    }
    #expect(diary.entries.isEmpty)
  }

  @Test func observersAreToldOfFailureAndRecovery() {
    _ = watch("double", double)
    _ = watch("sum", sum)
    evaluator.set(source, to: -1)
    evaluator.set(source, to: -2)
    evaluator.set(source, to: 1)
    #expect(
      diary.entries == [
        "double: 2 → ⚠ negative", "sum: 12 → ⚠ negative", "double: ⚠ negative → 2", "sum: ⚠ negative → 12",
      ])
  }

  @Test func whatAnObserverChangesIsToldAfterWhatIsWaiting() {
    _ = watch("double", double) { [evaluator, other] in evaluator.set(other, to: 100) }
    _ = watch("sum", sum)
    evaluator.set(source, to: 2)
    // All values are up to date before the first observer runs, so the first change of the sum is reported with its value at that
    // time.
    #expect(diary.entries == ["double: 2 → 4", "sum: 12 → 14", "sum: 14 → 104"])
  }

  @Test func anObserverMayEditTheGraph() {
    let evaluator = evaluator
    let diary = diary
    let source = source
    _ = watch("double", double) {
      evaluator.edit { edit in
        let fresh = evaluator.node("fresh", source) { $0 + 1000 }
        diary.observations.append(evaluator.observe(source) { _ in diary.entries.append("late") })
        _ = fresh
      }
    }
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["double: 2 → 4"])
    #expect(evaluator.graph.node(named: "fresh") != nil)
    evaluator.checkInvariants()
  }

  @Test func aCancelledObserverIsNotToldEvenOfWhatIsWaiting() {
    let diary = diary
    _ = watch("double", double) { diary.observations[1].cancel() }
    _ = watch("sum", sum)
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["double: 2 → 4"])
    diary.observations[0].cancel()
    evaluator.set(source, to: 3)
    #expect(diary.entries == ["double: 2 → 4"])
  }

  @Test func anObservationThatIsReleasedEnds() {
    do {
      let observation = evaluator.observe(sum) { [diary] _ in diary.entries.append("told") }
      evaluator.set(source, to: 2)
      withExtendedLifetime(observation) {}
    }
    evaluator.set(source, to: 3)
    #expect(diary.entries == ["told"])
  }

  @Test func observersThatAreAddedWhileOthersAreToldWaitForTheNextEdit() {
    let evaluator = evaluator
    let diary = diary
    let sum = sum
    var isFirst = true
    _ = watch("double", double) {
      guard isFirst else { return }
      isFirst = false
      diary.observations.append(evaluator.observe(sum) { diary.entries.append("new: \($0)") })
    }
    evaluator.set(source, to: 2)
    #expect(diary.entries == ["double: 2 → 4"])
    evaluator.set(source, to: 3)
    #expect(diary.entries == ["double: 2 → 4", "double: 4 → 6", "new: 14 → 16"])
  }

  @Test func removingTheObservedNodeEndsTheObservation() throws {
    let observation = watch("sum", sum)
    try evaluator.edit { try $0.remove(sum.node) }
    let fresh = evaluator.node("sum", double, other) { $0 - $1 }
    evaluator.set(source, to: 3)
    #expect(fresh.node.slot == sum.node.slot)
    #expect(diary.entries.isEmpty)
    observation.cancel()
    #expect(evaluator[fresh] == -4)
  }

  @Test func anObservedNodeThatBecomesOneOfAnotherTypeIsObservedNoMore() throws {
    _ = watch("sum", sum)
    let text = NodeDefinition("Text", inputs: ValuePort<Int>("1"), output: ValuePort("text")) {
      (value: Int) -> String in
      "\(value)"
    }
    try evaluator.edit { try $0.setDefinition(of: sum.node, to: text) }
    evaluator.set(source, to: 3)
    #expect(diary.entries.isEmpty)
    let output = try #require(try evaluator.output(sum.node.output, as: String.self))
    #expect(evaluator[output] == "6")
  }

  @Test func anObservedNodeThatBecomesOneOfTheSameTypeStaysObserved() throws {
    _ = watch("sum", sum)
    let product = NodeDefinition(
      "Product", inputs: ValuePort<Int>("1"), ValuePort<Int>("2"), output: ValuePort("product")
    ) {
      (left: Int, right: Int) -> Int in left * right
    }
    try evaluator.edit { try $0.setDefinition(of: sum.node, to: product) }
    #expect(diary.entries == ["sum: 12 → 20"])
  }

  @Test func observersAreToldWhatTheirOutputHasWhereverThatLies() throws {
    evaluator.undoLimit = 1 << 20
    _ = watch("sum", sum)
    evaluator.set(source, to: 2)
    let difference = NodeDefinition(
      "Difference", inputs: ValuePort<Int>("1"), ValuePort<Int>("2"), output: ValuePort("difference")
    ) {
      (left: Int, right: Int) -> Int in left - right
    }
    try evaluator.edit { try $0.setDefinition(of: sum.node, to: difference) }
    evaluator.set(source, to: 3)
    evaluator.compact()
    evaluator.set(source, to: 4)
    try evaluator.edit { try $0.remove(sum.node) }
    evaluator.set(source, to: 5)
    evaluator.undo()
    evaluator.undo()
    evaluator.set(source, to: 6)
    #expect(
      diary.entries == [
        "sum: 12 → 14", "sum: 14 → -6", "sum: -6 → -4", "sum: -4 → -2", "sum: -2 → 2",
      ])
  }

  @Test func observingSurvivesAnEditThatIsTakenBack() {
    let evaluator = evaluator
    let source = source
    #expect(throws: Abandoned.self) {
      try evaluator.edit { edit in
        try edit.setDefinition(
          of: source.node, to: .source("Own", output: ValuePort<Int>("value"), initial: 77))
        _ = watch("source", source)
        throw Abandoned()
      }
    }
    evaluator.set(source, to: 3)
    #expect(diary.entries.count == 1)
  }

  @Test func observersOfNodesThatAFailedEditHasMadeEndWithThem() {
    var tokens: [ObservationToken] = []
    #expect(throws: Abandoned.self) {
      try evaluator.edit { _ in
        for index in 0..<20_000 { tokens.append(evaluator.observe(evaluator.input(nil, index)) { _ in }) }
        throw Abandoned()
      }
    }
    let heir = evaluator.input("heir", 2)
    #expect(evaluator.brokenRules().isEmpty)
    tokens = []
    _ = watch("heir", heir)
    evaluator.set(heir, to: 3)
    #expect(diary.entries == ["heir: 2 → 3"])
  }

  @Test func whoIsToldOfEverySetIsToldAfterAnEvaluationThatNobodyObserves() {
    let bang = evaluator.input("bang", 0, cutoff: .never)
    _ = watch("bang", bang)
    evaluator.set(bang, to: 0)
    #expect(diary.entries.count == 1)
    evaluator.policy = .onDemand
    let late = evaluator.node("late", source) { $0 }
    evaluator.bringUpToDate(late)
    evaluator.set(bang, to: 0)
    #expect(diary.entries.count == 2)
    #expect(throws: Abandoned.self) {
      try evaluator.edit { edit in
        try edit.setDefinition(of: bang.node, to: .source("Own", output: ValuePort<String>("value"), initial: "a"))
        throw Abandoned()
      }
    }
    evaluator.set(bang, to: 0)
    #expect(diary.entries.count == 3)
  }
}
