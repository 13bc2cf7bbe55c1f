// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

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
      #expect(evaluator.kernelCount == before + 100)
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
