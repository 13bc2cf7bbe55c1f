// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import FoundationEssentials
import NodeGraph
import NodeView
import Testing

/// A recorded session of gestures on the demo of ShinpuruNodeUI: the calls, their order, and the final picture.
@Suite struct DemoSessionTests {
  /// Performs every gesture of ShinpuruNodeUI, including those that it handled wrongly.
  private func perform(_ session: GestureSession) {
    session.does("select, and once more")
    session.tap(session.title("One"))
    session.tap(session.item("One"))

    session.does("long press, connect to a free input")
    session.longPress(session.item("One"))
    session.tap(session.row("Add", 1))

    session.does("long press on an input row takes the node under the finger; leave by touching the background")
    session.longPress(session.row("Add", 0))
    session.tap(GraphPoint(500, 20))

    session.does("replace")
    session.longPress(session.item("Two"))
    session.tap(session.row("Add", 1))

    session.does("disconnect")
    session.longPress(session.item("Two"))
    session.tap(session.row("Add", 1))

    session.does("refused: a node and itself")
    session.longPress(session.item("Add"))
    session.tap(session.row("Add", 1))

    session.does("drag at zoom 1, 2 and 0.5")
    session.drag(from: session.title("One"), by: GraphPoint(20, 10))
    session.pinch(by: 2, about: session.title("One"))
    session.drag(from: session.title("One"), by: GraphPoint(20, 10))
    session.pinch(by: 0.25, about: session.title("One"))
    session.drag(from: session.title("One"), by: GraphPoint(20, 10))

    session.does("pinch beyond the limits")
    session.pinch(by: 0.1, about: GraphPoint(512, 384))
    session.pinch(by: 100, about: GraphPoint(512, 384))
    session.pinch(by: 0.5, about: GraphPoint(512, 384))

    session.does("pan, and scroll back to the top")
    session.drag(from: GraphPoint(1000, 700), by: GraphPoint(-30, -60))
    session.send(.scroll(at: .zero, by: GraphPoint(-2000, -2000)))

    session.does("a drag that is cancelled")
    session.down(session.title("Two"))
    session.send(.moved(pointer: 0, at: session.title("Two") + GraphPoint(40, 40)))
    session.send(.cancelled(pointer: 0))

    session.does("create, connect, delete")
    session.longPress(GraphPoint(120, 560))
    session.longPress(session.item("New 1"))
    session.tap(session.row("Add", 1))
    session.tap(session.trash("Two"))

    session.does("deselect")
    session.tap(GraphPoint(900, 40))
  }

  private func encoded(_ events: [InputEvent]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return try events.map { String(decoding: try encoder.encode($0), as: UTF8.self) + "\n" }.joined()
  }

  private func picture(of view: GraphView) -> String {
    let canvas = SVGCanvas(size: view.viewport.size)
    view.draw(in: canvas)
    return canvas.text
  }

  @Test func theDelegateIsCalledInThisOrder() throws {
    let session = GestureSession(ControllerLog())
    perform(session)
    try Golden.expect(session.log.lines.joined(separator: "\n") + "\n", is: "demo-session.log")
    try Golden.expect(try encoded(session.events), is: "demo-session.jsonl")
    try Golden.expect(picture(of: session.view), is: "demo-session.svg")
  }

  @Test func aRecordedSessionPlaysBackToTheSamePicture() throws {
    let log = ControllerLog()
    for line in try Golden.text("demo-session.jsonl").split(separator: "\n") {
      log.view.handle(try JSONDecoder().decode(InputEvent.self, from: Data(line.utf8)))
    }
    try Golden.expect(picture(of: log.view), is: "demo-session.svg")
    let calls = try Golden.text("demo-session.log").split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(log.lines == calls.map { String($0) })
  }
}
