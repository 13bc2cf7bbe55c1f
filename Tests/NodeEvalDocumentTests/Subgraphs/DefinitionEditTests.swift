// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import EvaluatorTestSupport
import NodeEval
import NodeGraph
import Testing

/// Edits of definitions, which change all instances.
@Suite struct DefinitionEditTests: TaxGraphTests {
  let taxes: TaxGraph

  init() throws { taxes = try TaxGraph() }

  @Test func aDefinitionIsChangedInAllInstancesInOneStep() throws {
    let group = try group()
    let id = try definition(group)
    let others = try evaluator.edited { edit in
      try (0..<10).map { index in
        let other = try edit.add(instanceOf: id)
        try edit.connect(price.output, to: other.input("x"))
        return other
      }
    }
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit("round") { edit in
      try edit.change(id, lookingAt: others[4]) { inner in
        let sum = try #require(inner.node(named: "tax"))
        let more = try inner.add("Add", named: "more", at: GraphPoint(1, 2))
        try inner.connect(sum.output, to: more.input("x"))
        try inner.setLiteral(more.input("y"), to: 5)
        try inner.expose(more.output, as: "More", order: 0)
        try inner.rename(sum, to: "plain")
      }
    }
    for instance in [group] + others {
      let more = try #require(groups.members(of: instance).last)
      #expect(try value(more) == 125 && groups.name(of: more) == "more")
    }
    #expect(groups.outputs(of: id).map(\.name) == ["More", "sum"] && groups.revision(of: id) == 2)
    #expect(groups.connections(in: nil).contains(Connection(from: group.node.output(1), to: total.input(1))))
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
    evaluator.checkInvariants()
  }

  @Test func whatIsLegalInOneInstanceAndACycleInAnotherIsRefusedWholeAndNamesTheOther() throws {
    // Around the second instance, nodes outside connect its output back to its input.
    let nodes = try evaluator.edited { edit in
      let nodes = try ["first", "second"].map { try edit.add("Add", named: $0) }
      try edit.group(nodes, named: "Pair")
      return nodes
    }
    let group = try #require(groups.scope(of: nodes[0]))
    let id = try definition(group)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.expose(nodes[0].output, as: "first")
        try inner.expose(nodes[1].input("x"), as: "second")
      }
    }
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id, named: "Looped")
      let outer = try edit.add("Add", named: "outer")
      try edit.connect(other.output("first"), to: outer.input("x"))
      try edit.connect(outer.output, to: other.input("second"))
      return other
    }
    let before = SubgraphSnapshot(evaluator)
    do {
      try evaluator.edit { edit in
        try edit.change(id, lookingAt: group) { inner in try inner.connect(nodes[1].output, to: nodes[0].input("x")) }
      }
      Issue.record("it is refused")
    } catch let error as SubgraphError {
      guard case .refused(.cycle, let instance) = error else { throw error }
      #expect(instance == other)
      #expect(
        groups.describe(error)
          == "in Looped: connecting Looped › second to Looped › first.x would close a cycle: "
          + "Looped › second → Looped › first.x → outer.x → Looped › second.x")
    }
    #expect(SubgraphSnapshot(evaluator) == before)
    // If the closure catches the refusal, its other changes are made in all instances.
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: group) { inner in
        #expect(throws: GraphError.self) { try inner.connect(nodes[1].output, to: nodes[0].input("x")) }
        _ = try inner.add("Add", named: "third")
      }
    }
    #expect([group, other].allSatisfy { groups.members(of: $0).count == 3 && groups.connections(in: $0).isEmpty })
    #expect(SubgraphSnapshot.brokenRules(of: evaluator) == [])
    evaluator.checkInvariants()
  }

  @Test func aValueOfTheDefinitionIsTakenByInstancesThatHaveNotTheirOwn() throws {
    let group = try group()
    let id = try definition(group)
    let others = try evaluator.edited { edit in try (0..<2).map { _ in try edit.add(instanceOf: id) } }
    let rates = others.map { groups.members(of: $0)[0] }
    try evaluator.edit { edit in try edit.set(rates[0], to: 7) }
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.set(rate, to: 30) } }
    #expect(try value(rate) == 30 && value(rates[0]) == 7 && value(rates[1]) == 30)
    let third = try evaluator.edited { try $0.add(instanceOf: id) }
    #expect(try value(groups.members(of: third)[0]) == 30)
  }

  @Test func renamingAndReorderingPortsLeavesWires() throws {
    let group = try group()
    let id = try definition(group)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.expose(rate.output, as: "rate", order: 0)
        try inner.renameOutput("sum", to: "total")
        try inner.renameInput("x", to: "price")
        try inner.moveOutput("total", to: 0)
        #expect(throws: SubgraphError.duplicatePort("rate")) { try inner.renameOutput("total", to: "rate") }
        #expect(throws: SubgraphError.noPort(id, "sum")) { try inner.renameOutput("sum", to: "other") }
      }
    }
    #expect(groups.outputs(of: id).map(\.name) == ["total", "rate"])
    #expect(groups.connections(in: nil).contains(Connection(from: group.node.output(0), to: total.input(1))))
    #expect(try value(total) == 220)
  }

  @Test func aPortThatIsInUseIsRemovedOnlyWithWhatIsConnected() throws {
    let group = try group()
    let id = try definition(group)
    #expect(throws: SubgraphError.portInUse("sum", group)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.removeOutput("sum") } }
    }
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.removeOutput("sum", cutting: true) } }
    #expect(try groups.outputs(of: id).isEmpty && value(total) == 100)
    evaluator.undo()
    #expect(try groups.outputs(of: id).count == 1 && value(total) == 220)
    // Removing a node removes its ports.
    try evaluator.edit { edit in try edit.change(id) { inner in try inner.remove(tax) } }
    #expect(try groups.outputs(of: id).isEmpty && groups.inputs(of: id).isEmpty && value(total) == 100)
    evaluator.checkInvariants()
  }

  @Test func anExposedInputIsGivenFromOutsideOnly() throws {
    let group = try group()
    let id = try definition(group)
    #expect(throws: GraphError.exposed(tax.input(0))) {
      try evaluator.edit { edit in
        try edit.change(id) { inner in try inner.connect(rate.output, to: tax.input("x"), replacing: true) }
      }
    }
    #expect(throws: SubgraphError.notExposable(tax)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.expose(tax.input("y"), as: "y") } }
    }
    #expect(throws: SubgraphError.notExposable(tax)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.expose(tax.output, as: "again") } }
    }
    #expect(throws: GraphError.outsideScope(price)) {
      try evaluator.edit { edit in try edit.change(id) { inner in try inner.remove(price) } }
    }
    #expect(evaluator.undoTitles == ["group"])
  }

  @Test func aDefinitionWithoutInstancesIsChangedAsWell() throws {
    let group = try group()
    let id = try definition(group)
    try evaluator.edit { edit in try edit.remove(group) }
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        let sum = try #require(inner.node(named: "tax"))
        try inner.disconnect(sum.input("y"))
        try inner.expose(sum.input("y"), as: "y")
      }
    }
    #expect(evaluator.graph.nodeCount == 2 && groups.inputs(of: id).map(\.name) == ["x", "y"])
    let other = try evaluator.edited { edit in
      let other = try edit.add(instanceOf: id)
      try edit.setLiteral(other.input("y"), to: 9)
      try edit.connect(price.output, to: other.input("x"))
      return other
    }
    #expect(try value(groups.members(of: other)[1]) == 109)
    try evaluator.edit { edit in
      try edit.remove(other)
      try edit.remove(id)
    }
    #expect(groups.definitions.isEmpty)
    #expect(throws: SubgraphError.noDefinition(id)) { try evaluator.edit { edit in try edit.add(instanceOf: id) } }
  }

  // MARK: Edits within others

  private func names(in instance: InstanceID) -> [String?] {
    groups.members(of: instance).map { groups.name(of: $0) }
  }

  /// Makes a group inside another one, a second instance of the outer definition, and one of the inner definition in the root.
  private func nest() throws -> (inner: InstanceID, outer: InstanceID, other: InstanceID, third: InstanceID) {
    let inner = try group()
    let outer = try evaluator.edited { try $0.group([inner.node], named: "Outer") }
    let (other, third) = try evaluator.edited { edit in
      (try edit.add(instanceOf: try definition(outer)), try edit.add(instanceOf: try definition(inner)))
    }
    return (inner, outer, other, third)
  }

  /// Returns the only instance inside another instance.
  private func child(of instance: InstanceID) throws -> InstanceID {
    let children = groups.members(of: instance).compactMap { InstanceID($0) }
    return try #require(children.count == 1 ? children.first : nil)
  }

  /// Saves the graph, and opens it.
  private func reopened() throws -> Evaluator {
    try Evaluator(definitions: SubgraphScript.kinds, document: evaluator.document())
  }

  @Test func whatAnEditGroupedIsChangedWithinItInAllInstances() throws {
    let outer = try group()
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    let before = SubgraphSnapshot(evaluator)
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        let part = try inner.group([tax], named: "Part")
        try edit.change(try definition(part)) { part in
          let fee = try part.add("Add", named: "fee")
          try part.connect(tax.output, to: fee.input("x"))
          try part.expose(fee.output, as: "fee")
        }
        let last = try inner.add("Add", named: "last")
        try inner.connect(part.output("fee"), to: last.input("x"))
      }
    }
    #expect(evaluator.brokenRules().isEmpty)
    for instance in [outer, other] {
      #expect(try names(in: instance) == ["rate", "last", nil] && names(in: child(of: instance)) == ["tax", "fee"])
    }
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
    evaluator.redo()
    evaluator.checkInvariants()
  }

  @Test func whatAnEditMadeIndependentIsChangedWithinItInAllInstances() throws {
    let (inner, outer, other, third) = try nest()
    try evaluator.edit { edit in
      try edit.change(try definition(outer), lookingAt: outer) { inside in
        let copy = try inside.makeIndependent(inner)
        try edit.change(copy) { _ = try $0.add("Number", named: "fee") }
      }
    }
    #expect(evaluator.brokenRules().isEmpty && names(in: third) == ["rate", "tax"])
    for instance in [outer, other] { #expect(try names(in: child(of: instance)) == ["rate", "tax", "fee"]) }
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
  }

  @Test func anInstanceThatIsGoneWhenItIsToBeLookedAtIsRefused() throws {
    let (inner, outer, other, _) = try nest()
    let id = try definition(inner)
    let twin = try child(of: other)
    let before = SubgraphSnapshot(evaluator)
    #expect(throws: SubgraphError.noInstance(twin)) {
      try evaluator.edit { edit in
        try edit.change(try definition(outer), lookingAt: outer) { inside in
          try inside.ungroup(inner)
          try edit.change(id, lookingAt: twin) { _ = try $0.add("Number", named: "fee") }
        }
      }
    }
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot(evaluator) == before)
  }

  @Test(arguments: [false, true])
  func anInstanceThatIsRemovedWhileItsDefinitionIsChangedIsLeftOut(isLookedAt: Bool) throws {
    let outer = try group()
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    let (gone, left) = isLookedAt ? (outer, other) : (other, outer)
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        _ = try inner.add("Number", named: "fee")
        try edit.remove(gone)
      }
    }
    #expect(evaluator.brokenRules().isEmpty && names(in: left) == ["rate", "tax", "fee"])
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    evaluator.undo()
    #expect(evaluator.brokenRules().isEmpty && names(in: gone) == ["rate", "tax"])
  }

  @Test func whatAnEditUngroupedIsNotChangedWithinItAnywhere() throws {
    let (inner, outer, other, third) = try nest()
    let id = try definition(inner)
    try evaluator.edit { edit in
      try edit.change(try definition(outer), lookingAt: outer) { inside in
        try inside.ungroup(inner)
        try edit.change(id) { _ = try $0.add("Number", named: "fee") }
      }
    }
    #expect(evaluator.brokenRules().isEmpty && names(in: third) == ["rate", "tax", "fee"])
    for instance in [outer, other] { #expect(names(in: instance) == ["rate", "tax"]) }
    #expect(groups.members(of: nil) == [price, total, outer.node, other.node, third.node])
  }

  @Test func anEditOfADefinitionThatFailsWithinOneOfAnotherLeavesTheOther() throws {
    let outer = try group()
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        let part = try inner.group([tax], named: "Part")
        _ = try inner.add("Number", named: "kept")
        try? edit.change(try definition(part)) { part in
          _ = try part.add("Number", named: "lost")
          throw CancellationError()
        }
        _ = try inner.add("Number", named: "last")
      }
    }
    #expect(evaluator.brokenRules().isEmpty)
    for instance in [outer, other] {
      #expect(try names(in: instance) == ["rate", "kept", "last", nil] && names(in: child(of: instance)) == ["tax"])
    }
  }

  @Test func anEditThatFailsWithinOneOfADefinitionIsDoneInNoInstance() throws {
    let group = try group()
    let id = try definition(group)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: group) { inner in
        let kept = try inner.add("Add", named: "kept")
        _ = try? evaluator.edit { _ in
          _ = try inner.add("Number", named: "lost")
          try inner.setLiteral(kept.input("x"), to: 5)
          try inner.set(rate, to: 30)
          throw CancellationError()
        }
        // The new node reuses the inner id of the one that was reverted.
        _ = try inner.add("Number", named: "last")
      }
    }
    #expect(evaluator.brokenRules().isEmpty)
    for instance in [group, other] {
      #expect(names(in: instance) == ["rate", "tax", "kept", "last"])
      #expect(try value(groups.members(of: instance)[0]) == 20 && value(groups.members(of: instance)[2]) == 0)
    }
  }

  // MARK: Changes around an edit of a definition while it is in progress

  @Test func anInstanceThatIsAddedWhileItsDefinitionIsChangedIsLikeTheOthers() throws {
    let outer = try group()
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    let before = SubgraphSnapshot(evaluator)
    var made: InstanceID?
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        let fee = try inner.add("Add", named: "fee")
        try inner.connect(tax.output, to: fee.input("x"))
        made = try edit.add(instanceOf: id)
        let last = try inner.add("Add", named: "last")
        try inner.connect(fee.output, to: last.input("x"))
        try inner.remove(rate)
      }
    }
    for instance in [outer, other, try #require(made)] {
      #expect(names(in: instance) == ["tax", "fee", "last"])
      #expect(groups.connections(in: instance).count == 2)
    }
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot.brokenRules(of: evaluator).isEmpty)
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
    evaluator.undo()
    #expect(SubgraphSnapshot(evaluator) == before)
  }

  @Test func anInstanceThatIsMadeIndependentWhileItsDefinitionIsChangedHasWhatWasDoneUpToThen() throws {
    let outer = try group()
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        try inner.connect(inner.add("Add", named: "fee").output, to: tax.input("y"), replacing: true)
        try edit.makeIndependent(other)
        _ = try inner.add("Number", named: "last")
      }
    }
    #expect(names(in: outer) == ["rate", "tax", "fee", "last"] && names(in: other) == ["rate", "tax", "fee"])
    #expect(groups.connections(in: other).count == groups.connections(in: outer).count)
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot.brokenRules(of: evaluator).isEmpty)
  }

  @Test func anInstanceThatIsDissolvedWhileItsDefinitionIsChangedHasWhatWasDoneUpToThen() throws {
    let outer = try group()
    let id = try definition(outer)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    var members: [NodeID] = []
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        try inner.remove(rate)
        _ = try inner.add("Number", named: "fee")
        members = try edit.ungroup(other)
        _ = try inner.add("Number", named: "last")
      }
    }
    #expect(members.map { evaluator.graph.name(of: $0) } == ["tax", "fee"])
    #expect(try members.map { try evaluator.graph.kind(of: $0).name } == ["Add", "Number"])
    #expect(names(in: outer) == ["tax", "fee", "last"])
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot.brokenRules(of: evaluator).isEmpty)
  }

  @Test(arguments: ["removed", "dissolved", "independent"])
  func anInstanceThatIsLookedAtNoMoreIsNotChanged(how: String) throws {
    let outer = try group()
    let id = try definition(outer)
    _ = try evaluator.edited { try $0.add(instanceOf: id) }
    let before = SubgraphSnapshot(evaluator)
    #expect(throws: GraphError.stale(outer.node)) {
      try evaluator.edit { edit in
        try edit.change(id, lookingAt: outer) { inner in
          switch how {
          case "removed": try edit.remove(outer)
          case "dissolved": try edit.ungroup(outer)
          default: try edit.makeIndependent(outer)
          }
          _ = try inner.add("Number", named: "last")
        }
      }
    }
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot(evaluator) == before)
  }

  @Test func aDefinitionIsPutIntoAnotherWhileBothAreChanged() throws {
    let part = try group()
    let id = try definition(part)
    let whole = try evaluator.edited { try $0.group([try $0.add("Number", named: "seed")], named: "Whole") }
    let other = try evaluator.edited { try $0.add(instanceOf: try definition(whole)) }
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: part) { part in
        _ = try part.add("Number", named: "fee")
        try edit.change(try definition(whole), lookingAt: whole) { whole in
          let fee = try part.add("Add", named: "early")
          try part.connect(tax.output, to: fee.input("x"))
          let child = try whole.add(instanceOf: id)
          _ = try part.add("Number", named: "late")
          try whole.rename(child.node, to: "child")
        }
        try part.remove(rate)
      }
    }
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot.brokenRules(of: evaluator).isEmpty)
    for instance in [part, try child(of: whole), try child(of: other)] {
      #expect(names(in: instance) == ["tax", "fee", "early", "late"])
    }
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
  }

  @Test func fieldsAndStatesOfAFragmentComeIntoADefinition() throws {
    let group = try group()
    let id = try definition(group)
    let other = try evaluator.edited { try $0.add(instanceOf: id) }
    evaluator.register(
      NodeDefinition(
        "Sum so far", tick: ValuePort("tick", default: 0), inputs: ValuePort("value", default: 1),
        output: ValuePort<Int>("sum"),
        state: 0
      ) { (sum: inout Int, value: Int) in
        sum += value
        return sum
      })
    var node = DocumentNode(id: NodeID(slot: 0, generation: 0), kind: "Sum so far", name: "sum", value: .number(7))
    node.others = ["note": .string("kept")]
    try evaluator.edit { edit in
      try edit.change(id) { try $0.paste(GraphDocument(nodes: [node])) }
    }
    let document = try evaluator.document()
    let declared = try #require(document.definitions[0].nodes.last)
    #expect(declared.value == .number(7) && declared.others == node.others)
    for instance in [group, other] { #expect(try value(#require(groups.members(of: instance).last)) == 8) }
    #expect(try reopened().document() == document)
    var unsound = node
    unsound.kind = "Add"
    #expect(
      throws: DocumentError(.value, at: .node(0).appending("value"), "the value of Add is computed and can't be set")
    ) {
      try evaluator.edit { edit in try edit.change(id) { try $0.paste(GraphDocument(nodes: [unsound])) } }
    }
    #expect(try evaluator.document() == document)
  }

  @Test(arguments: [false, true])
  func anInstanceThatIsMadeAndTakenApartWhileItsDefinitionIsChangedIsSoEverywhere(isDissolved: Bool) throws {
    let part = try group()
    let id = try definition(part)
    let whole = try evaluator.edited { try $0.group([try $0.add("Number", named: "seed")], named: "Whole") }
    let other = try evaluator.edited { try $0.add(instanceOf: try definition(whole)) }
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: part) { part in
        try edit.change(try definition(whole), lookingAt: whole) { whole in
          let child = try whole.add(instanceOf: id, named: "child")
          if isDissolved { try whole.ungroup(child) } else { try whole.makeIndependent(child) }
          _ = try part.add("Number", named: "late")
        }
      }
    }
    #expect(SubgraphSnapshot.brokenRules(of: evaluator) == [])
    #expect(names(in: part) == ["rate", "tax", "late"])
    for instance in [whole, other] {
      let inner = try isDissolved ? names(in: instance) : ["seed"] + names(in: child(of: instance))
      #expect(inner == ["seed", "rate", "tax"])
    }
    #expect(try SubgraphSnapshot(reopened()) == SubgraphSnapshot(evaluator))
  }

  @Test func aDefinitionWhoseOnlyInstanceIsRemovedMeanwhileKeepsWhatWasDone() throws {
    let outer = try group()
    let id = try definition(outer)
    try evaluator.edit { edit in
      try edit.change(id) { inner in
        try inner.connect(rate.output, to: inner.add("Add", named: "fee").input("x"))
        try edit.remove(outer)
      }
    }
    let made = try evaluator.edited { try $0.add(instanceOf: id) }
    #expect(names(in: made) == ["rate", "tax", "fee"] && groups.connections(in: made).count == 2)
    #expect(evaluator.brokenRules().isEmpty && SubgraphSnapshot.brokenRules(of: evaluator).isEmpty)
  }

  @Test func nothingIsExposedOfAnInstanceThatIsLookedAtNoMore() throws {
    let outer = try group()
    let id = try definition(outer)
    let ports = groups.outputs(of: id).map(\.name)
    try evaluator.edit { edit in
      try edit.change(id, lookingAt: outer) { inner in
        try edit.makeIndependent(outer)
        #expect(throws: SubgraphError.refused(.stale(outer.node), in: outer)) {
          try inner.expose(rate.output, as: "rate")
        }
      }
    }
    #expect(groups.outputs(of: id).map(\.name) == ports)
  }

  @Test func candidatesAreTheInputsThatVerdictsAllow() throws {
    let outer = try group()
    evaluator.edit { edit in
      let inputs = [tax.input(1), total.input(0), outer.node.input(0), outer.node.input(-1), total.input(-1)]
      #expect(edit.candidates(for: price.output, among: inputs) == [inputs[1], inputs[2]])
      for input in inputs {
        let isRefused = if case .refused = edit.verdict(onConnecting: price.output, to: input) { true } else { false }
        #expect(isRefused == ![inputs[1], inputs[2]].contains(input))
      }
      guard case .replacing = edit.verdict(onConnecting: price.output, to: outer.input("x")) else {
        Issue.record("an instance has its inputs by name")
        return
      }
    }
  }
}
