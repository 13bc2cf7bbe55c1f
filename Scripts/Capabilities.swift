// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

// A client that does what people expect of an editor of graphs and flows, once each, with public symbols alone, and checks the
// results. Scripts/check-clients builds and runs it: a missing symbol fails to compile, and a wrong result stops it.

import CalculatorView
import Foundation
import NodeEval
import NodeGraph
import NodeView

/// The number of checks passed.
var checked = 0

@MainActor func check(_ isTrue: @autoclosure () throws -> Bool, _ rule: String) {
  precondition((try? isTrue()) == true, "It should be so that \(rule).")
  checked += 1
}

func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
  try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
}

// MARK: Groups

let kinds: [NodeDefinition] = [
  .source("Number", output: ValuePort("value"), initial: 1.0),
  NodeDefinition("Double", inputs: ValuePort("x", default: 0.0), output: ValuePort("twice")) {
    (x: Double) -> Double in 2 * x
  },
]

@MainActor func checkGroups() throws {
  let evaluator = Evaluator(definitions: kinds)
  evaluator.undoLimit = 1 << 20
  var nodes: [NodeID] = []
  var group: InstanceID?
  try evaluator.edit { edit in
    nodes = [try edit.add("Number"), try edit.add("Double"), try edit.add("Double")]
    try edit.connect(nodes[0].output, to: nodes[1].input("x"))
    try edit.connect(nodes[1].output, to: nodes[2].input("x"))
    group = try edit.group([nodes[1]], named: "G")
  }
  guard let group else { preconditionFailure("A group is made.") }
  try evaluator.edit { try $0.move([nodes[2]], into: group) }
  check(evaluator.subgraphs.scope(of: nodes[2]) == group, "a node goes into a group that exists")
  try evaluator.edit { try $0.moveOut([nodes[1]]) }
  check(evaluator.subgraphs.scope(of: nodes[1]) == nil, "a node goes out of its group")
  evaluator.undo()
  check(evaluator.subgraphs.scope(of: nodes[1]) == group, "that is undone")
}

// MARK: A host and its view

let number = PortType(Double.self, name: "Number")
let stage = NodeKind("Step", inputs: [.init("in", number)], outputs: [.init("out", number)])

/// A chain of nodes in a view.
func chain(_ count: Int, _ profile: InteractionProfile) throws -> (host: GraphHost, nodes: [NodeID]) {
  var graph = Graph(kinds: [stage])
  var nodes: [NodeID] = []
  for index in 0..<count {
    nodes.append(try graph.add("Step", named: "n\(index)", at: GraphPoint(Double(index) * 260 + 40, 60)))
    if index > 0 { try graph.connect(nodes[index - 1].output, to: nodes[index].input(0)) }
  }
  return (GraphHost(graph, in: GraphView(size: GraphSize(800, 600), profile: profile, style: .light)), nodes)
}

/// Acts on a view through input events only.
struct Pointer {
  let view: GraphView
  var time = 0.0

  init(_ view: GraphView) { self.view = view }

  mutating func send(_ action: InputEvent.Action, _ keys: InputEvent.Modifiers = [], after pause: Double = 0.01) {
    time += pause
    view.handle(InputEvent(action, time: time, modifiers: keys))
  }

  mutating func tap(_ point: GraphPoint, _ keys: InputEvent.Modifiers = []) {
    send(.down(pointer: 0, at: point, button: .primary), keys, after: 1)
    send(.up(pointer: 0, at: point), keys)
  }

  mutating func drag(
    _ start: GraphPoint, _ end: GraphPoint, _ keys: InputEvent.Modifiers = [], holding: Double = 0.01
  ) {
    send(.down(pointer: 0, at: start, button: .primary), keys, after: 1)
    send(.tick, keys, after: holding)
    send(.moved(pointer: 0, at: end), keys)
    send(.up(pointer: 0, at: end), keys)
  }

  func middle(of node: NodeID) -> GraphPoint { view.frame(of: node)?.titleBar.center ?? .zero }
}

@MainActor func checkSelecting() throws {
  for profile in [InteractionProfile.touch, .desktop] {
    let (host, nodes) = try chain(2, profile)
    let view = host.view
    view.profile.edgeRadius = 12
    var pointer = Pointer(view)
    let (first, second) = (pointer.middle(of: nodes[0]), pointer.middle(of: nodes[1]))
    let wire = host.graph.connections[0]

    view.profile.canSelectSeveral = false
    pointer.tap(first)
    pointer.tap(second, .shift)
    check(view.selection.nodes == [nodes[1]], "selecting several can be switched off alone")

    view.profile.canSelectSeveral = true
    view.profile.tapsToggleSelection = true
    pointer.tap(first)
    pointer.tap(view.path(of: wire)?.labelPoint ?? .zero)
    check(
      view.selection == GraphSelection(nodes: [nodes[1], nodes[0]], connections: [wire]), "taps add nodes and wires")
    view.profile.tapsToggleSelection = false

    view.profile.longPressDelay = 0.5
    view.profile.longPressOpensRectangle = true
    view.select(GraphSelection())
    pointer.drag(GraphPoint(10, 500), GraphPoint(700, 20), holding: 0.6)
    check(Set(view.selection.nodes) == Set(nodes), "a rectangle opens after a long press")

    view.profile.backgroundDragPans = true
    view.select(GraphSelection())
    pointer.drag(GraphPoint(10, 500), GraphPoint(700, 20), .shift)
    check(Set(view.selection.nodes) == Set(nodes) && view.viewport.origin == .zero, "shift opens the rectangle")
    pointer.drag(GraphPoint(700, 500), GraphPoint(690, 480))
    check(view.viewport.origin == GraphPoint(10, 20), "dragging the background moves the canvas")
  }
}

/// A host that accepts dropped files.
final class FileHost: NodeGraphDelegate {
  var taken: [GraphPayload] = []

  func nodes(for view: GraphView) -> [NodeID] { [] }
  func graph(for view: GraphView) -> Graph { Graph(kinds: []) }

  func graphView(_ view: GraphView, accepts drop: GraphDrop, on target: HitTarget) -> Bool { true }

  func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    switch drop {
    case .payload(let payload): taken.append(payload)
    case .payloads(let payloads): taken += payloads
    case .wire, .inputWire, .nodes: break
    }
  }
}

@MainActor func checkDropping() throws {
  let files = FileHost()
  let view = GraphView(size: GraphSize(800, 600))
  view.present(files)
  let payloads = [GraphPayload("image/png", "a.png"), GraphPayload("image/png", "b.png")]
  view.handle(InputEvent(.draggedOver(payloads, at: GraphPoint(100, 100)), time: 0))
  check(view.payloadTarget == .background, "several payloads are offered at once")
  view.handle(InputEvent(.dropped(payloads, at: GraphPoint(100, 100)), time: 1))
  check(files.taken == payloads, "several payloads are dropped at once")

  let (host, _) = try chain(2, .desktop)
  host.view.dropTarget = host.graph.connections[0]
  check(host.view.dropTarget == host.graph.connections[0], "a wire is highlighted by hand")
  host.view.dropTarget = nil
}

@MainActor func checkMoving() throws {
  let (host, nodes) = try chain(50, .desktop)
  let view = host.view
  view.viewport = Viewport(size: GraphSize(800, 600))
  let target = view.viewportShowingContent()
  var motion = ViewportMotion(spring: MotionSpring(response: 0.3))
  if let target { motion.move(view.viewport, to: target, at: 0) }
  if let viewport = motion.viewport(at: 0.1) { view.viewport = viewport }
  check(view.viewport != target && motion.isMoving, "the viewport moves on a spring")
  view.fitToContent()
  check(view.visibleNodes.count == 50 && view.viewport == target, "all of 50 nodes are fitted")
  view.center(on: GraphPoint(500, 300))
  check(view.viewport.canvasPoint(GraphPoint(400, 300)).distance(to: GraphPoint(500, 300)) < 1e-9, "a point is centred")

  var nodesInMotion = GraphMotion(spring: MotionSpring(damping: 0.5))
  nodesInMotion.reset(to: view)
  view.onChanges = { nodesInMotion.follow($0, of: view, at: 0) }
  try host.edit { (graph: inout Graph) throws(GraphError) in try graph.move(nodes[0], to: GraphPoint(240, 60)) }
  check(nodesInMotion.offset(of: nodes[0], at: 0) == GraphPoint(-200, 0), "a node moves on a spring")
}

@MainActor func checkLiveNodes() throws {
  let (host, nodes) = try chain(2, .desktop)
  var live = LiveNodes(cadence: .periodic(seconds: 1))
  live.nodes = nodes
  host.view.select(GraphSelection(nodes: [nodes[0]]))
  check(live.update(host.view, at: 0).isEmpty && live.liveNodes == [nodes[0]], "what is selected is live")
  let periodic = live.update(host.view, at: 1)
  check(periodic.map(\.node) == [nodes[0]], "it is captured periodically")
  host.view.select(GraphSelection())
  let last = live.update(host.view, at: 1.1)
  check(last.map(\.node) == [nodes[0]] && live.isLive(nodes[0]), "it is live until its last capture")
  for request in last {
    host.view.show(NodeSnapshot(size: GraphSize(80, 40)) { _ in }, for: request)
    live.finish(request)
  }
  check(live.liveNodes.isEmpty && host.view.snapshot(of: nodes[0]) != nil, "then its picture is shown")
  check(LiveNodes(cadence: .manual).cadence != .onDeactivation, "captures are by hand, or when it is no longer active")
}

@MainActor func checkLooks() throws {
  let (host, _) = try chain(2, .desktop)
  let wire = host.graph.connections[0]
  host.editLooks { $0.connections[wire] = ConnectionLook(label: "net", width: 5, dash: [8, 4]) }
  let canvas = SVGCanvas(size: GraphSize(800, 600))
  host.view.draw(in: canvas)
  check(canvas.text.contains("stroke-width=\"5\""), "a wire has a width of its own")
  check(canvas.text.contains("stroke-dasharray=\"8 4\""), "a wire has dashes of its own")
  let (other, _) = try chain(0, .desktop)
  other.load(host.graph, looks: try roundTrip(host.looks))
  check(other.looks == host.looks, "looks are saved")
  let path = EdgePath(from: .zero, to: GraphPoint(108, 100), style: .straight)
  check(abs(path.labelAngle - .pi / 4) < 1e-9, "a label has an angle")
  check(host.undo() && host.looks.connections.isEmpty, "looks are undone")
}

@MainActor func checkLayouts() {
  let sizes = [GraphSize(300, 20), GraphSize(80, 20), GraphSize(30, 20), GraphSize(220, 20)]
  let layout = TreeLayout(centring: .middles).layout(children: [[1, 2, 3], [], [], []], sizes: sizes)
  let offsets = layout.lines.dropFirst().map { $0[1].x - $0[0].x }
  check(offsets.first == offsets.last.map { -$0 }, "a parent is centred between the middles of its outer children")
}

// MARK: Flows

enum Page: String, Codable { case amount, help, tariffs, confirmation, done }
enum Happening: String, Codable { case tooSmall, change, quit }

let transfer = FlowGraph<Page, Happening> {
  step(.amount) {
    on(.tooSmall) { forward(to: .help) }
    next { forward(to: .tariffs) }
  }
  step(.tariffs) { next { forward(to: .confirmation) } }
  step(.confirmation) {
    on(.change) { back(to: .amount) }
    next { forward(to: .done) }
  }
  anyStep { on(.quit) { restart(at: .help) } }
}

@MainActor func checkFlows() throws {
  var state = FlowState<Page, Happening, Int>(in: transfer)
  state.start(along: [.amount, .tariffs, .confirmation], with: 1)
  check(state.path == [.amount, .tariffs, .confirmation], "a flow starts along a path")
  check(try state.continue(with: .change).path == [.amount], "a rule leads back to a step")
  check(try state.continue().path == [.amount, .tariffs], "a step leads on without an event")
  let progress = try roundTrip(state.progress)
  var other = FlowState<Page, Happening, Int>(in: try roundTrip(transfer))
  other.resume(progress)
  check(other.path == state.path && other.context == 1, "flows and their progress are saved")
  check(try other.continue().to == .confirmation, "forward keeps the way")
  check(try other.back(to: .tariffs).path == [.amount, .tariffs], "a state goes back to a step")
  check(try other.backToRoot().path == [.amount], "a state goes back to the first step")
  let emitting = transfer.emit { (given: Int, sum: Int) -> Happening? in given + sum < 100 ? .tooSmall : nil }
  var typed = FlowState<Page, Int, Int>(in: emitting)
  typed.start(from: .amount, with: 1)
  check(try typed.continue(with: 5).to == .help, "an emitter finds events in what steps give")
}

struct Paying: AsyncFlowReducer {
  nonisolated(nonsending) func reduce(_ context: inout Int, at step: Page, on event: Happening) async throws {
    await Task.yield()
    context += 1
  }

  func isFinished(_ context: Int, at step: Page, on event: Happening) -> Bool { step == .done }
}

struct Server: AsyncFlowTransitions {
  nonisolated(nonsending) func move(
    at step: Page, on event: Happening?, with context: Int
  ) async throws -> FlowMove<Page>? {
    await Task.yield()
    return .next(.done)
  }
}

@MainActor func checkAsynchronousFlows() async throws {
  let run = FlowRun<Page, Happening, Int>(in: Server(), reducing: Paying())
  run.start(from: .amount, with: 1)
  let path = try await run.continue(with: .change).path
  check(path == [.amount, .done] && run.context == 2, "transitions and reducers may wait for a server")
  _ = try await run.continue(with: .quit)
  check(run.result == 3, "a flow has a result")
}

// MARK: Saving, and hooks of a host

struct Note: Codable, Equatable { var text: String }

@MainActor func checkSaving() throws {
  let (host, nodes) = try chain(2, .desktop)
  try host.setPayload(Note(text: "kept"), of: nodes[0])
  check(try host.payload(of: nodes[0]) == Note(text: "kept"), "a node has a payload of the application")
  let document = try roundTrip(host.document())
  host.undo()
  check(try host.payload(of: nodes[0], as: Note.self) == nil, "a payload is undone")
  try host.load(document)
  let first = host.graph.nodes[0]
  check(try host.payload(of: first) == Note(text: "kept"), "a host is saved with its payloads")
  host.view.select(GraphSelection(nodes: [first]))
  try host.paste(host.copySelection(), offset: GraphPoint(24, 24))
  check(host.graph.nodeCount == 3, "what is selected is copied and pasted")

  let graph = try Graph(kinds: [stage], document: roundTrip(host.graph.document()))
  check(graph.nodeCount == 3 && graph.connectionCount == host.graph.connectionCount, "a graph is saved")

  let shown = FlowHost(transfer, in: GraphView(size: GraphSize(800, 600)), events: [.quit, .change, .tooSmall])
  let saved = try roundTrip(shown.saved)
  shown.load(saved)
  check(shown.flow == transfer && saved == shown.saved, "a host of a flow is saved")

  let selection = GraphSelection(nodes: nodes.map(\.inDocument))
  check(try roundTrip(selection) == selection, "selections are saved")
  let path = GraphPath([])
  check(try roundTrip(path) == path, "paths are saved")
}

@MainActor func checkHooks() throws {
  let (host, nodes) = try chain(2, .desktop)
  var (activated, refused, added): (HitTarget?, GraphError?, [NodeID]) = (nil, nil, [])
  host.onActivation = { activated = $0 }
  host.onRefusal = { refused = $0 }
  host.onAddition = { added = $0 }
  host.onNodeRequest = { contents, place throws(GraphError) in _ = try contents.graph.add("Step", at: place) }
  host.veto = { _, _ in "no" }
  var pointer = Pointer(host.view)
  pointer.tap(GraphPoint(400, 500))
  pointer.send(.down(pointer: 0, at: GraphPoint(400, 500), button: .primary))
  pointer.send(.up(pointer: 0, at: GraphPoint(400, 500)))
  check(host.graph.nodeCount == 3 && added.count == 1, "a host makes what is asked for")
  let place = pointer.middle(of: nodes[0])
  pointer.tap(place)
  pointer.send(.down(pointer: 0, at: place, button: .primary))
  pointer.send(.up(pointer: 0, at: place))
  check(activated?.node == nodes[0], "a host is told of a double tap")
  guard let source = host.view.frame(of: nodes[1])?.outputAnchor(0),
    let target = added.first.flatMap({ host.view.frame(of: $0)?.inputAnchor(0) })
  else { preconditionFailure("Nodes have ports.") }
  pointer.drag(source, target)
  check(host.graph.connectionCount == 1 && refused != nil, "a host vetoes connections")

  var selection = host.view.selection
  selection.insert(nodes[1])
  selection.toggle(nodes[0])
  check(selection.nodes == [nodes[1]], "a selection is changed in place")
  var graph = Graph(kinds: [stage])
  let own = try graph.add(own: stage)
  check(graph.nodes == [own], "a kind is added as a value")
}

// MARK: The classic look

@MainActor func checkClassicLook() throws {
  let (host, nodes) = try chain(2, .touch)
  let view = host.view
  view.style = .classic
  func picture() -> String {
    let canvas = SVGCanvas(size: view.viewport.size)
    view.draw(in: canvas)
    return canvas.text
  }
  let plain = picture()
  check(
    plain.contains("stroke-width=\"4\"") && view.style.edgeShadow != nil, "classic wires are wide and cast a shadow")
  view.select(GraphSelection(nodes: [nodes[0]]))
  check(picture().contains("#ffff00") && !plain.contains("#ffff00"), "what is selected glows")
  view.beginConnecting(from: nodes[0].output)
  check(picture().contains("#bfbfbf") && !plain.contains("#bfbfbf"), "the ground is grey while an output waits")

  let controller = CalculatorController()
  controller.view.select(GraphSelection(nodes: [controller.view.nodes[0]]))
  try controller.slide(to: 260.7)
  let canvas = SVGCanvas(size: controller.view.viewport.size)
  controller.view.draw(in: canvas)
  check(canvas.text.contains(">255<"), "the slider of the demo rounds, and keeps to its range")
}

try checkGroups()
try checkSelecting()
try checkDropping()
try checkMoving()
try checkLiveNodes()
try checkLooks()
checkLayouts()
try checkFlows()
try await checkAsynchronousFlows()
try checkSaving()
try checkHooks()
try checkClassicLook()
print(checked >= 58 ? "checked" : "\(checked)")
