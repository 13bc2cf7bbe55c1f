// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import TestSupport
import Testing

@Suite struct WatchListTests {
  @Test func aNodeIsAddedOnceAndToldOfOnce() throws {
    let session = try Session(running: "a = 1", "b = a * 2")
    var list = WatchList()
    for name in ["a", "b", "a"] {
      let node = try #require(session.node(named: name))
      list.add(node, try #require(session.value(of: name)))
    }
    list.checkInvariants()
    try session.run("a = 3")
    #expect(list.takeChanges(in: session).map(\.text) == ["1 → 3", "2 → 6"])
    #expect(list.takeChanges(in: session).isEmpty)
  }

  @Test func aNodeThatIsInItTwiceIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1")
      let watch = WatchList.Watch(node: try #require(session.node(named: "a")), value: .value(.number(1)))
      var list = WatchList()
      list.watches = [watch, watch]
      list.checkInvariants()
    }
    #expect(result?.sentence == "a node is watched once")
  }
}
