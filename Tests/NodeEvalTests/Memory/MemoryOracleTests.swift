// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import TestSupport
import Testing

/// Random edits of graphs whose nodes have states, buffers and delays, compared with a model that computes every value.
@Suite struct MemoryOracleTests {
  @Test(arguments: [0, 1 << 30], [nil, 1, 4])
  func statesBuffersAndDelaysAreThoseOfTheTicks(undoLimit: Int, threads: Int?) {
    for seed in 0..<UInt64(fuzzSteps(30)) {
      var random = SplitMix64(seed: 900 + seed)
      let world = TickingWorld(
        &random, knobs: 3, delays: 3, nodes: 2 + random.below(16), undoLimit: undoLimit,
        workers: threads.map { .exactly($0) })
      if let complaint = world.complaint {
        Issue.record("seed \(seed): \(complaint)")
        return
      }
      for _ in 0..<80 {
        guard let complaint = world.step(&random, hasUndo: undoLimit > 0) else { continue }
        Issue.record("seed \(seed): \(complaint)\n\(world.trace.suffix(12).joined(separator: "\n"))")
        return
      }
    }
  }
}
