// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Full recomputation by a program that does not know its kinds beforehand: a closure for each node, called in order.
public final class ClosureRecomputation: Contender {
  /// The name in tables.
  public static let name = "full recomputation, closures"

  private typealias Code = (UnsafeMutablePointer<Double>) -> Double

  private let plan: Plan
  private let script: Script
  private let values: UnsafeMutablePointer<Double>
  private let codes: [Code]
  private var next = 0

  /// Computes all nodes.
  public init?(_ plan: Plan) {
    let known = Plan.blends + [.source, .copy, .increment, .scale]
    guard plan.operations.allSatisfy({ known.contains($0) }) else { return nil }
    self.plan = plan
    script = Script(plan.updates)
    values = UnsafeMutablePointer<Double>.allocate(capacity: plan.count)
    for node in 0..<plan.count { values[node] = plan.constants[node] }
    codes = (0..<plan.count).map { node in Self.code(of: node, in: plan) }
    computeAll()
  }

  deinit { values.deallocate() }

  private static func code(of node: Int, in plan: Plan) -> Code {
    let start = Int(plan.starts[node])
    if plan.operations[node] == .source { return { $0[node] } }
    let x = Int(plan.inputs[start])
    let constant = plan.constants[node]
    switch plan.operations[node] {
    case .copy: return { $0[x] }
    case .increment: return { $0[x] + constant }
    case .scale: return { $0[x] * constant }
    default: break
    }
    let y = Int(plan.inputs[start + 1])
    return switch plan.operations[node] {
    case .lean: { $0[x] * 0.75 + $0[y] * 0.25 }
    case .tilt: { $0[x] * 0.25 + $0[y] * 0.75 }
    case .drift: { $0[x] * 1.25 - $0[y] * 0.25 }
    default: { ($0[x] + $0[y]) / 2 }
    }
  }

  private func computeAll() {
    for node in 0..<codes.count { values[node] = codes[node](values) }
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
