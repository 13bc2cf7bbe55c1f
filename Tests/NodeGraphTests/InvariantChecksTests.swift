// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

/// The edits that are followed by invariant checks, where checks are on.
@Suite(.enabled(if: InvariantChecks.areOn, "NODEGRAPH_INVARIANTS turns checks on")) struct InvariantChecksTests {
  private func checks(_ nodes: Int, copying: Bool) throws -> Int {
    var graph = Graph(kinds: mixedKinds)
    var first: NodeID?
    for _ in 0..<nodes { first = try graph.add("Negate") }
    let node = try #require(first)
    return try (0..<1_000).count { edit in
      // While a copy exists, the next edit copies the graph's storage first.
      let copy = copying ? graph : nil
      try graph.move(node, to: GraphPoint(Double(edit), 0))
      return withExtendedLifetime(copy) { graph.isCheckDue }
    }
  }

  @Test(arguments: [false, true]) func aSmallGraphIsCheckedAfterEachEditALargerOneAfterSome(copying: Bool) throws {
    #expect(try checks(60, copying: copying) == 1_000)
    #expect(200...300 ~= (try checks(200, copying: copying)), "one in four, whether others hold copies or not")
    #expect(try checks(1_000, copying: copying) == 0)
  }
}
