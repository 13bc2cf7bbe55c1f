// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import ViewHosts

extension Row {
  /// The costs of views, layouts, pictures and verdicts.
  static var view: [Row] {
    viewLoading + viewQueries + viewDrawing + viewEvents + viewSelection + layouts + pictures + verdicts
  }

  /// The costs of showing a graph, and of updating the view after changes.
  private static var viewLoading: [Row] {
    [
      Row("GraphView.present: a node") { size in
        let host = try ChainHost(length: size)
        return nanoseconds(units: size) { _ = host.makeView() }
      },
      // Lines are as long as the node is high, and are in as many cells of the index.
      Row("GraphView.present of a node with many inputs: an input", .logarithmic) { size in
        let host = try WideHost(inputs: size)
        return nanoseconds(units: size) { _ = host.makeView() }
      },
      Row("GraphView.reload: a node") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 1, units: size) { _ in view.reload() }
      },
      Row("GraphView.reload(_:) of one of many nodes") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 300) { call in view.reload(host.nodes[size / 2 + call % 32]) }
      },
      Row("GraphView.present of nodes that are turned: a node") { size in
        let host = try ChainHost(length: size, flow: .down)
        return nanoseconds(units: size) { _ = host.makeView() }
      },
      Row("GraphView.reload(_:) of one of many nodes that are turned") { size in
        let host = try ChainHost(length: size, flow: .down)
        let view = host.makeView()
        return nanoseconds(calls: 300) { call in view.reload(host.nodes[size / 2 + call % 32]) }
      },
      Row("GraphView.reload(_:) of one of many nodes, with onChanges told of its connections") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        var told = 0
        view.onChanges = { told += $0.count }
        return try nanoseconds(calls: 100) { call in
          let (source, node) = (host.nodes[size / 2 + call % 32 - 1], host.nodes[size / 2 + call % 32])
          try host.graph.disconnect(node.input(0))
          view.reload(node)
          try host.graph.connect(source.output, to: node.input(0))
          view.reload(node)
          precondition(told >= 2 * (call + 1))
        }
      },
      Row("GraphView.reload(_:) of a node that is new, and again when it is gone") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return try nanoseconds(calls: 300) { _ in
          let node = try host.graph.add("Two", at: GraphPoint(-500, 0))
          view.reload(node)
          try host.graph.remove(node)
          view.reload(node)
        }
      },
      Row("GraphView.reload(_:) of all nodes: a node") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 1, units: size) { _ in view.reload(host.nodes) }
      },
      Row("GraphView.reload of a hub: a line") { size in
        let host = try StarHost(readers: size)
        let view = host.makeView()
        return nanoseconds(calls: max(4, 100_000 / size), units: size) { _ in view.reload(host.hub) }
      },
      Row("GraphView.reload(_:) of what all inputs of a node read: an input") { size in
        let host = try WideHost(inputs: size)
        let view = host.makeView()
        return nanoseconds(calls: 3, units: size) { _ in view.reload(host.source) }
      },
      Row("GraphView.takeDirtyRegion after a node was reloaded") { size in
        let host = try ChainHost(length: size)
        let view = host.makeViewOfStart()
        return nanoseconds(calls: 300) { call in
          view.reload(host.nodes[call % 4])
          precondition(view.takeDirtyRegion() != nil)
        }
      },
      Row("GraphView.takeChangedParts after a node was reloaded") { size in
        let host = try ChainHost(length: size)
        let view = host.makeViewOfStart()
        view.style = .light
        _ = view.takeChangedParts()
        return nanoseconds(calls: 300) { call in
          view.reload(host.nodes[call % 4])
          precondition(view.takeChangedParts()?.isEmpty == false)
        }
      },
      Row("GraphView.style, another course of connections: a connection") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 2, units: size) { call in
          view.style.edgeStyle = call % 2 == 0 ? .straight : .curve
        }
      },
      Row("GraphView.style, another colour") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 300) { call in view.style.background = Paint(UInt32(call)) }
      },
      Row("GraphView.edgeAttributes: an entry") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        var attributes: [Connection: EdgeAttributes] = [:]
        for (source, target) in zip(host.nodes, host.nodes.dropFirst()) {
          attributes[Connection(from: source.output, to: target.input(0))] = EdgeAttributes(label: "a")
        }
        return nanoseconds(units: size) { view.edgeAttributes = attributes }
      },
      Row("GraphView.onChanges after a node was reloaded") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        var told = 0
        view.onChanges = { told += $0.count }
        return try nanoseconds(calls: 300) { call in
          try host.graph.move(host.nodes[call % 8], to: GraphPoint(Double(call), 3))
          view.reload(host.nodes[call % 8])
        }
      },
    ]
  }

  /// The costs of asking a view for positions.
  private static var viewQueries: [Row] {
    [
      Row("GraphView.connections(in:) of a few of many") { size in
        let view = try ChainHost(length: size).makeViewOfStart()
        return nanoseconds(calls: 300) { call in
          precondition(!view.connections(in: GraphRect(x: Double(call % 8), y: 0, width: 500, height: 100)).isEmpty)
        }
      },
      Row("GraphView.hitTest of a title bar") { size in
        let view = try ChainHost(length: size).makeViewOfStart()
        return nanoseconds(calls: 300) { call in
          guard case .titleBar = view.hitTest(GraphPoint(80, 60)) else { preconditionFailure("there is a title bar") }
        }
      },
      Row("GraphView.hitTest of a port") { size in
        let view = try ChainHost(length: size).makeViewOfStart()
        let place = try place(ofInput: 1, of: view.nodes[0], in: view)
        return nanoseconds(calls: 300) { _ in
          guard case .inputPort = view.hitTest(place) else { preconditionFailure("there is a port") }
        }
      },
      Row("GraphView.hitTest of the last row of a node with many inputs") { size in
        let host = try WideHost(inputs: size)
        let view = host.makeView()
        let row = try frame(of: host.wide, in: view).inputRow(size - 1)
        view.viewport.origin = GraphPoint(row.midX, row.midY) - GraphPoint(400, 400)
        return nanoseconds(calls: 300) { _ in
          guard case .inputRow = view.hitTest(GraphPoint(400, 400)) else { preconditionFailure("there is a row") }
        }
      },
      Row("NodeFrame.inputAnchor: an input") { size in
        let host = try WideHost(inputs: size)
        let frame = try frame(of: host.wide, in: host.makeView())
        return nanoseconds(calls: 3, units: size) { _ in
          var last = 0.0
          for input in 0..<size { last = max(last, frame.inputAnchor(input).y) }
          precondition(last < frame.rect.maxY)
        }
      },
      Row("GraphView.hitTest of a connection") { size in
        let host = try ChainHost(length: size)
        let view = host.makeViewOfStart()
        let path = view.path(of: Connection(from: host.nodes[0].output, to: host.nodes[1].input(0)))
        let place = view.viewport.viewPoint(path?.labelPoint ?? .zero)
        return nanoseconds(calls: 300) { _ in
          guard case .connection = view.hitTest(place) else { preconditionFailure("there is a connection") }
        }
      },
      Row("GraphView.nodes(in:)") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 300) { _ in
          precondition(view.nodes(in: GraphRect(x: 0, y: 0, width: 500, height: 300)).count == 6)
        }
      },
      Row("GraphView.frame(of:)") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 3000) { call in precondition(view.frame(of: host.nodes[call % 32]) != nil) }
      },
      Row("GraphView.path(of:)") { size in
        let host = try ChainHost(length: size)
        let view = host.makeView()
        return nanoseconds(calls: 300) { call in
          let (source, target) = (host.nodes[call % 32], host.nodes[call % 32 + 1])
          precondition(view.path(of: Connection(from: source.output, to: target.input(0))) != nil)
        }
      },
      Row("GraphView.nodes: a node", .logarithmic) { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 1, units: size) { _ in precondition(view.nodes.count == size) }
      },
      Row("GraphView.contentBounds: a node") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 1, units: size) { _ in precondition(view.contentBounds != nil) }
      },
      Row("GraphView.fitToContent: a node") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 1, units: size) { _ in view.fitToContent() }
      },
      Row("Minimap.init and draw: a node") { size in
        let view = try ChainHost(length: size).makeView()
        return nanoseconds(calls: 1, units: size) { _ in
          Minimap(of: view, size: GraphSize(200, 200)).draw(view, in: NoCanvas())
        }
      },
    ]
  }

  private static func frame(of node: NodeID, in view: GraphView) throws -> NodeFrame {
    guard let frame = view.frame(of: node) else { throw GraphError.stale(node) }
    return frame
  }

  /// The position of an input, in view points.
  private static func place(ofInput index: Int, of node: NodeID, in view: GraphView) throws -> GraphPoint {
    view.viewport.viewPoint(try frame(of: node, in: view).inputAnchor(index))
  }
}
