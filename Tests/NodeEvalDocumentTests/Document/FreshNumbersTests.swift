// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct FreshNumbersTests {
  /// Against a search from the beginning.
  @Test(arguments: 0..<4 as Range<UInt64>)
  func theLowestFreeNumberIsFound(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var numbers = FreshNumbers()
    var taken: Set<String> = []
    for step in 0..<2000 {
      let stem = ["a", "b ", "c1"][random.below(3)]
      switch random.below(12) {
      case 0:
        let name = "\(stem)\(random.below(60))"
        taken.remove(name)
        numbers.release(name)
      case 1: taken.insert("\(stem)\(random.below(60))")
      default:
        let first = random.below(60)
        var lowest = first
        while taken.contains("\(stem)\(lowest)") { lowest += 1 }
        let found = numbers.next(from: first, of: stem) { taken.contains("\(stem)\($0)") }
        #expect(found == lowest, "seed \(seed), step \(step)")
        taken.insert("\(stem)\(lowest)")
      }
    }
  }

  @Test func manyNamesOfAStemTakeAFewQuestionsEach() {
    var taken = Set((1...3000).map { "node \($0)" })
    var numbers = FreshNumbers()
    for number in 1...3000 {
      let name = Edit.freshName("node \(number)", &numbers) { taken.contains($0) }
      #expect(taken.insert(name).inserted)
    }
    #expect(taken.contains("node 6000") && taken.count == 6000)
    #expect(numbers.askedCount <= 6000)
  }

  @Test func pastingManyNamesAsksForEachOnce() throws {
    let evaluator = Evaluator(definitions: [
      NodeDefinition("Half", inputs: ValuePort("x", default: 0.0), output: ValuePort("y")) { (x: Double) in x / 2 }
    ])
    var nodes: [NodeID] = []
    try evaluator.edit { edit in
      for number in 1...2000 { nodes.append(try edit.add("Half", named: "node \(number)")) }
    }
    let fragment = try evaluator.copy(nodes)
    try evaluator.edit { edit in try edit.paste(fragment) }
    #expect(evaluator.graph.node(named: "node 4000") != nil && evaluator.graph.nodeCount == 4000)
    // A name of the caller's own.
    try evaluator.edit { edit in
      try edit.paste(fragment) { name, isTaken in isTaken(name) ? "copy of \(name)" : name }
    }
    #expect(evaluator.graph.node(named: "copy of node 7") != nil)
  }
}
