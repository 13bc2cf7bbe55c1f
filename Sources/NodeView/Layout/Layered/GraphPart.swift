// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// A connected part of a graph.
struct GraphPart {
  /// The part as a separate graph.
  var graph = LayoutGraph()
  /// The previous positions of its nodes.
  var previous: [GraphPoint?] = []
  /// The index in the whole graph of each node and edge of the part.
  var nodes: [Int] = []
  var edges: [Int] = []

  /// Whether any of its nodes has a previous position.
  var hasPlaces: Bool { previous.contains { $0 != nil } }

  /// The parts, in the order of their first nodes.
  static func parts(of graph: LayoutGraph, previous: [GraphPoint?]) -> [GraphPart] {
    var leader = Array(graph.nodes.indices)
    func first(_ node: Int) -> Int {
      var node = node
      while leader[node] != node {
        leader[node] = leader[leader[node]]
        node = leader[node]
      }
      return node
    }
    for edge in graph.edges {
      let (source, target) = (first(edge.source), first(edge.target))
      leader[max(source, target)] = min(source, target)
    }
    var parts: [GraphPart] = []
    var part = [Int](repeating: -1, count: leader.count)
    var place = part
    for node in leader.indices {
      let leading = first(node)
      if leading == node {
        part[node] = parts.count
        parts.append(GraphPart())
      }
      part[node] = part[leading]
      place[node] = parts[part[node]].nodes.count
      parts[part[node]].nodes.append(node)
      parts[part[node]].graph.nodes.append(graph.nodes[node])
      parts[part[node]].previous.append(previous.isEmpty ? nil : previous[node])
    }
    for (index, edge) in graph.edges.enumerated() {
      parts[part[edge.source]].edges.append(index)
      parts[part[edge.source]].graph.edges.append(
        LayoutGraph.Edge(
          from: place[edge.source], output: edge.output, to: place[edge.target], input: edge.input))
    }
    return parts
  }
}
