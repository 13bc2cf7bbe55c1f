// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The limit: the same arithmetic in a loop, without a graph and without deciding which nodes to compute.
///
/// Without a formula, the loop gets the list of nodes that each update reaches.
public final class Loop: Contender {
  /// The loop for a shape that a formula describes.
  public enum Formula: Sendable {
    /// v[i] = v[i − 1] + 1.
    case chain
    /// v[i] = v[0] + i − 1.
    case broad
    /// v[i] = v[0] + 1, and the sum of these.
    case diamond
    /// The four formulas of `cellx`.
    case cellx
  }

  /// The name in tables.
  public static let name = "loop without a graph"

  private let plan: Plan
  private let formula: Formula?
  private var reached: [[Int32]] = []
  private let script: Script
  private let values: UnsafeMutablePointer<Double>
  private var next = 0

  /// Prepares a loop that gets the nodes that each update reaches.
  public convenience init?(_ plan: Plan) { self.init(plan, nil) }

  /// Prepares the loop of a formula.
  public init?(_ plan: Plan, _ formula: Formula?) {
    self.plan = plan
    self.formula = formula
    script = Script(plan.updates)
    let oracle = Oracle(plan)
    values = UnsafeMutablePointer<Double>.allocate(capacity: plan.count)
    for node in 0..<plan.count { values[node] = oracle.value(of: node) }
    if formula == nil {
      reached = plan.updates.map { update in
        (oracle.reached(from: update.writes.map(\.node)) ?? []).map { Int32($0) }
      }
    }
  }

  deinit { values.deallocate() }

  private func compute(_ update: Int) {
    let count = plan.count
    switch formula {
    case .chain:
      var last = values[0]
      for index in 1..<count {
        last += 1
        values[index] = last
      }
    case .broad:
      let source = values[0]
      for index in 1..<count { values[index] = source + Double(index - 1) }
    case .diamond:
      let source = values[0]
      for index in 1..<count - 1 { values[index] = source + 1 }
      var total = 0.0
      for index in 1..<count - 1 { total += values[index] }
      values[count - 1] = total
    case .cellx:
      var above = (values[0], values[1], values[2], values[3])
      for cell in stride(from: 4, to: count, by: 4) {
        above = (above.1, above.0 - above.2, above.1 + above.3, above.2)
        values[cell] = above.0
        values[cell + 1] = above.1
        values[cell + 2] = above.2
        values[cell + 3] = above.3
      }
    case nil: for node in reached[update] { values[Int(node)] = plan.value(of: Int(node), from: values) }
    }
    use(values)
    plan.tell(values)
  }

  /// Executes an update.
  public func apply(_ update: Int) -> Int? {
    script.apply(update, write: { values[$0.node] = $0.value }, settle: compute)
    return nil
  }

  /// The value of a node.
  public func value(of node: Int) -> Double { values[node] }

  /// Executes a number of updates.
  public func run(_ updates: Int) {
    script.run(updates, from: &next, write: { values[$0.node] = $0.value }, settle: compute, read: { values[$0] })
  }
}
