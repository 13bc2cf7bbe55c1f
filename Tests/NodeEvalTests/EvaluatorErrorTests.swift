// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Errors are values: they propagate, block nodes, and disappear.
@Suite struct EvaluatorErrorTests {
  private struct Chain {
    let evaluator = Evaluator()
    let runs = RunCounter()
    let source: Variable<Int>
    let checked: Output<Int>
    let next: Output<Int>
    let last: Output<Int>

    init(_ initial: Int) {
      source = evaluator.input("source", initial)
      checked = evaluator.node("checked", source) { (value: Int) -> Int in
        if value < 0 { throw Complaint(description: value < -9 ? "far too low" : "too low") }
        return value
      }
      next = evaluator.node("next", checked) { [runs] (value: Int) -> Int in
        runs.add()
        return value + 1
      }
      last = evaluator.node("last", next) { [runs] (value: Int) -> Int in
        runs.add()
        return value + 1
      }
    }
  }

  @Test func whatIsBlockedDoesNotRunAndHasTheFailureOfTheOrigin() {
    let chain = Chain(1)
    let before = chain.runs.count
    let receipt = chain.evaluator.set(chain.source, to: -1)
    #expect(chain.runs.count == before)
    #expect(receipt.evaluated == [chain.checked.node])
    #expect(receipt.blocked == [chain.next.node, chain.last.node])
    #expect(receipt.changed == [chain.source.node, chain.checked.node, chain.next.node, chain.last.node])
    let failure = NodeFailure(origin: chain.checked.node, reason: .thrown("too low"))
    for output in [chain.checked, chain.next, chain.last] {
      #expect(chain.evaluator.failure(of: output.node) == failure)
      #expect(throws: failure) { try chain.evaluator.value(of: output) }
    }
    #expect(failure.message == "too low" && "\(failure)" == "too low")
  }

  @Test func anEqualFailureIsNoNews() {
    let chain = Chain(-1)
    let receipt = chain.evaluator.set(chain.source, to: -2)
    #expect(receipt.evaluated == [chain.checked.node])
    #expect(receipt.cutOff == [chain.checked.node])
    #expect(receipt.blocked.isEmpty)
    let other = chain.evaluator.set(chain.source, to: -10)
    #expect(other.blocked == [chain.next.node, chain.last.node])
    #expect(chain.evaluator.failure(of: chain.last.node)?.message == "far too low")
  }

  @Test func recoveryRunsExactlyWhatWasBlockedEvenIfTheValueIsTheOneFromBefore() {
    let chain = Chain(1)
    chain.evaluator.set(chain.source, to: -1)
    let receipt = chain.evaluator.set(chain.source, to: 1)
    #expect(receipt.evaluated == [chain.checked.node, chain.next.node, chain.last.node])
    #expect(receipt.blocked.isEmpty && receipt.cutOff.isEmpty)
    #expect(chain.evaluator[chain.last] == 3)
  }

  @Test func aNodeMayFailBeforeItEverHadAValue() {
    let chain = Chain(-1)
    #expect(chain.runs.count == 0)
    #expect(chain.evaluator.failure(of: chain.last.node)?.origin == chain.checked.node)
    chain.evaluator.set(chain.source, to: 4)
    #expect(chain.evaluator[chain.last] == 6)
    #expect(chain.runs.count == 2)
  }

  @Test func theFirstFailingInputInPortOrderIsGuilty() throws {
    let runs = RunCounter()
    let evaluator = Evaluator(definitions: ModelKind.all(runs).map(\.definition))
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Root"), try edit.add("Root"), try edit.add("Add"), try edit.add("Mix")]
      try edit.setLiteral(ids[0].input(0), to: -1.0)
      try edit.connect(ids[1].output, to: ids[2].input("b"))
      try edit.connect(ids[1].output, to: ids[3].input("terms"))
      try edit.connect(ids[0].output, to: ids[3].input("terms"))
    }
    let unset = NodeFailure(origin: ids[1], reason: .unsetInput("x"))
    #expect(evaluator.failure(of: ids[2]) == unset)
    #expect(evaluator.failure(of: ids[3]) == unset)
    #expect(unset.message == "unset input 'x'")
    try evaluator.edit { try $0.connect(ids[0].output, to: ids[2].input("a")) }
    #expect(evaluator.failure(of: ids[2]) == NodeFailure(origin: ids[0], reason: .thrown("negative")))
    try evaluator.edit { try $0.disconnect(ids[3].input("terms")) }
    #expect(evaluator.failure(of: ids[3]) == nil)
  }

  @Test func codeThatCanDealWithFailuresRunsDespiteThem() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Root"), try edit.add("Number"), try edit.add("Rescue")]
      try edit.setLiteral(ids[0].input(0), to: -1.0)
      try edit.connect(ids[0].output, to: ids[2].input("x"))
      try edit.connect(ids[1].output, to: ids[2].input("y"))
    }
    let result = try #require(try evaluator.output(ids[2].output, as: Double.self))
    #expect(evaluator[result] == 0.5)
    try evaluator.edit { try $0.setLiteral(ids[0].input(0), to: 9.0) }
    #expect(evaluator[result] == 3)
    try evaluator.edit { edit in
      try edit.disconnect(ids[0].output, from: ids[2].input("x"))
      try edit.disconnect(ids[2].input("y"))
    }
    #expect(evaluator.failure(of: ids[2]) == NodeFailure(origin: ids[2], reason: .unsetInput("y")))
  }

  @Test func aNodeWithoutInputsThatHasCodeRunsOnce() throws {
    let evaluator = Evaluator()
    let runs = RunCounter()
    var constant: NodeID?
    try evaluator.edit { edit in
      constant = try edit.add(own: ModelKind.own(5, hasInput: false, runs).definition)
    }
    let node = try #require(constant)
    let five = try #require(try evaluator.output(node.output, as: Double.self))
    #expect(evaluator[five] == 5 && runs.count == 1)
    #expect(try evaluator.variable(node, as: Double.self) == nil)
    #expect(evaluator[evaluator.node("six") { 6 }] == 6)
  }

  @Test func aFailedNodeThatIsASourceForAWhileWithinAnEditWakesWhatWasBlocked() throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Root"), try edit.add("Clamp")]
      try edit.setLiteral(ids[0].input(0), to: 4.0)
      try edit.connect(ids[0].output, to: ids[1].input(0))
    }
    try evaluator.edit { try $0.setLiteral(ids[0].input(0), to: -1.0) }
    #expect(evaluator.failure(of: ids[1])?.origin == ids[0])
    let receipt = try evaluator.edit { edit in
      try edit.setKind(of: ids[0], to: "Number")
      try edit.setKind(of: ids[0], to: "Root")
      // The value that the input had before the node failed.
      try edit.setLiteral(ids[0].input(0), to: 4.0)
    }
    #expect(receipt.evaluated == ids)
    let clamp = try #require(try evaluator.output(ids[1].output, as: Double.self))
    #expect(evaluator[clamp] == 2)
  }

  @Test(arguments: [0, 1 << 20])
  func aNodeThatWasASourceWithinAnEditHasItsFailureAgain(undoLimit: Int) throws {
    let evaluator = Evaluator(definitions: ModelKind.all(RunCounter()).map(\.definition))
    evaluator.undoLimit = undoLimit
    var ids: [NodeID] = []
    try evaluator.edit { edit in
      ids = [try edit.add("Root"), try edit.add("Clamp")]
      try edit.setLiteral(ids[0].input(0), to: -1.0)
      try edit.connect(ids[0].output, to: ids[1].input(0))
    }
    let failure = try #require(evaluator.failure(of: ids[0]))
    let receipt = try evaluator.edit { edit in
      try edit.setKind(of: ids[0], to: "Number")
      try edit.setKind(of: ids[0], to: "Root")
      try edit.setLiteral(ids[0].input(0), to: -1.0)
    }
    // It fails with the same failure as before, so the nodes that it blocks are unaffected.
    #expect(receipt.cutOff == [ids[0]] && receipt.changed.isEmpty && receipt.blocked.isEmpty)
    #expect(evaluator.failure(of: ids[0]) == failure && evaluator.failure(of: ids[1]) == failure)
    evaluator.checkInvariants()
  }
}
