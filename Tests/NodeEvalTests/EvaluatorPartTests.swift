// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import NodeEval
import NodeGraph
import Testing

@Suite struct EvaluatorPartTests {
  /// Makes an evaluator that has used every part: an observed node, a failure, edits that can be undone and redone.
  private func makeEvaluator() -> (Evaluator, ObservationToken) {
    struct Refusal: Error {}
    let evaluator = Evaluator()
    evaluator.undoLimit = 1 << 20
    let input = evaluator.input("input", 1)
    let double = evaluator.node("double", input) { $0 * 2 }
    let failing = evaluator.node("failing", input) { if $0 > 2 { throw Refusal() } else { $0 } }
    _ = evaluator.node("blocked", failing, double) { $0 + $1 }
    let token = evaluator.observe(double) { _ in }
    evaluator.set(input, to: 3)
    evaluator.set(input, to: 4)
    evaluator.undo()
    return (evaluator, token)
  }

  @Test func noRuleIsBrokenAfterEditsFailuresAndUndo() {
    let (evaluator, token) = makeEvaluator()
    withExtendedLifetime(token) {
      #expect(evaluator.brokenRules() == [])
      evaluator.checkInvariants()
    }
  }

  @Test(arguments: EvaluatorPart.all)
  func aDamagedPartIsReported(_ part: EvaluatorPart) {
    let (evaluator, token) = makeEvaluator()
    withExtendedLifetime(token) {
      #expect(evaluator.brokenRules(of: part) == [])
      evaluator.damage(part)
      let broken = evaluator.brokenRules(of: part)
      #expect(!broken.isEmpty)
      #expect(evaluator.brokenRules().contains(broken))
      // The damaged evaluator is leaked on purpose: releasing it would follow the damaged tables.
      _ = unsafe Unmanaged.passRetained(evaluator)
    }
  }

  @Test func theArchitectureListsEveryPart() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "Documentation/Architecture.md"), encoding: .utf8)
    for part in EvaluatorPart.all { #expect(text.contains("\n| `\(part.path)` | \(part.contents) |\n")) }
  }
}
