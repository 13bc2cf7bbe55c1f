// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph

/// A second play of a script without the steps of which only speed and memory may depend.
enum ScriptTwin {
  /// What one edit has run and changed.
  struct Record: Equatable {
    let step: Int
    let evaluated: [NodeID]
    let changed: [NodeID]
    let cutOff: [NodeID]

    init(_ step: Int, _ receipt: Receipt) {
      self.step = step
      evaluated = receipt.evaluated.map(\.inDocument)
      changed = receipt.changed.map(\.inDocument)
      cutOff = receipt.cutOff.map(\.inDocument)
    }
  }

  private static let unseen: Set<String> = ["setWorkers", "limitMemo", "compact"]
  /// Steps after which it depends on the order of evaluation what has run.
  private static let stopping: Set<String> = ["stop", "addLate"]

  /// Returns the script with other steps in the place of those; `nil` if there are none, or if evaluations stop.
  static func steps(without steps: [ScriptStep]) -> [ScriptStep]? {
    let names = Set(steps.map(\.name))
    if names.isDisjoint(with: unseen) || !names.isDisjoint(with: stopping) { return nil }
    return steps.map { unseen.contains($0.name) ? .wait : $0 }
  }

  static func complaint(_ found: [Record], _ expected: [Record]) -> ScriptComplaint? {
    guard found != expected else { return nil }
    let index = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let detail = index.map { "\(found[$0]), not \(expected[$0])" } ?? "\(found.count), not \(expected.count)"
    let step = index.map { found[$0].step } ?? found.last?.step ?? 0
    return ScriptComplaint(
      rule: "receipts do not depend on threads, memory limits and places of values", detail: detail, step: step)
  }
}

extension ScriptStep {
  /// A step that does not change the evaluator.
  static let wait = ScriptStep("wait", 0, .between) { _, _ in }
}
