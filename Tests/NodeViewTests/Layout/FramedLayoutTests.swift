// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph
import NodeView
import TestSupport
import Testing

/// Layouts of nodes in frames.
@Suite struct FramedLayoutTests {
  private let layout = LayeredLayout(layerSpacing: 56, nodeSpacing: 20, laneSpacing: 8)

  /// A random acyclic graph, with frames nested up to three deep or disjoint.
  private static func world(_ random: inout SplitMix64) -> (graph: LayoutGraph, frames: [FramedLayout.Frame]) {
    let count = random.below(12) + 2
    var graph = LayoutGraph()
    for _ in 0..<count {
      let (inputs, outputs) = (random.below(3), random.below(2) + 1)
      graph.nodes.append(
        .init(
          GraphSize(Double(80 + random.below(60)), Double(40 + 24 * (inputs + outputs))),
          inputs: (0..<inputs).map { Double(40 + 24 * $0) },
          outputs: (0..<outputs).map { Double(40 + 24 * (inputs + $0)) }))
    }
    for target in 1..<count {
      for input in graph.nodes[target].inputs.indices where random.below(4) > 0 {
        let source = random.below(target)
        graph.edges.append(
          .init(from: source, output: random.below(graph.nodes[source].outputs.count), to: target, input: input))
      }
    }
    var frames: [FramedLayout.Frame] = []
    for index in 0..<random.below(4) {
      let around = random.below(index + 1)
      frames.append(.init([], in: around < index ? around : nil))
    }
    for node in 0..<count where !frames.isEmpty {
      let frame = random.below(frames.count + 1)
      if frame < frames.count { frames[frame].nodes.append(node) }
    }
    return (graph, frames)
  }

  @Test func whatLiesInAFrameIsDrawnInItAndNothingElseIs() {
    for seed in 1...60 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let (graph, frames) = Self.world(&random)
      let framed = FramedLayout(graph, in: frames, by: layout)
      let (result, rects) = (framed.result, framed.rects)
      var faults: [String] = []
      let nodes = zip(result.positions, graph.nodes).map { GraphRect($0, $1.size) }
      /// Whether a frame is `other` or is nested in it.
      func isInside(_ frame: Int?, _ other: Int) -> Bool {
        var next = frame
        while let index = next {
          if index == other { return true }
          next = frames[index].enclosing
        }
        return false
      }
      for (index, rect) in rects.enumerated() {
        for (node, place) in nodes.enumerated() {
          let owner = frames.firstIndex { $0.nodes.contains(node) }
          let isIn = isInside(owner, index)
          if isIn ? !rect.contains(place) : rect.intersects(place) { faults.append("node \(node), frame \(index)") }
        }
        for (other, room) in rects.enumerated() where other != index {
          let isNested = isInside(other, index) ? rect.contains(room) : isInside(index, other) || !rect.intersects(room)
          if !isNested { faults.append("frames \(index) and \(other)") }
        }
      }
      for (first, second) in nodes.indices.flatMap({ first in nodes.indices.dropFirst(first + 1).map { (first, $0) } })
      {
        if nodes[first].intersects(nodes[second]) { faults.append("nodes \(first) and \(second)") }
      }
      for (edge, route) in zip(graph.edges, result.routes) {
        let (source, target) = (graph.nodes[edge.source], graph.nodes[edge.target])
        let start = result.positions[edge.source] + GraphPoint(source.size.width, source.outputs[edge.output])
        let end = result.positions[edge.target] + GraphPoint(0, target.inputs[edge.input])
        if route.first != start || route.last != end { faults.append("a line does not end at its ports") }
        for (start, end) in zip(route, route.dropFirst()) where start.y == end.y {
          let line = GraphRect(from: start, to: end)
          for (node, place) in nodes.enumerated() where node != edge.source && node != edge.target {
            if place.expanded(by: -1).intersects(line) { faults.append("a line passes node \(node)") }
          }
        }
      }
      #expect(faults.isEmpty, "seed \(seed): \(faults.joined(separator: ", "))")
    }
  }

  @Test func withoutFramesItIsTheLayoutItself() {
    for seed in 1...20 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let graph = Self.world(&random).graph
      #expect(FramedLayout(graph, in: [], by: layout).result == layout.layout(graph), "seed \(seed)")
    }
  }

  @Test func anEmptyFrameHasRoomForItsTitle() {
    let framed = FramedLayout(LayoutGraph(), in: [.init([]), .init([], in: 0)], by: layout)
    #expect(framed.rects.count == 2 && framed.rects[0].contains(framed.rects[1]) && framed.rects[1].size.height > 40)
  }
}
