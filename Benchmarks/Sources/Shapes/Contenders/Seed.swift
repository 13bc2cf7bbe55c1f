// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The way ShinpuruNodeUI keeps its demo up to date, written anew from a description: a node that has changed
/// recalculates each node that reads it, and each of those the ones that read it, at once and every time.
///
/// Nothing remembers what was done already: k stacked diamonds cost 4 (2^k − 1) recalculations. Here a node knows who
/// reads it; the original looks through all nodes for them, which costs more.
public final class Seed: Contender {
  /// What it is called in tables.
  public static let name = "the seed's recursion"
  /// More steps than this an update are not waited for.
  public static let patience = 3_000_000.0

  private let plan: Plan
  private let oracle: Oracle
  private let script: Script
  private let values: UnsafeMutablePointer<Double>
  private var next = 0
  private var recalculations = 0

  /// Computes everything.
  ///
  /// - Returns: Nothing if an update would recalculate more often than there is patience for.
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

  /// Carries out an update.
  public func apply(_ update: Int) -> Int? {
    script.apply(update, write: write, settle: { _ in plan.tell(values) })
    return nil
  }

  private func write(_ write: Plan.Write) {
    values[write.node] = write.value
    updateConsumers(of: write.node)
  }

  /// How many recalculations an update costs.
  public func recalculations(of update: Int) -> Int {
    recalculations = 0
    _ = apply(update)
    return recalculations
  }

  /// The value of a node.
  public func value(of node: Int) -> Double { values[node] }

  /// Carries out so many updates.
  public func run(_ updates: Int) {
    script.run(updates, from: &next, write: write, settle: { _ in plan.tell(values) }, read: { values[$0] })
  }
}
