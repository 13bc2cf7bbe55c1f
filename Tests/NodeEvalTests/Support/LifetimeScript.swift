// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport

/// Random edits, undo, redo and forks of a graph whose values are tracked objects; it checks only the objects' lifetimes.
final class LifetimeScript<Value: Sample> {
  let evaluator: Evaluator
  private let census: Census
  private var random: SplitMix64
  private var forks: [Fork] = []
  private var graphs: [Graph] = []
  private var receipts: [Receipt] = []
  private var time: UInt64 = 0
  private let kinds = ["Source", "Number", "Next", "Pair", "Join"]
  private let own: NodeDefinition

  init(_ type: Value.Type, _ census: Census, seed: UInt64) {
    self.census = census
    random = SplitMix64(seed: seed)
    own = NodeDefinition("Own", inputs: ValuePort("x", default: Value(Tracked(4, census))), output: ValuePort("y")) {
      (value: Value) -> Value in Value(Tracked(value.number + 2, census))
    }
    evaluator = Evaluator(definitions: [
      .source("Source", output: ValuePort("value"), initial: Value(Tracked(1, census))),
      .source("Number", output: ValuePort("value"), initial: 0.5),
      NodeDefinition("Next", inputs: ValuePort("x", default: Value(Tracked(2, census))), output: ValuePort("y")) {
        (value: Value) -> Value in
        if value.number % 5 == 0 { throw Complaint(description: "a fifth") }
        return Value(Tracked(value.number + 1, census))
      },
      NodeDefinition(
        "Pair", inputs: ValuePort<Value>("x"), ManyPort<Value>("m"), outputs: ValuePort<Value>("y"), ValuePort<Int>("n")
      ) { (value: Value, more: [Value]) -> (Value, Int) in (more.last ?? value, more.count) },
      NodeDefinition("Join", inputs: ManyPort<Value>("m"), outputs: ValuePort<Int>("n"), ValuePort<Value>("y")) {
        (more: [Value]) -> (Int, Value) in (more.count, more.first ?? Value(Tracked(3, census)))
      },
    ])
    evaluator.undoLimit = 1 << 14
    evaluator.countBytes(of: Value.self) { abs($0.number) * 16 }
    // Each node takes a second, so that `isInterrupted` is called after it.
    evaluator.stopClock = { [unowned self] in
      time += 1_000_000_000
      return time
    }
  }

  /// Releases the forks that keep the script alive.
  func finish() { forks = [] }

  private func value() -> Value { Value(Tracked(random.below(20), census)) }

  func step() {
    evaluator.isInterrupted = random.oneIn(3) ? { [unowned self] in random.oneIn(4) } : nil
    switch random.below(26) {
    case 25: evaluator.compact()
    case 24: evaluator.resume()
    case 0...7: receipts.append((try? evaluator.edit(nil, gesture: gesture(), actions)) ?? evaluator.resume())
    case 8...10: setAlone()
    case 11...13: evaluator.undo()
    case 14, 15: evaluator.redo()
    case 16: if let fork = try? evaluator.fork(actions) { forks.append(fork) }
    case 17: read()
    case 18: commit()
    case 19: if !forks.isEmpty { forks.remove(at: random.below(forks.count)) }
    case 20: evaluator.undoLimit = random.oneIn(4) ? 0 : 1 << (8 + random.below(8))
    case 21: graphs = random.oneIn(2) ? [] : graphs + [evaluator.graph]
    case 22: evaluator.undoGroup { for _ in 0..<3 { setAlone() } }
    default:
      if evaluator.graph.nodeCount > 0, let node = evaluator.graph.nodes.randomElement(using: &random),
        let variable = try? evaluator.variable(node, as: Value.self)
      {
        let next = evaluator.node(nil, variable) { [census] in Value(Tracked($0.number + 1, census)) }
        if evaluator.failure(of: next.node) == nil { _ = evaluator[next].number }
      }
    }
    if receipts.count > 5 { receipts.removeFirst() }
    _ = receipts.map(\.changed.count)
  }

  private func gesture() -> AnyHashable? { random.oneIn(3) ? random.below(2) : nil }

  private func setAlone() {
    let sources = evaluator.graph.nodes.compactMap { try? evaluator.variable($0, as: Value.self) }
    if let source = sources.randomElement(using: &random) { evaluator.set(source, to: value()) }
  }

  private func read() {
    guard let fork = forks.last(where: \.isCurrent) else { return }
    fork.read {
      for node in evaluator.graph.nodes {
        guard let output = try? evaluator.output(node.output, as: Value.self) else { continue }
        _ = try? evaluator.value(of: output).number
      }
    }
  }

  private func commit() {
    guard !forks.isEmpty else { return }
    _ = try? forks.remove(at: random.below(forks.count)).commit()
  }

  private func actions(_ edit: Edit) throws {
    for _ in 0...random.below(6) { _ = try? action(edit) }
    if random.oneIn(5) { _ = try? evaluator.edit { try actions($0) } }
    if random.oneIn(6) { throw Abandoned() }
  }

  private func action(_ edit: Edit) throws {
    let nodes = evaluator.graph.nodes
    guard nodes.count > 3, let node = nodes.randomElement(using: &random),
      let other = nodes.randomElement(using: &random)
    else {
      try edit.add(random.pick(kinds))
      return
    }
    switch random.below(12) {
    case 0, 1: try edit.add(random.pick(kinds))
    case 2: try edit.remove(node)
    case 3: try edit.add(own: own)
    case 4: try edit.setDefinition(of: node, to: own)
    case 5: try edit.setKind(of: node, to: random.pick(kinds))
    case 6: try edit.set(node, to: value())
    case 7: try edit.setLiteral(node.input(0), to: value())
    case 8: try edit.clearLiteral(node.input(0))
    case 9: try edit.disconnect(node.input(random.below(2)))
    default: try edit.connect(other.output(random.below(2)), to: node.input(random.below(2)), replacing: true)
    }
  }
}
