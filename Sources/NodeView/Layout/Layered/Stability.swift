// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Keeps nodes with previous positions in their order and near these positions.
struct Stability {
  private let previous: [GraphPoint?]
  /// For each vertex, its rank from top to bottom among those with previous positions, or `nil`.
  let fixed: [Int?]

  /// The weight with which a node keeps its position, relative to the weight with which a new node gets its best
  /// position.
  static let persistence = 10_000.0

  init(_ previous: [GraphPoint?], in graph: LayeredGraph) {
    self.previous = previous
    var fixed = [Int?](repeating: nil, count: graph.vertexCount)
    let places = previous.enumerated().compactMap { node, point in point.map { (node, $0) } }
      .sorted { ($0.1.y, $0.1.x, $0.0) < ($1.1.y, $1.1.x, $1.0) }
    for (place, entry) in places.enumerated() { fixed[entry.0] = place }
    self.fixed = fixed
  }

  /// The top edges that are nearest to the previous ones and leave room for everything.
  func restored(_ top: [Double], _ order: LayerOrder, _ spacing: LayerSpacing) -> [Double] {
    var top = top
    let graph = order.graph
    let moves = previous.enumerated().compactMap { node, point in point.map { $0.y - top[node] } }.sorted()
    let move = moves[moves.count / 2]
    for layer in order.layers {
      let vertices = layer.filter { $0 < graph.firstTurn }
      var wishes: [(value: Double, weight: Double)] = []
      var offsets: [Double] = []
      for (index, vertex) in vertices.enumerated() {
        if let last = offsets.last {
          let above = vertices[index - 1]
          offsets.append(last + graph.height(of: above) + spacing.between(above, vertex, in: graph))
        } else {
          offsets.append(0)
        }
        let place = vertex < graph.nodeCount ? previous[vertex]?.y : nil
        wishes.append(((place ?? top[vertex] + move) - offsets[index], place == nil ? 1 : Self.persistence))
      }
      for (index, value) in risingValues(nearest: wishes).enumerated() {
        top[vertices[index]] = value + offsets[index]
      }
    }
    return top
  }
}
