// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeEval
import NodeGraph
import NodeView
import Testing

/// Frames, reroutes and looks of a session, in its editor, its views and its pictures.
@Suite struct SessionLooksTests {
  private let session = Session()
  private let editor: SessionEditor
  private let views: [SessionController]

  init() throws {
    try session.run("price = 20; rate = 20%; tax = price * rate; total = price + tax")
    let editor = SessionEditor(session)
    views = (0..<2).map { _ in
      SessionController(of: editor, in: GraphView(size: GraphSize(1200, 800), profile: .editor, style: .light))
    }
    self.editor = editor
    for (name, x, y) in [("price", 40.0, 60.0), ("rate", 40, 160), ("tax", 300, 200), ("total", 600, 60)] {
      editor.move(try node(name), to: GraphPoint(x, y))
    }
    editor.endMoving()
  }

  private func node(_ name: String) throws -> NodeID { try #require(session.node(named: name)) }

  private func wire() throws -> Connection {
    Connection(from: try node("price").output, to: try node("total").input(0))
  }

  private func drag(_ view: GraphView, _ start: GraphPoint, _ end: GraphPoint, _ modifiers: InputEvent.Modifiers = []) {
    for action in [
      InputEvent.Action.down(pointer: 0, at: start, button: .primary), .moved(pointer: 0, at: start + GraphPoint(6, 0)),
      .moved(pointer: 0, at: end), .up(pointer: 0, at: end),
    ] { view.handle(InputEvent(action, time: 1, modifiers: modifiers)) }
  }

  private func svg() -> String { SessionPicture(of: session).svg() }

  @Test func allViewsShowWhatTheEditorChangesAndUndoesInOneStep() throws {
    let (price, tax) = (try node("price"), try node("tax"))
    let steps = session.evaluator.undoTitles.count
    editor.changeLooks(of: [price, tax]) { ($0.form, $0.isLocked) = (.compact, true) }
    #expect(session.evaluator.undoTitles.count == steps + 1)
    for controller in views { #expect(controller.view.frame(of: tax)?.form == .compact) }
    #expect(editor.undo() != nil)
    for controller in views { #expect(controller.view.frame(of: tax)?.form == .full) }
    #expect(editor.redo() != nil && views[1].view.frame(of: price)?.form == .compact)
  }

  @Test func whatIsRestyledAloneIsDrawnAgain() throws {
    let (wire, rate) = (try wire(), try node("rate"))
    let other = try #require(views[1].view.frame(of: rate)).rect
    func parts(_ edit: () -> Void) -> [GraphRect]? {
      _ = views[1].view.takeDirtyRegion()
      edit()
      if case .parts(let parts)? = views[1].view.takeDirtyRegion() { return parts } else { return nil }
    }
    let bent = parts {
      editor.changeLook(of: wire, in: nil) { $0.reroutes = [GraphPoint(420, 30)] }
      editor.endMoving()
    }
    #expect(bent?.contains { $0.contains(GraphPoint(420, 30)) } == true)
    #expect(bent?.contains { $0.contains(other) } == false)
    let back = parts { editor.undo() }
    #expect(
      back?.contains { $0.contains(GraphPoint(420, 30)) } == true && back?.contains { $0.contains(other) } == false)
    let framed = parts { editor.addFrame("Inputs", GraphRect(x: 800, y: 500, width: 90, height: 80), in: nil) }
    #expect(framed?.contains { $0.contains(GraphRect(x: 800, y: 500, width: 90, height: 80)) } == true)
    #expect(framed?.contains { $0.contains(other) } == false && views[1].view.frames.count == 1)
  }

  @Test func aCompactCardIsAPillWithNameAndValue() throws {
    let tax = try node("tax")
    editor.changeLooks(of: [tax]) { $0.form = .compact }
    let frame = try #require(views[0].view.frame(of: tax))
    #expect(frame.height == 36 && frame.inputAnchor(0).y < frame.inputAnchor(1).y)
    let canvas = RecordingCanvas()
    views[0].view.draw(in: canvas)
    #expect(canvas.texts.contains("tax") && canvas.texts.contains("4"))
    #expect(!canvas.texts.contains("price * rate"), "it has no room for the formula")
    // A node that failed shows a sign.
    try session.run("rate = 1 / 0")
    editor.reloadViews()
    let failed = RecordingCanvas()
    views[0].view.draw(in: failed)
    #expect(failed.texts.contains("✕"))
  }

  @Test func aWireIsPutThroughAPointByHandInOneStep() throws {
    let (wire, view) = (try wire(), views[0].view)
    let steps = session.evaluator.undoTitles.count
    drag(view, try #require(view.path(of: wire)).labelPoint, GraphPoint(420, 30), .command)
    #expect(editor.groups.look(of: wire).reroutes == [GraphPoint(420, 30)])
    #expect(session.evaluator.undoTitles.count == steps + 1)
    for controller in views {
      #expect(try #require(controller.view.path(of: wire)).distance(to: GraphPoint(420, 30)) < 1e-6)
    }
    drag(view, GraphPoint(420, 30), GraphPoint(440, 50))
    #expect(try #require(views[1].view.path(of: wire)).distance(to: GraphPoint(440, 50)) < 1e-6)
    #expect(editor.undo() != nil && editor.groups.look(of: wire).reroutes == [GraphPoint(420, 30)])
    try editor.commit("gross", to: .label(wire, in: nil))
    #expect(editor.text(of: .label(wire, in: nil)) == "gross")
    // A layout removes reroutes, and undoing it restores them.
    views[0].layOut()
    #expect(editor.groups.look(of: wire).reroutes.isEmpty && editor.groups.look(of: wire).label == "gross")
    #expect(editor.undo() != nil && editor.groups.look(of: wire).reroutes == [GraphPoint(420, 30)])
    // Cutting a wire removes its look.
    try session.run("total = tax + 1")
    #expect(editor.text(of: .label(wire, in: nil)) == nil)
    session.checkInvariants()
  }

  @Test func aFrameIsDrawnNamedAndMovedWithWhatLiesInIt() throws {
    let (price, rate, view) = (try node("price"), try node("rate"), views[0].view)
    let rect = try #require(SessionEditor.frameRect(around: [price, rate], in: view))
    let id = try #require(editor.addFrame("Inputs", rect, in: nil))
    #expect(views.allSatisfy { $0.view.frames[id]?.title == "Inputs" })
    try editor.commit("Given", to: .frame(id, in: nil))
    #expect(views.allSatisfy { $0.view.frames[id]?.title == "Given" })
    let steps = session.evaluator.undoTitles.count
    let title = rect.origin + GraphPoint(60, 10)
    drag(view, title, title + GraphPoint(30, 10))
    #expect(editor.groups.position(of: price) == GraphPoint(70, 70))
    #expect(editor.groups.frames().first?.frame.rect.origin == rect.origin + GraphPoint(30, 10))
    #expect(session.evaluator.undoTitles.count == steps + 1, "one step: \(session.evaluator.undoTitles)")
    #expect(editor.undo() != nil && editor.groups.position(of: price) == GraphPoint(40, 60))
    #expect(views[1].view.frames[id]?.rect == rect && views[1].view.frame(of: rate)?.origin == GraphPoint(40, 160))
    editor.removeFrame(id, in: nil)
    #expect(views.allSatisfy { $0.view.frames.isEmpty } && session.node(named: "price") != nil)
  }

  @Test func looksInAGroupAreThoseOfAllInstances() throws {
    let group = try editor.group([try node("rate"), try node("tax")], as: "Tax")
    let inside = try #require(editor.groups.path(entering: group, from: []))
    views[1].go(to: inside)
    let members = views[1].view.nodes.filter { GroupEdge($0) == nil }
    let id = try #require(editor.addFrame("Inside", GraphRect(x: 0, y: 0, width: 300, height: 300), in: inside.scope))
    editor.changeLooks(of: members) { $0.color = GraphColor(0x62a698) }
    #expect(views[1].view.frames[id]?.title == "Inside" && views[0].view.frames.isEmpty)
    #expect(members.allSatisfy { editor.groups.look(of: $0).color == GraphColor(0x62a698) })
    #expect(editor.undo() != nil && editor.undo() != nil && views[1].view.frames.isEmpty)
  }

  // MARK: Pictures

  @Test func aPictureShowsNodesWhereTheyWerePutAndWiresThroughTheirPoints() throws {
    editor.changeLook(of: try wire(), in: nil) { ($0.reroutes, $0.label) = ([GraphPoint(420, 20)], "gross") }
    editor.addFrame("Inputs", GraphRect(x: 10, y: 10, width: 220, height: 230), in: nil)
    let picture = svg()
    #expect(picture.contains(">Inputs<") && picture.contains(">gross<"))
    // The picture's margin is 24 points from the frame, so nodes are shifted by 14.
    let view = views[0].view
    let width = (view.contentBounds ?? GraphRect(.zero, .zero)).union(GraphRect(x: 10, y: 10, width: 220, height: 230))
      .width
    #expect(picture.contains("width=\"\(Int(width + 48))"), "\(picture.prefix(300))")
    // If a node hides another one, all nodes are laid out again, and frames are fitted to their contents.
    editor.move(try node("tax"), to: GraphPoint(310, 205))
    editor.move(try node("total"), to: GraphPoint(312, 210))
    editor.endMoving()
    let other = svg()
    #expect(other.contains(">Inputs<") && other.contains(">gross<") && !other.contains("<path d=\"M420"))
    let dot = SessionPicture(of: session).dot
    #expect(dot.contains("subgraph") && dot.contains("Inputs"))
  }

  @Test func whatNobodyHasPlacedIsLaidOutWithoutFrames() throws {
    let session = Session()
    try session.run("a = 1; b = 2; c = a + b")
    let before = SessionPicture(of: session).svg()
    try session.evaluator.edit { edit throws(GraphError) in
      try edit.addFrame(GraphFrame("all", GraphRect(x: -10, y: -10, width: 100, height: 100)))
    }
    #expect(SessionPicture(of: session).svg() == before)
  }
}
