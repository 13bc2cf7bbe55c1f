// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Shows a graph without changes, with parts that draw no content, and moves nodes when the view requests it.
package class PlainHost: NodeGraphDelegate {
  /// The graph that is shown.
  package final var graph: Graph
  private let item: GraphSize
  private let row: GraphSize
  /// The appearance of nodes, except for their parts, in themed views.
  package final var appearance: (NodeID) -> NodeAppearance = { _ in NodeAppearance() }
  /// The looks of nodes and connections.
  package final var looks = GraphLooks()

  /// Creates a host for a graph.
  ///
  /// - Parameters:
  ///   - graph: The graph.
  ///   - item: The size of a node's item.
  ///   - row: The size of each of its rows.
  package init(_ graph: Graph, item: GraphSize = GraphSize(120, 20), row: GraphSize = GraphSize(120, 20)) {
    self.graph = graph
    self.item = item
    self.row = row
  }

  /// Makes a view of the graph, without parts that still have to be drawn.
  package final func makeView(_ size: GraphSize = GraphSize(1000, 800)) -> GraphView {
    let view = GraphView(size: size, profile: .desktop)
    view.present(self)
    _ = view.takeDirtyRegion()
    return view
  }

  package final func nodes(for view: GraphView) -> [NodeID] { graph.nodes }

  package final func graph(for view: GraphView) -> Graph { graph }

  package final func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { Part(item) }

  package final func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer { Part(row) }

  package final func graphView(
    _ view: GraphView, outputRowRendererFor output: OutputPort
  ) -> any OutputRowRenderer { Part(row) }

  package final func graphView(_ view: GraphView, appearanceOf node: NodeID) -> NodeAppearance { appearance(node) }

  package final func graphView(_ view: GraphView, lookOf node: NodeID, in graph: Graph) -> NodeLook {
    looks.nodes[node] ?? NodeLook()
  }

  package final func graphView(_ view: GraphView, lookOf connection: Connection, in graph: Graph) -> ConnectionLook {
    looks.connections[connection] ?? ConnectionLook()
  }

  package final func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    try? graph.move(node, to: position)
  }

  package final func graphView(
    _ view: GraphView, candidatesFor source: OutputPort, among inputs: [InputPort]
  ) -> [InputPort] { graph.candidates(for: source, among: inputs) }
}

/// A part with a fixed size that draws no content.
private final class Part: ItemRenderer, InputRowRenderer, OutputRowRenderer {
  let intrinsicContentSize: GraphSize

  init(_ size: GraphSize) { intrinsicContentSize = size }

  func reload() {}

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
}

/// A canvas that ignores drawings.
package final class NoCanvas: DrawingCanvas {
  package init() {}
  package func fill(_ path: DrawingPath, with paint: Paint) {}
  package func stroke(_ path: DrawingPath, with stroke: Stroke) {}
  package func draw(_ text: String, in frame: GraphRect, style: TextStyle) {}
  package func beginGroup(_ group: CanvasGroup) {}
  package func endGroup() {}
}
