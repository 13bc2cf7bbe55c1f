// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A part of an evaluator's state that has rules: what it holds, how its rules are checked, and how a test breaks one.
///
/// Each part is declared once, in the file of its type or of its rules, and listed in ``all``. `Evaluator.checkInvariants`, the
/// test that damages each part, and the test that compares the table in `Documentation/Architecture.md` use this list.
package struct EvaluatorPart: Sendable, CustomStringConvertible {
  /// The path of its property in `EvaluatorState`.
  package let path: String
  /// What it holds, as the table in `Documentation/Architecture.md` says.
  package let contents: String
  /// Whether its rules hold only between edits.
  private let isSettledByEdits: Bool
  private let brokenRules: @Sendable (borrowing EvaluatorState) -> [String]
  /// Breaks a rule, for the test that checks that it is reported.
  let damage: @Sendable (inout EvaluatorState) -> Void

  init(
    _ path: String, contents: String, betweenEdits: Bool = false,
    brokenRules: @escaping @Sendable (borrowing EvaluatorState) -> [String],
    damage: @escaping @Sendable (inout EvaluatorState) -> Void
  ) {
    self.path = path
    self.contents = contents
    isSettledByEdits = betweenEdits
    self.brokenRules = brokenRules
    self.damage = damage
  }

  package var description: String { path }

  /// The parts, in the order in which their rules are checked.
  package static let all: [EvaluatorPart] = [
    nodes, kernels, plans, journal, log, pending, history, unfinished, subgraphs, demand, flights, heavyKinds, modes,
    looks,
    observers,
  ]

  /// The rules that are broken; none of those that hold only between edits while an edit is under way.
  func brokenRules(in state: borrowing EvaluatorState) -> [String] {
    isSettledByEdits && state.activity.editDepth > 0 ? [] : brokenRules(state)
  }
}

extension EvaluatorState {
  /// The rules of all parts that are broken. Complexity: O(nodes + connections).
  func brokenRules() -> [String] {
    var rules: [String] = []
    for part in EvaluatorPart.all { rules += part.brokenRules(in: self) }
    return rules
  }
}
