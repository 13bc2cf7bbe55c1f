// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph
import OpenCombine

/// An input that is disconnected and connected again, repeatedly. A toggle is one of both edits.
struct Toggles {
  let engine: Declared
  /// The edges that are toggled in turn.
  let edges: [(source: OutputPort, target: InputPort)]
  /// The number of nodes that a toggle evaluates.
  let evaluations: Int

  /// Toggles the first input of some nodes of a plan.
  init(_ plan: Plan, nodes: [Int], evaluations: Int) throws {
    guard let engine = try Declared(plan) else { throw Mismatch("the plan was not built") }
    self.engine = engine
    edges = nodes.map { node in
      (engine.outputs[Int(plan.inputs(of: node).first ?? 0)], engine.outputs[node].node.input(0))
    }
    self.evaluations = evaluations
  }

  /// Toggles each edge twice, and checks the number of nodes that run and that values are restored.
  func check() throws {
    for (source, target) in edges {
      let before = engine.evaluator[Source(port: target.node.output)]
      let off = try engine.evaluator.edit { graph in try graph.disconnect(target) }.evaluatedCount
      let between = engine.evaluator[Source(port: target.node.output)]
      let on = try engine.evaluator.edit { graph in try graph.connect(source, to: target) }.evaluatedCount
      guard off == evaluations, on == evaluations else {
        throw Mismatch("toggling evaluated \(off) and \(on) nodes, not \(evaluations)")
      }
      guard between != before, engine.evaluator[Source(port: target.node.output)] == before else {
        throw Mismatch("toggling must change the value and bring it back")
      }
    }
  }

  /// The subject; `updates` counts toggles.
  func subject(perNode: Bool = false) throws -> Subject {
    try check()
    var next = 0
    return Subject(
      Declared.name, evaluations: Double(evaluations), divisor: perNode ? Double(evaluations) : 1
    ) { updates in
      for _ in 0..<(updates + 1) / 2 {
        let (source, target) = edges[next]
        try engine.evaluator.edit { graph in try graph.disconnect(target) }
        try engine.evaluator.edit { graph in try graph.connect(source, to: target) }
        next = next + 1 == edges.count ? 0 : next + 1
      }
    }
  }

  /// A source, a node that is toggled, and the nodes that read it: `nodes` in all, without the source.
  static func fan(_ nodes: Int) -> (plan: Plan, toggled: Int) {
    var plan = Plan()
    let first = plan.add(.successor, [plan.add(.source, constant: 10)])
    for _ in 1..<max(1, nodes) { plan.add(.successor, [first]) }
    plan.alternate(0, 1, 2, reading: first)
    return (plan, first)
  }

  /// Toggles in OpenCombine: a subscription that is cancelled and made again.
  static func subjects(_ nodes: Int) -> Subject {
    let source = CurrentValueSubject<Double, Never>(10)
    let first = CurrentValueSubject<Double, Never>(11)
    let others = (1..<max(1, nodes)).map { _ in CurrentValueSubject<Double, Never>(12) }
    let kept = others.map { first.map { $0 + 1 }.subscribe($0) }
    var edge: AnyCancellable? = source.map { $0 + 1 }.subscribe(first)
    return Subject(Subjects.name) { updates in
      for _ in 0..<(updates + 1) / 2 {
        edge?.cancel()
        first.send(1)
        edge = source.map { $0 + 1 }.subscribe(first)
      }
      withExtendedLifetime(kept) {}
    }
  }
}

extension Row {
  /// Rows for toggles in small graphs, after a chain, in a large graph, and before a large cone.
  static func toggles(large: Int, cone: Int) -> [Row] {
    let fans = [1, 100].map { nodes in
      Row(
        "toggle", nodes, "ns/toggle", goal: nodes == 1 ? 40 : nil,
        [
          (
            Declared.name,
            {
              let (plan, toggled) = Toggles.fan(nodes)
              return try Toggles(plan, nodes: [toggled], evaluations: nodes).subject()
            }
          ),
          (Subjects.name, { Toggles.subjects(nodes) }),
        ])
    }
    let chained = Row(
      "toggle behind a chain", 100, "ns/toggle",
      [(Declared.name, { try Toggles(Plan.chain(100), nodes: [100], evaluations: 1).subject() })])
    let scattered = Row(
      "toggle in a large graph", large, "ns/toggle", goal: 250,
      [
        (
          Declared.name,
          {
            var plan = Plan.layered(large)
            plan.updates = []
            // The last layer has no readers. A sum with a 0 would not change.
            let oracle = Oracle(plan)
            let last = (plan.count - plan.count / 20..<plan.count).filter { node in
              plan.operations[node] == .add && oracle.value(of: Int(plan.inputs(of: node).first ?? 0)) != 0
            }
            return try Toggles(plan, nodes: Array(last.shuffledRepeatably().prefix(4096)), evaluations: 1).subject()
          }
        )
      ])
    let wide = Row(
      "toggle in front of a cone", cone, "ns/node",
      [
        (Declared.name, { try Toggles(Plan.cone(cone), nodes: [1], evaluations: cone).subject(perNode: true) })
      ])
    return fans + [chained, scattered, wide]
  }
}

extension Collection where Index == Int {
  /// The elements in an order that appears random and is repeatable.
  func shuffledRepeatably() -> [Element] {
    var random = SplitMix64(state: 11)
    return shuffled(using: &random)
  }
}
