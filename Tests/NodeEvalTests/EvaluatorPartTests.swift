// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

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

  @Test(
    arguments: [
      (EvaluatorPart.nodes, "a failed node has a failure"),
      (.kernels, "the loop's pointers are those of the kernels"),
      (.pending, "a summary tells which words have bits"),
      (.unfinished, "between edits what is pending was left by a stopped evaluation"),
      (.journal, "after an edit its journal is empty"),
      (.history, "the history's bytes are those of its entries"),
      (.log, "nodes that were given a value come first in the log"),
      (.observers, "an observed node has an observer"),
      (.demand, "a node counts its connections with members of a set that is closed in its direction"),
      (.flights, "a node counts its connections with members of a set that is closed in its direction"),
      (.heavyKinds, "with workers, exactly the nodes of heavy kinds are marked"),
      (.subgraphs, "a node belongs to one instance"),
      (.modes, "a node that is muted or bypassed is marked"),
      (.looks, "a node or instance with a look exists, and is not in an instance"),
      (.plans, "it is known whether there are plans"),
    ])
  func aDamagedPartIsReported(_ part: EvaluatorPart, _ rule: String) {
    let (evaluator, token) = makeEvaluator()
    withExtendedLifetime(token) {
      evaluator.damage(part)
      #expect(evaluator.brokenRules().contains(rule))
      // The damaged evaluator is leaked on purpose: releasing it would follow the damaged tables.
      _ = unsafe Unmanaged.passRetained(evaluator)
    }
  }

  @Test func everyPartIsDamagedByATest() { #expect(EvaluatorPart.allCases.count == 15) }
}
