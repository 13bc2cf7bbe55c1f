// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Moves vertices that straight segments join, as far as there is room, to the position with the least remaining slope.
struct Straightening {
  private let order: LayerOrder
  private let spacing: LayerSpacing
  private(set) var top: [Double]
  private var above: [Int]
  private var below: [Int]

  /// The maximum number of passes.
  static let rounds = 6

  init(_ order: LayerOrder, spacing: LayerSpacing, top: [Double]) {
    self.order = order
    self.spacing = spacing
    self.top = top
    above = [Int](repeating: -1, count: top.count)
    below = above
    for layer in order.layers {
      var last = -1
      for vertex in layer where vertex < top.count {
        above[vertex] = last
        if last >= 0 { below[last] = vertex }
        last = vertex
      }
    }
  }

  mutating func run() {
    for round in 0..<Self.rounds {
      let blocks = self.blocks()
      var hasMoved = false
      for index in blocks.indices {
        let block = blocks[round % 2 == 0 ? index : blocks.count - 1 - index]
        if move(block) { hasMoved = true }
      }
      if !hasMoved { break }
    }
  }

  /// The sets of vertices that straight segments join.
  private func blocks() -> [[Int]] {
    let graph = order.graph
    var isMet = [Bool](repeating: false, count: top.count)
    var blocks: [[Int]] = []
    for start in top.indices where !isMet[start] {
      isMet[start] = true
      var block = [start]
      var next = 0
      while next < block.count {
        let vertex = block[next]
        next += 1
        for segment in graph.segmentsIn(vertex) where segment < graph.firstTurnSegment {
          let piece = graph.segments[segment]
          guard !isMet[piece.source], abs(slope(piece)) < 0.01 else { continue }
          isMet[piece.source] = true
          block.append(piece.source)
        }
        for segment in graph.segmentsOut(vertex) where segment < graph.firstTurnSegment {
          let piece = graph.segments[segment]
          guard !isMet[piece.target], abs(slope(piece)) < 0.01 else { continue }
          isMet[piece.target] = true
          block.append(piece.target)
        }
      }
      blocks.append(block)
    }
    return blocks
  }

  /// The height by which a segment falls.
  private func slope(_ segment: LayeredGraph.Segment) -> Double {
    let graph = order.graph
    return top[segment.target] + graph.endOffset(segment) - top[segment.source] - graph.startOffset(segment)
  }

  /// Moves a block by the weighted median of the slopes that it could remove, within the available room.
  private mutating func move(_ block: [Int]) -> Bool {
    let graph = order.graph
    var wishes: [(distance: Double, weight: Double)] = []
    var (up, down) = (-Double.infinity, Double.infinity)
    for vertex in block {
      if above[vertex] >= 0 {
        let other = above[vertex]
        up = max(
          up, top[other] + graph.height(of: other) + spacing.between(other, vertex, in: graph) - top[vertex])
      }
      if below[vertex] >= 0 {
        let other = below[vertex]
        down = min(
          down, top[other] - graph.height(of: vertex) - spacing.between(vertex, other, in: graph) - top[vertex])
      }
      for segment in graph.segmentsIn(vertex) where segment < graph.firstTurnSegment {
        let piece = graph.segments[segment]
        let slope = slope(piece)
        if abs(slope) >= 0.01 { wishes.append((-slope, weight(piece, in: graph))) }
      }
      for segment in graph.segmentsOut(vertex) where segment < graph.firstTurnSegment {
        let piece = graph.segments[segment]
        let slope = slope(piece)
        if abs(slope) >= 0.01 { wishes.append((slope, weight(piece, in: graph))) }
      }
    }
    guard !wishes.isEmpty else { return false }
    let distance = max(min(median(&wishes), down), up)
    // Adjacent vertices of the same block keep it from moving: they would move together, but the bounds don't consider
    // that.
    guard abs(distance) > 0.01, up <= 0.001, down >= -0.001 else { return false }
    for vertex in block { top[vertex] += distance }
    return true
  }

  private func median(_ wishes: inout [(distance: Double, weight: Double)]) -> Double {
    wishes.sort { $0.distance < $1.distance }
    var rest = wishes.reduce(0) { $0 + $1.weight } / 2
    for wish in wishes {
      rest -= wish.weight
      if rest < 0 { return wish.distance }
      if rest == 0, wish.distance > 0 || wishes.count == 1 { return wish.distance }
    }
    return wishes[wishes.count - 1].distance
  }
}
