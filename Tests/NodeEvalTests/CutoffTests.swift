// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// When a new value is cut off.
@Suite struct CutoffTests {
  private final class Plain {}

  private struct Incomparable {
    let number: Int
  }

  /// Returns how many nodes ran for each value: once with the cutoff on the variable itself, and once with it on a node that
  /// copies the variable.
  private func runs<Value: Equatable>(
    _ values: [Value], of cutoff: Cutoff<Value> = .automatic
  ) -> (variable: [Int], node: [Int]) {
    let first = Evaluator()
    let variable = first.input("x", values[0], cutoff: cutoff)
    _ = first.node("y", variable) { $0 }
    let second = Evaluator()
    let source = second.input("x", values[0], cutoff: .never)
    let middle = second.node("y", source, cutoff: cutoff) { $0 }
    _ = second.node("z", middle) { $0 }
    let rest = values.dropFirst()
    return (
      rest.map { first.set(variable, to: $0).evaluatedCount },
      rest.map { second.set(source, to: $0).evaluatedCount - 1 }
    )
  }

  @Test func floatingPointIsComparedByValueSoThatAllNaNsAreOneAndZeroesAreTwo() {
    let doubles = runs([0.0, -0.0, -0.0, 0.0, .nan, .nan, -.nan, 1])
    #expect(doubles.variable == [1, 0, 1, 1, 0, 0, 1])
    #expect(doubles.node == [1, 0, 1, 1, 0, 0, 1])
    let floats = runs([0.0, -0.0, .nan, -.nan] as [Float])
    #expect(floats.variable == [1, 1, 0])
    #expect(floats.node == [1, 1, 0])
  }

  @Test func allFloatingPointTypesAreComparedByValue() {
    let halves = runs([0.0, -0.0, .nan, -.nan, 1] as [Float16])
    #expect(halves.variable == [1, 1, 0, 1] && halves.node == [1, 1, 0, 1])
    #if arch(x86_64)
      let extended = runs([0.0, -0.0, .nan, -.nan, 1] as [Float80])
      #expect(extended.variable == [1, 1, 0, 1] && extended.node == [1, 1, 0, 1])
    #endif
  }

  private func checkContainers<Number: BinaryFloatingPoint & Sendable>(of type: Number.Type) {
    let optionals: [Number?] = [0, -0.0, .nan, -.nan, nil, nil, 1]
    #expect(runs(optionals).variable == [1, 1, 0, 1, 0, 1] && runs(optionals).node == [1, 1, 0, 1, 0, 1])
    let arrays: [[Number]] = [[0, 1], [-0.0, 1], [.nan, 1], [-.nan, 1], [.nan], [-.nan], [], []]
    #expect(runs(arrays).variable == [1, 1, 0, 1, 0, 1, 0] && runs(arrays).node == [1, 1, 0, 1, 0, 1, 0])
    let optionalArrays: [[Number]?] = [[.nan], [-.nan], nil, nil, []]
    #expect(runs(optionalArrays).variable == [0, 1, 0, 1] && runs(optionalArrays).node == [0, 1, 0, 1])
    let gaps: [[Number?]] = [[.nan, nil], [-.nan, nil], [nil, .nan], [0, nil], [-0.0, nil]]
    #expect(runs(gaps).variable == [0, 1, 1, 1] && runs(gaps).node == [0, 1, 1, 1])
    let tables: [[[Number]]] = [[[.nan], []], [[-.nan], []], [[], [.nan]], [[0]], [[-0.0]]]
    #expect(runs(tables).variable == [0, 1, 1, 1] && runs(tables).node == [0, 1, 1, 1])
  }

  @Test func optionalsAndArraysOfFloatingPointAreComparedByValue() {
    checkContainers(of: Double.self)
    checkContainers(of: Float.self)
    checkContainers(of: Float16.self)
  }

  @Test func outputsOfAKindAreComparedByValueAsWell() throws {
    let evaluator = Evaluator(definitions: [
      .source("Numbers", output: ValuePort("value"), initial: [Double.nan]),
      NodeDefinition("Copy", inputs: ValuePort<[Double]>("a"), output: ValuePort("b")) { $0 + [] },
      NodeDefinition("Count", inputs: ValuePort<[Double]>("a"), output: ValuePort("n")) { $0.count },
    ])
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Numbers"), try edit.add("Copy"), try edit.add("Count")]
      try edit.connect(ids[0].output, to: ids[1].input(0))
      try edit.connect(ids[1].output, to: ids[2].input(0))
    }
    let numbers = try #require(try evaluator.variable(ids[0], as: [Double].self))
    #expect(evaluator.set(numbers, to: [.nan]).evaluated == [])
    #expect(evaluator.set(numbers, to: [-0.0]).evaluated == [ids[1], ids[2]])
    #expect(evaluator.set(numbers, to: [0]).evaluated == [ids[1], ids[2]])
  }

  /// On some processors the NaN that 0 ÷ 0 produces has its sign bit set, and the payload carries no meaning.
  @Test func anyNaNAfterAnotherIsUnchangedWhereverThatIsDecided() throws {
    let (first, second) = (Double(nan: 7, signaling: false), -Double(nan: 9, signaling: false))
    let nans: [Double] = [.nan, -.nan, .zero / .zero, first, second]
    final class Runs: @unchecked Sendable { var count = 0 }
    let (runs, kept) = (Runs(), Runs())
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Kept", inputs: ValuePort<Double>("x"), output: ValuePort<Int>("n"), memo: .bytes(10_000)) {
        (_: Double) -> Int in
        kept.count += 1
        return kept.count
      }
    ])
    evaluator.undoLimit = 1 << 20
    let source = evaluator.input("source", nans[0])
    let always = evaluator.input("always", nans[0], cutoff: .never)
    let passed = evaluator.node("passed", always) { $0 }
    let reader = evaluator.node("reader", passed) { (value: Double) -> Double in
      runs.count += 1
      return value
    }
    let state = evaluator.node("state", tick: always, source, state: 0) { (count: inout Int, _: Double) -> Int in
      count += 1
      return count
    }
    try evaluator.edit { edit in
      try edit.connect(always.port, to: try edit.add("Kept").input("x"))
      try edit.setMode(.bypassed, of: passed.node)
    }
    var told = 0
    let tokens = [evaluator.observe(passed) { _ in told += 1 }, evaluator.observe(reader) { _ in told += 1 }]
    let (runsBefore, keptBefore) = (runs.count, kept.count)
    for nan in nans {
      #expect(evaluator.set(source, to: nan).changed == [])
      #expect(evaluator.edit { $0.set(source, to: nan) }.changed == [])
      evaluator.set(always, to: nan)
    }
    try evaluator.edit { edit in try edit.setMode(.active, of: passed.node) }
    for nan in nans { evaluator.set(always, to: nan) }
    while evaluator.canUndo, evaluator.undoCount > 6 { evaluator.undo() }
    #expect((runs.count, kept.count) == (runsBefore, keptBefore))
    #expect(told == 0 && evaluator[state] == 1)
    withExtendedLifetime(tokens) {}
  }

  /// Documents that for other types `==` decides.
  @Test func aStructWithNaNAlwaysPropagates() {
    struct Reading: Equatable {
      let value: Double
    }
    #expect(runs([Reading(value: .nan), Reading(value: .nan)]).variable == [1])
    #expect(runs([Reading(value: 0), Reading(value: -0.0)]).variable == [0])
  }

  @Test func equalValuesAreNoNews() {
    #expect(runs(["a", "a", "b"]).variable == [0, 1])
    #expect(runs([[1], [1], [2]]).node == [0, 1])
    #expect(runs([nil, nil, 1, 1, nil] as [Int?]).variable == [0, 1, 0, 1])
    #expect(runs([nil, nil, 1, 1, nil] as [Int?]).node == [0, 1, 0, 1])
  }

  @Test func withNeverEverythingIsNews() {
    #expect(runs([1, 1, 1], of: .never).variable == [1, 1])
    #expect(runs([1, 1, 1], of: .never).node == [1, 1])
  }

  @Test func aRuleOfOnesOwnComparesOldAndNew() {
    let rising = Cutoff<Int>.custom { old, new in new <= old }
    #expect(runs([1, 0, 2, 1, 2, 3], of: rising).variable == [0, 1, 0, 0, 1])
    #expect(runs([1, 0, 2, 1, 2, 3], of: rising).node == [0, 1, 0, 0, 1])
  }

  @Test func toleranceIsMeasuredFromTheValuePassedOnLast() {
    let steps = [0, 0.5, 1, 1.5, 2, 2.5, .nan, .nan, 0]
    #expect(runs(steps, of: .tolerance(1)).variable == [0, 0, 1, 0, 0, 1, 0, 1])
    #expect(runs(steps, of: .tolerance(1)).node == [0, 0, 1, 0, 0, 1, 0, 1])
  }

  @Test func anInfinityIsWithinEachToleranceOfItself() {
    let evaluator = Evaluator()
    let variable = evaluator.input("x", Double.infinity, cutoff: .tolerance(0.5))
    let next = evaluator.node("next", variable) { $0 }
    #expect(evaluator.set(variable, to: .infinity).evaluated.isEmpty)
    #expect(evaluator.set(variable, to: -.infinity).evaluated == [next.node])
  }

  @Test func toleranceIsMeasuredFromTheValuePassedOnLastAcrossEdits() {
    let evaluator = Evaluator()
    let variable = evaluator.input("x", 0.0, cutoff: .tolerance(1))
    let copy = evaluator.node("y", variable) { $0 }
    for target in [0.75, 0.9, 1.0] {
      let receipt = evaluator.edit { edit in
        edit.set(variable, to: 10)
        edit.set(variable, to: target)
      }
      #expect(receipt.evaluatedCount == 0)
      #expect(evaluator[variable] == 0 && evaluator[copy] == 0)
    }
    evaluator.set(variable, to: 1.5)
    #expect(evaluator[copy] == 1.5)
  }

  @Test func objectsAreComparedByIdentityAndTheRestIsAlwaysNews() {
    let evaluator = Evaluator()
    let one = Plain()
    let object = evaluator.input("object", one)
    let same = evaluator.node("same", object) { $0 }
    _ = evaluator.node("name", same) { _ in 1 }
    #expect(evaluator.set(object, to: one).evaluatedCount == 0)
    #expect(evaluator.set(object, to: Plain()).evaluatedCount == 2)
    let anything = evaluator.input("anything", one as AnyObject)
    _ = evaluator.node("some name", anything) { _ in 1 }
    #expect(evaluator.set(anything, to: one).evaluatedCount == 0)
    #expect(evaluator.set(anything, to: Plain()).evaluatedCount == 1)
    let plain = evaluator.input("plain", Incomparable(number: 1))
    let copy = evaluator.node("copy", plain) { $0 }
    _ = evaluator.node("number", copy) { $0.number }
    #expect(evaluator.set(plain, to: Incomparable(number: 1)).evaluatedCount == 2)
  }

  private final class Immutable: Sendable {}

  @Test func objectsOfAKindAreComparedByIdentity() throws {
    let (one, other) = (Immutable(), Immutable())
    let evaluator = Evaluator(definitions: [
      .source("Choice", output: ValuePort("value"), initial: 0),
      NodeDefinition("Object", inputs: ValuePort<Int>("choice"), output: ValuePort("object")) { $0 > 9 ? other : one },
      NodeDefinition("Name", inputs: ValuePort<Immutable>("object"), output: ValuePort("name")) {
        $0 === one ? "one" : "other"
      },
      NodeDefinition(
        "Repeat", inputs: ValuePort<Immutable>("object"), output: ValuePort("object"), cutoff: .never, evaluate: { $0 }),
    ])
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = try ["Choice", "Object", "Name", "Repeat", "Name"].map { try edit.add($0) }
      for (source, target) in [(0, 1), (1, 2), (1, 3), (3, 4)] {
        try edit.connect(ids[source].output, to: ids[target].input(0))
      }
    }
    let choice = try #require(try evaluator.variable(ids[0], as: Int.self))
    #expect(evaluator.set(choice, to: 1).evaluated == [ids[1]])
    #expect(Set(evaluator.set(choice, to: 10).evaluated) == Set(ids[1...]))
  }

  @Test func settingAVariableAndSettingItBackRunsNothing() {
    let evaluator = Evaluator()
    let variable = evaluator.input("x", "before")
    _ = evaluator.node("y", variable) { $0 }
    let receipt = evaluator.edit { edit in
      edit.set(variable, to: "between")
      edit.set(variable, to: "before")
    }
    #expect(receipt.evaluated.isEmpty && receipt.changed.isEmpty)
  }

  @Test func aSourceThatIsWrittenAndThenGetsCodeIsComparedWithWhatConsumersWereTold() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Number"), try edit.add("Clamp")]
      try edit.connect(ids[0].output, to: ids[1].input(0))
    }
    let receipt = try evaluator.edit { edit in
      try edit.set(ids[0], to: 2.5)
      try edit.setDefinition(of: ids[0], to: ModelKind.own(2.5, hasInput: false, RunCounter()).definition)
    }
    #expect(receipt.changed == ids)
    let clamp = try #require(try evaluator.output(ids[1].output, as: Double.self))
    #expect(evaluator[clamp] == 2.5)
  }
}
