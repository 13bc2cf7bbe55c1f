// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Evaluations that are stopped midway and resumed.
@Suite struct EvaluatorInterruptionTests {
  /// Makes a source followed by a chain of copies.
  private func chain(_ count: Int) -> (evaluator: Evaluator, source: Variable<Int>, nodes: [Output<Int>]) {
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    let source = evaluator.input("source", 0)
    var nodes = [evaluator.node("first", source) { $0 + 1 }]
    while nodes.count < count { nodes.append(evaluator.node(nil, nodes[nodes.count - 1]) { $0 + 1 }) }
    return (evaluator, source, nodes)
  }

  @Test func aChainStopsAndResumesWhereItStopped() {
    let (evaluator, source, nodes) = chain(1000)
    evaluator.isInterrupted = { true }
    let receipt = evaluator.set(source, to: 10)
    #expect(receipt.evaluatedCount == 256)
    #expect(evaluator.unfinished == nodes[256...].map(\.node))
    #expect(evaluator[source] == 10)
    #expect(evaluator[nodes[255]] == 266)
    #expect(evaluator[nodes[256]] == 257)
    #expect(throws: NodeFailure(origin: nodes[999].node, reason: .unfinished)) {
      try evaluator.value(of: nodes[999])
    }
    evaluator.checkInvariants()
    evaluator.isInterrupted = nil
    let rest = evaluator.resume()
    #expect(rest.evaluated == nodes[256...].map(\.node))
    #expect(rest.edit == receipt.edit + 1)
    #expect(!evaluator.hasUnfinished && evaluator.unfinished.isEmpty)
    #expect(evaluator[nodes[999]] == 1010)
  }

  @Test func codeThatReadsTheFlagEndsEarlyAndRunsAgainWhenItIsInvalidated() throws {
    let flag = Flag()
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    evaluator.isInterrupted = { flag.isRaised }
    let source = evaluator.input("source", 1)
    let sum = evaluator.node("sum", source) { start in
      var sum = start
      for step in 0..<1000 {
        if step == 500, flag.isToBeRaised { flag.isRaised = true }
        if flag.isRaised { throw Stopped() }
        sum += 1
      }
      return sum
    }
    let next = evaluator.node("next", sum) { $0 + 1 }
    #expect(evaluator[next] == 1002)

    flag.isToBeRaised = true
    evaluator.set(source, to: 2)
    #expect(throws: NodeFailure(origin: sum.node, reason: .thrown("stopped"))) { try evaluator.value(of: next) }

    (flag.isToBeRaised, flag.isRaised) = (false, false)
    #expect(try evaluator.invalidate(sum.node).evaluated == [sum.node, next.node])
    #expect(evaluator[next] == 1003)
    evaluator.checkInvariants()
  }

  @Test(arguments: [1, 7, 256, 999])
  func aBudgetOfNodesIsSpentByEachAttempt(count: Int) {
    let (evaluator, source, nodes) = chain(1000)
    evaluator.budget = .nodes(count)
    var ran = evaluator.set(source, to: 10).evaluatedCount
    #expect(ran == count)
    while evaluator.hasUnfinished {
      #expect(evaluator.unfinished == nodes[ran...].map(\.node))
      ran += evaluator.resume().evaluatedCount
    }
    #expect(ran == 1000)
    #expect(evaluator[nodes[999]] == 1010)
  }

  @Test func aBudgetOfTimeEndsBehindTheFirstNodeThatEndsTooLate() {
    let (evaluator, source, _) = chain(1000)
    var time: UInt64 = 0
    // The clock advances by a microsecond with each reading.
    evaluator.stopClock = {
      time += 1_000
      return time
    }
    evaluator.budget = .time(.microseconds(100))
    let ran = evaluator.set(source, to: 10).evaluatedCount
    #expect(ran > 30 && ran <= 100)
    evaluator.budget = .time(.zero)
    #expect(evaluator.resume().evaluatedCount == 1)
    evaluator.budget = .time(.seconds(-1))
    #expect(evaluator.resume().evaluatedCount == 1)
    evaluator.budget = .nodes(-5)
    #expect(evaluator.resume().evaluatedCount == 1)
    evaluator.budget = .time(.seconds(1 << 60))
    #expect(evaluator.resume().evaluatedCount == 997 - ran)
    #expect(!evaluator.hasUnfinished)
  }

  @Test func aBudgetOfTimeHoldsByTheSystemsClock() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 0)
    let clock = ContinuousClock()
    for _ in 0..<50 {
      _ = evaluator.node(nil, source) { value in
        let start = clock.now
        while start.duration(to: clock.now) < .milliseconds(1) {}
        return value
      }
    }
    evaluator.budget = .time(.milliseconds(5))
    let ran = evaluator.set(source, to: 1).evaluatedCount
    #expect((1...5).contains(ran))
    #expect(evaluator.hasUnfinished)
  }

  @Test func everyAttemptGetsFurther() {
    let (evaluator, source, nodes) = chain(1000)
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    var attempts = 0
    while evaluator.hasUnfinished {
      #expect(evaluator.resume().evaluatedCount <= 256)
      attempts += 1
    }
    #expect(attempts == 3)
    #expect(evaluator[nodes[999]] == 1010)
    #expect(evaluator.resume().evaluatedCount == 0)
  }

  @Test func whoeverSaysNoIsAskedEvery256Nodes() {
    let (evaluator, source, _) = chain(1024)
    var questions = 0
    evaluator.isInterrupted = {
      questions += 1
      return false
    }
    #expect(evaluator.set(source, to: 10).evaluatedCount == 1024)
    #expect(questions == 4)
    #expect(!evaluator.hasUnfinished)
  }

  @Test func theNextEditFinishesWhatWasLeft() throws {
    let (evaluator, source, nodes) = chain(600)
    let other = evaluator.input("other", 1)
    let sum = evaluator.node("sum", nodes[599], other) { $0 + $1 }
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    evaluator.isInterrupted = nil
    #expect(evaluator.failure(of: sum.node)?.reason == .unfinished)
    #expect(evaluator.failure(of: other.node) == nil)
    #expect(evaluator.set(other, to: 2).evaluated.last == sum.node)
    #expect(evaluator[sum] == 612)
  }

  @Test func anEditMayRemoveOrReorderWhatIsUnfinished() throws {
    let (evaluator, source, nodes) = chain(600)
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    evaluator.isInterrupted = nil
    let early = evaluator.input("early", 7)
    try evaluator.edit { edit in
      try edit.remove(nodes[256].node)
      // Changes the ranks of all nodes that follow.
      try edit.connect(early.node.output, to: nodes[257].node.input(0))
    }
    #expect(!evaluator.hasUnfinished)
    #expect(evaluator[nodes[257]] == 8)
    #expect(evaluator[nodes[599]] == 7 + 600 - 257)
    evaluator.checkInvariants()
  }

  /// Runs with an undo limit of 0, and with one that the edit exceeds.
  @Test(arguments: [0, 1000]) func whatIsUnfinishedStaysSoWhenRemovedNodesLeaveTheOrder(undoLimit: Int) throws {
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    let source = evaluator.input("source", 0)
    let readers = (0..<2000).map { number in evaluator.node(nil, source) { $0 + number } }
    evaluator.undoLimit = undoLimit
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    #expect(evaluator.unfinished == readers[256...].map(\.node))
    try evaluator.edit { edit in for reader in readers[..<1500] { try edit.remove(reader.node) } }
    #expect(evaluator.unfinished == readers[1756...].map(\.node))
    evaluator.checkInvariants()
    evaluator.isInterrupted = nil
    #expect(evaluator.resume().evaluated == readers[1756...].map(\.node))
    #expect(readers[1500...].map { evaluator[$0] } == (1500..<2000).map { 10 + $0 })
    evaluator.checkInvariants()
  }

  @Test func anEditMeanwhileRunsWhatItReachesAndLeavesTheRest() {
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    let (source, early) = (evaluator.input("source", 0), evaluator.input("early", 0))
    let next = evaluator.node("next", early) { $0 + 1 }
    let readers = (0..<1000).map { _ in evaluator.node(nil, source) { $0 + 1 } }
    evaluator.undoLimit = 1 << 20
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    #expect(evaluator.set(early, to: 5).evaluated == [next.node] + readers[256..<511].map(\.node))
    #expect(evaluator.unfinished == readers[511...].map(\.node))
    evaluator.undo()
    #expect(evaluator.unfinished == readers[256...].map(\.node))
    #expect(evaluator[readers[300]] == 1 && evaluator[next] == 1)
    evaluator.redo()
    #expect(evaluator.unfinished == readers[511...].map(\.node))
    #expect(evaluator[readers[300]] == 11 && evaluator[next] == 6)
    evaluator.checkInvariants()
  }

  @Test func aNodeThatHasNeverRunHasAFailureAndNoValue() throws {
    let kind = NodeDefinition("Next", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { $0 + 1 }
    let evaluator = Evaluator(definitions: [kind])
    evaluator.stopClock = { 0 }
    var ids: [NodeID] = []
    evaluator.isInterrupted = { true }
    try evaluator.edit { edit in
      for _ in 0..<1000 { ids.append(try edit.add("Next")) }
      for index in 1..<1000 { try edit.connect(ids[index - 1].output, to: ids[index].input(0)) }
    }
    let last = try #require(try evaluator.output(ids[999].output, as: Int.self))
    #expect(evaluator.unfinished.count == 1000 - 256)
    #expect(throws: NodeFailure.self) { try evaluator.value(of: last) }
    evaluator.checkInvariants()
    evaluator.isInterrupted = nil
    evaluator.resume()
    #expect(evaluator[last] == 1000)
  }

  @Test func observersAreToldOfWhatRanAndThenOfTheRest() {
    let (evaluator, source, nodes) = chain(600)
    var told: [Int] = []
    let observations = [nodes[10], nodes[590]].map { node in
      evaluator.observe(node) { change in told.append((try? change.new.get()) ?? -1) }
    }
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 10)
    #expect(told == [21])
    evaluator.isInterrupted = nil
    evaluator.resume()
    #expect(told == [21, 601])
    withExtendedLifetime(observations) {}
  }

  /// Wherever the evaluation stops and whatever the graph's shape, resuming ends at the values that an uninterrupted evaluation
  /// computes.
  @Test func stoppingAnywhereEndsAtTheSameValues() {
    for seed in 1...12 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let stopping = Evaluator()
      stopping.stopClock = { 0 }
      let whole = Evaluator()
      let sources = (stopping.input("source", 0), whole.input("source", 0))
      var nodes = [(stopping.node(nil, sources.0) { $0 &+ 1 }, whole.node(nil, sources.1) { $0 &+ 1 })]
      while nodes.count < 800 {
        let spread = min(nodes.count, 1 + Int(seed) * 10)
        let left = nodes[nodes.count - 1 - Int.random(in: 0..<spread, using: &random)]
        let right = nodes[nodes.count - 1 - Int.random(in: 0..<spread, using: &random)]
        nodes.append(
          (
            stopping.node(nil, left.0, right.0) { ($0 &* 3 ^ $1) & ~3 },
            whole.node(nil, left.1, right.1) { ($0 &* 3 ^ $1) & ~3 }
          ))
      }
      stopping.isInterrupted = { Bool.random(using: &random) }
      for value in 1...5 {
        let count = whole.set(sources.1, to: value * 8).evaluatedCount
        var ran = stopping.set(sources.0, to: value * 8).evaluatedCount
        while stopping.hasUnfinished {
          stopping.checkInvariants()
          ran += stopping.resume().evaluatedCount
        }
        #expect(ran == count, "seed \(seed)")
        #expect(nodes.allSatisfy { stopping[$0.0] == whole[$0.1] }, "seed \(seed)")
      }
    }
  }

  @Test func stoppingAfterTheLastNodeLeavesNothingUnfinished() {
    let (evaluator, source, nodes) = chain(256)
    evaluator.isInterrupted = { true }
    #expect(evaluator.set(source, to: 4).evaluatedCount == nodes.count)
    #expect(!evaluator.hasUnfinished)
    evaluator.checkInvariants()
  }

  @Test func aNewNodeFinishesAnEvaluationAndItsObserversAreTold() throws {
    let evaluator = Evaluator()
    evaluator.stopClock = { 0 }
    let source = evaluator.input(nil, 0)
    var last = evaluator.node(nil, source) { $0 + 1 }
    for _ in 1..<600 { last = evaluator.node(nil, last) { $0 + 1 } }
    var told: [Int] = []
    let watch = evaluator.observe(last) { change in if let new = try? change.new.get() { told.append(new) } }
    evaluator.isInterrupted = { true }
    evaluator.set(source, to: 1)
    #expect(!evaluator.unfinished.isEmpty && told.isEmpty)
    evaluator.isInterrupted = nil
    let new = evaluator.node(nil, source) { $0 }
    #expect(told == [601] && evaluator[new] == 1)
    let node = last.port.node
    try evaluator.edit { edit in try edit.remove(node) }
    evaluator.checkInvariants()
    watch.cancel()
  }

  /// A source followed by nodes that take given times, measured by the fixture's own clock.
  private final class Clockwork {
    let evaluator = Evaluator()
    let source: Variable<Int>
    private(set) var time: UInt64 = 0
    /// The times at which `isInterrupted` was called.
    private(set) var questions: [UInt64] = []
    /// The time from which `isInterrupted` returns `true`.
    var deadline = UInt64.max

    /// - Parameter milliseconds: How long each node of the chain takes.
    init(_ milliseconds: [Double]) {
      source = evaluator.input("source", 0)
      var last = evaluator.node(nil, source) { $0 }
      for duration in milliseconds {
        last = evaluator.node(nil, last) { [unowned self] value in
          time += UInt64(duration * 1e6)
          return value + 1
        }
      }
      evaluator.stopClock = { [unowned self] in time }
      evaluator.isInterrupted = { [unowned self] in
        questions.append(time)
        return time >= deadline
      }
    }

    /// Sets the source, with the deadline so many milliseconds later. Returns how many milliseconds the evaluation took.
    func run(stoppingAfter milliseconds: Double) -> Double {
      let start = time
      questions = []
      deadline = start + UInt64(milliseconds * 1e6)
      evaluator.set(source, to: evaluator[source] + 1)
      return Double(time - start) / 1e6
    }
  }

  @Test func slowNodesAreStoppedBehindTheFirstThatEndsTooLate() {
    let clock = Clockwork(Array(repeating: 1, count: 200))
    #expect(clock.run(stoppingAfter: 50) == 50)
    #expect(clock.evaluator.unfinished.count == 150)
    #expect(clock.questions.count == 50)
  }

  @Test func aSlowNodeBehindManyQuickOnesIsNoticed() {
    let clock = Clockwork(Array(repeating: 0.0001, count: 200) + Array(repeating: 19, count: 50))
    #expect(clock.run(stoppingAfter: 1) < 20)
    clock.evaluator.isInterrupted = nil
    clock.evaluator.resume()
    #expect(!clock.evaluator.hasUnfinished)
  }

  @Test func whateverNodesTakeTheEvaluationStopsWithin20Milliseconds() {
    for seed in 1...40 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let durations = (0..<1000).map { _ in random.oneIn(3) ? Double.random(in: 0..<20, using: &random) : 0.00001 }
      let clock = Clockwork(durations)
      let time = Double.random(in: 0..<durations.reduce(0, +), using: &random)
      let taken = clock.run(stoppingAfter: time)
      #expect(taken >= time && taken < time + 20, "seed \(seed): \(taken) ms, to be stopped after \(time)")
    }
  }

  @Test func quickNodesAreAskedAboutOnceAMillisecondOrEvery256thNode() {
    let quick = Clockwork(Array(repeating: 0.000_01, count: 1024))
    _ = quick.run(stoppingAfter: 1e6)
    #expect(quick.questions.count == 4)
    let slower = Clockwork(Array(repeating: 0.01, count: 1024))
    _ = slower.run(stoppingAfter: 1e6)
    #expect(slower.questions.count == 10)
  }

  @Test func slowNodesGetFurtherWithEveryAttempt() {
    let clock = Clockwork(Array(repeating: 5, count: 100))
    var attempts = 0
    _ = clock.run(stoppingAfter: 0)
    while clock.evaluator.hasUnfinished {
      clock.evaluator.resume()
      attempts += 1
    }
    #expect(attempts == 99)
  }
}

/// A flag that both a node's code and `isInterrupted` read.
private final class Flag {
  var isToBeRaised = false
  var isRaised = false
}

private struct Stopped: DescribedError {
  var errorDescription: String? { "stopped" }
}
