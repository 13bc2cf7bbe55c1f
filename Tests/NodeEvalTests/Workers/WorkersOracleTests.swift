// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts of graphs in which most kinds are heavy, evaluated by several threads, and compared both with a model that
/// computes every value from scratch and with each other.
@Suite(.serialized) struct WorkersOracleTests {
  /// Each edit results in the values computed from scratch, runs each affected node once, and reports the same changes in the
  /// same order as without workers.
  @Test(arguments: [1, 2, 4, 8])
  func whatReceiptsSayDoesNotDependOnTheNumberOfThreads(count: Int) {
    let twins = Twins(201, .mixed, (.none, .exactly(count)))
    twins.run(fuzzSteps(800)) { $0.step() }
    #expect(twins.batches.nodes > twins.batches.batches)
  }

  @Test(arguments: [2, 4])
  func failuresAreThoseOfOneThread(count: Int) {
    Twins(211, .failures, (.none, .exactly(count))).run(fuzzSteps(600)) { $0.step() }
  }

  @Test func inputsOfManyConnectionsAreReadInOrderByAllThreads() {
    Twins(221, .manyInputs, (.none, .exactly(4))).run(fuzzSteps(600)) { $0.step() }
  }

  /// Edits are undone and redone in between, with observers, without running any node.
  @Test(arguments: [2, 8])
  func undoBringsBackWhatThreadsHaveReplaced(count: Int) {
    let script = RandomScript(seed: 231, undoLimit: 1 << 30, workers: .exactly(count))
    let past = Past(script)
    run(script, fuzzSteps(1_000)) { past.step() }
  }

  /// Evaluations are stopped between batches and resumed, and edits are undone and redone, with observers.
  @Test(arguments: [241, 242] as [UInt64])
  func whatIsStoppedBetweenBatchesEndsAtTheRightValues(seed: UInt64) {
    let script = RandomScript(seed: seed, undoLimit: 1 << 30, stops: true, workers: .exactly(3))
    let past = Past(script)
    run(script, fuzzSteps(800)) { past.step() }
  }

  @Test(arguments: [false, true])
  func onDemandOnlyWhatIsNeededRunsOnOtherThreads(stops: Bool) {
    let script = RandomScript(seed: 251, undoLimit: 1 << 30, stops: stops, demands: true, workers: .exactly(3))
    let past = Past(script)
    run(script, fuzzSteps(600)) { past.step() }
  }

  @Test func valuesThatComeLateGoWithHeavyNodes() async {
    let script = RandomScript(seed: 261, .late(.restart), undoLimit: 1 << 30, workers: .exactly(3))
    let past = Past(script)
    for step in 0..<fuzzSteps(500) {
      past.step()
      if script.random.oneIn(2) { await script.land(all: script.random.oneIn(8)) }
      guard let complaint = script.world.complaint else { continue }
      Issue.record("step \(step): \(complaint)")
      return
    }
    await script.land(all: true)
    #expect(script.world.complaint == nil)
  }

  @Test func theNumberOfThreadsMayChangeBetweenAnyTwoEdits() {
    let script = RandomScript(seed: 271, undoLimit: 1 << 30, workers: .exactly(2))
    let past = Past(script)
    var choices = SplitMix64(seed: 271)
    run(script, fuzzSteps(1_500)) {
      past.step()
      guard choices.oneIn(4) else { return }
      script.workers = choices.pick([Workers.none, .exactly(1), .exactly(2), .exactly(5)])
      script.world.evaluator.workers = script.workers ?? Workers.none
    }
  }

  private func run(_ script: RandomScript, _ steps: Int, step: () -> Void) {
    for index in 0..<steps {
      step()
      guard let complaint = script.world.complaint else { continue }
      Issue.record("step \(index): \(complaint)")
      return
    }
  }
}

/// Two scripts that make the same edits with different workers.
private final class Twins {
  private let scripts: [RandomScript]
  private(set) var batches = (batches: 0, nodes: 0)

  init(_ seed: UInt64, _ profile: ScriptProfile, _ workers: (Workers, Workers)) {
    scripts = [workers.0, workers.1].map { RandomScript(seed: seed, profile, undoLimit: 1 << 20, workers: $0) }
  }

  /// Runs steps until one fails, or until the twins differ.
  func run(_ steps: Int, step: (RandomScript) -> Void) {
    for index in 0..<steps {
      for script in scripts {
        step(script)
        guard let complaint = script.world.complaint else { continue }
        Issue.record("step \(index): \(complaint)")
        return
      }
      let told = scripts.map { $0.world.told?.last ?? "nothing" }
      if told[0] != told[1] {
        let trace = scripts[1].world.trace.suffix(20).joined(separator: "\n")
        Issue.record("step \(index): \(told[1]), not \(told[0])\nafter:\n\(trace)")
        return
      }
      batches = scripts[1].world.evaluator.batchCounts
    }
  }
}
