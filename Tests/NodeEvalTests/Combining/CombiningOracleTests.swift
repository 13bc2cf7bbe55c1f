// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edits of graphs whose nodes combine or fold values, each compared with a node that reads the same values and starts
/// over each time.
@Suite struct CombiningOracleTests {
  enum Variant: CaseIterable {
    case plain, planned, unplanned, starved, threaded

    fileprivate func apply(to evaluator: Evaluator) {
      switch self {
      case .plain: break
      case .planned: evaluator.forcesPlans = true
      case .unplanned: evaluator.planLimit = 0
      case .starved:
        evaluator.forcesPlans = true
        evaluator.planLimit = 400
      case .threaded: evaluator.workers = .exactly(2)
      }
    }
  }

  @Test(arguments: Variant.allCases)
  func whatIsMendedIsWhatIsMadeAnew(variant: Variant) throws {
    for seed in 0..<UInt64(fuzzSteps(24)) {
      var random = SplitMix64(seed: 7_700 + seed)
      let world = try CombiningWorld(&random, variant)
      for _ in 0..<80 {
        guard let complaint = try world.step(&random) else { continue }
        Issue.record("seed \(seed): \(complaint)\n\(world.trace.suffix(12).joined(separator: "\n"))")
        return
      }
    }
  }
}

private final class CombiningWorld {
  private let evaluator: Evaluator
  private var variables: [Variable<Double>] = []
  /// Pairs of nodes: one that combines or folds, and one that reads the same values and starts over.
  private var pairs: [(kept: NodeID, plain: NodeID)] = []
  /// The nodes that may be muted.
  private var others: [NodeID] = []
  /// The outputs that the next pair may read: those of sources, of pairs, and of nodes between pairs.
  private var ports: [OutputPort] = []
  private(set) var trace: [String] = []

  init(_ random: inout SplitMix64, _ variant: CombiningOracleTests.Variant) throws {
    evaluator = Evaluator(definitions: Self.kinds)
    variant.apply(to: evaluator)
    for index in 0..<6 { variables.append(evaluator.input("source \(index)", Double(index) + 0.1)) }
    ports = variables.map(\.port)
    for _ in 0..<2 + random.below(5) {
      try evaluator.edit { edit in
        let kind = random.pick(["Tree", "Hash", "Sum"])
        let (kept, plain) = (try edit.add(kind), try edit.add("Plain \(kind)"))
        pairs.append((kept, plain))
        for _ in 0..<random.below(40) { try connect(random.pick(ports), pairs.count - 1, edit) }
        ports.append(kept.output)
        if random.oneIn(2) {
          let kind = random.pick(["Guarded", "Heavy", "Split"])
          let guarded = try edit.add(kind)
          try edit.connect(random.pick(ports), to: guarded.input(0))
          others.append(guarded)
          ports += (0..<(kind == "Split" ? 2 : 1)).map { guarded.output($0) }
        }
      }
    }
    evaluator.undoLimit = 1 << 30
    if random.oneIn(4) { evaluator.policy = .onDemand }
  }

  private static let kinds: [NodeDefinition] = [
    NodeDefinition("Tree", combining: ManyPort<Double>("values"), output: ValuePort<Double>("sum"), empty: -1) {
      ($0 + $1).remainder(dividingBy: 9.7)
    },
    NodeDefinition(
      "Hash", folding: ManyPort<Double>("values"), output: ValuePort<Double>("sum"), empty: UInt64(7),
      adding: { $0 &+= hash($1) }, removing: { $0 &-= hash($1) }, result: fold),
    NodeDefinition("Plain Hash", inputs: ManyPort<Double>("values"), output: ValuePort<Double>("sum")) { values in
      fold(values.reduce(7) { $0 &+ hash($1) })
    },
    NodeDefinition(
      "Sum", folding: ManyPort<Double>("values"), output: ValuePort<Double>("sum"), empty: ExactSum(),
      adding: { $0.add($1) }, removing: { $0.remove($1) }, result: { $0.value.remainder(dividingBy: 9.7) }),
    NodeDefinition("Plain Sum", inputs: ManyPort<Double>("values"), output: ValuePort<Double>("sum")) { values in
      var sum = ExactSum()
      for value in values { sum.add(value) }
      return sum.value.remainder(dividingBy: 9.7)
    },
    NodeDefinition("Plain Tree", inputs: ManyPort<Double>("values"), output: ValuePort<Double>("sum")) { values in
      var level = values
      while level.count > 1 {
        level = stride(from: 0, to: level.count, by: 2).map { index in
          index + 1 < level.count ? (level[index] + level[index + 1]).remainder(dividingBy: 9.7) : level[index]
        }
      }
      return level.first ?? -1
    },
    NodeDefinition("Guarded", inputs: ValuePort<Double>("a"), output: ValuePort<Double>("b")) { value in
      if value < 2 { throw TooSmall() }
      return value.rounded()
    },
    NodeDefinition("Heavy", inputs: ValuePort<Double>("a"), output: ValuePort<Double>("b"), cost: .heavy) { $0 / 2 },
    NodeDefinition(
      "Split", inputs: ValuePort<Double>("a"), outputs: ValuePort<Double>("whole"), ValuePort<Double>("rest")
    ) { ($0.rounded(.down), $0 - $0.rounded(.down)) },
  ]

  private func connect(_ port: OutputPort, _ pair: Int, _ edit: Edit) throws {
    try edit.connect(port, to: pairs[pair].kept.input(0))
    try edit.connect(port, to: pairs[pair].plain.input(0))
  }

  func step(_ random: inout SplitMix64) throws -> String? {
    evaluator.budget = random.oneIn(6) ? .nodes(1 + random.below(4)) : nil
    switch random.below(17) {
    case 0...6:
      let values = (0..<1 + random.below(3)).map { _ in (random.below(variables.count), Double(random.below(60)) / 7) }
      let recording: EditRecording = random.oneIn(5) ? .none : .automatic
      trace.append("set \(values), \(recording)")
      evaluator.edit(history: recording) { edit in
        for (index, value) in values { edit.set(self.variables[index], to: value) }
      }
    case 7:
      let (pair, port) = (random.below(pairs.count), random.pick(ports))
      trace.append("connect \(port) to pair \(pair)")
      _ = try? evaluator.edit { try connect(port, pair, $0) }
    case 8:
      let pair = random.below(pairs.count)
      trace.append("disconnect pair \(pair)")
      try evaluator.edit { edit in
        let kept = pairs[pair].kept
        let sources = edit.connections(of: kept).filter { $0.target.node == kept }.map(\.source)
        guard !sources.isEmpty else { return }
        let source = random.pick(sources)
        try edit.disconnect(source, from: pairs[pair].kept.input(0))
        try edit.disconnect(source, from: pairs[pair].plain.input(0))
      }
    case 9, 10:
      trace.append("undo")
      evaluator.undo()
    case 11:
      trace.append("redo")
      evaluator.redo()
    case 12:
      let (index, value, isKept) = (random.below(variables.count), Double(random.below(9)), random.oneIn(2))
      trace.append("fork \(index) = \(value), kept: \(isKept)")
      let fork = try evaluator.fork { $0.set(self.variables[index], to: value) }
      if isKept { try fork.commit() } else { fork.drop() }
    case 13:
      let (pair, mode) = (random.pick(pairs), random.pick([NodeMode.active, .muted, .bypassed, .active]))
      trace.append("\(pair) is \(mode)")
      try evaluator.edit { edit in
        try edit.setMode(mode, of: pair.kept)
        try edit.setMode(mode, of: pair.plain)
      }
    case 14:
      guard !others.isEmpty else { break }
      let (node, mode) = (random.pick(others), random.pick([NodeMode.active, .muted, .bypassed]))
      trace.append("\(node) is \(mode)")
      try evaluator.edit { try $0.setMode(mode, of: node) }
    case 15:
      let pair = random.below(pairs.count)
      trace.append("reconnect pair \(pair) in reverse, and change it")
      let (index, value) = (random.below(variables.count), Double(random.below(60)) / 7)
      _ = try? evaluator.edit { edit in
        let kept = pairs[pair].kept
        let sources = edit.connections(of: kept).filter { $0.target.node == kept }.map(\.source)
        for node in [kept, pairs[pair].plain] { try edit.disconnect(node.input(0)) }
        for source in sources.reversed() { try connect(source, pair, edit) }
        edit.set(self.variables[index], to: value)
        if random.oneIn(3) { throw TooSmall() }
      }
    default:
      trace.append("bring up to date")
      try evaluator.bringUpToDate(pairs[random.below(pairs.count)].kept)
    }
    return complaint(&random)
  }

  private func complaint(_ random: inout SplitMix64) -> String? {
    evaluator.checkInvariants()
    if random.oneIn(2) { return nil }
    evaluator.budget = nil
    evaluator.resume()
    for (index, pair) in pairs.enumerated() {
      _ = try? evaluator.bringUpToDate(pair.kept)
      _ = try? evaluator.bringUpToDate(pair.plain)
      let (kept, plain) = (text(pair.kept), text(pair.plain))
      if kept != plain { return "pair \(index) has \(kept), not \(plain)" }
    }
    return nil
  }

  private func text(_ node: NodeID) -> String {
    if let failure = evaluator.failure(of: node) { return "\(failure.reason)" }
    guard let output = try? evaluator.output(node.output, as: Double.self) else { return "no output" }
    return "\((try? evaluator.value(of: output))?.bitPattern as Any)"
  }
}

private struct TooSmall: Error {}

/// Returns what a value adds to a fold in which every bit matters.
private func hash(_ value: Double) -> UInt64 { value.bitPattern &* 0x9E37_79B9_7F4A_7C15 }

/// Returns a small number computed from a fold.
private func fold(_ total: UInt64) -> Double { Double(total % 997) / 7 }
