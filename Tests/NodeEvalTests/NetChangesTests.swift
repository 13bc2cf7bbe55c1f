// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Edits that are undone together, in which values changed and changed back.
@Suite struct NetChangesTests {
  private final class Diary {
    var entries: [String] = []
    var observations: [ObservationToken] = []
  }

  private let evaluator = Evaluator(definitions: [
    .source("Number", output: ValuePort("value"), initial: 1),
    .source("Other", output: ValuePort("value"), initial: 1),
    .source("Double", output: ValuePort("value"), initial: 1.0),
    NodeDefinition("One", inputs: ValuePort("x", default: 0), output: ValuePort("value")) { (_: Int) -> Int in 1 },
    NodeDefinition("Two", inputs: ValuePort("x", default: 0), outputs: ValuePort<Int>("a"), ValuePort<Int>("b")) {
      (x: Int) -> (Int, Int) in (x % 10, x / 10)
    },
  ])
  private let diary = Diary()

  init() { evaluator.undoLimit = 1 << 20 }

  private func watch<Source: Readable>(_ name: String, _ node: Source) {
    diary.observations.append(
      evaluator.observe(node) { [unowned diary] in diary.entries.append("\(name): \($0)") })
  }

  /// Returns what observers receive while an edit is undone and redone. Both receipts must name the given nodes.
  private func told(_ names: [String] = []) throws -> [String] {
    diary.entries = []
    let undo = try #require(evaluator.undo())
    #expect(undo.changed.compactMap { evaluator.graph.name(of: $0) } == names)
    let redo = try #require(evaluator.redo())
    #expect(redo.changed.compactMap { evaluator.graph.name(of: $0) } == names)
    evaluator.checkInvariants()
    return diary.entries
  }

  /// Makes a source, a node that copies it, and observers of both.
  private func source<Value: Equatable>(of value: Value) -> Variable<Value> {
    let source = evaluator.input("source", value)
    let copy = evaluator.node("copy", source) { $0 }
    watch("source", source)
    watch("copy", copy)
    return source
  }

  private func noneIsTold<Value: Equatable>(_ first: Value, _ second: Value) throws {
    let source = source(of: first)
    evaluator.undoGroup {
      evaluator.set(source, to: second)
      evaluator.set(source, to: first)
    }
    #expect(diary.entries.count == 4)
    #expect(try told().isEmpty)
    for value in [second, first] { evaluator.edit(nil, gesture: 1) { edit in edit.set(source, to: value) } }
    #expect(try told().isEmpty)
    evaluator.set(source, to: second)
    #expect(try told(["source", "copy"]).count == 4)
  }

  @Test func aGroupOrGestureWithoutNetEffectIsToldToNobodyWhenItIsTakenBack() throws { try noneIsTold(1, 2) }

  @Test func theSameHoldsForTextsAndArrays() throws {
    try noneIsTold([["first and long enough"]], [["second and long enough"]])
  }

  @Test func theSameHoldsForNaN() throws { try noneIsTold(Double.nan, 1) }

  @Test func theSameHoldsForValuesThatLieInBoxes() throws {
    try noneIsTold(SIMD4<Double>(repeating: 1), SIMD4(repeating: 2))
  }

  @Test func zeroBehindItsNegativeIsNews() throws {
    let source = source(of: 0.0)
    evaluator.undoGroup { for value in [1, -0.0] { evaluator.set(source, to: value) } }
    #expect(
      try told(["source", "copy"]) == [
        "source: -0.0 → 0.0", "copy: -0.0 → 0.0", "source: 0.0 → -0.0", "copy: 0.0 → -0.0",
      ])
  }

  @Test func ofAGroupOnlyThoseAreToldThatHaveSomethingElseInTheEnd() throws {
    let a = source(of: 1)
    let b = evaluator.input("b", 1)
    watch("b", b)
    evaluator.undoGroup {
      evaluator.set(a, to: 2)
      evaluator.set(b, to: 2)
      evaluator.set(a, to: 1)
    }
    #expect(try told(["b"]) == ["b: 2 → 1", "b: 1 → 2"])
  }

  @Test func ofSeveralOutputsOnlyThoseThatDifferInTheEndAreToldOf() throws {
    let source = evaluator.input("source", 12)
    var two = source.node
    try evaluator.edit { edit in
      two = try edit.add("Two", named: "two")
      try edit.connect(source.port, to: two.input(0))
    }
    for (index, name) in ["a", "b"].enumerated() {
      watch(name, try #require(try evaluator.output(two.output(index), as: Int.self)))
    }
    evaluator.undoGroup { for value in [34, 32] { evaluator.set(source, to: value) } }
    #expect(try told(["source", "two"]) == ["b: 3 → 1", "b: 1 → 3"])
  }

  @Test func aFailureThatCameAndWentIsToldToNobody() throws {
    let source = evaluator.input("source", 1)
    let half = evaluator.node("half", source) { (value: Int) -> Int in
      if value % 2 == 0 { throw Complaint(description: "even") }
      return value / 2
    }
    watch("half", half)
    evaluator.undoGroup { for value in [2, 1] { evaluator.set(source, to: value) } }
    #expect(try told().isEmpty)
    evaluator.undoGroup { for value in [3, 4] { evaluator.set(source, to: value) } }
    #expect(try told(["source", "half"]) == ["half: ⚠ even → 0", "half: 0 → ⚠ even"])
    evaluator.undoGroup { for value in [5, 6, 4] { evaluator.set(source, to: value) } }
    #expect(try told().isEmpty)
  }

  @Test func aKindThatCameAndWentIsToldToNobody() throws {
    var node: NodeID?
    try evaluator.edit { node = try $0.add("Number", named: "number") }
    let number = try #require(node)
    watch("number", try #require(try evaluator.output(number.output, as: Int.self)))
    try evaluator.undoGroup {
      try evaluator.edit { try $0.set(number, to: 5) }
      try evaluator.edit { try $0.setKind(of: number, to: "One") }
      try evaluator.edit { try $0.setKind(of: number, to: "Other") }
      try evaluator.edit { try $0.setKind(of: number, to: "Number") }
    }
    #expect(try told().isEmpty)
  }

  @Test(arguments: [0, 1 << 20])
  func aKindWithAnEqualValueIsToldToNobody(limit: Int) throws {
    var node: NodeID?
    try evaluator.edit { node = try $0.add("Number", named: "number") }
    let number = try #require(node)
    let output = try #require(try evaluator.output(number.output, as: Int.self))
    var runs = 0
    _ = evaluator.node("reader", output) { (value: Int) -> Int in
      runs += 1
      return value
    }
    watch("number", output)
    evaluator.undoLimit = limit
    for kind in ["Number", "Other", "One", "One", "Number"] {
      let receipt = try evaluator.edit { try $0.setKind(of: number, to: kind) }
      #expect(receipt.changed.isEmpty && diary.entries.isEmpty && runs == 1, "\(kind)")
      if limit > 0 { #expect(try told().isEmpty, "\(kind)") }
    }
  }

  @Test func aKindWithMoreOutputsAndAnEqualFirstOneIsToldToNobody() throws {
    var node: NodeID?
    try evaluator.edit { node = try $0.add("Two", named: "node") }
    let two = try #require(node)
    watch("first", try #require(try evaluator.output(two.output(0), as: Int.self)))
    try evaluator.edit { try $0.setKind(of: two, to: "One") }
    #expect(diary.entries == ["first: 0 → 1"])
    diary.entries = []
    try evaluator.edit { try $0.setLiteral(two.input(0), to: 31) }
    try evaluator.edit { try $0.setKind(of: two, to: "Two") }
    #expect(diary.entries.isEmpty)
    try evaluator.edit { try $0.setLiteral(two.input(0), to: 32) }
    #expect(diary.entries == ["first: 1 → 2"])
    evaluator.undo()
    evaluator.undo()
    #expect(diary.entries == ["first: 1 → 2", "first: 2 → 1"])
  }

  @Test func aNodeThatIsThereAgainIsToldOfOnlyIfItHasSomethingElse() throws {
    let source = evaluator.input("source", 1)
    watch("source", source)
    evaluator.undoGroup {
      evaluator.set(source, to: 5)
      #expect(throws: Never.self) { try evaluator.edit { try $0.remove(source.node) } }
    }
    evaluator.undo()
    #expect(diary.entries == ["source: 1 → 5", "source: 5 → 1"])
    for _ in 0..<2 {
      evaluator.redo()
      evaluator.undo()
    }
    evaluator.undo()
    evaluator.redo()
    #expect(diary.entries.count == 2)
  }

  @Test func valuesThatNobodyCanCompareAreToldOf() throws {
    struct Opaque { let value: Int }
    let source = evaluator.input("source", Opaque(value: 1))
    watch("source", source)
    evaluator.undoGroup { for value in [[2], [1]] { evaluator.set(source, to: Opaque(value: value[0])) } }
    #expect(diary.entries.count == 2)
    #expect(try told().isEmpty)
    struct List { let values: [Int] }
    let list = evaluator.input("list", List(values: [1]))
    watch("list", list)
    evaluator.undoGroup { for value in [2, 1] { evaluator.set(list, to: List(values: [value])) } }
    #expect(try told(["list"]).count == 2)
  }
}
