// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Each mistake has its own sentence, in release builds too.
@Suite struct EvaluatorMisuseTests {
  // MARK: Reading and writing

  @Test func aValueThatFailedIsNotReadAndItsFailureIsNamed() async {
    let own = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Bad: Error {}
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      let b = evaluator.node("b", a) { (_: Int) -> Int in throw Bad() }
      print(evaluator[b])
    }
    #expect(own?.sentence == "'b' has no value: Bad()")
    let blocked = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      let b = evaluator.node("b", a) { (_: Int) -> Int in throw Complaint(description: "too late") }
      let c = evaluator.node(nil, b) { $0 + 1 }
      print(evaluator[c])
    }
    #expect(blocked?.sentence == "#2 has no value: too late")
  }

  @Test func aValueThatIsNotThereYetIsNotRead() async {
    let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      evaluator.edit { _ in print(evaluator[evaluator.node("b", a) { $0 + 1 }]) }
    }
    #expect(read?.sentence == "'b' has no value yet: a node added in an edit is evaluated when the edit ends")
    let asked = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      evaluator.edit { _ in print((try? evaluator.value(of: evaluator.node("b", a) { $0 + 1 })) ?? 0) }
    }
    #expect(asked?.sentence == "'b' has no value yet: a node added in an edit is evaluated when the edit ends")
  }

  @Test func aValueOfANodeThatIsGoneIsNotRead() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      _ = evaluator.input("a", 1)
      let b = evaluator.input("b", 1)
      try evaluator.edit { try $0.remove(b.node) }
      print(evaluator[b])
    }
    #expect(result?.sentence == "node #1 does not exist; it may have been removed")
  }

  @Test func anOutputThatWentWithItsKindIsNotRead() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let pair = NodeDefinition(
        "Pair", inputs: ValuePort("x", default: 1), outputs: ValuePort<Int>("less"), ValuePort<Int>("more")
      ) { ($0 - 1, $0 + 1) }
      let one = NodeDefinition("One", inputs: ValuePort("x", default: 1), output: ValuePort<Int>("y")) { $0 }
      let evaluator = Evaluator(definitions: [pair, one])
      var handles: [Output<Int>] = []
      try evaluator.edit { edit in
        let node = try edit.add("Pair", named: "a")
        handles += try evaluator.output(node.output("more"), as: Int.self).map { [$0] } ?? []
      }
      try evaluator.edit { try $0.setKind(of: handles[0].node, to: "One") }
      print(evaluator[handles[0]])
    }
    #expect(result?.sentence == "'a' has no output 1")
  }

  @Test func aVariableThatBecameComputedIsNotSet() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let one = NodeDefinition("One", inputs: ValuePort("x", default: 1), output: ValuePort<Int>("y")) { $0 }
      let evaluator = Evaluator(definitions: [one])
      let a = evaluator.input("a", 1)
      try evaluator.edit { try $0.setKind(of: a.node, to: "One") }
      evaluator.set(a, to: 2)
    }
    #expect(result?.sentence == "'a' can't be set: its value is computed")
  }

  @Test func anInputOfADynamicNodeIsReadAsWhatItIs() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let input = NodeKind.Input("x", PortType(Double.self))
      let dynamic = NodeDefinition.dynamic("Dynamic", inputs: [input], output: ValuePort<Int>("y")) { inputs in
        try inputs.value(0, as: Int.self)
      }
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1.0)
      try evaluator.edit { edit in try edit.connect(a.port, to: edit.add(own: dynamic).input("x")) }
    }
    #expect(result?.sentence == "input 'x' gives Double and is read as Int")
    let beyond = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let dynamic = NodeDefinition.dynamic("Dynamic", inputs: [], output: ValuePort<Int>("y")) { inputs in
        try inputs.value(0, as: Int.self)
      }
      try Evaluator().edit { _ = try $0.add(own: dynamic) }
    }
    #expect(beyond?.sentence == "input 0 does not exist: the number of inputs is 0")
    let fifth = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let inputs = (0..<5).map { NodeKind.Input("x\($0)", PortType(Double.self)) }
      let dynamic = NodeDefinition.dynamic("Dynamic", inputs: inputs, output: ValuePort<Int>("y")) { inputs in
        try inputs.value(4, as: Int.self)
      }
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1.0)
      try evaluator.edit { edit in
        let node = try edit.add(own: dynamic)
        for index in inputs.indices { try edit.connect(a.port, to: node.input(index)) }
      }
    }
    #expect(fifth?.sentence == "input 'x4' gives Double and is read as Int")
  }

  // MARK: Declaring

  @Test func aKindWithoutInputsIsASource() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NodeDefinition("One", output: ValuePort<Int>("y")) { 1 }
    }
    #expect(
      result?.sentence == "a kind without inputs is a source: declare 'One' with NodeDefinition.source")
  }

  @Test func inputsOfADynamicNodeHaveNoDefault() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let input = NodeKind.Input("x", PortType(Int.self), hasDefault: true)
      _ = NodeDefinition.dynamic("Dynamic", inputs: [input], output: ValuePort<Int>("y")) { _ in 1 }
    }
    #expect(
      result?.sentence
        == "inputs of a dynamic node take one connection and have no default, unlike those of 'Dynamic'")
  }

  @Test func inputsOfANodeStillExist() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      try evaluator.edit { try $0.remove(a.node) }
      _ = evaluator.node("b", a) { $0 }
    }
    #expect(result?.sentence == "node #0 does not exist; it may have been removed")
  }

  // MARK: Changing while a caller's code runs

  @Test func whatIsAskedWhetherToStopLeavesTheEvaluatorAlone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      var last = evaluator.node(nil, a) { $0 + 1 }
      for _ in 0..<300 { last = evaluator.node(nil, last) { $0 + 1 } }
      evaluator.isInterrupted = {
        evaluator.set(a, to: 3)
        return false
      }
      evaluator.set(a, to: 2)
    }
    #expect(result?.sentence == "isInterrupted must not read or change its evaluator: it is called while nodes run")
  }

  @Test func whatReadsAForkChangesNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      let fork = try evaluator.fork { $0.set(a, to: 2) }
      fork.read { _ = evaluator.set(a, to: 3) }
    }
    #expect(result?.sentence == "code in Fork.read must not change the evaluator; edit after it returns")
  }

  @Test func aCompanionLeavesTheEvaluatorAlone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Meddler: UndoCompanion {
        let evaluator: Evaluator
        var byteCount: Int { 8 }
        init(_ evaluator: Evaluator) { self.evaluator = evaluator }
        func toggle() { _ = evaluator.input("another", 1) }
      }
      let evaluator = Evaluator()
      evaluator.undoLimit = 1 << 20
      evaluator.attach(Meddler(evaluator), title: "meddle")
      evaluator.undo()
    }
    #expect(
      result?.sentence
        == "UndoCompanion.toggle must not read or change the evaluator, which is undoing or redoing an edit")
  }

  @Test func aValueThatIsReleasedChangesNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Meddler {
        let evaluator: Evaluator
        init(_ evaluator: Evaluator) { self.evaluator = evaluator }
        deinit { evaluator.edit { _ in } }
      }
      let evaluator = Evaluator()
      let source = evaluator.input("source", Meddler(evaluator))
      try evaluator.edit { try $0.remove(source.node) }
    }
    #expect(result?.sentence == "the `deinit` of a value that an evaluator releases must not change a graph")
  }

  @Test func codeThatComparesChangesNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Meddler: Equatable {
        let evaluator: Evaluator
        static func == (left: Self, right: Self) -> Bool {
          left.evaluator.edit { _ in }
          return false
        }
      }
      let evaluator = Evaluator()
      evaluator.undoLimit = 1 << 20
      let source = evaluator.input("source", Meddler(evaluator: evaluator))
      evaluator.edit { $0.set(source, to: Meddler(evaluator: evaluator)) }
    }
    #expect(result?.sentence == "code that compares values, `==` or a cutoff, must not change a graph")
  }

  // MARK: Inside and between edits

  @Test func whatComesBetweenEditsIsNotDoneInsideOne() async {
    let undo = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      evaluator.edit { _ in evaluator.undo() }
    }
    #expect(undo?.sentence == "undo and redo must be called between edits; to revert the current edit, throw an error")
    let limit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      evaluator.edit { _ in evaluator.undoLimit = 1 }
    }
    #expect(limit?.sentence == "undoLimit must be set between edits")
    let resume = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      evaluator.edit { _ in evaluator.resume() }
    }
    #expect(resume?.sentence == "resume() must be called between edits: nothing is evaluated inside an edit")
    let document = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      evaluator.edit { _ in _ = try? evaluator.document() }
    }
    #expect(document?.sentence == "a document must be made between edits")
    let fragment = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      evaluator.edit { _ in _ = try? evaluator.copy([]) }
    }
    #expect(fragment?.sentence == "nodes must be copied between edits")
  }

  @Test func aForkIsReadAndCommittedWhileItLasts() async {
    let changed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let a = evaluator.input("a", 1)
      let fork = try evaluator.fork { $0.set(a, to: 2) }
      evaluator.set(a, to: 3)
      fork.read {}
    }
    #expect(
      changed?.sentence
        == "the evaluator has changed since the fork was made: make another fork")
    let dropped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fork = try Evaluator().fork { _ in }
      fork.drop()
      fork.read {}
    }
    #expect(dropped?.sentence == "a fork can't be read after it was committed or dropped")
    let committed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let fork = try Evaluator().fork { _ in }
      try fork.commit()
      try fork.commit()
    }
    #expect(committed?.sentence == "a fork can't be committed after it was committed or dropped")
    let inner = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let fork = try evaluator.fork { _ in }
      evaluator.edit { _ in fork.read {} }
    }
    #expect(inner?.sentence == "a fork must be read between edits")
  }
}
