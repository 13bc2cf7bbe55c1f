// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import TestSupport
import Testing

@Suite struct GraphPreconditionTests {
  @Test func kindsHaveUniqueNames() async {
    let atFirst = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Graph(kinds: [add, add])
    }
    #expect(atFirst?.sentence == "kinds have unique names, 'Add' is taken")
    let later = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var graph = Graph(kinds: [add])
      graph.register(NodeKind("Add"))
    }
    #expect(later?.sentence == "kinds have unique names, 'Add' is taken")
    await #expect(processExitsWith: .success) {
      var graph = Graph(kinds: [add])
      graph.register(NodeKind("add"))
    }
  }

  @Test func portsOfAKindHaveUniqueNames() async {
    let inputs = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NodeKind("Twice", inputs: [.init("x", number), .init("x", text)])
    }
    #expect(inputs?.sentence == "input ports of a kind have unique names, 'Twice' has two alike")
    let many = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NodeKind("Twice", inputs: (0..<20).map { .init("x\($0 % 19)", number) })
    }
    #expect(many?.sentence == "input ports of a kind have unique names, 'Twice' has two alike")
    let outputs = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NodeKind("Twice", outputs: [.init("x", number), .init("x", text)])
    }
    #expect(outputs?.sentence == "output ports of a kind have unique names, 'Twice' has two alike")
    await #expect(processExitsWith: .success) {
      _ = NodeKind("Once", inputs: [.init("x", number)], outputs: [.init("x", number)])
    }
  }

  @Test func aKindHasAtMost32Outputs() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = NodeKind("Wide", outputs: (0...32).map { .init("\($0)", number) })
    }
    #expect(result?.sentence == "a kind has at most 32 outputs, 'Wide' has 33")
    var graph = Graph(kinds: [negate, NodeKind("Wide", outputs: (0..<32).map { .init("\($0)", number) })])
    let wide = try graph.add("Wide")
    let reader = try graph.add("Negate")
    try graph.connect(wide.output(31), to: reader.input(0))
    #expect(graph.sources(of: reader.input(0)) == [wide.output(31)])
    #expect(graph.downstream(of: wide) == [reader])
    graph.checkInvariants()
  }
}
