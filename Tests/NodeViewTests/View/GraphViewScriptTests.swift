// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct GraphViewScriptTests {
  /// The number of steps: NODEGRAPH_FUZZ_STEPS, or 10,000; in optimised builds at least 250,000, which makes a million in all.
  private var steps: Int {
    #if DEBUG
      fuzzSteps(10_000)
    #else
      max(fuzzSteps(10_000), 250_000)
    #endif
  }

  @Test(arguments: [1, 2] as [UInt64], [InteractionProfile.touch, .desktop, .editor])
  func anythingCanHappenToAView(seed: UInt64, profile: InteractionProfile) {
    let script = ViewScript(seed: seed, profile)
    for _ in 0..<steps {
      guard let fault = script.step() else { continue }
      let event = script.lastEvent.map { "\($0)" } ?? ""
      Issue.record(
        "seed \(seed), step \(script.stepsTaken), \(profile.manner), \(profile.pullsWiresFromInputs), after \(event): \(fault)"
      )
      return
    }
    // A short run need not cover all steps.
    guard steps >= 10_000 else { return }
    var told = ["select", "move", "moved", "delete", "toggle", "create", "source", "activate", "show", "refuse"]
    if profile.manner == .desktop { told += ["drop", "menu"] }
    if profile == .editor { told += ["dropped", "resize", "reroute", "bend", "straighten", "frame", "shown"] }
    for line in told { #expect(script.tally[line, default: 0] > 0, "the script does everything: \(line)") }
  }
}
