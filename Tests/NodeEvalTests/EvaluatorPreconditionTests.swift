// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Programmers' mistakes that stop the program.
@Suite struct EvaluatorPreconditionTests {
  @Test func codeOfANodeSetsNoVariable() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      // No node reads it, so only the rule can stop the program.
      let other = evaluator.input("other", 1)
      _ = evaluator.node("bad", source) { (value: Int) -> Int in
        evaluator.set(other, to: value)
        return value
      }
    }
    #expect(
      result?.sentence == "a node's code must not change a graph, nor may `==` or `deinit` of values while nodes run")
  }

  @Test func codeOfANodeEditsNoGraph() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      _ = evaluator.node("bad", source) { (value: Int) -> Int in
        evaluator.edit { _ in }
        return value
      }
    }
    #expect(
      result?.sentence == "a node's code must not change a graph, nor may `==` or `deinit` of values while nodes run")
  }

  @Test func aVariableThatWasRemovedIsNotSet() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      try evaluator.edit { try $0.remove(source.node) }
      evaluator.set(source, to: 2)
    }
    #expect(result?.sentence == "node #0 does not exist; it may have been removed")
  }

  @Test func namesAreUnique() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      _ = evaluator.input("name", 1)
      _ = evaluator.input("name", 2)
    }
    #expect(result?.sentence == "node names are unique, 'name' is taken")
  }

  @Test func aValueThatFailedIsNotReadBySubscript() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      let bad = evaluator.node("bad", source) { (_: Int) -> Int in throw Complaint(description: "bad") }
      _ = evaluator[bad]
    }
    #expect(result?.sentence == "'bad' has no value: bad")
  }

  @Test func anEditIsOverWhenItsClosureReturns() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator(definitions: [.source("Number", output: ValuePort("value"), initial: 0.0)])
      var kept: [Edit] = []
      evaluator.edit { kept.append($0) }
      try kept[0].add("Number")
    }
    #expect(result?.sentence == "an edit must not be used after its closure has returned")
  }

  @Test func anEditThatIsOverSetsNothing() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      var kept: [Edit] = []
      evaluator.edit { kept.append($0) }
      kept[0].set(source, to: 2)
    }
    #expect(result?.sentence == "an edit must not be used after its closure has returned")
  }

  @Test func anEditThatIsOverGivesNoLiteral() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
      var kept: [Edit] = []
      var ids: [NodeID] = []
      try evaluator.edit { edit in
        kept.append(edit)
        ids.append(try edit.add("Root"))
      }
      try kept[0].setLiteral(ids[0].input(0), to: 2.0)
    }
    #expect(result?.sentence == "an edit must not be used after its closure has returned")
  }

  @Test func aHandleOfANodeWhoseTypeHasChangedIsNotRead() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator(definitions: [.source("Text", output: ValuePort("value"), initial: "text")])
      let number = evaluator.input("number", 1)
      try evaluator.edit { try $0.setKind(of: number.node, to: "Text") }
      _ = evaluator[number]
    }
    #expect(result?.sentence == "'number' gives String and is read as another type")
  }

  @Test func aHandleOfANodeWhoseTypeHasChangedIsNotWritten() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator(definitions: [.source("Text", output: ValuePort("value"), initial: "text")])
      let number = evaluator.input("number", 1)
      try evaluator.edit { try $0.setKind(of: number.node, to: "Text") }
      evaluator.set(number, to: 2)
    }
    #expect(result?.sentence == "'number' holds String and is set to a value of another type")
  }
}
