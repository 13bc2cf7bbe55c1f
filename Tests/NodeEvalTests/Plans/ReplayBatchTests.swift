// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Replays in which a kernel runs nodes of one shape in its own loop.
@Suite struct ReplayBatchTests {
  private struct Refused: Error, CustomStringConvertible {
    let description = "refused"
  }

  /// How kinds get their code: from definitions, from closures, and from closures that capture a value.
  enum Way: CaseIterable { case declared, inCode, capturing }

  /// A source and rows of nodes of one shape that read it. Some of them are observed, some fail for some values, some read
  /// another node of the row, some take two or three inputs, and some have two outputs.
  private final class Rows {
    let evaluator = Evaluator(definitions: [
      NodeDefinition(
        "Checked", inputs: ValuePort("x", default: 0), ValuePort("limit", default: 0), output: ValuePort("y")
      ) { (x: Int, limit: Int) in
        if x > limit { throw Refused() }
        return x / 3
      },
      NodeDefinition("Third", inputs: ValuePort("x", default: 0), output: ValuePort("y")) { (x: Int) in x / 3 },
      NodeDefinition("Split", inputs: ValuePort("x", default: 0), outputs: ValuePort("a"), ValuePort("b")) {
        (x: Int) -> (Int, Int) in (x / 2, x % 2)
      },
    ])
    let source: Variable<Int>
    private var nodes: [Output<Int>] = []
    private var tokens: [ObservationToken] = []
    private(set) var told: [String] = []

    init(_ way: Way, planLimit: Int?) throws {
      evaluator.planLimit = planLimit
      source = evaluator.input(nil, 1)
      for row in 0..<3 {
        // Readers of the previous row are in another word of the plan, or in the same one.
        let before = row == 0 ? nil : nodes[nodes.count - 40]
        for index in 0..<90 {
          let origin = index % 11 == 10 ? nodes[nodes.count - 1].port : before?.port ?? source.port
          nodes.append(try add(way, reading: origin, limit: index % 17 == 16 ? 40 - row : 1 << 20))
          if index % 23 == 22 {
            nodes.append(evaluator.node(nil, nodes[nodes.count - 1], nodes[nodes.count - 2], source) { $0 &+ $1 &- $2 })
          }
          if index == 50 { nodes.append(try addSplit(reading: origin)) }
          if index >= 70 { nodes.append(evaluator.node(nil, nodes[nodes.count - 7], source) { $0 &+ $1 / 5 }) }
          if index % 7 == 6 { observe(nodes[nodes.count - 1]) }
        }
      }
    }

    private func add(_ way: Way, reading port: OutputPort, limit: Int) throws -> Output<Int> {
      switch way {
      case .declared:
        let isChecked = limit < 1 << 20
        var added = port
        try evaluator.edit { edit in
          let node = try edit.add(isChecked ? "Checked" : "Third")
          if isChecked { try edit.setLiteral(node.input(1), to: limit) }
          try edit.connect(port, to: node.input(0))
          added = node.output
        }
        return try #require(try evaluator.output(added, as: Int.self))
      case .inCode:
        let read = try #require(try evaluator.output(port, as: Int.self))
        if limit == 1 << 20 { return evaluator.node(nil, read) { $0 / 3 } }
        return evaluator.node(nil, read) {
          if $0 > 38 { throw Refused() }
          return $0 / 3
        }
      case .capturing:
        let read = try #require(try evaluator.output(port, as: Int.self))
        return evaluator.node(nil, read) {
          if $0 > limit { throw Refused() }
          return $0 / 3
        }
      }
    }

    /// Adds a node with two outputs, and returns the second output.
    private func addSplit(reading port: OutputPort) throws -> Output<Int> {
      var added = port
      try evaluator.edit { edit in
        let node = try edit.add("Split")
        try edit.connect(port, to: node.input(0))
        added = node.output(1)
      }
      return try #require(try evaluator.output(added, as: Int.self))
    }

    private func observe(_ node: Output<Int>) {
      tokens.append(evaluator.observe(node) { [unowned self] in told.append("\(node.node.slot): \($0)") })
    }

    /// Gives the source a value. Returns the nodes that ran, in order, with their outcomes, what observers received, and the
    /// values of all nodes.
    func set(_ value: Int) -> [String] {
      told = []
      let receipt = evaluator.set(source, to: value)
      let ran = receipt.evaluated.map { "\($0.slot) ran" } + receipt.changed.map { "\($0.slot) changed" }
      let values = nodes.map { node in
        evaluator.failure(of: node.port.node).map { "\($0)" } ?? "\(evaluator[node])"
      }
      return ran + told + values
    }
  }

  /// The order in which nodes run, their values, their failures and the notices equal those without plans.
  @Test(arguments: Way.allCases) func nodesOfOneShapeRunAsTheyDoWithoutPlans(way: Way) throws {
    let (planned, unplanned) = (try Rows(way, planLimit: nil), try Rows(way, planLimit: 0))
    planned.evaluator.forcesPlans = true
    var random = SplitMix64(seed: 47)
    for _ in 0..<80 {
      // Dividing by three cuts off some changes. Some nodes fail above 40.
      let value = random.below(60)
      #expect(planned.set(value) == unplanned.set(value))
    }
    let statistics = planned.evaluator.planStatistics
    // Each technique is used in every second replay, or in two of every four, so nodes run in all four combinations.
    #expect(statistics.batched > 12 && statistics.pulled > 12 && statistics.dense > 4)
    #expect(statistics.replayed - statistics.batched - statistics.pulled - statistics.dense > 12)
    #expect(statistics.left <= statistics.dense, "only a replay by level is left where a node fails")
    planned.evaluator.checkInvariants()
  }

  /// Where few nodes of one shape follow each other, finding the end of each row costs more than a batch saves.
  @Test func shortRowsAreNotRunInBatches() {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    // No node follows another one of its shape. More than two thirds of the nodes are cut off, so that the replay follows changes.
    let sign = evaluator.node(nil, source) { $0.signum() }
    var ends: [Output<Int>] = []
    for _ in 0..<40 {
      var last = sign
      for _ in 0..<4 { last = evaluator.node(nil, evaluator.node(nil, last) { $0 &+ 1 }) { $0 &+ 2 } }
      let first = evaluator.node(nil, source) { $0 &+ 1 }
      let second = evaluator.node(nil, source, first) { $0 &+ $1 }
      ends.append(evaluator.node(nil, second, first, source) { $0 &+ $1 &+ $2 })
    }
    for value in 1...600 {
      evaluator.set(source, to: value)
      #expect(evaluator[ends[39]] == 4 * value + 2)
    }
    let statistics = evaluator.planStatistics
    #expect(statistics.replayed > 512 && statistics.pulled == 0)
    #expect(statistics.batched == 3, "one replay of 400 nodes tells, and every 256th looks again")
  }

  /// A node's code may begin and end observations of other nodes: the list of notices of a replay has room for them.
  @Test(arguments: [true, false]) func codeMayObserveWhatRunsBehindIt(isForced: Bool) {
    final class Observing {
      var tokens: [ObservationToken] = []
      var told = 0
    }
    let (evaluator, observing) = (Evaluator(), Observing())
    evaluator.forcesPlans = isForced
    let source = evaluator.input(nil, 0)
    var nodes: [Output<Int>] = []
    let first = evaluator.node(nil, source) { [unowned evaluator] value in
      if value == 100 {
        observing.tokens = nodes.map { evaluator.observe($0) { _ in observing.told += 1 } }
      }
      if value == 102 { observing.tokens.removeAll { _ in true } }
      return value
    }
    nodes = (0..<100).map { index in evaluator.node(nil, first) { $0 &+ index } }
    for value in 1...103 {
      observing.told = 0
      evaluator.set(source, to: value)
      #expect(observing.told == (100...101 ~= value ? 100 : 0), "at \(value), \(evaluator.planStatistics)")
    }
    #expect(evaluator.planStatistics.replayed > 50)
    evaluator.checkInvariants()
  }

  /// A node that fails ends its batch, and the nodes after it run in the next batch.
  @Test(arguments: [0, 1, 30, 62, 63, 64, 99]) func whatIsBehindAFailureRuns(failing: Int) {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 0)
    let nodes = (0..<100).map { index in
      evaluator.node(nil, source) { value in
        if index == failing, value == 3 { throw Refused() }
        return value &+ index
      }
    }
    for value in 10..<80 { evaluator.set(source, to: value) }
    for value in 1...5 {
      let receipt = evaluator.set(source, to: value)
      #expect(receipt.evaluatedCount == 100 && receipt.changed.count == 100 + 1)
      for (index, node) in nodes.enumerated() where index != failing || value != 3 {
        #expect(evaluator[node] == value + index)
      }
      #expect((evaluator.failure(of: nodes[failing].node) != nil) == (value == 3))
    }
    let statistics = evaluator.planStatistics
    #expect(statistics.dense > 10 && statistics.batched + statistics.dense == statistics.replayed)
    evaluator.checkInvariants()
  }
}
