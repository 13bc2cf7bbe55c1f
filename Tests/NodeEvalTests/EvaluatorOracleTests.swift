// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edit scripts against a model that computes everything from scratch.
@Suite struct EvaluatorOracleTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func everyEditLeavesWhatComputingFromScratchGivesAndRunsNoMoreThanItMust(seed: UInt64) {
    let script = RandomScript(seed: seed)
    for step in 0..<fuzzSteps(10_000) {
      script.step()
      guard let complaint = script.world.complaint else { continue }
      Issue.record("seed \(seed), step \(step): \(complaint)")
      return
    }
  }
}
