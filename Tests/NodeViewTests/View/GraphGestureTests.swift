// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct GraphGestureTests {
  @Test func theViewSaysWhatThePointerDoes() throws {
    let demo = try Demo(.desktop)
    #expect(demo.view.gesture == nil)
    demo.down(Demo.oneItem)
    #expect(demo.view.gesture == nil, "it has not moved yet")
    demo.move(Demo.oneItem + GraphPoint(5, 0))
    #expect(demo.view.gesture == .moving([demo.one]))
    demo.up(Demo.oneItem + GraphPoint(5, 0))
    #expect(demo.view.gesture == nil)

    demo.down(Demo.twoOutput)
    demo.move(Demo.y + GraphPoint(-3, 4))
    #expect(
      demo.view.gesture == .wiring(demo.two.output, end: Demo.y + GraphPoint(-3, 4), target: demo.sum.input(1)))
    demo.send(.cancelled(pointer: 0))

    demo.down(Demo.nowhere)
    demo.move(Demo.nowhere + GraphPoint(-20, 30))
    #expect(demo.view.gesture == .selecting(GraphRect(x: 880, y: 60, width: 20, height: 30)))
    demo.send(.cancelled(pointer: 0))

    demo.down(Demo.nowhere, button: .middle)
    demo.move(Demo.nowhere + GraphPoint(9, 9))
    #expect(demo.view.gesture == .panning)
  }

  @Test func deletingConnectionsNeverMakesOneThatTheHostHasCutMeanwhile() throws {
    let demo = try Demo(.desktop)
    let connections = demo.host.graph.connections
    demo.view.select(GraphSelection(connections: connections))
    demo.host.afterCall = { [sum = demo.sum] host in
      // A host that reacts to a deletion by disconnecting all inputs of the addition.
      for input in 0..<3 { try? host.graph.disconnect(sum.input(input)) }
      host.view?.reload(sum)
    }
    demo.key(.delete)
    #expect(demo.host.graph.connectionCount == 0)
  }

  @Test func tapsOnAConnectionAndBesideItAreNoDoubleTap() throws {
    let demo = try Demo(.desktop)
    demo.view.profile.edgeRadius = 2
    let connection = try #require(demo.host.graph.connections.first)
    let place = try #require(demo.view.path(of: connection)).labelPoint
    demo.tap(place)
    #expect(demo.view.selection.connections == [connection])
    #expect(
      demo.log {
        demo.down(place + GraphPoint(9, 0))
        demo.up(place + GraphPoint(9, 0))
      } == ["select nothing"])
  }

  @Test func comingToTheFrontIsToldOnce() throws {
    let demo = try Demo()
    demo.view.bringToFront(demo.one)
    demo.view.bringToFront(demo.one)
    #expect(demo.changes == [[.raised(demo.one)]])
    #expect(demo.view.nodes.last == demo.one)
  }
}
