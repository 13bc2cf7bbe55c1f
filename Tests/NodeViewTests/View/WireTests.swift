// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Pulling wires from port to port.
@Suite struct WireTests {
  @Test func aWireFromAnOutputToAFreeInputConnects() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.y) } == ["toggle One.value→Add.y"])
    #expect(demo.connections == ["One.value→Add.x", "One.value→Add.y", "Two.value→Add.z"])
  }

  @Test func aWireToATakenInputReplaces() throws {
    let demo = try Demo(.desktop)
    demo.drag(Demo.oneOutput, Demo.z)
    #expect(demo.connections == ["One.value→Add.x", "One.value→Add.z"])
  }

  @Test func aWireToWhereItsOutputIsConnectedChangesNothing() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.x) }.isEmpty)
    #expect(demo.connections.count == 2)
  }

  @Test func aWireToARowConnectsToo() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.yRow) } == ["toggle One.value→Add.y"])
  }

  @Test func aWireSnapsToTheNearestInputThatWouldTakeIt() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.y + GraphPoint(-17, 6)) } == ["toggle One.value→Add.y"])
    // The point is 23 from z and 21 from y.
    #expect(demo.log { demo.drag(Demo.twoOutput, GraphPoint(570, 501)) } == ["toggle Two.value→Add.y"])
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.x + GraphPoint(-30, 0)) }.last?.hasPrefix("drop") == true)
  }

  @Test func ofTwoEquallyNearInputsAWireTakesThatOfTheNodeInFront() throws {
    let demo = try Demo(.desktop)
    let front = try demo.host.graph.add("Add", named: "Front", at: GraphPoint(570, 170))
    demo.view.reload(front)
    let outside = Demo.y - GraphPoint(17, 0)
    #expect(demo.log { demo.drag(Demo.oneOutput, outside) } == ["toggle One.value→Front.y"])
    demo.view.bringToFront(demo.sum)
    #expect(demo.log { demo.drag(Demo.oneOutput, outside) } == ["toggle One.value→Add.y"])
  }

  @Test func theSnapReachesAsFarOnTheScreenAtAnyZoom() throws {
    for zoom in [0.5, 1, 2] {
      let demo = try Demo(.desktop)
      demo.view.viewport.setZoom(zoom, about: .zero)
      func view(_ point: GraphPoint) -> GraphPoint { demo.view.viewport.viewPoint(point) }
      demo.host.log = []
      demo.drag(view(Demo.oneOutput), view(Demo.y) - GraphPoint(23.5, 0))
      #expect(demo.host.takeLog() == ["toggle One.value→Add.y"])
      demo.drag(view(Demo.oneOutput), view(Demo.y) - GraphPoint(24.5, 0))
      #expect(demo.host.takeLog().first?.hasPrefix("drop") == true)
    }
  }

  @Test func aWireLetGoOverNothingIsTold() throws {
    let demo = try Demo(.desktop)
    #expect(demo.view.hitTest(Demo.nowhere) == .background)
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.nowhere) } == ["drop One.value at (900.0, 60.0)"])
    #expect(demo.log { demo.drag(Demo.oneOutput, Demo.twoItem) }.isEmpty, "a node is not nothing")
  }

  @Test func aWireToARefusedInputSaysWhy() throws {
    let demo = try Demo(.desktop)
    let error = GraphError.cycle([demo.sum.input(1)])
    #expect(demo.log { demo.drag(Demo.sumOutput, Demo.yRow) } == ["refuse Add.sum→Add.y: \(error)"])
  }

  @Test func draggingFromAConnectedInputTakesItsConnectionAway() throws {
    let demo = try Demo(.desktop)
    #expect(
      demo.log { demo.drag(Demo.x, Demo.y) } == ["toggle One.value→Add.x", "toggle One.value→Add.y"],
      "by default re-routing cuts, then connects")
    #expect(demo.connections == ["One.value→Add.y", "Two.value→Add.z"])
  }

  @Test func aHostThatReroutesInOneStepIsToldOnce() throws {
    final class Rerouter: GraphViewDelegate {
      var lines: [String] = []
      func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}
      func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {}
      func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {}
      func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {}
      func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
        lines.append("toggle")
      }
      func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
        lines.append("\(connection.target.index) to \(target.index)")
      }
      func defaultNodeSize(for view: GraphView) -> GraphSize { .zero }
      func graphView(
        _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
      ) -> ConnectionVerdict { .allowed }
    }
    let demo = try Demo(.desktop)
    let delegate = Rerouter()
    demo.view.delegate = delegate
    demo.drag(Demo.x, Demo.y)
    #expect(delegate.lines == ["0 to 1"])
  }

  @Test func aConnectionBackOnItsInputStays() throws {
    let demo = try Demo(.desktop)
    demo.host.log = []
    demo.down(Demo.x)
    demo.move(Demo.nowhere)
    demo.move(Demo.x + GraphPoint(3, 3))
    demo.up(Demo.x + GraphPoint(3, 3))
    #expect(demo.host.log.isEmpty && demo.connections.count == 2)
    demo.down(Demo.x)
    demo.move(Demo.nowhere)
    demo.move(Demo.xRow)
    demo.up(Demo.xRow)
    #expect(demo.host.log.isEmpty && demo.connections.count == 2)
  }

  @Test func aConnectionSnapsBackToItsInputWhateverTheHostSays() throws {
    let demo = try Demo(.desktop)
    demo.host.refusal = .stale(demo.sum)
    demo.host.log = []
    demo.down(Demo.x)
    demo.move(Demo.nowhere)
    #expect(!demo.view.isDimmed(demo.sum.input(0)) && demo.view.isDimmed(demo.sum.input(1)))
    demo.move(Demo.x - GraphPoint(20, 0))
    demo.up(Demo.x - GraphPoint(20, 0))
    #expect(demo.host.log.isEmpty && demo.connections.count == 2)
  }

  @Test func aConnectionPulledOffItsInputIsCut() throws {
    let demo = try Demo(.desktop)
    #expect(demo.log { demo.drag(Demo.x, Demo.nowhere) } == ["toggle One.value→Add.x"])
    #expect(demo.connections == ["Two.value→Add.z"])
  }

  @Test func aConnectionPulledToARefusedInputStays() throws {
    let demo = try Demo(.desktop)
    let write = try demo.host.graph.add("Write", named: "Write", at: GraphPoint(780, 600))
    demo.view.reload(write)
    let lines = demo.log { demo.drag(Demo.x, GraphPoint(880, 866)) }
    #expect(lines.count == 1 && lines.first?.hasPrefix("refuse One.value→Write.text") == true)
    #expect(demo.connections.count == 2)
  }

  @Test func aConnectionPulledToATakenInputReplacesWhatWasThere() throws {
    let demo = try Demo(.desktop)
    demo.drag(Demo.x, Demo.z)
    #expect(demo.connections == ["One.value→Add.z"])
  }

  @Test func escapeAndACancelledPointerLeaveTheConnection() throws {
    let demo = try Demo(.desktop)
    for end in [InputEvent.Action.key(.escape), .cancelled(pointer: 0)] {
      demo.host.log = []
      demo.down(Demo.x)
      demo.move(Demo.nowhere)
      demo.send(end)
      demo.up(Demo.nowhere)
      #expect(demo.host.log.isEmpty && demo.connections.count == 2)
    }
  }

  @Test func aWireEndsWithTheNodeItIsPulledFrom() throws {
    let demo = try Demo(.desktop)
    demo.host.log = []
    demo.down(Demo.oneOutput)
    demo.move(Demo.nowhere)
    demo.host.delete(demo.one)
    demo.move(Demo.y)
    demo.up(Demo.y)
    #expect(demo.host.log.isEmpty && demo.connections == ["Two.value→Add.z"])
  }

  @Test func aWireEndsWithTheConnectionThatWasTaken() throws {
    let demo = try Demo(.desktop)
    demo.host.log = []
    demo.down(Demo.x)
    demo.move(Demo.nowhere)
    demo.host.toggle(demo.one.output, demo.sum.input(0))
    demo.up(Demo.nowhere)
    #expect(demo.host.log.isEmpty && demo.connections == ["Two.value→Add.z"])
  }

  @Test func whileAWireIsPulledRowsThatCannotTakeItAreDimmed() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.x)
    #expect(!demo.view.isDimmed(demo.sum.input(0)))
    let write = try demo.host.graph.add("Write", named: "Write", at: GraphPoint(780, 600))
    demo.view.reload(write)
    _ = demo.view.takeDirtyRegion()
    demo.move(Demo.nowhere)
    #expect(demo.view.takeDirtyRegion() == .everything, "rows anywhere look different now")
    #expect(demo.view.isDimmed(write.input(0)) && !demo.view.isDimmed(demo.sum.input(0)))
    demo.key(.escape)
    #expect(demo.view.takeDirtyRegion() == .everything)
    #expect(!demo.view.isDimmed(write.input(0)))
  }

  @Test func theLastOfSeveralConnectionsIsTakenFromAnInputOfMany() throws {
    let demo = try Demo(.desktop)
    let total = try demo.host.graph.add("Sum", named: "Total", at: GraphPoint(780, 600))
    try demo.host.graph.connect(demo.one.output, to: total.input(0))
    try demo.host.graph.connect(demo.two.output, to: total.input(0))
    demo.view.reload(total)
    #expect(demo.log { demo.drag(GraphPoint(780, 866), Demo.nowhere) } == ["toggle Two.value→Total.terms"])
  }

  @Test func aConnectionTakenToWhereItsOutputIsConnectedAlreadyIsOnlyCut() throws {
    let demo = try Demo(.desktop)
    demo.host.toggle(demo.one.output, demo.sum.input(1))
    #expect(demo.log { demo.drag(Demo.x, Demo.y) } == ["toggle One.value→Add.x"])
    #expect(demo.connections == ["One.value→Add.y", "Two.value→Add.z"])
  }
}
