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
    // In the row of an output as well, away from the port.
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
    // Its own node would be a cycle.
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
    // On a node that has no output there it means nothing.
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
    // The output it has snapped to goes; then its own node does.
    try demo.host.graph.remove(demo.one)
    demo.view.reload(demo.one)
    #expect(demo.view.gesture == .feeding(demo.sum.input(1), end: Demo.oneOutput, source: nil))
    try demo.host.graph.remove(demo.sum)
    demo.view.reload(demo.sum)
    #expect(demo.view.gesture == nil)
    demo.view.checkInvariants()
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
    let y = try #require(demo.view.frame(of: demo.sum)).inputAnchor(1)
    let output = try #require(demo.view.frame(of: demo.one)).outputAnchor(0)
    #expect(fills(palette.wiringCanvas) == 0)
    demo.down(y)
    demo.move(output + GraphPoint(4, 4))
    #expect(fills(palette.wiringCanvas) == 1)
    #expect(fills(palette.candidate) == 1)
    demo.up(output)
    #expect(fills(palette.wiringCanvas) == 0)
  }

  @Test func aRectangleTakesTheConnectionsThatLieInIt() throws {
    let demo = try Demo(.editor)
    // One.value→Add.x passes from (412, 276) to (570, 436).
    demo.drag(GraphPoint(580, 5), GraphPoint(405, 445))
    #expect(demo.view.selection.connections == [Connection(from: demo.one.output, to: demo.sum.input(0))])
    #expect(demo.view.selection.nodes == [demo.one, demo.two, demo.sum])
    // Both again, with what is selected taken out.
    demo.drag(GraphPoint(580, 5), GraphPoint(405, 445), .command)
    #expect(demo.view.selection.isEmpty)
    let plain = try Demo(.desktop)
    plain.drag(GraphPoint(580, 5), GraphPoint(405, 445))
    #expect(plain.view.selection.connections == [])
  }
}
