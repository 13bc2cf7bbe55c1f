// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView

/// Nodes in columns that read preceding ones, in all states; some have looks, and some connections have labels and reroutes.
package final class StatesHost: PlainHost {
  package let ids: [NodeID]
  private static let pitch = GraphPoint(240, 190)

  package init(columns: Int, rows: Int) throws {
    var graph = Graph(kinds: [.two])
    let ids = try (0..<columns * rows).map { index in
      let place = GraphPoint(Double(index / rows) * Self.pitch.x, Double(index % rows) * Self.pitch.y)
      return try graph.add("Two", named: "node \(index)", at: place)
    }
    try graph.connect(
      contentsOf: ids.indices.dropFirst(rows).flatMap { index in
        (0..<2).map { Connection(from: ids[max(0, index - rows - $0)].output, to: ids[index].input($0)) }
      })
    self.ids = ids
    super.init(graph)
    let conditions: [NodeAppearance.Condition] = [
      .normal, .failed, .blocked, .waiting(progress: 0.4), .waiting(progress: nil), .stale, .muted,
      .bypassed(from: 0), .unneeded, .off,
    ]
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    appearance = { node in
      let place = places[node] ?? 0
      var appearance = NodeAppearance(condition: conditions[place % conditions.count])
      appearance.detail = "x * y"
      if place % 3 == 0 { appearance.runs = NodeAppearance.Runs(count: place, seconds: 0.001 * Double(place)) }
      return appearance
    }
    for (index, connection) in graph.connections.enumerated() {
      if index % 20 == 0 { looks.connections[connection] = ConnectionLook(label: "net") }
      if index % 20 == 1 {
        let middle = graph.position(of: connection.target.node) - GraphPoint(40, 30)
        looks.connections[connection] = ConnectionLook(reroutes: [middle])
      }
    }
    for (index, node) in ids.enumerated() where index % 7 == 0 {
      let form: NodeLook.Form = index % 21 == 0 ? .compact : index % 49 == 0 ? .dot : .full
      looks.nodes[node] = NodeLook(isLocked: index % 14 == 0, form: form, color: GraphColor(0x7e9bd0))
    }
  }
}
