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
