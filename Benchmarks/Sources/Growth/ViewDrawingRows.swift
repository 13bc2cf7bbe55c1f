// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import ViewHosts

extension Row {
  /// The costs of drawing a part of a view.
  static var viewDrawing: [Row] {
    [
      frames("GraphView.draw") { _, _ in },
      frames("the same with all nodes selected") { view, host in view.select(GraphSelection(nodes: host.nodes)) },
      frames("the same with labels on all connections") { view, host in
        let connections = zip(host.nodes, host.nodes.dropFirst()).map { Connection(from: $0.output, to: $1.input(0)) }
        view.edgeAttributes = Dictionary(uniqueKeysWithValues: connections.map { ($0, EdgeAttributes(label: "a")) })
      },
      frames("the same while a connection is made") { view, host in
        view.beginConnecting(from: host.nodes[host.nodes.count - 1].output)
      },
      Row("the first such frame, behind so many nodes", .linear) { size in
        let host = try ChainHost(length: size)
        let view = host.makeViewOfStart()
        view.beginConnecting(from: host.nodes[size - 1].output)
        return nanoseconds(units: size) { view.draw(in: NoCanvas()) }
      },
      frames("GraphView.draw in a themed style") { view, _ in view.style = .light },
      frames("the same in blocks, from far away") { view, _ in
        view.style = .light
        view.viewport = Viewport(size: view.viewport.size, zoom: 0.3, zoomRange: 0.1...3)
      },
      Row("all nodes in a themed style while a connection is made: a node", largest: 10_000) { size in
        let host = try ChainHost(length: size)
        let view = host.makeView(GraphSize(20_000, Double(size / 100 + 1) * 150))
        view.style = .light
        view.beginConnecting(from: host.nodes[0].output)
        return nanoseconds(calls: 3, units: size) { _ in view.draw(in: NoCanvas()) }
      },
      Row("GraphView.draw of a part") { size in
        let view = try ChainHost(length: size).makeViewOfStart()
        return nanoseconds(calls: 100) { _ in
          view.draw(in: NoCanvas(), region: GraphRect(x: 0, y: 0, width: 150, height: 120))
        }
      },
      Row("GraphView.draw of a node with many inputs: an input") { size in
        let view = try WideHost(inputs: size).makeView()
        return nanoseconds(calls: 2, units: size) { _ in view.draw(in: NoCanvas()) }
      },
      drawing("SVGCanvas, and its text: a node", largest: 10_000) { size in
        let canvas = SVGCanvas(size: size)
        return (canvas, { precondition(!canvas.text.isEmpty) })
      },
      drawing("RecordingCanvas, and its description: a node", largest: 10_000) { _ in
        let canvas = RecordingCanvas()
        return (canvas, { precondition(!canvas.description.isEmpty) })
      },
    ]
  }

  /// Draws frames of the beginning of a chain.
  private static func frames(_ name: String, _ prepare: @escaping (GraphView, ChainHost) -> Void) -> Row {
    Row(name) { size in
      let host = try ChainHost(length: size)
      let view = host.makeViewOfStart()
      prepare(view, host)
      return nanoseconds(calls: 50) { _ in view.draw(in: NoCanvas()) }
    }
  }

  /// Draws a picture of all nodes of a chain.
  private static func drawing(
    _ name: String, largest: Int, _ makeCanvas: @escaping (GraphSize) -> (any DrawingCanvas, finish: () -> Void)
  ) -> Row {
    Row(name, largest: largest) { size in
      let host = try ChainHost(length: size)
      let view = host.makeView(GraphSize(20_000, Double(size / 100 + 1) * 150))
      let (canvas, finish) = makeCanvas(view.viewport.size)
      return nanoseconds(units: size) {
        view.draw(in: canvas)
        finish()
      }
    }
  }
}
