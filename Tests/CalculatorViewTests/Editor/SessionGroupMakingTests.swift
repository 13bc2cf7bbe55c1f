// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

/// Grouping a selection, and ungrouping.
@Suite struct SessionGroupMakingTests {
  private let session: Session
  private let editor: SessionEditor
  private let views: [SessionController]

  init() throws {
    let session = Session()
    try session.run("price = 20; rate = 20%; tax = price * rate; total = price + tax")
    let editor = SessionEditor(session)
    views = (0..<2).map { _ in
      SessionController(of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
    }
    (self.session, self.editor) = (session, editor)
    editor.move(try node("rate"), to: GraphPoint(100, 40))
    editor.move(try node("tax"), to: GraphPoint(300, 140))
    editor.endMoving()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func text() throws -> String { try TestDocuments().text(of: try session.document()) }

  private func shows(_ members: [NodeID]) -> Bool {
    views.allSatisfy { Set($0.view.nodes.filter { GroupEdge($0) == nil }) == Set(members) }
  }

  @Test func aSelectionIsAGroupAtItsMiddleAndItsMembersComeOutWhereTheyWere() throws {
    let (price, rate, tax, total) = (try node("price"), try node("rate"), try node("tax"), try node("total"))
    let (before, steps) = (try text(), session.history.count)
    let group = try editor.group([rate, tax])
    #expect(session.history.count == steps + 1 && session.history.last == "group Group = rate tax")
    #expect(shows([price, total, group]))
    #expect(editor.summary(of: group).title == "Group" && editor.summary(of: group).inputs == ["price"])
    #expect(editor.groups.position(of: group) == GraphPoint(200, 90))
    #expect(
      editor.sources(of: total.input(1)) == [group.output] && editor.value(of: group.output) == .value(.number(4)))
    #expect(editor.undo() == "group Group = rate tax")
    #expect(try shows([price, rate, tax, total]) && text() == before)
    #expect(editor.redo() != nil && shows([price, total, group]))
    #expect(Set(try editor.ungroup([group, price])) == [rate, tax])
    #expect(session.history.count == steps + 2 && session.history.last == "ungroup Group")
    #expect(try shows([price, rate, tax, total]) && text() == before)
    #expect(editor.undo() != nil && shows([price, total, group]))
    // A view inside the group leaves it.
    views[1].go(to: try #require(editor.groups.path(entering: group, from: [])))
    #expect(Set(views[1].view.nodes.filter { GroupEdge($0) == nil }) == [rate, tax])
    try editor.ungroup([group])
    #expect(views[1].path.isRoot && shows([price, rate, tax, total]))
    session.checkInvariants()
  }

  @Test func groupsGetTheFirstFreeNameAndAreMembersAsWell() throws {
    let first = try editor.group([try node("rate")])
    try session.run("`Group 2` = 1")
    let second = try editor.group([try node("total")])
    #expect([first, second].map { editor.summary(of: $0).title } == ["Group", "Group 3"])
    let steps = session.history.count
    let outer = try editor.group([first, try node("tax"), second], as: "All")
    #expect(Set(editor.groups.members(of: InstanceID(outer))).isSuperset(of: [first, second]))
    #expect(shows([try node("price"), try node("Group 2"), outer]))
    // Several groups are ungrouped in one step.
    #expect(Set(try editor.ungroup([outer])).isSuperset(of: [first, second]))
    try editor.ungroup([first, second])
    #expect(session.history.count == steps + 3 && session.history.last == "ungroup Group; ungroup `Group 3`")
    #expect(
      try editor.groups.instances(in: nil).isEmpty && editor.value(of: node("total").output) == .value(.number(24)))
    session.checkInvariants()
  }

  @Test func aFormulaOfAPortGoesWithItsNode() throws {
    try session.run("added = Add(x: price * 2)")
    editor.reloadViews()
    let added = try node("added")
    let port = try #require(editor.sources(of: added.input(0)).first?.node)
    let before = try text()
    let error = #expect(throws: Diagnostic.self) { try editor.group([port]) }
    #expect(error?.message == "added.x is a formula of that port" && editor.groups.instances(in: nil).isEmpty)
    let group = try editor.group([port, added, port])
    #expect(Set(editor.groups.members(of: InstanceID(group))) == [added, port])
    try editor.ungroup([group])
    #expect(try text() == before)
    session.checkInvariants()
  }

  @Test func oneOfTwoGroupsOfATitleIsTheOneThatIsMeant() throws {
    let session = try DocumentFile.session(
      Array(TestDocuments.groups.replacing("tax + more", with: "tax + 1").replacing(" more=#1.tax", with: "").utf8),
      named: "m", TestDocuments())
    let editor = SessionEditor(session)
    let groups = editor.groups.instances(in: nil)
    #expect(groups.count == 2)
    let last = try #require(groups.last)
    try session.evaluator.edit { edit in try edit.rename(last, to: editor.summary(of: groups[0].node).title) }
    let outer = try editor.group([last.node])
    #expect(editor.groups.members(of: InstanceID(outer)) == [last.node])
    try session.run("a = 1; b = 2")
    let nodes = try ["a", "b"].map { try #require(session.node(named: $0)) }
    let pair = try nodes.map { try editor.group([$0], as: session.evaluator.graph.name(of: $0).map { "G\($0)" }) }
    try session.evaluator.edit { edit in try edit.rename(try #require(InstanceID(pair[1])), to: "Ga") }
    #expect(try editor.ungroup([pair[1]]) == [nodes[1]] && editor.contains(pair[0]))
    session.checkInvariants()
  }

  @Test func aGroupIsRenamedInOneStepWithWhatReadsIt() throws {
    let group = try editor.group([try node("rate"), try node("tax")])
    try session.run("double = Group.tax * 2")
    editor.reloadViews()
    let (before, steps, double) = (try text(), session.history.count, try node("double"))
    #expect(editor.text(of: .name(group)) == "Group")
    try editor.commit("Group", to: .name(group))
    #expect(session.history.count == steps)
    try editor.commit("My taxes", to: .name(group))
    #expect(session.history.count == steps + 1 && session.history.last == "rename")
    #expect(editor.summary(of: group).title == "My taxes" && editor.text(of: .name(group)) == "My taxes")
    #expect(editor.text(of: .definition(double)) == "`My taxes.tax` * 2")
    #expect(editor.undo() != nil && editor.text(of: .name(group)) == "Group")
    #expect(try text() == before && editor.redo() != nil && editor.summary(of: group).title == "My taxes")
    session.checkInvariants()
  }

  @Test func aGroupKeepsItsNameWhereItCannotHaveTheOther() throws {
    let group = try editor.group([try node("rate")], as: "Rates")
    let other = try editor.group([try node("total")], as: "Totals")
    let outer = try editor.group([group], as: "Outer")
    let (before, steps) = (try text(), session.history)
    func refusal(_ name: String, _ node: NodeID) -> String? {
      #expect(throws: Diagnostic.self) { try editor.commit(name, to: .name(node)) }?.message
    }
    #expect(refusal("price", outer) == "the name 'price' is taken; nothing changed")
    #expect(refusal("Totals", outer) == "the name 'Totals' is taken; nothing changed")
    #expect(refusal("", outer) == "'' can't be the name of a group")
    let rate = try #require(editor.groups.members(of: InstanceID(group)).first)
    #expect(editor.text(of: .name(group)) == "Rates" && editor.text(of: .name(rate)) == "rate")
    #expect(refusal("", group) == "'' can't be the name of a group")
    #expect(try text() == before && session.history == steps)
    // If two groups have the same title, edits still apply to the one that was chosen.
    try session.evaluator.edit { edit in try edit.rename(try #require(InstanceID(other)), to: "Outer") }
    try editor.commit("Sums", to: .name(other))
    #expect([outer, other].map { editor.summary(of: $0).title } == ["Outer", "Sums"])
    try editor.ungroup([other])
    #expect(refusal("Sums", other) == "the group no longer exists" && editor.text(of: .name(other)) == nil)
    session.checkInvariants()
  }

  @Test func whatCannotBeGroupedIsRefusedAndNothingIsChanged() throws {
    let group = try editor.group([try node("rate")], as: "Rates")
    try session.run("f(x) = x + price; called = f(1)")
    editor.reloadViews()
    let rate = try #require(editor.groups.members(of: InstanceID(group)).first)
    let inner = try editor.group([try node("tax"), group], as: "Outer")
    let (before, steps) = (try text(), session.history)
    func refusal(_ edit: () throws -> Void) -> String? {
      #expect(throws: Diagnostic.self) { try edit() }?.message
    }
    let tax = try #require(editor.groups.members(of: InstanceID(inner)).first { InstanceID($0) == nil })
    #expect(
      refusal { try editor.group([rate, tax]) } == "Outer › tax is not in the same scope as Outer › Rates › rate")
    #expect(refusal { try editor.group([inner, tax]) } == "Outer › tax is not in the same scope as Outer")
    #expect(refusal { try editor.ungroup([group, inner]) } == "Outer is not in the same scope as Outer › Rates")
    #expect(refusal { try editor.group([rate], as: "rate") } == "the name 'rate' is taken; nothing changed")
    #expect(refusal { try editor.group([]) } == "the selection has no nodes that can be grouped")
    #expect(refusal { try editor.ungroup([try node("price")]) } == "no group is selected")
    #expect(
      refusal { try editor.group([try node("price"), try node("called")]) }
        == "called calls f, which reads 'price', and a group can't; nothing changed")
    #expect(refusal { try editor.group([inner], as: "price") } == "the name 'price' is taken; nothing changed")
    // If one of the groups can't be ungrouped, the others stay as well.
    let other = try editor.group([try node("price")])
    try session.run("spare = 1")
    let alone = try editor.group([try node("spare")], as: "Alone")
    try session.run("spare = 2")
    editor.reloadViews()
    let (after, count) = (try text(), session.history.count)
    #expect(refusal { try editor.ungroup([other, alone]) } == "'spare' exists outside of Alone too; nothing changed")
    #expect(try text() == after && session.history.count == count && session.undoneHistory.isEmpty)
    for _ in steps.count..<count { editor.undo() }
    #expect(try text() == before && session.history == steps)
    session.checkInvariants()
  }

  /// Checks that grouping, renaming and ungrouping inside a group apply to all its instances, each in one step.
  @Test func inAGroupASelectionIsAGroupInAllInstances() throws {
    let outer = try editor.group([try node("rate"), try node("tax")], as: "Tax")
    let definition = try #require(InstanceID(outer).flatMap(editor.groups.definition))
    try session.evaluator.edit { edit in _ = try edit.add(instanceOf: definition, named: "Tax2") }
    editor.reloadViews()
    for view in views { view.go(to: try #require(editor.groups.path(entering: outer, from: []))) }
    func member(_ name: String, of group: NodeID) throws -> NodeID {
      try #require(editor.groups.members(of: InstanceID(group)).first { editor.summary(of: $0).title == name })
    }
    let (rate, tax) = (try member("rate", of: outer), try member("tax", of: outer))
    let other = try #require(editor.groups.instances(in: nil).map(\.node).first { $0 != outer })
    let (before, steps) = (try text(), session.history.count)
    let group = try editor.group([rate, tax])
    #expect(session.history.count == steps + 1 && session.history.last == "Tax › group Group = rate tax")
    #expect(shows([group]) && editor.summary(of: group).inputs == ["price"] && session.path.isRoot)
    let inOther = try member("Group", of: other)
    #expect(editor.groups.members(of: InstanceID(inOther)).count == 2)
    // The group and its members get new names.
    try editor.commit("Inner", to: .name(group))
    try editor.commit("share", to: .name(rate))
    #expect(session.history.suffix(2) == ["Tax › rename", "Tax › Inner › rename"])
    #expect(editor.summary(of: inOther).title == "Inner" && editor.summary(of: tax).definition == "price * share")
    #expect(editor.groups.members(of: InstanceID(inOther)).contains { editor.summary(of: $0).title == "share" })
    // The next group gets the first free title there, or a given one.
    #expect(editor.summary(of: try editor.group([group])).title == "Group")
    editor.undo()
    #expect(editor.summary(of: try editor.group([group], as: "Around")).title == "Around")
    editor.undo()
    #expect(Set(try editor.ungroup([group])) == [rate, tax] && session.history.last == "Tax › ungroup Inner")
    #expect(shows([rate, tax]) && editor.groups.members(of: InstanceID(other)).allSatisfy { InstanceID($0) == nil })
    #expect(editor.value(of: outer.output) == .value(.number(4)))
    for _ in steps..<session.history.count { editor.undo() }
    #expect(try text() == before && shows([rate, tax]))
    session.checkInvariants()
  }

  @Test func aFormulaThatReadsWhatAGroupGivesIsDeletedLikeAnother() throws {
    let group = try editor.group([try node("rate"), try node("tax")], as: "Tax")
    let before = try text()
    try editor.delete([try node("total")])
    #expect(try session.node(named: "total") == nil && shows([node("price"), group]))
    editor.undo()
    #expect(try text() == before)
    _ = try session.delete(SourceName("total", range: 0..<5))
    editor.reloadViews()
    #expect(try session.node(named: "total") == nil && shows([node("price"), group]))
    try session.undo()
    #expect(try text() == before && session.value(of: "total") == .value(.number(24)))
    session.checkInvariants()
  }
}
