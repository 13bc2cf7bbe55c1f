// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts whose edits are undone and redone in between, compared with the earlier states.
@Suite struct EvaluatorUndoOracleTests {
  @Test(arguments: fuzzSeeds(11...12))
  func undoingAndRedoingBringsBackStructureValuesAndOrderWithoutRunningAnything(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30)
    run(script, steps: 10_000, "seed \(seed)")
  }

  /// Runs steps until one fails.
  private func run(_ script: RandomScript, steps: Int, _ name: String) {
    let past = Past(script)
    for step in 0..<fuzzSteps(steps) {
      past.step()
      guard let complaint = script.world.complaint else { continue }
      Issue.record("\(name), step \(step): \(complaint)")
      return
    }
  }

  /// Edits, gestures, groups and forks with failing nodes, which are stopped anywhere and perhaps resumed. Finished nodes have
  /// the right values, and their observers have received them.
  @Test(arguments: fuzzSeeds(31...33))
  func whateverIsStoppedTakenBackAndDoneAgainEndsAtTheRightValuesAndObserversKnowThem(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30, stops: true)
    run(script, steps: 5_000, "seed \(seed)")
  }

  /// Most nodes fail, inputs take many connections, nodes get hundreds of inputs, or graphs lose almost all nodes.
  @Test(arguments: ["failures", "many inputs", "ports", "clearing"])
  func extremesAreBroughtBackWithoutRunningAnything(name: String) throws {
    let script = RandomScript(seed: 71, try #require(ScriptProfile.named(name)), undoLimit: 1 << 30)
    run(script, steps: name == "ports" ? 200 : 600, name)
  }

  /// Graphs of these extremes, with evaluations that are stopped anywhere.
  @Test(arguments: ["failures", "many inputs", "ports", "clearing"])
  func extremesThatAreStoppedEndAtTheRightValues(name: String) throws {
    let script = RandomScript(seed: 81, try #require(ScriptProfile.named(name)), undoLimit: 1 << 30, stops: true)
    run(script, steps: name == "ports" ? 200 : 600, name)
  }

  /// Only needed nodes are evaluated, and which nodes are needed changes between edits, undoing and redoing.
  @Test(arguments: fuzzSeeds(41...42))
  func onDemandWhatIsNeededHasTheRightValuesHoweverEditsAreTakenBackAndDoneAgain(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30, demands: true)
    run(script, steps: 1_500, "seed \(seed)")
  }

  @Test(arguments: [51] as [UInt64])
  func onDemandWhatIsStoppedTakenBackAndDoneAgainEndsAtTheRightValues(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30, stops: true, demands: true)
    run(script, steps: 1_500, "seed \(seed)")
  }

  /// Unrecorded edits happen in between. After undo and redo, values then follow from the present values of the sources.
  @Test(arguments: fuzzSeeds(61...62))
  func whateverIsNotRememberedInBetweenValuesAreThoseOfAFreshEvaluation(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30, isUnrecorded: true)
    run(script, steps: 6_000, "seed \(seed)")
  }

  @Test(arguments: ["failures", "many inputs", "ports", "clearing"])
  func extremesHaveTheValuesOfAFreshEvaluationWhateverIsNotRememberedInBetween(name: String) throws {
    let script = RandomScript(
      seed: 63, try #require(ScriptProfile.named(name)), undoLimit: 1 << 30, isUnrecorded: true)
    run(script, steps: name == "ports" ? 200 : 600, name)
  }

  @Test(arguments: [false, true])
  func whatIsStoppedAndNotRememberedInBetweenEndsAtTheRightValues(demands: Bool) {
    let script = RandomScript(seed: 64, undoLimit: 1 << 30, stops: true, demands: demands, isUnrecorded: true)
    run(script, steps: 3_000, "on demand \(demands)")
  }

  @Test func onDemandWhatIsNeededHasTheRightValuesWhateverIsNotRememberedInBetween() {
    let script = RandomScript(seed: 65, undoLimit: 1 << 30, demands: true, isUnrecorded: true)
    run(script, steps: 1_500, "on demand")
  }

  @Test(arguments: fuzzSeeds(21...22))
  func whatIsOverTheLimitIsForgottenOldestFirst(seed: UInt64) {
    forgetOldest(seed: seed, limit: 20_000, .mixed, steps: 4_000)
  }

  /// From time to time the archived slots are the last ones; they are released when their edits are forgotten.
  @Test(arguments: fuzzSeeds(23...24))
  func whatIsForgottenOfAGraphThatLosesAlmostAllNodesIsGivenBack(seed: UInt64) {
    forgetOldest(seed: seed, limit: 200_000, .clearing, steps: 1_000)
  }

  private func forgetOldest(seed: UInt64, limit: Int, _ profile: ScriptProfile, steps: Int) {
    let script = RandomScript(seed: seed, profile, undoLimit: limit)
    let past = Past(script)
    for step in 0..<fuzzSteps(steps) {
      past.step()
      let evaluator = script.world.evaluator
      if evaluator.undoByteCount > limit { script.world.complain("\(evaluator.undoByteCount) bytes are kept") }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}
