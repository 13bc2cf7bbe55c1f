// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Groups: definitions, instances, and edits of both.
@Suite struct SubgraphTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  // MARK: Grouping

  @Test func groupingKeepsIdsAndConnectionsAndEvaluatesNothing() throws {
    let before = evaluator.graph.connections
    var group: InstanceID?
    let receipt = try evaluator.edit("group") { group = try $0.group([tax, rate], named: "Tax") }
    let made = try #require(group)
    #expect(receipt.evaluated.isEmpty && evaluator.graph.connections == before && evaluator.undoTitles == ["group"])
    #expect(groups.members(of: nil) == [price, total, made.node] && groups.members(of: made) == [rate, tax])
    #expect(groups.scope(of: rate) == made && groups.scope(of: price) == nil && groups.title(of: made) == "Tax")
    #expect(groups.inputs(of: try definition(made)).map(\.name) == ["x"])
    #expect(groups.outputs(of: try definition(made)).map(\.name) == ["sum"])
    #expect(groups.position(of: made.node) == GraphPoint(100, 100) && groups.position(of: tax) == GraphPoint(200, 100))
    #expect(
      groups.connections(in: nil) == [
        Connection(from: price.output, to: total.input(0)), Connection(from: made.node.output, to: total.input(1)),
        Connection(from: price.output, to: made.node.input(0)),
      ])
    evaluator.checkInvariants()
  }

  @Test func theNamesOfGroupedNodesAreFreeAndTheirScopedNamesSayWhereTheyAre() throws {
    let group = try group()
    #expect(groups.name(of: rate) == "rate" && groups.scopedName(of: rate) == "Tax › rate")
    #expect(evaluator.graph.node(named: "rate") == nil)
    var other = rate
    try evaluator.edit { edit in
      try edit.rename(group, to: "VAT")
      other = try edit.add("Number", named: "rate")
    }
    #expect(groups.scopedName(of: rate) == "VAT › rate" && groups.scopedName(of: other) == "rate")
    try evaluator.edit { edit in try edit.ungroup(group) }
    #expect(groups.name(of: rate) == "rate 2" && groups.name(of: tax) == "tax")
  }

  @Test func ofGroupsWhoseTitlesLeadOnTheLongestIsMeant() throws {
    // "Tax › levy › rate" is both the node "levy › rate" of "Tax" and the node "rate" of "Tax › levy".
    let (short, long) = try evaluator.edited { edit in
      try edit.rename(rate, to: "levy › rate")
      let short = try edit.group([rate], named: "Tax")
      let inner = try edit.add("Number", named: "rate")
      return (short, (try edit.group([inner], named: "Tax › levy"), inner))
    }
    #expect(groups.scopedName(of: rate) == groups.scopedName(of: long.1))
    #expect(groups.member(scopedName: "Tax › levy › rate") == long.1)
    try evaluator.edit { try $0.rename(long.0, to: "Levy") }
    #expect(groups.member(scopedName: "Tax › levy › rate") == rate && groups.contains(short))
  }

  @Test func ungroupingIsTheOppositeOfGroupingAndUndoingEachIsOneStep() throws {
    let before = SubgraphSnapshot(evaluator)
    let group = try group()
    let grouped = SubgraphSnapshot(evaluator)
    var members: [NodeID] = []
    let receipt = try evaluator.edit("ungroup") { edit in members = try edit.ungroup(group) }
    #expect(
      members == [rate, tax] && receipt.evaluated.isEmpty && SubgraphSnapshot(evaluator) == before
        && groups.definitions.isEmpty)
    #expect(try #require(evaluator.undo()).evaluated.isEmpty)
    #expect(SubgraphSnapshot(evaluator) == grouped && groups.contains(group))
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before && !groups.contains(group))
    evaluator.redo()
    #expect(SubgraphSnapshot(evaluator) == grouped && groups.contains(group))
    evaluator.checkInvariants()
  }

  @Test func aDefinitionGoesWithItsLastInstanceHoweverManyInstancesOfAnotherLoseIt() throws {
    let inner = try group()
    let (kept, gone) = (try evaluator.edited { try $0.group([price], named: "Kept") }, try definition(inner))
    let outer = try evaluator.edited { try $0.group([inner.node, kept.node], named: "Outer") }
    try evaluator.edit { edit in
      for _ in 0..<2 { try edit.add(instanceOf: try definition(outer)) }
      try edit.add(instanceOf: try definition(kept))
    }
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in
      try edit.change(try definition(outer), lookingAt: outer) { inside in
        try inside.ungroup(inner)
        try inside.ungroup(kept)
      }
    }
    #expect(groups.definitions.count == 2 && !groups.definitions.contains(gone))
    evaluator.checkInvariants()
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before && groups.definitions.count == 3)
  }

  @Test func membersOfAnInstanceThatWasMovedLieAsFarFromWhereTheyWere() throws {
    let group = try group()
    try evaluator.edit { edit in
      try edit.move(group.node, to: GraphPoint(110, 130))
      try edit.ungroup(group)
    }
    #expect(evaluator.graph.position(of: tax) == GraphPoint(210, 130))
    #expect(evaluator.graph.position(of: rate) == GraphPoint(10, 130))
  }

  @Test func anInputIsMadeForEachSourceAndOneForEachInputThatTakesMany() throws {
    var (sum, split) = (price, price)
    var group: InstanceID?
    try evaluator.edit { edit in
      (sum, split) = (try edit.add("Sum", named: "all"), try edit.add("Split", named: "digits"))
      try edit.connect(price.output, to: sum.input(0))
      try edit.connect(rate.output, to: sum.input(0))
      try edit.connect(price.output, to: split.input(0))
      group = try edit.group([sum, split, tax], named: "Many")
    }
    let made = try #require(group)
    let inputs = groups.inputs(of: try definition(made))
    #expect(inputs.map(\.name) == ["x", "y", "terms"] && inputs.map(\.arity) == [.one, .one, .many])
    #expect(groups.targets(of: made.node.input(0)) == [tax.input(0), split.input(0)])
    #expect(throws: GraphError.outsideScope(tax)) {
      try evaluator.edit { edit in try edit.connect(tax.output, to: made.input("terms")) }
    }
    try evaluator.edit { edit in
      let more = try edit.add("Number")
      try edit.set(more, to: 3)
      try edit.connect(more.output, to: made.input("terms"))
    }
    #expect(try value(sum) == 123)
    evaluator.checkInvariants()
  }

  @Test func aCycleThroughAGroupIsNoneUnlessThereIsOneInside() throws {
    // Even with a → A → x and b → B → y in one group, connecting x → b is allowed.
    let nodes = try evaluator.edited { edit in
      let nodes = try ["a", "A", "x", "b", "B", "y"].map { try edit.add("Add", named: $0) }
      for index in [0, 1, 3, 4] { try edit.connect(nodes[index].output, to: nodes[index + 1].input("x")) }
      try edit.group([nodes[1], nodes[4]], named: "Both")
      return nodes
    }
    try evaluator.edit { edit in try edit.connect(nodes[2].output, to: nodes[3].input("x")) }
    #expect(throws: GraphError.self) {
      try evaluator.edit { edit in try edit.connect(nodes[5].output, to: nodes[0].input("x")) }
    }
    evaluator.checkInvariants()
  }

  // MARK: Instances

  @Test func anInstanceBeginsWithWhatTheDefinitionSaysAndHasItsOwnValues() throws {
    let group = try group()
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: try definition(group), named: "Second", at: GraphPoint(5, 6))
      try edit.connect(price.output, to: other.input("x"))
      return other
    }
    let (rate2, tax2) = (groups.members(of: other)[0], groups.members(of: other)[1])
    #expect(try value(tax2) == 120 && groups.scopedName(of: tax2) == "Second › tax")
    try evaluator.edit { edit in try edit.set(rate2, to: 7) }
    #expect(try value(tax2) == 107 && value(tax) == 120)
    evaluator.undo()
    evaluator.undo()
    #expect(!groups.contains(other) && evaluator.graph.nodeCount == 4)
    evaluator.redo()
    evaluator.redo()
    #expect(try value(tax2) == 107)
    evaluator.checkInvariants()
  }

  @Test func nodesMadeInCodeAreGroupedAndInstancesShareTheirCode() throws {
    let one = evaluator.input("one", 1)
    let triple = evaluator.node("triple", one) { $0 * 3 }
    let group = try evaluator.edited { try $0.group([triple.node], named: "Triple") }
    let kernels = evaluator.kernelCount
    let others = try evaluator.edited { edit in
      try (0..<3).map { _ in
        let other = try edit.add(instanceOf: try definition(group))
        try edit.connect(one.port, to: other.node.input(0))
        return other
      }
    }
    evaluator.set(one, to: 5)
    for other in others { #expect(try value(groups.members(of: other)[0]) == 15) }
    #expect(evaluator.kernelCount <= kernels + 1)
    try evaluator.edit { edit in try edit.remove(group) }
    evaluator.undoLimit = 0
    evaluator.set(one, to: 6)
    #expect(try value(groups.members(of: others[2])[0]) == 18)
    evaluator.checkInvariants()
  }

  @Test func instancesComputeWithWhatANodeHasCaptured() throws {
    let census = Census()
    let one = evaluator.input("one", 1)
    let object = Tracked(7, census)
    let node = evaluator.node("node", one) { $0 + object.number }
    let group = try evaluator.edited { try $0.group([node.node], named: "Group") }
    let others = try evaluator.edited { edit in
      try (0..<3).map { _ in
        let other = try edit.add(instanceOf: try definition(group))
        try edit.connect(one.port, to: other.node.input(0))
        return other
      }
    }
    try evaluator.edit { edit in try edit.remove(group) }
    evaluator.undoLimit = 0
    evaluator.set(one, to: 5)
    for other in others { #expect(try value(groups.members(of: other)[0]) == 12) }
    evaluator.checkInvariants()
  }

  @Test func whatLiesInAnInstanceIsChangedByItsDefinitionOnly() throws {
    let group = try group()
    let refused: [(Edit) throws -> Void] = [
      { try $0.remove(rate) }, { try $0.move(rate, to: .zero) }, { try $0.rename(rate, to: "other") },
      { try $0.connect(rate.output, to: total.input("x"), replacing: true) }, { try $0.disconnect(tax.input("y")) },
      { try $0.connect(price.output, to: tax.input("y"), replacing: true) }, { try $0.setKind(of: tax, to: "Sum") },
      { try $0.disconnect(rate.output, from: tax.input("y")) },
      { try $0.connect(contentsOf: [Connection(from: price.output, to: tax.input(1))]) },
    ]
    for body in refused { #expect(throws: GraphError.self) { try evaluator.edit(body) } }
    #expect(throws: SubgraphError.outsideScope(rate)) {
      try evaluator.edit { edit in try edit.group([rate, price], named: "x") }
    }
    #expect(throws: SubgraphError.nothingSelected) { try evaluator.edit { edit in try edit.group([], named: "x") } }
    #expect(throws: GraphError.loopsBack(group.node.input(0))) {
      try evaluator.edit { edit in try edit.connect(group.output("sum"), to: group.input("x"), replacing: true) }
    }
    #expect(throws: GraphError.noSuchInput(group.node, .name("y"), among: ["x"])) {
      try evaluator.edit { edit in try edit.connect(price.output, to: group.input("y")) }
    }
    try evaluator.edit { edit in try edit.remove(group) }
    #expect(throws: SubgraphError.noInstance(group)) { try evaluator.edit { edit in try edit.ungroup(group) } }
    #expect(evaluator.graph.nodeCount == 2 && groups.definitions.count == 1)
  }

  @Test func anIndependentInstanceNoLongerFollowsTheOthers() throws {
    let group = try group()
    let first = try definition(group)
    let other = try evaluator.edited { try $0.add(instanceOf: first) }
    let second = try evaluator.edited { try $0.makeIndependent(other, named: "Other") }
    try evaluator.edit { edit in try edit.change(first) { inner in try inner.remove(rate) } }
    #expect(groups.members(of: group) == [tax] && groups.members(of: other).count == 2)
    #expect(groups.definition(of: other) == second && groups.name(of: second) == "Other")
    #expect(throws: SubgraphError.definitionInUse(first)) { try evaluator.edit { edit in try edit.remove(first) } }
    evaluator.checkInvariants()
  }

  // MARK: Depth

  @Test func groupsLieInEachOtherAnyNumberOfLevelsDeep() throws {
    var (inner, scope) = (tax, InstanceID?.none)
    var depths: [InstanceID] = []
    let before = evaluator.graph.connections
    for level in 0..<64 {
      try evaluator.edit { edit in
        if let scope, let id = groups.definition(of: scope) {
          try edit.change(id, lookingAt: scope) { depths.append(try $0.group([inner], named: "level \(level)")) }
        } else {
          depths.append(try edit.group([inner], named: "level \(level)"))
        }
      }
      (inner, scope) = (tax, depths.last)
    }
    #expect(groups.path(of: tax) == GraphPath(depths) && evaluator.graph.connections == before)
    #expect(
      groups.scopedName(of: tax).hasPrefix("level 0 › level 1 › level 2")
        && groups.scopedName(of: tax).hasSuffix("› tax"))
    let outermost = depths[0]
    let copy = try evaluator.edited { edit in
      let copy = try edit.add(instanceOf: try definition(outermost))
      try edit.connect(price.output, to: copy.input("x"))
      try edit.connect(rate.output, to: copy.node.input(1))
      return copy
    }
    let leaf = try #require(groups.targets(of: copy.node.input(0)).first?.node)
    #expect(try value(leaf) == 120 && groups.path(of: leaf).instances.count == 64)
    // Sets a value, and uses a port, through all levels.
    try evaluator.edit { edit in try edit.disconnect(copy.node.input(1)) }
    try evaluator.edit { edit in try edit.setLiteral(copy.node.input(1), to: 1) }
    #expect(try value(leaf) == 101)
    #expect(throws: SubgraphError.self) {
      try evaluator.edit { edit in
        try edit.change(try definition(try #require(depths.last))) { try $0.add(instanceOf: try definition(outermost)) }
      }
    }
    evaluator.checkInvariants()
    while evaluator.canUndo { evaluator.undo() }
    #expect(groups.definitions.isEmpty && evaluator.graph.connections == before)
    evaluator.checkInvariants()
  }

  @Test func aGroupThatIsDissolvedInAGroupLeavesInstancesTheirNames() throws {
    let first = try group()
    let outer = try evaluator.edited { edit in
      try edit.rename(first, to: "Same")
      let second = try edit.add(instanceOf: try #require(groups.definition(of: first)), named: "Same")
      let inner = try edit.group([first.node], named: "Inner")
      return try edit.group([inner.node, second.node], named: "Outer")
    }
    let inner = try #require(groups.instances(in: outer).first { groups.title(of: $0) == "Inner" })
    try evaluator.edit { edit in
      try edit.change(in: outer) { try $0.ungroup(inner) }
    }
    #expect(groups.instances(in: outer).map { groups.title(of: $0) } == ["Same", "Same"])
    evaluator.checkInvariants()
  }

  @Test func aDefinitionThatWouldContainItselfIsRefusedWithTheWay() throws {
    let group = try group()
    let inner = try definition(group)
    let outer = try evaluator.edited { try $0.group([group.node], named: "Invoice") }
    let id = try definition(outer)
    do {
      try evaluator.edit { edit in try edit.change(inner) { try $0.add(instanceOf: id) } }
      Issue.record("it is refused")
    } catch let error as SubgraphError {
      #expect(error == .containsItself([inner, id, inner]))
      #expect(groups.describe(error) == "Tax would contain itself: Tax › Invoice › Tax")
    }
    // Another instance of the inner definition in the root is allowed.
    try evaluator.edit { edit in try edit.add(instanceOf: inner) }
    #expect(groups.instances(of: inner).count == 2)
  }

  @Test func aFailureInAGroupHasAScopedName() throws {
    let group = try group()
    let id = try definition(group)
    let node = NodeDefinition("Fail", inputs: ValuePort<Int>("x"), output: ValuePort<Int>("y")) { (_: Int) -> Int in
      throw GraphError.valuesOnly
    }
    evaluator.register(node)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        let fail = try inner.add("Fail", named: "fails")
        try inner.connect(tax.output, to: fail.input("x"))
      }
    }
    let failing = try #require(groups.members(of: group).last)
    let failure = try #require(evaluator.failure(of: failing))
    #expect(groups.scopedName(of: failure.origin) == "Tax › fails")
  }

  @Test func aForkOfAGroupingChangesNothing() throws {
    let before = SubgraphSnapshot(evaluator)
    let fork = try evaluator.fork { edit in try edit.group([tax, rate], named: "Tax") }
    #expect(SubgraphSnapshot(evaluator) == before && evaluator.subgraphs.definitions.isEmpty)
    #expect(fork.read { evaluator.subgraphs.definitions.count } == 1)
    try fork.commit()
    #expect(groups.definitions.count == 1)
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
  }

  // MARK: Navigation and documents

  @Test func aPathToSomethingThatIsGoneIsCutToWhatLives() throws {
    let inner = try group()
    let outer = try evaluator.edited { try $0.group([inner.node], named: "Invoice") }
    let path: GraphPath = [outer, inner]
    #expect(groups.isValid(path) && groups.titles(along: path) == ["Invoice", "Tax"] && groups.path(of: rate) == path)
    #expect(groups.path(entering: inner.node, from: [outer]) == path && groups.path(entering: rate, from: path) == nil)
    #expect(groups.path(entering: inner.node, from: []) == nil && !groups.isValid([inner]))
    try evaluator.edit { edit in try edit.change(try definition(outer)) { inside in try inside.ungroup(inner) } }
    #expect(groups.living(path) == [outer])
    evaluator.undo()
    #expect(groups.living(path) == path)
    evaluator.undo()
    #expect(groups.living(path) == [] && groups.living([inner]) == [inner])
    #expect(groups.members(of: outer).isEmpty && groups.connections(in: outer).isEmpty)
  }

  @Test func nodesThatAreCopiedOutOfAnInstanceHaveTheirScopedNames() throws {
    _ = try group()
    #expect(try evaluator.copy([tax]).nodes.map(\.name) == ["Tax › tax"])
  }

  @Test func aVerdictIsThatOfWhatLiesBehindAPort() throws {
    let group = try group()
    #expect(groups.verdict(onConnecting: price.output, to: total.input(0)).isReplacing)
    #expect(groups.verdict(onConnecting: total.output, to: group.node.input(0)).isRefused)
    #expect(
      groups.verdict(onConnecting: group.node.output, to: group.node.input(0))
        == .refused(.loopsBack(group.node.input(0))))
    #expect(groups.verdict(onConnecting: rate.output, to: total.input(0)) == .refused(.outsideScope(rate)))
    #expect(groups.verdict(onConnecting: rate.output, to: tax.input(0)) == .refused(.exposed(tax.input(0))))
    let other = try evaluator.edited { try $0.add(instanceOf: try definition(group)) }
    #expect(groups.verdict(onConnecting: total.output, to: other.node.input(0)) == .allowed)
    #expect(groups.verdict(onConnecting: total.output, to: other.node.input(9)) == .refused(.stale(other.node)))
  }

  @Test func refusalsNamePortsOfGroupsByTheirPositions() throws {
    let group = try group()
    try evaluator.edit { edit in
      try edit.change(try definition(group)) { inner in
        try inner.expose(inner.add("Add", named: "fee").input("x"), as: "fee")
      }
    }
    // Its port was made after that of the output.
    let fee = group.node.input(1)
    evaluator.edit { edit in
      #expect(throws: GraphError.loopsBack(fee)) { try edit.connect(group.node.output, to: fee) }
      #expect(throws: GraphError.notConnected(Connection(from: price.output, to: fee))) {
        try edit.disconnect(price.output, from: fee)
      }
    }
  }

  @Test func anEditOfGroupsWithoutATitleIsCalledSo() throws {
    try evaluator.edit { edit in try edit.rename(rate, to: nil) }
    try evaluator.edit { edit in try edit.group([rate], named: "Rate") }
    #expect(evaluator.undoTitle == "change groups")
  }
}

extension ConnectionVerdict {
  fileprivate var isReplacing: Bool { if case .replacing = self { true } else { false } }
  fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
