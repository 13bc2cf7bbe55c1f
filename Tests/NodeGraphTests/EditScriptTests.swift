// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct EditScriptTests {
  @Test(arguments: fuzzSeeds(1...3))
  func randomEditsAgreeWithANaiveGraph(seed: UInt64) {
    var script = EditScript(seed: seed)
    do {
      try script.run(fuzzSteps(10_000))
    } catch {
      Issue.record("seed \(seed), step \(script.stepsTaken): \(error)")
    }
    // A short run need not cover all steps.
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

  @Test(arguments: [4] as [UInt64])
  func nodesThatGetAndLoseHundredsOfPortsAgreeWithANaiveGraph(seed: UInt64) {
    var script = EditScript(seed: seed, .ports)
    do {
      try script.run(fuzzSteps(250))
    } catch {
      Issue.record("seed \(seed), step \(script.stepsTaken): \(error)")
    }
    guard fuzzSteps(250) >= 250 else { return }
    #expect(script.mostPorts > 150, "nodes have hundreds of ports")
    #expect(script.tally["failed edit", default: 0] > 3, "edits are reverted")
  }

  @Test(arguments: fuzzSeeds(8...9))
  func graphsThatLoseAlmostAllNodesAgreeWithANaiveGraph(seed: UInt64) {
    var script = EditScript(seed: seed, .clearing)
    do {
      try script.run(fuzzSteps(500))
    } catch {
      Issue.record("seed \(seed), step \(script.stepsTaken): \(error)")
    }
    guard fuzzSteps(500) >= 500 else { return }
    #expect(script.tally["remove most", default: 0] > 5)
    // In optimised builds, tables this small keep their memory.
    #if DEBUG
      #expect(script.tally["slots given back", default: 0] > 2, "slots are given back")
    #endif
  }

  @Test(arguments: fuzzSeeds(6...7))
  func inputsWithDozensOfConnectionsAgreeWithANaiveGraph(seed: UInt64) {
    var script = EditScript(seed: seed, .manyInputs)
    do {
      try script.run(fuzzSteps(1_500))
    } catch {
      Issue.record("seed \(seed), step \(script.stepsTaken): \(error)")
    }
    guard fuzzSteps(1_500) >= 1_500 else { return }
    #expect(script.mostConnections > 20, "an input takes dozens of connections")
  }
}
