// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The tracks on which backward edges turn next to a layer, with narrower turns inside of wider ones.
struct Turns {
  private struct Turn {
    var edge: Int
    var low: Double
    var high: Double
  }

  /// The track on which each edge turns, counted from the layer outwards.
  private var rightTrack: [Int] = []
  private var leftTrack: [Int] = []
  /// The number of tracks next to each layer.
  private var rightCount: [Int] = []
  private var leftCount: [Int] = []
  private var rightLayer: [Int] = []
  private var leftLayer: [Int] = []

  /// The number of tracks next to a layer that get the full distance. More tracks share that room.
  static let roomLimit = 12
  /// The number of turns next to a layer up to which turns share tracks. More turns get a track each.
  static let sharingLimit = 200

  init() {}

  init(_ graph: LayeredGraph, top: [Double]) {
    rightTrack = [Int](repeating: 0, count: graph.courses.count)
    leftTrack = rightTrack
    rightCount = [Int](repeating: 0, count: graph.layerCount)
    leftCount = rightCount
    rightLayer = graph.graph.edges.map { graph.layer[$0.source] }
    leftLayer = graph.graph.edges.map { graph.layer[$0.target] }
    var rights = [[Turn]](repeating: [], count: graph.layerCount)
    var lefts = rights
    for (index, course) in graph.courses.enumerated() {
      guard case .backward(let bends) = course else { continue }
      let edge = graph.graph.edges[index]
      let start = top[edge.source] + graph.graph.nodes[edge.source].outputs[edge.output]
      let end = top[edge.target] + graph.graph.nodes[edge.target].inputs[edge.input]
      let (first, last) = (top[bends.upperBound - 1], top[bends.lowerBound])
      rights[rightLayer[index]].append(Turn(edge: index, low: min(start, first), high: max(start, first)))
      lefts[leftLayer[index]].append(Turn(edge: index, low: min(end, last), high: max(end, last)))
    }
    for layer in 0..<graph.layerCount {
      rightCount[layer] = Self.assign(rights[layer], &rightTrack)
      leftCount[layer] = Self.assign(lefts[layer], &leftTrack)
    }
  }

  /// Assigns each turn the first track outside of all narrower turns that it overlaps, and returns the number of
  /// tracks.
  private static func assign(_ turns: [Turn], _ tracks: inout [Int]) -> Int {
    let sorted = turns.sorted { ($0.high - $0.low, $0.edge) < ($1.high - $1.low, $1.edge) }
    var count = 0
    for (index, turn) in sorted.enumerated() {
      var track = 0
      if turns.count > sharingLimit {
        track = index
      } else {
        for inner in sorted[..<index] where inner.low <= turn.high && turn.low <= inner.high {
          track = max(track, tracks[inner.edge] + 1)
        }
      }
      tracks[turn.edge] = track
      count = max(count, track + 1)
    }
    return count
  }

  private static func room(_ count: Int, _ spacing: Double) -> Double {
    count == 0 ? 0 : spacing * Double(min(count, roomLimit) + 1)
  }

  /// The width that the turns to the right of a layer take.
  func room(rightOf layer: Int, spacing: Double) -> Double { Self.room(rightCount[layer], spacing) }

  /// The width that the turns to the left of a layer take.
  func room(leftOf layer: Int, spacing: Double) -> Double { Self.room(leftCount[layer], spacing) }

  /// The distance to the right of its source's layer at which an edge turns.
  func distance(rightOf edge: Int, spacing: Double) -> Double {
    let count = rightCount[rightLayer[edge]]
    return Self.room(count, spacing) * Double(rightTrack[edge] + 1) / Double(count + 1)
  }

  /// The distance to the left of its target's layer at which an edge turns.
  func distance(leftOf edge: Int, spacing: Double) -> Double {
    let count = leftCount[leftLayer[edge]]
    return Self.room(count, spacing) * Double(leftTrack[edge] + 1) / Double(count + 1)
  }
}
