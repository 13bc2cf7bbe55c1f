// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphPreconditionTests {
  @Test func kindsHaveUniqueNames() async {
    await #expect(processExitsWith: .failure) { _ = Graph(kinds: [add, add]) }
    await #expect(processExitsWith: .failure) {
      var graph = Graph(kinds: [add])
      graph.register(NodeKind("Add"))
    }
    await #expect(processExitsWith: .success) {
      var graph = Graph(kinds: [add])
      graph.register(NodeKind("add"))
    }
  }

  @Test func portsOfAKindHaveUniqueNames() async {
    await #expect(processExitsWith: .failure) {
      _ = NodeKind("Twice", inputs: [.init("x", number), .init("x", text)])
    }
    await #expect(processExitsWith: .failure) {
      _ = NodeKind("Twice", outputs: [.init("x", number), .init("x", text)])
    }
    await #expect(processExitsWith: .success) {
      _ = NodeKind("Once", inputs: [.init("x", number)], outputs: [.init("x", number)])
    }
  }

  @Test func aKindHasAtMost32Outputs() async throws {
    await #expect(processExitsWith: .failure) {
      _ = NodeKind("Wide", outputs: (0...32).map { .init("\($0)", number) })
    }
    var graph = Graph(kinds: [negate, NodeKind("Wide", outputs: (0..<32).map { .init("\($0)", number) })])
    let wide = try graph.add("Wide")
    let reader = try graph.add("Negate")
    try graph.connect(wide.output(31), to: reader.input(0))
    #expect(graph.sources(of: reader.input(0)) == [wide.output(31)])
    #expect(graph.downstream(of: wide) == [reader])
    graph.checkInvariants()
  }
}
