// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

@Suite struct SessionDropTests {
  private let session = Session()
  private let editor: SessionEditor
  private let view = GraphView(size: GraphSize(1200, 800), profile: .editor, style: .light)
  private let controller: SessionController

  init() throws {
    for line in ["price = 20", "rate = 3", "tax = price * rate", "whole = Add(x: price)"] { try session.run(line) }
    editor = SessionEditor(session)
    let places = [("price", 40.0, 40.0), ("rate", 40, 200), ("tax", 400, 40), ("whole", 400, 300)]
    for (name, x, y) in places { try session.move(SourceName(name, range: 0..<0), to: GraphPoint(x, y)) }
    controller = SessionController(of: editor, in: view)
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func wire(_ source: String, _ target: String, _ input: Int = 0) throws -> Connection {
    Connection(from: try node(source).output, to: try node(target).input(input))
  }

  private func drop(_ text: String, _ point: GraphPoint, type: String = "text/plain") {
    view.handle(InputEvent(.draggedOver(GraphPayload(type), at: point), time: 0))
    view.handle(InputEvent(.dropped(GraphPayload(type, text), at: point), time: 1))
  }

  private func text(_ name: String) throws -> String? { editor.text(of: .definition(try node(name))) }

  @Test func aLineDroppedOnTheCanvasAddsANodeThere() throws {
    let steps = session.history.count
    drop("total = tax + 1\n", GraphPoint(800, 500))
    #expect(session.value(of: "total") == .value(.number(61)))
    #expect(session.evaluator.graph.position(of: try node("total")) == GraphPoint(800, 500))
    #expect(view.selection.nodes == [try node("total")] && session.history.count == steps + 1)
    drop("a = 1\nb = a + 1\n", GraphPoint(800, 600))
    #expect(session.value(of: "b") == .value(.number(2)) && session.history.count == steps + 2)
  }

  @Test func severalTextsAreAddedInOneStep() throws {
    let steps = session.history.count
    let texts = ["a = 1", "b = a + 1\n", "c = b * 2"].map { GraphPayload("text/plain", $0) }
    view.handle(InputEvent(.draggedOver(texts.map { GraphPayload($0.type) }, at: GraphPoint(800, 500)), time: 0))
    #expect(view.payloadTarget == .background)
    view.handle(InputEvent(.dropped(texts, at: GraphPoint(800, 500)), time: 1))
    #expect(session.value(of: "c") == .value(.number(4)) && session.history.count == steps + 1)
    // Texts dropped on a node, or together with other payloads, are refused.
    let place = try #require(view.frame(of: node("tax"))).titleBar.center
    view.handle(InputEvent(.dropped(texts, at: place), time: 2))
    view.handle(InputEvent(.dropped(texts + [GraphPayload("image/png")], at: GraphPoint(800, 500)), time: 3))
    #expect(session.history.count == steps + 1)
  }

  @Test func aLineDroppedOnANodeBecomesItsFormulaAndOnAnInputItsValue() throws {
    drop("price + rate", try #require(view.frame(of: node("tax"))).titleBar.center)
    #expect(try text("tax") == "price + rate" && session.value(of: "tax") == .value(.number(23)))
    let frame = try #require(view.frame(of: node("whole")))
    drop("5", frame.inputRow(2).center)
    #expect(session.value(of: "whole") == .value(.number(25)))
    drop("7", try #require(view.frame(of: node("price"))).rect.center)
    #expect(try text("price") == "7")
  }

  @Test func aLineDroppedOnAWireIsPutIntoIt() throws {
    let connection = try wire("price", "whole")
    let place = try #require(view.path(of: connection)).labelPoint
    view.handle(InputEvent(.draggedOver(GraphPayload("text/plain"), at: place), time: 0))
    #expect(view.payloadTarget == .connection(connection))
    drop("net = price * 2", place)
    #expect(session.evaluator.graph.sources(of: connection.target) == [try node("net").output])
    #expect(session.value(of: "whole") == .value(.number(40)))
  }

  @Test func inAGroupDropsDoTheSame() throws {
    let whole = try wire("price", "whole")
    let group = try editor.group(["price", "rate", "tax", "whole"].map(node), as: "G")
    controller.go(to: [try #require(InstanceID(group))])
    let place = try #require(view.path(of: whole)).labelPoint
    var asked: [SessionController.Request] = []
    controller.onRequest = { asked.append($0) }
    pull(try #require(view.frame(of: member("rate"))).outputAnchor(0), to: place)
    #expect(asked == [.chooseJoin(place, try member("rate").output, into: whole)])
    let steps = session.history.count
    drop("net = price * 2", place)
    #expect(editor.sources(of: whole.target) == [try member("net").output])
    #expect(editor.value(of: whole.target.node.output) == .value(.number(40)))
    let texts = ["a = 1", "b = a + 1\n"].map { GraphPayload("text/plain", $0) }
    view.handle(InputEvent(.draggedOver(texts.map { GraphPayload($0.type) }, at: GraphPoint(800, 500)), time: 1))
    #expect(view.payloadTarget == .background)
    view.handle(InputEvent(.dropped(texts, at: GraphPoint(800, 500)), time: 1))
    #expect(editor.value(of: try member("b").output) == .value(.number(2)) && session.history.count == steps + 2)
    drop("k = b\nm = k\n", GraphPoint(200, 700))
    #expect(editor.value(of: try member("m").output) == .value(.number(2)) && session.history.count == steps + 3)
    session.checkInvariants()
  }

  private func member(_ name: String) throws -> NodeID {
    try #require(editor.groups.members(of: controller.path.scope).first { editor.groups.name(of: $0) == name })
  }

  @Test func whatCanNotBeReadIsExplainedAndChangesNothing() throws {
    var asked: [SessionController.Request] = []
    controller.onRequest = { asked.append($0) }
    let steps = session.history.count
    drop("3 +", GraphPoint(800, 500))
    drop("", GraphPoint(800, 500))
    drop("an image", GraphPoint(800, 500), type: "image/png")
    #expect(asked.count == 1 && session.history.count == steps)
    guard case .explain? = asked.first else {
      Issue.record("it is explained")
      return
    }
  }

  private func pull(_ start: GraphPoint, to end: GraphPoint) {
    view.handle(InputEvent(.down(pointer: 0, at: start, button: .primary), time: 2))
    view.handle(InputEvent(.moved(pointer: 0, at: start + GraphPoint(10, 0)), time: 3))
    view.handle(InputEvent(.moved(pointer: 0, at: end), time: 4))
    view.handle(InputEvent(.up(pointer: 0, at: end), time: 5))
  }

  @Test func aWireDroppedOnAWireAsksWhatJoinsThem() throws {
    var asked: [SessionController.Request] = []
    controller.onRequest = { asked.append($0) }
    let connection = try wire("price", "whole")
    let place = try #require(view.path(of: connection)).labelPoint
    pull(try #require(view.frame(of: node("rate"))).outputAnchor(0), to: place)
    #expect(asked == [.chooseJoin(place, try node("rate").output, into: connection)])
    // Such a connection would close a cycle.
    asked = []
    let first = try wire("price", "tax")
    pull(
      try #require(view.frame(of: node("tax"))).outputAnchor(0), to: try #require(view.path(of: first)).labelPoint)
    #expect(!asked.contains { if case .chooseJoin = $0 { true } else { false } })
  }

  @Test func aWireFromAnInputDroppedOnAWireReadsWhatThatCarries() throws {
    let connection = try wire("price", "tax")
    let place = try #require(view.path(of: connection)).labelPoint
    pull(try #require(view.frame(of: node("whole"))).inputAnchor(1), to: place)
    #expect(session.evaluator.graph.sources(of: try node("whole").input(1)) == [connection.source])
  }

  @Test func theCornerOfACardGivesItASizeInOneStepAndNumbersHaveNone() throws {
    let tax = try node("tax")
    let rect = try #require(view.frame(of: tax)).rect
    let corner = GraphPoint(rect.maxX - 3, rect.maxY - 3)
    #expect(view.hitTest(corner) == .nodeCorner(tax))
    let steps = session.history.count
    pull(corner, to: corner + GraphPoint(48, 24))
    let size = GraphSize(rect.width + 48, rect.height + 24)
    #expect(view.frame(of: tax)?.rect.size == size && editor.groups.look(of: tax).size == size)
    #expect(session.history.count == steps + 1)
    editor.undo()
    #expect(view.frame(of: tax)?.rect == rect && editor.groups.look(of: tax).size == nil)
    view.handle(InputEvent(.down(pointer: 0, at: corner, button: .primary), time: 6))
    for step in 1...3 {
      view.handle(InputEvent(.moved(pointer: 0, at: corner + GraphPoint(Double(step) * 20, 9)), time: 7))
    }
    view.handle(InputEvent(.key(.escape), time: 8))
    view.handle(InputEvent(.up(pointer: 0, at: corner), time: 9))
    #expect(view.frame(of: tax)?.rect == rect && editor.groups.look(of: tax).size == nil)
    let pill = try #require(view.frame(of: node("price"))).rect
    #expect(view.hitTest(GraphPoint(pill.maxX - 3, pill.maxY - 3)) != .nodeCorner(try node("price")))
  }
}
