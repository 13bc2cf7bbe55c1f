// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

@Suite struct GraphViewChangeTests {
  @Test func everyKindOfChangeIsTold() throws {
    let demo = try Demo()
    let new = try demo.host.graph.add("Number", at: .zero)
    demo.view.reload(new)
    #expect(demo.changes == [[.added(new)]])
    try demo.host.graph.move(new, to: GraphPoint(5, 5))
    demo.view.reload(new)
    #expect(demo.changes.last == [.moved(new, GraphPoint(5, 5))])
    try demo.host.graph.setKind(of: new, to: "Label")
    demo.view.reload(new)
    #expect(demo.changes.last == [.replaced(new), .resized(new, GraphSize(202, 332)), .titled(new, "Label")])
    demo.view.select(GraphSelection(nodes: [new]))
    #expect(demo.changes.last == [.selected(GraphSelection(nodes: [new]))])
    demo.host.delete(new)
    #expect(demo.changes.dropFirst(4).flatMap { $0 } == [.removed(new), .selected(GraphSelection())])
  }

  @Test func connectionsThatComeAndGoAreTold() throws {
    let demo = try Demo()
    let wire = Connection(from: demo.two.output, to: demo.sum.input(1))
    try demo.host.graph.connect(wire.source, to: wire.target)
    demo.host.looks.connections[wire] = ConnectionLook(label: "net")
    demo.view.reload(demo.sum)
    #expect(demo.changes == [[.connected(wire), .labelled(wire, "net")]])
    demo.host.looks.connections[wire] = ConnectionLook(color: GraphColor(7))
    demo.view.reload(demo.sum)
    #expect(demo.changes.last == [.labelled(wire, nil), .restyled(wire, ConnectionLook(color: GraphColor(7)))])
    // A connection is removed with its source node; its target node stays.
    demo.host.hidden = [demo.two]
    demo.view.reload(demo.two)
    let other = Connection(from: demo.two.output, to: demo.sum.input(2))
    #expect(demo.changes.last == [.disconnected(wire), .disconnected(other), .removed(demo.two)])
    try demo.host.graph.disconnect(wire.target)
    demo.host.hidden = []
    demo.view.reload([demo.sum, demo.two])
    #expect(demo.changes.last == [.added(demo.two), .connected(other)])
    demo.view.reload()
    #expect(demo.changes.count == 4)
  }

  @Test func anotherNameOrColourOfANodeIsTold() throws {
    let demo = try Demo()
    try demo.host.graph.rename(demo.one, to: "Uno")
    demo.host.looks.nodes[demo.two] = NodeLook(color: GraphColor(0x112233))
    demo.view.reload([demo.one, demo.two])
    #expect(demo.changes == [[.titled(demo.one, "Uno"), .colored(demo.two, GraphColor(0x112233))]])
    demo.host.looks.nodes[demo.two] = nil
    demo.view.reload(demo.two)
    #expect(demo.changes.last == [.colored(demo.two, nil)])
    // A node that was added or removed has no further changes.
    let new = try demo.host.graph.add("Number", named: "New", at: GraphPoint(900, 400))
    demo.host.looks.nodes[new] = NodeLook(color: GraphColor(1))
    demo.view.reload(new)
    #expect(demo.changes.last == [.added(new)])
  }

  @Test func anotherCourseColourOrRerouteOfAWireIsTold() throws {
    let demo = try Demo()
    let wire = Connection(from: demo.one.output, to: demo.sum.input(0))
    var look = ConnectionLook()
    for change in [
      { $0.color = GraphColor(9) }, { $0.course = .straight }, { $0.reroutes = [GraphPoint(500, 90)] },
      { $0.width = 5 }, { $0.dash = [4, 2] },
      { $0 = ConnectionLook() },
    ] as [(inout ConnectionLook) -> Void] {
      change(&look)
      demo.host.looks.connections[wire] = look.isDefault ? nil : look
      demo.view.reload(demo.sum)
      #expect(demo.changes.last?.contains(.restyled(wire, look)) == true)
    }
    let count = demo.changes.count
    demo.view.reload(demo.sum)
    #expect(demo.changes.count == count)
    demo.host.courses[wire] = EdgeStyle.straight
    demo.view.reload(demo.sum)
    #expect(demo.changes.last == [.restyled(wire, ConnectionLook())])
  }

  @Test func nothingIsToldWhenNothingChanged() throws {
    let demo = try Demo()
    demo.view.reload()
    demo.view.reload([demo.one, demo.sum])
    demo.send(.tick)
    demo.view.select(GraphSelection())
    #expect(demo.changes.isEmpty)
  }

  @Test func whileAGestureGoesOnChangesAreToldWithTicksAndAsOne() throws {
    let demo = try Demo(.desktop)
    demo.down(Demo.oneItem)
    for step in 1...10 { demo.move(Demo.oneItem + GraphPoint(Double(step), 0)) }
    #expect(demo.changes.isEmpty)
    demo.send(.tick)
    let selected = GraphViewChange.selected(GraphSelection(nodes: [demo.one]))
    #expect(demo.changes == [[.raised(demo.one), selected, .moved(demo.one, GraphPoint(220, 10))]])
    for step in 11...20 { demo.move(Demo.oneItem + GraphPoint(Double(step), 0)) }
    demo.up(Demo.oneItem + GraphPoint(20, 0))
    #expect(demo.changes.count == 2 && demo.changes.last == [.moved(demo.one, GraphPoint(230, 10))])
  }

  @Test func ofWhatCameAndWentDuringAGestureNothingIsTold() throws {
    let demo = try Demo()
    demo.down(Demo.nowhere)
    let new = try demo.host.graph.add("Number", at: .zero)
    demo.view.reload(new)
    try demo.host.graph.setKind(of: new, to: "Label")
    demo.view.reload(new)
    demo.host.delete(new)
    demo.up(Demo.nowhere)
    #expect(demo.changes.isEmpty)
  }

  @Test func whatWentAndCameBackIsToldInThatOrder() throws {
    let demo = try Demo()
    demo.down(Demo.nowhere)
    for hidden in [[demo.one], [], [demo.one], []] as [Set<NodeID>] {
      demo.host.hidden = hidden
      demo.view.reload(demo.one)
    }
    demo.up(Demo.nowhere)
    let wire = Connection(from: demo.one.output, to: demo.sum.input(0))
    #expect(
      demo.changes == [[.disconnected(wire), .removed(demo.one), .added(demo.one), .connected(wire)]])
  }

  @Test func changesMadeWhileTheyAreToldAreToldNext() throws {
    let demo = try Demo()
    var told: [[GraphViewChange]] = []
    let (view, two) = (demo.view, demo.two)
    view.onChanges = { [unowned view] changes in
      told.append(changes)
      view.select(GraphSelection(nodes: [two]))
    }
    view.select(GraphSelection(nodes: [demo.one]))
    #expect(
      told == [[.selected(GraphSelection(nodes: [demo.one]))], [.selected(GraphSelection(nodes: [two]))]])
  }

  @Test func aSelectionKeepsTheOrderAndTheFirstOfEach() throws {
    let demo = try Demo()
    let line = Connection(from: demo.one.output, to: demo.sum.input(0))
    let selection = GraphSelection(nodes: [demo.sum, demo.one, demo.sum], connections: [line, line])
    #expect(selection.nodes == [demo.sum, demo.one] && selection.connections == [line])
  }
}
