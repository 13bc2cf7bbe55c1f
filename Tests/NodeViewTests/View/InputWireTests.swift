// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Wires that are pulled from inputs.
@Suite struct InputWireTests {
  @Test func aWireFromAFreeInputIsConnectedToTheOutputItIsDroppedOn() throws {
    let demo = try Demo(.editor)
    demo.drag(Demo.y, Demo.twoOutput)
    #expect(demo.host.log.last == "toggle Two.value→Add.y")
    #expect(demo.connections.contains("Two.value→Add.y"))
    // Dropping in the row of an output also connects, away from the port.
    try demo.host.graph.disconnect(demo.sum.input(1))
    demo.view.reload(demo.sum)
    demo.drag(Demo.y, Demo.oneOutput - GraphPoint(100, 0))
    #expect(demo.connections.contains("One.value→Add.y"))
  }

  @Test func itsEndSnapsToAnOutputThatTheInputTakesAndToNoOther() throws {
    let demo = try Demo(.editor)
    demo.down(Demo.y)
    demo.move(Demo.oneOutput + GraphPoint(20, 0))
    #expect(
      demo.view.gesture
        == .feeding(demo.sum.input(1), end: Demo.oneOutput + GraphPoint(20, 0), source: demo.one.output))
    // A connection from an output of its own node would close a cycle.
    demo.move(Demo.sumOutput + GraphPoint(5, 0))
    #expect(
      demo.view.gesture == .feeding(demo.sum.input(1), end: Demo.sumOutput + GraphPoint(5, 0), source: nil))
    demo.up(Demo.sumOutput)
    #expect(demo.host.log.last?.hasPrefix("refuse") == true)
    #expect(demo.connections.count == 2)
    #expect(demo.view.gesture == nil)
  }

  @Test func droppedBesideAllNodesItAsksForASource() throws {
    let demo = try Demo(.editor)
    var effects: [GraphViewEffect] = []
    demo.down(Demo.y)
    demo.move(Demo.nowhere)
    effects = demo.send(.up(pointer: 0, at: Demo.nowhere))
    #expect(effects.contains(.droppedInputWire(demo.sum.input(1), Demo.nowhere)))
    // Dropping on a node at a place without an output has no effect.
    demo.down(Demo.y)
    demo.move(Demo.oneItem)
    effects = demo.send(.up(pointer: 0, at: Demo.oneItem))
    #expect(effects.allSatisfy { if case .dirty = $0 { true } else { false } })
  }

  @Test func anInputThatIsConnectedGivesItsWire() throws {
    let demo = try Demo(.editor)
    demo.down(Demo.x)
    demo.move(Demo.x + GraphPoint(-60, 0))
    guard case .wiring(demo.one.output, _, _)? = demo.view.gesture else {
      Issue.record("\(String(describing: demo.view.gesture))")
      return
    }
  }

  @Test func itEndsWithEscapeAndWithItsInput() throws {
    let demo = try Demo(.editor)
    demo.down(Demo.y)
    demo.move(Demo.nowhere)
    demo.key(.escape)
    #expect(demo.view.gesture == nil)
    demo.up(Demo.nowhere)
    demo.down(Demo.y)
    demo.move(Demo.oneOutput)
    // The output to which it has snapped is removed; then its own node is.
    try demo.host.graph.remove(demo.one)
    demo.view.reload(demo.one)
    #expect(demo.view.gesture == .feeding(demo.sum.input(1), end: Demo.oneOutput, source: nil))
    try demo.host.graph.remove(demo.sum)
    demo.view.reload(demo.sum)
    #expect(demo.view.gesture == nil)
    demo.view.checkInvariants()
  }

  /// A point on the line from One to Add, near its start or near its end.
  private func grip(_ demo: Demo, nearStart: Bool) throws -> GraphPoint {
    let path = try #require(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0))))
    let point = path.source + (path.target - path.source) * (nearStart ? 0.0 : 1)
    let inside = point + GraphPoint(nearStart ? 14 : -14, 0)
    try #require(
      demo.view.hitTest(inside) == .connection(Connection(from: demo.one.output, to: demo.sum.input(0))))
    return inside
  }

  @Test func bothEndsOfAConnectionArePulledOffByItsLine() throws {
    let demo = try Demo(.editor)
    // The start is moved to another output; by default both connections are toggled.
    let grip = try grip(demo, nearStart: true)
    #expect(
      demo.log { demo.drag(grip, Demo.twoOutput) }.filter { $0.hasPrefix("toggle") }
        == ["toggle One.value→Add.x", "toggle Two.value→Add.x"])
    #expect(demo.connections == ["Two.value→Add.x", "Two.value→Add.z"])
  }

  @Test func theEndOfAConnectionIsPulledOffByItsLine() throws {
    let demo = try Demo(.editor)
    let grip = try grip(demo, nearStart: false)
    #expect(demo.log { demo.drag(grip, Demo.y) }.filter { $0.hasPrefix("toggle") }.count == 2)
    #expect(demo.connections == ["One.value→Add.y", "Two.value→Add.z"])
  }

  @Test func aLineThatIsHardlyPulledStays() throws {
    let demo = try Demo(.editor)
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    let path = try #require(demo.view.path(of: connection))
    // Either end is pulled off, and released on the old line.
    for (from, to) in [(0.48, 0.53), (0.52, 0.47)] {
      let places = [from, to].map { path.source + (path.target - path.source) * $0 }
      try #require(places.allSatisfy { demo.view.hitTest($0) == .connection(connection) })
      try #require(places[0].distance(to: places[1]) > 3)
      let edits = demo.log { demo.drag(places[0], places[1]) }.filter { $0.hasPrefix("toggle") }
      #expect(edits.isEmpty && demo.connections.contains("One.value→Add.x"))
    }
  }

  @Test func aStartThatIsLetGoBackOnItsOutputStaysAndOverNothingIsCut() throws {
    let demo = try Demo(.editor)
    let grip = try grip(demo, nearStart: true)
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.down(grip)
    demo.move(grip + GraphPoint(30, 30))
    #expect(
      demo.view.gesture == .feeding(demo.sum.input(0), end: grip + GraphPoint(30, 30), source: nil))
    // Meanwhile the connection isn't drawn at its old place.
    demo.view.style = .light
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    let line = try #require(demo.view.path(of: connection)).path
    #expect(!canvas.drawings.contains { if case .stroke(line, _) = $0 { true } else { false } })
    demo.view.style = .classic
    demo.up(Demo.oneOutput)
    #expect(demo.connections.contains("One.value→Add.x"))
    let effects = { (place: GraphPoint) -> [GraphViewEffect] in
      demo.time += 1
      demo.down(grip)
      demo.move(place)
      return demo.send(.up(pointer: 0, at: place))
    }
    #expect(effects(Demo.oneOutput).allSatisfy { if case .dirty = $0 { true } else { false } })
    // A connection from an output of its own node would close a cycle.
    demo.host.log = []
    _ = effects(Demo.sumOutput)
    #expect(demo.host.log.contains { $0.hasPrefix("refuse Add.sum→Add.x") } && demo.connections.count == 2)
    #expect(effects(Demo.nowhere).contains(.cut(connection)))
    #expect(demo.connections == ["Two.value→Add.z"])
  }

  @Test func aStartThatIsPulledEndsWithItsConnection() throws {
    let demo = try Demo(.editor)
    let grip = try grip(demo, nearStart: true)
    demo.down(grip)
    demo.move(grip + GraphPoint(30, 30))
    try demo.host.graph.disconnect(demo.sum.input(0))
    demo.view.reload(demo.sum)
    #expect(demo.view.gesture == nil)
    demo.view.checkInvariants()
  }

  @Test func withoutThatProfileALineIsNotPulledOff() throws {
    let demo = try Demo(.desktop)
    let path = try #require(demo.view.path(of: Connection(from: demo.one.output, to: demo.sum.input(0))))
    demo.drag(path.source + GraphPoint(14, 0), Demo.twoOutput)
    #expect(demo.connections == ["One.value→Add.x", "Two.value→Add.z"])
  }

  @Test func aLineThatIsTappedTwiceIsTold() throws {
    let demo = try Demo(.editor)
    let grip = try grip(demo, nearStart: true)
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    demo.tap(grip)
    demo.down(grip)
    #expect(demo.send(.up(pointer: 0, at: grip)).contains(.activatedConnection(connection, grip)))
    // A single tap only selects it.
    demo.time += 1
    demo.down(grip)
    #expect(!demo.send(.up(pointer: 0, at: grip)).contains(.activatedConnection(connection, grip)))
    #expect(demo.view.selection.connections == [connection])
  }

  @Test func aDropTargetEndsWithItsDragAndItsConnection() throws {
    let demo = try Demo(.editor)
    let connection = Connection(from: demo.one.output, to: demo.sum.input(0))
    func drag() {
      demo.time += 1
      demo.down(Demo.twoItem)
      demo.move(Demo.twoItem + GraphPoint(30, 30))
      demo.view.dropTarget = connection
    }
    drag()
    demo.up(Demo.twoItem)
    #expect(demo.view.dropTarget == nil)
    drag()
    try demo.host.graph.disconnect(demo.sum.input(0))
    demo.view.reload(demo.sum)
    #expect(demo.view.gesture == .moving([demo.two]) && demo.view.dropTarget == nil)
    demo.up(Demo.twoItem)
    try demo.host.graph.connect(demo.one.output, to: demo.sum.input(0))
    demo.view.reload(demo.sum)
    drag()
    try demo.host.graph.remove(demo.two)
    demo.view.reload(demo.two)
    #expect(demo.view.dropTarget == nil)
    // A drop target that the host has set for a drag of its own is kept.
    demo.view.dropTarget = connection
    demo.move(Demo.nowhere)
    #expect(demo.view.dropTarget == connection)
  }

  @Test func withoutThatProfileTheNodeMoves() throws {
    let demo = try Demo(.desktop)
    demo.drag(Demo.y, Demo.y + GraphPoint(0, 50))
    #expect(demo.view.frame(of: demo.sum)?.origin == GraphPoint(570, 220))
  }

  @Test func theGroundIsLighterAndTheOutputAimedAtHasARing() throws {
    let demo = try Demo(.editor)
    demo.view.style = .light
    let palette = GraphPalette.light
    func fills(_ paint: Paint) -> Int {
      let canvas = RecordingCanvas()
      demo.view.draw(in: canvas)
      return canvas.drawings.count { if case .fill(_, paint) = $0 { true } else { false } }
    }
    let ring = Stroke(palette.candidate, width: 2.5)
    let y = try #require(demo.view.frame(of: demo.sum)).inputAnchor(1)
    let output = try #require(demo.view.frame(of: demo.one)).outputAnchor(0)
    #expect(fills(palette.wiringCanvas) == 0)
    demo.down(y)
    demo.move(output + GraphPoint(4, 4))
    #expect(fills(palette.wiringCanvas) == 1)
    let canvas = RecordingCanvas()
    demo.view.draw(in: canvas)
    #expect(canvas.drawings.contains { if case .stroke(_, ring) = $0 { true } else { false } })
    demo.up(output)
    #expect(fills(palette.wiringCanvas) == 0)
  }

  @Test func aRectangleTakesTheConnectionsThatLieInIt() throws {
    let demo = try Demo(.editor)
    // One.value→Add.x passes from (412, 276) to (570, 436).
    demo.drag(GraphPoint(580, 5), GraphPoint(405, 445))
    #expect(demo.view.selection.connections == [Connection(from: demo.one.output, to: demo.sum.input(0))])
    #expect(demo.view.selection.nodes == [demo.one, demo.two, demo.sum])
    // The same rectangle again, with the command key, deselects all of them.
    demo.drag(GraphPoint(580, 5), GraphPoint(405, 445), .command)
    #expect(demo.view.selection.isEmpty)
    let plain = try Demo(.desktop)
    plain.drag(GraphPoint(580, 5), GraphPoint(405, 445))
    #expect(plain.view.selection.connections == [])
  }
}
