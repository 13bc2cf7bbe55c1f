// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Assigns every node a layer, so that every arc leads to a later one and arcs are short.
///
/// Ranks begin as those of longest paths. Small graphs then get the shortest possible arcs (``NetworkSimplex``). In
/// large graphs, each node moves within its slack to the side on which it has more arcs.
struct Ranking {
  /// An edge, reversed if it runs backwards.
  struct Arc {
    var source: Int
    var target: Int
  }

  private let arcs: [Arc]
  private let outgoing: Incidence
  private let incoming: Incidence
  private var order: [Int] = []
  private(set) var rank: [Int]

  /// The product of nodes and arcs up to which the shortest possible arcs are computed.
  static let simplexLimit = 8_000_000

  init(nodeCount: Int, arcs: [Arc]) {
    self.arcs = arcs
    outgoing = Incidence(of: arcs.map(\.source), count: nodeCount)
    incoming = Incidence(of: arcs.map(\.target), count: nodeCount)
    rank = [Int](repeating: 0, count: nodeCount)
    findLongestPaths()
    if nodeCount * arcs.count <= Self.simplexLimit {
      var simplex = NetworkSimplex(arcs: arcs, rank: rank, outgoing: outgoing, incoming: incoming)
      simplex.run()
      rank = simplex.rank
    } else {
      tighten()
    }
    let first = rank.min() ?? 0
    for node in rank.indices { rank[node] -= first }
  }

  private mutating func findLongestPaths() {
    var waiting = rank.indices.map { incoming[$0].count }
    order = rank.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < order.count {
      let node = order[next]
      next += 1
      for arc in outgoing[node] {
        let target = arcs[arc].target
        rank[target] = max(rank[target], rank[node] + 1)
        waiting[target] -= 1
        if waiting[target] == 0 { order.append(target) }
      }
    }
  }

  private mutating func tighten() {
    for _ in 0..<4 {
      for node in order.reversed() where outgoing[node].count > incoming[node].count {
        rank[node] = outgoing[node].reduce(Int.max) { min($0, rank[arcs[$1].target] - 1) }
      }
      for node in order where incoming[node].count > outgoing[node].count {
        rank[node] = incoming[node].reduce(Int.min) { max($0, rank[arcs[$1].source] + 1) }
      }
    }
  }
}
