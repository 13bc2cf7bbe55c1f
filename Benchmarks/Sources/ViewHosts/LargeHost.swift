// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import Measuring
import NodeGraph
import NodeView

/// A canvas of `columns` × `rows` nodes with two inputs each, most of them connected to nodes nearby.
package final class LargeHost: PlainHost {
  package let ids: [NodeID]
  package let size: GraphSize
  private static let pitch = GraphSize(300, 400)

  /// One connection in `long` comes from any preceding column, the others from nearby nodes in one of the two preceding columns.
  package init(columns: Int, rows: Int, long: Int, seed: UInt64) throws {
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
    self.ids = ids
    size = GraphSize(Double(columns) * Self.pitch.width, Double(rows) * Self.pitch.height)
    super.init(graph, item: GraphSize(200, 80), row: GraphSize(200, 44))
  }
}
