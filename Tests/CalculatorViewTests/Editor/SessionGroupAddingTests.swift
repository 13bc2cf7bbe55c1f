// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

/// Adding nodes and changing formulas in groups.
@Suite struct SessionGroupAddingTests {
  private let session: Session
  private let editor: SessionEditor
  private let controller: SessionController
  private let group: InstanceID
  private let other: InstanceID
  private var path: GraphPath { [group] }

  init() throws {
    let session = Session()
    try session.run("price = 20; rate = 20%; factor = 3; tax = price * rate; total = price + tax")
    let editor = SessionEditor(session)
    let nodes = ["rate", "tax"].compactMap { session.node(named: $0) }
    group = try #require(InstanceID(try editor.group(nodes, as: "Tax")))
    _ = try session.duplicate([SourceName("Tax", range: 0..<3)])
    editor.reloadViews()
    other = try #require(editor.groups.instances(in: nil).last)
    (self.session, self.editor) = (session, editor)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
    controller.go(to: [group])
  }

  private func text() throws -> String { try TestDocuments().text(of: try session.document()) }

  private func member(_ name: String, of group: InstanceID) -> NodeID? {
    editor.groups.members(of: group).first { editor.groups.name(of: $0) == name }
  }

  private func value(_ name: String, of group: InstanceID) -> NodeValue? {
    member(name, of: group).map { editor.value(of: $0.output) }
  }

  @Test func whatIsAddedInAGroupIsInAllInstancesInOneStep() throws {
    let (before, steps) = (try text(), session.history.count)
    let node = try editor.add("twice = tax * 2", at: GraphPoint(300, 90), in: path)
    #expect(session.history.count == steps + 1 && session.history.last == "Tax › add twice")
    #expect(controller.view.nodes.contains(node) && editor.groups.scope(of: node) == group)
    #expect(value("twice", of: group) == .value(.number(8)) && value("twice", of: other) == .value(.number(8)))
    let twin = try #require(member("twice", of: other))
    #expect([node, twin].map(editor.groups.position) == [GraphPoint(300, 90), GraphPoint(300, 90)])
    // The session's scope is unchanged, and the path for undo is that of the edit.
    #expect(session.path.isRoot && session.evaluator.undoPath == path)
    session.checkInvariants()
    editor.undo()
    #expect(try text() == before && member("twice", of: other) == nil)
    #expect(editor.redo() != nil && value("twice", of: other) == .value(.number(8)))
    session.checkInvariants()
  }

  @Test func aNameOfOutsideBecomesAnInputAndAFormulaWithoutANameGetsAFreeOne() throws {
    try session.run("formula1 = 7")
    let node = try editor.add("= rate * factor", at: .zero, in: path)
    #expect(editor.groups.name(of: node) == "formula2" && editor.kind(of: group.node)?.inputs.last?.name == "factor")
    #expect(value("formula2", of: other) == .value(.number(0.2 * 3)))
    #expect(editor.spelling(of: node.output, in: path) == "formula2")
    #expect(editor.spelling(of: group.node.output, in: []) == "`Tax.tax`")
    session.checkInvariants()
  }

  @Test func aNodeOfAKindIsAddedAndConnected() throws {
    let tax = try #require(member("tax", of: group))
    let sum = try editor.add("Add", at: GraphPoint(10, 20), in: path, from: tax.output)
    #expect(editor.groups.name(of: sum) == "add1" && editor.sources(of: sum.input(0)) == [tax.output])
    #expect(value("add1", of: other) == .value(.number(4)))
    let one = try editor.add("Number", at: .zero, in: path, for: sum.input(1))
    try editor.commit("5", to: .definition(one))
    // A number changes in one instance only.
    #expect(value("add1", of: group) == .value(.number(9)) && value("add1", of: other) == .value(.number(4)))
    session.checkInvariants()
  }

  @Test func aFormulaOfAGroupIsChangedInAllInstances() throws {
    let before = try text()
    let tax = try #require(member("tax", of: group))
    try editor.commit("price * rate + 1", to: .definition(tax))
    #expect(editor.text(of: .definition(tax)) == "price * rate + 1")
    #expect(session.history.last == "Tax › tax = price * rate + 1")
    #expect([group, other].map { value("tax", of: $0) } == [.value(.number(5)), .value(.number(5))])
    editor.undo()
    #expect(try text() == before)
    session.checkInvariants()
  }

  @Test func whatIsRefusedInAGroupLeavesAllAsItWas() throws {
    let (before, steps) = (try text(), session.history)
    func refusal(_ edit: () throws -> Void) -> String? {
      #expect(throws: Diagnostic.self) { try edit() }?.message
    }
    let tax = try #require(member("tax", of: group))
    #expect(refusal { try editor.add("tax = 1", at: .zero, in: path) } == "the name 'tax' is taken")
    #expect(refusal { try editor.add("price = 1", at: .zero, in: path) } == "the name 'price' is taken")
    #expect(refusal { try editor.add("a = missing + 1", at: .zero, in: path) } == "unknown name 'missing'")
    #expect(refusal { try editor.add("a = 1; b = 2", at: .zero, in: path) }?.hasPrefix("expected one formula") == true)
    #expect(refusal { try editor.commit("total * 2", to: .definition(tax)) } != nil)
    // If the new node can't be connected, it is not added.
    let unread = refusal { try editor.add("Number", at: .zero, in: path, from: tax.output) }
    #expect(unread == "no input of number1 takes what tax gives")
    #expect(refusal { try editor.add("a = true", at: .zero, in: path, for: tax.input(0)) } != nil)
    let cycle = refusal { try editor.commit("tax + 1", to: .definition(tax)) }
    #expect(cycle == "tax would depend on itself; nothing changed")
    #expect(
      refusal { try editor.commit("true", to: .definition(tax)) }?.contains(", and tax would be a Boolean") == true)
    #expect(try text() == before && session.history == steps && session.undoneHistory.isEmpty && session.path.isRoot)
    // A removed group accepts no nodes.
    try session.run("total = 1")
    editor.reloadViews()
    try editor.delete([group.node])
    #expect(refusal { try editor.add("a = 1", at: .zero, in: path) } == "the group no longer exists")
    session.checkInvariants()
  }
}
