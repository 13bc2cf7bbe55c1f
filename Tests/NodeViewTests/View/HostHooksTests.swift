// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import Testing

/// The hooks through which hosts consult an application and report to it.
@Suite struct HostHooksTests {
  private let view = GraphView(size: GraphSize(1000, 900), profile: .editor, style: .light)
  private let one: NodeID
  private let two: NodeID
  private let sum: NodeID
  private let text: NodeID
  private let host: GraphHost
  private let nowhere = GraphPoint(700, 700)

  init() throws {
    var graph = Graph(kinds: ViewHost.kinds)
    one = try graph.add("Number", named: "One", at: GraphPoint(20, 20))
    two = try graph.add("Number", named: "Two", at: GraphPoint(20, 200))
    sum = try graph.add("Add", named: "Add", at: GraphPoint(400, 100))
    text = try graph.add("Write", named: "Write", at: GraphPoint(400, 400))
    try graph.connect(one.output, to: sum.input(0))
    host = GraphHost(graph, in: view)
  }

  private func anchor(_ port: OutputPort) throws -> GraphPoint {
    try #require(view.frame(of: port.node)).outputAnchor(port.index)
  }

  private func anchor(_ port: InputPort) throws -> GraphPoint {
    try #require(view.frame(of: port.node)).inputAnchor(port.index)
  }

  private func send(_ action: InputEvent.Action, _ time: Double = 0) { view.handle(InputEvent(action, time: time)) }

  private func drag(_ start: GraphPoint, _ end: GraphPoint) {
    send(.down(pointer: 0, at: start, button: .primary))
    for step in 1...4 { send(.moved(pointer: 0, at: start + (end - start) * (Double(step) / 4)), Double(step)) }
    send(.up(pointer: 0, at: end), 9)
  }

  private func doubleTap(_ point: GraphPoint) {
    for time in [20, 20.1] {
      send(.down(pointer: 0, at: point, button: .primary), time)
      send(.up(pointer: 0, at: point), time + 0.02)
    }
  }

  // MARK: Verdicts and refusals

  @Test func whatTheGraphRefusesIsReported() throws {
    var refusals: [GraphError] = []
    host.onRefusal = { refusals.append($0) }
    drag(try anchor(one.output(0)), try anchor(text.input(0)))
    #expect(refusals.count == 1 && host.graph.connections.count == 1)
    guard case .typeMismatch = refusals.first else { return #expect(Bool(false), "\(refusals)") }
  }

  @Test func aVetoRefusesAConnectionWithItsReason() throws {
    var refusals: [GraphError] = []
    // With snapping, the wire would be connected to a nearby input that accepts it.
    view.profile.snapRadius = 0
    host.onRefusal = { refusals.append($0) }
    host.veto = { [sum] source, target in target == sum.input(1) ? "y is final" : nil }
    drag(try anchor(two.output(0)), try anchor(sum.input(1)))
    #expect(refusals == [.vetoed(source: two.output(0), target: sum.input(1), reason: "y is final")])
    #expect(refusals.first.map(host.graph.describe) == "y is final")
    // A wire is not moved there either, and stays where it was.
    drag(try anchor(sum.input(0)), try anchor(sum.input(1)))
    #expect(refusals.count == 2 && host.graph.sources(of: sum.input(0)) == [one.output(0)])
    #expect(host.graph.connections.count == 1 && !host.undo())
    drag(try anchor(two.output(0)), try anchor(sum.input(2)))
    #expect(host.graph.sources(of: sum.input(2)) == [two.output(0)] && refusals.count == 2)
    // Rows show the reason while a wire is pulled.
    let inputs = [sum.input(0), sum.input(1), text.input(0)]
    #expect(host.graphView(view, candidatesFor: two.output(0), among: inputs) == [sum.input(0)])
    let words = host.graphView(view, wordsForRefusing: two.output(0), at: [sum.input(1), text.input(0)])
    #expect(words == [sum.input(1): "veto", text.input(0): "type"])
    // A request made without asking for the verdict is refused as well; the application's own edits are not.
    host.graphView(view, did: .toggledConnection(two.output(0), sum.input(1)))
    #expect(refusals.count == 3 && host.graph.sources(of: sum.input(1)).isEmpty)
    try host.edit { graph throws(GraphError) in try graph.connect(two.output, to: sum.input(1)) }
    #expect(host.graph.sources(of: sum.input(1)) == [two.output(0)])
    // The veto doesn't prevent disconnecting.
    host.graphView(view, did: .cut(Connection(from: two.output(0), to: sum.input(1))))
    #expect(host.graph.sources(of: sum.input(1)).isEmpty)
  }

  // MARK: Adding and dropping

  @Test func theApplicationAddsWhatIsAskedForAsOneStep() throws {
    var (added, removed): ([NodeID], [NodeID]) = ([], [])
    host.onAddition = { added += $0 }
    host.onRemoval = { removed += $0 }
    host.graphView(view, did: .requestedNode(nowhere))
    #expect(host.graph.nodeCount == 4 && added.isEmpty && !host.undo())
    host.onNodeRequest = { contents, position throws(GraphError) in
      let node = try contents.graph.add("Number", named: "Three", at: position)
      contents.looks.nodes[node] = NodeLook(isLocked: true)
    }
    host.graphView(view, did: .requestedNode(nowhere))
    let node = try #require(host.graph.node(named: "Three"))
    #expect(view.frame(of: node)?.origin == nowhere && added == [node] && host.looks.nodes[node]?.isLocked == true)
    #expect(host.undo() && removed == [node] && host.looks.nodes.isEmpty && !host.undo())
    #expect(host.redo() && added == [node, node])
    // An error thrown by the application is reported as a refusal, and changes nothing.
    var refusals: [GraphError] = []
    host.onRefusal = { refusals.append($0) }
    host.graphView(view, did: .requestedNode(nowhere))
    #expect(refusals == [.duplicateName("Three", node)] && host.graph.nodeCount == 5)
  }

  @Test func theApplicationDecidesWhatADropMakes() throws {
    let payload = GraphPayload("kind", "Number")
    send(.draggedOver(payload, at: nowhere))
    send(.dropped(payload, at: nowhere))
    #expect(view.payloadTarget == nil && host.graph.nodeCount == 4)
    host.onDrop = { contents, drop, target, position throws(GraphError) in
      switch (drop, target) {
      case (.payload(let payload), .background): try contents.graph.add(payload.content, at: position)
      case (.wire(let source), .background):
        let node = try contents.graph.add("Add", at: position)
        try contents.graph.connect(source, to: node.input(0))
      default: throw .unknownKind("\(target)")
      }
    }
    host.canDrop = { _, target in target == .background }
    send(.draggedOver(payload, at: try anchor(one.output(0)) - GraphPoint(40, 10)))
    #expect(view.payloadTarget == nil)
    send(.draggedOver(payload, at: nowhere))
    #expect(view.payloadTarget == .background)
    send(.dropped(payload, at: nowhere))
    #expect(host.graph.nodeCount == 5 && host.undo() && host.graph.nodeCount == 4)
    // A wire dropped on the empty canvas.
    drag(try anchor(two.output(0)), nowhere)
    let node = try #require(host.graph.nodes.last)
    #expect(host.graph.sources(of: node.input(0)) == [two.output(0)] && host.graph.nodeCount == 5)
    #expect(host.undo() && host.graph.nodeCount == 4 && !host.undo())
    host.canDrop = { _, _ in false }
    drag(try anchor(two.output(0)), nowhere)
    #expect(host.graph.nodeCount == 4)
  }

  // MARK: Reports

  @Test func activationsMenusAndSelectionsAreReported() throws {
    var (activated, menus): ([HitTarget], [HitTarget]) = ([], [])
    var selections: [GraphSelection] = []
    host.onActivation = { activated.append($0) }
    host.onMenu = { target, _ in menus.append(target) }
    host.onSelection = { selections.append($0) }
    let title = try #require(view.frame(of: two)).titleBar.center
    doubleTap(title)
    #expect(activated == [.item(two)] && selections == [GraphSelection(nodes: [two])])
    let wire = Connection(from: one.output(0), to: sum.input(0))
    doubleTap(try #require(view.path(of: wire)).labelPoint)
    #expect(activated.last == .connection(wire))
    send(.down(pointer: 0, at: nowhere, button: .secondary), 40)
    send(.up(pointer: 0, at: nowhere), 40.1)
    #expect(menus == [.background])
  }

  @Test func anEditThatChangesNothingIsNoStep() throws {
    var edits = 0
    host.onEdit = { _ in edits += 1 }
    host.edit { _ in }
    host.editLooks { _ in }
    host.editContents { contents in contents.payloads = [:] }
    #expect(edits == 0 && !host.undo())
  }

  @Test func nodesOfAnEditWithinAReportAreReportedOnce() throws {
    var added: [NodeID] = []
    host.onAddition = { added += $0 }
    host.onEdit = { [host] graph in
      if graph.nodeCount == 5 { host.edit { graph in _ = try? graph.add("Number", named: "Six") } }
    }
    host.edit { graph in _ = try? graph.add("Number", named: "Five") }
    #expect(added.count == 2 && Set(added).count == 2 && host.graph.nodeCount == 6)
  }

  @Test func aDragThatAnEditEndsIsReportedAsAStep() throws {
    var positions: [GraphPoint] = []
    host.onEdit = { [sum] graph in positions.append(graph.position(of: sum)) }
    send(.down(pointer: 0, at: GraphPoint(440, 112), button: .primary))
    send(.moved(pointer: 0, at: GraphPoint(540, 212)), 1)
    #expect(throws: GraphError.self) {
      try host.edit { graph throws(GraphError) in _ = try graph.add("Unknown", named: "Five") }
    }
    #expect(positions == [GraphPoint(500, 200)] && host.undo() && !host.undo())
    #expect(positions == [GraphPoint(500, 200), GraphPoint(400, 100)])
  }

  @Test func aWireWithoutReroutesHasNoLook() throws {
    let wire = Connection(from: one.output(0), to: sum.input(0))
    host.editLooks { $0.connections[wire] = ConnectionLook(reroutes: [GraphPoint(300, 60)]) }
    host.graphView(view, did: .requestedRerouteRemoval(wire, 0))
    #expect(host.looks.connections.isEmpty && host.undo())
    #expect(host.looks.connections[wire]?.reroutes == [GraphPoint(300, 60)])
  }

  // MARK: Flows

  @Test func aFlowHasTheSameHooks() throws {
    let view = GraphView(size: GraphSize(1000, 700), profile: .editor, style: .light)
    let flow = FlowGraph<String, String> {
      step("home") { on("order") { next("cart") } }
      step("cart") { on("pay") { next("done") } }
    }
    let places: [String?: GraphPoint] = [
      "home": GraphPoint(20, 20), "cart": GraphPoint(260, 60), "done": GraphPoint(520, 20),
    ]
    let host = FlowHost(flow, in: view, positions: places)
    var refusals: [FlowEditError<String, String>] = []
    var (activated, menus): ([HitTarget], [HitTarget]) = ([], [])
    var selections: [GraphSelection] = []
    host.onRefusal = { refusals.append($0) }
    host.onActivation = { activated.append($0) }
    host.onMenu = { target, _ in menus.append(target) }
    host.onSelection = { selections.append($0) }
    host.veto = { step, event, target in step == "home" && target == "done" ? "\(event ?? "") needs a cart" : nil }
    let (row, done) = (try #require(host.port(at: "home", on: "order")), try #require(host.node(of: "done")))
    let reason = FlowEditError<String, String>.vetoed("home", "order", to: "done", reason: "order needs a cart")
    // Once refused by the verdict, and once by the edit itself.
    let ends = (
      try #require(view.frame(of: row.node)).outputAnchor(0), try #require(view.frame(of: done)).inputAnchor(0)
    )
    send(.down(pointer: 0, at: ends.0, button: .primary), in: view)
    send(.moved(pointer: 0, at: ends.1), 1, in: view)
    send(.up(pointer: 0, at: ends.1), 2, in: view)
    #expect(refusals == [reason] && "\(reason)" == "order needs a cart")
    host.graphView(view, did: .toggledConnection(row, done.input(0)))
    let wire = Connection(from: row, to: try #require(host.node(of: "cart")).input(0))
    host.graphView(view, did: .rerouted(wire, done.input(0)))
    host.moveForDrop = { _, _, _ in .next("done") }
    host.graphView(view, did: .droppedWire(row, GraphPoint(0, 0)))
    #expect(refusals == Array(repeating: reason, count: 4) && host.flow == flow && !host.undo())
    // Moving a wire to another event's row either changes both rules or none.
    let other = Connection(from: try #require(host.port(at: "cart", on: "pay")), to: done.input(0))
    host.graphView(view, did: .replugged(other, row))
    #expect(refusals.count == 5 && host.flow == flow)

    let place = GraphPoint(700, 500)
    send(.draggedOver(GraphPayload("step", "help"), at: place), in: view)
    #expect(view.payloadTarget == nil)
    // The host is called once for the place under the pointer.
    send(.dragLeft, in: view)
    host.stepForPayload = { payload, _ in payload.content }
    send(.draggedOver(GraphPayload("step", "help"), at: place), in: view)
    send(.dropped(GraphPayload("step", "help"), at: place), in: view)
    #expect(host.flow.steps.contains("help") && host.positions["help"] == place)
    send(.down(pointer: 0, at: GraphPoint(900, 600), button: .secondary), 40, in: view)
    send(.up(pointer: 0, at: GraphPoint(900, 600)), 40.1, in: view)
    view.select(GraphSelection())
    host.graphView(view, did: .activated(done))
    host.graphView(view, did: .activatedConnection(wire, place))
    #expect(activated == [.item(done), .connection(wire)] && menus == [.background])
    #expect(host.flow.ownMove(at: "home", on: "order") == .restart("cart"))
  }

  private func send(_ action: InputEvent.Action, _ time: Double = 0, in view: GraphView) {
    view.handle(InputEvent(action, time: time))
  }
}
