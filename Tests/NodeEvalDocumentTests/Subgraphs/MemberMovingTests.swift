// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import TestSupport
import Testing

/// Members that are moved into an existing group, or out of one.
@Suite struct MemberMovingTests {
  private let evaluator = ConversionKinds.evaluator()
  private var groups: Subgraphs { evaluator.subgraphs }

  /// measure → mean → total.x, with mean in a group; measure → total.y.
  private struct Chain {
    let measure: NodeID
    let before: NodeID
    let mean: NodeID
    let total: NodeID
    let group: InstanceID
  }

  private func chain() throws -> Chain {
    var nodes: [NodeID] = []
    var group: InstanceID?
    try evaluator.edit { edit in
      nodes = [try edit.add("Measure", named: "measure")]
      for (index, name) in ["before", "mean", "total"].enumerated() {
        nodes.append(try edit.add("Mean", named: name, at: GraphPoint(Double(index) * 100, 50)))
        try edit.connect(nodes[index].output, to: nodes[index + 1].input("x"))
      }
      group = try edit.group([nodes[2]], named: "G")
    }
    return Chain(measure: nodes[0], before: nodes[1], mean: nodes[2], total: nodes[3], group: try #require(group))
  }

  private func check() throws {
    #expect(evaluator.brokenRules().isEmpty)
    let document = try evaluator.document()
    try document.check()
    let opened = try Evaluator(definitions: ConversionKinds.all + ConversionKinds.conversions, document: document)
    #expect(try opened.document() == document)
  }

  /// Makes an edit as one step that is undone and redone, and checks how many nodes run.
  private func step(running expected: Int = 0, _ body: (Edit) throws -> Void) throws {
    let before = try evaluator.document()
    let receipt = try evaluator.edit("move", body)
    #expect(receipt.evaluatedCount == expected)
    try check()
    let after = try evaluator.document()
    #expect(evaluator.undoTitles.last == "move" || evaluator.undoTitles.first == "move")
    evaluator.undo()
    #expect(try evaluator.document() == before)
    evaluator.redo()
    #expect(try evaluator.document() == after)
    try check()
  }

  private func ports(of group: InstanceID) throws -> [[String]] {
    let definition = try #require(groups.definition(of: group))
    return [groups.inputs(of: definition).map(\.name), groups.outputs(of: definition).map(\.name)]
  }

  @Test func whatOnlyTheGroupReadComesInWithAPortForWhatItReads() throws {
    let chain = try chain()
    try step { edit in try edit.move([chain.before], into: chain.group) }
    #expect(groups.scope(of: chain.before) == chain.group)
    #expect(try ports(of: chain.group) == [["x"], ["mean"]])
    #expect(
      Set(groups.connections(in: chain.group)) == [
        Connection(from: OutputPort(node: chain.before, index: 0), to: InputPort(node: chain.mean, index: 0))
      ])
    try step { edit in try edit.move([chain.total], into: chain.group) }
    #expect(try ports(of: chain.group) == [["x"], []])
    try step { edit in try edit.moveOut([chain.before, chain.total]) }
    #expect(try ports(of: chain.group) == [["x"], ["mean"]])
    #expect(evaluator.graph.name(of: chain.before) == "before")
  }

  @Test func movingOutUndoesMovingIn() throws {
    let chain = try chain()
    try evaluator.edit { edit in
      try edit.setLook(NodeLook(depth: 2), of: chain.before)
      try edit.setLook(
        ConnectionLook(label: "in", reroutes: [GraphPoint(3, 4)]),
        of: Connection(from: OutputPort(node: chain.before, index: 0), to: InputPort(node: chain.group.node, index: 0)))
      try edit.setLook(
        ConnectionLook(label: "far"),
        of: Connection(from: OutputPort(node: chain.measure, index: 0), to: InputPort(node: chain.before, index: 0)))
      try edit.addFrame(GraphFrame("f", GraphRect(GraphPoint(-10, 40), GraphSize(30, 30))))
      try edit.move(chain.group.node, to: GraphPoint(500, 500))
      try edit.move(chain.before, to: GraphPoint(1, 50))
    }
    let before = try evaluator.document()
    try step { edit in try edit.move([chain.before], into: chain.group) }
    let labels = groups.connections(in: chain.group).map { groups.look(of: $0, in: chain.group).label }
    #expect(labels == ["in"])
    #expect(groups.look(of: chain.before).depth == 2)
    try step { edit in try edit.moveOut([chain.before]) }
    var after = try evaluator.document()
    for index in after.definitions.indices { after.definitions[index].revision = before.definitions[index].revision }
    #expect(
      after.nodes == before.nodes && after.instances == before.instances && after.looks.nodes == before.looks.nodes)
    #expect(after.looks.connections == before.looks.connections)
  }

  @Test func otherInstancesGetNodesOfTheirOwnAndGiveTheirsBack() throws {
    let chain = try chain()
    let definition = try #require(groups.definition(of: chain.group))
    var second: InstanceID?
    try evaluator.edit { edit in
      second = try edit.add(instanceOf: definition)
      try edit.setLiteral(chain.before.input("y"), to: 8.0)
    }
    let other = try #require(second)
    try step(running: 2) { edit in try edit.move([chain.before], into: chain.group) }
    #expect(groups.members(of: other).count == 2)
    let made = try #require(groups.members(of: other).first { groups.name(of: $0) == "before" })
    #expect(try evaluator.output(made.output, as: Double.self).map { evaluator[$0] } == 4.0)
    try step { edit in try edit.moveOut([chain.before]) }
    #expect(groups.scope(of: made) == nil && groups.scope(of: chain.before) == nil)
    #expect(try evaluator.output(made.output, as: Double.self).map { evaluator[$0] } == 4.0)
    #expect(evaluator.graph.name(of: chain.before) == "before" && evaluator.graph.name(of: made) == "before 2")
  }

  @Test func whatAnotherInstanceUsesForbidsIt() throws {
    let chain = try chain()
    let definition = try #require(groups.definition(of: chain.group))
    var second: InstanceID?
    try evaluator.edit { edit in
      second = try edit.add(instanceOf: definition, named: "other")
      try edit.connect(chain.measure.output, to: try #require(second).input("x"))
    }
    let other = try #require(second)
    let before = try evaluator.document()
    let refusal = #expect(throws: SubgraphError.portInUse("x", other)) {
      try evaluator.edit { edit in try edit.move([chain.before], into: chain.group) }
    }
    #expect(refusal.map { groups.describe($0) } == "'x' is connected in other")
    #expect(try evaluator.document() == before)
    try evaluator.edit { edit in
      try edit.disconnect(other.input("x"))
      try edit.setLiteral(other.input("x"), to: 3.0)
    }
    #expect(throws: SubgraphError.portInUse("x", other)) {
      try evaluator.edit { edit in try edit.move([chain.before], into: chain.group) }
    }
  }

  @Test func aCycleInAnotherInstanceForbidsIt() throws {
    // Makes a group of two nodes: the node to be moved reads the output of the first, and is read by the second.
    var nodes: [NodeID] = []
    var made: [InstanceID] = []
    try evaluator.edit { edit in
      nodes = try ["Mean", "Total", "Mean", "Mean"].map { try edit.add($0) }
      made.append(try edit.group([nodes[0], nodes[1]], named: "G"))
      let definition = try #require(groups.definition(of: made[0]))
      try edit.change(definition, lookingAt: made[0]) { inner in
        try inner.expose(nodes[0].output, as: "first")
        try inner.expose(nodes[0].input("x"), as: "x")
        try inner.expose(nodes[1].input("terms"), as: "terms")
        try inner.expose(nodes[1].output, as: "second")
      }
      try edit.connect(made[0].output("first"), to: nodes[2].input("x"))
      try edit.connect(nodes[2].output, to: made[0].input("terms"))
      made.append(try edit.add(instanceOf: definition))
      // Around the other instance, the second node's output leads to the first node's input.
      try edit.connect(made[1].output("second"), to: nodes[3].input("x"))
      try edit.connect(nodes[3].output, to: made[1].input("x"))
    }
    let before = try evaluator.document()
    let thrown = #expect(throws: SubgraphError.self) {
      try evaluator.edit { edit in try edit.move([nodes[2]], into: made[0]) }
    }
    if case .refused(.cycle, let place) = thrown { #expect(place == made[1]) } else { Issue.record("\(thrown as Any)") }
    #expect(try evaluator.document() == before)
  }

  @Test func whatCannotMoveIsRefused() throws {
    let chain = try chain()
    let definition = try #require(groups.definition(of: chain.group))
    var second: InstanceID?
    try evaluator.edit { edit in
      second = try edit.group([try edit.add(instanceOf: definition).node], named: "Outer")
    }
    let outer = try #require(second)
    let around = try #require(groups.definition(of: outer))
    evaluator.edit { edit in
      #expect(throws: SubgraphError.nothingSelected) { try edit.move([], into: chain.group) }
      #expect(throws: SubgraphError.nothingSelected) { try edit.moveOut([]) }
      #expect(throws: SubgraphError.outsideScope(chain.group.node)) {
        try edit.move([chain.group.node], into: chain.group)
      }
      #expect(throws: SubgraphError.outsideScope(chain.mean)) { try edit.move([chain.mean], into: chain.group) }
      #expect(throws: SubgraphError.outsideScope(chain.total)) { try edit.moveOut([chain.total]) }
      #expect(throws: SubgraphError.outsideScope(chain.total)) { try edit.moveOut([chain.mean, chain.total]) }
      #expect(throws: SubgraphError.containsItself([definition, around, definition])) {
        try edit.move([outer.node], into: chain.group)
      }
    }
    try check()
  }

  @Test func insideOfAGroupItHappensInAllInstancesOfThat() throws {
    let chain = try chain()
    var made: [InstanceID] = []
    try evaluator.edit { edit in
      made.append(try edit.group([chain.before, chain.group.node, chain.total], named: "Outer"))
      made.append(try edit.add(instanceOf: try #require(groups.definition(of: made[0]))))
    }
    let count = evaluator.graph.nodeCount
    try step { edit in try edit.move([chain.before], into: chain.group) }
    #expect(groups.members(of: made[0]).count == 2 && groups.members(of: made[1]).count == 2)
    #expect(evaluator.graph.nodeCount == count)
    try step { edit in try edit.moveOut([chain.before, chain.mean]) }
    #expect(groups.members(of: made[0]).count == 4 && groups.members(of: made[1]).count == 4)
    try step { edit in try edit.moveOut([chain.total]) }
    #expect(groups.scope(of: chain.total) == nil)
    #expect(evaluator.graph.nodeCount == count)
  }

  @Test func groupsAndConversionsMoveToo() throws {
    let chain = try chain()
    var (counter, inner): (NodeID?, InstanceID?)
    try evaluator.edit { edit in
      let count = try edit.add("Count", named: "count")
      try edit.connect(count.output, to: chain.group.node.input(0), replacing: true)
      try edit.setLook(
        ConnectionLook(label: "whole"),
        of: Connection(from: OutputPort(node: count, index: 0), to: InputPort(node: chain.group.node, index: 0)))
      inner = try edit.group([chain.total], named: "Inner")
      counter = count
    }
    let (count, group) = (try #require(counter), try #require(inner))
    try step { edit in try edit.move([count, group.node], into: chain.group) }
    #expect(try ports(of: chain.group) == [[], []])
    #expect(groups.connections(in: chain.group).compactMap { groups.look(of: $0, in: chain.group).label } == ["whole"])
    try step { edit in try edit.moveOut([count]) }
    #expect(groups.connections(in: nil).compactMap { groups.look(of: $0).label } == ["whole"])
    try step { edit in try edit.moveOut([group.node]) }
    #expect(groups.scope(of: group.node) == nil)
  }

  @Test func randomMovesKeepAllRulesAndAllValues() throws {
    var count = 0
    for seed in 1...4 as ClosedRange<UInt64> {
      let script = SubgraphScript(seed: seed)
      var random = SplitMix64(seed: seed)
      for _ in 0..<40 {
        script.step()
        let evaluator = script.evaluator
        let groups = evaluator.subgraphs
        let instances = groups.definitions.flatMap { groups.instances(of: $0) }
        guard let group = instances.randomElement(using: &random) else { continue }
        let beside = groups.members(of: groups.scope(of: group.node)).filter { $0 != group.node }
        let before = try evaluator.document()
        if let member = beside.randomElement(using: &random),
          (try? evaluator.edit { edit in try edit.move([member], into: group) }) != nil
        {
          count += 1
          #expect(SubgraphSnapshot.brokenRules(of: evaluator).isEmpty, "seed \(seed)")
          let after = try evaluator.document()
          try after.check()
          #expect(try Evaluator(definitions: SubgraphScript.kinds, document: after).document() == after, "seed \(seed)")
        }
        if try evaluator.document() == before, let member = groups.members(of: group).randomElement(using: &random) {
          let receipt = try evaluator.edit { edit in try edit.moveOut([member]) }
          #expect(receipt.evaluatedCount == 0)
          count += 1
          #expect(SubgraphSnapshot.brokenRules(of: evaluator).isEmpty, "seed \(seed)")
          let after = try evaluator.document()
          try after.check()
          #expect(try Evaluator(definitions: SubgraphScript.kinds, document: after).document() == after, "seed \(seed)")
        }
      }
    }
    #expect(count > 20)
  }
}
