// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Kinds that fold the values of many connections.
@Suite struct FoldTests {
  private final class Calls: Sendable {
    private let added = Atomic(0)
    private let removed = Atomic(0)
    func countAdded() { added.add(1, ordering: .relaxed) }
    func countRemoved() { removed.add(1, ordering: .relaxed) }
    func take() -> [Int] { [added.exchange(0, ordering: .relaxed), removed.exchange(0, ordering: .relaxed)] }
  }

  private let calls = Calls()
  private let evaluator: Evaluator

  init() {
    evaluator = Evaluator(definitions: [
      NodeDefinition(
        "Total", folding: ManyPort<Int>("values"), output: ValuePort("total"), empty: 100,
        adding: { [calls] in
          calls.countAdded()
          $0 &+= $1
        },
        removing: { [calls] in
          calls.countRemoved()
          $0 &-= $1
        }),
      NodeDefinition(
        "Distinct", folding: ManyPort<Int>("values"), output: ValuePort("count"), empty: [Int: Int](),
        adding: { $0[$1, default: 0] += 1 },
        removing: { counts, value in
          counts[value, default: 0] -= 1
          if counts[value] == 0 { counts[value] = nil }
        }, result: \.count),
      NodeDefinition("Sign", inputs: ValuePort("x", Int.self), output: ValuePort("sign")) { (x: Int) in x.signum() },
      NodeDefinition("Picky", inputs: ValuePort("x", Int.self), output: ValuePort("y")) { (x: Int) in
        if x < 0 { throw Negative() }
        return x
      },
    ])
  }

  private struct Negative: Error {}

  private func make(_ kind: String, reading ports: [OutputPort]) throws -> Output<Int> {
    var node: NodeID?
    try evaluator.edit { edit in
      let made = try edit.add(kind)
      for port in ports { try edit.connect(port, to: made.input(0)) }
      node = made
    }
    let port = try #require(node).output
    return try #require(try evaluator.output(port, as: Int.self))
  }

  private func makeSources(_ count: Int) -> [Variable<Int>] { (0..<count).map { evaluator.input(nil, $0) } }

  @Test(arguments: [0, 1, 2, 7, 20, 300])
  func whatHasChangedIsRemovedAndAdded(count: Int) throws {
    let sources = makeSources(count)
    let total = try make("Total", reading: sources.map(\.port))
    #expect(calls.take() == [count, 0])
    var values = Array(0..<count)
    #expect(evaluator[total] == 100 + values.reduce(0, +))
    for index in values.indices {
      values[index] = 1000 * index + 7
      evaluator.set(sources[index], to: values[index])
      #expect(calls.take() == [1, 1])
      #expect(evaluator[total] == 100 + values.reduce(0, +))
    }
  }

  @Test func whereMuchHasChangedEverythingIsAddedOnce() throws {
    let sources = makeSources(300)
    let total = try make("Total", reading: sources.map(\.port))
    _ = calls.take()
    evaluator.edit { edit in for source in sources { edit.set(source, to: 1) } }
    #expect(calls.take() == [300, 0])
    evaluator.edit { edit in for source in sources[..<40] { edit.set(source, to: 2) } }
    #expect(calls.take() == [40, 40])
    #expect(evaluator[total] == 440)
  }

  @Test func anOutputThatIsReadOftenCountsEachTime() throws {
    let sources = makeSources(2)
    let total = try make("Total", reading: [0, 1, 0, 0].map { sources[$0].port })
    evaluator.set(sources[0], to: 5)
    #expect(evaluator[total] == 116)
    #expect(calls.take() == [4 + 3, 3])
  }

  @Test func whatIsCutOffInFrontChangesNothing() throws {
    let sources = makeSources(3)
    var ports: [OutputPort] = []
    try evaluator.edit { edit in
      for source in sources {
        let sign = try edit.add("Sign")
        try edit.connect(source.port, to: sign.input(0))
        ports.append(sign.output)
      }
    }
    let total = try make("Total", reading: ports)
    _ = calls.take()
    #expect(evaluator.set(sources[2], to: 9).evaluatedCount == 1)
    #expect(calls.take() == [0, 0])
    evaluator.set(sources[2], to: -9)
    #expect(calls.take() == [1, 1])
    #expect(evaluator[total] == 100)
  }

  @Test func afterAFailureEverythingIsAddedAnew() throws {
    let sources = makeSources(40)
    var ports: [OutputPort] = []
    try evaluator.edit { edit in
      for source in sources {
        let picky = try edit.add("Picky")
        try edit.connect(source.port, to: picky.input(0))
        ports.append(picky.output)
      }
    }
    let total = try make("Total", reading: ports)
    _ = calls.take()
    evaluator.set(sources[3], to: -1)
    evaluator.set(sources[4], to: 1000)
    #expect(evaluator.failure(of: total.port.node)?.origin == ports[3].node)
    #expect(calls.take() == [0, 0])
    evaluator.set(sources[3], to: 0)
    #expect(calls.take() == [40, 0])
    #expect(evaluator[total] == 100 + (0..<40).reduce(0, +) - 3 - 4 + 1000)
  }

  @Test func undoBringsTheResultBackAndTheNextChangeIsRight() throws {
    evaluator.undoLimit = 1 << 20
    let sources = makeSources(40)
    let total = try make("Total", reading: sources.map(\.port))
    let before = evaluator[total]
    evaluator.set(sources[0], to: 50)
    evaluator.set(sources[1], to: 60)
    _ = calls.take()
    evaluator.undo()
    evaluator.undo()
    #expect(calls.take() == [0, 0])
    #expect(evaluator[total] == before)
    evaluator.set(sources[2], to: 3)
    #expect(evaluator[total] == before + 1)
  }

  @Test func aFoldMayBeOfAnotherTypeThanValuesAndResult() throws {
    let sources = makeSources(20)
    let distinct = try make("Distinct", reading: sources.map(\.port))
    #expect(evaluator[distinct] == 20)
    evaluator.set(sources[0], to: 1)
    #expect(evaluator[distinct] == 19)
    evaluator.set(sources[1], to: 2)
    #expect(evaluator[distinct] == 19)
    evaluator.set(sources[0], to: 2)
    #expect(evaluator[distinct] == 18)
  }

  /// Uses cells at uneven distances, so that guesses of a cell's position are wrong.
  @Test func readersAreFoundWhereverTheyLie() throws {
    var random = SplitMix64(seed: 5)
    var ports: [(port: OutputPort, source: Variable<Int>?)] = []
    for index in 0..<600 {
      // Puts other cells between the sources: few in some places, many in others.
      for _ in 0..<(index % 50 == 0 ? 1000 : random.below(3)) { _ = evaluator.input(nil, "") }
      let source = evaluator.input(nil, index)
      ports.append((source.port, source))
    }
    ports.shuffle(using: &random)
    let total = try make("Total", reading: ports.map(\.port))
    var expected = evaluator[total]
    _ = calls.take()
    for (_, source) in ports {
      let source = try #require(source)
      let difference = random.below(100) - 50
      expected += difference
      evaluator.set(source, to: evaluator[source] + difference)
      #expect(evaluator[total] == expected)
    }
    let counts = calls.take()
    #expect(counts[0] <= 600 && counts[0] == counts[1])
  }

  @Test func aMillionChangesLeaveNoTrace() throws {
    let count = 1000
    let sources = makeSources(count)
    let total = try make("Total", reading: sources.map(\.port))
    var values = Array(0..<count)
    var random = SplitMix64(seed: 91)
    _ = calls.take()
    let changes = fuzzSteps(1_000_000)
    var added = 0
    for change in 0..<changes {
      // Includes sums that overflow.
      let (index, value) = (random.below(count), Int(truncatingIfNeeded: random.next()))
      if values[index] != value { added += 1 }
      values[index] = value
      evaluator.set(sources[index], to: value)
      if change % 10_007 == 0 { #expect(evaluator[total] == values.reduce(100, &+)) }
    }
    #expect(evaluator[total] == values.reduce(100, &+))
    #expect(calls.take() == [added, added])
  }
}
