// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The update algorithm of ShinpuruNodeUI's demo, rewritten from a description: a node that has changed recalculates
/// each node that reads it, and each of those its own readers, immediately and every time.
///
/// Completed work is not remembered: k stacked diamonds cost 4 (2^k − 1) recalculations. Here a node has a list of
/// its readers; the original searches all nodes for them, which costs more.
public final class Seed: Contender {
  /// The name in tables.
  public static let name = "the seed's recursion"
  /// The greatest number of steps per update that is worth waiting for.
  public static let patience = 3_000_000.0

  private let plan: Plan
  private let oracle: Oracle
  private let script: Script
  private let values: UnsafeMutablePointer<Double>
  private var next = 0
  private var recalculations = 0

  /// Computes all nodes.
  ///
  /// - Returns: `nil` if an update would need more recalculations than ``patience``.
  public init?(_ plan: Plan) {
    self.plan = plan
    oracle = Oracle(plan)
    script = Script(plan.updates)
    values = UnsafeMutablePointer<Double>.allocate(capacity: plan.count)
    for node in 0..<plan.count { values[node] = oracle.value(of: node) }
    let writes = plan.updates.first?.writes.map(\.node) ?? []
    guard oracle.pathCount(from: writes) <= Self.patience else { return nil }
  }

  deinit { values.deallocate() }

  private func updateConsumers(of node: Int) {
    for consumer in oracle.consumers(of: node) {
      recalculations += 1
      values[Int(consumer)] = plan.value(of: Int(consumer), from: values)
      updateConsumers(of: Int(consumer))
    }
  }

  /// Executes an update.
  public func apply(_ update: Int) -> Int? {
    script.apply(update, write: write, settle: { _ in plan.tell(values) })
    return nil
  }

  private func write(_ write: Plan.Write) {
    values[write.node] = write.value
    updateConsumers(of: write.node)
  }

  /// The number of recalculations of an update.
  public func recalculations(of update: Int) -> Int {
    recalculations = 0
    _ = apply(update)
    return recalculations
  }

  /// The value of a node.
  public func value(of node: Int) -> Double { values[node] }

  /// Executes a number of updates.
  public func run(_ updates: Int) {
    script.run(updates, from: &next, write: write, settle: { _ in plan.tell(values) }, read: { values[$0] })
  }
}
