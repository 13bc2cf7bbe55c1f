// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// Loading another document in a view that has shown one before.
@Suite struct HostLoadingTests {
  private let view = GraphView(size: GraphSize(1000, 900), profile: .editor, style: .light)
  private let first: Graph
  private let one: NodeID
  private let sum: NodeID
  private let wire: Connection
  private let host: GraphHost

  init() throws {
    (first, one, sum) = try Self.graph(shift: 0)
    wire = Connection(from: one.output, to: sum.input(0))
    host = GraphHost(first, in: view)
  }

  /// A graph of two nodes and a connection, with the same slots in each graph.
  private static func graph(shift: Double) throws -> (Graph, NodeID, NodeID) {
    var graph = Graph(kinds: ViewHost.kinds)
    let one = try graph.add("Number", named: "One", at: GraphPoint(20 + shift, 20))
    let sum = try graph.add("Add", named: "Add", at: GraphPoint(400 + shift, 100))
    try graph.connect(one.output, to: sum.input(0))
    return (graph, one, sum)
  }

  private func send(_ action: InputEvent.Action, _ time: Double = 0) { view.handle(InputEvent(action, time: time)) }

  private func drag(from start: GraphPoint, to end: GraphPoint) {
    send(.down(pointer: 0, at: start, button: .primary))
    send(.moved(pointer: 0, at: end))
    send(.up(pointer: 0, at: end))
  }

  /// Leaves as many traces of the first document as possible: looks, selections, requests.
  private func leaveTraces() throws -> SnapshotRequest {
    host.editLooks { looks in
      looks.nodes[sum] = NodeLook(isLocked: true)
      looks.connections[wire] = ConnectionLook(label: "old")
      looks.frames[FrameID(0)] = GraphFrame("Old", GraphRect(x: 0, y: 0, width: 900, height: 400))
    }
    view.edgeAttributes[wire] = EdgeAttributes(label: "older")
    #expect(view.show(NodeSnapshot(size: GraphSize(20, 20)) { _ in }, for: view.beginSnapshot(of: one)) == .shown)
    view.select(GraphSelection(nodes: [one, sum], connections: [wire]))
    view.focused = .item(sum)
    return view.beginSnapshot(of: sum)
  }

  private func expectNothingOfTheFirst(_ ids: [NodeID], _ request: SnapshotRequest) {
    let selection = view.selection
    #expect(Set(view.nodes) == Set(ids) && selection.isEmpty)
    #expect(view.nodes.allSatisfy { view.snapshot(of: $0) == nil })
    #expect(view.show(NodeSnapshot(size: GraphSize(20, 20)) { _ in }, for: request) == .stale)
    view.checkInvariants()
  }

  @Test func anIdOfOneDocumentIsNoneOfAnother() throws {
    let (second, other, _) = try Self.graph(shift: 100)
    #expect(one != other && first.contains(one) && !second.contains(one))
    #expect(throws: GraphError.foreign(one)) { try second.kind(of: one) }
    // Ids in documents belong to no graph; each graph has an id of its own for each of them.
    #expect(one.inDocument == other.inDocument && one.inDocument != one)
    #expect(first.node(inDocument: one.inDocument) == one && second.node(inDocument: one.inDocument) == other)
    #expect(second.node(inDocument: one) == nil && second.node(inDocument: NodeID(slot: 9, generation: 0)) == nil)
  }

  @Test func aGraphThatIsLoadedBeginsWithNothingOfTheOneBefore() throws {
    let request = try leaveTraces()
    let (second, other, total) = try Self.graph(shift: 100)
    var edits = 0
    host.onEdit = { _ in edits += 1 }
    host.load(second)
    expectNothingOfTheFirst([other, total], request)
    #expect(host.looks == GraphLooks() && view.frames.isEmpty && view.edgeAttributes.isEmpty && view.focused == nil)
    #expect(!host.undo() && edits == 0)
    // Edits now apply to the second document.
    let title = try #require(view.frame(of: total)).origin + GraphPoint(40, 12)
    drag(from: title, to: title + GraphPoint(50, 60))
    #expect(
      host.graph.position(of: total) == GraphPoint(550, 160) && view.frame(of: total)?.origin == GraphPoint(550, 160))
    send(.key(.delete))
    #expect(host.graph.nodes == [other] && view.nodes == [other])
    #expect(host.undo() && view.selection.nodes == [total])
  }

  @Test func anEditThatPutsAnotherGraphInPlaceShowsThatOne() throws {
    let request = try leaveTraces()
    let (second, other, total) = try Self.graph(shift: 100)
    host.edit { graph in graph = second }
    expectNothingOfTheFirst([other, total], request)
    #expect(view.nodes.allSatisfy { host.graph.contains($0) })
    let title = try #require(view.frame(of: total)).origin + GraphPoint(40, 12)
    drag(from: title, to: title + GraphPoint(50, 60))
    #expect(host.graph.position(of: total) == GraphPoint(550, 160))
    // Undo restores the first document as it was.
    #expect(host.undo() && host.undo())
    #expect(
      host.graph.nodes == first.nodes && view.selection.nodes == [one, sum] && view.selection.connections == [wire])
    #expect(view.scene.nodes[sum]?.isLocked == true)
  }

  @Test func aGestureThatHasBegunDoesNothingToTheNext() throws {
    let (second, other, total) = try Self.graph(shift: 0)
    // Gestures that began on a node, on the canvas and on a port.
    for start in [GraphPoint(440, 112), GraphPoint(800, 700), try #require(view.frame(of: one)).outputAnchor(0)] {
      host.load(first)
      send(.down(pointer: 0, at: start, button: .primary))
      send(.moved(pointer: 0, at: start + GraphPoint(30, 30)))
      #expect(view.gesture != nil)
      host.load(second)
      #expect(view.gesture == nil)
      send(.moved(pointer: 0, at: start + GraphPoint(-300, -90)))
      send(.up(pointer: 0, at: start + GraphPoint(-300, -90)))
      #expect(host.graph.nodes.map { host.graph.position(of: $0) } == second.nodes.map { second.position(of: $0) })
      #expect(host.graph.connections == second.connections && view.selection.isEmpty && !host.undo())
      #expect(Set(view.nodes) == [other, total])
      view.checkInvariants()
    }
  }

  @Test func aCopyOfAGraphThatIsLoadedBeginsWithNothingOfThatEither() throws {
    let request = try leaveTraces()
    host.load(first)
    expectNothingOfTheFirst([one, sum], request)
    #expect(view.edgeAttributes.isEmpty && host.looks == GraphLooks() && !host.undo())
  }

  @Test func anotherHostInTheViewBeginsWithNothingOfTheOneBefore() throws {
    let request = try leaveTraces()
    let (second, other, total) = try Self.graph(shift: 100)
    let next = GraphHost(second, in: view)
    expectNothingOfTheFirst([other, total], request)
    // When the first host is presented again, it shows its own nodes; the other host isn't notified of the selection here.
    view.select(GraphSelection(nodes: [other]))
    view.present(host)
    #expect(Set(view.nodes) == [one, sum] && view.selection.isEmpty)
    #expect(next.graph.nodes == second.nodes)
  }

  @Test func presentedOnceMoreAHostKeepsWhatIsSelected() {
    view.select(GraphSelection(nodes: [sum]))
    view.present(host)
    #expect(view.selection.nodes == [sum])
  }

  @Test func idsOfADocumentStandForThoseOfItsNodes() throws {
    let (second, other, total) = try Self.graph(shift: 100)
    var looks = GraphLooks()
    looks.nodes[sum.inDocument] = NodeLook(isLocked: true)
    looks.connections[wire.inDocument] = ConnectionLook(label: "kept")
    host.load(second, looks: looks)
    #expect(host.looks.nodes.keys.map(\.self) == [total] && view.scene.nodes[total]?.isLocked == true)
    #expect(host.looks.connections[Connection(from: other.output, to: total.input(0))]?.label == "kept")
    view.select(GraphSelection(nodes: [sum.inDocument], connections: [wire.inDocument]))
    #expect(view.selection.nodes == [total] && view.selection.connections == second.connections)
    // A node is not shown twice.
    view.reload([other.inDocument, total])
    #expect(Set(view.nodes) == [other, total])
    view.checkInvariants()
  }

  @Test func aFlowThatIsLoadedBeginsWithNothingOfTheOneBefore() throws {
    let flow = FlowGraph<String, String> {
      step("cart") { on("pay") { next("card") } }
      step("card") { on("back") { back() } }
    }
    let host = FlowHost(flow, in: view, positions: ["cart": GraphPoint(20, 20), "card": GraphPoint(400, 20)])
    let (cart, card) = (try #require(host.node(of: "cart")), try #require(host.node(of: "card")))
    view.select(GraphSelection(nodes: [cart, card]))
    let request = view.beginSnapshot(of: card)
    host.load(flow, positions: ["cart": GraphPoint(50, 90)], start: "card")
    #expect(view.selection.isEmpty && host.start == "card" && !host.undo())
    #expect(host.node(of: "cart") != cart && host.step(of: cart) == nil && !view.nodes.contains(card))
    #expect(view.show(NodeSnapshot(size: GraphSize(9, 9)) { _ in }, for: request) == .stale)
    #expect(view.edgeAttributes.count == 1 && host.positions["cart"] == GraphPoint(50, 90))
    host.checkInvariants()
    view.checkInvariants()
    // Two flows shown in one view have different ids.
    let other = FlowHost(flow, in: view)
    #expect(other.node(of: "cart") != host.node(of: "cart") && view.nodes.allSatisfy { other.step(of: $0) != nil })
  }
}
