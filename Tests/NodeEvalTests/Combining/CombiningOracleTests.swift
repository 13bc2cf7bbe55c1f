// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edits of graphs whose nodes combine values, each beside a node that reads the same and begins anew each time.
@Suite struct CombiningOracleTests {
  @Test(arguments: [nil, 2])
  func aTreeThatIsMendedIsTheOneThatIsMadeAnew(threads: Int?) throws {
    for seed in 0..<UInt64(fuzzSteps(24)) {
      var random = SplitMix64(seed: 7_700 + seed)
      let world = try CombiningWorld(&random, workers: threads.map { .exactly($0) })
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
  /// Nodes in pairs: one that combines, and one that reads the same.
  private var pairs: [(tree: NodeID, plain: NodeID)] = []
  /// What the next pair may read: sources, outputs of pairs, and of nodes between them.
  private var ports: [OutputPort] = []
  private(set) var trace: [String] = []

  init(_ random: inout SplitMix64, workers: Workers?) throws {
    evaluator = Evaluator(definitions: Self.kinds)
    if let workers { evaluator.workers = workers }
    for index in 0..<6 { variables.append(evaluator.input("source \(index)", Double(index) + 0.1)) }
    ports = variables.map(\.port)
    for _ in 0..<2 + random.below(5) {
      try evaluator.edit { edit in
        let (tree, plain) = (try edit.add("Tree"), try edit.add("Plain"))
        pairs.append((tree, plain))
        for _ in 0..<random.below(40) { try connect(random.pick(ports), pairs.count - 1, edit) }
        ports.append(tree.output)
        if random.oneIn(2) {
          let kind = random.pick(["Guarded", "Heavy", "Split"])
          let guarded = try edit.add(kind)
          try edit.connect(random.pick(ports), to: guarded.input(0))
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
    NodeDefinition("Plain", inputs: ManyPort<Double>("values"), output: ValuePort<Double>("sum")) { values in
      var level = values
      while level.count > 1 {
        level = stride(from: 0, to: level.count, by: 2).map { index in
          index + 1 < level.count ? (level[index] + level[index + 1]).remainder(dividingBy: 9.7) : level[index]
        }
      }
      return level.first ?? -1
    },
    NodeDefinition("Guarded", inputs: ValuePort<Double>("a"), output: ValuePort<Double>("b")) { value in
      if value < 0.5 { throw TooSmall() }
      return value.rounded()
    },
    NodeDefinition("Heavy", inputs: ValuePort<Double>("a"), output: ValuePort<Double>("b"), cost: .heavy) { $0 / 2 },
    NodeDefinition(
      "Split", inputs: ValuePort<Double>("a"), outputs: ValuePort<Double>("whole"), ValuePort<Double>("rest")
    ) { ($0.rounded(.down), $0 - $0.rounded(.down)) },
  ]

  private func connect(_ port: OutputPort, _ pair: Int, _ edit: Edit) throws {
    try edit.connect(port, to: pairs[pair].tree.input(0))
    try edit.connect(port, to: pairs[pair].plain.input(0))
  }

  func step(_ random: inout SplitMix64) throws -> String? {
    evaluator.budget = random.oneIn(6) ? .nodes(1 + random.below(4)) : nil
    switch random.below(14) {
    case 0...6:
      let values = (0..<1 + random.below(3)).map { _ in (random.below(variables.count), Double(random.below(60)) / 7) }
      trace.append("set \(values)")
      evaluator.edit { edit in for (index, value) in values { edit.set(self.variables[index], to: value) } }
    case 7:
      let (pair, port) = (random.below(pairs.count), random.pick(ports))
      trace.append("connect \(port) to pair \(pair)")
      _ = try? evaluator.edit { try connect(port, pair, $0) }
    case 8:
      let pair = random.below(pairs.count)
      trace.append("disconnect pair \(pair)")
      try evaluator.edit { edit in
        let tree = pairs[pair].tree
        let sources = edit.connections(of: tree).filter { $0.target.node == tree }.map(\.source)
        guard !sources.isEmpty else { return }
        let source = random.pick(sources)
        try edit.disconnect(source, from: pairs[pair].tree.input(0))
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
    default:
      trace.append("bring up to date")
      try evaluator.bringUpToDate(pairs[random.below(pairs.count)].tree)
    }
    return complaint(&random)
  }

  private func complaint(_ random: inout SplitMix64) -> String? {
    evaluator.checkInvariants()
    if random.oneIn(2) { return nil }
    evaluator.budget = nil
    evaluator.resume()
    for (index, pair) in pairs.enumerated() {
      _ = try? evaluator.bringUpToDate(pair.tree)
      _ = try? evaluator.bringUpToDate(pair.plain)
      let (tree, plain) = (text(pair.tree), text(pair.plain))
      if tree != plain { return "pair \(index) has \(tree), not \(plain)" }
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
