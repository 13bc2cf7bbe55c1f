// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Sources that an edit writes between other changes, and more than once.
@Suite struct EvaluatorWritesTests {
  /// Runs without undo and with undo, which records every write.
  @Test(arguments: [false, true])
  func whatAFailedEditWroteIsTakenBackWhateverWasWrittenBetween(_ remembers: Bool) throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    if remembers { evaluator.undoLimit = 1 << 20 }
    let number = evaluator.input("number", 1.0)
    let text = evaluator.input("text", "a")
    var clamp: NodeID?
    try evaluator.edit { graph in
      clamp = try graph.add("Clamp")
      try graph.setLiteral(try #require(clamp).input("x"), to: 1.0)
    }
    let node = try #require(clamp)
    let sum = evaluator.node("sum", number, text) { "\($0)\($1)" }
    let receipt = evaluator.edit { graph in
      graph.set(number, to: 2)
      #expect(throws: Abandoned.self) {
        try evaluator.edit { graph in
          graph.set(number, to: 3)
          graph.set(text, to: "b")
          graph.set(number, to: 4)
          try graph.setLiteral(node.input("x"), to: 5.0)
          graph.set(number, to: 6)
          graph.set(text, to: "c")
          graph.set(number, to: 7)
          throw Abandoned()
        }
      }
      #expect(evaluator[number] == 2 && evaluator[text] == "a")
    }
    #expect(receipt.changed == [number.node, sum.node] && evaluator[sum] == "2.0a")
    #expect(try evaluator.unconnectedValue(of: node.input("x"), as: Double.self) == 1)
    #expect(evaluator.undo() == nil || evaluator[sum] == "1.0a")
  }

  @Test func aSourceWrittenTwiceIsNewsOnlyIfItEndsAsAnother() {
    let evaluator = Evaluator()
    let sources = (0..<1500).map { evaluator.input("source \($0)", 0) }
    let first = evaluator.node("first", sources[0]) { $0 }
    let second = evaluator.node("second", sources[1]) { $0 }
    for round in 1...3 {
      let receipt = evaluator.edit { graph in
        for source in sources { graph.set(source, to: round) }
        for source in sources[1...] { graph.set(source, to: 0) }
        graph.set(sources[2], to: round + 7)
      }
      #expect(receipt.changed == [sources[0].node, sources[2].node, first.node])
      #expect(evaluator[first] == round && evaluator[second] == 0 && evaluator[sources[2]] == round + 7)
    }
  }

  @Test(arguments: [false, true])
  func inWhichOrderSourcesAreWrittenMakesNoDifference(_ remembers: Bool) {
    let evaluator = Evaluator()
    if remembers { evaluator.undoLimit = 1 << 20 }
    let sources = (0..<40).map { evaluator.input("source \($0)", 0) }
    let readers = sources.map { source in evaluator.node("reader of \(source.node)", source) { $0 + 1 } }
    var values = Array(repeating: 0, count: 40)
    var random = SplitMix64(seed: 11)
    for round in 0..<60 {
      let before = values
      // In order, in reverse, in random order, and in random order with some of them twice.
      var order = (0..<40).filter { _ in Bool.random(using: &random) }
      switch round % 4 {
      case 0: break
      case 1: order.reverse()
      default:
        order.shuffle(using: &random)
        if round % 4 == 3 { order += order.prefix(8) }
      }
      let receipt = evaluator.edit { graph in
        for index in order {
          values[index] = Int.random(in: 0..<3, using: &random)
          graph.set(sources[index], to: values[index])
        }
      }
      let changed = values.indices.filter { values[$0] != before[$0] }
      #expect(Set(receipt.changed) == Set(changed.flatMap { [sources[$0].node, readers[$0].node] }))
      #expect(receipt.evaluatedCount == changed.count)
      #expect(readers.map { evaluator[$0] } == values.map { $0 + 1 })
      if remembers, round % 5 == 0, !changed.isEmpty {
        evaluator.undo()
        values = before
        #expect(readers.map { evaluator[$0] } == values.map { $0 + 1 })
      }
    }
  }

  @Test func aWriteThatItsCutoffCallsNoNewsIsTakenBackAtTheEnd() {
    let evaluator = Evaluator()
    let level = evaluator.input("level", 1.0, cutoff: .tolerance(0.5))
    let always = evaluator.input("always", 1, cutoff: .never)
    let copy = evaluator.node("copy", level) { $0 }
    let count = evaluator.node("count", always) { $0 }
    let receipt = evaluator.edit { graph in
      graph.set(level, to: 2)
      graph.set(level, to: 1.25)
      graph.set(always, to: 1)
    }
    #expect(receipt.changed == [always.node] && receipt.cutOff == [count.node])
    #expect(evaluator[level] == 1 && evaluator[copy] == 1)
  }

  @Test func aNodeConnectedInTheEditThatWritesItsSourceRunsOnce() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    let source = evaluator.input("source", 1.0)
    var clamp: NodeID?
    try evaluator.edit { clamp = try $0.add("Clamp") }
    let node = try #require(clamp)
    let receipt = try evaluator.edit { graph in
      graph.set(source, to: 3)
      try graph.connect(source.port, to: node.input("x"))
    }
    #expect(receipt.changed.first == source.node && receipt.changed.count(where: { $0 == node }) <= 1)
    #expect(receipt.changes.count == 1)
  }

  /// Makes sources of a type that is one word and of one that is not, with a given value, with the initial value given
  /// explicitly, and without any.
  @Test(arguments: [false, true], [nil, "given", "initial"] as [String?])
  func anEditThatMakesSourcesAndGivesThemValuesIsWhole(_ remembers: Bool, _ giving: String?) throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    if remembers { evaluator.undoLimit = 1 << 20 }
    let (number, text) = (giving == "given" ? 9.0 : 7.0, giving == "given" ? "other" : "word")
    let old = evaluator.input("old", 1.0)
    var made: [NodeID] = []
    let receipt = try evaluator.edit { graph in
      made = [try graph.add("Seven"), try graph.add("Word"), try graph.add("Clamp")]
      if giving != nil {
        try graph.set(made[0], to: number)
        try graph.set(made[1], to: text)
      }
      graph.set(old, to: 3)
      try graph.connect(made[0].output, to: made[2].input("x"))
      // The inner edit writes sources of the outer edit, and makes a source itself.
      #expect(throws: Abandoned.self) {
        try evaluator.edit { graph in
          try graph.set(made[0], to: 0.0)
          let inner = try graph.add("Seven")
          try graph.set(inner, to: 0.0)
          try graph.set(made[1], to: "no")
          graph.set(old, to: 0)
          throw Abandoned()
        }
      }
      let source = try #require(try evaluator.variable(made[0], as: Double.self))
      #expect(evaluator[source] == number && evaluator[old] == 3)
    }
    #expect(Set(receipt.changed) == Set(made + [old.node]) && receipt.changed.count == 4)
    let source = try #require(try evaluator.variable(made[0], as: Double.self))
    let word = try #require(try evaluator.variable(made[1], as: String.self))
    let clamp = try #require(try evaluator.output(made[2].output, as: Double.self))
    func check() {
      #expect(evaluator[source] == number && evaluator[word] == text && evaluator[old] == 3)
      #expect(evaluator[clamp] == Arithmetic.clamp(number))
    }
    check()
    guard remembers else { return }
    evaluator.undo()
    #expect(evaluator[old] == 1 && evaluator.graph.nodes.count == 1)
    evaluator.redo()
    check()
    evaluator.set(source, to: 5)
    evaluator.undo()
    check()
  }

  @Test func aSourceThatAFailedEditMadeIsNotThere() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    for _ in 0..<3 {
      #expect(throws: Abandoned.self) {
        try evaluator.edit { graph in
          let made = try graph.add("Seven")
          try graph.set(made, to: 1.0)
          throw Abandoned()
        }
      }
      // The new node reuses the slot of the source that was reverted.
      var next: NodeID?
      let receipt = try evaluator.edit { next = try $0.add("Number") }
      let node = try #require(next)
      let source = try #require(try evaluator.variable(node, as: Double.self))
      #expect(receipt.changed == [node] && evaluator[source] == 0)
      try evaluator.edit { try $0.remove(node) }
      #expect(evaluator.graph.nodes.isEmpty)
    }
  }

  /// Gives some of three new sources values, in the order in which they were made or in another one.
  @Test(arguments: [[], [0], [0, 1, 2], [2, 0, 2]])
  func newSourcesOfWordsAreNewsOnce(_ given: [Int]) throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    let old = evaluator.input("old", 1.0)
    var made: [NodeID] = []
    let receipt = try evaluator.edit { graph in
      for index in 0..<3 {
        made.append(try graph.add("Number"))
        if index == 1, given.isEmpty { graph.set(old, to: 2) }
      }
      for (turn, index) in given.enumerated() { try graph.set(made[index], to: Double(turn + 1)) }
    }
    #expect(receipt.changed.count == (given.isEmpty ? 4 : 3))
    #expect(Set(receipt.changed) == Set(made + (given.isEmpty ? [old.node] : [])))
    for index in 0..<3 {
      let source = try #require(try evaluator.variable(made[index], as: Double.self))
      #expect(evaluator[source] == Double((given.lastIndex(of: index) ?? -1) + 1))
    }
  }
}
