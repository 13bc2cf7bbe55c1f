// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

extension Row {
  /// The costs of evaluating, and of reading values.
  static var evaluations: [Row] {
    [
      .call("Evaluator.set, what it reaches being one node") { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.5)
      },
      .call("the same where many nodes have failed") { (wide: inout Wide) in
        try wide.evaluator.edit { edit in for _ in wide.nodes { try edit.add("Picky") } }
      } _: { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.5)
      },
      .call("the same with an undoLimit") { (wide: inout Wide) in
        wide.evaluator.undoLimit = 1 << 20
      } _: { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.5)
      },
      .call("Evaluator.set to the same value") { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(wide.index(call)))
      },
      .call("Evaluator.set that is cut off before a long chain") { (cut: inout Cut, _) in cut.change() },
      .each("Evaluator.set before a chain: a node") { (chain: inout Chain) in chain.change() },
      .each("Evaluator.set of a hub: a reader") { (star: inout Star) in star.change() },
      Row("Evaluator.set of a source that chains of ten read, level by level: a node", .memory) { size in
        let strands = try Strands(size)
        // A plan is made, gets its dense form, and values are moved into its order.
        for _ in 0..<60 { strands.change() }
        return nanoseconds(calls: 8, units: size) { _ in strands.change() }
      },
      .each("Evaluator.set before an input that takes many: a connection") { (funnel: inout Funnel) in
        funnel.change()
      },
      .each("an edit that sets all sources: a source") { (wide: inout Wide) in
        wide.setAll(to: wide.evaluator[wide.sources[0]] + 1)
      },
      .call("Evaluator.subscript, value(of:), output, variable, unconnectedValue") { (wide: inout Wide, call) in
        let output = try wide.output(wide.node(call))
        let value = try wide.evaluator.value(of: output)
        expect(value == wide.evaluator[output])
        try expect(wide.evaluator.variable(wide.source(call).node, as: Double.self) == wide.source(call))
        try expect(wide.evaluator.unconnectedValue(of: wide.node(call).input(2), as: Double.self) == 2)
      },
      .call("Evaluator.failure, of nodes without one") { (wide: inout Wide) in
        try wide.failElsewhere()
      } _: { (wide: inout Wide, call) in
        expect(wide.evaluator.failure(of: wide.node(call)) == nil)
      },
      .call("Evaluator.value(of:) and failure, of a blocked node") { (blocked: inout Blocked) in
        blocked.change(isNegative: true)
      } _: { (blocked: inout Blocked, call) in
        expect(blocked.evaluator.failure(of: blocked.nodes[call])?.origin == blocked.nodes[0])
      },
      .each("Evaluator.failures(of:) at the end of a chain that is blocked: a node") { (blocked: inout Blocked) in
        blocked.change(isNegative: true)
      } _: { (blocked: inout Blocked) in
        expect(blocked.evaluator.failures(of: blocked.end).count == 1)
      },
      .each("Evaluator.failures(of:) behind many: an origin") { (funnel: inout Funnel) in
        funnel.change(isNegative: true)
      } _: { (funnel: inout Funnel) in
        expect(funnel.evaluator.failures(of: funnel.end).count == funnel.nodes.count)
      },
      .each("a failure that comes and goes before a chain: a node that is blocked") { (blocked: inout Blocked) in
        blocked.change(isNegative: true)
        expect(blocked.evaluator.failure(of: blocked.end) != nil)
        blocked.change()
        expect(blocked.evaluator.failure(of: blocked.end) == nil)
      },
      .each("failures that come and go: a node that fails") { (funnel: inout Funnel) in
        funnel.change(isNegative: true)
        funnel.change()
      },
      .each("Evaluator.resume after a stop: a node") { (chain: inout Chain) in
        chain.evaluator.stop { chain.change() }
        expect(chain.evaluator.hasUnfinished)
        chain.evaluator.resume()
        expect(!chain.evaluator.hasUnfinished)
      },
      .each("Evaluator.resume in slices of 256 nodes, one pending: a node") { (chain: inout Chain) in
        chain.evaluator.slice { chain.change() }
      },
      .each("Evaluator.resume in slices of 256 nodes, all pending: a node") { (star: inout Star) in
        star.evaluator.slice { star.change() }
      },
      .call("Evaluator.set while so many nodes, and 50,000 more, are unfinished", calls: 100) {
        (left: inout Left, call) in
        left.set(call)
      },
      .call("the same with an undoLimit", calls: 100) { (left: inout Left) in
        left.star.evaluator.undoLimit = 1 << 40
      } _: { (left: inout Left, call) in
        left.set(call)
      },
      .call("Evaluator.set that is stopped, of a chain") { (chain: inout Chain, _) in
        chain.evaluator.stop { chain.change() }
      },
      .each("Evaluator.unfinished, the first time: a node") { (chain: inout Chain) in
        chain.evaluator.stop { chain.change() }
        expect(chain.evaluator.unfinished.count > chain.nodes.count / 2)
      },
      .call("Evaluator.failure of an unfinished node, after the first") { (chain: inout Chain) in
        chain.evaluator.stop { chain.change() }
      } _: { (chain: inout Chain, call) in
        expect(chain.evaluator.failure(of: chain.nodes[chain.nodes.count - 1 - call % 5]) != nil)
      },
      .each("Evaluator.checkInvariants: a node") { (wide: inout Wide) in wide.evaluator.checkInvariants() },
      .each("an Evaluator that goes: a node", isRepeated: false) { (going: inout Going) in going.wide = nil },
    ]
  }

  /// The costs of reporting an evaluation: receipts, explanations and observers.
  static var reactions: [Row] {
    [
      .each("Receipt.changed, affected, evaluated, cutOff, blocked: a node that ran") { (wide: inout Wide) in
        wide.kept = [wide.setAll(to: -1)]
      } _: { (wide: inout Wide) in
        guard let receipt = wide.kept[0] as? Receipt else { return }
        expect(receipt.changed.count == receipt.affected.count && receipt.cutOff.isEmpty)
        expect(receipt.evaluated.count == receipt.evaluatedCount && receipt.blocked.isEmpty)
      },
      .each("Receipt.changes: a change", isRepeated: false) { (wide: inout Wide) in
        let nodes = wide.nodes
        wide.kept = [try wide.evaluator.edit { edit in for node in nodes { try edit.move(node, to: .zero) } }]
      } _: { (wide: inout Wide) in
        expect((wide.kept[0] as? Receipt)?.changes.count == wide.nodes.count)
      },
      .call("a Receipt of one node, kept while the next edit is made") { (wide: inout Wide, call) in
        wide.kept = [wide.evaluator.set(wide.source(call), to: Double(call) + 0.5)]
      },
      .each("Evaluator.explain, first after an edit of everything: a node") { (wide: inout Wide) in
        wide.setAll(to: wide.evaluator[wide.sources[0]] + 1)
        _ = wide.evaluator.explain(wide.nodes[0])
      },
      .call("Evaluator.explain after an edit of everything, for the second time") { (wide: inout Wide) in
        wide.setAll(to: -1)
      } _: { (wide: inout Wide, call) in
        _ = wide.evaluator.explain(wide.node(call))
      },
      .each("Evaluator.explain at the end of a chain, for the second time: a node") { (chain: inout Chain) in
        chain.change()
      } _: { (chain: inout Chain) in
        expect(chain.evaluator.explain(chain.end)?.path.count == chain.nodes.count + 1)
      },
      .call("Evaluator.set and explain with remembersCauses") { (wide: inout Wide) in
        wide.evaluator.remembersCauses = true
        wide.setAll(to: -1)
      } _: { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call))
        _ = wide.evaluator.explain(wide.node(call + 1))
      },
      .call("Evaluator.set, and idleReason of another node") { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.25)
        expect(wide.evaluator.idleReason(of: wide.node(call + 1)) == .unreached)
      },
      .call("Evaluator.observe and cancel, among observers of all") { (wide: inout Wide) in
        wide.kept = try wide.observeAll()
      } _: { (wide: inout Wide, call) in
        wide.evaluator.observe(wide.source(call)) { _ in }.cancel()
      },
      .call("Evaluator.observe and cancel, of a node that has many") { (wide: inout Wide) in
        wide.kept = wide.nodes.map { _ in wide.evaluator.observe(wide.sources[0]) { _ in } }
      } _: { (wide: inout Wide, _) in
        wide.evaluator.observe(wide.sources[0]) { _ in }.cancel()
      },
      .call("Evaluator.set of an observed node, among observers of all") { (wide: inout Wide) in
        wide.kept = try wide.observeAll()
      } _: { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: Double(call) + 0.5)
      },
      .each("calling the observers of many nodes: an observer") { (wide: inout Wide) in
        wide.kept = try wide.observeAll()
      } _: { (wide: inout Wide) in
        wide.setAll(to: wide.evaluator[wide.sources[0]] + 1)
      },
      .each("calling many observers of a node: an observer") { (wide: inout Wide) in
        wide.kept = wide.nodes.map { _ in wide.evaluator.observe(wide.sources[0]) { _ in } }
      } _: { (wide: inout Wide) in
        wide.evaluator.set(wide.sources[0], to: wide.evaluator[wide.sources[0]] + 1)
      },
      .each("observers that end while they are called: an observer", isRepeated: false) { (wide: inout Wide) in
        let tokens = Tokens()
        let (evaluator, source) = (wide.evaluator, wide.sources[0])
        tokens.all = wide.nodes.indices.map { index in
          evaluator.observe(source) { _ in tokens.all[tokens.all.count - 1 - index].cancel() }
        }
        wide.kept = [tokens]
      } _: { (wide: inout Wide) in
        wide.evaluator.set(wide.sources[0], to: -1)
      },
      .each("observers that make edits: an observer", isRepeated: false) { (wide: inout Wide) in
        let evaluator = wide.evaluator
        wide.kept = wide.sources.dropFirst().map { source in
          evaluator.observe(wide.sources[0]) { _ in evaluator.set(source, to: -1) }
        }
      } _: { (wide: inout Wide) in
        wide.evaluator.set(wide.sources[0], to: -1)
      },
      .each("removing observed nodes: a node", isRepeated: false) { (wide: inout Wide) in
        wide.kept = try wide.observeAll()
      } _: { (wide: inout Wide) in
        let nodes = wide.nodes
        try wide.evaluator.edit { edit in for node in nodes { try edit.remove(node) } }
      },
    ]
  }
}

/// Readers of a source that are left unfinished, and another source.
private struct Left: Fixture {
  let star: Star
  private let other: Variable<Double>

  init(_ size: Int) throws {
    star = try Star(size + 50_000)
    other = star.evaluator.input(nil, 0.0)
    star.evaluator.isInterrupted = { true }
    star.change()
  }

  /// Sets the other source, which runs a slice of the unfinished nodes.
  func set(_ call: Int) {
    star.evaluator.set(other, to: Double(call) + 0.5)
    expect(star.evaluator.hasUnfinished)
  }
}

/// A graph that is released.
private struct Going: Fixture {
  var wide: Wide?

  init(_ size: Int) throws { wide = try Wide(size) }
}

/// Observation tokens that are cancelled.
private final class Tokens {
  var all: [ObservationToken] = []
}

extension Wide {
  /// Observes each node.
  fileprivate func observeAll() throws -> [ObservationToken] {
    try nodes.map { evaluator.observe(try output($0)) { _ in } }
  }
}

extension Evaluator {
  /// Stops the evaluations that `body` begins, at the first interruption check.
  fileprivate func stop(_ body: () -> Void) {
    isInterrupted = { true }
    body()
    isInterrupted = nil
  }

  /// Stops the evaluations that `body` begins at each interruption check, and resumes them until they are finished.
  fileprivate func slice(_ body: () -> Void) {
    isInterrupted = { true }
    body()
    while hasUnfinished { resume() }
    isInterrupted = nil
  }
}
