// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

/// The cards with the inputs and outputs of a group that views show in it.
@Suite struct SessionEdgesTests {
  private final class Requests {
    var all: [SessionController.Request] = []
    var refusals: [String] {
      all.compactMap { if case .explain(let diagnostic) = $0 { diagnostic.message } else { nil } }
    }
  }

  private let session: Session
  private let editor: SessionEditor
  private let controller: SessionController
  private let requests = Requests()
  private let group: InstanceID
  private var inputs: NodeID { GroupEdge(.inputs, of: group).node }
  private var outputs: NodeID { GroupEdge(.outputs, of: group).node }

  init() throws {
    let session = Session()
    try session.run("price = 20; rate = 20%; tax = price * rate; gross = Add(x: price, y: tax)")
    try session.run("total = gross + 1; flag = ColorAdjust()")
    let editor = SessionEditor(session)
    let nodes = ["rate", "tax", "gross", "flag"].compactMap { session.node(named: $0) }
    group = try #require(InstanceID(try editor.group(nodes, as: "Tax")))
    _ = try session.duplicate([SourceName("Tax", range: 0..<3)])
    editor.reloadViews()
    (self.session, self.editor) = (session, editor)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
    controller.onRequest = { [requests] in requests.all.append($0) }
    controller.go(to: [group])
  }

  private func member(_ name: String, of group: InstanceID? = nil) throws -> NodeID {
    try #require(
      editor.groups.members(of: group ?? self.group).first { editor.groups.name(of: $0) == name })
  }

  private var text: String { (try? session.document()).flatMap { try? TestDocuments().text(of: $0) } ?? "" }

  private var total: String? { session.node(named: "total").flatMap { editor.text(of: .definition($0)) } }

  private func rows(_ node: NodeID) -> [String] {
    let kind = editor.kind(of: node)
    return (kind?.inputs.map(\.name) ?? []) + (kind?.outputs.map(\.name) ?? [])
  }

  @Test func theInputsAndOutputsOfAnEnteredGroupAreCardsWithWires() throws {
    #expect(editor.edges(of: nil).isEmpty && editor.edges(of: group) == [inputs, outputs])
    #expect(controller.view.nodes.contains(inputs) && controller.view.nodes.contains(outputs))
    #expect(rows(inputs) == ["price"] && rows(outputs) == ["gross", "new output"])
    #expect(editor.value(of: inputs.output) == .value(.number(20)))
    let (tax, gross) = (try member("tax"), try member("gross"))
    #expect(editor.shownSources(of: tax.input(0)) == [inputs.output] && editor.sources(of: tax.input(0)).isEmpty)
    #expect(editor.shownSources(of: outputs.input(0)) == [gross.output])
    #expect(Set(editor.readers(of: inputs.output)) == [tax.input(0), gross.input(0)])
    let view = controller.view
    for wire in [
      Connection(from: inputs.output, to: gross.input(0)), Connection(from: gross.output, to: outputs.input(0)),
    ] {
      #expect(view.path(of: wire) != nil)
    }
    // At the left of all members, and at their right.
    let members = editor.groups.members(of: group).compactMap { view.frame(of: $0)?.rect }
    let (left, right) = (try #require(view.frame(of: inputs)?.rect), try #require(view.frame(of: outputs)?.rect))
    #expect(members.allSatisfy { left.maxX < $0.minX && $0.maxX < right.minX })
    // Values from outside arrive.
    try session.run("price = 30")
    editor.reloadViews()
    #expect(editor.value(of: inputs.output) == .value(.number(30)))
    controller.go(to: [])
    #expect(!view.nodes.contains(inputs) && view.nodes.contains(group.node))
    session.checkInvariants()
  }

  @Test func aWireFromAnInputConnectsAllInstancesInOneStep() throws {
    let (gross, steps, before) = (try member("gross"), session.history.count, text)
    #expect(editor.verdict(onConnecting: inputs.output, to: gross.input(1)).isAllowed)
    try editor.connect(inputs.output, to: gross.input(1))
    #expect(session.history.count == steps + 1)
    #expect(editor.shownSources(of: gross.input(1)) == [inputs.output])
    let instances = editor.groups.instances(in: nil)
    #expect(instances.count == 2)
    for instance in instances { #expect(editor.value(of: instance.node.output) == .value(.number(40))) }
    editor.undo()
    let tax = try member("tax")
    #expect(text == before && editor.shownSources(of: gross.input(1)) == [tax.output])
    editor.redo()
    #expect(editor.value(of: group.node.output) == .value(.number(40)))
    // A formula is rewritten to read it.
    try session.run("fee = 3")
    let twice = try editor.add("twice = rate * 2", at: .zero, in: [group])
    try editor.connect(inputs.output, to: twice.input(0))
    #expect(editor.text(of: .definition(twice)) == "price * 2")
    // A wire replaces one from an input of the group.
    let rate = try member("rate")
    try editor.connect(rate.output, to: gross.input(0))
    #expect(editor.sources(of: gross.input(0)) == [rate.output])
    session.checkInvariants()
  }

  @Test func whatCannotBeConnectedHasAReason() throws {
    let (flag, gross, tax) = (try member("flag"), try member("gross"), try member("tax"))
    func reason(_ source: OutputPort, _ target: InputPort) -> String? {
      guard case .refused(let error) = editor.verdict(onConnecting: source, to: target) else { return nil }
      return editor.groups.describe(error)
    }
    #expect(reason(inputs.output, flag.input(0)) == "price gives Number, but flag.color takes Color")
    #expect(
      reason(inputs.output, outputs.input(1)) == "an input of Tax can't be its output: compute something from it")
    #expect(reason(gross.output, outputs.input(1)) == "Tax already has the output 'gross'")
    #expect(
      reason(tax.output, outputs.input(0))
        == "'gross' gives another node: connect it to the last row for another output")
    #expect(throws: Diagnostic.self) { try editor.cut(Connection(from: inputs.output, to: tax.input(0))) }
    session.checkInvariants()
  }

  @Test func aWireToTheFreeRowExposesANodeAndCuttingItRemovesTheOutput() throws {
    let (tax, before) = (try member("tax"), text)
    try editor.connect(tax.output, to: outputs.input(1))
    #expect(rows(outputs) == ["gross", "tax", "new output"])
    #expect(editor.kind(of: group.node)?.outputs.map(\.name) == ["gross", "tax"])
    #expect(controller.view.path(of: Connection(from: tax.output, to: outputs.input(1))) != nil)
    try editor.cut(Connection(from: tax.output, to: outputs.input(1)))
    #expect(rows(outputs) == ["gross", "new output"])
    // One that is read outside stays.
    #expect(throws: Diagnostic.self) {
      try editor.cut(Connection(from: try member("gross").output, to: outputs.input(0)))
    }
    editor.undo()
    editor.undo()
    #expect(text == before)
    session.checkInvariants()
  }

  @Test func anInputGoesWithItsLastWireAndAWireCanBeMoved() throws {
    let gross = try member("gross")
    try editor.commit("rate * 100", to: .definition(try member("tax")))
    #expect(rows(inputs) == ["price"])
    try editor.reroute(Connection(from: inputs.output, to: gross.input(0)), to: gross.input(1))
    #expect(
      editor.shownSources(of: gross.input(1)) == [inputs.output] && editor.shownSources(of: gross.input(0)).isEmpty)
    try editor.cut(Connection(from: inputs.output, to: gross.input(1)))
    #expect(editor.edges(of: group) == [outputs] && !controller.view.nodes.contains(inputs))
    editor.undo()
    #expect(editor.edges(of: group) == [inputs, outputs] && controller.view.nodes.contains(inputs))
    session.checkInvariants()
  }

  @Test func portsAreRenamedInTheirRows() throws {
    let before = total
    try editor.commit("cost", to: .port(GroupEdge(.inputs, of: group), 0))
    let tax = try member("tax")
    #expect(rows(inputs) == ["cost"] && editor.text(of: .definition(tax)) == "cost * rate")
    try editor.commit("result", to: .port(GroupEdge(.outputs, of: group), 0))
    _ = try member("result")
    #expect(rows(outputs) == ["result", "new output"])
    #expect(total == "Tax.result + 1")
    #expect(throws: Diagnostic.self) { try editor.commit("rate", to: .port(GroupEdge(.inputs, of: group), 0)) }
    // The output of an inner group is renamed alone.
    let inner = try #require(InstanceID(try editor.group([try member("result")], as: "Inner")))
    try editor.commit("outer", to: .port(GroupEdge(.outputs, of: group), 0))
    #expect(editor.kind(of: inner.node)?.outputs.map(\.name) == ["result"])
    #expect(rows(outputs).first == "outer" && total == "Tax.outer + 1")
    #expect(editor.shownSources(of: outputs.input(0)) == [inner.node.output])
    for _ in 0..<4 { editor.undo() }
    #expect(rows(inputs) == ["price"] && total == before)
    session.checkInvariants()
  }

  @Test func cardsMoveButAreNotDeletedCopiedOrGrouped() throws {
    let (steps, before, view) = (session.history.count, text, controller.view)
    controller.graphView(view, did: .moved(inputs, GraphPoint(-400, 10)))
    controller.graphView(view, did: .endedMoving([inputs]))
    #expect(view.frame(of: inputs)?.origin == GraphPoint(-400, 10) && session.history.count == steps)
    controller.go(to: [])
    controller.go(to: [group])
    #expect(view.frame(of: inputs)?.origin == GraphPoint(-400, 10))
    controller.graphView(view, did: .requestedDeletion(GraphSelection(nodes: [inputs, outputs])))
    #expect(requests.refusals == ["the inputs of Tax can't be deleted as a whole"])
    #expect(throws: Diagnostic.self) { try editor.group([inputs]) }
    #expect(editor.text(of: [inputs]).isEmpty && !editor.contains(inputs) && text == before)
    // With members selected as well, these are deleted alone.
    controller.graphView(view, did: .requestedDeletion(GraphSelection(nodes: [inputs, try member("flag")])))
    #expect(!editor.groups.members(of: group).contains { editor.groups.name(of: $0) == "flag" })
    #expect(view.nodes.contains(inputs))
    session.checkInvariants()
  }

  @Test func innerGroupsHaveTheirOwn() throws {
    let inner = try #require(InstanceID(try editor.group([try member("tax"), try member("rate")], as: "Inner")))
    #expect(editor.shownSources(of: inner.node.input(0)) == [inputs.output])
    controller.go(to: [group, inner])
    let (left, right) = (GroupEdge(.inputs, of: inner).node, GroupEdge(.outputs, of: inner).node)
    #expect(rows(left) == ["price"] && rows(right) == ["tax", "new output"])
    #expect(editor.value(of: left.output) == .value(.number(20)))
    try editor.connect(try member("rate", of: inner).output, to: right.input(1))
    #expect(editor.kind(of: inner.node)?.outputs.map(\.name) == ["tax", "rate"])
    // The group goes away while it is entered.
    let other = SessionController(
      of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
    other.go(to: [group, inner])
    controller.go(to: [group])
    try editor.ungroup([inner.node])
    #expect(other.path == [group] && other.view.nodes.contains(inputs) && !other.view.nodes.contains(left))
    session.checkInvariants()
  }
}

extension ConnectionVerdict {
  fileprivate var isAllowed: Bool { if case .refused = self { false } else { true } }
}
