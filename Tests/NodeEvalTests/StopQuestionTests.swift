// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Code of nodes that ends early because its evaluation is to stop.
@Suite struct StopQuestionTests {
  /// Answers the question whether to stop.
  private final class Answer: @unchecked Sendable {
    /// The number of questions before the answer is yes; `nil` for never.
    var patience: Int?
    private(set) var questions = 0

    func next() -> Bool {
      questions += 1
      guard let left = patience else { return false }
      patience = left - 1
      return left <= 0
    }
  }

  /// Makes an evaluator that asks only code, as far as it runs few nodes.
  private func evaluator(_ answer: Answer) -> Evaluator {
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    evaluator.isInterrupted = { answer.next() }
    return evaluator
  }

  /// Code that asks ten times.
  private func slow(_ value: Int) throws -> Int {
    for _ in 0..<10 { try Evaluator.checkInterruption() }
    return value &* 3 ^ 5
  }

  @Test func aNodeWhoseCodeEndsEarlyIsUnfinishedAsIfItHadNotRun() {
    let answer = Answer()
    let evaluator = evaluator(answer)
    evaluator.undoLimit = 1 << 20
    let source = evaluator.input("source", 1)
    let first = evaluator.node("first", source) { $0 + 1 }
    let middle = evaluator.node("middle", first) { try self.slow($0) }
    let last = evaluator.node("last", middle) { $0 + 1 }
    let before = (evaluator[middle], evaluator[last])
    var told: [Int?] = []
    let observation = evaluator.observe(last) { told.append(try? $0.new.get()) }

    answer.patience = 4
    let receipt = evaluator.set(source, to: 7)
    #expect(receipt.evaluated == [first.node])
    #expect(evaluator.unfinished == [middle.node, last.node])
    #expect((evaluator[middle], evaluator[last]) == before)
    #expect(throws: NodeFailure(origin: last.node, reason: .unfinished)) { try evaluator.value(of: last) }
    #expect(told.isEmpty)
    evaluator.checkInvariants()

    // It stops again, and runs from its beginning then.
    answer.patience = 9
    #expect(evaluator.resume().evaluated.isEmpty)
    answer.patience = nil
    #expect(evaluator.resume().evaluated == [middle.node, last.node])
    #expect(evaluator[last] == (8 &* 3 ^ 5) + 1 && told == [evaluator[last]])
    evaluator.checkInvariants()
    // What was finished later is undone with its edit.
    evaluator.undo()
    #expect((evaluator[middle], evaluator[last]) == before && !evaluator.hasUnfinished)
    evaluator.redo()
    #expect(evaluator[last] == (8 &* 3 ^ 5) + 1)
    evaluator.checkInvariants()
    withExtendedLifetime(observation) {}
  }

  @Test func aNewNodeWhoseCodeEndsEarlyHasNoValueYet() throws {
    let answer = Answer()
    let evaluator = evaluator(answer)
    let source = evaluator.input("source", 1)
    answer.patience = 0
    let alone = evaluator.node("alone", source) { try self.slow($0) }
    let reader = evaluator.node("reader", alone) { $0 + 1 }
    #expect(evaluator.unfinished == [alone.node, reader.node])
    #expect(throws: NodeFailure(origin: alone.node, reason: .unfinished)) { try evaluator.value(of: alone) }
    evaluator.checkInvariants()
    answer.patience = nil
    evaluator.resume()
    #expect(try evaluator.value(of: reader) == (3 ^ 5) + 1)
    evaluator.checkInvariants()
  }

  @Test func aFailedNodeWhoseCodeEndsEarlyHasNoFailureOfItsOwnAfterwards() throws {
    let answer = Answer()
    let evaluator = evaluator(answer)
    let source = evaluator.input("source", -1)
    let root = evaluator.node("root", source) { value in
      for _ in 0..<10 { try Evaluator.checkInterruption() }
      if value < 0 { throw NegativeError() }
      return value
    }
    let reader = evaluator.node("reader", root) { $0 + 1 }
    answer.patience = 2
    evaluator.set(source, to: 4)
    #expect(evaluator.failure(of: root.node)?.reason == .unfinished)
    evaluator.checkInvariants()
    answer.patience = nil
    evaluator.resume()
    #expect(try evaluator.value(of: reader) == 5)
    evaluator.checkInvariants()
  }

  private struct NegativeError: Error {}

  @Test func whatIsUnfinishedNowIsKnownWhileItIsAsked() {
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    let source = evaluator.input("source", 1)
    let other = evaluator.input("other", 1)
    let first = evaluator.node("first", source) { try self.slow($0) }
    let second = evaluator.node("second", source) { try self.slow($0) }
    let last = evaluator.node("last", first, second) { $0 + $1 }
    let aside = evaluator.node("aside", other) { $0 + 1 }
    // So many that the next node is in another word of the pending set.
    for _ in 0..<100 { _ = evaluator.node(nil, other) { $0 } }
    let far = evaluator.node("far", source) { $0 }
    var found: [[NodeID]] = []
    evaluator.isInterrupted = { [unowned evaluator] in
      if found.last != evaluator.unfinished { found.append(evaluator.unfinished) }
      return false
    }
    evaluator.set(source, to: 2)
    #expect(found == [[first, second, last, far].map(\.node), [second, last, far].map(\.node)])
    #expect(evaluator.unfinished.isEmpty && evaluator[aside] == 2)
    // Between nodes, too: after 256 of 300.
    let chain = Evaluator()
    chain.stopClock = { 0 }
    let start = chain.input("start", 0)
    var nodes = [chain.node(nil, start) { $0 + 1 }]
    while nodes.count < 300 { nodes.append(chain.node(nil, nodes[nodes.count - 1]) { $0 + 1 }) }
    var left: [NodeID] = []
    chain.isInterrupted = { [unowned chain] in
      left = chain.unfinished
      return true
    }
    chain.set(start, to: 1)
    #expect(left == nodes[256...].map(\.node) && chain.unfinished == left)
  }

  @Test func withoutAnEvaluationThatCanStopNothingEndsEarly() throws {
    try Evaluator.checkInterruption()
    let evaluator = Evaluator()
    evaluator.budget = .nodes(1)
    let source = evaluator.input("source", 1)
    let node = evaluator.node("node", source) { try self.slow($0) }
    #expect(evaluator[node] == 3 ^ 5)
    evaluator.isInterrupted = { true }
    // Outside of code it is asked only if that is wished.
    try Evaluator.checkInterruption()
    #expect(throws: InterruptionError()) {
      try evaluator.interruptibly { () throws(InterruptionError) in try Evaluator.checkInterruption() }
    }
  }

  @Test func keptResultsAreOnlyThoseOfCodeThatHasEnded() {
    let answer = Answer()
    let evaluator = evaluator(answer)
    let source = evaluator.input("source", 1)
    let runs = RunCount()
    let node = evaluator.node("node", source, memo: .bytes(1 << 20)) { value in
      runs.count += 1
      return try self.slow(value)
    }
    answer.patience = 3
    evaluator.set(source, to: 2)
    answer.patience = nil
    evaluator.resume()
    #expect(evaluator[node] == 6 ^ 5 && runs.count == 3)
    evaluator.checkInvariants()
  }

  private final class RunCount: @unchecked Sendable {
    var count = 0
  }

  /// Wherever code ends early and whatever the graph's shape, resuming, undoing and redoing end at the values of an evaluation that
  /// is never stopped.
  @Test(arguments: [false, true]) func endingEarlyAnywhereEndsAtTheSameValues(undoes: Bool) {
    for seed in 1...10 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let (stopping, whole) = (Evaluator(), Evaluator())
      stopping.stopClock = { 0 }
      if undoes { stopping.undoLimit = 1 << 20 }
      let sources = (stopping.input("source", 0), whole.input("source", 0))
      var nodes = [(stopping.node(nil, sources.0) { $0 &+ 1 }, whole.node(nil, sources.1) { $0 &+ 1 })]
      while nodes.count < 120 {
        let left = nodes[Int.random(in: 0..<nodes.count, using: &random)]
        let right = nodes[Int.random(in: 0..<nodes.count, using: &random)]
        let isOdd = nodes.count % 7 == 3
        // Some code fails for some values, and asks before.
        let code: @Sendable (Int, Int) throws -> Int = { one, other in
          if isOdd { try Evaluator.checkInterruption() }
          let result = (one &* 3 ^ other) & ~3
          if isOdd, result % 64 == 4 { throw NegativeError() }
          return result
        }
        nodes.append(
          (stopping.node(nil, left.0, right.0, evaluate: code), whole.node(nil, left.1, right.1, evaluate: code)))
      }
      stopping.isInterrupted = { Int.random(in: 0..<6, using: &random) == 0 }
      func agree() -> Bool {
        nodes.allSatisfy { (try? stopping.value(of: $0.0)) == (try? whole.value(of: $0.1)) }
      }
      var previous = 0
      for value in 1...6 {
        stopping.set(sources.0, to: value * 8)
        whole.set(sources.1, to: value * 8)
        while stopping.hasUnfinished {
          stopping.checkInvariants()
          stopping.resume()
        }
        #expect(agree(), "seed \(seed)")
        if undoes, value > 1 {
          stopping.undo()
          while stopping.hasUnfinished { stopping.resume() }
          whole.set(sources.1, to: previous)
          #expect(agree(), "seed \(seed), undone")
          stopping.redo()
          while stopping.hasUnfinished { stopping.resume() }
          whole.set(sources.1, to: value * 8)
          #expect(agree(), "seed \(seed), redone")
          stopping.checkInvariants()
        }
        previous = value * 8
      }
    }
  }
}
