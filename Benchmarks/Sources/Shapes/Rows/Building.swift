// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeEval
import NodeGraph

/// Building graphs, removing nodes, and the memory of graphs.
enum Building {
  /// The time to build a plan, including its evaluation.
  static func time(_ contender: any Contender.Type, _ plan: Plan) -> Subject {
    let last = plan.count - 1
    let expected = Oracle(plan).value(of: last)
    return Subject(contender.name, divisor: Double(plan.count)) {
      var made: (any Contender)?
      let time = try timed { made = try contender.init(plan) }
      guard let built = made else { throw Mismatch("\(contender.name) can't express this") }
      guard built.value(of: last) == expected else { throw Mismatch("\(contender.name) has built something else") }
      return time
    }
  }

  /// The memory of a built plan.
  static func bytes(_ contender: any Contender.Type, _ plan: Plan, count: @escaping () -> Int) -> Subject {
    Subject(contender.name, divisor: Double(plan.count)) {
      let before = count()
      guard let built = try contender.init(plan) else { throw Mismatch("\(contender.name) can't express this") }
      // The next edit releases the data of the last one's report.
      (built as? Engine)?.evaluator.edit { _ in }
      let bytes = count() - before
      withExtendedLifetime(built) {}
      return Double(bytes)
    }
  }

  /// The first evaluation of all nodes: the end of the edit that has added them.
  static func cold(_ plan: Plan) -> Subject {
    let computed = plan.operations.count { $0 != .source }
    let expected = Oracle(plan).value(of: plan.count - 1)
    return Subject(Declared.name, evaluations: Double(computed), divisor: Double(computed)) {
      var built = 0.0
      guard let engine = try Declared(plan, whenBuilt: { built = threadTime() }) else {
        throw Mismatch("the plan was not built")
      }
      let time = threadTime() - built
      let last = plan.count - 1
      guard engine.value(of: last) == expected else { throw Mismatch("the first evaluation went wrong") }
      return time
    }
  }

  /// Removes every second node in one edit, which evaluates the readers of these nodes again.
  static func deletion(_ plan: Plan) -> Subject {
    Subject(Declared.name, divisor: Double(plan.count / 2)) {
      guard let engine = try Declared(plan) else { throw Mismatch("the plan was not built") }
      let time = try timed {
        try engine.evaluator.edit { graph in
          for node in stride(from: 1, to: plan.count, by: 2) { try graph.remove(engine.outputs[node].node) }
        }
      }
      let left = engine.evaluator.graph.nodeCount
      guard left == (plan.count + 1) / 2 else { throw Mismatch("\(left) nodes are left") }
      return time
    }
  }
}

extension Row {
  /// Rows for building, memory, first evaluation, evaluation of all nodes, and deletion.
  ///
  /// - Parameters:
  ///   - large: The number of nodes in a large graph.
  ///   - bytes: Returns the bytes that this thread has allocated.
  /// - Returns: The rows.
  static func building(large: Int, bytes: @escaping () -> Int) -> [Row] {
    let chain = { () -> Plan in
      var plan = Plan.chain(large / 10)
      plan.updates = []
      return plan
    }
    let layered = { Plan.layered(large) }
    return [
      Row(
        "build a chain", large / 10, "ns/built node", goal: 30, headline: CodeFirst.name, isSingle: true,
        [
          (CodeFirst.name, { Building.time(CodeFirst.self, chain()) }),
          (Declared.name, { Building.time(Declared.self, chain()) }),
          (Subjects.name, { Building.time(Subjects.self, chain()) }),
        ]),
      Row(
        "build a random graph", large, "ns/built node", goal: 120, headline: CodeFirst.name, isSingle: true,
        [
          (CodeFirst.name, { Building.time(CodeFirst.self, layered()) }),
          (Declared.name, { Building.time(Declared.self, layered()) }),
        ]),
      Row(
        "memory of a random graph", large, "bytes/node", goal: 96, headline: CodeFirst.name, isSingle: true,
        [
          (CodeFirst.name, { Building.bytes(CodeFirst.self, layered(), count: bytes) }),
          (Declared.name, { Building.bytes(Declared.self, layered(), count: bytes) }),
        ]),
      Row(
        "memory of a chain", large / 10, "bytes/node", isSingle: true,
        [
          (CodeFirst.name, { Building.bytes(CodeFirst.self, chain(), count: bytes) }),
          (Declared.name, { Building.bytes(Declared.self, chain(), count: bytes) }),
          (Subjects.name, { Building.bytes(Subjects.self, chain(), count: bytes) }),
        ]),
      Row(
        "first evaluation of everything", large, "ns/new node", isSingle: true,
        [(Declared.name, { Building.cold(layered()) })]),
      .plan(
        "evaluation of everything", large, goal: 65,
        [Declared.self, CodeFirst.self, BuiltIn.self, FullRecomputation.self]
      ) {
        var plan = layered()
        plan.touchAll()
        return plan
      },
      .plan(
        "reach of everything, scattered", large,
        [Declared.self, Scattered.self, LeftScattered.self, FullRecomputation.self]
      ) { .cone(large) },
      Row("delete half", large, "ns/removed node", isSingle: true, [(Declared.name, { Building.deletion(layered()) })]),
    ]
  }
}
