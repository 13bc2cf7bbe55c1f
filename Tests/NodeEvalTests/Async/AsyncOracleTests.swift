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
    for step in 0..<fuzzSteps(1_000) {
      script.step()
      if script.random.oneIn(2) { await script.land(all: script.random.oneIn(8)) }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("\(policy), step \(step): \(complaint)")
      return
    }
    await script.land(all: true)
    #expect(script.world.complaint == nil)
  }

  /// Whoever reads a late value goes on with the last one: everything is right when nothing is pending.
  @Test(arguments: [InputChangePolicy.restart, .every])
  func whatGoesOnWithLastValuesEndsAtTheRightOnes(policy: InputChangePolicy) async {
    let script = RandomScript(seed: 121, .late(policy, keepsLastValue: true), undoLimit: 1 << 30)
    let past = Past(script)
    for step in 0..<fuzzSteps(500) {
      past.step()
      if script.random.oneIn(2) { await script.land(all: script.random.oneIn(4)) }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("\(policy), step \(step): \(complaint)")
      return
    }
    await script.land(all: true)
    #expect(script.world.complaint == nil)
  }

  /// The same, undone and redone in between, which cancels and starts runs.
  @Test(arguments: [InputChangePolicy.restart, .finishThenLatest, .every], [false, true])
  func undoingAndRedoingStartsAndCancelsRunsSoThatEverythingEndsAtTheRightValues(
    policy: InputChangePolicy, demands: Bool
  ) async {
    let script = RandomScript(seed: 111, .late(policy), undoLimit: 1 << 30, demands: demands)
    let past = Past(script)
    for step in 0..<fuzzSteps(500) {
      past.step()
      if script.random.oneIn(2) { await script.land(all: script.random.oneIn(8)) }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("\(policy), on demand \(demands), step \(step): \(complaint)")
      return
    }
    await script.land(all: true)
    #expect(script.world.complaint == nil)
    let counts = script.world.evaluator.flightCounts
    #expect(counts.started == counts.ended)
  }
}
