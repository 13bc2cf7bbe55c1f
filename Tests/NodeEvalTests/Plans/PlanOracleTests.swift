// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edits of graphs that are evaluated with plans, compared with graphs evaluated without them.
@Suite struct PlanOracleTests {
  @Test(arguments: PlanUse.allCases, [false, true])
  func plansCanNotBeSeen(use: PlanUse, isRemembered: Bool) throws {
    var (replayed, dropped, made, shared) = (0, 0, 0, 0)
    for seed in 0..<UInt64(fuzzSteps(20)) {
      var random = SplitMix64(seed: 7_100 + seed)
      let pair = try PlanPair(&random, use, undoLimit: isRemembered ? 1 << 24 : 0)
      for _ in 0..<100 {
        guard let complaint = try pair.step(&random) else { continue }
        Issue.record("seed \(seed): \(complaint)\n\(pair.trace.suffix(12).joined(separator: "\n"))")
        return
      }
      let statistics = pair.planned.planStatistics
      replayed += statistics.replayed
      dropped += statistics.dropped
      made += statistics.made
      shared += statistics.shared
      #expect(pair.unplanned.planStatistics.made == 0, "a limit of 0 turns plans off")
    }
    guard use != .automatic else { return }
    if case .shared = use { #expect(shared > 0, "threads help in replays: \(shared)") }
    #expect(replayed > 10 && made > 10 && dropped > 10, "plans are made, replayed and dropped: \(made), \(replayed)")
  }
}

/// When an evaluator makes plans.
enum PlanUse: CaseIterable, Equatable {
  /// By the usual rules, which means never in small graphs.
  case automatic
  case always
  /// Always, with room for about a dozen nodes.
  case starved
  /// Always, with some threads.
  case shared(Int)

  static let allCases = [automatic, always, starved, shared(1), shared(2), shared(3), shared(8)]

  /// Chooses a case by the seed, so that scripts run with each of them.
  init(seed: UInt64) { self = Self.allCases[Int(seed % UInt64(Self.allCases.count))] }

  func apply(to evaluator: Evaluator) {
    evaluator.forcesPlans = self != .automatic
    if self == .starved { evaluator.planLimit = 400 }
    guard case .shared(let threads) = self else { return }
    evaluator.workers = .exactly(threads)
    // No kind becomes heavy.
    evaluator.costClock = { 0 }
  }
}

/// Two evaluators of the same graph, only one of which makes plans.
private final class PlanPair {
  private final class Side {
    let evaluator: Evaluator
    var nodes: [NodeID] = []
    var numbers: [NodeID: Int] = [:]
    var observers: [ObservationToken] = []
    /// What observers have received since the last step.
    var told: [String] = []

    init(_ evaluator: Evaluator) { self.evaluator = evaluator }

    func add(_ node: NodeID) {
      numbers[node] = nodes.count
      nodes.append(node)
    }

    func list(_ found: [NodeID]) -> [Int] { found.map { numbers[$0] ?? -1 } }

    func text(_ receipt: Receipt) -> String {
      "changed \(list(receipt.changed)) ran \(list(receipt.evaluated)) cut off \(list(receipt.cutOff)) "
        + "blocked \(list(receipt.blocked)) told \(told)"
    }

    /// What the last edit did to each node, and why.
    var explanations: [String] {
      nodes.map { node in
        if let explanation = evaluator.explain(node) { return "\(explanation.outcome) by \(list(explanation.path))" }
        return switch evaluator.idleReason(of: node) {
        case .cutOff(let other): "cut off at \(list([other]))"
        case let reason: "\(reason, default: "gone")"
        }
      }
    }

    /// The number of the last edit, and whether a plan ran nodes in it.
    var plannedEdit: (number: Int, isPlanned: Bool)? {
      let explanations = nodes.compactMap { evaluator.explain($0) }
      return explanations.first.map { first in
        let isPlanned = explanations.contains { if case .plan? = $0.method { true } else { false } }
        return (first.edit, isPlanned)
      }
    }

    /// The values of all nodes, as text.
    var state: [String] {
      nodes.map { node in
        guard evaluator.graph.contains(node) else { return "gone" }
        if let failure = evaluator.failure(of: node) { return "\(numbers[failure.origin] ?? -1)" }
        let kind = (try? evaluator.graph.kind(of: node))?.name ?? ""
        let outputs = kind == "Split" ? 2 : 1
        return (0..<outputs).map { output in
          let number = try? evaluator.output(node.output(output), as: Double.self)
          let text = try? evaluator.output(node.output(output), as: String.self)
          return number.map { "\(evaluator[$0].bitPattern)" } ?? text.map { evaluator[$0] } ?? "?"
        }.joined(separator: ", ")
      }
    }
  }

  private let sides: [Side]
  private(set) var trace: [String] = []
  /// The kinds of the nodes by number; `nil` for removed nodes.
  private var kinds: [String?] = []
  /// The sets of sources that are given values repeatedly.
  private var favourites: [[Int]] = []

  var planned: Evaluator { sides[0].evaluator }
  var unplanned: Evaluator { sides[1].evaluator }

  init(_ random: inout SplitMix64, _ use: PlanUse, undoLimit: Int) throws {
    sides = (0..<2).map { _ in Side(Evaluator(definitions: Self.definitions)) }
    use.apply(to: sides[0].evaluator)
    sides[1].evaluator.planLimit = 0
    let sources = 2 + random.below(6)
    for _ in 0..<sources { _ = try edit("source") { try self.add("Number", $0, $1) } }
    kinds += Array(repeating: "Number", count: sources)
    // Some graphs extend beyond one word of ranks, and some beyond two.
    let count = random.pick([10, 10, 40, 40, 70, 140])
    for _ in 0..<count { _ = try addNode(&random) }
    favourites = (0..<4).map { index in
      let width = index == 0 ? 1 : 1 + random.below(sources)
      return (0..<sources).shuffled(using: &random).prefix(width).sorted()
    }
    for side in sides { side.evaluator.undoLimit = undoLimit }
  }

  private static let definitions = [
    NodeDefinition.source("Number", output: ValuePort("value"), initial: 0.5),
    NodeDefinition("Add", inputs: ValuePort("x", default: 1.0), ValuePort("y", default: 0.0), output: ValuePort("z")) {
      (x: Double, y: Double) in (x + y) / 2
    },
    NodeDefinition("Step", inputs: ValuePort("x", default: 0.0), output: ValuePort("z")) { (x: Double) in
      x.rounded(.down)
    },
    NodeDefinition("Root", inputs: ValuePort("x", Double.self), output: ValuePort("z")) { (x: Double) in
      if x < -2 { throw Negative() }
      return x / 2
    },
    NodeDefinition(
      "Choose", inputs: ValuePort("a", default: 0.0), ValuePort("b", default: 0.0), ValuePort("c", default: 0.0),
      output: ValuePort("z")
    ) { (a: Double, b: Double, c: Double) in a < 0 ? b : c },
    NodeDefinition("Sum", inputs: ManyPort<Double>("x"), output: ValuePort("z")) { (values: [Double]) in
      values.reduce(0, +) / Double(values.count + 1)
    },
    NodeDefinition("Split", inputs: ValuePort("x", default: 0.0), outputs: ValuePort("whole"), ValuePort("rest")) {
      (x: Double) -> (Double, Double) in (x.rounded(.down), x - x.rounded(.down))
    },
    NodeDefinition("Word", inputs: ValuePort("x", default: 0.0), output: ValuePort("word")) { (x: Double) in
      "a word too long to be kept in place: \(x.rounded())"
    },
    NodeDefinition("Length", inputs: ValuePort("word", String.self), output: ValuePort("z")) { (word: String) in
      Double(word.utf8.count) - 40
    },
  ]

  private struct Negative: Error, Equatable {}
  private struct GivenUp: Error {}

  private func add(_ kind: String, _ side: Side, _ edit: Edit) throws { side.add(try edit.add(kind)) }

  /// Makes the same edit on both sides. Returns a description of the first difference.
  private func edit(_ what: String, _ body: (Side, Edit) throws -> Void) throws -> String? {
    try compare(what) { side in
      do {
        return side.text(try side.evaluator.edit { try body(side, $0) })
      } catch let error as GraphError {
        return "refused: \(String(describing: error).prefix(12))"
      } catch is GivenUp {
        return "given up"
      }
    }
  }

  private func compare(_ what: String, _ body: (Side) throws -> String) throws -> String? {
    trace.append(what)
    let (replayed, last) = (planned.planStatistics.replayed, sides[0].plannedEdit)
    let results = try sides.map { side in
      side.told = []
      return try body(side)
    }
    // Compaction moves values, which must not be observable.
    if trace.count.isMultiple(of: 11) { planned.compact() }
    if results[0] != results[1] { return "\(what):\n\(results[0])\nnot\n\(results[1])" }
    // Checks invariants and all values only after every fourth step.
    if !trace.count.isMultiple(of: 4) { return nil }
    let rules = sides[0].evaluator.brokenRules()
    if !rules.isEmpty { return "\(what): \(rules)" }
    let reasons = sides.map(\.explanations)
    if let node = reasons[0].indices.first(where: { reasons[0][$0] != reasons[1][$0] }) {
      return "\(what): node \(node): \(reasons[0][node]), not \(reasons[1][node])"
    }
    if sides[1].plannedEdit?.isPlanned == true { return "\(what): no plan can have run nodes" }
    if let edit = sides[0].plannedEdit, edit.isPlanned, edit.number != last?.number,
      planned.planStatistics.replayed == replayed
    {
      return "\(what): no plan was replayed"
    }
    let states = sides.map(\.state)
    let different = states[0].indices.first { states[0][$0] != states[1][$0] }
    return different.map { "\(what): node \($0) is \(states[0][$0]), not \(states[1][$0])" }
  }

  private func living(_ random: inout SplitMix64, where condition: (String) -> Bool = { _ in true }) -> Int? {
    let numbers = kinds.indices.filter { kinds[$0].map(condition) ?? false }
    return numbers.isEmpty ? nil : random.pick(numbers)
  }

  private func sources(of numbers: [Int], _ side: Side) -> [Variable<Double>] {
    numbers.compactMap { number in
      kinds[number] == nil ? nil : try? side.evaluator.variable(side.nodes[number], as: Double.self)
    }
  }

  private func value(_ random: inout SplitMix64) -> Double {
    random.pick([-9, -3, -1.5, -0.0, 0, 0.25, 1, 1.5, 2, 7.75, .nan])
  }

  /// Runs a random step. Returns a description of the first difference.
  func step(_ random: inout SplitMix64) throws -> String? {
    switch random.pick([0, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
    case 0: return try addNode(&random)
    case 1: return try connect(&random)
    case 2, 3:
      let numbers = random.oneIn(6) ? [living(&random) { $0 == "Number" }].compactMap { $0 } : favourites[0]
      let value = value(&random)
      return try compare("set \(numbers) to \(value)") { side in
        sources(of: numbers, side).map { side.text(side.evaluator.set($0, to: value)) }.joined()
      }
    case 4:
      let numbers = random.pick(favourites)
      let values = numbers.map { _ in value(&random) }
      return try edit("set \(numbers) to \(values)") { side, edit in
        for (variable, value) in zip(sources(of: numbers, side), values) { edit.set(variable, to: value) }
      }
    case 5: return random.oneIn(2) ? try remove(&random) : try setAndRewire(&random)
    case 6:
      guard let node = living(&random, where: { $0 == "Add" || $0 == "Step" }) else { return nil }
      let value = value(&random)
      return try edit("literal of \(node) to \(value)") { side, edit in
        try edit.setLiteral(side.nodes[node].input(0), to: value)
      }
    case 7, 8:
      let isUndo = random.oneIn(2)
      return try compare(isUndo ? "undo" : "redo") { side in
        (isUndo ? side.evaluator.undo() : side.evaluator.redo()).map { side.text($0) } ?? "nothing"
      }
    case 9: return try observe(&random)
    case 10: return try fork(&random)
    case 11:
      guard let node = living(&random), let other = living(&random) else { return nil }
      return try edit("give up connecting \(node) to \(other)") { side, edit in
        try edit.connect(side.nodes[node].output(0), to: side.nodes[other].input(0), replacing: true)
        throw GivenUp()
      }
    default:
      guard let node = living(&random) else { return nil }
      return try edit("move and rename \(node)") { side, edit in
        try edit.move(side.nodes[node], to: GraphPoint(Double(trace.count), 0))
        try edit.rename(side.nodes[node], to: "n\(trace.count)")
      }
    }
  }

  private func addNode(_ random: inout SplitMix64) throws -> String? {
    let kind = random.pick(["Add", "Add", "Step", "Root", "Choose", "Sum", "Split", "Word", "Length"])
    // Mostly picks recent nodes, so that graphs become deep.
    let recent = kinds.indices.suffix(random.oneIn(3) ? kinds.count : 12).filter { kinds[$0] != nil }
    let read = (0..<3).map { _ in random.pick(Array(recent)) }
    let outputs = (0..<3).map { _ in random.below(2) }
    let complaint = try edit("add \(kind) as \(kinds.count) reading \(read)") { side, edit in
      try add(kind, side, edit)
      guard let node = side.nodes.last else { return }
      let inputs = ["Add": 2, "Choose": 3][kind] ?? 1
      for input in 0..<max(inputs, kind == "Sum" ? 3 : 0) {
        let output = kinds[read[input]] == "Split" ? outputs[input] : 0
        let source = side.nodes[read[input]].output(output)
        try? edit.connect(source, to: node.input(kind == "Sum" ? 0 : input))
      }
    }
    kinds.append(kind)
    return complaint
  }

  private func connect(_ random: inout SplitMix64) throws -> String? {
    guard let node = living(&random), let other = living(&random, where: { $0 != "Number" }) else { return nil }
    let isCut = random.oneIn(3)
    return try edit("\(isCut ? "cut \(other)" : "connect \(node) to \(other)")") { side, edit in
      if isCut {
        try edit.disconnect(side.nodes[other].input(0))
      } else {
        try edit.connect(side.nodes[node].output(0), to: side.nodes[other].input(0), replacing: true)
      }
    }
  }

  /// Gives sources values and sets the literal of an input in the same edit.
  private func setAndRewire(_ random: inout SplitMix64) throws -> String? {
    guard let node = living(&random, where: { $0 == "Add" }) else { return nil }
    let numbers = favourites[0]
    let (value, literal) = (value(&random), value(&random))
    return try edit("set \(numbers) to \(value), literal of \(node) to \(literal)") { side, edit in
      for variable in sources(of: numbers, side) { edit.set(variable, to: value) }
      try edit.setLiteral(side.nodes[node].input(1), to: literal)
    }
  }

  private func remove(_ random: inout SplitMix64) throws -> String? {
    guard random.oneIn(3), let node = living(&random, where: { $0 != "Number" }) else { return nil }
    // With undo the node could come back while `kinds` lists it as removed, and comparing the sides would not show that.
    guard sides[0].evaluator.undoLimit == 0 else { return nil }
    kinds[node] = nil
    return try edit("remove \(node)") { side, edit in try edit.remove(side.nodes[node]) }
  }

  private func observe(_ random: inout SplitMix64) throws -> String? {
    guard let node = living(&random, where: { !["Word", "Split"].contains($0) }) else { return nil }
    return try compare("observe \(node)") { side in
      if side.observers.count > 3 { side.observers.removeFirst() }
      // Undo may have removed the node.
      guard let output = try? side.evaluator.output(side.nodes[node].output(0), as: Double.self) else { return "" }
      side.observers.append(side.evaluator.observe(output) { [unowned side] in side.told.append("\(node): \($0)") })
      return ""
    }
  }

  private func fork(_ random: inout SplitMix64) throws -> String? {
    let numbers = random.pick(favourites)
    let value = value(&random)
    let isCommitted = random.oneIn(2)
    return try compare("fork that sets \(numbers) to \(value), \(isCommitted ? "made" : "dropped")") { side in
      let variables = sources(of: numbers, side)
      let fork = try side.evaluator.fork { edit in for variable in variables { edit.set(variable, to: value) } }
      let read = fork.read { side.state }.joined(separator: "; ")
      return side.text(fork.receipt) + read + (isCommitted ? side.text(try fork.commit()) : "")
    }
  }
}
