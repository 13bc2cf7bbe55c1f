// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The vertical position of each vertex: the middle of four extreme placements, or the one with the least slope.
struct Coordinates {
  let order: LayerOrder
  let spacing: LayerSpacing
  /// Whether a small height has precedence over straight lines.
  let isTight: Bool

  /// The factor and the addend by which the drawing may be higher than its highest layer before straight lines are
  /// given up.
  static let looseness = 1.25
  static let allowance = 200.0

  /// The maximum height of the drawing.
  private var limit: Double {
    guard isTight else { return .infinity }
    let graph = order.graph
    var highest = 0.0
    for layer in order.layers {
      var (height, last) = (0.0, -1)
      for vertex in layer where vertex < graph.firstTurn {
        height += graph.height(of: vertex) + (last < 0 ? 0 : spacing.between(last, vertex, in: graph))
        last = vertex
      }
      highest = max(highest, height)
    }
    return highest * Self.looseness + Self.allowance
  }

  /// The top edge of each node and bend.
  func placed() -> [Double] {
    let (isBlocked, limit) = (blockedSegments(), limit)
    var candidates: [[Double]] = []
    for (forward, fromTop) in [(true, true), (true, false), (false, true), (false, false)] {
      var alignment = BlockAlignment(
        order, spacing: spacing, isBlocked: isBlocked, forward: forward, fromTop: fromTop)
      candidates.append(alignment.run(within: limit))
    }
    candidates.append(middle(of: candidates))
    let costs = candidates.map(cost)
    let best = costs.indices.min { costs[$0] < costs[$1] } ?? 4
    var straightening = Straightening(order, spacing: spacing, top: candidates[best])
    straightening.run()
    return straightening.top
  }

  /// The mean of the two middle placements of each vertex, after all placements are aligned with the narrowest.
  private func middle(of candidates: [[Double]]) -> [Double] {
    let graph = order.graph
    var ends: [(low: Double, high: Double)] = []
    for candidate in candidates {
      var (low, high) = (Double.infinity, -Double.infinity)
      for vertex in candidate.indices {
        low = min(low, candidate[vertex])
        high = max(high, candidate[vertex] + graph.height(of: vertex))
      }
      ends.append((low, high))
    }
    let narrowest = ends.indices.min { ends[$0].high - ends[$0].low < ends[$1].high - ends[$1].low } ?? 0
    let moves = ends.indices.map {
      $0 % 2 == 0 ? ends[narrowest].low - ends[$0].low : ends[narrowest].high - ends[$0].high
    }
    return candidates[0].indices.map { vertex in
      let first = (candidates[0][vertex] + moves[0], candidates[1][vertex] + moves[1])
      let second = (candidates[2][vertex] + moves[2], candidates[3][vertex] + moves[3])
      let least = min(min(first.0, first.1), min(second.0, second.1))
      let most = max(max(first.0, first.1), max(second.0, second.1))
      return (first.0 + first.1 + second.0 + second.1 - least - most) / 2
    }
  }

  /// The total slope of all segments, with a greater weight for long edges.
  private func cost(_ top: [Double]) -> Double {
    let graph = order.graph
    var sum = 0.0
    for segment in graph.segments.prefix(graph.firstTurnSegment) {
      let slope = top[segment.source] + graph.startOffset(segment) - top[segment.target] - graph.endOffset(segment)
      sum += abs(slope) * weight(segment, in: graph)
    }
    return sum
  }

  /// Whether each segment crosses an inner segment of a long edge, which has precedence to be straight.
  private func blockedSegments() -> [Bool] {
    let graph = order.graph
    var isBlocked = [Bool](repeating: false, count: graph.segments.count)
    func isBend(_ vertex: Int) -> Bool { vertex >= graph.nodeCount && vertex < graph.firstTurn }
    for layer in order.layers.dropFirst() {
      // The bounds are inner segments that don't cross each other; they rise on both sides.
      var low = -1
      var unchecked = 0
      for (index, vertex) in layer.enumerated() {
        var high: Int?
        if isBend(vertex), let segment = graph.segmentsIn(vertex).first {
          let source = graph.segments[segment].source
          if isBend(source) { high = order.position[source] }
        }
        guard high != nil || index == layer.count - 1 else { continue }
        let bound = high ?? Int.max
        while unchecked <= index {
          for segment in graph.segmentsIn(layer[unchecked]) {
            let source = graph.segments[segment].source
            let place = order.position[source]
            if place < low || place > bound {
              if !(isBend(source) && isBend(layer[unchecked])) { isBlocked[segment] = true }
            }
          }
          unchecked += 1
        }
        low = max(low, high ?? low)
      }
    }
    return isBlocked
  }
}

/// The importance of a straight segment.
func weight(_ segment: LayeredGraph.Segment, in graph: LayeredGraph) -> Double {
  let bends = (segment.source >= graph.nodeCount ? 1 : 0) + (segment.target >= graph.nodeCount ? 1 : 0)
  return bends == 2 ? 8 : bends == 1 ? 2 : 1
}
