// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct SessionArrangingTests {
  private let session = Session()
  private let editor: SessionEditor
  private let controller: SessionController

  init() throws {
    for line in ["price = 20", "qty = 3", "sub = price * qty", "tax = sub * 20%", "total = sub + tax"] {
      try session.run(line)
    }
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .desktop, style: .light))
    controller.layOut()
    editor.endMoving()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func value(_ name: String) throws -> NodeValue { try #require(session.value(of: name)) }

  private func nodes(_ names: String...) throws -> [NodeID] { try names.map(node) }

  private func rect(_ node: NodeID) throws -> GraphRect { try #require(controller.view.frame(of: node)).rect }

  private func names(_ nodes: Set<NodeID>) -> [String] {
    nodes.map { editor.summary(of: $0).title }.sorted()
  }

  private func message(_ body: () throws -> Void) -> String? {
    do { try body() } catch { return (error as? Diagnostic)?.message ?? "\(error)" }
    return nil
  }

  @Test func nodesAreAlignedInOneStep() throws {
    let members = try nodes("price", "sub", "total")
    let before = try members.map(rect)
    let count = session.history.count
    try editor.align(members, .bottom)
    let edges = try members.map { try rect($0).maxY }
    #expect(Set(edges.map { ($0 * 1000).rounded() }).count == 1)
    #expect(session.history.count == count + 1 && session.history.last == "align bottom")
    // It is aligned already.
    try editor.align(members, .bottom)
    #expect(session.history.count == count + 1)
    #expect(editor.undo() == "align bottom")
    #expect(try members.map(rect) == before)
  }

  @Test func lockedNodesStayAndTooFewAreRefused() throws {
    let members = try nodes("price", "sub", "total")
    editor.changeLooks(of: [members[0]]) { $0.isLocked = true }
    let before = try members.map(rect)
    #expect(message { try editor.align(members, .across) } == "select at least 3 nodes for this")
    try editor.align(members, .top)
    let tops = try members.map { try rect($0).minY }
    #expect(tops[0] == before[0].minY && tops[1] == tops[2] && tops[1] == min(before[1].minY, before[2].minY))
    #expect(message { try editor.align(Array(members.prefix(2)), .left) } == "select at least 2 nodes for this")
  }

  @Test func membersOfAGroupAreAlignedInAllInstances() throws {
    let group = try editor.group(try nodes("sub", "tax"), as: "Tax")
    let instance = try #require(InstanceID(group))
    let other = try #require(try editor.duplicate([group], in: GraphPath()).first.flatMap(InstanceID.init))
    let members = editor.groups.members(of: instance)
    try editor.align(members, .left)
    for instance in [instance, other] {
      let columns = editor.groups.members(of: instance).map { editor.groups.position(of: $0).x }
      #expect(Set(columns).count == 1)
    }
    #expect(session.history.last == "Tax › align left")
    #expect(message { try editor.align(members + (try nodes("price")), .left) }?.contains("same scope") == true)
  }

  @Test func whatIsUpstreamAndDownstreamIsOfTheScope() throws {
    #expect(names(editor.upstream(of: try nodes("tax"))) == ["price", "qty", "sub"])
    #expect(names(editor.downstream(of: try nodes("qty"))) == ["sub", "tax", "total"])
    #expect(names(editor.downstream(of: try nodes("qty", "tax"))) == ["sub", "total"])
    try editor.group(try nodes("sub", "tax"), as: "Tax")
    #expect(names(editor.upstream(of: try nodes("total"))) == ["Tax", "price", "qty"])
    #expect(names(editor.downstream(of: try nodes("price"))) == ["Tax", "total"])
  }

  @Test func aLongChainIsReachedWithoutRecursion() throws {
    let chain = Session()
    try chain.run("n0 = 1")
    for index in 1...3000 { try chain.run("n\(index) = n\(index - 1) + 1") }
    let editor = SessionEditor(chain)
    #expect(editor.downstream(of: [try #require(chain.node(named: "n0"))]).count == 3000)
  }

  @Test func nodesAreMutedAndBypassedInOneStep() throws {
    try editor.setMode(.muted, of: try nodes("sub", "tax"))
    #expect(session.history.last == "mute 2 nodes")
    #expect(try value("total").isFailure)
    try editor.setMode(.active, of: try nodes("tax"))
    #expect(session.history.last == "activate tax")
    editor.undo()
    editor.undo()
    #expect(try value("total").text == "72")
    // In a group, only this instance.
    let group = try editor.group(try nodes("sub", "tax"), as: "Tax")
    let instance = try #require(InstanceID(group))
    let member = try #require(editor.groups.members(of: instance).first { editor.summary(of: $0).title == "tax" })
    try editor.setMode(.bypassed, of: [member])
    #expect(session.evaluator.mode(of: member) == .bypassed && session.history.last == "Tax › bypass tax")
    #expect(try value("total").text == "120")
  }

  @Test func severalStepsAreUndoneInOneChangeOfTheViews() throws {
    for number in 1...5 { try editor.add("a\(number) = \(number)", near: GraphPoint(0, 400)) }
    let steps = editor.steps(atMost: 4)
    #expect(steps.done == (2...5).map { "add a\($0)" } && steps.undone.isEmpty)
    #expect(steps.olderCount == session.history.count - 4 && steps.laterCount == 0)
    var reloads = 0
    editor.onEdit = { _ in reloads += 1 }
    #expect(editor.travel(by: -4) == [5, 4, 3, 2].map { "add a\($0)" })
    #expect(reloads == 1 && session.node(named: "a2") == nil && session.node(named: "a1") != nil)
    let before = editor.steps(atMost: 4)
    #expect(before.done.last == "add a1" && before.done.count == 2 && before.undone == ["add a2", "add a3"])
    #expect(before.laterCount == 2)
    #expect(editor.travel(by: 3) == [2, 3, 4].map { "add a\($0)" })
    #expect(reloads == 2 && session.node(named: "a5") == nil && session.node(named: "a4") != nil)
    #expect(editor.travel(by: 9) == ["add a5"] && editor.travel(by: 1) == [] && editor.travel(by: 0) == [])
  }
}
