// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Nodes whose values arrive later than the edit that requires them.
@Suite struct EvaluatorAsyncTests {
  @Test func theFirstResultIsLandedByAnEditThatRunsWhatHasWaited() async {
    let graph = LateGraph()
    #expect(graph.states == [.pending(progress: nil, since: 2), .pending(progress: nil, since: 2)])
    #expect(throws: NodeFailure(origin: graph.next.node, reason: .notEvaluated)) {
      try graph.evaluator.value(of: graph.next)
    }
    #expect(graph.evaluator.land().evaluated == [])
    await graph.runs.run()
    #expect(graph.nextRuns == 0)
    let receipt = graph.evaluator.land()
    #expect(receipt.evaluated == [graph.late.node, graph.next.node])
    #expect(graph.evaluator[graph.next] == 11)
    #expect(graph.states == [.current, .current])
    #expect(!graph.evaluator.hasPending)
    graph.evaluator.checkInvariants()
  }

  @Test func theLastValueIsReadWhileTheNextIsOnItsWay() async {
    let graph = LateGraph()
    await graph.land()
    let receipt = graph.evaluator.set(graph.source, to: 2)
    #expect(receipt.started == [graph.late.node])
    #expect(receipt.evaluated == [])
    #expect(graph.evaluator[graph.next] == 11)
    let pending = NodeState.pending(progress: nil, since: receipt.edit)
    #expect(graph.states == [pending, pending])
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
  }

  @Test func aResultThatIsTheSameRunsNothing() async {
    let graph = LateGraph()
    await graph.land()
    graph.evaluator.set(graph.source, to: 2)
    graph.evaluator.set(graph.source, to: 1)
    await graph.runs.runAll()
    let receipt = graph.evaluator.land()
    #expect(receipt.cutOff == [graph.late.node])
    #expect(receipt.evaluated == [graph.late.node])
    #expect(graph.states == [.current, .current])
  }

  @Test func aRestartSupersedesTheRunBeforeWhicheverEndsFirst() async {
    let graph = LateGraph()
    graph.evaluator.set(graph.source, to: 2)
    graph.evaluator.set(graph.source, to: 3)
    #expect(graph.runs.count == 3)
    await graph.runs.run(2)
    await graph.runs.run(0)
    await graph.runs.run(0)
    graph.evaluator.land()
    #expect(graph.evaluator[graph.next] == 31)
    #expect(graph.evaluator.flightCounts == FlightCounts(started: 3, landed: 1, superseded: 2))
  }

  @Test func aRunThatIsToFinishIsLandedAndThenTheLatestInputsRun() async {
    let graph = LateGraph(.finishThenLatest)
    for value in [2.0, 3, 4] { graph.evaluator.set(graph.source, to: value) }
    #expect(graph.runs.count == 1)
    await graph.runs.run()
    #expect(graph.evaluator.land().started == [graph.late.node])
    #expect(graph.evaluator[graph.next] == 11)
    #expect(graph.evaluator.hasPending)
    graph.evaluator.checkInvariants()
    await graph.land()
    #expect(graph.evaluator[graph.next] == 41)
    #expect(graph.states == [.current, .current])
    #expect(graph.evaluator.flightCounts == FlightCounts(started: 2, landed: 2))
  }

  @Test func everyChangeRunsInItsTurn() async {
    let graph = LateGraph(.every)
    for value in [2.0, 3] { graph.evaluator.set(graph.source, to: value) }
    var seen: [Double] = []
    for _ in 0..<3 {
      await graph.runs.run()
      graph.evaluator.land()
      seen.append(graph.evaluator[graph.next])
    }
    #expect(seen == [11, 21, 31])
    #expect(!graph.evaluator.hasPending)
  }

  @Test func aFailureIsLandedLikeAValueAndGoesWithTheNext() async {
    let graph = LateGraph()
    graph.evaluator.set(graph.source, to: -1)
    await graph.land()
    let failure = NodeFailure(origin: graph.late.node, reason: .thrown("negative"))
    #expect(graph.evaluator.failure(of: graph.next.node) == failure)
    graph.evaluator.set(graph.source, to: 4)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 41)
    #expect(graph.evaluator.flightCounts == FlightCounts(started: 3, landed: 1, failed: 1, superseded: 1))
  }

  @Test func whateverOrderResultsArriveInNodesAreLandedInTheirs() async {
    let graph = LateGraph()
    let others = (0..<3).map { number in
      graph.evaluator.asyncNode(nil, graph.source) { _, value in value + Double(number) }
    }
    for _ in 0..<4 { await graph.runs.run(graph.runs.count - 1) }
    let receipt = graph.evaluator.land()
    #expect(Array(receipt.evaluated.filter { $0 != graph.next.node }) == [graph.late.node] + others.map(\.node))
    graph.evaluator.checkInvariants()
  }

  @Test func aNodeIsStartedOnceAnEdit() async throws {
    let graph = LateGraph(.every)
    await graph.land()
    // Changes both the node's connection and its source.
    try graph.evaluator.edit { edit in
      try edit.disconnect(graph.late.node.input(0))
      edit.set(graph.source, to: 5)
      try edit.connect(graph.source.port, to: graph.late.node.input(0))
    }
    #expect(graph.runs.count == 1)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 51)
    #expect(graph.evaluator.flightCounts == FlightCounts(started: 2, landed: 2))
  }

  @Test func oneFailureLeavesOtherRunsAlone() async {
    let graph = LateGraph()
    let other = graph.evaluator.asyncNode("other", graph.source) { _, value in value + 0.5 }
    graph.evaluator.set(graph.source, to: -1)
    await graph.land()
    #expect(graph.evaluator[other] == -0.5)
    #expect(graph.evaluator.failure(of: graph.late.node) != nil)
  }

  @Test func cancellingKeepsTheLastValueAndEndsTheWaiting() async throws {
    let graph = LateGraph()
    await graph.land()
    graph.evaluator.set(graph.source, to: 2)
    try graph.evaluator.cancel(graph.late.node)
    #expect(graph.states == [.stale, .current])
    #expect(graph.evaluator[graph.next] == 11)
    #expect(!graph.evaluator.hasPending)
    #expect(await graph.land().evaluated == [])
    #expect(graph.evaluator[graph.late] == 10)
    graph.evaluator.checkInvariants()
    try graph.evaluator.bringUpToDate(graph.late.node)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
  }

  @Test func cancellingTheFirstRunLeavesAFailureThatSaysSo() async throws {
    let graph = LateGraph()
    try graph.evaluator.cancel(graph.late.node)
    #expect(graph.evaluator.failure(of: graph.next.node)?.reason == .cancelled)
    graph.evaluator.set(graph.source, to: 2)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
    #expect(graph.evaluator.flightCounts == FlightCounts(started: 2, landed: 1, cancelled: 1))
  }

  @Test func aCancelledNodeStartsAgainWhenWhatItWaitsForIsLanded() async throws {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let (x, y) = (evaluator.input("x", 1.0), evaluator.input("y", 1.0))
    let first = evaluator.asyncNode("first", x) { _, x in x.magnitude }
    let second = evaluator.asyncNode("second", first, y) { _, x, y in x + y }
    for _ in 0..<2 {
      await runs.runAll()
      evaluator.land()
    }
    evaluator.set(y, to: 2)
    try evaluator.cancel(second.node)
    await runs.runAll()
    evaluator.set(x, to: -1)
    #expect(evaluator.pendingNodes == [first.node])
    await runs.runAll()
    let receipt = evaluator.land()
    #expect(receipt.cutOff == [first.node] && receipt.started == [second.node])
    await runs.runAll()
    evaluator.land()
    #expect(evaluator[second] == 3)
  }

  @Test func theCodeLearnsThatItsRunWasSuperseded() async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let seen = Mutex<[Bool]>([])
    let late = evaluator.asyncNode("late", source) { run, value in
      seen.withLock { $0.append(run.isCancelled) }
      try run.checkCancellation()
      return value
    }
    evaluator.set(source, to: 2)
    await runs.runAll()
    evaluator.land()
    // The first run is superseded before its code begins.
    #expect(seen.withLock { $0 } == [false])
    #expect(evaluator[late] == 2)
  }

  @Test func progressIsPartOfTheState() async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let kept = Mutex<NodeRun?>(nil)
    let late = evaluator.asyncNode("late", source) { run, value in
      kept.withLock { $0 = run }
      run.progress = 0.25
      return value
    }
    await runs.run()
    #expect(evaluator.state(of: late.node) == .pending(progress: 0.25, since: 2))
    #expect(kept.withLock { $0 }?.isCancelled == false)
    evaluator.land()
    #expect(evaluator.state(of: late.node) == .current)
  }

  @Test func whatReadsTheLastValueGoesOnWithItWhereTheKindSaysSo() async {
    let graph = LateGraph(keepsLastValue: true)
    #expect(graph.states[1] == .pending(progress: nil, since: 2))
    await graph.land()
    let sum = graph.evaluator.node("sum", graph.late, graph.source) { $0 + $1 }
    graph.evaluator.set(graph.source, to: 2)
    #expect(graph.evaluator[sum] == 12)
    #expect(graph.evaluator.state(of: sum.node) == .current)
    await graph.land()
    #expect(graph.evaluator[sum] == 22)
    graph.evaluator.checkInvariants()
  }

  @Test func aNodeBehindTwoRunsWaitsForBothAndRunsOnce() async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let left = evaluator.asyncNode("left", source) { _, value in value }
    let right = evaluator.asyncNode("right", source) { _, value in value * 2 }
    var count = 0
    let sum = evaluator.node("sum", left, right) { left, right in
      count += 1
      return left + right
    }
    await runs.run()
    evaluator.land()
    #expect(evaluator.state(of: sum.node) == .pending(progress: nil, since: 3))
    #expect(count == 0)
    await runs.run()
    evaluator.land()
    #expect(evaluator[sum] == 3)
    #expect(count == 1)
  }

  @Test func aRunBehindAnotherStartsWhenThatIsLanded() async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let first = evaluator.asyncNode("first", source) { _, value in value + 1 }
    let second = evaluator.asyncNode("second", first) { _, value in value * 10 }
    #expect(evaluator.pendingNodes == [first.node])
    await runs.run()
    #expect(evaluator.land().started == [second.node])
    await runs.run()
    evaluator.land()
    #expect(evaluator[second] == 20)
  }

  @Test func cuttingANodeOffSomethingInFlightEndsItsWaiting() async throws {
    let graph = LateGraph()
    await graph.land()
    graph.evaluator.set(graph.source, to: 2)
    let other = graph.evaluator.input("other", 100.0)
    try graph.evaluator.edit { try $0.connect(other.port, to: graph.next.node.input(0), replacing: true) }
    #expect(graph.evaluator[graph.next] == 101)
    #expect(graph.evaluator.state(of: graph.next.node) == .current)
    graph.evaluator.checkInvariants()
    try graph.evaluator.edit { try $0.connect(graph.late.port, to: graph.next.node.input(0), replacing: true) }
    #expect(graph.states[1] != .current)
    await graph.land()
    #expect(graph.evaluator[graph.next] == 21)
  }

  @Test func aBlockedNodeIsCancelled() async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let root = evaluator.node("root", source) { value in
      if value < 0 { throw Complaint(description: "negative") }
      return value
    }
    let late = evaluator.asyncNode("late", root) { _, value in value * 2 }
    let next = evaluator.node("next", late) { $0 + 1 }
    evaluator.set(source, to: -1)
    #expect(!evaluator.hasPending)
    #expect(evaluator.failure(of: next.node)?.origin == root.node)
    evaluator.checkInvariants()
    evaluator.set(source, to: 3)
    await runs.runAll()
    evaluator.land()
    #expect(evaluator[next] == 7)
  }

  @Test(arguments: [InputChangePolicy.every, .finishThenLatest])
  func aNodeThatIsBlockedWhereItIsLandedDoesNotGoOnWithWhatWaits(_ policy: InputChangePolicy) async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let (x, y) = (evaluator.input("x", 1.0), evaluator.input("y", 1.0))
    let first = evaluator.asyncNode("first", x) { _, x in
      if x < 0 { throw Complaint(description: "negative") }
      return x
    }
    let second = evaluator.asyncNode("second", first, y, whenInputsChange: policy) { _, x, y in x + y }
    await runs.run()
    evaluator.land()
    evaluator.set(y, to: 2)
    evaluator.set(x, to: -1)
    #expect(runs.count == 2, "a run of the second node waits for that under way")
    await runs.runAll()
    let receipt = evaluator.land()
    #expect(receipt.started == [] && !evaluator.hasPending)
    #expect(evaluator.failure(of: second.node)?.origin == first.node)
    evaluator.checkInvariants()
    await runs.runAll()
    #expect(evaluator.land().evaluated == [])
    evaluator.set(x, to: 3)
    for _ in 0..<2 {
      await runs.runAll()
      evaluator.land()
    }
    #expect(evaluator[second] == 5 && !evaluator.hasPending)
    #expect(evaluator.flightCounts == FlightCounts(started: 5, landed: 4, failed: 1))
  }

  @Test func onDemandNothingIsStartedThatNobodyNeeds() async {
    let evaluator = Evaluator()
    evaluator.policy = .onDemand
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let late = evaluator.asyncNode("late", source) { _, value in value * 2 }
    #expect(runs.count == 0)
    let need = evaluator.need(late)
    #expect(runs.count == 1)
    await runs.run()
    evaluator.land()
    #expect(evaluator[late] == 2)
    withExtendedLifetime(need) {}
  }

  @Test func observersReceiveWhatWasLanded() async {
    let graph = LateGraph()
    var told: [String] = []
    let token = graph.evaluator.observe(graph.next) { told.append($0.description) }
    await graph.land()
    graph.evaluator.set(graph.source, to: 2)
    await graph.land()
    #expect(told == ["⚠ not evaluated yet → 11.0", "11.0 → 21.0"])
    withExtendedLifetime(token) {}
  }

  @Test(.waitingIsLimited) func whoHasArrivedIsSaidFromAnyThreadAndSettledLandsEverything() async {
    let evaluator = Evaluator()
    let arrivals = Atomic<Int>(0)
    evaluator.onArrival = { arrivals.add(1, ordering: .relaxed) }
    let source = evaluator.input("source", 1.0)
    var end = evaluator.asyncNode(nil, source) { _, value in value + 1 }
    for _ in 0..<4 { end = evaluator.asyncNode(nil, end) { _, value in value + 1 } }
    #expect(await evaluator.settled())
    #expect(evaluator[end] == 6)
    // The last call may still be in progress: the task that ran the code makes it.
    while arrivals.load(ordering: .relaxed) < 5 { await Task.yield() }
    #expect(arrivals.load(ordering: .relaxed) == 5)
  }

  @Test(.waitingIsLimited) func waitingForResultsCanBeCancelled() async {
    let task = Task {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1.0)
      _ = evaluator.asyncNode("never", source) { _, value in
        try await Task.sleep(for: .seconds(3600))
        return value
      }
      return await evaluator.settled()
    }
    task.cancel()
    #expect(await !task.value)
  }

  /// The events that end a run without a result.
  enum Ending: CaseIterable, Sendable { case cancelled, undone, removed, blocked }

  @MainActor @Test(arguments: Ending.allCases)
  func waitingEndsWhenTheLastRunEndsWithoutAResult(_ ending: Ending) async throws {
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let runs = LateRuns(of: evaluator)
    let source = evaluator.input("source", 1.0)
    let root = evaluator.node("root", source) { value in
      if value < 0 { throw Complaint(description: "negative") }
      return value
    }
    let late = evaluator.asyncNode("late", root) { _, value in value }
    var isSettled = false
    let waiting = Task { isSettled = await evaluator.settled() }
    for _ in 0..<10 { await Task.yield() }
    #expect(!isSettled && runs.count == 1)
    switch ending {
    case .cancelled: try evaluator.cancel(late.node)
    case .undone: evaluator.undo()
    case .removed: try evaluator.edit { try $0.remove(late.node) }
    case .blocked: evaluator.set(source, to: -1)
    }
    #expect(!evaluator.hasPending)
    for _ in 0..<100 where !isSettled { await Task.yield() }
    #expect(isSettled)
    waiting.cancel()
    await waiting.value
  }

  @Test func aDebouncedRunStartsWhenInputsHaveStayedTheSame() async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let waits = Mutex<[Duration]>([])
    evaluator.debounceSleep = { duration in waits.withLock { $0.append(duration) } }
    let source = evaluator.input("source", 1.0)
    let calls = Mutex<[Double]>([])
    let late = evaluator.asyncNode("late", source, debounce: .milliseconds(150)) { _, value in
      calls.withLock { $0.append(value) }
      return value
    }
    for value in [2.0, 3, 4] { evaluator.set(source, to: value) }
    await runs.runAll()
    evaluator.land()
    #expect(waits.withLock { $0 }.allSatisfy { $0 == .milliseconds(150) })
    #expect(calls.withLock { $0 } == [4])
    #expect(evaluator[late] == 4)
  }

  @Test(arguments: [(InputChangePolicy.every, [1, 2, 3]), (.finishThenLatest, [1.0, 3])])
  func aDebounceDelaysARunThatIsToFinishAndNoneBehindIt(_ policy: InputChangePolicy, _ expected: [Double]) async {
    let evaluator = Evaluator()
    let runs = LateRuns(of: evaluator)
    let waits = Mutex(0)
    evaluator.debounceSleep = { _ in waits.withLock { $0 += 1 } }
    let source = evaluator.input("source", 1.0)
    let calls = Mutex<[Double]>([])
    _ = evaluator.asyncNode("late", source, whenInputsChange: policy, debounce: .milliseconds(150)) { _, value in
      calls.withLock { $0.append(value) }
      return value
    }
    for value in [2.0, 3] { evaluator.set(source, to: value) }
    for _ in 0..<3 {
      await runs.runAll()
      evaluator.land()
    }
    #expect(calls.withLock { $0 } == expected)
    #expect(waits.withLock { $0 } == 1)
  }

  @Test func manyRestartsLeaveNoTaskBehindAndTheLastValueIsRight() async {
    let graph = LateGraph()
    for value in 0..<10_000 { graph.evaluator.set(graph.source, to: Double(value)) }
    await graph.land()
    #expect(graph.evaluator[graph.next] == 99_991)
    let counts = graph.evaluator.flightCounts
    #expect(counts.started == counts.ended)
    #expect(!graph.evaluator.hasPending)
  }

  @Test func anEvaluatorThatGoesCancelsItsRuns() async {
    let cancelled = Mutex<NodeRun?>(nil)
    let runs: LateRuns
    do {
      let evaluator = Evaluator()
      runs = LateRuns(of: evaluator)
      let source = evaluator.input("source", 1.0)
      _ = evaluator.asyncNode("late", source) { run, value in
        cancelled.withLock { $0 = run }
        return value
      }
    }
    await runs.runAll()
    #expect(cancelled.withLock { $0 } == nil)
  }

  @Test func aDeclaredKindIsPlacedByNameAndReplaced() async throws {
    let quote = NodeDefinition(
      "Quote", inputs: ValuePort("symbol", default: "A"), output: ValuePort<Double>("price"), whenInputsChange: .restart
    ) { _, symbol in Double(symbol.utf8.count) }
    let evaluator = Evaluator(definitions: [quote])
    let runs = LateRuns(of: evaluator)
    var node: NodeID?
    try evaluator.edit { node = try $0.add("Quote", named: "price") }
    let id = try #require(node)
    let price = try #require(try evaluator.output(id.output, as: Double.self))
    await runs.runAll()
    evaluator.land()
    #expect(evaluator[price] == 1)
    try evaluator.edit { try $0.setLiteral(id.input(0), to: "ABC") }
    await runs.runAll()
    evaluator.land()
    #expect(evaluator[price] == 3)
    try evaluator.edit { try $0.setLiteral(id.input(0), to: "ABCD") }
    let constant = NodeDefinition("Same", inputs: ValuePort("symbol", default: "A"), output: ValuePort<Double>("price"))
    {
      Double($0.utf8.count) + 0.5
    }
    try evaluator.edit { try $0.setDefinition(of: id, to: constant) }
    #expect(!evaluator.hasPending)
    evaluator.checkInvariants()
    #expect(evaluator[price] == 4.5)
    await runs.runAll()
    #expect(evaluator.land().evaluated == [])
  }
}
