// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization
import Testing

/// Values from other threads.
@Suite struct InboxTests {
  private let evaluator = Evaluator()
  private let cutoff: Variable<Int>
  private let gain: Variable<Int>
  private let sum: Output<Int>
  private let inbox: Inbox

  init() {
    cutoff = evaluator.input("cutoff", 1)
    gain = evaluator.input("gain", 2)
    sum = evaluator.node("sum", cutoff, gain) { $0 + $1 }
    inbox = evaluator.inbox()
  }

  @Test func allThatWaitsIsGivenInOneEditTheLastValueOfEachNode() {
    inbox.set(cutoff, to: 10)
    inbox.set(gain, to: 5)
    inbox.set(cutoff, to: 900)
    #expect(!inbox.isEmpty && evaluator[sum] == 3)
    let reception = evaluator.receive()
    #expect(reception.receipt.changed == [cutoff.node, gain.node, sum.node])
    #expect(reception.receipt.evaluated == [sum.node])
    #expect(evaluator[sum] == 905)
    #expect(inbox.isEmpty && reception.refused.isEmpty)
    #expect(evaluator.receive().receipt.edit == 0)
  }

  @Test func itIsTakenBackAsOneEditOrLeavesTheHistoryAlone() {
    evaluator.undoLimit = 1 << 20
    inbox.set(cutoff, to: 10)
    inbox.set(gain, to: 5)
    evaluator.receive("remote control")
    #expect(evaluator.undoTitles == ["remote control"])
    evaluator.undo()
    #expect(evaluator[sum] == 3)
    inbox.set(cutoff, to: 7)
    evaluator.receive(history: .none)
    #expect(evaluator.redoTitles == ["remote control"])
    #expect(evaluator[sum] == 9)
  }

  @Test func whatCanNotBeGivenIsDroppedWithTheReasonAndTheRestIsGiven() throws {
    let other = Evaluator()
    let foreign = other.input("foreign", 1)
    let gone = evaluator.input("gone", 1)
    inbox.set(gone, to: 2)
    inbox.set(foreign, to: 3)
    inbox.set(sum.node, to: 4)
    inbox.set(gain.node, to: "loud")
    inbox.set(cutoff, to: 6)
    try evaluator.edit { try $0.remove(gone.node) }
    let reception = evaluator.receive()
    #expect(reception.refused.map(\.node) == [gone.node, foreign.node, sum.node, gain.node])
    #expect(
      reception.refused.map(\.reason) == [
        .stale(gone.node), .foreign(foreign.node), .notGivable(sum.node, PortType(Int.self)),
        .notGivable(gain.node, PortType(String.self)),
      ])
    #expect(evaluator[sum] == 8)
  }

  @Test func theOwnerIsCalledWhenTheFirstValueComesNotForEach() {
    let calls = Atomic<Int>(0)
    evaluator.onArrival = { calls.add(1, ordering: .relaxed) }
    inbox.set(cutoff, to: 10)
    inbox.set(cutoff, to: 11)
    inbox.set(gain, to: 5)
    #expect(calls.load(ordering: .relaxed) == 1)
    evaluator.receive()
    inbox.set(gain, to: 6)
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  /// An object that gives a variable a value when it is released.
  private final class Parting: Sendable {
    let value: Int
    private let inbox: Inbox
    private let variable: Variable<Int>

    init(_ value: Int, _ inbox: Inbox, _ variable: Variable<Int>) {
      (self.value, self.inbox, self.variable) = (value, inbox, variable)
    }

    deinit { inbox.set(variable, to: value) }
  }

  @Test func whatGoesWithAReplacedValueMayUseTheInbox() {
    let last = evaluator.input("last", Parting(0, inbox, gain))
    inbox.set(last, to: Parting(1, inbox, gain))
    inbox.set(last, to: Parting(2, inbox, gain))
    #expect(evaluator.receive().receipt.changed.contains(gain.node))
    #expect(evaluator[gain] == 1 && evaluator[last].value == 2)
  }

  @Test func whatGoesWithAReplacedCallMayUseTheInbox() {
    func call(with parting: Parting) -> @Sendable () -> Void { { _ = parting.value } }
    evaluator.onArrival = call(with: Parting(7, inbox, gain))
    evaluator.onArrival = nil
    evaluator.receive()
    #expect(evaluator[gain] == 7)
  }

  @Test func allCallsReturnTheSameInbox() {
    #expect(evaluator.inbox() === inbox)
    inbox.set(gain, to: 6)
    #expect(!evaluator.inbox().isEmpty)
  }

  @Test func valuesOfManyThreadsAllArrive() async {
    let variables = (0..<8).map { evaluator.input("v\($0)", 0) }
    let total = evaluator.node("total", cutoff) { $0 }
    await withTaskGroup(of: Void.self) { group in
      for variable in variables {
        group.addTask { [inbox] in for value in 1...1000 { inbox.set(variable, to: value) } }
      }
      for _ in 0..<100 {
        evaluator.receive()
        await Task.yield()
      }
    }
    evaluator.receive()
    #expect(variables.allSatisfy { evaluator[$0] == 1000 })
    #expect(evaluator[total] == 1)
  }

  @Test func anInboxOutlivesItsEvaluator() {
    var other: Evaluator? = Evaluator()
    guard let variable = other?.input("a", 1), let inbox = other?.inbox() else { return }
    other = nil
    inbox.set(variable, to: 2)
    #expect(!inbox.isEmpty)
  }

  @Test func receivingComesBetweenEdits() async {
    await #expect(processExitsWith: .failure) {
      let evaluator = Evaluator()
      evaluator.edit { _ in evaluator.receive() }
    }
  }

  @Test func theLastValueCountsWhicheverIdItCameWith() throws {
    let evaluator = Evaluator()
    let cutoff = evaluator.input("cutoff", 0)
    let inbox = evaluator.inbox()
    let id = try #require(try evaluator.document().nodes.first).id
    inbox.set(id, to: 1)
    inbox.set(cutoff, to: 2)
    inbox.set(id, to: 3)
    evaluator.receive()
    #expect(evaluator[cutoff] == 3)
  }
}
