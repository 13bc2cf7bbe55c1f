// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// One of the four extreme placements from which Brandes and Köpf take the middle.
///
/// Vertices are joined to blocks along straight segments, each to its middle neighbour on one side, and the blocks are
/// pushed together (``BlockCompaction``). Brandes and Köpf, "Fast and simple horizontal coordinate assignment" (2002);
/// ports and unequal sizes by shifting a vertex within its block as in Rüegg et al., "Size- and port-aware horizontal
/// node coordinate assignment" (2015). Blocks are compacted by longest paths over whole blocks, which doesn't need the
/// classes of the first paper.
struct BlockAlignment {
  let order: LayerOrder
  let spacing: LayerSpacing
  /// Whether each segment would cross a straight long edge.
  let isBlocked: [Bool]
  /// Whether neighbours are taken from the previous layer, and whether layers are processed from the top.
  let forward: Bool
  let fromTop: Bool

  private var root: [Int] = []
  private var shift: [Double] = []
  private var next: [Int] = []

  init(_ order: LayerOrder, spacing: LayerSpacing, isBlocked: [Bool], forward: Bool, fromTop: Bool) {
    self.order = order
    self.spacing = spacing
    self.isBlocked = isBlocked
    self.forward = forward
    self.fromTop = fromTop
  }

  /// The top edge of each vertex that takes room.
  ///
  /// - Parameter limit: The height of the drawing above which straight segments are given up.
  /// - Returns: The top edges.
  mutating func run(within limit: Double) -> [Double] {
    align()
    var compaction = BlockCompaction(
      order, spacing: spacing, fromTop: fromTop, root: root, shift: shift, next: next)
    return compaction.run(within: limit)
  }

  private mutating func align() {
    let graph = order.graph
    root = Array(0..<graph.vertexCount)
    shift = [Double](repeating: 0, count: root.count)
    next = [Int](repeating: -1, count: root.count)
    for layer in forward ? Array(order.layers.indices) : order.layers.indices.reversed() {
      var limit = fromTop ? -1 : Int.max
      let vertices = order.layers[layer]
      for index in vertices.indices {
        let vertex = vertices[fromTop ? index : vertices.count - 1 - index]
        guard vertex < graph.firstTurn else { continue }
        let middle = middleSegments(vertex)
        for turn in 0..<2 {
          let segment = turn == 0 ? middle.first : middle.second
          guard segment >= 0, !isBlocked[segment] else { continue }
          let piece = graph.segments[segment]
          let other = forward ? piece.source : piece.target
          let place = order.position[other]
          guard fromTop ? place > limit : place < limit else { continue }
          limit = place
          root[vertex] = root[other]
          next[other] = vertex
          let offset = graph.startOffset(piece) - graph.endOffset(piece)
          shift[vertex] = shift[other] + (forward ? offset : -offset)
          break
        }
      }
    }
  }

  /// The segments to the two middle neighbours, beginning with the one that is processed first; -1 where there is none.
  private func middleSegments(_ vertex: Int) -> (first: Int, second: Int) {
    let graph = order.graph
    let all = forward ? graph.segmentsIn(vertex) : graph.segmentsOut(vertex)
    if all.count == 1, let only = all.first { return (only < graph.firstTurnSegment ? only : -1, -1) }
    if all.isEmpty { return (-1, -1) }
    let sorted = all.lazy.filter { $0 < graph.firstTurnSegment }
      .map { ($0, forward ? order.startRank(graph.segments[$0]) : order.endRank(graph.segments[$0])) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    guard !sorted.isEmpty else { return (-1, -1) }
    let (low, high) = (sorted[(sorted.count - 1) / 2].0, sorted[sorted.count / 2].0)
    return low == high ? (low, -1) : fromTop ? (low, high) : (high, low)
  }
}

/// The distances between vertices of a layer.
struct LayerSpacing {
  let nodes: Double
  let edges: Double

  /// The distance between two adjacent vertices of a layer.
  func between(_ upper: Int, _ lower: Int, in graph: LayeredGraph) -> Double {
    upper < graph.nodeCount && lower < graph.nodeCount ? nodes : edges
  }
}
