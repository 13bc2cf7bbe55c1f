// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Values that flow through bypassed instances.
@Suite struct BypassTests {
  private let evaluator = Evaluator(
    definitions: SubgraphScript.kinds + [
      .source("Text", output: ValuePort("text"), initial: "a"),
      NodeDefinition("Tag", inputs: ValuePort("text", default: ""), ValuePort("x", default: 0), output: ValuePort("y"))
      {
        (text: String, x: Int) -> Int in x + text.utf8.count
      },
      NodeDefinition("Show", inputs: ValuePort("x", default: 0), output: ValuePort("text")) { (x: Int) -> String in
        "\(x)"
      },
      NodeDefinition("Length", inputs: ValuePort("text", default: ""), output: ValuePort("length")) {
        (text: String) -> Int in text.utf8.count
      },
    ])

  private func add(_ kinds: String...) throws -> [NodeID] {
    try evaluator.edited { edit in try kinds.map { try edit.add($0) } }
  }

  private func connect(_ pairs: (NodeID, InputPort)...) throws {
    try evaluator.edit { edit in for (source, target) in pairs { try edit.connect(source.output, to: target) } }
  }

  private func bypass(_ members: NodeID...) throws -> InstanceID {
    try evaluator.edited { edit in
      let group = try edit.group(members, named: "Group")
      try edit.setMode(.bypassed, of: group)
      return group
    }
  }

  private func set(_ node: NodeID, _ value: Int) throws { try evaluator.edit { edit in try edit.set(node, to: value) } }

  private func value(_ node: NodeID) throws -> Int {
    try evaluator.value(of: try #require(try evaluator.output(node.output, as: Int.self)))
  }

  @Test func whatFlowsInReachesTheOutputThroughNodesThatDoNotRun() throws {
    let nodes = try add("Number", "Add", "Add", "Add", "Add")
    let (price, first, second, third, total) = (nodes[0], nodes[1], nodes[2], nodes[3], nodes[4])
    try connect(
      (price, first.input(0)), (first, second.input(0)), (first, second.input(1)), (second, third.input(0)),
      (third, total.input(0)), (second, total.input(1)))
    _ = try bypass(first, second, third)
    for value in [5, 6, 6, 9] {
      try set(price, value)
      #expect(try self.value(total) == 2 * value)
    }
    #expect(evaluator.failure(of: first)?.reason == .muted)
    evaluator.checkInvariants()
  }

  @Test func eachOutputTakesTheFirstInputOnWhichItDepends() throws {
    let nodes = try add("Number", "Number", "Add", "Add", "Add", "Add")
    let (price, rate, left, right, a, b) = (nodes[0], nodes[1], nodes[2], nodes[3], nodes[4], nodes[5])
    try connect((price, left.input(0)), (rate, right.input(0)), (left, a.input(0)), (right, b.input(0)))
    _ = try bypass(left, right)
    try set(price, 10)
    try set(rate, 20)
    #expect(try value(a) == 10 && value(b) == 20)
    evaluator.checkInvariants()
  }

  @Test func anInputOfAnotherTypeGoesThroughWhatPassesSomethingElse() throws {
    let nodes = try add("Text", "Number", "Tag", "Show", "Length", "Add")
    let (text, number, tag, show, length, sum) = (nodes[0], nodes[1], nodes[2], nodes[3], nodes[4], nodes[5])
    try connect(
      (text, tag.input(0)), (number, tag.input(1)), (tag, show.input(0)), (show, length.input(0)), (tag, sum.input(0)))
    _ = try bypass(tag, show)
    #expect(try value(length) == 1 && value(sum) == 1)
    try evaluator.edit { edit in try edit.set(text, to: "four") }
    #expect(try value(length) == 4 && value(sum) == 1)
    try set(number, 7)
    #expect(try value(length) == 4 && value(sum) == 7)
    evaluator.checkInvariants()
  }

  /// A connection that is made again comes after those from inside, wherever it was before.
  @Test(arguments: [true, false])
  func ofManyConnectionsTheFirstFromOutsideCountsAndAnEditMayBringIt(standsFirst: Bool) throws {
    let nodes = try add("Number", "Number", "Sum", "Add")
    let (inner, price, sum, total) = (nodes[0], nodes[1], nodes[2], nodes[3])
    let (first, second) = standsFirst ? (price, inner) : (inner, price)
    try connect((first, sum.input(0)), (second, sum.input(0)), (sum, total.input(0)))
    let group = try bypass(inner, sum)
    try set(price, 8)
    #expect(try value(total) == 8)
    try evaluator.edit { edit in try edit.disconnect(group.node.input(0)) }
    #expect(evaluator.failure(of: total)?.reason == .muted)
    try evaluator.edit { edit in try edit.connect(price.output, to: group.node.input(0)) }
    #expect(try value(total) == 8)
    try evaluator.edit { edit in
      try edit.disconnect(group.node.input(0))
      try edit.connect(price.output, to: group.node.input(0))
    }
    try set(price, 9)
    #expect(try value(total) == 9)
    evaluator.checkInvariants()
  }

  @Test func theFailureOfWhatIsPassedIsPassed() throws {
    let nodes = try add("Number", "Add", "Add")
    try connect((nodes[0], nodes[1].input(0)), (nodes[1], nodes[2].input(0)))
    _ = try bypass(nodes[1])
    try evaluator.edit { edit in try edit.setMode(.muted, of: nodes[0]) }
    #expect(evaluator.failure(of: nodes[2]) == NodeFailure(origin: nodes[0], reason: .muted))
    try evaluator.edit { edit in try edit.setMode(.active, of: nodes[0]) }
    #expect(try value(nodes[2]) == 1)
  }

  @Test func whatWasUndoneDoesNotRunWithTheNextEdit() throws {
    let nodes = try add("Number", "Add", "Add")
    try connect((nodes[0], nodes[1].input(0)), (nodes[1], nodes[2].input(0)))
    evaluator.undoLimit = 1 << 20
    for mode in [NodeMode.muted, .bypassed] {
      try evaluator.edit { edit in try edit.setMode(.muted, of: nodes[2]) }
      try evaluator.edit { edit in try edit.setMode(mode, of: nodes[1]) }
      #expect(evaluator.undo()?.evaluated == [])
      let receipt = try evaluator.edit { edit in try edit.move(nodes[0], to: GraphPoint(1, 1)) }
      #expect(receipt.evaluated == [])
      for _ in 0..<2 { evaluator.undo() }
    }
  }
}
