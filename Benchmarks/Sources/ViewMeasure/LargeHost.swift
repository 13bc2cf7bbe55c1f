// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView

/// Draws nothing and takes the room of the seed's parts.
final class Part: ItemRenderer, InputRowRenderer, OutputRowRenderer {
  let intrinsicContentSize: GraphSize

  init(_ size: GraphSize) { intrinsicContentSize = size }

  func reload() {}

  func draw(in canvas: any DrawingCanvas, size: GraphSize) {}
}

/// A canvas of `columns` × `rows` nodes with two inputs each, most of them connected to nodes nearby.
final class LargeHost: NodeGraphDelegate {
  private(set) var graph: Graph
  let ids: [NodeID]
  let size: GraphSize
  private static let pitch = GraphSize(300, 400)

  /// One connection in `long` comes from anywhere, the others from one of the two columns before.
  init(columns: Int, rows: Int, long: Int, seed: UInt64) throws {
    let number = PortType(Double.self)
    let add = NodeKind("Add", inputs: [.init("x", number), .init("y", number)], outputs: [.init("sum", number)])
    var graph = Graph(kinds: [add])
    var random = SplitMix64(state: seed)
    var ids: [NodeID] = []
    for column in 0..<columns {
      for row in 0..<rows {
        let place = GraphPoint(
          Double(column) * Self.pitch.width + Double.random(in: 0..<60, using: &random),
          Double(row) * Self.pitch.height + Double.random(in: 0..<40, using: &random))
        ids.append(try graph.add("Add", at: place))
      }
    }
    var connections: [Connection] = []
    for column in 1..<columns {
      for row in 0..<rows {
        for input in 0..<2 {
          let isLong = Int.random(in: 0..<long, using: &random) == 0
          let back = isLong ? Int.random(in: 1...column, using: &random) : min(column, input + 1)
          let other = isLong ? Int.random(in: 0..<rows, using: &random) : row + Int.random(in: -2...2, using: &random)
          let source = ids[(column - back) * rows + min(max(other, 0), rows - 1)]
          connections.append(Connection(from: source.output, to: ids[column * rows + row].input(input)))
        }
      }
    }
    try graph.connect(contentsOf: connections)
    self.graph = graph
    self.ids = ids
    size = GraphSize(Double(columns) * Self.pitch.width, Double(rows) * Self.pitch.height)
  }

  func nodes(for view: GraphView) -> [NodeID] { ids }

  func graph(for view: GraphView) -> Graph { graph }

  func graphView(_ view: GraphView, itemRendererFor node: NodeID) -> any ItemRenderer { Part(GraphSize(200, 80)) }

  func graphView(
    _ view: GraphView, inputRowRendererFor input: InputPort, connectedTo sources: [OutputPort]
  ) -> any InputRowRenderer { Part(GraphSize(200, 44)) }

  func graphView(_ view: GraphView, outputRowRendererFor output: OutputPort) -> any OutputRowRenderer {
    Part(GraphSize(200, 44))
  }

  func graphView(_ view: GraphView, didSelect selection: GraphSelection) {}

  func graphView(_ view: GraphView, didMove node: NodeID, to position: GraphPoint) {
    try? graph.move(node, to: position)
  }

  func graphView(_ view: GraphView, didRequestNodeAt position: GraphPoint) {}

  func graphView(_ view: GraphView, didRequestDeletionOf nodes: [NodeID]) {}

  func graphView(_ view: GraphView, didToggleConnectionFrom source: OutputPort, to target: InputPort) {}

  func defaultNodeSize(for view: GraphView) -> GraphSize { GraphSize(202, 256) }

  func graphView(
    _ view: GraphView, verdictOnConnecting source: OutputPort, to target: InputPort
  ) -> ConnectionVerdict { graph.verdict(onConnecting: source, to: target) }
}
