// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Nodes that keep results of their code.
@Suite struct NodeMemoTests {
  private final class Runs: @unchecked Sendable {
    var count = 0
    func take() -> Int {
      defer { count = 0 }
      return count
    }
  }

  private let evaluator = Evaluator()
  private let runs = Runs()

  private func squares(of input: some Readable<Int>, _ memo: NodeMemo = .bytes(1 << 20)) -> Output<[Int]> {
    evaluator.node("squares", input, memo: memo) { [runs] count in
      runs.count += 1
      return (0..<count).map { $0 * $0 }
    }
  }

  @Test func inputsThatComeBackAreNotComputedAgain() {
    let count = evaluator.input("count", 3)
    let squares = squares(of: count)
    let sum = evaluator.node("sum", squares) { $0.reduce(0, +) }
    evaluator.set(count, to: 4)
    #expect(runs.take() == 2)
    let receipt = evaluator.set(count, to: 3)
    #expect(runs.take() == 0)
    #expect(evaluator[squares] == [0, 1, 4])
    #expect(evaluator[sum] == 5)
    #expect(receipt.evaluated == [squares.node, sum.node])
    evaluator.set(count, to: 4)
    #expect(evaluator[sum] == 14)
    #expect(runs.take() == 0)
    evaluator.checkInvariants()
  }

  @Test func failuresAreNotKept() {
    struct Odd: Error {}
    let input = evaluator.input("input", 1)
    let half = evaluator.node("half", input, memo: .bytes(1 << 20)) { [runs] value in
      runs.count += 1
      if value % 2 == 1 { throw Odd() }
      return value / 2
    }
    evaluator.set(input, to: 2)
    evaluator.set(input, to: 1)
    #expect(evaluator.failure(of: half.node) != nil)
    #expect(runs.take() == 3)
    evaluator.set(input, to: 2)
    #expect(evaluator[half] == 1)
    #expect(runs.take() == 0)
  }

  @Test func automaticallyNothingIsKeptThatIsQuicklyComputed() {
    let count = evaluator.input("count", 1)
    _ = evaluator.node("quick", count, memo: .automatic) { $0 + 1 }
    // Occasionally the system interrupts a run, which then takes long.
    var kept = 0
    for value in 2...51 {
      let before = evaluator.memoByteCount
      evaluator.set(count, to: value)
      if evaluator.memoByteCount > before { kept += 1 }
    }
    #expect(kept < 10)
    let slowRuns = Runs()
    let slow = evaluator.node("slow", count, memo: .automatic) { count in
      slowRuns.count += 1
      let end = ContinuousClock.now + .microseconds(50)
      while ContinuousClock.now < end {}
      return count
    }
    let before = evaluator.memoByteCount
    evaluator.set(count, to: 4)
    evaluator.set(count, to: 51)
    #expect(evaluator[slow] == 51)
    #expect(evaluator.memoByteCount > before)
    #expect(slowRuns.take() == 2)
  }

  @Test func whatWasNotUsedForLongMakesWay() {
    let count = evaluator.input("count", 0)
    let limit = 64 << 10
    let squares = squares(of: count, .bytes(limit))
    // Each result takes 8 KB and costs about as much to compute as the others, so seven fit.
    for step in 1...40 {
      evaluator.set(count, to: 1000 + step)
      evaluator.set(count, to: 1001)
      #expect(evaluator.memoByteCount <= limit)
      #expect(evaluator[squares].count == 1001)
      evaluator.checkInvariants()
    }
    #expect(evaluator.memoByteCount > limit / 2)
    // Measured times vary a little, so the result that is used repeatedly may be forgotten occasionally.
    #expect(runs.take() <= 60)
    for step in 1...40 { evaluator.set(count, to: 1000 + step) }
    #expect(runs.take() >= 30)
  }

  @Test func theLimitHoldsForAllNodesTogetherAndZeroForgetsEverything() {
    let count = evaluator.input("count", 0)
    evaluator.memoLimit = 100 << 10
    let nodes = (0..<8).map { index in
      evaluator.node("node \(index)", count, memo: .bytes(1 << 20)) { count in Array(repeating: index, count: count) }
    }
    for step in 0..<20 {
      evaluator.set(count, to: 500 + step)
      #expect(evaluator.memoByteCount <= 100 << 10)
    }
    #expect(evaluator.memoByteCount > 50 << 10)
    evaluator.memoLimit = 10 << 10
    #expect(evaluator.memoByteCount <= 10 << 10)
    evaluator.memoLimit = 0
    #expect(evaluator.memoByteCount == 0)
    evaluator.set(count, to: 5)
    #expect(evaluator.memoByteCount == 0)
    #expect(nodes.allSatisfy { evaluator[$0].count == 5 })
    evaluator.checkInvariants()
  }

  @Test func aNodeThatIsGoneTakesItsResultsAlong() throws {
    let count = evaluator.input("count", 100)
    let squares = squares(of: count)
    #expect(evaluator.memoByteCount > 800)
    try evaluator.edit { try $0.remove(squares.node) }
    #expect(evaluator.memoByteCount == 0)
  }

  @Test func aRemovalThatIsUndoneBringsResultsBack() throws {
    evaluator.undoLimit = 1 << 20
    let count = evaluator.input("count", 100)
    let squares = squares(of: count)
    evaluator.set(count, to: 50)
    try evaluator.edit { try $0.remove(squares.node) }
    evaluator.undo()
    _ = runs.take()
    evaluator.set(count, to: 100)
    #expect(evaluator[squares].count == 100)
    #expect(runs.take() == 0)
    evaluator.undoLimit = 0
    try evaluator.edit { try $0.remove(squares.node) }
    #expect(evaluator.memoByteCount == 0)
  }

  @Test func anInvalidatedNodeComputesAgain() throws {
    let count = evaluator.input("count", 3)
    let squares = squares(of: count)
    evaluator.set(count, to: 4)
    _ = runs.take()
    try evaluator.invalidate(squares.node)
    #expect(runs.take() == 1)
    evaluator.set(count, to: 3)
    #expect(runs.take() == 1)
  }

  @Test func numbersAreComparedByValueAndObjectsByIdentity() {
    final class Image {}
    let number = evaluator.input("number", 0.0)
    let image = evaluator.input("image", Image())
    let first = evaluator[image]
    let sign = evaluator.node("sign", number, memo: .bytes(1 << 16)) { $0.sign }
    let identity = evaluator.node("identity", image, memo: .bytes(1 << 16)) { [runs] image in
      runs.count += 1
      return ObjectIdentifier(image)
    }
    evaluator.set(number, to: -0.0)
    #expect(evaluator[sign] == .minus)
    evaluator.set(number, to: .nan)
    evaluator.set(number, to: 0.0)
    #expect(evaluator[sign] == .plus)
    _ = runs.take()
    evaluator.set(image, to: Image())
    evaluator.set(image, to: first)
    #expect(runs.take() == 1)
    #expect(evaluator[identity] == ObjectIdentifier(first))
  }

  @Test func objectsThatAnInputWithManyConnectionsReadsAreComparedOneByOne() throws {
    final class Image: Sendable {}
    let evaluator = Evaluator(definitions: [
      NodeDefinition(
        "Count", inputs: ManyPort<Image>("images"), ValuePort<Int>("n"), output: ValuePort<Int>("count"),
        memo: .bytes(1 << 16)
      ) { [runs] images, number in
        runs.count += 1
        return images.count + number
      }
    ])
    let images = (0..<3).map { _ in evaluator.input(nil, Image()) }
    let number = evaluator.input("number", 0)
    try evaluator.edit { edit in
      let node = try edit.add("Count")
      for image in images { try edit.connect(image.port, to: node.input(0)) }
      try edit.connect(number.port, to: node.input(1))
    }
    evaluator.set(number, to: 1)
    evaluator.set(number, to: 0)
    #expect(runs.take() == 2)
    evaluator.set(images[1], to: Image())
    #expect(runs.take() == 1)
  }

  @Test func inputsThatCanNotBeComparedAreNeverFound() {
    struct Opaque { var value: Any }
    let input = evaluator.input("input", Opaque(value: "a"))
    let text = evaluator.node("text", input, memo: .bytes(1 << 16)) { [runs] input in
      runs.count += 1
      return "\(input.value)"
    }
    evaluator.set(input, to: Opaque(value: "bb"))
    evaluator.set(input, to: Opaque(value: "ccc"))
    #expect(evaluator[text] == "ccc")
    #expect(runs.take() == 3)
  }

  @Test func aBudgetOfZeroOrLessKeepsNothing() {
    for limit in [0, -5] {
      let evaluator = Evaluator()
      let input = evaluator.input("input", 1)
      let node = evaluator.node("node", input, memo: .bytes(limit)) { $0 + 1 }
      evaluator.set(input, to: 2)
      #expect(evaluator[node] == 3)
      #expect(evaluator.memoByteCount == 0)
      evaluator.memoLimit = limit
      #expect(evaluator.memoLimit == 0)
      evaluator.checkInvariants()
    }
  }

  @Test func sharedStorageCountsOnce() throws {
    let picture = Array(repeating: 1.0, count: 10_000)
    let same = NodeDefinition(
      "Same", inputs: ValuePort<[Double]>("a"), ValuePort<Int>("n"), output: ValuePort<[Double]>("b"),
      memo: .bytes(1 << 20)
    ) { picture, _ in picture }
    let evaluator = Evaluator(definitions: [same])
    let (source, number) = (evaluator.input("picture", picture), evaluator.input("number", 0))
    try evaluator.edit {
      let node = try $0.add("Same")
      try $0.connect(source.port, to: node.input(0))
      try $0.connect(number.port, to: node.input(1))
    }
    for value in 1...20 { evaluator.set(number, to: value) }
    #expect(evaluator.memoByteCount > 80_000)
    #expect(evaluator.memoByteCount < 100_000)
  }
}
