// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

@Suite struct FreshNumbersTests {
  /// Compares with a search from the beginning.
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
      let name = numbers.freshName("node \(number)") { taken.contains($0) }
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
    // The caller chooses the names.
    try evaluator.edit { edit in
      try edit.paste(fragment) { name, isTaken in isTaken(name) ? "copy of \(name)" : name }
    }
    #expect(evaluator.graph.node(named: "copy of node 7") != nil)
  }

  @Test func aNumberThatIsReleasedIsFoundAndThoseAboveItAreNotAskedAboutAgain() {
    var taken = Set((1...3000).map { "node \($0)" } + ["node"])
    var numbers = FreshNumbers()
    func next() -> String {
      let name = numbers.freshName("node") { taken.contains($0) }
      taken.insert(name)
      return name
    }
    #expect(next() == "node 3001")
    for round in 0..<3 {
      taken.remove("node 500")
      numbers.release("node 500")
      let asked = numbers.askedCount
      #expect(next() == "node 500" && next() == "node \(3002 + round)")
      #expect(numbers.askedCount - asked <= 4)
    }
  }

  /// The graph's record of free numbers must be right after every change that frees names, and after failures.
  @Test func pastesOneAfterTheOtherTakeTheLowestNumbers() throws {
    let evaluator = Evaluator(definitions: [.source("Number", output: ValuePort("value"), initial: 0.0)])
    evaluator.undoLimit = 1 << 20
    var first: NodeID?
    try evaluator.edit { first = try $0.add("Number", named: "a") }
    let fragment = try evaluator.copy([try #require(first)])
    func paste() throws -> String? {
      var ids: [NodeID: NodeID] = [:]
      try evaluator.edit { ids = try $0.paste(fragment) }
      evaluator.checkInvariants()
      return ids.values.first.flatMap { evaluator.graph.name(of: $0) }
    }
    try evaluator.edit { edit in for _ in 0..<5 { try edit.paste(fragment) } }
    #expect(try paste() == "a 7")
    #expect(throws: CancellationError.self) {
      try evaluator.edit { edit in
        try edit.paste(fragment)
        throw CancellationError()
      }
    }
    // A name is free again if its node can't be made.
    let broken = DocumentReading(definitions: ["Number": { _, _, _ in throw CancellationError() }])
    #expect(throws: DocumentError.self) { try evaluator.edit { try $0.paste(fragment, reading: broken) } }
    #expect(try paste() == "a 8")
    evaluator.undo()
    #expect(try paste() == "a 8")
    let (third, fifth) = (
      try #require(evaluator.graph.node(named: "a 3")), try #require(evaluator.graph.node(named: "a 5"))
    )
    try evaluator.edit { edit in
      try edit.remove(third)
      try edit.rename(fifth, to: "b")
    }
    let copy = evaluator.graph
    #expect(try [paste(), paste(), paste()] == ["a 3", "a 5", "a 9"])
    #expect(copy.node(named: "a 3") == nil)
    copy.checkInvariants()
    for _ in 0..<4 { evaluator.undo() }
    #expect(try paste() == "a 9")
  }
}
