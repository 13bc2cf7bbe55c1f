// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Calculator
import CalculatorTestSupport
import TestSupport
import Testing

@Suite struct SessionReportsTests {
  @Test func withoutReportsNothingIsKept() throws {
    let session = Session(reportsChanges: false)
    #expect(try session.run("a = 1; b = a").allSatisfy(\.changes.isEmpty))
    #expect(session.reports.values.isEmpty)
    session.checkInvariants()
  }

  @Test func aDeletedNodeIsForgotten() throws {
    let session = try Session(running: "a = 1", "a = 2", "b = a")
    let node = try #require(session.node(named: "a"))
    #expect(session.reports.given[node]?.text == "1 → 2")
    _ = try session.delete(SourceName("a"))
    #expect(session.reports.values[node] == nil && session.reports.given[node] == nil)
    session.checkInvariants()
  }

  @Test func aValueOfANodeThatIsGoneIsReported() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let session = try Session(running: "a = 1")
      let node = try #require(session.node(named: "a"))
      _ = try session.delete(SourceName("a"))
      session.reports.values[node] = .failure(message: "gone", origin: nil)
      session.reports.checkInvariants()
    }
    #expect(result?.sentence == "reports are kept of nodes that exist only")
  }
}
