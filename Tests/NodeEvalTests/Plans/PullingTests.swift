// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Plans whose nodes check whether their inputs have changed, instead of being marked by the nodes that changed.
@Suite struct PullingTests {
  /// A source, and nodes that read random earlier ones, so that most readers are in other words of the plan.
  private struct Scattered {
    let evaluator = Evaluator()
    let source: Variable<Int>
    private(set) var nodes: [Output<Int>] = []

    /// With `gates`, the first node passes on only the sign of the source, and so cuts off all other changes.
    init(_ count: Int, gates: Bool = false, planLimit: Int? = nil) {
      evaluator.planLimit = planLimit
      source = evaluator.input(nil, 1)
      var random = SplitMix64(seed: 40)
      let first = gates ? evaluator.node(nil, source) { $0 < 0 ? -1 : 1 } : evaluator.node(nil, source) { $0 &+ 1 }
      nodes.append(first)
      for _ in 1..<count {
        let (one, other) = (nodes[random.below(nodes.count)], nodes[random.below(nodes.count)])
        nodes.append(evaluator.node(nil, one, other) { $0 &+ 31 &* $1 })
      }
    }

    /// Gives the source a value. Returns the nodes that ran, in order, and the values of all nodes.
    func set(_ value: Int) -> [String] {
      let receipt = evaluator.set(source, to: value)
      return receipt.evaluated.map { "\($0.slot)" } + nodes.map { "\(evaluator[$0])" }
    }
  }

  @Test func plansOfWhichAllRunsArePulled() {
    let (planned, unplanned) = (Scattered(400), Scattered(400, planLimit: 0))
    for value in 2..<60 { #expect(planned.set(value) == unplanned.set(value)) }
    let statistics = planned.evaluator.planStatistics
    #expect(statistics.made == 1 && statistics.pulled + statistics.dense > 10)
    #expect(
      statistics.pulled + statistics.dense == statistics.replayed - 1, "the first replay shows whether all runs")
    planned.evaluator.checkInvariants()
  }

  /// Pulling checks every node of a plan, so a plan that was mostly cut off is pushed the next time.
  @Test func aPlanOfWhichLittleRunsIsPushedTheNextTime() {
    let (planned, unplanned) = (Scattered(400, gates: true), Scattered(400, gates: true, planLimit: 0))
    func isPulled(_ value: Int) -> Bool {
      let before = planned.evaluator.planStatistics
      #expect(planned.set(value) == unplanned.set(value))
      let after = planned.evaluator.planStatistics
      return after.pulled + after.dense > before.pulled + before.dense
    }
    for round in 2..<60 { _ = isPulled(round.isMultiple(of: 2) ? -round : round) }
    #expect(isPulled(60), "everything ran the last time")
    #expect(!isPulled(-1), "only one node did")
    #expect(isPulled(1))
  }

  /// A value of 64 words, which puts the change bits of the cells that follow it into another word.
  private struct Wide: Equatable {
    struct Eight: Equatable { var a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0 }
    var first: Eight
    var b = Eight(), c = Eight(), d = Eight(), e = Eight(), f = Eight(), g = Eight(), h = Eight()
  }

  /// Change bits are cleared after each replay: all of them at once, or in a large graph only those that may be set, for every
  /// output of a node.
  @Test(arguments: [0, 140_000]) func nothingCountsAsChangedAfterwards(others: Int) throws {
    let graph = Scattered(400)
    let evaluator = graph.evaluator
    for index in 0..<others { _ = evaluator.input(nil, index) }
    var splits: [OutputPort] = []
    try evaluator.edit { edit in
      for node in graph.nodes.suffix(20) {
        let split = try edit.add(
          own: NodeDefinition(
            "Split", inputs: ValuePort("x", default: 0), outputs: ValuePort<Wide>("a"), ValuePort("b")
          ) { (x: Int) -> (Wide, Int) in (Wide(first: .init(a: x)), x &+ 1) })
        try edit.connect(node.port, to: split.input(0))
        splits.append(split.output(1))
      }
    }
    for value in 1...60 { evaluator.set(graph.source, to: value) }
    #expect(evaluator.planStatistics.pulled + evaluator.planStatistics.dense > 10)
    evaluator.checkInvariants()
    for (split, node) in zip(splits, graph.nodes.suffix(20)) {
      let output = try #require(try evaluator.output(split, as: Int.self))
      #expect(evaluator[output] == evaluator[node] &+ 1)
    }
  }

  /// A reader must not run again because of a change of its input in an earlier evaluation.
  @Test func aPulledReplayForgetsAllOutputsOfANodeThatHasSeveral() throws {
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 1)
    // Adds so many cells that change bits are cleared word by word, and so that no other node shares a word with this one.
    func fill() { for index in 0..<4000 { _ = evaluator.input(nil, index) } }
    fill()
    var made: NodeID?
    try evaluator.edit { edit in
      let split = try edit.add(
        own: NodeDefinition(
          "Split", inputs: ValuePort("x", default: 0), outputs: ValuePort<Wide>("a"), ValuePort("isNegative")
        ) { (x: Int) -> (Wide, Bool) in (Wide(first: .init(a: x)), x < 0) })
      try edit.connect(source.port, to: split.input(0))
      made = split
    }
    fill()
    let split = try #require(made)
    let isNegative = try #require(try evaluator.output(split.output(1), as: Bool.self))
    let reader = evaluator.node(nil, isNegative) { $0 ? -1 : 1 }
    for value in [2, 3] { evaluator.set(source, to: value) }
    // Every second replay is pulled, or runs by level.
    #expect(evaluator.set(source, to: -4).evaluated == [split, reader.port.node])
    #expect(evaluator.planStatistics.pulled + evaluator.planStatistics.dense == 1)
    #expect(evaluator.set(source, to: -5).evaluated == [split])
    #expect(evaluator.set(source, to: -6).evaluated == [split])
    #expect(evaluator.planStatistics.pulled + evaluator.planStatistics.dense == 2)
    evaluator.checkInvariants()
  }

  /// A node that stops waiting during a replay has to run between nodes of the plan: the replay is left, and all reached nodes
  /// run.
  @Test(arguments: 1...4) func aReplayThatIsLeftRunsTheRestAllTheSame(sets: Int) {
    struct Negative: Error {}
    let evaluator = Evaluator()
    evaluator.forcesPlans = true
    let source = evaluator.input(nil, 0.0)
    let checked = evaluator.node(nil, source) { (value: Double) in
      if value < 0 { throw Negative() }
      return value
    }
    let late = evaluator.asyncNode(nil, checked) { _, value in value * 10 }
    // This node follows the node at which the replay is left, and waits for no other node.
    let beside = evaluator.node(nil, source) { $0 - 1 }
    let next = evaluator.node(nil, late) { $0 + 1 }
    var last = evaluator.node(nil, source) { $0 }
    for _ in 0..<70 { last = evaluator.node(nil, last, source) { max($0, $1) } }
    for value in 1...sets { evaluator.set(source, to: Double(value)) }
    let receipt = evaluator.set(source, to: -1)
    #expect(evaluator.planStatistics.left == 1 && evaluator.planStatistics.pulled == sets / 2)
    #expect(receipt.evaluated.count == 73)
    #expect(evaluator[last] == -1 && evaluator[beside] == -2)
    #expect(evaluator.failure(of: next.port.node)?.origin == checked.port.node)
    evaluator.checkInvariants()
  }

  @Test func plansOfNodesThatLieTogetherAreNotPulled() {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    var last = [evaluator.node(nil, source) { $0 }, evaluator.node(nil, source) { $0 &+ 1 }]
    for _ in 0..<200 {
      last = [evaluator.node(nil, last[0], last[1]) { $0 &+ $1 }, evaluator.node(nil, last[0]) { $0 }]
    }
    for value in 1...200 { evaluator.set(source, to: value) }
    #expect(evaluator.planStatistics.replayed > 100 && evaluator.planStatistics.pulled == 0)
  }

  /// Where few inputs of a sum change, checking all of them costs more than marking the sum.
  @Test func plansWithLongSumsAreNotPulled() throws {
    let evaluator = Evaluator()
    let constants = (0..<2_000).map { evaluator.input(nil, $0) }
    let source = evaluator.input(nil, 0)
    var random = SplitMix64(seed: 41)
    var nodes = [evaluator.node(nil, source) { $0 &+ 1 }]
    for _ in 1..<400 {
      let (one, other) = (nodes[random.below(nodes.count)], nodes[random.below(nodes.count)])
      nodes.append(evaluator.node(nil, one, other) { $0 &+ 31 &* $1 })
    }
    var sum = nodes[0].port
    try evaluator.edit { edit in
      let node = try edit.add(
        own: NodeDefinition("Sum", inputs: ManyPort<Int>("x"), output: ValuePort("y")) { (terms: [Int]) in
          terms.reduce(0, &+)
        })
      for constant in constants { try edit.connect(constant.port, to: node.input(0)) }
      try edit.connect(nodes[0].port, to: node.input(0))
      sum = node.output
    }
    let output = try #require(try evaluator.output(sum, as: Int.self))
    for value in 1...100 {
      evaluator.set(source, to: value)
      #expect(evaluator[output] == 1_999_000 + value + 1)
    }
    #expect(evaluator.planStatistics.replayed > 10 && evaluator.planStatistics.pulled == 0)
  }
}
