// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct ScenarioProgramTests {
  /// A random graph of kinds that read and return numbers, texts and vectors; some of the kinds throw.
  private struct RandomGraph {
    let evaluator: Evaluator
    var variables: [Variable<Double>] = []
    let word: Variable<String>
    var nodes: [NodeID] = []
    private static let kinds = (RealTimeKinds.all + ScenarioProgramTests.kinds).map(\.kind.name).filter {
      $0 != "Sum so far"
    }

    init(_ random: inout SplitMix64) throws {
      evaluator = Evaluator(definitions: RealTimeKinds.all + ScenarioProgramTests.kinds)
      for index in 0..<4 { variables.append(evaluator.input("number \(index)", Double(index) - 1)) }
      word = evaluator.input("word", "abc")
      // A source that no scenario varies, and a node that fails because of its value.
      let low = evaluator.input("low", -1.0)
      let root = try evaluator.addReading("Root", low.port)
      let definitions = RealTimeKinds.all + ScenarioProgramTests.kinds
      let inputs = Dictionary(uniqueKeysWithValues: definitions.map { ($0.kind.name, $0.kind.inputs) })
      var sources = variables.map(\.port) + [word.port, root.port, low.port]
      for _ in 0..<40 {
        let kind = random.pick(Self.kinds)
        var added: NodeID?
        try evaluator.edit { edit in
          let node = try edit.add(kind)
          let inputs = inputs[kind] ?? []
          for (index, input) in inputs.enumerated() {
            for _ in 0..<(input.arity == .many ? random.below(4) : random.below(6) == 0 ? 0 : 1) {
              // Most later nodes read other nodes.
              let source = sources[max(random.below(sources.count), random.below(sources.count))]
              do { try edit.connect(source, to: node.input(index)) } catch {}
            }
          }
          added = node
        }
        guard let added else { continue }
        nodes.append(added)
        for index in try evaluator.graph.kind(of: added).outputs.indices { sources.append(added.output(index)) }
      }
    }

    /// Returns the outcomes of a node's outputs, with the bit patterns of numbers.
    func outcomes(of node: NodeID) throws -> [String] {
      try evaluator.graph.kind(of: node).outputs.indices.map { index in
        if let output = try evaluator.output(node.output(index), as: Double.self) {
          return ScenarioProgramTests.text { try evaluator.value(of: output).bitPattern }
        }
        if let output = try evaluator.output(node.output(index), as: String.self) {
          return ScenarioProgramTests.text { try evaluator.value(of: output) }
        }
        return ""
      }
    }
  }

  /// Kinds whose code handles failures.
  fileprivate static let kinds: [NodeDefinition] = [
    NodeDefinition(
      "Join", inputs: ManyPort<String>("all"), ValuePort<Double>("a", default: 2), output: ValuePort<String>("text")
    ) { (all: [String], a: Double) in all.joined(separator: "-") + "\(a)" },
    .dynamic(
      "First", inputs: [.init("a", PortType(Double.self)), .init("b", PortType(Double.self))],
      output: ValuePort<Double>("first")
    ) { inputs in inputs.failure(0) == nil ? try inputs.value(0, as: Double.self) : try inputs.value(1, as: Double.self)
    },
    NodeDefinition(
      "Gain", inputs: ValuePort<Double>("gain", default: 2), reading: ManyPort<Double>("all"),
      output: ValuePort<Double>("sum")
    ) { (gain: Double, all: borrowing ManyValues<Double>) in gain * all.reduce(0, +) },
    NodeDefinition(
      "Names", inputs: ValuePort<Double>("a", default: 1), outputs: ValuePort<String>("name"), ValuePort<Double>("half")
    ) { (a: Double) throws -> (String, Double) in
      if a == 2 { throw RealTimeKinds.Negative() }
      return ("\(a)", a / 2)
    },
  ]

  fileprivate static func text<Value>(_ value: () throws -> Value) -> String {
    do {
      return "\(try value())"
    } catch {
      return (error as? NodeFailure).map { "\($0.origin) \($0.reason)" } ?? "\(error)"
    }
  }

  /// No NaN can result from these numbers. The sign and payload of a NaN carry no meaning, and an evaluator keeps those of the
  /// previous NaN.
  private static let numbers = [0.0, -0.0, 1, -1, 2, 0.25, 1e200, -3]

  @Test func rowsHaveTheValuesAndFailuresOfTheEvaluator() throws {
    var (rowCount, loneCount) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = try RandomGraph(&random)
      let read = try graph.nodes.flatMap { node in
        try graph.evaluator.graph.kind(of: node).outputs.indices.map { node.output($0) }
      }
      let program = try ScenarioProgram(
        graph.evaluator, varying: graph.variables.prefix(3).map(\.node) + [graph.word.node], reading: read)
      let limit = 20 + random.below(60)
      let run = ScenarioRun(of: program, rowLimit: limit)
      for count in [limit, 1, 7] {
        var columns: [[Double]] = []
        for _ in 0..<3 { columns.append((0..<count).map { _ in random.pick(Self.numbers) }) }
        let words = (0..<count).map { _ in random.pick(["", "a", "a longer word that is not in place"]) }
        for (variable, column) in zip(graph.variables, columns) { run.give(variable, to: column) }
        run.give(graph.word, to: words)
        run.evaluate()
        for row in 0..<count {
          graph.evaluator.edit { edit in
            for (variable, column) in zip(graph.variables, columns) { edit.set(variable, to: column[row]) }
            edit.set(graph.word, to: words[row])
          }
          let expected = try graph.nodes.flatMap { try graph.outcomes(of: $0) }
          for (index, port) in read.enumerated() where !expected[index].isEmpty {
            let actual = try outcome(run, graph.evaluator, port, row)
            let kind = try graph.evaluator.graph.kind(of: port.node).name
            #expect(actual == expected[index], "seed \(seed), row \(row), \(kind)")
          }
        }
        rowCount += count
      }
      loneCount += run.loneRowCount
    }
    #expect(loneCount > 200 && loneCount <= rowCount, "\(loneCount) of \(rowCount)")
  }

  private func outcome(
    _ run: ScenarioRun, _ evaluator: Evaluator, _ port: OutputPort, _ row: Int
  ) throws -> String {
    if let output = try evaluator.output(port, as: Double.self) {
      return Self.text { try run.value(of: output, at: row).bitPattern }
    }
    guard let output = try evaluator.output(port, as: String.self) else { return "" }
    return Self.text { try run.value(of: output, at: row) }
  }

  @Test func aValueForEachScenarioComesBack() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let price = evaluator.input("price", 1.0)
    let root = try evaluator.addReading("Root", price.port)
    let results = try evaluator.scenarios(varying: price, to: (0..<1000).map { Double($0) - 1 }, reading: root)
    #expect(results.count == 1000)
    #expect(results[0] == .failure(NodeFailure(origin: root.node, reason: .thrown("Negative()"))))
    #expect(results[5] == .success(2) && results[962] == .success(31))
    // The evaluator is unchanged.
    #expect(evaluator[price] == 1 && evaluator[root] == 1)
  }

  @Test func columnsAreUsedAgainAfterTheirLastReader() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let start = evaluator.input("start", 1.0)
    var last = try evaluator.addReading("Sum", start.port, start.port)
    for _ in 0..<1000 { last = try evaluator.addReading("Sum", last.port, start.port) }
    let program = try ScenarioProgram(evaluator, varying: start, reading: last)
    #expect(program.nodeCount == 1001 && program.columnCount <= 4)
    let run = ScenarioRun(of: program)
    run.give(start, to: [1, 2])
    run.evaluate()
    #expect(try run.value(of: last, at: 0) == 1002 && run.value(of: last, at: 1) == 2004)
  }

  @Test func whatDoesNotDependOnTheVariablesIsNotEvaluated() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let (price, rate) = (evaluator.input("price", 4.0), evaluator.input("rate", 9.0))
    let root = try evaluator.addReading("Root", rate.port)
    let total = try evaluator.addReading("Sum", price.port, root.port)
    let program = try ScenarioProgram(evaluator, varying: price, reading: total, root, price)
    #expect(program.nodeCount == 1)
    let run = ScenarioRun(of: program)
    run.give(price, to: [1])
    run.evaluate()
    #expect(try run.value(of: total, at: 0) == 4 && run.value(of: root, at: 0) == 3 && run.value(of: price, at: 0) == 1)
    // Later edits do not change a program.
    evaluator.set(rate, to: 16)
    run.give(price, to: [1])
    run.evaluate()
    #expect(try run.value(of: total, at: 0) == 4)
  }

  @Test func threadsEvaluateBlocksOfOneProgram() async throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all + Self.kinds)
    let price = evaluator.input("price", 1.0)
    let name = try evaluator.addReading("Count")
    var named: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add("Names")
      try edit.connect(price.port, to: node.input("a"))
      try edit.connect(node.output(0), to: name.node.input("text"))
      named = node
    }
    let port = try #require(named).output(1)
    let half = try #require(try evaluator.output(port, as: Double.self))
    let total = try evaluator.addReading("Sum", half.port, name.port)
    let program = try ScenarioProgram(evaluator, varying: price, reading: total)
    func results(_ rows: Range<Int>) -> [Result<Double, NodeFailure>] {
      let run = ScenarioRun(of: program)
      var results: [Result<Double, NodeFailure>] = []
      for block in program.blocks(of: rows) {
        run.give(price, to: block.map { Double($0 % 97) })
        run.evaluate()
        for row in 0..<block.count {
          results.append(Result { () throws(NodeFailure) in try run.value(of: total, at: row) })
        }
      }
      return results
    }
    let all = results(0..<20_000)
    let parts = await withTaskGroup(of: (Int, [Result<Double, NodeFailure>]).self) { group in
      for part in 0..<4 { group.addTask { (part, results(part * 5000..<part * 5000 + 5000)) } }
      var parts = Array(repeating: [Result<Double, NodeFailure>](), count: 4)
      for await (part, results) in group { parts[part] = results }
      return parts
    }
    #expect(parts.flatMap { $0 } == all)
    #expect(all.count { (try? $0.get()) == nil } == 207)
  }

  @Test func whatCannotBeEvaluatedSoIsRefusedByName() throws {
    let evaluator = Evaluator(definitions: RealTimeKinds.all)
    let (price, tick) = (evaluator.input("price", 4.0), evaluator.input("tick", 0))
    let inCode = evaluator.node("inCode", price) { $0 + 1 }
    let state = try evaluator.addReading("Sum so far")
    try evaluator.edit { edit in
      try edit.connect(tick.port, to: state.node.input("tick"))
      try edit.connect(price.port, to: state.node.input("a"))
    }
    let late = evaluator.asyncNode("late", price) { _, price in price }
    let muted = try evaluator.addReading("Root", price.port)
    try evaluator.edit { try $0.setMode(.muted, of: muted.node) }
    let behind = try evaluator.addReading("Sum", muted.port)
    let root = try evaluator.addReading("Root", price.port)
    func reason(_ body: () throws -> Void) -> ScenarioError? { #expect(throws: ScenarioError.self) { try body() } }
    for (output, expected, node) in [
      (inCode, ScenarioError.Reason.madeInCode, inCode.node), (state, .keepsState, state.node),
      (late, .asynchronous, late.node), (behind, .inactive, muted.node),
    ] {
      let thrown = reason { _ = try ScenarioProgram(evaluator, varying: price, reading: output) }
      #expect(thrown?.reason == expected && thrown?.node == node)
      #expect(thrown?.description.isEmpty == false)
    }
    #expect(reason { _ = try ScenarioProgram(evaluator, varying: price, price, reading: root) }?.reason == .notGiven)
    #expect(
      reason { _ = try ScenarioProgram(evaluator, varying: [root.node], reading: [root.port]) }?.reason == .notGiven)
    // The node is in flight, so it is not a constant either.
    let other = try evaluator.addReading("Sum", late.port, root.port)
    let waiting = reason { _ = try ScenarioProgram(evaluator, varying: [tick.node], reading: [other.port]) }
    #expect(waiting?.reason == .notEvaluated)
    try evaluator.edit { try $0.remove(other.node) }
    try evaluator.edit { try $0.remove(root.node) }
    #expect(reason { _ = try ScenarioProgram(evaluator, varying: price, reading: root) }?.reason == .missing)
  }
}
