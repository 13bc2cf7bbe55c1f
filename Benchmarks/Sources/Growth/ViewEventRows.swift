// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import ViewHosts

extension Row {
  /// The costs of events, and of calls that change what a view shows.
  static var viewEvents: [Row] {
    [
      Row("GraphView.handle, dragging a hub: a line and event") { size in
        let host = try StarHost(readers: size)
        let pointer = Pointer(host.makeView())
        pointer.press(at: host.handle)
        for _ in 0..<2 { pointer.move(by: GraphPoint(9, 0)) }
        return nanoseconds(calls: max(4, 100_000 / size), units: size) { call in
          pointer.move(by: GraphPoint(Double(call % 50) - 25, Double(call % 30) - 15))
        }
      },
      dragging("GraphView.handle, dragging one of many nodes") { _, _ in 1 },
      dragging("the same with nodes that are turned", flow: .down) { _, _ in 1 },
      dragging("the same with guides") { view, _ in
        view.profile = .editor
        return 1
      },
      dragging("GraphView.handle, dragging all nodes: a node and event") { view, host in
        view.select(GraphSelection(nodes: host.nodes))
        return host.nodes.count
      },
      Row("GraphView.handle, a drag that is cancelled") { size in
        let pointer = Pointer(try ChainHost(length: size).makeViewOfStart())
        return nanoseconds(calls: 100) { _ in
          pointer.press(at: GraphPoint(100, 60))
          pointer.move(by: GraphPoint(20, 20))
          pointer.send(.key(.escape))
          pointer.release()
        }
      },
      Row("GraphView.handle, pulling a wire") { size in
        let host = try ChainHost(length: size)
        let view = host.makeViewOfStart()
        let pointer = Pointer(view)
        let start = view.frame(of: host.nodes[0])?.outputAnchor(0) ?? .zero
        pointer.press(at: view.viewport.viewPoint(start))
        pointer.move(by: GraphPoint(30, 10))
        guard case .wiring = view.gesture else { preconditionFailure("there is an output") }
        return nanoseconds(calls: 100) { call in pointer.move(by: GraphPoint(call % 2 == 0 ? 3 : -3, 0)) }
      },
      Row("GraphView.handle, panning and zooming") { size in
        let pointer = Pointer(try ChainHost(length: size).makeViewOfStart())
        return nanoseconds(calls: 300) { call in
          pointer.send(.scroll(at: GraphPoint(500, 400), by: GraphPoint(0, call % 2 == 0 ? 30 : -30)))
          pointer.send(.pinch(at: GraphPoint(500, 400), factor: call % 2 == 0 ? 1.1 : 1 / 1.1))
        }
      },
      Row("GraphView.viewport") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 300) { call in view.viewport.origin = GraphPoint(Double(call), 0) }
      },
      Row("GraphView.bringToFront") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 300) { call in view.bringToFront(host.nodes[size / 2 + call % 32]) }
      },
      Row("GraphView.beginConnecting") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 300) { call in
          view.beginConnecting(from: call % 2 == 0 ? host.nodes[call % 8].output : nil)
        }
      },
      Row("GraphView.profile") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 300) { call in view.profile = call % 2 == 0 ? .touch : .desktop }
      },
      Row("GraphView.handle, the keys that move all nodes: a node") { size in
        let host = try ChainHost(length: size)
        let pointer = Pointer(host.makeView())
        pointer.view.select(GraphSelection(nodes: host.nodes))
        return nanoseconds(calls: 1, units: size) { _ in pointer.send(.key(.left)) }
      },
    ]
  }

  /// The costs of selecting.
  static var viewSelection: [Row] {
    [
      Row("GraphSelection.init: a node") { size in
        let nodes = try ChainHost(length: size).nodes
        return nanoseconds(calls: 1, units: size) { _ in precondition(GraphSelection(nodes: nodes).nodes.count == size)
        }
      },
      Row("GraphSelection.contains, with all nodes selected") { size in
        let nodes = try ChainHost(length: size).nodes
        let selection = GraphSelection(nodes: nodes)
        return nanoseconds(calls: 3000) { call in precondition(selection.contains(nodes[call % 32])) }
      },
      Row("GraphView.select of all nodes: a node") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 2, units: size) { call in
          view.select(GraphSelection(nodes: call % 2 == 0 ? host.nodes : Array(host.nodes.reversed())))
        }
      },
      Row("GraphView.select of one of many nodes") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 300) { call in view.select(GraphSelection(nodes: [host.nodes[call % 32]])) }
      },
      Row("GraphView.handle, clicks on one node and another") { size in
        let pointer = Pointer(try ChainHost(length: size).makeViewOfStart())
        return nanoseconds(calls: 300) { call in
          pointer.press(at: GraphPoint(call % 2 == 0 ? 100 : 300, 60))
          pointer.release()
        }
      },
      Row("GraphView.handle, a click that selects another node too: a node that is selected") { size in
        let host = try ChainHost(length: size)
        let pointer = Pointer(host.makeViewOfStart())
        pointer.view.select(GraphSelection(nodes: host.nodes))
        return nanoseconds(calls: 4, units: size) { call in
          pointer.press(at: GraphPoint(100, 60), .command)
          pointer.release()
        }
      },
      Row("GraphView.handle, a rectangle around few of many nodes") { size in
        let pointer = Pointer(try ChainHost(length: size).makeViewOfStart())
        pointer.press(at: GraphPoint(5, 5))
        pointer.move(by: GraphPoint(300, 150))
        guard case .selecting = pointer.view.gesture else { preconditionFailure("there is no node") }
        return nanoseconds(calls: 100) { call in pointer.move(by: GraphPoint(call % 2 == 0 ? 250 : -250, 0)) }
      },
      Row("GraphView.handle, a rectangle around all nodes: a node", largest: 10_000, .logarithmic) { size in
        let pointer = Pointer(try ChainHost(length: size).makeView())
        pointer.view.viewport.origin = GraphPoint(-50, -50)
        pointer.press(at: GraphPoint(5, 5))
        return nanoseconds(calls: 2, units: size) { _ in
          pointer.move(by: GraphPoint(20_000, Double(size / 100 + 1) * 160))
          pointer.move(by: GraphPoint(-20_000, Double(size / 100 + 1) * -160))
        }
      },
      Row("GraphView.handle, the key that selects all nodes: a node") { size in
        let pointer = Pointer(try ChainHost(length: size).makeView())
        return nanoseconds(calls: 1, units: size) { _ in
          pointer.send(.key(.escape))
          pointer.send(.key(.a), .command)
          precondition(pointer.view.selection.nodes.count == size)
        }
      },
      Row("GraphView.handle, the key that deletes one of many nodes") { size in
        let host = try ChainHost(length: size)
        let pointer = Pointer(host.makeView())
        return nanoseconds(calls: 100) { call in
          pointer.view.select(GraphSelection(nodes: [host.nodes[call % 8]]))
          pointer.send(.key(.delete))
        }
      },
    ]
  }

  private static func dragging(
    _ name: String, flow: NodeLook.Flow = .right, _ prepare: @escaping (GraphView, ChainHost) -> Int
  ) -> Row {
    Row(name) { size in
      let host = try ChainHost(length: size, flow: flow)
      let view = host.makeViewOfStart()
      let units = prepare(view, host)
      let pointer = Pointer(view)
      pointer.press(at: GraphPoint(100, 60))
      pointer.move(by: GraphPoint(9, 0))
      return nanoseconds(calls: units == 1 ? 100 : 2, units: units) { call in
        pointer.move(by: GraphPoint(call % 2 == 0 ? 12 : -12, 5))
      }
    }
  }
}

/// A pointer over a view, and its clock.
private final class Pointer {
  let view: GraphView
  private var place = GraphPoint.zero
  private var time = 0.0

  init(_ view: GraphView) { self.view = view }

  func send(_ action: InputEvent.Action, _ modifiers: InputEvent.Modifiers = []) {
    time += 1
    view.handle(InputEvent(action, time: time, modifiers: modifiers))
  }

  func press(at place: GraphPoint, _ modifiers: InputEvent.Modifiers = []) {
    self.place = place
    send(.down(pointer: 0, at: place, button: .primary), modifiers)
  }

  func move(by offset: GraphPoint) {
    place = place + offset
    send(.moved(pointer: 0, at: place))
  }

  func release() { send(.up(pointer: 0, at: place)) }
}
