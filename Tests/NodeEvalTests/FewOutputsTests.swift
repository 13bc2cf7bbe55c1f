// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

@Suite struct FewOutputsTests {
  private struct Negative: Error {}

  private func port<Value: Sendable>(_ name: String, _ type: Value.Type) -> ValuePort<Value> { ValuePort(name) }

  /// Makes a node with four outputs: a remainder, a text, whether the number is even, and its half.
  private func world() throws -> (Evaluator, source: NodeID, parts: NodeID) {
    let parts = NodeDefinition(
      "Parts", inputs: ValuePort("n", default: 0), outputs: port("digit", Int.self), port("text", String.self),
      port("isEven", Bool.self), port("half", Double.self)
    ) { (n: Int) -> (Int, String, Bool, Double) in
      if n < 0 { throw Negative() }
      return (n % 10, "\(n)", n % 2 == 0, Double(n) / 2)
    }
    let evaluator = Evaluator(definitions: [parts])
    let source = evaluator.input(nil, 12)
    var node = source.node
    try evaluator.edit { graph in
      node = try graph.add("Parts")
      try graph.connect(source.port, to: node.input(0))
    }
    return (evaluator, source.node, node)
  }

  private func output<Value>(_ index: Int, _ type: Value.Type, of parts: NodeID, in evaluator: Evaluator) throws
    -> Value
  {
    let output = try #require(try evaluator.output(parts.output(index), as: type))
    return try evaluator.value(of: output)
  }

  @Test func eachOutputHasItsValue() throws {
    let (evaluator, _, parts) = try world()
    #expect(try output(0, Int.self, of: parts, in: evaluator) == 2)
    #expect(try output(1, String.self, of: parts, in: evaluator) == "12")
    #expect(try output(2, Bool.self, of: parts, in: evaluator))
    #expect(try output(3, Double.self, of: parts, in: evaluator) == 6)
  }

  @Test func onlyConsumersOfOutputsThatChangedRun() throws {
    let (evaluator, source, parts) = try world()
    let digit = evaluator.node(nil, try #require(try evaluator.output(parts.output(0), as: Int.self))) { $0 }
    let text = evaluator.node(nil, try #require(try evaluator.output(parts.output(1), as: String.self))) { $0 }
    let variable = try #require(try evaluator.variable(source, as: Int.self))
    #expect(evaluator.set(variable, to: 22).evaluated == [parts, text.node])
    #expect(evaluator[text] == "22")
    #expect(evaluator.set(variable, to: 23).evaluated == [parts, digit.node, text.node])
  }

  @Test func aFailureIsThatOfAllOutputsAndGoesAway() throws {
    let (evaluator, source, parts) = try world()
    let digit = evaluator.node(nil, try #require(try evaluator.output(parts.output(0), as: Int.self))) { $0 }
    let variable = try #require(try evaluator.variable(source, as: Int.self))
    #expect(evaluator.set(variable, to: -1).blocked == [digit.node])
    #expect(throws: NodeFailure.self) { try output(3, Double.self, of: parts, in: evaluator) }
    #expect(evaluator.set(variable, to: 14).evaluated == [parts, digit.node])
    #expect(evaluator[digit] == 4)
  }
}
