// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A program without an engine: an update computes every node of the graph again, in order.
public final class FullRecomputation: Contender {
  /// The name in tables.
  public static let name = "full recomputation"

  private let plan: Plan
  private let script: Script
  private let values: UnsafeMutablePointer<Double>
  private var next = 0

  /// Computes all nodes.
  public init?(_ plan: Plan) {
    self.plan = plan
    script = Script(plan.updates)
    values = UnsafeMutablePointer<Double>.allocate(capacity: plan.count)
    for node in 0..<plan.count { values[node] = plan.constants[node] }
    computeAll()
  }

  deinit { values.deallocate() }

  private func computeAll() {
    for node in 0..<plan.count { values[node] = plan.value(of: node, from: values) }
    plan.tell(values)
  }

  /// Executes an update; every update evaluates all nodes.
  public func apply(_ update: Int) -> Int? {
    script.apply(update, write: { values[$0.node] = $0.value }, settle: { _ in computeAll() })
    return nil
  }

  /// The value of a node.
  public func value(of node: Int) -> Double { values[node] }

  /// Executes a number of updates.
  public func run(_ updates: Int) {
    script.run(
      updates, from: &next, write: { values[$0.node] = $0.value }, settle: { _ in computeAll() }, read: { values[$0] })
  }
}
