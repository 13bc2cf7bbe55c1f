// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts with nodes whose values come late, in any order, against a model that computes everything at once.
/// What is not pending has the right value at any time, and everything has it in the end.
@Suite struct AsyncOracleTests {
  @Test(arguments: [InputChangePolicy.restart, .finishThenLatest, .every])
  func whatIsNotPendingHasTheRightValueHoweverResultsArrive(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 101, .late(policy))
    await run(script, steps: 1_000, "\(policy)") { script.step() }
  }

  /// Whoever reads a late value goes on with the last one: everything is right when nothing is pending.
  @Test(arguments: [InputChangePolicy.restart, .every])
  func whatGoesOnWithLastValuesEndsAtTheRightOnes(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 121, .late(policy, keepsLastValue: true), undoLimit: 1 << 30)
    let past = Past(script)
    await run(script, steps: 500, landingAllIn: 4, "\(policy)") { past.step() }
  }

  /// The same, undone and redone in between, which cancels and starts runs.
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

  /// The same, with edits that are not remembered in between.
  @Test(arguments: [InputChangePolicy.restart, .finishThenLatest, .every])
  func whatIsNotRememberedInBetweenLeavesTheRightValues(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 131, .late(policy), undoLimit: 1 << 30, isUnrecorded: true)
    let past = Past(script)
    await run(script, steps: 500, "\(policy)") { past.step() }
    let counts = script.world.evaluator.flightCounts
    #expect(counts.started == counts.ended)
  }

  /// Takes steps until one is wrong, and lands results in between: all of them once in so many times. At the end all are
  /// landed.
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
