// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import CalculatorView
import NodeGraph
import NodeView

/// Makes gestures on a view, and records their events.
final class GestureSession {
  let log: ControllerLog
  private(set) var events: [InputEvent] = []
  private var time = 0.0

  init(_ log: ControllerLog) { self.log = log }

  var view: GraphView { log.view }

  /// The centre of a part of a node, as a view point.
  func place(_ name: String, _ part: (NodeFrame) -> GraphRect) -> GraphPoint {
    let graph = log.model.evaluator.graph
    guard let frame = graph.node(named: name).flatMap(view.frame) else { return .zero }
    return view.viewport.viewPoint(part(frame).center)
  }

  func title(_ name: String) -> GraphPoint { place(name, \.titleBar) }
  func item(_ name: String) -> GraphPoint { place(name, \.item) }
  func trash(_ name: String) -> GraphPoint { place(name, \.trash) }
  func row(_ name: String, _ index: Int) -> GraphPoint { place(name) { $0.inputRow(index) } }

  func send(_ action: InputEvent.Action, after delay: Double = 0.01) {
    // Rounded to hundredths, so that the recorded times are short.
    time = Double(Int((time + delay) * 100 + 0.5)) / 100
    let event = InputEvent(action, time: time)
    events.append(event)
    view.handle(event)
  }

  func does(_ what: String) { log.note("# \(what)") }

  func down(_ point: GraphPoint) { send(.down(pointer: 0, at: point, button: .primary), after: 1) }

  func tap(_ point: GraphPoint) {
    down(point)
    send(.up(pointer: 0, at: point))
  }

  func longPress(_ point: GraphPoint) {
    down(point)
    send(.tick, after: 0.5)
    send(.up(pointer: 0, at: point))
  }

  func drag(from start: GraphPoint, by offset: GraphPoint, steps: Int = 2) {
    down(start)
    for step in 1...steps {
      send(.moved(pointer: 0, at: start + offset * (Double(step) / Double(steps))))
    }
    send(.up(pointer: 0, at: start + offset))
  }

  func pinch(by factor: Double, about point: GraphPoint) { send(.pinch(at: point, factor: factor)) }
}
