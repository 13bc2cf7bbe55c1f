// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct EditScriptTests {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func randomEditsAgreeWithANaiveGraph(seed: UInt64) {
    var script = EditScript(seed: seed)
    do {
      try script.run(fuzzSteps(10_000))
    } catch {
      Issue.record("seed \(seed), step \(script.stepsTaken): \(error)")
    }
    // A short run need not come to all of it.
    guard fuzzSteps(10_000) >= 10_000 else { return }
    for name in [
      "add", "add refused", "add own", "add own refused", "connect", "connect refused", "disconnect input",
      "disconnect input refused", "disconnect", "disconnect refused", "rename", "rename refused", "move",
      "move refused", "set kind", "set kind refused", "remove", "remove refused", "edit", "failed edit",
      "failed nested edit",
    ] {
      #expect(script.tally[name, default: 0] > 0, "the script does everything")
    }
  }
}
