// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts with nodes whose values come late, in any order, compared with a model that computes every value at once.
/// Nodes that are not pending have the right value at any time, and all nodes have it in the end.
@Suite struct AsyncOracleTests {
  @Test(arguments: [InputChangePolicy.restart, .finishThenLatest, .every])
  func whatIsNotPendingHasTheRightValueHoweverResultsArrive(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 101, .late(policy))
    await run(script, steps: 1_000, "\(policy)") { script.step() }
  }

  /// Readers of a late value continue with the last one. All values are right when no node is pending.
  @Test(arguments: [InputChangePolicy.restart, .every])
  func whatGoesOnWithLastValuesEndsAtTheRightOnes(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 121, .late(policy, keepsLastValue: true), undoLimit: 1 << 30)
    let past = Past(script)
    await run(script, steps: 500, landingAllIn: 4, "\(policy)") { past.step() }
  }

  /// Edits with late values, with undo and redo in between, which cancel and start runs.
  @Test(arguments: [InputChangePolicy.restart, .finishThenLatest, .every], [false, true])
  func undoingAndRedoingStartsAndCancelsRunsSoThatEverythingEndsAtTheRightValues(
    policy: InputChangePolicy, demands: Bool
  ) async {
    let script = RandomScript(seed: 111, .late(policy), undoLimit: 1 << 30, demands: demands)
    let past = Past(script)
    await run(script, steps: 500, "\(policy), on demand \(demands)") { past.step() }
    let counts = script.world.evaluator.flightCounts
    #expect(counts.started == counts.ended)
  }

  /// Edits with late values, with undo, redo and unrecorded edits in between.
  @Test(arguments: [InputChangePolicy.restart, .finishThenLatest, .every])
  func whatIsNotRememberedInBetweenLeavesTheRightValues(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 131, .late(policy), undoLimit: 1 << 30, isUnrecorded: true)
    let past = Past(script)
    await run(script, steps: 500, "\(policy)") { past.step() }
    let counts = script.world.evaluator.flightCounts
    #expect(counts.started == counts.ended)
  }

  /// Runs steps until one fails, and lands results in between: all of them once in `times` landings on average. Lands all results
  /// at the end.
  private func run(
    _ script: RandomScript, steps: Int, landingAllIn times: Int = 8, _ name: String, step: () -> Void
  ) async {
    for index in 0..<fuzzSteps(steps) {
      step()
      if script.random.oneIn(2) { await script.land(all: script.random.oneIn(times)) }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("\(name), step \(index): \(complaint)")
      return
    }
    await script.land(all: true)
    #expect(script.world.complaint == nil)
  }
}
