// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorTestSupport
import CalculatorView
import NodeGraph
import NodeView
import Testing

/// Views that enter groups, and edits there.
@Suite struct SessionGroupEditingTests {
  private let session: Session
  private let editor: SessionEditor
  private let controller: SessionController

  init() throws {
    session = try DocumentFile.session(Array(TestDocuments.groups.utf8), named: "m", TestDocuments())
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
  }

  private var instances: [InstanceID] { editor.groups.members(of: nil).compactMap { InstanceID($0) } }

  private func member(_ name: String, of instance: InstanceID) throws -> NodeID {
    try #require(editor.groups.members(of: instance).first { editor.groups.name(of: $0) == name })
  }

  /// Checks a deletion in any order of selection, which is one step.
  @Test func aGroupIsDeletedWithTheFormulaThatReadsIt() throws {
    let group = try #require(instances.first)
    let total = try #require(session.node(named: "total"))
    let before = session.text
    #expect(throws: Diagnostic.self) { try editor.delete([group.node]) }
    for nodes in [[group.node, total], [total, group.node]] {
      try editor.delete(nodes)
      #expect(!editor.contains(group.node) && !editor.contains(total))
      editor.undo()
      #expect(session.text == before && editor.contains(group.node))
    }
  }

  @Test func aViewShowsTheMembersOfItsScopeAndGroupsWithTheirPorts() throws {
    #expect(Set(controller.view.nodes) == Set(editor.groups.members(of: nil)))
    let group = try #require(instances.first)
    #expect(editor.kind(of: group.node)?.inputs.map(\.name) == ["net"])
    #expect(editor.value(of: group.node.output) == .value(.number(5)))
    let total = try #require(session.node(named: "total"))
    #expect(editor.sources(of: total.input(0)) == [group.node.output])
    #expect(editor.readers(of: group.node.output) == [total.input(0)])
    controller.go(to: [group])
    #expect(Set(controller.view.nodes) == Set(editor.groups.members(of: group) + editor.edges(of: group)))
    // Connections inside the group count as such; sources outside are still reported.
    let inner = try #require(editor.groups.members(of: group).first { editor.kind(of: $0)?.inputs.count == 2 })
    #expect(editor.isFed(inner.input(0)) && !editor.isFed(inner.input(1)))
    #expect(editor.groupInput(readBy: inner.input(0)) == "net" && editor.groupInput(readBy: inner.input(1)) == nil)
    #expect(editor.groupOutputs(giving: inner.output) == editor.kind(of: group.node)?.outputs.map(\.name))
    #expect(editor.groupInput(readBy: total.input(0)) == nil && editor.groupOutputs(giving: total.output) == [])
    #expect(editor.sources(of: inner.input(1)).map(\.node) == [try member("rate", of: group)])
    controller.go(to: [])
    #expect(Set(controller.view.nodes) == Set(editor.groups.members(of: nil)))
    // Readers added later are included.
    let price = try #require(session.node(named: "price"))
    #expect(editor.readers(of: price.output).count == 2)
    try session.run("twice = price * 2")
    #expect(editor.readers(of: price.output).count == 3)
  }

  @Test func aValueIsOfOneInstanceAndAPlaceIsOfAll() throws {
    let (one, other) = (try #require(instances.first), try #require(instances.last))
    let rate = try member("rate", of: one)
    try editor.commit("1", to: .definition(rate))
    #expect(editor.value(of: one.node.output) == .value(.number(10)))
    #expect(editor.value(of: other.node.output) == .value(.number(20)))
    #expect(session.evaluator.undoPath == [one])
    editor.move(rate, to: GraphPoint(40, 60))
    editor.endMoving()
    #expect(editor.groups.position(of: try member("rate", of: other)) == GraphPoint(40, 60))
    #expect(editor.undo() != nil && editor.undo() != nil && editor.undo() == nil)
    #expect(editor.value(of: one.node.output) == .value(.number(5)))
    session.checkInvariants()
  }

  @Test func whatIsRefusedInAGroupChangesNothing() throws {
    let group = try #require(instances.first)
    let inner = try #require(editor.groups.members(of: group).first { editor.kind(of: $0)?.inputs.count == 2 })
    let before = try TestDocuments().text(of: try session.document())
    for text in ["true", "\"a\"", "1 +"] {
      #expect(throws: Diagnostic.self) { try editor.commit(text, to: .definition(try member("rate", of: group))) }
    }
    #expect(throws: Diagnostic.self) { try editor.commit("net * 2", to: .definition(inner)) }
    let error = #expect(throws: Diagnostic.self) { try editor.delete([group.node]) }
    #expect(error?.message == "the formula of total uses Tax")
    #expect(try TestDocuments().text(of: try session.document()) == before)
    #expect(editor.undo() == nil)
    session.checkInvariants()
  }

  @Test func formulasOfAGroupWaitForAMemberThatIsDeleted() throws {
    let group = try #require(instances.first)
    let before = instances.map { editor.value(of: $0.node.output) }
    try editor.delete([try member("rate", of: group)])
    #expect(instances.allSatisfy { editor.value(of: $0.node.output).isFailure })
    #expect(editor.undo() == "delete Tax › rate")
    #expect(instances.map { editor.value(of: $0.node.output) } == before)
    session.checkInvariants()
  }

  @Test func nodesArePutIntoConnectionsOfGroupsAndInThem() throws {
    let (one, other) = (try #require(instances.first), try #require(instances.last))
    let source = try #require(editor.sources(of: one.node.input(0)).first)
    let added = try editor.add("Add", at: .zero, into: Connection(from: source, to: one.node.input(0)))
    #expect(editor.sources(of: one.node.input(0)) == [added.output] && editor.sources(of: added.input(0)) == [source])
    editor.undo()
    #expect(editor.sources(of: one.node.input(0)) == [source] && !editor.contains(added))
    // The same in a group, and therefore in all its instances.
    let first = try editor.add("Add", at: .zero, in: [one])
    let second = try editor.add("Add", at: .zero, in: [one], from: first.output)
    let loose = try editor.add("Multiply", at: .zero, in: [one])
    let wire = Connection(from: first.output, to: second.input(0))
    #expect(editor.canInsert(loose, into: wire))
    #expect(!editor.canInsert(first, into: wire) && !editor.canInsert(added, into: wire))
    try editor.insert(loose, into: wire)
    #expect(
      editor.sources(of: second.input(0)) == [loose.output] && editor.sources(of: loose.input(0)) == [first.output])
    let names = [first, loose, second].compactMap { editor.groups.name(of: $0) }
    let others = try names.map { try member($0, of: other) }
    #expect(editor.sources(of: others[2].input(0)) == [others[1].output])
    #expect(editor.sources(of: others[1].input(0)) == [others[0].output])
    // The inputs of a formula are given by its text.
    let formula = try #require(editor.groups.members(of: one).first { editor.kind(of: $0)?.inputs.count == 2 })
    let read = Connection(from: try member("rate", of: one).output, to: formula.input(1))
    let spare = try editor.add("Add", at: .zero, in: [one])
    let steps = session.history.count
    #expect(!editor.canInsert(spare, into: read))
    #expect(throws: Diagnostic.self) { try editor.insert(spare, into: read) }
    #expect(session.history.count == steps)
    session.checkInvariants()
  }

  @Test(arguments: [[], ["G"], ["K", "G"]])
  func aWireDrawnOntoAFormulaChangesItsTextInAnyScope(path: [String]) throws {
    let session = Session()
    let editor = SessionEditor(session)
    for line in ["a = 2", "b = 5", "more = a + 1", "twice = more * 2"] { try session.run(line) }
    func names(_ texts: [String]) -> [SourceName] { texts.map { SourceName($0, range: 0..<0) } }
    var members = ["a", "b", "more", "twice"]
    for title in path.reversed() {
      try session.group(names(members), as: names([title])[0])
      members = [title]
    }
    func node(_ name: String) throws -> NodeID {
      let scoped = (path + [name]).joined(separator: " › ")
      return try #require(editor.groups.member(scopedName: scoped) ?? session.evaluator.graph.node(named: name))
    }
    let (a, b, more, twice) = (try node("a"), try node("b"), try node("more"), try node("twice"))
    try editor.connect(b.output, to: more.input(0))
    #expect(editor.text(of: .definition(more)) == "b + 1" && editor.value(of: twice.output) == .value(.number(12)))
    let between = try editor.add("Add", at: .zero, in: editor.groups.path(of: more))
    let wire = Connection(from: more.output, to: twice.input(0))
    #expect(editor.canInsert(between, into: wire))
    try editor.insert(between, into: wire)
    #expect(
      editor.sources(of: between.input(0)) == [more.output] && editor.sources(of: twice.input(0)) == [between.output])
    #expect(throws: Diagnostic.self) { try editor.cut(Connection(from: b.output, to: more.input(0))) }
    let steps = session.history.count
    for _ in 0..<3 { editor.undo() }
    #expect(session.history.count == steps - 3 && editor.text(of: .definition(more)) == "a + 1")
    #expect(editor.sources(of: more.input(0)) == [a.output])
    session.checkInvariants()
  }

  @Test func membersMoveIntoAGroupAndOutOfItInOneStep() throws {
    let session = Session()
    let editor = SessionEditor(session)
    for line in ["a = 2", "b = a + 1", "c = b * 2", "d = c + 1"] { try session.run(line) }
    let nodes = try ["a", "b", "c", "d"].map { try #require(session.evaluator.graph.node(named: $0)) }
    let group = try editor.group([nodes[1]], as: "G")
    let (before, steps) = (session.text, session.history.count)
    try editor.move([nodes[2], group], into: group)
    #expect(session.history.count == steps + 1 && editor.groups.scope(of: nodes[2])?.node == group)
    #expect(session.evaluator.undoPath == [], "where they were moved, and not in the group")
    #expect(
      editor.groups.scopedName(of: nodes[2]) == "G › c" && editor.value(of: nodes[3].output) == .value(.number(7)))
    try editor.moveOut([nodes[1]])
    #expect(editor.groups.scope(of: nodes[1]) == nil && editor.groups.scope(of: nodes[2])?.node == group)
    #expect(editor.value(of: nodes[3].output) == .value(.number(7)) && session.history.count == steps + 2)
    editor.undo()
    editor.undo()
    #expect(session.text == before && editor.newNodes.isEmpty)
    let other = try editor.group([nodes[3]], as: "H")
    for (members, target) in [([group], group), ([], group), ([nodes[3]], group), ([nodes[0]], nodes[0])] {
      #expect(throws: Diagnostic.self) { try editor.move(members, into: target) }
    }
    #expect(throws: Diagnostic.self) { try editor.moveOut([nodes[0]]) }
    try editor.move([other], into: group)
    #expect(editor.groups.scopedName(of: nodes[3]) == "G › H › d")
    session.checkInvariants()
  }

  /// Checks that deleting a group leads out whoever entered it: two views, one of them in a group inside it, and the prompt.
  @Test func aGroupThatTwoViewsAndThePromptHaveEnteredIsDeleted() throws {
    let session = Session()
    let editor = SessionEditor(session)
    for line in ["a = 2", "b = a + 1", "c = b * 2"] { try session.run(line) }
    let nodes = try ["b", "c"].map { try #require(session.evaluator.graph.node(named: $0)) }
    let inner = try #require(InstanceID(try editor.group([nodes[0]], as: "H")))
    let outer = try #require(InstanceID(try editor.group([inner.node, nodes[1]], as: "G")))
    let views = [[outer], [outer, inner]].map { path in
      let controller = SessionController(
        of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
      controller.go(to: GraphPath(path))
      return controller
    }
    try session.enter(SourceName("G", range: 0..<0))
    try session.enter(SourceName("H", range: 0..<0))
    let before = session.text
    try editor.delete([outer.node])
    #expect(session.path.isRoot && session.names == ["a"])
    for view in views { #expect(view.path.isRoot && view.view.nodes == editor.groups.members(of: nil)) }
    session.checkInvariants()
    editor.undo()
    #expect(session.text == before && session.path.isRoot && views.allSatisfy(\.path.isRoot))
    views[1].go(to: [outer, inner])
    #expect(views[1].path == [outer, inner] && views[1].view.nodes.contains(nodes[0]))
    #expect(editor.value(of: nodes[1].output) == .value(.number(6)))
    editor.redo()
    #expect(views[1].path.isRoot && session.names == ["a"])
    editor.undo()
    #expect(session.text == before)
    session.checkInvariants()
  }

  @Test func aViewInAGroupThatGoesIsLedOut() throws {
    // A text in which no formula reads the second group.
    let text = TestDocuments.groups.replacing("tax + more", with: "tax + 1").replacing(" more=#1.tax", with: "")
    let session = try DocumentFile.session(Array(text.utf8), named: "m", TestDocuments())
    let editor = SessionEditor(session)
    let controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(800, 600), profile: .editor, style: .light))
    let group = try #require(editor.groups.members(of: nil).last { InstanceID($0) != nil }.flatMap { InstanceID($0) })
    controller.go(to: [group])
    try editor.delete([group.node])
    #expect(controller.path.isRoot && Set(controller.view.nodes) == Set(editor.groups.members(of: nil)))
    editor.undo()
    #expect(controller.path.isRoot && controller.view.nodes.contains(group.node))
    controller.go(to: [group])
    #expect(controller.path == [group])
    session.checkInvariants()
  }
}
