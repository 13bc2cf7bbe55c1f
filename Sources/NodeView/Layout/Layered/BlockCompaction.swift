// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Pushes blocks together. A block is a set of vertices at one height, one in each of several adjacent layers.
///
/// A block of many layers is as low as the lowest of its vertices has to be, so blocks above each other in different
/// layers add up to a drawing that is much higher than any of its layers. Where edges have lanes, a change of height
/// costs two round corners, and room is worth more than a straight line: blocks that make the drawing too high are cut
/// in two.
///
/// Invariant: a block is a chain of `next`. Its first vertex is the `root` of all its vertices and has a `shift` of 0.
struct BlockCompaction {
  private let order: LayerOrder
  private let spacing: LayerSpacing
  private let fromTop: Bool
  private var root: [Int]
  private var shift: [Double]
  private var next: [Int]
  /// For each block, the distance of its first vertex from the edge to which blocks are pushed.
  private var place: [Double] = []
  /// For each block, the adjacent vertices at which it rests on the block above.
  private var support: [(above: Int, below: Int)?] = []

  /// The number of vertices that may be placed in search of a lower drawing.
  static let workLimit = 400_000

  /// Creates the compaction of these blocks.
  ///
  /// - Parameters:
  ///   - order: The vertices of each layer from top to bottom.
  ///   - spacing: The distances between them.
  ///   - fromTop: Whether blocks are pushed to the top, or to the bottom.
  ///   - root: The first vertex of each vertex's block.
  ///   - shift: The distance of each vertex below the first vertex of its block.
  ///   - next: The next vertex of each vertex's block, or -1.
  init(_ order: LayerOrder, spacing: LayerSpacing, fromTop: Bool, root: [Int], shift: [Double], next: [Int]) {
    (self.order, self.spacing, self.fromTop) = (order, spacing, fromTop)
    (self.root, self.shift, self.next) = (root, shift, next)
  }

  /// The top edge of each vertex that takes room.
  ///
  /// - Parameter limit: The height of the drawing above which blocks are cut. The drawing becomes lower only as far as
  ///   ``workLimit`` allows.
  /// - Returns: The top edges.
  mutating func run(within limit: Double) -> [Double] {
    var work = 0
    while true {
      let blocks = compact()
      let end = lowest()
      work += order.graph.firstTurn
      if end.height <= limit || work > Self.workLimit || !cut(above: end.vertex) { return settled(blocks) }
    }
  }

  /// The pairs of adjacent blocks and the distances between them.
  private struct Neighbours {
    var heads: [Int] = []
    var tails: [Int] = []
    var room: [Double] = []
    var leaving = Incidence(of: [], count: 0)
    var queue: [Int] = []
  }

  /// Places each block as near to the top, or to the bottom, as the blocks above it allow.
  private mutating func compact() -> Neighbours {
    let graph = order.graph
    var found = Neighbours()
    var pairs: [(above: Int, below: Int)] = []
    for layer in order.layers {
      var last: Int?
      for vertex in layer where vertex < graph.firstTurn {
        if let last {
          let apart = graph.height(of: last) + spacing.between(last, vertex, in: graph)
          found.heads.append(root[fromTop ? last : vertex])
          found.tails.append(root[fromTop ? vertex : last])
          found.room.append(shift[last] - shift[vertex] + apart)
          pairs.append(fromTop ? (last, vertex) : (vertex, last))
        }
        last = vertex
      }
    }
    found.leaving = Incidence(of: found.heads, count: root.count)
    var waiting = [Int](repeating: 0, count: root.count)
    for tail in found.tails { waiting[tail] += 1 }
    found.queue = (0..<graph.firstTurn).filter { root[$0] == $0 && waiting[$0] == 0 }
    place = [Double](repeating: 0, count: root.count)
    support = [(above: Int, below: Int)?](repeating: nil, count: root.count)
    var first = 0
    while first < found.queue.count {
      let block = found.queue[first]
      first += 1
      for pair in found.leaving[block] {
        let tail = found.tails[pair]
        if place[block] + found.room[pair] > place[tail] || support[tail] == nil {
          place[tail] = max(place[tail], place[block] + found.room[pair])
          if place[tail] == place[block] + found.room[pair] { support[tail] = pairs[pair] }
        }
        waiting[tail] -= 1
        if waiting[tail] == 0 { found.queue.append(tail) }
      }
    }
    return found
  }

  /// Moves blocks back towards the blocks that rest on them.
  private mutating func settled(_ found: Neighbours) -> [Double] {
    for block in found.queue.reversed() {
      let furthest = found.leaving[block].reduce(Double.infinity) { min($0, place[found.tails[$1]] - found.room[$1]) }
      if furthest < .infinity { place[block] = furthest }
    }
    return (0..<order.graph.firstTurn).map { top($0) }
  }

  private func top(_ vertex: Int) -> Double { (fromTop ? place[root[vertex]] : -place[root[vertex]]) + shift[vertex] }

  /// The vertex that is furthest from the edge to which blocks are pushed, and the height of the drawing.
  private func lowest() -> (vertex: Int, height: Double) {
    let graph = order.graph
    var (low, high) = (Double.infinity, -Double.infinity)
    var (first, last) = (0, 0)
    for vertex in 0..<graph.firstTurn {
      let top = top(vertex)
      if top < low { (low, first) = (top, vertex) }
      if top + graph.height(of: vertex) > high { (high, last) = (top + graph.height(of: vertex), vertex) }
    }
    return (fromTop ? last : first, high - low)
  }

  /// Cuts the blocks that determine the height of a vertex, where a cut costs the least.
  ///
  /// - Returns: Whether there are any such blocks.
  private mutating func cut(above vertex: Int) -> Bool {
    var found: [(upper: Int, weight: Int)] = []
    var entered = vertex
    while let (above, below) = support[root[entered]] {
      // The path that determines the height enters the block at one vertex and leaves it at another. Any piece between
      // them can be cut.
      if let piece = weakest(between: entered, below) { found.append(piece) }
      entered = above
    }
    guard let least = found.map(\.weight).min() else { return false }
    for piece in found where piece.weight == least { cut(behind: piece.upper) }
    return true
  }

  /// Splits the vertices that follow a vertex off from its block.
  private mutating func cut(behind vertex: Int) {
    let first = next[vertex]
    next[vertex] = -1
    let base = shift[first]
    var member = first
    while member >= 0 {
      root[member] = first
      shift[member] -= base
      member = next[member]
    }
  }

  /// The piece between two vertices of a block that costs the least to cut, identified by the vertex before it.
  private func weakest(between one: Int, _ other: Int) -> (upper: Int, weight: Int)? {
    if one == other { return nil }
    let graph = order.graph
    var best: (upper: Int, weight: Int)?
    var isBetween = false
    var member = root[one]
    while member >= 0 {
      if member == one || member == other {
        if isBetween { break }
        isBetween = true
      }
      let following = next[member]
      if isBetween, following >= 0 {
        let bends = (member >= graph.nodeCount ? 1 : 0) + (following >= graph.nodeCount ? 1 : 0)
        if bends < best?.weight ?? .max { best = (member, bends) }
      }
      member = following
    }
    return best
  }
}
