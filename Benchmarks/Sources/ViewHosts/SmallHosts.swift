// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

extension NodeKind {
  package static let two = NodeKind(
    "Two", inputs: [.init("x", .number), .init("y", .number)], outputs: [.init("z", .number)])
}

extension PortType {
  package static let number = PortType(Double.self, name: "Number")
}

/// A node that is connected to a column of others.
package final class StarHost: PlainHost {
  package let hub: NodeID
  /// A point at which the hub can be dragged.
  package let handle = GraphPoint(60, 30)

  package init(readers: Int) throws {
    var graph = Graph(kinds: [.two])
    hub = try graph.add("Two", at: .zero)
    for index in 0..<readers {
      let node = try graph.add("Two", at: GraphPoint(400, Double(index) * 110))
      try graph.connect(hub.output, to: node.input(0))
    }
    super.init(graph)
  }
}

/// A chain, in rows of 100.
package final class ChainHost: PlainHost {
  package let nodes: [NodeID]
  /// Some consecutive nodes, whose entries in tables stay in caches for any number of nodes.
  package var some: ArraySlice<NodeID> { nodes[nodes.count / 2..<nodes.count / 2 + 32] }

  /// Creates a chain of nodes that all have one direction of flow.
  package init(length: Int, flow: NodeLook.Flow = .right) throws {
    var graph = Graph(kinds: [.two])
    nodes = try (0..<length).map { index in
      try graph.add("Two", at: GraphPoint(Double(index % 100) * 200, Double(index / 100) * 150))
    }
    try graph.connect(
      contentsOf: zip(nodes, nodes.dropFirst()).map { Connection(from: $0.output, to: $1.input(0)) })
    super.init(graph)
    if flow != .right { looks.nodes = Dictionary(uniqueKeysWithValues: nodes.map { ($0, NodeLook(flow: flow)) }) }
  }

  /// A view of the beginning of the chain.
  package func makeViewOfStart() -> GraphView {
    let view = makeView()
    view.viewport.origin = GraphPoint(-50, -50)
    _ = view.takeDirtyRegion()
    return view
  }
}

/// A node with many inputs, all of which read one other node.
package final class WideHost: PlainHost {
  package let source: NodeID
  package let wide: NodeID

  package init(inputs: Int) throws {
    let inputPorts = (0..<inputs).map { NodeKind.Input("in\($0)", .number) }
    var graph = Graph(kinds: [.two, NodeKind("Wide", inputs: inputPorts, outputs: [.init("z", .number)])])
    source = try graph.add("Two", at: GraphPoint(-400, 0))
    wide = try graph.add("Wide", at: .zero)
    let (source, wide) = (source, wide)
    try graph.connect(contentsOf: (0..<inputs).map { Connection(from: source.output, to: wide.input($0)) })
    super.init(graph)
  }
}
