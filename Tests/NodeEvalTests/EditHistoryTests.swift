// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// What the history records: titles, groups, gestures, limits.
@Suite struct EditHistoryTests {
  private let evaluator: Evaluator
  private let a: Variable<Int>
  private let b: Variable<Int>
  private let sum: Output<Int>

  init() {
    evaluator = Evaluator(definitions: [
      NodeDefinition("Add", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("sum")) {
        (x: Int, y: Int) -> Int in x + y
      }
    ])
    a = evaluator.input("a", 0)
    b = evaluator.input("b", 0)
    sum = evaluator.node("sum", a, b) { $0 + $1 }
    evaluator.undoLimit = 1 << 20
  }

  private func title(_ body: (Edit) throws -> Void) throws -> String? {
    try evaluator.edit(body)
    return evaluator.undoTitles.last
  }

  @Test func titlesSayWhatWasDoneToWhichNode() throws {
    var one = a.node
    #expect(try title { one = try $0.add("Add", named: "one") } == "add one")
    #expect(try title { for _ in 0..<3 { try $0.add("Add") } } == "add 3 nodes")
    #expect(try title { try $0.connect(a.port, to: one.input("x")) } == "connect a to one")
    #expect(try title { try $0.disconnect(one.input("x")) } == "disconnect a from one")
    #expect(try title { try $0.setLiteral(one.input("x"), to: 1) } == "set one")
    #expect(
      try title { edit in
        try edit.setLiteral(one.input("x"), to: 2)
        try edit.setLiteral(one.input("y"), to: 3)
      } == "set one")
    #expect(
      try title { edit in
        try edit.setLiteral(one.input("x"), to: 4)
        try edit.setLiteral(one.input("y"), to: 5)
      } == "set one")
    #expect(try title { try $0.move(one, to: GraphPoint(1, 1)) } == "move one")
    #expect(try title { try $0.rename(one, to: "two") } == "rename one to two")
    #expect(try title { try $0.setKind(of: one, to: "Add") } == "change two")
    #expect(
      try title { edit in
        edit.set(a, to: 1)
        edit.set(b, to: 1)
      } == "set 2 nodes")
    #expect(
      try title { edit in
        try edit.remove(one)
        try edit.add("Add", named: "two")
      } == "replace 1 node by 1")
    #expect(try title { try $0.remove(a.node) } == "delete a")
    evaluator.edit("tidy up") { edit in edit.set(b, to: 9) }
    #expect(evaluator.undoTitles.last == "tidy up")
  }

  @Test func titlesKeepTheNamesThatNodesHadThen() throws {
    evaluator.set(a, to: 1)
    try evaluator.edit { try $0.rename(a.node, to: "price") }
    evaluator.set(a, to: 2)
    try evaluator.edit { try $0.remove(a.node) }
    let titles = ["set a", "rename a to price", "set price", "delete price"]
    #expect(evaluator.undoTitles == titles)
    for count in (0..<4).reversed() {
      evaluator.undo()
      #expect(evaluator.undoTitles + evaluator.redoTitles == titles)
      #expect(evaluator.undoTitles.count == count)
      #expect(evaluator.undoTitle == evaluator.undoTitles.last && evaluator.redoTitle == evaluator.redoTitles.first)
      #expect(evaluator.undoCount == count && evaluator.redoCount == 4 - count)
    }
  }

  @Test func theNextTitleHasTheNamesThatTheEditGave() throws {
    var one = a.node
    try evaluator.edit { one = try $0.add("Add", named: "one") }
    try evaluator.edit { edit in
      try edit.rename(one, to: "two")
      try edit.connect(a.port, to: one.input("x"))
    }
    #expect(evaluator.undoTitle == "connect a to two")
    evaluator.undo()
    #expect(evaluator.redoTitle == "connect a to two" && evaluator.redoTitles == ["connect a to two"])
  }

  /// Computing the titles of all edits each time one is requested would make 16 million.
  @Test func theNextTitleIsMadeAlone() throws {
    let count = 4000
    evaluator.undoLimit = 1 << 30
    for step in 0..<count {
      evaluator.set(a, to: step + 1)
      if step == count / 2 { try evaluator.edit { try $0.rename(a.node, to: "c") } }
    }
    let titles = evaluator.undoTitles
    var undone: [String] = []
    while let title = evaluator.undoTitle, evaluator.undo() != nil { undone.append(title) }
    #expect(undone.reversed() == titles && evaluator.undoTitle == nil)
    #expect(evaluator.redoTitles == titles)
    var redone: [String] = []
    while let title = evaluator.redoTitle, evaluator.redo() != nil { redone.append(title) }
    #expect(redone == titles && evaluator.redoTitle == nil)
  }

  @Test func aGroupIsTakenBackAsOne() {
    evaluator.undoGroup("paste") {
      evaluator.set(a, to: 1)
      evaluator.undoGroup("inner") { _ = evaluator.node("late", sum) { $0 } }
      evaluator.edit("more") { edit in edit.set(b, to: 2) }
    }
    evaluator.set(a, to: 5)
    evaluator.undoGroup {
      evaluator.set(a, to: 6)
      evaluator.set(b, to: 6)
      evaluator.set(a, to: 7)
    }
    #expect(evaluator.undoTitles == ["paste", "set a", "set 2 nodes"])
    evaluator.undo()
    #expect(evaluator[sum] == 7)
    evaluator.undo()
    evaluator.undo()
    #expect(evaluator[sum] == 0 && evaluator.graph.node(named: "late") == nil)
    evaluator.redo()
    #expect(evaluator[sum] == 3 && evaluator.graph.node(named: "late") != nil)
    while evaluator.redo() != nil {}
    #expect(evaluator[sum] == 13)
  }

  @Test func aGroupThatThrowsKeepsWhatItDidAsOne() {
    #expect(throws: Abandoned.self) {
      try evaluator.undoGroup("half") {
        evaluator.set(a, to: 1)
        evaluator.set(b, to: 2)
        throw Abandoned()
      }
    }
    evaluator.set(a, to: 3)
    #expect(evaluator.undoTitles == ["half", "set a"] && evaluator[sum] == 5)
    evaluator.undo()
    evaluator.undo()
    #expect(evaluator[sum] == 0 && !evaluator.canUndo)
  }

  @Test func thousandsOfEditsOfAGestureStaySmall() throws {
    for number in 1...5000 { evaluator.edit("drag", gesture: "a") { edit in edit.set(a, to: number) } }
    #expect(evaluator.undoTitles == ["drag"])
    #expect(evaluator.undoByteCount < 2000, "\(evaluator.undoByteCount)")
    for number in 1...5000 {
      try evaluator.edit("move", gesture: "m") { edit in
        try edit.move(a.node, to: GraphPoint(Double(number), 0))
        try edit.move(b.node, to: GraphPoint(Double(number), 1))
      }
    }
    #expect(evaluator.undoTitles == ["drag", "move"])
    #expect(evaluator.undoByteCount < 4000, "\(evaluator.undoByteCount)")
    #expect(evaluator.undo()?.changes.count == 2)
    #expect(evaluator.graph.position(of: a.node) == .zero)
    evaluator.redo()
    #expect(evaluator.graph.position(of: b.node) == GraphPoint(5000, 1))
    evaluator.undo()
    evaluator.undo()
    #expect(evaluator[sum] == 0)
    evaluator.redo()
    #expect(evaluator[sum] == 5000)
  }

  @Test func aGestureThatGoesThroughManyNodesComesBackWhole() {
    let sources = (0..<300).map { evaluator.input("s\($0)", 0) }
    evaluator.undoLimit = 0
    evaluator.undoLimit = 1 << 20
    for round in 1...3 {
      for (index, source) in sources.enumerated() {
        evaluator.edit(nil, gesture: "paint") { edit in
          edit.set(source, to: round * 1000 + index)
          edit.set(a, to: round * 1000 + index)
        }
      }
    }
    #expect(evaluator.undoTitles == ["set 301 nodes"])
    #expect(evaluator.undoByteCount < 300 * 600, "\(evaluator.undoByteCount)")
    evaluator.undo()
    #expect(sources.allSatisfy { evaluator[$0] == 0 } && evaluator[sum] == 0)
    evaluator.redo()
    #expect(evaluator[sources[7]] == 3007 && evaluator[sum] == 3299)
  }

  @Test func whatDoesNotFitIsForgottenOldestFirstThenWhatWouldBeDoneAgainLast() {
    for number in 1...10 { evaluator.set(a, to: number) }
    let bytes = evaluator.undoByteCount
    evaluator.undoLimit = bytes / 2
    #expect(evaluator.undoByteCount <= bytes / 2 && (4...5).contains(evaluator.undoTitles.count))
    while evaluator.undo() != nil {}
    let left = evaluator.redoTitles.count
    evaluator.undoLimit = bytes / 4
    #expect(evaluator.undoByteCount <= bytes / 4)
    #expect((1..<left).contains(evaluator.redoTitles.count))
    let start = evaluator[a]
    evaluator.redo()
    #expect(evaluator[a] == start + 1)
    evaluator.undoLimit = 1
    #expect(!evaluator.canUndo && !evaluator.canRedo && evaluator.undoByteCount == 0)
    evaluator.set(a, to: 100)
    #expect(!evaluator.canUndo && evaluator.undoByteCount == 0)
  }

  @Test func whatCanNotBeDoneAgainTakesNoMemory() {
    evaluator.undoLimit = 0
    evaluator.undoLimit = 1 << 20
    evaluator.set(a, to: 1)
    let bytes = evaluator.undoByteCount
    for number in 2...10 { evaluator.set(a, to: number) }
    while evaluator.undo() != nil {}
    #expect(evaluator.undoByteCount == 10 * bytes)
    evaluator.set(a, to: 100)
    #expect(evaluator.undoByteCount == bytes)
  }

  @Test func severalConnectionsOfAnEditAreTakenBackByStructureOnly() throws {
    var nodes: [NodeID] = []
    try evaluator.edit { edit in nodes = try (0..<4).map { _ in try edit.add("Add") } }
    try evaluator.edit { edit in
      for index in 1..<4 { try edit.connect(nodes[index].output, to: nodes[index - 1].input(1)) }
    }
    let undo = try #require(evaluator.undo())
    #expect(undo.changes.count == 3 && undo.changed.isEmpty && evaluator.graph.connectionCount == 2)
  }

  @Test func kindsThatCanBeRegisteredAgainAreKnownWhileTheyCan() throws {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 30
    func register(_ name: String) { evaluator.register(.source(name, output: ValuePort("value"), initial: 0.0)) }
    evaluator.edit { _ in register("one") }
    evaluator.edit { _ in register("two") }
    for _ in 0..<2 {
      evaluator.undo()
      evaluator.undo()
      evaluator.redo()
      evaluator.checkInvariants()
      evaluator.redo()
      evaluator.checkInvariants()
    }
    evaluator.undo()
    register("three")
    #expect(evaluator.canRedo)
    register("two")
    #expect(!evaluator.canRedo)
    evaluator.checkInvariants()
    evaluator.undo()
    #expect(evaluator.canRedo)
    evaluator.undoLimit = 0
    evaluator.checkInvariants()
    register("one")
    evaluator.checkInvariants()
  }

  @Test func aDragOfTheSameNodesTakesNoMoreMemoryByTheTick() {
    evaluator.set(b, to: 5)
    let before = evaluator.undoTitles.count
    func tick(_ number: Int) { evaluator.edit(nil, gesture: "slide") { $0.set(a, to: number) } }
    tick(1)
    let bytes = evaluator.undoByteCount
    for number in 2...100 { tick(number) }
    #expect(evaluator.undoByteCount == bytes && evaluator.undoTitles.count == before + 1)
    #expect(evaluator.undoTitles.last == "set a" && evaluator.undoPath == GraphPath())
    evaluator.checkInvariants()
    #expect(evaluator.undo()?.changed == [a.node, sum.port.node] && evaluator[a] == 0 && evaluator[sum] == 5)
    #expect(evaluator.redo() != nil && evaluator[a] == 100 && evaluator[sum] == 105)
    // A gesture that ends at the value at which it began changes no value.
    evaluator.edit(nil, gesture: "another") { $0.set(a, to: 1) }
    evaluator.edit(nil, gesture: "another") { $0.set(a, to: 100) }
    #expect(evaluator.undo()?.changed.isEmpty == true && evaluator[sum] == 105)
    // Undoes a gesture that had returned to its start, then continues an earlier one.
    #expect(evaluator.undo() != nil && evaluator[sum] == 5)
    tick(7)
    #expect(!evaluator.canRedo && evaluator.undo() != nil && evaluator[a] == 0 && evaluator[sum] == 5)
  }

  /// Only the nodes know which type the words of a value have; undo must restore words of every type.
  @Test func wordsOfAllTypesComeBackAndWhatTheyHaveOthersDo() throws {
    let evaluator = Evaluator()
    let flag = evaluator.input("flag", false)
    let small = evaluator.input("small", Int8(3))
    let real = evaluator.input("real", 0.5)
    let text = evaluator.node("text", flag, small) { flag, small in flag ? "yes \(small)" : "no" }
    let half = evaluator.node("half", real) { $0 / 2 }
    let tests = evaluator.node("tests", flag, real) { (flag: Bool, real: Double) throws -> Double in
      if flag, real > 1 { throw CancellationError() }
      return real
    }
    evaluator.undoLimit = 1 << 20
    func state() -> String { "\(evaluator[text]) \(evaluator[half]) \((try? evaluator.value(of: tests)) ?? -1)" }
    func set(of edit: Edit, _ first: Double, _ second: Double, _ isSet: Bool) {
      edit.set(real, to: first)
      edit.set(real, to: second)
      edit.set(flag, to: isSet)
    }
    var states = [state()]
    let edits: [() -> Void] = [
      { evaluator.set(real, to: -0.0) }, { evaluator.set(real, to: .nan) }, { evaluator.set(small, to: -4) },
      { evaluator.set(flag, to: true) }, { evaluator.set(real, to: 2) }, { evaluator.set(small, to: 9) },
      { evaluator.edit { set(of: $0, 7, 1, false) } }, { evaluator.edit { set(of: $0, 3, 1, false) } },
    ]
    for edit in edits {
      edit()
      evaluator.checkInvariants()
      if evaluator.undoCount == states.count { states.append(state()) }
    }
    // The last edit leaves every value unchanged.
    #expect(evaluator.undoCount == edits.count - 1 && states.count == edits.count)
    for _ in 0..<2 {
      for known in states.dropLast().reversed() {
        evaluator.undo()
        #expect(state() == known)
      }
      for known in states.dropFirst() {
        evaluator.redo()
        #expect(state() == known)
      }
    }
    evaluator.checkInvariants()
  }

  @Test func aWriteWithoutEffectIsNoPartOfTheEditOfAnother() {
    evaluator.edit { edit in
      edit.set(a, to: 7)
      edit.set(a, to: 0)
      edit.set(b, to: 3)
      edit.set(b, to: 4)
    }
    #expect(evaluator.undoTitles.last == "set b" && evaluator[sum] == 4)
    #expect(evaluator.undo()?.changed == [b.node, sum.port.node] && evaluator[b] == 0 && evaluator[sum] == 0)
  }

  @Test func aDragAroundAChangeFromOutsideRunsWhatItTouchesWhenItIsUndone() {
    func tick(_ number: Int) { evaluator.edit(nil, gesture: "slide") { $0.set(a, to: number) } }
    tick(1)
    evaluator.edit(history: .none) { $0.set(b, to: 10) }
    tick(2)
    #expect(evaluator.undo() != nil && evaluator[a] == 0 && evaluator[sum] == 10)
    #expect(evaluator.redo() != nil && evaluator[a] == 2 && evaluator[sum] == 12)
  }

  @Test func anEditOfWordsAndOneOfOthersBelongTogetherInAGroup() throws {
    let name = evaluator.input("name", "x")
    let line = evaluator.node("line", name, sum) { "\($0) \($1)" }
    evaluator.undoGroup("both") {
      evaluator.set(b, to: 1)
      evaluator.set(b, to: 2)
      evaluator.set(name, to: "y")
      evaluator.set(b, to: 3)
    }
    #expect(evaluator.undoTitles.last == "both" && evaluator[line] == "y 3")
    evaluator.checkInvariants()
    #expect(evaluator.undo() != nil && evaluator[line] == "x 0")
    #expect(evaluator.redo() != nil && evaluator[line] == "y 3")
  }
}
