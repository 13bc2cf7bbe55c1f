// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

@Suite struct LanesTests {
  private let layout = LayeredLayout(layerSpacing: 56, nodeSpacing: 20, laneSpacing: 8)

  @Test(arguments: [UInt64](0..<24))
  func whatHoldsWithoutLanesHoldsWithThem(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = 1 + random.below(16)
    let graph = LayoutGraph.random(
      nodes: count, edges: random.below(2 * count + 1), isWild: seed % 2 == 1, &random)
    let result = layout.layout(graph)
    let faults = graph.faults(in: result)
    #expect(faults.isEmpty, "seed \(seed): \(faults)")
    if seed < 4 { #expect(layout.layout(graph) == result) }
  }

  /// The vertical pieces of a drawing, each with the output at which its edge starts.
  private func uprights(
    _ graph: LayoutGraph, _ result: LayoutResult
  ) -> [(output: [Int], x: Double, low: Double, high: Double)] {
    zip(graph.edges, result.routes).enumerated().flatMap { index, pair in
      zip(pair.1, pair.1.dropFirst()).compactMap { from, to in
        guard !result.isReversed[index], from.x == to.x, from.y != to.y else { return nil }
        return ([pair.0.source, pair.0.output], from.x, min(from.y, to.y), max(from.y, to.y))
      }
    }
  }

  @Test func nothingSteepMerges() {
    var found = 0
    for seed in fuzzSeeds(0...39) {
      var random = SplitMix64(seed: seed)
      let graph = LayoutGraph.random(nodes: 24, edges: 30, isWild: false, &random)
      let pieces = uprights(graph, layout.layout(graph))
      found += pieces.count
      for (index, piece) in pieces.enumerated() {
        for other in pieces[..<index] where other.output != piece.output && abs(other.x - piece.x) < 0.5 {
          #expect(piece.low >= other.high || other.low >= piece.high, "seed \(seed): \(piece) lies on \(other)")
        }
      }
    }
    #expect(found > 100)
  }

  @Test func edgesOfOneOutputShareALane() {
    let leaf = LayoutGraph.Node(GraphSize(60, 200), inputs: [100], outputs: [])
    let hub = LayoutGraph.Node(GraphSize(60, 40), outputs: [20])
    let graph = LayoutGraph(
      nodes: [hub] + Array(repeating: leaf, count: 4), edges: (1...4).map { LayoutGraph.Edge(from: 0, to: $0) })
    let places = Set(uprights(graph, layout.layout(graph)).map(\.x))
    #expect(places.count == 1)
    #expect(uprights(graph, LayeredLayout().layout(graph)).isEmpty)
  }

  @Test func edgesOfOneOutputPassLayersTogetherUntilTheyPart() throws {
    // A chain of five nodes, and a hub that the third, fourth and fifth of them read as well.
    let step = LayoutGraph.Node(GraphSize(60, 80), inputs: [20, 60], outputs: [40])
    let hub = LayoutGraph.Node(GraphSize(60, 40), outputs: [20])
    var edges = (1...4).map { LayoutGraph.Edge(from: $0, to: $0 + 1) }
    edges += [3, 4, 5].map { LayoutGraph.Edge(from: 0, to: $0, input: 1) }
    let graph = LayoutGraph(nodes: [hub] + Array(repeating: step, count: 5), edges: edges)
    /// The distances from the top at which the last two edges of an output pass the layer of the third node.
    func heights(_ layout: LayeredLayout) -> [Double] {
      let result = layout.layout(graph)
      #expect(graph.faults(in: result).isEmpty)
      let x = result.positions[3].x + 30
      return result.routes.suffix(2).compactMap { route in
        zip(route, route.dropFirst()).first { $0.x <= x && x <= $1.x && $0.y == $1.y }?.0.y
      }
    }
    let (shared, apart) = (heights(layout), heights(LayeredLayout()))
    try #require(shared.count == 2 && apart.count == 2)
    #expect(shared[0] == shared[1])
    #expect(apart[0] != apart[1], "without lanes each has a course of its own")
  }

  /// A graph of cards and pills with as many inputs as formulas have, most of them from nearby nodes.
  private func cards(_ count: Int, seed: UInt64) -> LayoutGraph {
    var random = SplitMix64(seed: seed)
    var graph = LayoutGraph()
    for node in 0..<count {
      if node < count / 10 || random.below(100) < 15 {
        graph.nodes.append(LayoutGraph.Node(GraphSize(128, 36), outputs: [18]))
        continue
      }
      let inputs = [1, 2, 2, 3][random.below(4)]
      let height = 64 + 24 * Double(inputs)
      graph.nodes.append(
        LayoutGraph.Node(
          GraphSize(176, height), inputs: (0..<inputs).map { 40 + 24 * Double($0) }, outputs: [height - 18]))
      for input in 0..<inputs {
        let isNear = random.below(10) < 8
        let source = isNear ? max(0, node - 1 - random.below(min(40, node))) : random.below(node)
        graph.edges.append(LayoutGraph.Edge(from: source, to: node, input: input))
      }
    }
    return graph
  }

  /// Checks lanes against round corners: a line's background extends 3 points to each side and would cut a corner under it.
  @Test func noLaneCutsARoundCornerOfAnother() {
    var (corners, rounder) = (0, 0)
    for seed in fuzzSeeds(0...11) {
      let graph = cards(40, seed: seed)
      let result = layout.layout(graph)
      let lanes = uprights(graph, result)
      for (edge, route) in zip(graph.edges, result.routes) where route.count > 2 {
        let inner = Array(route.dropFirst().dropLast())
        let path = EdgePath(from: route[0], to: route[route.count - 1], through: inner, style: .lanes(radius: 12)).path
        var last = route[0]
        for element in path.elements {
          if case .curve(let one, let two, let end) = element, (one.y == last.y) != (two.y == end.y) {
            corners += 1
            if abs(end.x - last.x) > 8 { rounder += 1 }
            for lane in lanes where lane.output != [edge.source, edge.output] {
              let isBeside = lane.x + 3 < min(last.x, end.x) + 0.001 || lane.x - 3 > max(last.x, end.x) - 0.001
              let isApart = lane.high <= min(last.y, end.y) || lane.low >= max(last.y, end.y)
              #expect(isBeside || isApart, "seed \(seed): a corner from \(last) to \(end) below the lane at \(lane.x)")
            }
          }
          switch element {
          case .move(let point), .line(let point), .curve(_, _, let point): last = point
          case .close: break
          }
        }
      }
    }
    #expect(corners > 500 && rounder > corners / 4, "\(rounder) of \(corners) corners are rounder than 8 points")
  }

  @Test func aDrawingIsHardlyHigherThanItsHighestLayer() {
    for (count, seed) in [(50, 1), (60, 2), (80, 3)] as [(Int, UInt64)] {
      let graph = cards(count, seed: seed)
      let result = layout.layout(graph)
      // The heights of layers: nodes without inputs share the right edge of their layer, others its left edge.
      var layers: [Double: Double] = [:]
      for (node, position) in zip(graph.nodes, result.positions) {
        let left = node.inputs.isEmpty ? position.x + node.size.width - 176 : position.x
        layers[left, default: -20] += node.size.height + 20
      }
      let highest = layers.values.max() ?? 0
      #expect(result.size.height < 2.4 * highest + 200, "seed \(seed): \(result.size.height), layers \(highest)")
      #expect(graph.faults(in: result).isEmpty)
      // Without lanes, the layout prefers straight lines.
      let loose = LayeredLayout(layerSpacing: 56, nodeSpacing: 20).layout(graph)
      #expect(result.size.height < 0.85 * loose.size.height, "seed \(seed)")
    }
  }

  @Test func smallDrawingsKeepTheirStraightLines() {
    // A diamond with a long edge below it: the drawing is not higher than the allowance.
    let step = LayoutGraph.Node(GraphSize(60, 80), inputs: [20, 60], outputs: [40])
    let edges = [(0, 1, 0), (1, 2, 0), (2, 3, 0), (0, 3, 1)].map {
      LayoutGraph.Edge(from: $0.0, to: $0.1, input: $0.2)
    }
    let graph = LayoutGraph(nodes: Array(repeating: step, count: 4), edges: edges)
    let chain = layout.layout(graph).routes.prefix(3)
    #expect(chain.filter { $0.count == 2 }.count >= 2, "\(chain)")
  }

  @Test func gapsWidenWithTheirLanesUpToABound() {
    /// The distance between the layers of sources and targets whose edges cross to the opposite end.
    func gap(_ count: Int) -> Double {
      let source = LayoutGraph.Node(GraphSize(60, 40), outputs: [20])
      let inputs = (0..<count).map { 200 + 3000 * Double($0 % 2) + Double($0) }
      let target = LayoutGraph.Node(GraphSize(60, 4000), inputs: inputs)
      let edges = (0..<count).map { LayoutGraph.Edge(from: $0, to: count, input: $0) }
      let result = layout.layout(
        LayoutGraph(nodes: Array(repeating: source, count: count) + [target], edges: edges))
      return result.positions[count].x - 60
    }
    let gaps = [2, 6, 40].map(gap)
    #expect(gaps[0] >= 56 && gaps[1] > gaps[0] && gaps[2] == 160)
  }

  @Test func nodesThatReadNothingStandBesideTheGapBehindThem() {
    let wide = LayoutGraph.Node(GraphSize(200, 40), inputs: [20], outputs: [20])
    let narrow = LayoutGraph.Node(GraphSize(80, 40), outputs: [20])
    let end = LayoutGraph.Node(GraphSize(60, 80), inputs: [20, 60])
    let graph = LayoutGraph(
      nodes: [narrow, wide, narrow, end],
      edges: [.init(from: 0, to: 1), .init(from: 1, to: 3, input: 0), .init(from: 2, to: 3, input: 1)])
    let result = layout.layout(graph)
    #expect(result.positions[2].x + 80 == result.positions[1].x + 200)
    #expect(graph.faults(in: result).isEmpty)
  }

  @Test func smallPartsStandBelowEachOtherBesideALargeOne() {
    let small = LayoutGraph.Node(GraphSize(100, 40))
    let high = LayoutGraph.Node(GraphSize(100, 400))
    let graph = LayoutGraph(nodes: [high] + Array(repeating: small, count: 5))
    let result = LayeredLayout().layout(graph)
    #expect(graph.faults(in: result).isEmpty)
    #expect(result.size.height == 400)
    #expect(Set(result.positions.dropFirst().map(\.x)).count == 1)
  }
}
