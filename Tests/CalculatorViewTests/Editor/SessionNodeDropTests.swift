// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import Testing

/// Dragging nodes into and out of groups.
@Suite struct SessionNodeDropTests {
  private final class Requests {
    var all: [SessionController.Request] = []
    var refusals: [String] {
      all.compactMap { if case .explain(let diagnostic) = $0 { diagnostic.message } else { nil } }
    }
  }

  private let session = Session()
  private let editor: SessionEditor
  private let (controller, other): (SessionController, SessionController)
  private let group: InstanceID
  private let requests = Requests()

  private var view: GraphView { controller.view }

  init() throws {
    let session = session
    try session.run("price = 20; rate = 20%; tax = price * rate; total = price + tax; x = 1")
    let editor = SessionEditor(session)
    let controllers = (0..<2).map { _ in
      SessionController(of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light))
    }
    (self.editor, controller, other) = (editor, controllers[0], controllers[1])
    let places = [
      ("price", GraphPoint(60, 60)), ("rate", GraphPoint(60, 300)), ("tax", GraphPoint(420, 160)),
      ("total", GraphPoint(760, 60)), ("x", GraphPoint(60, 500)),
    ]
    for (name, place) in places { editor.move(try #require(session.node(named: name)), to: place) }
    editor.endMoving()
    let tax = try #require(session.node(named: "tax"))
    group = try #require(InstanceID(try editor.group([tax], as: "Tax")))
    controllers[0].onRequest = { [requests] in requests.all.append($0) }
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func send(_ action: InputEvent.Action, _ time: Double) { view.handle(InputEvent(action, time: time)) }

  /// Drags a node at a point near its left end, without releasing the button.
  private func carry(_ node: NodeID, to end: GraphPoint) throws {
    let rect = try #require(view.frame(of: node)).rect
    let grip = view.viewport.viewPoint(GraphPoint(rect.minX + 20, rect.minY + 10))
    send(.down(pointer: 0, at: grip, button: .primary), 0)
    send(.moved(pointer: 0, at: grip + GraphPoint(9, 9)), 1)
    send(.moved(pointer: 0, at: view.viewport.viewPoint(end)), 2)
  }

  private func middle(of node: NodeID) throws -> GraphPoint {
    let rect = try #require(view.frame(of: node)).rect
    return GraphPoint(rect.midX, rect.midY)
  }

  private func drop(_ node: NodeID, on target: NodeID) throws {
    let end = try middle(of: target)
    try carry(node, to: end)
    send(.up(pointer: 0, at: view.viewport.viewPoint(end)), 3)
    view.checkInvariants()
  }

  @Test func aNodeDroppedOnAGroupMovesIntoItInOneStep() throws {
    let (rate, steps, before) = (try node("rate"), session.history.count, session.text)
    try carry(rate, to: middle(of: group.node))
    #expect(view.nodeTarget == group.node && other.view.nodeTarget == nil)
    send(.up(pointer: 0, at: view.viewport.viewPoint(try middle(of: group.node))), 3)
    #expect(editor.groups.scope(of: rate) == group && requests.all == [.moved([rate], into: group)])
    #expect(session.history.count == steps + 1 && session.history.last == "move rate into Tax")
    #expect(session.evaluator.undoPath == [], "where it was dragged")
    #expect(session.value(of: "total") == .value(.number(24)))
    for window in [controller, other] { #expect(!window.view.nodes.contains(rate)) }
    // In the group, it keeps its position relative to the other members.
    let tax = try #require(editor.groups.members(of: group).first { $0 != rate })
    #expect(editor.groups.position(of: tax) - editor.groups.position(of: rate) == GraphPoint(360, -140))
    #expect(editor.undo() == "move rate into Tax")
    #expect(editor.groups.scope(of: rate) == nil && editor.groups.position(of: rate) == GraphPoint(60, 300))
    #expect(session.text == before && other.view.frame(of: rate)?.origin == GraphPoint(60, 300))
    #expect(editor.redo() != nil && editor.groups.scope(of: rate) == group)
    session.checkInvariants()
  }

  @Test func severalNodesGoInTogetherAndWhatOthersReadComesOutOfTheGroup() throws {
    let (price, rate) = (try node("price"), try node("rate"))
    view.select(GraphSelection(nodes: [price, rate]))
    try drop(price, on: group.node)
    #expect(Set(editor.groups.members(of: group)).isSuperset(of: [price, rate]))
    #expect(editor.kind(of: group.node)?.outputs.map(\.name).contains("price") == true)
    #expect(editor.kind(of: group.node)?.inputs.isEmpty == true)
    #expect(session.value(of: "total") == .value(.number(24)))
    editor.undo()
    #expect(editor.groups.position(of: price) == GraphPoint(60, 60))
    #expect(editor.groups.position(of: rate) == GraphPoint(60, 300))
    session.checkInvariants()
  }

  @Test func whatIsRefusedIsWhereItWasAndIsNoStep() throws {
    _ = try editor.add("x = 2", at: .zero, in: [group])
    let (x, steps, before) = (try node("x"), session.history.count, session.text)
    try drop(x, on: group.node)
    #expect(requests.refusals == ["'x' exists in Tax too; nothing changed"])
    #expect(editor.groups.scope(of: x) == nil && editor.groups.position(of: x) == GraphPoint(60, 500))
    #expect(view.frame(of: x)?.origin == GraphPoint(60, 500) && other.view.frame(of: x)?.origin == GraphPoint(60, 500))
    #expect(session.history.count == steps && session.undoneHistory.isEmpty && session.text == before)
    session.checkInvariants()
  }

  @Test func aGroupIsNotPutIntoOneOfItsKindAndTheReasonIsSaid() throws {
    let copy = try #require(try editor.duplicate([group.node], in: []).first)
    editor.move(copy, to: GraphPoint(420, 480))
    editor.endMoving()
    let (steps, place) = (session.history.count, editor.groups.position(of: copy))
    try drop(copy, on: group.node)
    #expect(requests.refusals.count == 1 && requests.refusals.first?.contains("contain") == true)
    #expect(editor.groups.scope(of: copy) == nil && editor.groups.position(of: copy) == place)
    #expect(session.history.count == steps)
    session.checkInvariants()
  }

  @Test func aDragThatIsCancelledOrEndsWhereItBeganIsNoStep() throws {
    let (rate, steps) = (try node("rate"), session.history.count)
    for cancel in [InputEvent.Action.key(.escape), .cancelled(pointer: 0)] {
      try carry(rate, to: middle(of: group.node))
      send(cancel, 3)
      send(.up(pointer: 0, at: .zero), 4)
      #expect(editor.groups.scope(of: rate) == nil && editor.groups.position(of: rate) == GraphPoint(60, 300))
      #expect(session.history.count == steps && session.undoneHistory.isEmpty && requests.all.isEmpty)
    }
    // Edits made elsewhere during the drag stay, and are the first steps to undo.
    try carry(rate, to: middle(of: group.node))
    try session.run("price = 30")
    send(.key(.escape), 3)
    #expect(editor.groups.position(of: rate) == GraphPoint(60, 300) && session.history.contains("price = 30"))
    session.checkInvariants()
  }

  @Test func aNodeBesideAGroupOrInFrontOfItIsOnlyMoved() throws {
    let rate = try node("rate")
    let end = try middle(of: group.node)
    try carry(rate, to: end)
    view.handle(InputEvent(.moved(pointer: 0, at: view.viewport.viewPoint(end)), time: 3, modifiers: .command))
    #expect(view.nodeTarget == nil)
    view.handle(InputEvent(.up(pointer: 0, at: view.viewport.viewPoint(end)), time: 4, modifiers: .command))
    #expect(editor.groups.scope(of: rate) == nil && editor.groups.position(of: rate) != GraphPoint(60, 300))
    #expect(session.history.last == "move" && requests.all.isEmpty)
    // Other cards accept no nodes; without groups, none does.
    try carry(rate, to: middle(of: node("total")))
    #expect(view.nodeTarget == nil)
    send(.key(.escape), 3)
    try editor.ungroup([group.node])
    #expect(!controller.graphView(view, hasTargetsFor: [rate]))
  }

  @Test func aNodeDroppedOnAPartOfThePathMovesOutInOneStep() throws {
    let outer = try #require(InstanceID(try editor.group([group.node, node("rate")], as: "Outer")))
    let tax = try #require(editor.groups.members(of: group).first)
    let path: GraphPath = [outer, group]
    let before = session.text
    #expect(!controller.canDrop(into: []), "nothing is dragged")
    for (target, scope) in [([outer] as GraphPath, outer as InstanceID?), ([], nil)] {
      controller.go(to: path)
      let (steps, place) = (session.history.count, editor.groups.position(of: tax))
      requests.all = []
      try carry(tax, to: GraphPoint(500, 500))
      #expect(controller.canDrop(into: target) && !controller.canDrop(into: path) && !controller.canDrop(into: [group]))
      controller.drop(into: path)
      #expect(view.gesture == .moving([tax]), "that is no scope around it")
      controller.drop(into: target)
      send(.up(pointer: 0, at: .zero), 4)
      view.checkInvariants()
      #expect(editor.groups.scope(of: tax) == scope && requests.all == [.moved([tax], into: scope)])
      #expect(session.history.count == steps + 1 && session.history.last == "Outer › Tax › move tax out")
      #expect(!view.nodes.contains(tax) && other.view.nodes.contains(tax) == (scope == nil))
      #expect(session.value(of: "total") == .value(.number(24)))
      editor.undo()
      #expect(editor.groups.scope(of: tax) == group && editor.groups.position(of: tax) == place)
      #expect(session.text == before)
    }
    session.checkInvariants()
  }

  @Test func whatIsRefusedOnThePathIsWhereItWas() throws {
    let inner = try editor.add("x = 2", at: GraphPoint(40, 40), in: [group])
    controller.go(to: [group])
    let (steps, before) = (session.history.count, session.text)
    try carry(inner, to: GraphPoint(500, 500))
    controller.drop(into: [])
    send(.up(pointer: 0, at: .zero), 3)
    #expect(requests.refusals == ["'x' exists outside of Tax too; nothing changed"])
    #expect(session.text == before && session.history.count == steps && session.undoneHistory.isEmpty)
    #expect(view.frame(of: inner)?.origin == GraphPoint(40, 40) && view.gesture == nil)
    // A node refused in an outer scope is not moved at all.
    let outer = try #require(InstanceID(try editor.group([group.node], as: "Outer")))
    let last = try editor.add("Outer = 2", at: GraphPoint(40, 40), in: [outer, group])
    controller.go(to: [outer, group])
    let text = session.text
    try carry(last, to: GraphPoint(500, 500))
    controller.drop(into: [])
    #expect(requests.refusals.last == "'Outer' exists outside of Outer too; nothing changed")
    #expect(session.text == text && session.undoneHistory.isEmpty)
    session.checkInvariants()
  }

  @Test func aDragEndsWhereAnotherWindowMovesTheNodeAway() throws {
    let rate = try node("rate")
    other.go(to: [group])
    try carry(rate, to: middle(of: group.node))
    try editor.move([rate], into: group.node)
    #expect(view.gesture == nil && view.nodeTarget == nil && other.view.nodes.contains(rate))
    send(.up(pointer: 0, at: .zero), 3)
    #expect(editor.groups.scope(of: rate) == group && requests.all.isEmpty)
    // The inner window drags the node out while the first window drags another node over the group.
    let place = try #require(other.view.frame(of: rate)).origin + GraphPoint(20, 10)
    let grip = other.view.viewport.viewPoint(place)
    other.view.handle(InputEvent(.down(pointer: 0, at: grip, button: .primary), time: 5))
    other.view.handle(InputEvent(.moved(pointer: 0, at: grip + GraphPoint(30, 30)), time: 6))
    try carry(node("x"), to: middle(of: group.node))
    #expect(view.nodeTarget == group.node)
    other.drop(into: [])
    #expect(editor.groups.scope(of: rate) == nil && view.nodes.contains(rate))
    send(.key(.escape), 7)
    #expect(editor.groups.position(of: try node("x")) == GraphPoint(60, 500))
    session.checkInvariants()
  }
}
