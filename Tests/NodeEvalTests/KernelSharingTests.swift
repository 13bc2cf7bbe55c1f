// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Nodes that one line of code makes.
@Suite struct KernelSharingTests {
  @Test func nodesOfOneLineShareAKernelInOptimisedBuilds() {
    let evaluator = Evaluator()
    let source = evaluator.input(nil, 1)
    var last = evaluator.node(nil, source) { $0 + 1 }
    let before = evaluator.kernelCount
    for _ in 0..<100 { last = evaluator.node(nil, last) { $0 + 2 } }
    for _ in 0..<100 { _ = evaluator.input(nil, 1) }
    #expect(evaluator[last] == 202)
    #if !DEBUG
      #expect(evaluator.kernelCount == before + 1)
    #else
      #expect(evaluator.kernelCount == before)
    #endif
  }

  @Test func whereAFunctionIsCalledFromDoesNotMatter() {
    @inline(never)
    func chain(_ evaluator: Evaluator, _ length: Int) -> Output<Int> {
      let source = evaluator.input(nil, 1)
      var last = evaluator.node(nil, source) { $0 + 1 }
      for _ in 1..<length { last = evaluator.node(nil, last) { $0 + 1 } }
      return last
    }
    let evaluator = Evaluator()
    #expect(evaluator[chain(evaluator, 10)] == 11)
    #expect(evaluator[chain(evaluator, 20)] == 21)
    #if !DEBUG
      #expect(evaluator.kernelCount <= 3)
    #endif
  }

  @Test func closuresThatCaptureComputeEachItsOwn() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let objects: [Tracked?] = [nil, Tracked(1, Census()), nil, Tracked(2, Census())]
    let nodes = (0..<10).map { factor in evaluator.node(nil, source) { $0 * factor } }
    let optional = objects.map { object in evaluator.node(nil, source) { $0 + (object?.number ?? 100) } }
    let functions: [@Sendable (Int) -> Int] = [{ $0 + 1 }, { $0 - 1 }, { -$0 }]
    let given = functions.map { evaluator.node(nil, source, evaluate: $0) }
    for value in [1, 5] {
      evaluator.set(source, to: value)
      #expect(nodes.map { evaluator[$0] } == (0..<10).map { value * $0 })
      #expect(optional.map { evaluator[$0] } == [value + 100, value + 1, value + 100, value + 2])
      #expect(given.map { evaluator[$0] } == [value + 1, value - 1, -value])
    }
  }

  @Test func closuresThatCaptureShareAKernelByTheirTypes() {
    let evaluator = Evaluator()
    let source = evaluator.input("source", 1)
    let other = evaluator.input("other", 2.5)
    let before = evaluator.kernelCount
    let whole = (0..<100).map { factor in evaluator.node(nil, source) { $0 * factor } }
    let both = (0..<100).map { term in evaluator.node(nil, source, other) { Double($0 + term) * $1 } }
    let three = (0..<100).map { term in evaluator.node(nil, source, source, source) { $0 + $1 + $2 + term } }
    #expect(evaluator.kernelCount == before + 3)
    evaluator.set(source, to: 3)
    #expect(whole.map { evaluator[$0] } == (0..<100).map { 3 * $0 })
    #expect(both.map { evaluator[$0] } == (0..<100).map { Double(3 + $0) * 2.5 })
    #expect(three.map { evaluator[$0] } == (0..<100).map { 9 + $0 })
  }

  /// Removed nodes are restored with the values that they capture. Values of nodes that can't be restored are released, each
  /// exactly once.
  @Test func whatANodeCapturesIsReleasedWithIt() throws {
    let census = Census()
    do {
      let evaluator = Evaluator()
      let source = evaluator.input("source", 1)
      func add(_ number: Int) -> Output<Int> {
        let object = Tracked(number, census)
        return evaluator.node("node \(number)", source) { $0 + object.number }
      }
      let nodes = (0..<20).map { add($0) }
      #expect(census.count == 20)
      evaluator.undoLimit = 1 << 20
      for node in nodes[..<5] { try evaluator.edit { try $0.remove(node.node) } }
      #expect(census.count == 20)
      for _ in 0..<2 { evaluator.undo() }
      evaluator.set(source, to: 10)
      #expect(nodes[3...].map { evaluator[$0] } == (3..<20).map { 10 + $0 })
      // An edit that throws releases the values that its nodes captured.
      #expect(throws: (any Error).self) {
        try evaluator.edit { _ in
          _ = add(100)
          throw CancellationError()
        }
      }
      #expect(census.count == 20)
      // The undone edit can be redone, so its captured value is kept.
      evaluator.edit { _ in _ = add(20) }
      evaluator.undo()
      #expect(census.count == 21)
      evaluator.redo()
      let again = try #require(evaluator.graph.node(named: "node 20"))
      let found = try evaluator.output(again.output, as: Int.self)
      let output = try #require(found)
      #expect(evaluator[output] == 30)
      evaluator.undoLimit = 0
      #expect(census.count == 18)
      for node in nodes[10...] { try evaluator.edit { try $0.remove(node.node) } }
      #expect(census.count == 8)
      evaluator.undoLimit = 1 << 20
      try evaluator.edit { try $0.remove(nodes[9].node) }
    }
    #expect(census.count == 0)
  }

  @Test func oneGenericLineComputesForEachType() {
    func double<Number: Numeric>(_ evaluator: Evaluator, _ value: Number) -> Output<Number> {
      evaluator.node(nil, evaluator.input(nil, value)) { $0 + $0 }
    }
    let evaluator = Evaluator()
    let whole = double(evaluator, 3)
    let fraction = double(evaluator, 1.25)
    let small = double(evaluator, Int8(7))
    #expect(evaluator[whole] == 6 && evaluator[fraction] == 2.5 && evaluator[small] == 14)
  }
}
