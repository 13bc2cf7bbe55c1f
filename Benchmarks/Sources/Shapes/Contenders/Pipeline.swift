// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import OpenCombine

/// OpenCombine at its best: a chain as one pipeline of operators, whose intermediate values can't be read.
public final class Pipeline: Contender {
  /// The name in tables.
  public static let name = "OpenCombine, one pipeline"

  private let script: Script
  private let source = PassthroughSubject<Double, Never>()
  private var subscription: AnyCancellable?
  private var last = 0.0
  private var next = 0

  /// Builds the pipeline.
  ///
  /// - Returns: `nil` if the plan is not a chain, or longer than 1,000: a type-erased operator calls the next one.
  public init?(_ plan: Plan) {
    script = Script(plan.updates)
    let isChain =
      plan.operations.dropFirst().allSatisfy { $0 == .successor }
      && plan.inputs.enumerated().allSatisfy { $0.offset == Int($0.element) }
    guard isChain, plan.count <= 1001, plan.count > 1 else { return nil }
    var publisher = source.eraseToAnyPublisher()
    for _ in 1..<plan.count { publisher = publisher.map { $0 + 1 }.eraseToAnyPublisher() }
    subscription = publisher.sink { [unowned self] in last = $0 }
  }

  /// Executes an update.
  public func apply(_ update: Int) -> Int? {
    script.apply(update, write: { source.send($0.value) }, settle: { _ in })
    return nil
  }

  /// The value at the end of the pipeline, for any node.
  public func value(of node: Int) -> Double { last }

  /// Executes a number of updates.
  public func run(_ updates: Int) {
    script.run(updates, from: &next, write: { source.send($0.value) }, settle: { _ in }, read: { _ in last })
  }
}
