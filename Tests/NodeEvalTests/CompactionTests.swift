// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Compaction, which moves values into the order of evaluation.
@Suite struct CompactionTests {
  /// A graph whose nodes were made in random order.
  private final class Scattered {
    let evaluator = Evaluator(definitions: [
      .source("Number", output: ValuePort("value"), initial: 1.0),
      NodeDefinition("Add", inputs: ValuePort("x", default: 0.25), ValuePort("y", default: 0.5), output: ValuePort("z"))
      {
        (x: Double, y: Double) in x + y
      },
      NodeDefinition("Text", inputs: ValuePort("x", Double.self), output: ValuePort("text")) { (x: Double) in
        "a text too long to be kept in place: \(x)"
      },
      NodeDefinition("Sum", inputs: ManyPort<Double>("x"), output: ValuePort("z")) { (values: [Double]) in
        values.reduce(0, +)
      },
    ])
    /// The source first.
    let chain: [NodeID]
    let text: NodeID
    let sum: NodeID
    let source: Variable<Double>

    init(_ count: Int, undoLimit: Int = 0) throws {
      var made: [NodeID?] = Array(repeating: nil, count: count)
      var chain: [NodeID] = []
      var ends: [NodeID] = []
      var random = SplitMix64(seed: 4)
      evaluator.undoLimit = undoLimit
      try evaluator.edit { edit in
        ends = [try edit.add("Text"), try edit.add("Sum")]
        for index in (0..<count).shuffled(using: &random) { made[index] = try edit.add(index == 0 ? "Number" : "Add") }
        chain = made.compactMap(\.self)
        for index in 1..<count { try edit.connect(chain[index - 1].output, to: chain[index].input(0)) }
        for index in stride(from: 0, to: count, by: 3) { try edit.setLiteral(chain[max(1, index)].input(1), to: 0.125) }
        try edit.connect(chain[count - 1].output, to: ends[0].input(0))
        for index in 0..<5 { try edit.connect(chain[index].output, to: ends[1].input(0)) }
      }
      (self.chain, text, sum) = (chain, ends[0], ends[1])
      source = try #require(try evaluator.variable(chain[0], as: Double.self))
    }

    /// The values of all nodes, as text.
    var values: [String] {
      evaluator.graph.nodes.map { node in
        let number = try? evaluator.output(node.output(0), as: Double.self)
        let text = try? evaluator.output(node.output(0), as: String.self)
        return number.map { "\(evaluator[$0])" } ?? text.map { evaluator[$0] } ?? "?"
      }
    }

    /// The first cells of the nodes' outputs, in evaluation order.
    var cells: [UInt32] {
      evaluator.graph.nodes.map { evaluator.graph.storage.value.records[$0.slot].output }
    }

    var isCompact: Bool { cells == cells.sorted() }
  }

  @Test func valuesLieInTheOrderOfEvaluationAndStayWhatTheyAre() throws {
    let graph = try Scattered(20)
    let before = graph.values
    #expect(!graph.isCompact)
    graph.evaluator.compact()
    #expect(graph.isCompact && graph.values == before)
    graph.evaluator.checkInvariants()
    #expect(graph.evaluator.set(graph.source, to: 3).evaluatedCount == 21)
    #expect(graph.values != before)
    graph.evaluator.set(graph.source, to: 1)
    #expect(graph.values == before)
  }

  @Test func defaultsAndLiteralsBehindConnectionsAreThereAfterwards() throws {
    let graph = try Scattered(8)
    let node = graph.chain[3]
    try graph.evaluator.edit { edit in
      try edit.setLiteral(node.input(1), to: 100.0)
      try edit.connect(graph.source.port, to: node.input(1))
    }
    graph.evaluator.compact()
    let output = try #require(try graph.evaluator.output(graph.chain[4].output, as: Double.self))
    let before = graph.evaluator[output]
    try graph.evaluator.edit { try $0.disconnect(node.input(1)) }
    #expect(graph.evaluator[output] == before - 1 + 100, "the literal comes back")
    try graph.evaluator.edit { try $0.clearLiteral(node.input(1)) }
    #expect(graph.evaluator[output] == before - 1 + 0.5, "the default comes back")
    graph.evaluator.checkInvariants()
  }

  @Test func editsAreUndoneAndRedoneAcrossIt() throws {
    let graph = try Scattered(12, undoLimit: 1 << 24)
    var states = [graph.values]
    func note() { states.append(graph.values) }
    graph.evaluator.set(graph.source, to: 5)
    note()
    try graph.evaluator.edit { edit in
      edit.set(graph.source, to: 6)
      try edit.setLiteral(graph.chain[2].input(1), to: 9.0)
    }
    note()
    try graph.evaluator.edit { try $0.remove(graph.chain[5]) }
    note()
    try graph.evaluator.edit { edit in
      try edit.setKind(of: graph.chain[7], to: "Sum")
      try edit.setLiteral(graph.chain[8].input(1), to: 11.0)
    }
    note()
    for index in (0..<4).reversed() {
      graph.evaluator.compact()
      graph.evaluator.checkInvariants()
      graph.evaluator.undo()
      #expect(graph.values == states[index])
    }
    for index in 1...4 {
      graph.evaluator.compact()
      graph.evaluator.redo()
      #expect(graph.values == states[index])
    }
    graph.evaluator.compact()
    graph.evaluator.undoLimit = 0
    graph.evaluator.checkInvariants()
  }

  @Test func memoryOfGapsIsGivenBack() throws {
    let graph = try Scattered(4000)
    try graph.evaluator.edit { edit in
      for node in graph.chain[1...] where Int(node.slot) % 8 != 0 { try edit.remove(node) }
    }
    let before = graph.evaluator.graph.storage.value.cellEnd
    graph.evaluator.compact()
    let after = graph.evaluator.graph.storage.value.cellEnd
    #expect(after < before / 2, "\(after) of \(before) cells are left")
    graph.evaluator.checkInvariants()
  }

  /// The graph is larger than the size below which compaction does not run by itself; that size is small in unoptimised builds.
  @Test(arguments: [0, 1 << 28]) func whatHasRunOutOfOrderIsCompactedByItself(undoLimit: Int) throws {
    #if DEBUG
      let count = 10_000
    #else
      let count = 70_000
    #endif
    let graph = try Scattered(count, undoLimit: undoLimit)
    for number in 0..<3 { graph.evaluator.set(graph.source, to: Double(2 + number)) }
    #expect(graph.isCompact)
    graph.evaluator.checkInvariants()
    guard undoLimit > 0 else { return }
    let now = graph.values
    for _ in 0..<4 { graph.evaluator.undo() }
    #expect(graph.evaluator.graph.nodeCount == 0)
    for _ in 0..<4 { graph.evaluator.redo() }
    #expect(graph.values == now)
    graph.evaluator.checkInvariants()
  }

  /// Chains of nodes that all read one source, made one after the other.
  private struct Strands {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Add", inputs: ValuePort("x", default: 1), ValuePort("y", default: 0), output: ValuePort("z")) {
        (x: Int, y: Int) in x &+ y
      }
    ])
    let source: Variable<Int>
    let length: Int
    let strands: [[NodeID]]

    init(_ count: Int, length: Int) throws {
      let source = evaluator.input("source", 0)
      var made: [[NodeID]] = []
      try evaluator.edit { edit in
        made = try (0..<count).map { index in
          var strand: [NodeID] = []
          for _ in 0..<length {
            let node = try edit.add("Add")
            try edit.connect(source.port, to: node.input(1))
            if let last = strand.last {
              try edit.connect(last.output, to: node.input(0))
            } else {
              try edit.setLiteral(node.input(0), to: index)
            }
            strand.append(node)
          }
          return strand
        }
      }
      (self.source, self.length, strands) = (source, length, made)
    }

    func cell(_ node: NodeID) -> UInt32 { evaluator.graph.storage.value.records[node.slot].output }

    var isByLevel: Bool {
      (0..<length).allSatisfy { level in
        zip(strands, strands.dropFirst()).allSatisfy { cell($0[level]) < cell($1[level]) }
      }
        && cell(strands[strands.count - 1][0]) < cell(strands[0][1])
    }

    var isByRank: Bool { zip(strands, strands.dropFirst()).allSatisfy { cell($0[length - 1]) < cell($1[0]) } }

    /// Whether each node has its value.
    var isRight: Bool {
      strands.enumerated().allSatisfy { index, strand in
        strand.enumerated().allSatisfy { place, node in
          (try? evaluator.output(node.output, as: Int.self)).flatMap { $0 }.map { evaluator[$0] }
            == index + (place + 1) * evaluator[source]
        }
      }
    }

    func set(_ values: Range<Int>) { for value in values { evaluator.set(source, to: value) } }
  }

  #if DEBUG
    private static let strandCount = 40
  #else
    private static let strandCount = 7_000
  #endif

  /// Where nodes run level by level, values move into that order, and plans stay.
  @Test(arguments: [0, 1 << 28]) func valuesMoveIntoTheOrderOfADensePlan(undoLimit: Int) throws {
    let graph = try Strands(Self.strandCount, length: 10)
    graph.evaluator.undoLimit = undoLimit
    #expect(graph.isByRank)
    var value = 1
    while graph.evaluator.planStatistics.dense < 7 {
      graph.set(value..<value + 1)
      value += 1
    }
    #expect(graph.isByRank, "not before several evaluations have found values scattered")
    let made = graph.evaluator.planStatistics.made
    graph.set(value..<value + 3)
    #expect(graph.isByLevel && graph.isRight)
    let statistics = graph.evaluator.planStatistics
    #expect(statistics.made == made && statistics.dropped == 0)
    graph.evaluator.checkInvariants()
    graph.set(value + 3..<value + 10)
    #expect(graph.evaluator.planStatistics.dense == statistics.dense + 7 && graph.isByLevel && graph.isRight)
    if undoLimit > 0 {
      for _ in 0..<value { #expect(graph.evaluator.undo() != nil) }
      #expect(graph.isRight && graph.isByLevel)
      for _ in 0..<value { #expect(graph.evaluator.redo() != nil) }
      #expect(graph.evaluator[graph.source] == value + 9 && graph.isRight)
    }
    graph.evaluator.compact()
    #expect(graph.isByRank && graph.isRight && graph.evaluator.planStatistics.dropped == 0)
    graph.evaluator.checkInvariants()
    graph.set(1000..<1003)
    #expect(graph.isRight)
  }

  /// Where edits drop plans, evaluations by rank and by level alternate. Values that were moved stay for twice as many of them.
  @Test func valuesDoNotMoveToAndFro() throws {
    let graph = try Strands(Self.strandCount, length: 10)
    var (moves, wasByLevel) = (0, false)
    for round in 0..<20 {
      graph.set(round * 100 + 1..<round * 100 + 30)
      if graph.isByLevel != wasByLevel { (moves, wasByLevel) = (moves + 1, !wasByLevel) }
      // Drops the plans, so that the next evaluations run by rank.
      try graph.evaluator.edit { try $0.disconnect(graph.strands[round][3].input(1)) }
      try graph.evaluator.edit { try $0.connect(graph.source.port, to: graph.strands[round][3].input(1)) }
      if graph.isByLevel != wasByLevel { (moves, wasByLevel) = (moves + 1, !wasByLevel) }
    }
    #expect((1...8).contains(moves), "\(moves)")
    #expect(graph.isRight)
    graph.evaluator.checkInvariants()
  }

  @Test func copiesOfTheGraphAndForksStayWhatTheyAre() throws {
    let graph = try Scattered(10)
    let copy = graph.evaluator.graph
    let connections = copy.connections
    let fork = try graph.evaluator.fork { edit in edit.set(graph.source, to: 50) }
    let cells = graph.cells
    graph.evaluator.compact()
    #expect(graph.cells == cells, "a fork names cells")
    let after = fork.read { graph.values }
    try fork.commit()
    #expect(graph.values == after)
    graph.evaluator.compact()
    #expect(graph.isCompact && graph.values == after)
    #expect(copy.connections == connections && graph.evaluator.graph.connections == connections)
    copy.checkInvariants()
  }

  @Test func combinationsGoOn() throws {
    let evaluator = Evaluator(definitions: [
      .source("Number", output: ValuePort("value"), initial: 1.0),
      NodeDefinition("Total", combining: ManyPort<Double>("x"), output: ValuePort("sum"), empty: 0, by: +),
    ])
    var numbers: [NodeID] = []
    var total: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add("Total")
      total = node
      numbers = try (0..<40).map { _ in try edit.add("Number") }
      for number in numbers.reversed() { try edit.connect(number.output, to: node.input(0)) }
    }
    let node = try #require(total)
    let output = try #require(try evaluator.output(node.output, as: Double.self))
    for (index, number) in numbers.enumerated() {
      if index % 7 == 0 { evaluator.compact() }
      let variable = try #require(try evaluator.variable(number, as: Double.self))
      evaluator.set(variable, to: 3)
      #expect(evaluator[output] == Double(40 + 2 * (index + 1)))
    }
  }

  @Test func itIsNotForTheMiddleOfAnEdit() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let evaluator = Evaluator()
      evaluator.edit { _ in evaluator.compact() }
    }
    #expect(result?.sentence == "an evaluator must be compacted between edits")
  }
}
