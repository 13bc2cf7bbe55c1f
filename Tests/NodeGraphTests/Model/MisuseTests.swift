// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct MisuseTests {
  @Test func aBrokenRuleStopsTheProgramWithItsSentence() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let names = ["a", "b"]
      require(names.count == 1, "there is one name, not \(names)")
    }
    #expect(result?.sentence == #"there is one name, not ["a", "b"]"#)
  }

  @Test func aSentenceIsMadeOnlyWhenItsRuleIsBroken() {
    var made = 0
    func sentence() -> String {
      made += 1
      return "never said"
    }
    require(true, sentence())
    #expect(made == 0)
  }

  @Test func zoomIsAboveZero() async {
    let first = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Viewport(size: .zero, zoomRange: 0...1)
    }
    #expect(first?.sentence == "zoom is above zero, unlike 0.0...1.0")
    let later = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var viewport = Viewport(size: .zero)
      viewport.zoomRange = -1...1
    }
    #expect(later?.sentence == "zoom is above zero, unlike -1.0...1.0")
  }
}
