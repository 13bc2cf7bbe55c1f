// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Graphs so large that any recursion over them would overflow a stack.
@Suite struct LargeGraphTests {
  #if DEBUG
    private let size = 100_000
  #else
    private let size = 1_000_000
  #endif

  @Test func aLongChainIsBuiltChangedCutAndReleased() throws {
    do {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 0)
      var nodes: [Output<Int>] = []
      var last = evaluator.node(nil, source) { $0 + 1 }
      for _ in 1..<size {
        nodes.append(last)
        last = evaluator.node(nil, last) { $0 + 1 }
      }
      #expect(evaluator[last] == size)
      #expect(evaluator.set(source, to: 5).evaluatedCount == size)
      #expect(evaluator[last] == size + 5)
      #expect(evaluator.description == "Evaluator: Graph of \(size + 1) nodes and \(size) connections")
      let middle = nodes[size / 2]
      let receipt = try evaluator.edit { try $0.remove(middle.node) }
      #expect(receipt.blocked.count == size - size / 2 - 1)
      #expect(evaluator.failure(of: last.node)?.reason == .unsetInput("1"))
      #expect(evaluator.set(source, to: 6).evaluatedCount == size / 2)
      #expect(throws: GraphError.self) {
        try evaluator.edit { try $0.connect(nodes[size / 2 - 1].port, to: nodes[0].node.input(0), replacing: true) }
      }
      let repair = try evaluator.edit { try $0.connect(source.port, to: nodes[size / 2 + 1].node.input(0)) }
      #expect(repair.evaluatedCount == size - size / 2 - 1)
    }
  }

  @Test func aLongChainOfObjectsIsReleased() {
    let census = Census()
    do {
      let evaluator = Evaluator()
      let source = evaluator.input("source", Tracked(0, census))
      var last = evaluator.node(nil, source) { Tracked($0.number + 1, census) }
      for _ in 1..<size { last = evaluator.node(nil, last) { Tracked($0.number + 1, census) } }
      #expect(evaluator[last].number == size)
      #expect(census.count == size + 1)
    }
    #expect(census.count == 0)
  }

  @Test func aSourceWithManyConsumersAndAnInputWithManySources() throws {
    let sum = NodeDefinition("Sum", inputs: ManyPort<Int>("terms"), output: ValuePort("sum")) { (terms: [Int]) -> Int in
      terms.reduce(0, +)
    }
    let evaluator = Evaluator(definitions: [sum])
    let source = evaluator.input("source", 1)
    let copies = (0..<size).map { _ in evaluator.node(nil, source) { $0 } }
    var total: NodeID?
    try evaluator.edit { edit in
      let node = try edit.add("Sum", named: "total")
      total = node
      for copy in copies { try edit.connect(copy.port, to: node.input(0)) }
    }
    let node = try #require(total)
    let result = try #require(try evaluator.output(node.output, as: Int.self))
    #expect(evaluator[result] == size)
    #expect(evaluator.set(source, to: 2).evaluatedCount == size + 1)
    #expect(evaluator[result] == 2 * size)
    try evaluator.edit { edit in
      for copy in copies.prefix(1000) { try edit.remove(copy.node) }
    }
    #expect(evaluator[result] == 2 * (size - 1000))
    #expect(throws: Abandoned.self) {
      try evaluator.edit { edit in
        try edit.remove(source.node)
        try edit.disconnect(node.input(0))
        throw Abandoned()
      }
    }
    #expect(evaluator.set(source, to: 3).evaluatedCount == size - 1000 + 1)
    #expect(try evaluator.edit { try $0.remove(source.node) }.blocked.count == size - 1000 + 1)
  }
}
