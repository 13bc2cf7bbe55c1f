// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView
import Testing

/// Dragging numbers, and dropping nodes on connections.
@Suite struct SessionDraggingTests {
  private let session = Session()
  private let editor: SessionEditor
  private let controller: SessionController
  private var view: GraphView { controller.view }

  init() throws {
    for line in [
      "price = 20", "rate = 20%", "tax = price * rate", "One = Number(value: 1)", "double = Multiply(x: One, y: 2)",
    ] {
      try session.run(line)
    }
    editor = SessionEditor(session)
    controller = SessionController(
      of: editor, in: GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light))
    controller.layOut()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func text(_ name: String) throws -> String? { editor.text(of: .definition(try node(name))) }

  @Test func aDragOfANumberIsOneStepAndKeepsHowItIsWritten() throws {
    let steps = session.history.count
    for share in [0.21, 0.3, 0.57, 0.25] { try editor.slide(node("rate"), to: share) }
    editor.endSliding(try node("rate"))
    #expect(try text("rate") == "25%" && session.value(of: "tax") == .value(.number(5)))
    #expect(session.history.count == steps + 1 && session.history.last == "slide rate")
    try editor.slide(node("rate"), to: 0.5)
    editor.endSliding(try node("rate"))
    #expect(session.history.count == steps + 2)
    editor.undo()
    #expect(try text("rate") == "25%")
    editor.undo()
    #expect(try text("rate") == "20%" && session.value(of: "tax") == .value(.number(4)))
    editor.redo()
    #expect(try text("rate") == "25%")
  }

  @Test func theBoundsStayWhileTheNumberIsWithinThem() throws {
    let price = try node("price")
    try editor.slide(price, to: 0.05)
    #expect(try text("price") == "5" && editor.share(of: price) == 0.05)
    try editor.commit("500", to: .definition(price))
    #expect(editor.share(of: price) == 0.5)
    try editor.commit("500 * 2", to: .definition(price))
    #expect(editor.share(of: price) == nil)
    #expect(throws: Diagnostic.self) { try editor.slide(price, to: 0.5) }
  }

  @Test func whatIsCancelledIsAsItWas() throws {
    try editor.slide(node("price"), to: 0.9)
    editor.endSliding(try node("price"), to: "20")
    #expect(try text("price") == "20")
  }

  @Test func aDragThatIsCancelledIsNoStep() throws {
    let (steps, price) = (session.history, try node("price"))
    for share in [0.3, 0.9, 0.5] { try editor.slide(price, to: share) }
    #expect(session.history.count == steps.count + 1)
    editor.endSliding(price, to: "20")
    #expect(session.history == steps && session.undoneHistory.isEmpty)
    #expect(try text("price") == "20" && session.value(of: "tax") == .value(.number(4)))
    // A drag without a change isn't a step either, and undone steps can still be redone.
    try editor.commit("21", to: .definition(price))
    editor.undo()
    editor.endSliding(price, to: "20")
    #expect(session.undoneHistory.count == 1)
    // A drag in another window in the meantime is a step of its own.
    try editor.slide(price, to: 0.9)
    let rate = try node("rate")
    try editor.slide(rate, to: 0.5)
    let other = try text("rate")
    try editor.slide(price, to: 0.7)
    editor.endSliding(price, to: "20")
    #expect(try text("price") == "20" && text("rate") == other && other != "20%")
    try editor.slide(price, to: 0.9)
    try editor.slide(rate, to: 0.1)
    editor.endSliding(price, to: "20")
    #expect(try text("price") == "20" && text("rate") != other && text("rate") != "20%")
    // Other edits made in the meantime stay, and a further step restores the number.
    try editor.slide(price, to: 0.9)
    try editor.commit("10%", to: .definition(try node("rate")))
    editor.endSliding(price, to: "20")
    #expect(try text("price") == "20" && text("rate") == "10%")
  }

  @Test func aStepThatIsRefusedCannotBeRedone() throws {
    let (steps, double) = (session.history, try node("double"))
    // The new formula has no input, so it can't be inserted into the connection.
    #expect(throws: Diagnostic.self) {
      try editor.add("= 5", at: .zero, into: Connection(from: node("One").output, to: double.input(0)))
    }
    #expect(session.history == steps && session.undoneHistory.isEmpty)
  }

  @Test func aNodeIsPutIntoTheConnectionOfAFormulaWithoutAName() throws {
    try session.run("twice = Multiply(x: price + 1, y: 2)")
    editor.reloadViews()
    let twice = try node("twice")
    let source = try #require(session.evaluator.graph.sources(of: twice.input(0)).first)
    try #require(session.evaluator.graph.name(of: source.node) == nil)
    let connection = Connection(from: source, to: twice.input(0))
    let more = try editor.add("Multiply", at: GraphPoint(600, 500))
    #expect(editor.canInsert(more, into: connection))
    let before = session.text
    try editor.insert(more, into: connection)
    #expect(editor.sources(of: twice.input(0)) == [more.output] && editor.sources(of: more.input(0)) == [source])
    #expect(try Session(document: session.document()).text == session.text)
    editor.undo()
    #expect(session.text == before)
    // An unnamed node can't be read by a formula.
    try session.run("sixth = 1 + 5 * price")
    #expect(!editor.canInsert(more, into: Connection(from: source, to: try node("sixth").input(0))))
    #expect(throws: Diagnostic.self) { try editor.connect(source, to: try node("sixth").input(0)) }
    let named = Connection(from: try node("One").output, to: try node("double").input(0))
    #expect(editor.canInsert(more, into: named))
  }

  @Test func theStartOfAConnectionIsMovedInOneStep() throws {
    try session.run("other = Number(value: 7)")
    editor.reloadViews()
    let (double, tax) = (try node("double"), try node("tax"))
    let steps = session.history.count
    try editor.reroute(Connection(from: try node("One").output, to: double.input(0)), from: try node("other").output)
    #expect(session.value(of: "double") == .value(.number(14)) && session.history.count == steps + 1)
    // The formula now reads the other node.
    try editor.reroute(Connection(from: try node("price").output, to: tax.input(0)), from: try node("other").output)
    #expect(try text("tax") == "other * rate")
    let gone = Connection(from: try node("price").output, to: tax.input(0))
    #expect(throws: Diagnostic.self) { try editor.reroute(gone, from: double.output) }
    #expect(throws: Diagnostic.self) {
      try editor.reroute(Connection(from: try node("other").output, to: double.input(0)), from: double.output)
    }
    #expect(session.value(of: "double") == .value(.number(14)))
  }

  @Test func aConnectionThatIsTappedTwiceAsksWhatToPutIntoIt() throws {
    let connection = Connection(from: try node("One").output, to: try node("double").input(0))
    let place = try #require(view.path(of: connection)).labelPoint
    var asked: [SessionController.Request] = []
    controller.onRequest = { asked.append($0) }
    for time in [1.0, 1.1] {
      let point = view.viewport.viewPoint(place)
      view.handle(InputEvent(.down(pointer: 0, at: point, button: .primary), time: time))
      view.handle(InputEvent(.up(pointer: 0, at: point), time: time + 0.01))
    }
    #expect(asked == [.chooseInsertion(place, into: connection)])
  }

  @Test func numberNodesSlideAndOthersDoNot() throws {
    try editor.slide(node("One"), to: 0.7)
    #expect(session.value(of: "double") == .value(.number(14)))
    #expect(try editor.slider(of: node("double")) == nil && editor.slider(of: node("tax")) == nil)
    #expect(try controller.sliderTrack(of: node("tax")) == nil)
    try editor.slide(node("One"), by: -2)
    #expect(session.value(of: "double") == .value(.number(10)))
  }

  @Test func theTrackLiesInThePillBehindTheName() throws {
    let price = try node("price")
    let (track, rect) = (try #require(controller.sliderTrack(of: price)), try #require(view.frame(of: price)).rect)
    #expect(rect.union(track) == rect && track.minX > rect.minX + 40 && track.maxX == rect.maxX - 14)
    let canvas = RecordingCanvas()
    view.draw(in: canvas)
    var thumbs: [Double] = []
    for drawing in canvas.drawings {
      guard case .fill(let path, GraphPalette.light.accent) = drawing, case .move(let corner)? = path.elements.first
      else { continue }
      thumbs.append(corner.x)
    }
    // Positions relative to the rows of price, rate and One, above and below their digits.
    #expect(thumbs.count == 6)
    #expect(thumbs.contains { abs($0 - (track.minX - rect.minX + 0.2 * track.width - 1)) < 1e-6 })
    view.viewport.setZoom(0.5, about: .zero)
    #expect(controller.sliderTrack(of: price) == nil)
  }

  private func drop(_ node: NodeID, on connection: Connection, cancelled: Bool = false) throws {
    let rect = try #require(view.frame(of: node)).rect
    let place = try #require(view.path(of: connection)).labelPoint
    let grip = GraphPoint(rect.minX + 20, rect.minY + 10)
    let end = grip + (place - GraphPoint(rect.midX, rect.midY))
    view.handle(InputEvent(.down(pointer: 0, at: view.viewport.viewPoint(grip), button: .primary), time: 0))
    view.handle(InputEvent(.moved(pointer: 0, at: view.viewport.viewPoint(grip + GraphPoint(9, 9))), time: 1))
    view.handle(InputEvent(.moved(pointer: 0, at: view.viewport.viewPoint(end)), time: 2))
    #expect(view.dropTarget == connection)
    if cancelled {
      view.handle(InputEvent(.key(.escape), time: 3))
    }
    view.handle(InputEvent(.up(pointer: 0, at: view.viewport.viewPoint(end)), time: 3))
    #expect(view.dropTarget == nil)
  }

  @Test func aNodeDroppedOnAConnectionIsPutIntoItInTheStepOfTheDrag() throws {
    let more = try editor.add("Multiply", at: GraphPoint(600, 500))
    let connection = Connection(from: try node("One").output, to: try node("double").input(0))
    let (steps, place) = (session.history.count, session.evaluator.graph.position(of: more))
    try drop(more, on: connection, cancelled: true)
    #expect(session.evaluator.graph.connections(of: more).isEmpty)
    try drop(more, on: connection)
    let graph = session.evaluator.graph
    #expect(graph.sources(of: more.input(0)) == [connection.source])
    #expect(graph.sources(of: connection.target) == [more.output])
    #expect(session.history.count <= steps + 2)
    editor.undo()
    #expect(session.evaluator.graph.position(of: more) == place)
    #expect(session.evaluator.graph.sources(of: connection.target) == [connection.source])
    #expect(session.evaluator.graph.connections(of: more).isEmpty)
  }

  @Test func aNodeThatIsMovedOntoAConnectionByKeysIsNotPutIntoIt() throws {
    let more = try editor.add("Multiply", at: .zero)
    let connection = Connection(from: try node("One").output, to: try node("double").input(0))
    let (place, size) = (
      try #require(view.path(of: connection)).labelPoint, try #require(view.frame(of: more)).rect.size
    )
    editor.move(more, to: place - GraphPoint(size.width / 2, size.height / 2 + 1))
    editor.endMoving()
    view.select(GraphSelection(nodes: [more]))
    view.handle(InputEvent(.key(.down), time: 0))
    #expect(view.dropTarget == nil && session.evaluator.graph.connections(of: more).isEmpty)
  }

  @Test func aConnectionOfAFormulaTakesANodeUp() throws {
    let connection = Connection(from: try node("price").output, to: try node("tax").input(0))
    let more = try editor.add("Multiply", at: GraphPoint(600, 500), into: connection)
    #expect(try text("tax") == "multiply1 * rate")
    #expect(session.evaluator.graph.sources(of: more.input(0)) == [connection.source])
    // A node that already reads the source keeps its inputs.
    let half = try editor.add("half = price / 2", at: GraphPoint(600, 600))
    try editor.insert(half, into: Connection(from: try node("price").output, to: more.input(0)))
    #expect(session.evaluator.graph.sources(of: more.input(0)) == [half.output])
  }

  @Test func whatDoesNotFitIsRefusedAndChangesNothing() throws {
    let connection = Connection(from: try node("One").output, to: try node("double").input(0))
    let color = try editor.add("ColorAdjust", at: GraphPoint(600, 500))
    let steps = session.history.count
    // It takes numbers, but its result is a colour.
    #expect(!editor.canInsert(color, into: connection))
    #expect(throws: Diagnostic.self) { try editor.insert(color, into: connection) }
    #expect(session.history.count == steps && session.evaluator.graph.connections(of: color).isEmpty)
    // A node of the connection itself, a node without inputs, and a removed connection.
    #expect(try !editor.canInsert(node("double"), into: connection))
    #expect(try !editor.canInsert(node("price"), into: connection))
    try editor.cut(connection)
    let more = try editor.add("Add", at: .zero)
    #expect(!editor.canInsert(more, into: connection))
    #expect(throws: Diagnostic.self) { try editor.insert(more, into: connection) }
    // A node that can't be inserted into the connection is not added.
    let count = session.evaluator.graph.nodeCount
    let other = Connection(from: try node("price").output, to: try node("tax").input(0))
    #expect(throws: Diagnostic.self) { try editor.add("Color", at: .zero, into: other) }
    #expect(session.evaluator.graph.nodeCount == count)
  }

  @Test func theEditorKnowsWhichNodesCameWithTheLastEdit() throws {
    let (price, tax) = (try node("price"), try node("tax"))
    try editor.delete([tax, price])
    #expect(editor.newNodes == [])
    editor.undo()
    #expect(Set(editor.newNodes) == [price, tax])
    try editor.slide(price, to: 0.5)
    #expect(editor.newNodes == [])
    let added = try editor.add("Add", at: .zero)
    #expect(editor.newNodes == [added])
  }

  @Test func aNodeIsAddedForAnInputToRead() throws {
    let target = try node("double").input(1)
    let added = try editor.add("5", at: .zero, for: target)
    #expect(session.evaluator.graph.sources(of: target) == [added.output])
    #expect(session.value(of: "double") == .value(.number(5)))
  }

  @Test func valuesShowOnConnectionsThatArePointedAt() throws {
    let source = try node("price").output
    func texts() throws -> [String] {
      let part = view.parts(in: view.viewport.visible).first { $0.content == .connections(source) }
      let canvas = RecordingCanvas()
      view.draw([try #require(part)]) { _ in canvas }
      return canvas.drawings.compactMap { if case .text(let text, _, _) = $0 { text } else { nil } }
    }
    #expect(try texts() == [])
    view.select(GraphSelection(nodes: [try node("tax")]))
    #expect(try texts() == ["20"])
    view.select(GraphSelection())
    controller.valuesOnConnections = .all
    #expect(try texts() == ["20"])
    try editor.slide(node("price"), to: 0.3)
    #expect(try texts() == ["30"])
    // A failure is shown on its node.
    try editor.commit("1 / 0", to: .definition(node("price")))
    #expect(try texts() == [])
  }
}
