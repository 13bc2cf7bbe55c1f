// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A chain downstream of a node whose value arrives later.
final class Waiting: Fixture {
  let evaluator = Evaluator(definitions: Definitions.all)
  let source: Variable<Double>
  let late: Output<Double>
  let nodes: [NodeID]
  private var number = 1.0

  init(_ size: Int) throws {
    let source = evaluator.input("source", 1.0)
    let late = evaluator.asyncNode("late", source, debounce: .seconds(3600)) { _, value in value }
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for _ in 0..<size {
        let node = try edit.add("Add")
        try edit.connect(nodes.last?.output ?? late.port, to: node.input(0))
        nodes.append(node)
      }
    }
    (self.source, self.late, self.nodes) = (source, late, nodes)
    try evaluator.cancel(late.node)
  }

  func startAndCancel() throws {
    number += 1
    evaluator.set(source, to: number)
    expect(evaluator.hasPending)
    try evaluator.cancel(late.node)
  }
}

/// Nodes downstream of a source, all of whose values arrive later.
final class Landing: Fixture {
  /// The number of values that have arrived since values were last landed.
  private final class Arrived: Sendable {
    let count = Atomic(0)
  }

  let evaluator = Evaluator()
  private let source: Variable<Double>
  private let size: Int
  private let arrived = Arrived()
  private var number = 1.0

  init(_ size: Int) throws {
    let source = evaluator.input("source", 1.0)
    (self.source, self.size) = (source, size)
    evaluator.onArrival = { [arrived] in arrived.count.add(1, ordering: .acquiringAndReleasing) }
    for _ in 0..<size { _ = evaluator.asyncNode(nil, source) { _, value in value } }
    land()
  }

  private func land() {
    // A sleeping thread uses no thread time.
    while arrived.count.load(ordering: .acquiring) < size { usleep(200) }
    arrived.count.store(0, ordering: .releasing)
    expect(evaluator.land().evaluatedCount == size)
  }

  func startAndLand() {
    number += 1
    evaluator.set(source, to: number)
    land()
  }
}

extension Row {
  /// The costs of evaluation on demand, and of waiting for values that arrive later.
  static var demands: [Row] {
    [
      .each("Evaluator.set of a hub on demand: a reader that is put off") { (star: inout Star) in
        star.evaluator.policy = .onDemand
      } _: { (star: inout Star) in
        expect(star.change().putOff.count == star.nodes.count)
      },
      .call("Evaluator.set on demand, of a source whose node is needed") { (wide: inout Wide) in
        wide.evaluator.policy = .onDemand
        wide.kept = [wide.evaluator.need((0..<61).map { wide.node($0) })]
      } _: { (wide: inout Wide, call) in
        wide.evaluator.set(wide.source(call), to: wide.nextNumber())
      },
      .each("Evaluator.bringUpToDate of a chain that was put off: a node") { (chain: inout Chain) in
        chain.evaluator.policy = .onDemand
      } _: { (chain: inout Chain) in
        chain.change()
        try expect(chain.evaluator.bringUpToDate(chain.end).evaluatedCount == chain.nodes.count)
      },
      .each("Need.change, a chain that becomes needed and unneeded: a node") { (chain: inout Chain) in
        chain.evaluator.policy = .onDemand
        try chain.evaluator.bringUpToDate(chain.end)
      } _: { (chain: inout Chain) in
        let need = chain.evaluator.need(chain.end)
        need.end()
      },
      .call("Need.change by one node of many that are needed") { (wide: inout Wide) in
        wide.evaluator.policy = .onDemand
        wide.kept = [wide.evaluator.need(wide.nodes.dropFirst(wide.nodes.count / 2))]
      } _: { (wide: inout Wide, call) in
        wide.evaluator.need(wide.nodes[call % 61]).end()
      },
      .call("Edit.connect and disconnect on demand") { (wide: inout Wide) in
        wide.evaluator.policy = .onDemand
        wide.kept = [wide.evaluator.need(wide.nodes)]
      } _: { (wide: inout Wide, call) in
        try wide.evaluator.edit { try $0.connect(wide.source(call + 1).port, to: wide.node(call).input(1)) }
        try wide.evaluator.edit { try $0.disconnect(wide.node(call).input(1)) }
      },
      .each("Evaluator.set before asynchronous code, and cancel: a node that waits") { (waiting: inout Waiting) in
        try waiting.startAndCancel()
      },
      .each("Evaluator.set that starts asynchronous code, and land: a node", .memory, largest: 10_000) {
        (landing: inout Landing) in
        landing.startAndLand()
      },
    ]
  }
}
