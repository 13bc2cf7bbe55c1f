// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// The demo of ShinpuruNodeUI in a view of 1000 × 900 points: One and Two feed the first and last inputs of an addition.
///
/// Numbers are 202 × 288 points, the addition 202 × 420. Ports in canvas points: One's output (412, 276), Two's
/// (422, 616); the addition's inputs (570, 436), (570, 480), (570, 524), its output (772, 568).
final class Demo {
  let host = ViewHost()
  let view: GraphView
  let one: NodeID
  let two: NodeID
  let sum: NodeID
  /// The time of the next event, in seconds; events are 0.01 s apart by default.
  var time = 0.0
  var changes: [[GraphViewChange]] = []

  static let oneItem = GraphPoint(310, 150)
  static let twoItem = GraphPoint(320, 500)
  static let sumItem = GraphPoint(670, 320)
  static let nowhere = GraphPoint(900, 60)
  static let oneOutput = GraphPoint(412, 276)
  static let twoOutput = GraphPoint(422, 616)
  static let x = GraphPoint(570, 436)
  static let y = GraphPoint(570, 480)
  static let z = GraphPoint(570, 524)
  static let sumOutput = GraphPoint(772, 568)
  /// Points in the input rows, away from the ports.
  static let xRow = GraphPoint(670, 436)
  static let yRow = GraphPoint(670, 480)
  static let zRow = GraphPoint(670, 524)

  init(_ profile: InteractionProfile = .touch, showing graph: Graph? = nil) throws {
    if let graph {
      host.graph = graph
    } else {
      let one = try host.graph.add("Number", named: "One", at: GraphPoint(210, 10))
      let two = try host.graph.add("Number", named: "Two", at: GraphPoint(220, 350))
      let sum = try host.graph.add("Add", named: "Add", at: GraphPoint(570, 170))
      try host.graph.connect(one.output, to: sum.input(0))
      try host.graph.connect(two.output, to: sum.input(2))
    }
    let made = host.graph
    let named = { (name: String) in try #require(made.node(named: name)) }
    (one, two, sum) = (try named("One"), try named("Two"), try named("Add"))
    view = GraphView(size: GraphSize(1000, 900), profile: profile)
    host.view = view
    view.onChanges = { [unowned self] in changes.append($0) }
    view.present(host)
    changes = []
  }

  /// The names of the graph's connections.
  var connections: Set<String> { Set(host.graph.connections.map { host.name($0) }) }

  @discardableResult
  func send(
    _ action: InputEvent.Action, _ modifiers: InputEvent.Modifiers = [], after pause: Double = 0.01
  ) -> [GraphViewEffect] {
    time += pause
    return view.handle(InputEvent(action, time: time, modifiers: modifiers))
  }

  func down(
    _ point: GraphPoint, _ modifiers: InputEvent.Modifiers = [], pointer: Int = 0, button: InputEvent.Button = .primary
  ) { send(.down(pointer: pointer, at: point, button: button), modifiers) }

  func move(_ point: GraphPoint, _ modifiers: InputEvent.Modifiers = [], pointer: Int = 0) {
    send(.moved(pointer: pointer, at: point), modifiers)
  }

  func up(_ point: GraphPoint, _ modifiers: InputEvent.Modifiers = [], pointer: Int = 0) {
    send(.up(pointer: pointer, at: point), modifiers)
  }

  /// Taps, late enough after the preceding tap not to count as a double tap.
  func tap(_ point: GraphPoint, _ modifiers: InputEvent.Modifiers = [], button: InputEvent.Button = .primary) {
    time += 1
    down(point, modifiers, button: button)
    up(point, modifiers)
  }

  func doubleTap(_ point: GraphPoint) {
    tap(point)
    down(point)
    up(point)
  }

  func longPress(_ point: GraphPoint) {
    time += 1
    down(point)
    send(.tick, after: 0.5)
    up(point)
  }

  func drag(
    _ start: GraphPoint, _ end: GraphPoint, _ modifiers: InputEvent.Modifiers = [], button: InputEvent.Button = .primary
  ) {
    time += 1
    down(start, modifiers, button: button)
    move(start + (end - start) * 0.5, modifiers)
    move(end, modifiers)
    up(end, modifiers)
  }

  func key(_ key: InputEvent.Key, _ modifiers: InputEvent.Modifiers = []) { send(.key(key), modifiers) }

  /// The calls that the view makes to the host during `body`, except verdicts.
  func log(_ body: () -> Void) -> [String] {
    host.log = []
    body()
    return host.takeLog()
  }
}
