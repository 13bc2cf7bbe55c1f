// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Dense replays in which several threads run the nodes of a level.
@Suite struct SharedReplayTests {
  private struct Refused: Error {}

  /// A source, a level of nodes that read it, and a level of nodes that each read one or two of these.
  private struct Levels {
    let evaluator: Evaluator
    let source: Variable<Int>
    let first, second: [Output<Int>]

    /// `body` is the code of the first level. It gets the value of the source, and the number of the node.
    init(
      _ width: Int, _ workers: Workers, cost: NodeCost = .automatic,
      _ body: @escaping @Sendable (Int, Int) throws -> Int
    )
      throws
    {
      let first = NodeDefinition(
        "First", inputs: ValuePort("x", default: 0), ValuePort("number", default: 0), output: ValuePort("z"),
        cost: cost,
        evaluate: body)
      let second = NodeDefinition(
        "Second", inputs: ValuePort("x", default: 0), ValuePort("y", default: 0), output: ValuePort("z"), cost: cost
      ) { (x: Int, y: Int) in x &- 3 &* y }
      let evaluator = Evaluator(definitions: [first, second])
      evaluator.workers = workers
      evaluator.costClock = { 0 }
      let source = evaluator.input(nil, 0)
      var (starts, ends): ([NodeID], [NodeID]) = ([], [])
      try evaluator.edit { edit in
        starts = try (0..<width).map { number in
          let node = try edit.add("First")
          try edit.connect(source.port, to: node.input(0))
          try edit.setLiteral(node.input(1), to: number)
          return node
        }
        ends = try (0..<width).map { number in
          let node = try edit.add("Second")
          try edit.connect(starts[number].output, to: node.input(0))
          try edit.connect(starts[Self.other(number, width)].output, to: node.input(1))
          return node
        }
      }
      self.evaluator = evaluator
      self.source = source
      func outputs(_ nodes: [NodeID]) throws -> [Output<Int>] {
        try nodes.map { try #require(try evaluator.output($0.output, as: Int.self)) }
      }
      (self.first, self.second) = (try outputs(starts), try outputs(ends))
    }

    /// The number of the other node that a node of the second level reads: itself for every second one.
    func other(_ number: Int) -> Int { Self.other(number, first.count) }

    private static func other(_ number: Int, _ width: Int) -> Int {
      number.isMultiple(of: 2) ? number : (number &* 7 &+ 1) % width
    }

    /// Sets the source until replays are dense.
    func warmUp() { for value in 1...100 { evaluator.set(source, to: value) } }
  }

  /// Several nodes fail, in different parts of a level. Each node has run once, and those that read a failed one are blocked.
  @Test(arguments: [[0], [119], [3, 4, 5], [0, 40, 41, 80, 119], Array(0..<120)], [1, 2, 5])
  func eachNodeThatFailsIsReported(failing: [Int], threads: Int) throws {
    let runs = RunCounter()
    let levels = try Levels(120, .exactly(threads)) { value, number in
      runs.add()
      if value == 500, failing.contains(number) { throw Refused() }
      return value &* 1_000 &+ number
    }
    levels.warmUp()
    let before = levels.evaluator.planStatistics
    let count = runs.count
    let receipt = levels.evaluator.set(levels.source, to: 500)
    let after = levels.evaluator.planStatistics
    #expect(after.shared == before.shared + 1 && after.left == before.left + 1)
    #expect(runs.count == count + 120)
    let blocked = (0..<120).filter { failing.contains($0) || failing.contains(levels.other($0)) }
    #expect(receipt.blocked == blocked.map { levels.second[$0].node })
    #expect(receipt.evaluatedCount == 240 - blocked.count)
    for number in 0..<120 {
      #expect((levels.evaluator.failure(of: levels.first[number].node) != nil) == failing.contains(number))
    }
    levels.evaluator.set(levels.source, to: 501)
    #expect(
      levels.second.indices.allSatisfy { number in
        let (x, y) = (501_000 + number, 501_000 + levels.other(number))
        return levels.evaluator[levels.second[number]] == x - 3 * y
      })
    levels.evaluator.checkInvariants()
  }

  /// Of the nodes of one part, some change, some do not, and some fail. Undo restores what they had.
  @Test(arguments: [1, 2, 5], [0, 1 << 20])
  func whatDoesNotChangeIsCutOffNextToAFailure(threads: Int, undoLimit: Int) throws {
    let levels = try Levels(120, .exactly(threads)) { value, number in
      if value == 500, number % 5 == 2 { throw Refused() }
      return (value == 500 && number % 5 == 1 ? 100 : value) &* 1_000 &+ number
    }
    let evaluator = levels.evaluator
    evaluator.undoLimit = undoLimit
    levels.warmUp()
    func values() -> [Int] { (levels.first + levels.second).map { evaluator[$0] } }
    let (before, replayed) = (values(), evaluator.planStatistics.shared)
    let receipt = evaluator.set(levels.source, to: 500)
    #expect(evaluator.planStatistics.shared == replayed + 1)
    #expect(receipt.cutOff == levels.first.indices.filter { $0 % 5 == 1 }.map { levels.first[$0].node })
    let changed = levels.first.indices.filter { $0 % 5 != 1 && $0 % 5 != 2 }
    #expect(changed.allSatisfy { evaluator[levels.first[$0]] == 500_000 + $0 })
    let ran = levels.second.indices.filter { number in
      let read = [number, levels.other(number)]
      return !read.contains { $0 % 5 == 2 } && !read.allSatisfy { $0 % 5 == 1 }
    }
    #expect(Set(receipt.evaluated) == Set(levels.first.map(\.node) + ran.map { levels.second[$0].node }))
    if undoLimit > 0 {
      #expect(evaluator.undo() != nil)
      #expect(values() == before && (levels.first + levels.second).allSatisfy { evaluator.failure(of: $0.node) == nil })
    }
    evaluator.checkInvariants()
  }

  /// Nodes that were made with a closure run on the thread of the edit, whatever the number of threads.
  @Test func codeOfSingleNodesStaysOnTheThreadOfTheEdit() throws {
    let evaluator = Evaluator()
    evaluator.workers = .exactly(4)
    evaluator.costClock = { 0 }
    let (runs, source) = (RunCounter(), evaluator.input(nil, 0))
    for number in 0..<200 {
      _ = evaluator.node(nil, source) { value in
        runs.add()
        return value &+ number
      }
    }
    for value in 1...100 { evaluator.set(source, to: value) }
    let statistics = evaluator.planStatistics
    #expect(statistics.dense > 0 && statistics.shared == 0)
    #expect(runs.count > 0 && runs.countElsewhere == 0)
  }

  @Test func codeThatIsDeclaredLightStaysOnTheThreadOfTheEdit() throws {
    let runs = RunCounter()
    let levels = try Levels(200, .exactly(4), cost: .light) { value, number in
      runs.add()
      return value &+ number
    }
    levels.warmUp()
    let statistics = levels.evaluator.planStatistics
    #expect(statistics.dense > 0 && statistics.shared == 0)
    #expect(runs.count > 0 && runs.countElsewhere == 0)
  }

  /// Nodes with a state may not run at the same time as others: they stay on the thread of the edit.
  @Test func nodesWithAStateStayOnTheThreadOfTheEdit() throws {
    let runs = RunCounter()
    let sum = NodeDefinition(
      "Sum", tick: ValuePort<Int>("tick"), inputs: ValuePort("value", default: 0), output: ValuePort<Int>("sum"),
      state: 0
    ) { (sum: inout Int, value: Int) in
      runs.add()
      sum &+= value
      return sum
    }
    let evaluator = Evaluator(definitions: [sum])
    evaluator.workers = .exactly(4)
    evaluator.costClock = { 0 }
    let tick = evaluator.input(nil, 0)
    let knob = evaluator.input(nil, 0)
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for _ in 0..<200 {
        let node = try edit.add("Sum")
        try edit.connect(tick.port, to: node.input(0))
        try edit.connect(knob.port, to: node.input(1))
        nodes.append(node)
      }
    }
    for value in 1...100 {
      evaluator.edit { edit in
        edit.set(knob, to: value)
        edit.set(tick, to: value)
      }
    }
    #expect(runs.count > 0 && runs.countElsewhere == 0)
    for node in nodes {
      let output = try #require(try evaluator.output(node.output, as: Int.self))
      #expect(evaluator[output] == 5_050)
    }
  }

  /// An observer edits while the receipt of a shared replay is delivered. Its edit is a shared replay, too.
  @Test func anObserverMayEditAfterASharedReplay() throws {
    let levels = try Levels(120, .exactly(3)) { value, number in value &+ number }
    levels.warmUp()
    let evaluator = levels.evaluator
    var told: [Int] = []
    let token = evaluator.observe(levels.second[8]) { [unowned evaluator] change in
      told.append((try? change.new.get()) ?? -1)
      if told.count == 1 { evaluator.set(levels.source, to: 700) }
    }
    let before = evaluator.planStatistics.shared
    let receipt = evaluator.set(levels.source, to: 600)
    #expect(receipt.evaluatedCount == 240)
    #expect(told == [608 * -2, 708 * -2] && evaluator[levels.first[7]] == 707)
    #expect(evaluator.planStatistics.shared == before + 2)
    evaluator.checkInvariants()
    withExtendedLifetime(token) {}
  }

  /// A kind that turns out to be heavy is taken out of plans, and runs with other heavy nodes.
  @Test func aPlanHasNoHeavyNodes() throws {
    let levels = try Levels(120, .exactly(2)) { value, number in value &+ number }
    var (time, cost): (UInt64, UInt64) = (0, 100)
    levels.evaluator.costClock = {
      time += cost
      return time
    }
    levels.warmUp()
    #expect(levels.evaluator.planStatistics.shared > 0)
    // Some nodes are measured again now and then, and take longer.
    cost = 50_000
    for value in 1...2_000 where !levels.evaluator.isHeavy(levels.first[0].node) {
      levels.evaluator.set(levels.source, to: 1_000 + value)
      levels.evaluator.checkInvariants()
    }
    #expect(levels.evaluator.isHeavy(levels.first[0].node))
    let (before, batches) = (levels.evaluator.planStatistics, levels.evaluator.batchCounts.nodes)
    for value in 1...20 { levels.evaluator.set(levels.source, to: -value) }
    let after = levels.evaluator.planStatistics
    #expect(after.shared == before.shared && after.replayed == before.replayed)
    #expect(levels.evaluator.batchCounts.nodes > batches)
    #expect(levels.evaluator[levels.first[7]] == -13)
    levels.evaluator.checkInvariants()
  }

  /// A number of workers above one does not make small evaluations slower: nothing is shared that takes a few microseconds.
  @Test func aSmallPlanIsNotShared() throws {
    let levels = try Levels(120, .upTo(2)) { value, number in value &+ number }
    for value in 1...1_000 { levels.evaluator.set(levels.source, to: value) }
    let statistics = levels.evaluator.planStatistics
    #expect(statistics.dense > 100 && statistics.shared == 0)
  }

  /// Threads are ended and started again between two replays of a plan.
  @Test func theNumberOfThreadsMayChangeBetweenReplays() throws {
    let levels = try Levels(300, .none) { value, number in value ^ number }
    for (round, workers) in [Workers.none, .exactly(2), .upTo(1), .exactly(8), .none].enumerated() {
      levels.evaluator.workers = workers
      for value in 1...40 { levels.evaluator.set(levels.source, to: round &* 1_000 &+ value) }
      let isRight = levels.first.indices.allSatisfy {
        levels.evaluator[levels.first[$0]] == (round &* 1_000 &+ 40) ^ $0
      }
      #expect(isRight)
      levels.evaluator.checkInvariants()
    }
  }
}

/// Whether threads help in a replay, by how long replays take.
@Suite struct DensePaceTests {
  /// Notes replays of some nodes. Returns how many were shared.
  private func run(
    _ count: Int, _ pace: inout DensePace, nodes: Int, threads: Int = 2, alone: UInt64, shared: UInt64
  ) -> Int {
    var sharedCount = 0
    for _ in 0..<count {
      let isShared = pace.sharesNext(nodeCount: nodes, threadCount: threads)
      pace.note(isShared ? shared : alone, nodeCount: nodes, isShared: isShared)
      if isShared { sharedCount += 1 }
    }
    return sharedCount
  }

  @Test func replaysAreMeasuredBeforeTheyAreShared() {
    var pace = DensePace()
    #expect(run(3, &pace, nodes: 100_000, alone: 400_000, shared: 200_000) == 0)
    #expect(run(100, &pace, nodes: 100_000, alone: 400_000, shared: 200_000) > 95)
  }

  @Test func replaysOfAFewMicrosecondsAreNotShared() {
    var pace = DensePace()
    #expect(run(1_000, &pace, nodes: 5_000, alone: 20_000, shared: 10_000) == 0)
    #expect(run(1_000, &pace, nodes: 1_000_000, threads: 1, alone: 4_000_000, shared: 1) == 0)
  }

  @Test func whatGainsNothingIsTriedNowAndThen() {
    var pace = DensePace()
    #expect((1...40).contains(run(1_000, &pace, nodes: 100_000, alone: 400_000, shared: 500_000)))
  }

  @Test func aLevelIsSharedIfThatSavesTwoMicroseconds() {
    var pace = DensePace()
    #expect(pace.leastNodes(threadCount: 2) == .max)
    _ = run(4, &pace, nodes: 100_000, alone: 400_000, shared: 200_000)
    #expect(pace.leastNodes(threadCount: 2) == 1_000 && pace.leastNodes(threadCount: 4) == 666)
  }
}
