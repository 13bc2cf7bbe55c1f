// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Random edits of graphs whose nodes keep results, compared with graphs whose nodes keep none.
@Suite struct MemoOracleTests {
  @Test(arguments: [NodeMemo.bytes(3_000), .bytes(1 << 20)], [nil, 1, 4])
  func whatIsKeptCanNotBeSeen(memo: NodeMemo, threads: Int?) throws {
    for seed in 0..<UInt64(fuzzSteps(16)) {
      var random = SplitMix64(seed: 4_200 + seed)
      let pair = try MemoPair(&random, memo: memo, workers: threads.map { .exactly($0) })
      for _ in 0..<60 {
        guard let complaint = try pair.step(&random) else { continue }
        Issue.record("seed \(seed): \(complaint)\n\(pair.trace.suffix(12).joined(separator: "\n"))")
        return
      }
      if seed == 0 { #expect(pair.savedCount > 0) }
    }
  }
}

/// Two evaluators of the same graph, only one of which keeps results.
private final class MemoPair {
  private final class Runs: Sendable {
    private let atomic = Atomic(0)
    var count: Int { atomic.load(ordering: .relaxed) }
    func add() { atomic.add(1, ordering: .relaxed) }
  }

  private struct Side {
    let evaluator: Evaluator
    let runs: Runs
    var variables: [Variable<Double>] = []
    var nodes: [NodeID] = []
  }

  private var sides: [Side]
  private(set) var trace: [String] = []
  private let limit: Int?
  private let kinds: [String]

  /// How many runs of code the memo saved.
  var savedCount: Int { sides[0].runs.count - sides[1].runs.count }

  init(_ random: inout SplitMix64, memo: NodeMemo?, workers: Workers?) throws {
    limit = if case .bytes(let count)? = memo { count } else { nil }
    sides = [nil, memo].map { memo in
      let runs = Runs()
      let evaluator = Evaluator(definitions: Self.kinds(memo, runs))
      if let workers { evaluator.workers = workers }
      return Side(evaluator: evaluator, runs: runs)
    }
    let count = 3 + random.below(12)
    kinds = (0..<count).map { _ in random.pick(["Sum", "Least", "Root", "Step", "Split", "Mean"]) }
    let wiring = (0..<count).map { node in (0..<2).map { _ in random.below(3 + node) } }
    let isOnDemand = random.oneIn(3)
    for side in sides.indices {
      let evaluator = sides[side].evaluator
      sides[side].variables = (0..<3).map { evaluator.input("source \($0)", Double($0)) }
      for node in 0..<count {
        try evaluator.edit { edit in
          let id = try edit.add(kinds[node])
          sides[side].nodes.append(id)
          for (input, source) in wiring[node].enumerated() {
            try edit.connect(port(source, side), to: id.input(kinds[node] == "Mean" ? 0 : input))
          }
        }
      }
      evaluator.undoLimit = 1 << 30
      if isOnDemand { evaluator.policy = .onDemand }
    }
  }

  private static func kinds(_ memo: NodeMemo?, _ runs: Runs) -> [NodeDefinition] {
    let (a, b) = (ValuePort<Double>("a"), ValuePort<Double>("b"))
    let result = ValuePort<Double>("result")
    return [
      NodeDefinition("Sum", inputs: a, b, output: result, memo: memo) { a, b in
        runs.add()
        return (a + b).remainder(dividingBy: 7)
      },
      NodeDefinition("Least", inputs: a, b, output: result, cutoff: .never, memo: memo) { a, b in
        runs.add()
        return min(a, b)
      },
      NodeDefinition("Root", inputs: a, b, output: result, memo: memo) { a, b in
        runs.add()
        if a + b < 0 { throw Negative() }
        return (a + b).squareRoot().rounded()
      },
      NodeDefinition("Step", inputs: a, b, output: result, cutoff: .tolerance(1.5), memo: memo) { a, b in
        runs.add()
        return a - b / 2
      },
      NodeDefinition(
        "Split", inputs: a, b, outputs: ValuePort<Double>("whole"), ValuePort<Bool>("isLess"), memo: memo
      ) { a, b in
        runs.add()
        return (a.rounded(.down), a < b)
      },
      NodeDefinition("Mean", inputs: ManyPort<Double>("values"), output: result, memo: memo) { values in
        runs.add()
        return values.reduce(0, +) / Double(values.count)
      },
    ]
  }

  private func port(_ index: Int, _ side: Int) -> OutputPort {
    index < 3 ? sides[side].variables[index].port : sides[side].nodes[index - 3].output(0)
  }

  /// Makes the same random step on both sides. Returns a description of the first difference.
  func step(_ random: inout SplitMix64) throws -> String? {
    let receipts: [Receipt?]
    switch random.below(12) {
    case 0...5:
      let values = (0..<1 + random.below(2)).map { _ in (random.below(3), Double(random.below(5) - 1)) }
      trace.append("set \(values)")
      receipts = sides.map { side in
        side.evaluator.edit { edit in for (index, value) in values { edit.set(side.variables[index], to: value) } }
      }
    case 6:
      let (node, input) = (random.below(sides[0].nodes.count), random.below(2))
      let source = random.below(3 + node)
      trace.append("connect \(source) to \(node).\(input)")
      receipts = sides.indices.map { side in
        try? sides[side].evaluator.edit { edit in
          let isMean = kinds[node] == "Mean"
          let target = sides[side].nodes[node].input(isMean ? 0 : input)
          try edit.connect(port(source, side), to: target, replacing: !isMean)
        }
      }
    case 7, 8:
      trace.append("undo")
      receipts = sides.map { $0.evaluator.undo() }
    case 9:
      trace.append("redo")
      receipts = sides.map { $0.evaluator.redo() }
    case 10:
      let (value, isKept) = (Double(random.below(5)), random.oneIn(2))
      trace.append("fork \(value), kept: \(isKept)")
      receipts = try sides.map { side in
        let fork = try side.evaluator.fork { $0.set(side.variables[0], to: value) }
        if isKept { return try fork.commit() }
        fork.drop()
        return nil
      }
    default:
      let node = random.below(sides[0].nodes.count)
      let limit = random.pick([0, 2_000, 1 << 20])
      trace.append("bring \(node) up to date, limit \(limit)")
      receipts = try sides.map { side in
        side.evaluator.memoLimit = limit
        return try side.evaluator.bringUpToDate(side.nodes[node])
      }
    }
    return complaint(receipts)
  }

  private func complaint(_ receipts: [Receipt?]) -> String? {
    if (receipts[0] == nil) != (receipts[1] == nil) { return "one gave a receipt" }
    if let first = receipts[0], let second = receipts[1] {
      // Each evaluator has its own ids.
      for (name, nodes) in [
        ("evaluated", \.evaluated), ("changed", \.changed), ("cut off", \.cutOff),
      ] as [(String, KeyPath<Receipt, [NodeID]>)]
      where first[keyPath: nodes].map(\.inDocument) != second[keyPath: nodes].map(\.inDocument) {
        return "\(name) \(second[keyPath: nodes]), not \(first[keyPath: nodes])"
      }
    }
    for side in sides { side.evaluator.checkInvariants() }
    if let limit, sides[1].evaluator.memoByteCount > 6 * limit { return "six kinds keep too much" }
    for node in kinds.indices {
      let texts = sides.indices.map { text($0, sides[$0].nodes[node]) }
      if texts[0] != texts[1] { return "node \(node) (\(kinds[node])) has \(texts[1]), not \(texts[0])" }
    }
    return nil
  }

  private func text(_ side: Int, _ node: NodeID) -> String {
    let evaluator = sides[side].evaluator
    if let failure = evaluator.failure(of: node) { return "\(failure)" }
    guard let output = try? evaluator.output(node.output(0), as: Double.self) else { return "no output" }
    return "\((try? evaluator.value(of: output)) as Any)"
  }
}

private struct Negative: Error {}
