// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Computes the results of updates by the plain definition: a node runs if an input has changed.
///
/// It is written for correctness, not for speed, and shares only the arithmetic with the measured code.
public final class Oracle {
  private let plan: Plan
  private var values: [Double]
  private var consumerStarts: [Int32]
  private var consumers: [Int32]
  /// The last call of `reached` that visited each node, so that marks need no clearing.
  private var seen: [Int]
  private var calls = 0

  /// Evaluates all nodes once.
  public init(_ plan: Plan) {
    self.plan = plan
    values = plan.constants
    consumerStarts = [Int32](repeating: 0, count: plan.count + 1)
    consumers = [Int32](repeating: 0, count: plan.inputs.count)
    seen = [Int](repeating: 0, count: plan.count)
    values.withUnsafeMutableBufferPointer { values in
      guard let base = values.baseAddress else { return }
      for node in 0..<plan.count { base[node] = plan.value(of: node, from: base) }
    }
    for source in plan.inputs { consumerStarts[Int(source) + 1] += 1 }
    for node in 0..<plan.count { consumerStarts[node + 1] += consumerStarts[node] }
    var next = consumerStarts
    for node in 0..<plan.count {
      for source in plan.inputs(of: node) {
        consumers[Int(next[Int(source)])] = Int32(node)
        next[Int(source)] += 1
      }
    }
  }

  /// The current value of a node.
  public func value(of node: Int) -> Double { values[node] }

  /// The nodes that read a node.
  func consumers(of node: Int) -> ArraySlice<Int32> {
    consumers[Int(consumerStarts[node])..<Int(consumerStarts[node + 1])]
  }

  /// All nodes that depend on some nodes, in order; `nil` if there are more than `limit`.
  public func reached(from nodes: [Int], limit: Int = .max) -> [Int]? {
    calls += 1
    var reached: [Int] = []
    var waiting = nodes
    while let node = waiting.popLast() {
      for consumer in consumers(of: node) where seen[Int(consumer)] != calls {
        seen[Int(consumer)] = calls
        reached.append(Int(consumer))
        if reached.count > limit { return nil }
        waiting.append(Int(consumer))
      }
    }
    return reached.sorted()
  }

  /// Executes an update and returns the number of nodes that run.
  func apply(_ update: Plan.Update) -> Int {
    var changed: Set<Int> = []
    for write in update.writes where values[write.node] != write.value {
      values[write.node] = write.value
      changed.insert(write.node)
    }
    var evaluations = 0
    for node in reached(from: update.writes.map(\.node)) ?? [] {
      guard plan.inputs(of: node).contains(where: { changed.contains(Int($0)) }) else { continue }
      evaluations += 1
      let before = values[node]
      values.withUnsafeMutableBufferPointer { values in
        guard let base = values.baseAddress else { return }
        base[node] = plan.value(of: node, from: base)
      }
      if values[node] != before { changed.insert(node) }
    }
    return evaluations
  }

  /// How often a change of some nodes is passed on if every arrival is passed on immediately: the number of paths.
  func pathCount(from nodes: [Int]) -> Double {
    var paths: [Int: Double] = [:]
    for node in nodes { paths[node] = 1 }
    var total = 0.0
    for node in reached(from: nodes) ?? [] {
      let count = plan.inputs(of: node).reduce(0) { $0 + (paths[Int($1)] ?? 0) }
      paths[node] = count
      total += count
    }
    return total
  }
}
