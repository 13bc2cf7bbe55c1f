// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Testing

/// Nodes so far apart in a large graph that their memory is prefetched before they run.
@Suite struct EvaluatorLookAheadTests {
  private struct Divisible: Error {}

  private static let kinds = [
    NodeDefinition.source("Source", output: ValuePort("value"), initial: 0),
    NodeDefinition("Next", inputs: ValuePort("n", default: 0), output: ValuePort("next")) { n in n + 1 },
    NodeDefinition("Total", inputs: ManyPort("n", Int.self), output: ValuePort("total")) { n in n.reduce(0, +) },
    NodeDefinition(
      "Parts", inputs: ValuePort("n", default: 0), outputs: ValuePort<Int>("tens"), ValuePort<Int>("ones")
    ) { (n: Int) in (n / 10, n % 10) },
    NodeDefinition("Picky", inputs: ValuePort("n", default: 0), output: ValuePort("n")) { (n: Int) -> Int in
      if n % 7 == 0 { throw Divisible() }
      return n
    },
  ]

  /// 240 nodes of four kinds that read one source, each with one or four readers of its own, all of them far apart in memory.
  private struct World {
    let evaluator = Evaluator(definitions: EvaluatorLookAheadTests.kinds)
    private(set) var source: NodeID
    private(set) var readers: [(node: NodeID, consumers: [NodeID])] = []

    init() throws {
      var (source, readers) = (NodeID?.none, readers)
      try evaluator.edit { graph in
        let first = try graph.add("Source")
        source = first
        for index in 0..<240 {
          for _ in 0..<70 { try graph.add("Source") }
          let node = try graph.add(["Next", "Total", "Parts", "Picky"][index % 4])
          try graph.connect(first.output, to: node.input(0))
          readers.append((node, []))
        }
        for index in readers.indices {
          let read = readers[index].node.output(index % 4 == 2 ? 1 : 0)
          for _ in 0..<(index % 3 == 0 ? 4 : 1) {
            for _ in 0..<70 { try graph.add("Source") }
            let consumer = try graph.add("Next")
            try graph.connect(read, to: consumer.input(0))
            readers[index].consumers.append(consumer)
          }
        }
      }
      self.source = try #require(source)
      self.readers = readers
    }

    /// Returns how many consumers the readers of some kinds have.
    func consumers(of kinds: Set<Int>) -> Int {
      readers.indices.filter { kinds.contains($0 % 4) }.reduce(0) { $0 + readers[$1].consumers.count }
    }

    func set(_ value: Int) throws -> Receipt {
      evaluator.set(try #require(try evaluator.variable(source, as: Int.self)), to: value)
    }

    func check(_ value: Int) throws {
      for index in readers.indices {
        let expected: Int? =
          switch index % 4 {
          case 0: value + 1
          case 1: value
          case 2: value % 10
          default: value % 7 == 0 ? nil : value
          }
        for consumer in readers[index].consumers {
          let output = try #require(try evaluator.output(consumer.output, as: Int.self))
          let found = try? evaluator.value(of: output)
          #expect(found == expected.map { $0 + 1 })
        }
      }
    }
  }

  @Test func scatteredNodesOfEveryKindRunOnceAndRight() throws {
    let world = try World()
    try world.check(0)
    #expect(try world.set(12).evaluatedCount == 240 + world.consumers(of: [0, 1, 2, 3]))
    try world.check(12)
    // The digit of ones does not change.
    #expect(try world.set(22).evaluatedCount == 240 + world.consumers(of: [0, 1, 3]))
    try world.check(22)
    let receipt = try world.set(42)
    #expect(receipt.evaluatedCount == 240 + world.consumers(of: [0, 1]))
    #expect(receipt.blocked.count == world.consumers(of: [3]))
    try world.check(42)
  }

  /// Edits write many sources of a large graph. The next edit writes others, in another order, fewer or more, or sources have moved or
  /// were removed.
  @Test(arguments: [0, 1 << 22])
  func writesThatAreExpectedNeedNotFollow(undoLimit: Int) throws {
    let evaluator = Evaluator(definitions: Self.kinds)
    evaluator.undoLimit = undoLimit
    var sources: [NodeID] = []
    var total: NodeID?
    try evaluator.edit { graph in
      let sum = try graph.add("Total")
      total = sum
      for index in 0..<20_000 {
        sources.append(try graph.add("Source"))
        if index % 10 == 0 { try graph.connect(sources[index].output, to: sum.input(0)) }
      }
    }
    let sum = try #require(total)
    let output = try #require(try evaluator.output(sum.output, as: Int.self))
    var values = [Int](repeating: 0, count: sources.count)
    func write(_ indices: some Sequence<Int>, _ value: (Int) -> Int, isKept: Bool = true) throws {
      do {
        try evaluator.edit { graph in
          for index in indices {
            let variable = try #require(try evaluator.variable(sources[index], as: Int.self))
            graph.set(variable, to: value(index))
          }
          if !isKept { throw Divisible() }
        }
      } catch is Divisible {}
      if isKept { for index in indices { values[index] = value(index) } }
      #expect(evaluator[output] == stride(from: 0, to: values.count, by: 10).reduce(0) { $0 + values[$1] })
    }
    let all = sources.indices
    try write(all) { $0 }
    try write(all) { $0 + 1 }
    try write(all) { $0 + 1 }
    try write(all.reversed()) { $0 + 2 }
    try write(stride(from: 0, to: all.upperBound, by: 3)) { $0 + 3 }
    try write(all, { $0 + 4 }, isKept: false)
    try write(0..<65) { $0 + 5 }
    try write(all) { $0 + 6 }
    // The slots and cells of the last writes are gone.
    try evaluator.edit { graph in for index in 1_000..<20_000 { try graph.remove(sources[index]) } }
    (sources, values) = (Array(sources[..<1_000]), Array(values[..<1_000]))
    evaluator.compact()
    try write(sources.indices) { $0 + 7 }
    if undoLimit > 0 {
      evaluator.undo()
      #expect(evaluator[output] == stride(from: 0, to: 1_000, by: 10).reduce(0) { $0 + $1 + 6 })
    }
    evaluator.checkInvariants()
  }
}
