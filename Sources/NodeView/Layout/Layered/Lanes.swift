// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The lanes in which edges that rise or fall steeply between two layers run vertically, so that none covers another.
///
/// Edges of one output share a lane. The more lanes a gap has, the wider it is.
struct Lanes {
  /// The pieces that share a lane: those of one output's edges that begin at one height.
  private struct Net {
    var start: Double
    var ends: [Double]
    var edges: [Int]
    var low: Double { min(start, ends.min() ?? start) }
    var high: Double { max(start, ends.max() ?? start) }
  }

  /// A piece of an edge from one layer to the next.
  private struct Piece {
    let edge: Int
    let output: Int
    let start: Double
    let end: Double
  }

  private struct NetKey: Hashable {
    let output: Int
    let start: Double
  }

  private struct Place: Hashable {
    let edge: Int
    let layer: Int
  }

  /// The width of the gap after each layer.
  private(set) var widths: [Double]
  /// The distance from its layer at which a piece runs vertically.
  private var offsets: [Place: Double] = [:]
  /// The length that the corners of a lane after each layer may take, so that no other lane of the gap cuts them; `nil`
  /// for no limit.
  private var reaches: [Double?]

  /// A piece is steep if it rises or falls by more than this fraction of the gap's width.
  static let steepness = 1.6
  /// If an output has a lane, its pieces use the lane if their height changes by more than this, the height of two
  /// round corners.
  static let leastChange = 24.0
  /// If any output has a lane, pieces get one that rise or fall by more than this fraction of the gap's width, because
  /// curves would cross the lanes at a slant.
  static let leastCrossing = 0.5
  /// The width up to which lanes widen a gap. Where there are more lanes, they are closer together.
  static let widest = 160.0
  /// The distance from the middle of a lane that other lines keep: half the line and the clear ground next to it.
  static let clearance = 3.0
  /// The number of nets in a gap up to which every two are compared.
  static let comparisonLimit = 48

  /// Assigns lanes.
  ///
  /// - Parameters:
  ///   - graph: The layers.
  ///   - top: The top edge of each node and bend.
  ///   - layerSpacing: The width of gaps without lanes.
  ///   - spacing: The distance between lanes, which grows up to twice the value where the gap has room; 0 for no lanes.
  init(_ graph: LayeredGraph, top: [Double], layerSpacing: Double, spacing: Double) {
    widths = [Double](repeating: layerSpacing, count: graph.layerCount)
    reaches = [Double?](repeating: nil, count: graph.layerCount)
    guard spacing > 0 else { return }
    for (layer, pieces) in Self.pieces(graph, top).enumerated() where !pieces.isEmpty {
      let expected = Self.nets(pieces, steeperThan: layerSpacing).count
      let width = max(layerSpacing, min(Self.widest, layerSpacing + spacing * Double(expected)))
      widths[layer] = width
      let nets = Self.ordered(Self.nets(pieces, steeperThan: width))
      guard !nets.isEmpty else { continue }
      let distance = min(2 * spacing, (width - 16) / Double(nets.count + 1))
      if nets.count > 1 { reaches[layer] = max(distance - Self.clearance, 0.5) }
      let first = (width - distance * Double(nets.count - 1)) / 2
      for (index, net) in nets.enumerated() {
        for edge in net.edges { offsets[Place(edge: edge, layer: layer)] = first + distance * Double(index) }
      }
    }
  }

  /// The distance from a layer at which an edge runs vertically after it; `nil` if it doesn't.
  func offset(of edge: Int, behind layer: Int) -> Double? { offsets[Place(edge: edge, layer: layer)] }

  /// The length that the corners of a lane after a layer may take; `nil` for no limit.
  func reach(behind layer: Int) -> Double? { reaches[layer] }

  /// The pieces of forward edges, grouped by the layer in which they begin.
  private static func pieces(_ graph: LayeredGraph, _ top: [Double]) -> [[Piece]] {
    var pieces = [[Piece]](repeating: [], count: graph.layerCount)
    for (index, course) in graph.courses.enumerated() {
      guard case .forward(let bends) = course else { continue }
      let edge = graph.graph.edges[index]
      let output = graph.firstOutput[edge.source] + edge.output
      var height = top[edge.source] + graph.graph.nodes[edge.source].outputs[edge.output]
      var layer = graph.layer[edge.source]
      for bend in bends {
        pieces[layer].append(Piece(edge: index, output: output, start: height, end: top[bend]))
        (height, layer) = (top[bend], graph.layer[bend])
      }
      let end = top[edge.target] + graph.graph.nodes[edge.target].inputs[edge.input]
      pieces[layer].append(Piece(edge: index, output: output, start: height, end: end))
    }
    return pieces
  }

  /// The nets that run vertically in a gap of this width, in the order of their pieces.
  private static func nets(_ pieces: [Piece], steeperThan width: Double) -> [Net] {
    var places: [NetKey: Int] = [:]
    var nets: [Net] = []
    // Lines end a few points outside of the ports.
    let steepest = steepness * (width - 2 * EdgePath.terminalLength)
    let steep = Set(
      pieces.lazy.filter { abs($0.end - $0.start) > steepest }.map { NetKey(output: $0.output, start: $0.start) })
    if steep.isEmpty { return [] }
    for piece in pieces {
      let key = NetKey(output: piece.output, start: piece.start)
      guard abs(piece.end - piece.start) > (steep.contains(key) ? leastChange : leastCrossing * width) else { continue }
      if let place = places[key] {
        nets[place].ends.append(piece.end)
        nets[place].edges.append(piece.edge)
      } else {
        places[key] = nets.count
        nets.append(Net(start: piece.start, ends: [piece.end], edges: [piece.edge]))
      }
    }
    return nets
  }

  /// Orders nets from left to right so that few cross.
  ///
  /// Of two that fall, the upper one turns further to the right; of two that rise, the lower one. Adjacent nets are
  /// then exchanged as long as that saves crossings.
  private static func ordered(_ nets: [Net]) -> [Net] {
    func falls(_ net: Net) -> Bool { net.ends.reduce(0) { $0 + $1 - net.start } > 0 }
    var nets = nets.enumerated().sorted { one, other in
      let (first, second) = (falls(one.element), falls(other.element))
      if first != second { return first }
      if one.element.start != other.element.start {
        return first ? one.element.start > other.element.start : one.element.start < other.element.start
      }
      return one.offset < other.offset
    }.map(\.element)
    guard nets.count > 1, nets.count <= comparisonLimit else { return nets }
    for _ in nets.indices {
      var isChanged = false
      for index in nets.indices.dropLast() {
        let (left, right) = (nets[index], nets[index + 1])
        if crossings(left: right, right: left) < crossings(left: left, right: right) {
          nets.swapAt(index, index + 1)
          isChanged = true
        }
      }
      if !isChanged { break }
    }
    return nets
  }

  /// The number of crossings and overlaps of two nets if one runs vertically to the left of the other.
  private static func crossings(left: Net, right: Net) -> Int {
    let incoming = left.low...left.high ~= right.start ? 1 : 0
    return left.ends.reduce(incoming) { $0 + (right.low...right.high ~= $1 ? 1 : 0) }
  }
}
