// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeEval
import NodeGraph
import Synchronization
import TestSupport
import Testing

/// Kinds that combine the values of many connections.
@Suite struct CombiningTests {
  private final class Calls: Sendable {
    private let parts = Atomic(0)
    private let combinations = Atomic(0)
    func countPart() { parts.add(1, ordering: .relaxed) }
    func countCombination() { combinations.add(1, ordering: .relaxed) }
    func take() -> [Int] {
      [parts.exchange(0, ordering: .relaxed), combinations.exchange(0, ordering: .relaxed)]
    }
  }

  private let calls = Calls()
  private let evaluator: Evaluator

  init() {
    evaluator = Evaluator(definitions: [
      NodeDefinition(
        "Text", combining: ManyPort<Int>("values"), output: ValuePort<String>("text"),
        each: { [calls] value in
          calls.countPart()
          return "\(value)"
        },
        by: { [calls] left, right in
          calls.countCombination()
          return "\(left) \(right)"
        }, result: { $0 ?? "nothing" }),
      NodeDefinition(
        "Total", combining: ManyPort<Double>("values"), output: ValuePort<Double>("total"), empty: 0, by: +),
    ])
  }

  private func makeText(of count: Int) throws -> (values: [Variable<Int>], text: Output<String>) {
    let values = (0..<count).map { evaluator.input(nil, $0) }
    var node: NodeID?
    try evaluator.edit { edit in
      let text = try edit.add("Text")
      for value in values { try edit.connect(value.port, to: text.input(0)) }
      node = text
    }
    let port = try #require(node).output
    return (values, try #require(try evaluator.output(port, as: String.self)))
  }

  @Test(arguments: 0...20)
  func valuesAreCombinedInTheOrderOfConnection(count: Int) throws {
    let (values, text) = try makeText(of: count)
    let expected = (0..<count).map(String.init)
    #expect(evaluator[text] == (count == 0 ? "nothing" : expected.joined(separator: " ")))
    for (index, value) in values.enumerated() {
      evaluator.set(value, to: 100 + index)
      let now = (0..<count).map { $0 <= index ? "\(100 + $0)" : "\($0)" }
      #expect(evaluator[text] == now.joined(separator: " "))
    }
  }

  @Test func aChangeOfOneValueCostsTheDepthOfTheTree() throws {
    let (values, text) = try makeText(of: 1000)
    #expect(calls.take() == [1000, 999])
    for index in [0, 999, 500, 7] {
      evaluator.set(values[index], to: -1)
      #expect(calls.take()[0] == 1)
    }
    evaluator.set(values[3], to: -3)
    #expect(calls.take() == [1, 10])
    evaluator.edit { edit in for index in 10..<14 { edit.set(values[index], to: -1) } }
    #expect(calls.take()[0] == 4)
    #expect(evaluator[text].split(separator: " ").count == 1000)
  }

  @Test func whereMuchHasChangedEverythingIsCombinedOnce() throws {
    let (values, _) = try makeText(of: 1000)
    _ = calls.take()
    evaluator.edit { edit in for value in values { edit.set(value, to: -1) } }
    #expect(calls.take() == [1000, 999])
  }

  @Test func withUndoOnAChangeCostsNoMore() throws {
    evaluator.undoLimit = 1 << 24
    let (values, text) = try makeText(of: 100)
    let before = evaluator[text]
    _ = calls.take()
    evaluator.set(values[50], to: -1)
    evaluator.set(values[51], to: -1)
    #expect(calls.take()[0] == 2)
    evaluator.undo()
    evaluator.undo()
    #expect(calls.take() == [0, 0])
    #expect(evaluator[text] == before)
    // Undo swapped values without listing them in the log of this edit.
    evaluator.set(values[0], to: -1)
    #expect(evaluator[text] == "-1" + before.dropFirst(1))
  }

  @Test func aValueThatIsConnectedTwiceCountsTwice() throws {
    let value = evaluator.input("value", 1.5)
    var node: NodeID?
    try evaluator.edit { edit in
      let total = try edit.add("Total")
      for _ in 0..<3 { try edit.connect(value.port, to: total.input(0)) }
      node = total
    }
    let port = try #require(node).output
    let total = try #require(try evaluator.output(port, as: Double.self))
    evaluator.set(value, to: 2)
    #expect(evaluator[total] == 6)
  }

  @Test func theErrorOfASumGrowsWithTheDepthOfTheTree() throws {
    let value = evaluator.input("value", 0.1)
    var node: NodeID?
    try evaluator.edit { edit in
      let total = try edit.add("Total")
      for _ in 0..<1 << 12 { try edit.connect(value.port, to: total.input(0)) }
      node = total
    }
    let port = try #require(node).output
    let total = try #require(try evaluator.output(port, as: Double.self))
    // Each level of the tree doubles its values, which is exact.
    #expect(evaluator[total] == 0.1 * 4096)
  }

  @Test func anInvalidatedNodeReadsAllItsValuesAgain() throws {
    let factor = Mutex(1.0)
    let scaled = NodeDefinition(
      "Scaled", combining: ManyPort<Double>("values"), output: ValuePort<Double>("total"),
      each: { value in value * factor.withLock { $0 } }, by: +, result: { $0 ?? 0 })
    evaluator.register(scaled)
    let values = [1.0, 2.0].map { evaluator.input(nil, $0) }
    var node: NodeID?
    try evaluator.edit { edit in
      let added = try edit.add("Scaled")
      for value in values { try edit.connect(value.port, to: added.input(0)) }
      node = added
    }
    let port = try #require(node).output
    let total = try #require(try evaluator.output(port, as: Double.self))
    #expect(evaluator[total] == 3)
    factor.withLock { $0 = 2 }
    try evaluator.invalidate(total.node)
    #expect(evaluator[total] == 6)
    evaluator.set(values[0], to: 5)
    #expect(evaluator[total] == 14)
  }
}
