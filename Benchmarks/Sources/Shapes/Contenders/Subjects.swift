// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import OpenCombine

/// OpenCombine: a subject for each node, which stores its value, and a subscription for each of its inputs.
///
/// Where a value can stay the same, `removeDuplicates` stops it. Subscriptions are not ordered: a node with several
/// inputs runs once for each input that changes.
public final class Subjects: Contender {
  /// The name in tables.
  public static let name = "OpenCombine, a subject a node"

  private let plan: Plan
  private let script: Script
  private let subjects: [CurrentValueSubject<Double, Never>]
  private var subscriptions: [AnyCancellable] = []
  private var next = 0

  /// Builds the graph.
  ///
  /// - Returns: `nil` if an update would cause more arrivals than the patience of ``Seed`` allows.
  public init?(_ plan: Plan) {
    self.plan = plan
    script = Script(plan.updates)
    let oracle = Oracle(plan)
    let writes = plan.updates.first?.writes.map(\.node) ?? []
    subjects = plan.constants.indices.map { CurrentValueSubject(oracle.value(of: $0)) }
    // A subject takes about 0.3 kB, and so does a subscription.
    guard plan.count <= 200_000, oracle.pathCount(from: writes) <= Seed.patience / 10 else { return nil }
    for node in 0..<plan.count { subscribe(node) }
    for node in plan.observed { subscriptions.append(subjects[node].sink { use($0) }) }
  }

  private func subscribe(_ node: Int) {
    let inputs = plan.inputs(of: node).map { subjects[Int($0)] }
    let target = subjects[node]
    let constant = plan.constants[node]
    func each(_ compute: @escaping () -> Double) {
      for input in inputs { subscriptions.append(input.dropFirst().sink { _ in target.send(compute()) }) }
    }
    switch plan.operations[node] {
    case .source: break
    case .successor: subscriptions.append(inputs[0].dropFirst().map { $0 + 1 }.subscribe(target))
    case .increment: subscriptions.append(inputs[0].dropFirst().map { $0 + constant }.subscribe(target))
    case .copy: subscriptions.append(inputs[0].dropFirst().subscribe(target))
    case .scale:
      let scaled = inputs[0].map { $0 * constant }
      subscriptions.append(
        constant == 0
          ? scaled.removeDuplicates().dropFirst().subscribe(target) : scaled.dropFirst().subscribe(target))
    case .add: each { inputs[0].value + inputs[1].value }
    case .subtract: each { inputs[0].value - inputs[1].value }
    case .mean: each { (inputs[0].value + inputs[1].value) / 2 }
    case .lean: each { inputs[0].value * 0.75 + inputs[1].value * 0.25 }
    case .tilt: each { inputs[0].value * 0.25 + inputs[1].value * 0.75 }
    case .drift: each { inputs[0].value * 1.25 - inputs[1].value * 0.25 }
    case .sum: each { inputs.reduce(0) { $0 + $1.value } }
    case .unstable: each { Plan.unstable(inputs[0].value, inputs[1].value, inputs[2].value) }
    }
  }

  /// Executes an update.
  public func apply(_ update: Int) -> Int? {
    script.apply(update, write: { subjects[$0.node].send($0.value) }, settle: { _ in })
    return nil
  }

  /// The value of a node.
  public func value(of node: Int) -> Double { subjects[node].value }

  /// Executes a number of updates.
  public func run(_ updates: Int) {
    script.run(
      updates, from: &next, write: { subjects[$0.node].send($0.value) }, settle: { _ in },
      read: { subjects[$0].value })
  }
}
