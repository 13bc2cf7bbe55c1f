// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Random edits of groups at any depth, compared with a naive expander.
@Suite struct SubgraphOracleTests {
  @Test func theFlatGraphIsTheExpansionOfItsDefinitionsWhateverIsEditedUndoneAndRedone() {
    var done: [String: Int] = [:]
    for seed in 1...5 as ClosedRange<UInt64> {
      let script = SubgraphScript(seed: seed)
      for step in 0..<fuzzSteps(300) {
        script.step()
        guard let complaint = script.complaint else { continue }
        Issue.record("seed \(seed), step \(step): \(complaint)")
        return
      }
      done.merge(script.done) { $0 + $1 }
    }
    for name in [
      "group", "ungroup", "connect", "refused connect", "add instance", "undo", "redo", "save", "paste", "mode", "kind",
    ] {
      #expect(done[name, default: 0] > 1, "\(name) is done now and then")
    }
  }

  @Test(arguments: [false, true]) func kindsThatAreRegisteredBetweenEditsMakeWhatOpeningMakes(areDynamic: Bool) {
    var done: [String: Int] = [:]
    let kinds = areDynamic ? SubgraphScript.dynamicKinds : SubgraphScript.kinds
    for seed in fuzzSeeds(areDynamic ? 21...24 : 11...16) {
      let script = SubgraphScript(seed: seed, isLate: true, kinds: kinds)
      for step in 0..<fuzzSteps(800) {
        script.step()
        guard let complaint = script.complaint else { continue }
        Issue.record("seed \(seed), step \(step): \(complaint)")
        return
      }
      done.merge(script.done) { $0 + $1 }
    }
    for name in [
      "register", "other", "drop", "group", "group late", "paste late", "kind late", "undo", "redo", "save",
      "refused kind",
    ] {
      #expect(done[name, default: 0] > 1, "\(name) is done now and then")
    }
  }
}
