// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Computes ranks with the least total arc length.
///
/// Gansner, Koutsofios, North and Vo, "A technique for drawing directed graphs" (1993). Cut values are computed from
/// sums of degrees over subtrees, so that a whole tree is updated in linear time.
struct NetworkSimplex {
  private let arcs: [Ranking.Arc]
  private let outgoing: Incidence
  private let incoming: Incidence
  private(set) var rank: [Int]
  private var isInTree: [Bool]
  private var parentArc: [Int]
  /// The nodes, parents before children. A subtree is a range of them.
  private var preorder: [Int] = []
  private var place: [Int]
  private var subtreeEnd: [Int]

  /// The number of arcs and nodes that are visited before the search stops with the result so far.
  static let workLimit = 20_000_000

  /// Begins with ranks at which every arc is at least one layer long. The graph is connected.
  init(arcs: [Ranking.Arc], rank: [Int], outgoing: Incidence, incoming: Incidence) {
    self.arcs = arcs
    self.rank = rank
    self.outgoing = outgoing
    self.incoming = incoming
    isInTree = [Bool](repeating: false, count: arcs.count)
    parentArc = [Int](repeating: -1, count: rank.count)
    place = parentArc
    subtreeEnd = parentArc
  }

  private func slack(_ arc: Int) -> Int { rank[arcs[arc].target] - rank[arcs[arc].source] - 1 }

  mutating func run() {
    guard !rank.isEmpty, growTree() else { return }
    var work = 0
    while work < Self.workLimit {
      work += arcs.count + rank.count
      walkTree()
      guard let leaving = leavingChild(), let entering = enteringArc(leaving) else { return }
      let step = arcs[parentArc[leaving]].source == leaving ? -slack(entering) : slack(entering)
      for index in place[leaving]..<subtreeEnd[leaving] { rank[preorder[index]] += step }
      isInTree[parentArc[leaving]] = false
      isInTree[entering] = true
    }
  }

  /// Spans the graph with tight arcs, and moves the nodes spanned so far until the shortest arc that leaves them is
  /// tight.
  private mutating func growTree() -> Bool {
    var members = [0]
    var isMember = [Bool](repeating: false, count: rank.count)
    isMember[0] = true
    var next = 0
    while true {
      while next < members.count {
        let node = members[next]
        next += 1
        for arc in outgoing[node] where !isMember[arcs[arc].target] && slack(arc) == 0 {
          isInTree[arc] = true
          isMember[arcs[arc].target] = true
          members.append(arcs[arc].target)
        }
        for arc in incoming[node] where !isMember[arcs[arc].source] && slack(arc) == 0 {
          isInTree[arc] = true
          isMember[arcs[arc].source] = true
          members.append(arcs[arc].source)
        }
      }
      if members.count == rank.count { return true }
      var best = -1
      for arc in arcs.indices where isMember[arcs[arc].source] != isMember[arcs[arc].target] {
        if best < 0 || slack(arc) < slack(best) { best = arc }
      }
      guard best >= 0 else { return false }
      let step = isMember[arcs[best].source] ? slack(best) : -slack(best)
      for member in members { rank[member] += step }
      next = 0
    }
  }

  private mutating func walkTree() {
    var degree = [Int](repeating: 0, count: rank.count + 1)
    for arc in arcs.indices where isInTree[arc] {
      degree[arcs[arc].source + 1] += 1
      degree[arcs[arc].target + 1] += 1
    }
    for node in rank.indices { degree[node + 1] += degree[node] }
    var free = degree
    var treeArcs = [Int](repeating: 0, count: degree[rank.count])
    for arc in arcs.indices where isInTree[arc] {
      treeArcs[free[arcs[arc].source]] = arc
      treeArcs[free[arcs[arc].target]] = arc
      free[arcs[arc].source] += 1
      free[arcs[arc].target] += 1
    }
    preorder.removeAll(keepingCapacity: true)
    parentArc[0] = -1
    var stack = [0]
    while let node = stack.popLast() {
      place[node] = preorder.count
      preorder.append(node)
      for index in degree[node]..<degree[node + 1] where treeArcs[index] != parentArc[node] {
        let arc = arcs[treeArcs[index]]
        let child = arc.source == node ? arc.target : arc.source
        parentArc[child] = treeArcs[index]
        stack.append(child)
      }
    }
    for node in preorder { subtreeEnd[node] = place[node] + 1 }
    for node in preorder.reversed() where parentArc[node] >= 0 {
      let arc = arcs[parentArc[node]]
      let parent = arc.source == node ? arc.target : arc.source
      subtreeEnd[parent] = max(subtreeEnd[parent], subtreeEnd[node])
    }
  }

  /// The lower end of the tree arc that would shorten the total most, by the outgoing minus the incoming arcs of the
  /// subtree below it, in which inner arcs cancel out.
  private func leavingChild() -> Int? {
    var sums = [Int](repeating: 0, count: preorder.count + 1)
    for (index, node) in preorder.enumerated() {
      sums[index + 1] = sums[index] + outgoing[node].count - incoming[node].count
    }
    var best: (child: Int, cut: Int)?
    for node in rank.indices where parentArc[node] >= 0 {
      let net = sums[subtreeEnd[node]] - sums[place[node]]
      let cut = arcs[parentArc[node]].source == node ? net : -net
      if cut < best?.cut ?? 0 { best = (node, cut) }
    }
    return best?.child
  }

  /// The shortest arc that leads from the head side of the leaving arc back to its tail side.
  private func enteringArc(_ child: Int) -> Int? {
    let childIsTail = arcs[parentArc[child]].source == child
    let range = place[child]..<subtreeEnd[child]
    var best: Int?
    for arc in arcs.indices where !isInTree[arc] {
      guard range.contains(place[arcs[arc].source]) != childIsTail,
        range.contains(place[arcs[arc].target]) == childIsTail
      else { continue }
      if let found = best, slack(found) <= slack(arc) { continue }
      best = arc
    }
    return best
  }
}
