// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Mistakes of a programmer stop the program.
@Suite struct EvaluatorPreconditionTests {
  @Test func codeOfANodeSetsNoVariable() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      // Nobody reads it, so that nothing but the rule stops the program.
      let other = evaluator.input("other", 1)
      _ = evaluator.node("bad", source) { (value: Int) -> Int in
        evaluator.set(other, to: value)
        return value
      }
    }
  }

  @Test func codeOfANodeEditsNoGraph() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      _ = evaluator.node("bad", source) { (value: Int) -> Int in
        evaluator.edit { _ in }
        return value
      }
    }
  }

  @Test func aVariableThatWasRemovedIsNotSet() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      try evaluator.edit { try $0.remove(source.node) }
      evaluator.set(source, to: 2)
    }
  }

  @Test func namesAreUnique() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      _ = evaluator.input("name", 1)
      _ = evaluator.input("name", 2)
    }
  }

  @Test func aValueThatFailedIsNotReadBySubscript() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      let bad = evaluator.node("bad", source) { (_: Int) -> Int in throw Complaint(description: "bad") }
      _ = evaluator[bad]
    }
  }

  @Test func anEditIsOverWhenItsClosureReturns() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator(definitions: [.source("Number", output: Port("value"), initial: 0.0)])
      var kept: [Edit] = []
      evaluator.edit { kept.append($0) }
      try kept[0].add("Number")
    }
  }

  @Test func anEditThatIsOverSetsNothing() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      var kept: [Edit] = []
      evaluator.edit { kept.append($0) }
      kept[0].set(source, to: 2)
    }
  }

  @Test func anEditThatIsOverGivesNoLiteral() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
      var kept: [Edit] = []
      var ids: [NodeID] = []
      try evaluator.edit { edit in
        kept.append(edit)
        ids.append(try edit.add("Root"))
      }
      try kept[0].setLiteral(ids[0].input(0), to: 2.0)
    }
  }

  @Test func aHandleOfAnotherEvaluatorIsNotReadAsAnotherType() async {
    await #expect(processExitsWith: .failure) {
      let one = Evaluator()
      let other = Evaluator()
      let number = one.input("number", 1)
      _ = other.input("text", "text")
      _ = other[number]
    }
  }

  @Test func aHandleOfAnotherEvaluatorIsNotWrittenAsAnotherType() async {
    await #expect(processExitsWith: .failure) {
      let one = Evaluator()
      let other = Evaluator()
      let number = one.input("number", 1)
      _ = other.input("text", "text")
      other.set(number, to: 2)
    }
  }
}
