// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Finds the edges that run backwards.
///
/// Only edges inside a strongly connected component can run backwards. There, the nodes are put into a row with few
/// edges against its direction. Two rows are tried: that of Eades, Lin and Smyth, "A fast and effective heuristic for
/// the feedback arc set problem" (1993), and that of a depth-first search. In both, nodes then move to better
/// positions.
struct CycleRemoval {
  /// The number of nodes up to which rows are improved.
  static let improvementLimit = 2000

  private let component: [Int]
  private let outgoing: Incidence
  private let incoming: Incidence
  private let edges: [LayoutGraph.Edge]

  init(_ graph: LayoutGraph) {
    edges = graph.edges
    outgoing = Incidence(of: edges.map(\.source), count: graph.nodes.count)
    incoming = Incidence(of: edges.map(\.target), count: graph.nodes.count)
    component = strongComponents(of: edges, outgoing: outgoing)
  }

  /// Sets of edges that may run backwards, beginning with the smallest.
  ///
  /// If any node has a previous position, the only set is that of the edges that ran backwards before.
  func candidates(previous: [GraphPoint?]) -> [[Bool]] {
    let isClosing = edges.map { component[$0.source] == component[$0.target] }
    guard isClosing.contains(true) else { return [isClosing] }
    if previous.contains(where: { $0 != nil }) { return [against(places(of: rowByPlace(previous)), isClosing)] }
    let (greedy, searched) = (greedyRow(isClosing), depthFirstRow(isClosing))
    let candidates = [improved(searched, isClosing), improved(greedy, isClosing), searched, greedy]
      .map { against(places(of: $0), isClosing) }
    let counts = candidates.map { $0.count { $0 } }
    let sorted = candidates.indices.sorted { (counts[$0], $0) < (counts[$1], $1) }
    return sorted.enumerated().filter { index, candidate in
      !sorted[..<index].contains { candidates[$0] == candidates[candidate] }
    }.map { candidates[$1] }
  }

  private func against(_ places: [Int], _ isClosing: [Bool]) -> [Bool] {
    edges.indices.map { isClosing[$0] && places[edges[$0].source] >= places[edges[$0].target] }
  }

  /// The nodes by their horizontal positions from left to right. A new node follows the last node that leads to it.
  private func rowByPlace(_ previous: [GraphPoint?]) -> [Int] {
    let across = previous.indices.map { node in
      previous[node]?.x
        ?? incoming[node].compactMap { previous[edges[$0].source]?.x }.max().map { $0.nextUp }
        ?? -.infinity
    }
    return across.indices.sorted { (across[$0], $0) < (across[$1], $1) }
  }

  private func places(of row: [Int]) -> [Int] {
    var places = [Int](repeating: 0, count: row.count)
    for (place, node) in row.enumerated() { places[node] = place }
    return places
  }

  /// Takes sinks from the right end, sources from the left end, and otherwise the node with the greatest surplus of
  /// outgoing edges.
  private func greedyRow(_ isClosing: [Bool]) -> [Int] {
    var buckets = DegreeBuckets(outgoing.count)
    for edge in edges.indices where isClosing[edge] && edges[edge].source != edges[edge].target {
      buckets.outDegree[edges[edge].source] += 1
      buckets.inDegree[edges[edge].target] += 1
    }
    buckets.fill()
    var left: [Int] = []
    var right: [Int] = []
    while let node = buckets.next() {
      if buckets.outDegree[node] == 0 { right.append(node) } else { left.append(node) }
      for edge in outgoing[node] where isClosing[edge] { buckets.loseInput(edges[edge].target) }
      for edge in incoming[node] where isClosing[edge] { buckets.loseOutput(edges[edge].source) }
    }
    return left + right.reversed()
  }

  /// The nodes in the reverse order in which a depth-first search leaves them.
  private func depthFirstRow(_ isClosing: [Bool]) -> [Int] {
    var isMet = [Bool](repeating: false, count: outgoing.count)
    var remaining = (0..<outgoing.count).map { outgoing[$0] }
    var row: [Int] = []
    var path: [Int] = []
    let starts = (0..<outgoing.count).sorted {
      let first = incoming[$0].allSatisfy { !isClosing[$0] || edges[$0].source == edges[$0].target }
      let second = incoming[$1].allSatisfy { !isClosing[$0] || edges[$0].source == edges[$0].target }
      return first != second ? first : $0 < $1
    }
    for start in starts where !isMet[start] {
      isMet[start] = true
      path.append(start)
      while let node = path.last {
        guard let edge = remaining[node].popFirst() else {
          row.append(node)
          path.removeLast()
          continue
        }
        guard isClosing[edge], !isMet[edges[edge].target] else { continue }
        isMet[edges[edge].target] = true
        path.append(edges[edge].target)
      }
    }
    return row.reversed()
  }

  /// Moves each node to the position with the fewest backward edges, as long as that is a gain. Large rows aren't
  /// changed.
  private func improved(_ row: [Int], _ isClosing: [Bool]) -> [Int] {
    guard row.count <= Self.improvementLimit else { return row }
    var row = row
    for _ in 0..<6 {
      var hasGained = false
      for node in 0..<row.count {
        let places = self.places(of: row)
        var ends: [(place: Int, isSource: Bool)] = []
        for edge in incoming[node] where isClosing[edge] && edges[edge].source != node {
          ends.append((places[edges[edge].source], true))
        }
        for edge in outgoing[node] where isClosing[edge] && edges[edge].target != node {
          ends.append((places[edges[edge].target], false))
        }
        guard ends.count > 1 else { continue }
        // In front of all other nodes, the edges from all sources run backwards. Each source that is passed rights one
        // edge, each target reverses one.
        ends.sort { $0.place < $1.place }
        let sources = ends.count { $0.isSource }
        var (wrong, best, place) = (sources, sources, -1)
        var now = sources
        for end in ends {
          wrong += end.isSource ? -1 : 1
          if end.place < places[node] { now = wrong }
          if wrong < best { (best, place) = (wrong, end.place) }
        }
        guard best < now else { continue }
        row.remove(at: places[node])
        row.insert(node, at: place < places[node] ? place + 1 : place)
        hasGained = true
      }
      if !hasGained { break }
    }
    return row
  }
}
