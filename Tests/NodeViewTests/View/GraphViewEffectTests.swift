// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// All that a view tells, and how its delegate receives it.
@Suite struct GraphViewEffectTests {
  @Test func eachEffectReachesTheDelegateOnceAndInOrder() throws {
    let all = Effects()
    let host = EffectHost(all)
    let view = GraphView(size: GraphSize(800, 600))
    view.present(host)
    host.log = []
    for effect in all.list {
      view.enqueue([effect])
      #expect(host.log == (effect == .dirty(.everything) ? [] : [effect]))
      host.log = []
    }
    view.enqueue(all.list)
    #expect(host.log == all.list.filter { $0 != .dirty(.everything) })
  }

  @Test func theDelegateReceivesWhatAnEventReturns() throws {
    let all = Effects()
    let host = EffectHost(all)
    let view = GraphView(size: GraphSize(800, 600), profile: .desktop)
    view.present(host)
    host.log = []
    var told: [GraphViewEffect] = []
    let actions: [InputEvent.Action] = [
      .down(pointer: 0, at: GraphPoint(30, 10), button: .primary), .moved(pointer: 0, at: GraphPoint(80, 60)),
      .up(pointer: 0, at: GraphPoint(80, 60)), .key(.delete),
    ]
    for (time, action) in actions.enumerated() {
      told += view.handle(InputEvent(action, time: Double(time)))
    }
    #expect(host.log == told.filter { if case .dirty = $0 { false } else { true } })
    #expect(host.log.contains(.endedMoving([all.one])) && host.log.count > 4)
  }

  @Test func byDefaultTheMethodOfEachEffectIsCalledOnce() {
    let all = Effects()
    let host = MethodHost(all)
    let view = GraphView(size: GraphSize(800, 600))
    view.present(host)
    host.log = []
    for effect in all.list {
      view.enqueue([effect])
      #expect(host.log == (Effects.entry(of: effect).method.map { [$0] } ?? []), "\(effect)")
      host.log = []
    }
  }

  @Test func eachMethodHasAnEffectOfItsOwn() {
    let all = Effects()
    let methods = all.list.compactMap { Effects.entry(of: $0).method }
    #expect(all.list.map { Effects.entry(of: $0).place } == Array(all.list.indices))
    #expect(Set(methods).count == methods.count)
    #expect(methods.count == all.list.count - 2, "all but raised and dirty have a method")
  }

  @Test func whatAHostDoesNotHandleIsDividedIntoEffectsThatItDoes() {
    let all = Effects()
    let host = EffectHost(all)
    let view = GraphView(size: GraphSize(800, 600))
    view.present(host)
    let wire = all.wire
    let toggled = GraphViewEffect.toggledConnection(wire.source, wire.target)
    host.passesOn = true
    host.log = []
    view.enqueue([.cut(wire)])
    #expect(host.log == [.cut(wire), toggled])
    host.log = []
    view.enqueue([.rerouted(wire, all.sum.input(1))])
    #expect(
      host.log == [
        .rerouted(wire, all.sum.input(1)), toggled, .toggledConnection(wire.source, all.sum.input(1)),
      ])
    host.log = []
    view.enqueue([.replugged(wire, all.two.output)])
    #expect(
      host.log == [.replugged(wire, all.two.output), toggled, .toggledConnection(all.two.output, wire.target)])
    host.log = []
    view.enqueue([.requestedDeletion(GraphSelection(connections: [wire]))])
    #expect(host.log.dropFirst() == [.cut(wire), toggled])
  }

  @Test func aHostWithoutAnswersAllowsWhatTheGraphAllows() {
    let all = Effects()
    let host = EffectHost(all)
    let view = GraphView(size: GraphSize(800, 600))
    let (source, target) = (all.two.output, all.sum.input(1))
    #expect(host.graphView(view, verdictOnConnecting: source, to: target) == .refused(.stale(all.sum)))
    view.present(host)
    #expect(host.graphView(view, verdictOnConnecting: source, to: target) == .allowed)
    #expect(
      host.graphView(view, verdictOnConnecting: all.sum.output, to: target) == .refused(.cycle([target])))
    #expect(host.graphView(view, candidatesFor: all.sum.output, among: [target]) == [])
    #expect(host.defaultNodeSize(for: view) == GraphSize(128, 76))
  }
}

/// One effect of each kind, of a graph with two numbers and their sum.
private struct Effects {
  let graph: Graph
  let one: NodeID
  let two: NodeID
  let sum: NodeID
  let wire: Connection
  let looks: GraphLooks
  let list: [GraphViewEffect]

  init() {
    var graph = Graph(kinds: ViewHost.kinds)
    func add(_ kind: String, _ x: Double) -> NodeID {
      do { return try graph.add(kind, at: GraphPoint(x, 0)) } catch { preconditionFailure("\(error)") }
    }
    let (one, two, sum) = (add("Number", 0), add("Number", 300), add("Add", 600))
    let wire = Connection(from: one.output, to: sum.input(0))
    do { try graph.connect(wire.source, to: wire.target) } catch { preconditionFailure("\(error)") }
    var looks = GraphLooks()
    looks.connections[wire] = ConnectionLook(reroutes: [GraphPoint(500, 300)])
    looks.frames[FrameID(0)] = GraphFrame("all", GraphRect(x: 0, y: 0, width: 900, height: 500))
    (self.graph, self.one, self.two, self.sum, self.wire, self.looks) = (graph, one, two, sum, wire, looks)

    let point = GraphPoint(7, 9)
    list = [
      .selected(GraphSelection(nodes: [one])), .raised(one), .moved(one, point), .endedMoving([one, two]),
      .requestedNode(point), .requestedDeletion(GraphSelection(nodes: [one])),
      .toggledConnection(one.output, sum.input(0)),
      .cut(wire), .rerouted(wire, sum.input(1)), .replugged(wire, two.output),
      .refusedConnection(one.output, sum.input(0), .stale(sum)), .changedConnectionSource(one.output),
      .droppedWire(one.output, point), .droppedInputWire(sum.input(1), point),
      .dropped(.payload(GraphPayload("text/plain", "1")), .background, point), .activated(one),
      .activatedConnection(wire, point), .requestedMenu(.background, point), .requestedReroute(wire, 0, point),
      .movedReroute(wire, 0, point), .requestedRerouteRemoval(wire, 0),
      .changedFrame(FrameID(0), GraphRect(x: 1, y: 2, width: 300, height: 200)), .resized(one, GraphSize(200, 200)),
      .endedChangingLooks, .activatedFrame(FrameID(0)), .changedViewport(Viewport(size: GraphSize(800, 600))),
      .dirty(.everything),
    ]
  }

  /// The place of an effect in the list, and the method that the default calls for it; `nil` for none.
  ///
  /// This file isn't compiled without a line here for each effect that is added. Add one to the list too.
  static func entry(of effect: GraphViewEffect) -> (place: Int, method: String?) {
    switch effect {
    case .selected: (0, "didSelect")
    case .raised: (1, nil)
    case .moved: (2, "didMove")
    case .endedMoving: (3, "didEndMoving")
    case .requestedNode: (4, "didRequestNodeAt")
    case .requestedDeletion: (5, "didRequestDeletionOf")
    case .toggledConnection: (6, "didToggleConnectionFrom")
    case .cut: (7, "didCut")
    case .rerouted: (8, "didReroute to")
    case .replugged: (9, "didReroute from")
    case .refusedConnection: (10, "didRefuseConnectionFrom")
    case .changedConnectionSource: (11, "didChangeConnectionSource")
    case .droppedWire: (12, "didDropWireFrom")
    case .droppedInputWire: (13, "didDropWireTo")
    case .dropped: (14, "didDrop")
    case .activated: (15, "didActivate node")
    case .activatedConnection: (16, "didActivate connection")
    case .requestedMenu: (17, "didRequestMenuFor")
    case .requestedReroute: (18, "didRequestReroute")
    case .movedReroute: (19, "didMoveReroute")
    case .requestedRerouteRemoval: (20, "didRequestRemovalOfReroute")
    case .changedFrame: (21, "didChangeFrame")
    case .resized: (22, "didResize")
    case .endedChangingLooks: (23, "didEndChangingLooks")
    case .activatedFrame: (24, "didActivateFrame")
    case .changedViewport: (25, "didChange viewport")
    case .dirty: (26, nil)
    }
  }
}

/// Shows the graph of the effects.
private protocol ShowingHost: NodeGraphDelegate {
  var all: Effects { get }
}

extension ShowingHost {
  func nodes(for view: GraphView) -> [NodeID] { all.graph.nodes }

  func graph(for view: GraphView) -> Graph { all.graph }

  func frames(for view: GraphView) -> [FrameID: GraphFrame] { all.looks.frames }

  func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    all.looks.connections[connection] ?? ConnectionLook()
  }
}

/// Logs the effects that it receives.
private final class EffectHost: ShowingHost {
  let all: Effects
  var log: [GraphViewEffect] = []
  /// Whether effects are passed on to the methods and their defaults.
  var passesOn = false

  init(_ all: Effects) { self.all = all }

  func graphView(_ view: GraphView, did effect: GraphViewEffect) {
    log.append(effect)
    if passesOn { callMethod(for: effect, in: view) }
  }
}

/// Logs the methods that are called, each of which it implements.
private final class MethodHost: ShowingHost {
  let all: Effects
  var log: [String] = []

  init(_ all: Effects) { self.all = all }

  func graphView(_ view: GraphView, didSelect selection: GraphSelection) { log.append("didSelect") }
  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) { log.append("didMove") }
  func graphView(_ view: GraphView, didEndMoving nodes: [NodeID]) { log.append("didEndMoving") }
  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) { log.append("didRequestNodeAt") }
  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) { log.append("nodes") }
  func graphView(_ view: GraphView, didRequestDeletionOf selection: GraphSelection) {
    log.append("didRequestDeletionOf")
  }
  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {
    log.append("didToggleConnectionFrom")
  }
  func graphView(_ view: GraphView, didCut connection: Connection) { log.append("didCut") }
  func graphView(_ view: GraphView, didReroute connection: Connection, to target: InputPort) {
    log.append("didReroute to")
  }
  func graphView(_ view: GraphView, didReroute connection: Connection, from source: OutputPort) {
    log.append("didReroute from")
  }
  func graphView(
    _ view: GraphView, didRefuseConnectionFrom source: OutputPort, to target: InputPort, reason: GraphError
  ) { log.append("didRefuseConnectionFrom") }
  func graphView(_ view: GraphView, didChangeConnectionSource source: OutputPort?) {
    log.append("didChangeConnectionSource")
  }
  func graphView(_ view: GraphView, didDropWireFrom source: OutputPort, at position: GraphPoint) {
    log.append("didDropWireFrom")
  }
  func graphView(_ view: GraphView, didDropWireTo target: InputPort, at position: GraphPoint) {
    log.append("didDropWireTo")
  }
  func graphView(_ view: GraphView, didDrop drop: GraphDrop, on target: HitTarget, at position: GraphPoint) {
    log.append("didDrop")
  }
  func graphView(_ view: GraphView, didActivate node: NodeID) { log.append("didActivate node") }
  func graphView(_ view: GraphView, didActivate connection: Connection, at position: GraphPoint) {
    log.append("didActivate connection")
  }
  func graphView(_ view: GraphView, didRequestMenuFor target: HitTarget, at position: GraphPoint) {
    log.append("didRequestMenuFor")
  }
  func graphView(
    _ view: GraphView, didRequestReroute index: Int, of connection: Connection, at position: GraphPoint
  ) { log.append("didRequestReroute") }
  func graphView(
    _ view: GraphView, didMoveReroute index: Int, of connection: Connection, to position: GraphPoint
  ) { log.append("didMoveReroute") }
  func graphView(_ view: GraphView, didRequestRemovalOfReroute index: Int, of connection: Connection) {
    log.append("didRequestRemovalOfReroute")
  }
  func graphView(_ view: GraphView, didChangeFrame frame: FrameID, to rect: GraphRect) {
    log.append("didChangeFrame")
  }
  func graphView(_ view: GraphView, didResize node: NodeID, to size: GraphSize?) { log.append("didResize") }
  func graphViewDidEndChangingLooks(_ view: GraphView) { log.append("didEndChangingLooks") }
  func graphView(_ view: GraphView, didActivateFrame frame: FrameID) { log.append("didActivateFrame") }
  func graphView(_ view: GraphView, didChange viewport: Viewport) { log.append("didChange viewport") }
}
