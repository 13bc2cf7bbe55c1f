// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Makes room in the order for an edge from `source` to `target`: only nodes between the two move.
  ///
  /// An edge that agrees with the order costs O(1). Otherwise the nodes reachable forward from `target` and backward
  /// from `source` within the ranks between them are found and trade places: Pearce and Kelly, "A dynamic topological
  /// sort algorithm for directed acyclic graphs", ACM JEA 11 (2006).
  ///
  /// - Returns: Nothing, or the inputs along a shortest path from `target` to `source`: the edge would close a cycle.
  package mutating func makeRoom(from source: UInt32, to target: UInt32) -> [ConsumerEntry]? {
    if source == target { return [] }
    let lower = records[target].rank
    let upper = records[source].rank
    guard lower < upper else { return nil }
    let forward = searchForward(from: target, to: source, upTo: upper)
    if let path = forward.path { return path }
    let backward = searchBackward(from: source, downTo: lower)
    rearrange(backward, before: forward.visited)
    return nil
  }

  private mutating func beginMarks() {
    if marks.count < records.count { marks.resize(to: records.count, repeating: 0) }
    epoch &+= 1
    if epoch == 0 {
      // Every mark of 2^32 searches ago would look new.
      for index in 0..<marks.count { marks[index] = 0 }
      epoch = 1
    }
  }

  private mutating func mark(_ node: UInt32) -> Bool {
    guard marks[node] != epoch else { return false }
    marks[node] = epoch
    return true
  }

  /// Breadth first along consumers, so that a path found is a shortest one.
  private mutating func searchForward(
    from start: UInt32, to goal: UInt32, upTo limit: UInt32
  ) -> (visited: [UInt32], path: [ConsumerEntry]?) {
    beginMarks()
    var visited = [start]
    var arrivals = [(previous: -1, argument: NodeRecord.none)]
    _ = mark(start)
    var next = 0
    while next < visited.count {
      let node = visited[next]
      for output in 0..<Int(layout(of: node).outputCount) {
        let list = consumerList(of: node, output: output)
        for position in 0..<self[list: list].count {
          let entry = entry(position, of: list)
          if entry.consumer == goal {
            var path = [entry]
            var index = next
            while arrivals[index].previous >= 0 {
              path.append(ConsumerEntry(consumer: visited[index], argument: arrivals[index].argument))
              index = arrivals[index].previous
            }
            return (visited, path.reversed())
          }
          if records[entry.consumer].rank < limit, mark(entry.consumer) {
            visited.append(entry.consumer)
            arrivals.append((next, entry.argument))
          }
        }
      }
      next += 1
    }
    return (visited, nil)
  }

  private mutating func searchBackward(from start: UInt32, downTo limit: UInt32) -> [UInt32] {
    beginMarks()
    var visited = [start]
    _ = mark(start)
    var next = 0
    while next < visited.count {
      let node = visited[next]
      next += 1
      for input in 0..<layout(of: node).inputCount {
        for argument in arguments(of: InputPlace(node: node, input: input))
        where argumentPosition[argument] != NodeRecord.none {
          let source = cellOwner[arguments[argument]]
          if records[source].rank > limit, mark(source) { visited.append(source) }
        }
      }
    }
    return visited
  }

  /// Gives the ranks that both groups hold first to the one, then to the other, each keeping its own order.
  private mutating func rearrange(_ first: [UInt32], before second: [UInt32]) {
    let (first, second) = (byRank(first), byRank(second))
    var ordered: [UInt32] = []
    var ranks: [UInt32] = []
    ordered.reserveCapacity(first.count + second.count)
    ranks.reserveCapacity(first.count + second.count)
    for key in first { ordered.append(UInt32(truncatingIfNeeded: key)) }
    for key in second { ordered.append(UInt32(truncatingIfNeeded: key)) }
    // Both are sorted: their ranks are merged.
    var (left, right) = (0, 0)
    while left < first.count || right < second.count {
      if right == second.count || (left < first.count && first[left] < second[right]) {
        ranks.append(UInt32(truncatingIfNeeded: first[left] >> 32))
        left += 1
      } else {
        ranks.append(UInt32(truncatingIfNeeded: second[right] >> 32))
        right += 1
      }
    }
    place(ordered, at: ranks)
  }

  /// Each node with its rank above it, in the order of the ranks: plain numbers sort three times as fast as nodes whose
  /// ranks are looked up.
  private func byRank(_ nodes: [UInt32]) -> [UInt64] {
    var keys: [UInt64] = []
    keys.reserveCapacity(nodes.count)
    for node in nodes { keys.append(UInt64(records[node].rank) << 32 | UInt64(node)) }
    keys.sort()
    return keys
  }

  private mutating func place(_ nodes: [UInt32], at ranks: [UInt32]) {
    if isJournalled {
      var before: [Step.Placement] = []
      before.reserveCapacity(nodes.count)
      for node in nodes { before.append(Step.Placement(node: node, rank: records[node].rank)) }
      steps.append(.ranked(before))
    }
    for (node, rank) in zip(nodes, ranks) {
      records[node].rank = rank
      nodeAtRank[rank] = node
    }
  }

  /// How many connections to be made are against the order. Done for some at a time before they are made: the
  /// processor fetches their records side by side, which it would otherwise wait for one by one (60–100 ns each).
  func countDisagreeing(_ connections: ArraySlice<Connection>) -> Int {
    connections.count { connection in
      let (source, target) = (connection.source.node.slot, connection.target.node.slot)
      guard source < records.count, target < records.count else { return true }
      return records[source].rank >= records[target].rank
    }
  }

  /// Sorts everything at once: Kahn (1962), nodes that are ready taken in the order they had.
  ///
  /// - Returns: The nodes left on or behind cycles; the order is unchanged unless there are none.
  package mutating func sortAll() -> [UInt32] {
    var missing = [UInt32](repeating: 0, count: records.count)
    var nodes: [UInt32] = []
    var ranks: [UInt32] = []
    nodes.reserveCapacity(nodeCount)
    ranks.reserveCapacity(nodeCount)
    for rank in 0..<UInt32(nodeAtRank.count) where nodeAtRank[rank] != NodeRecord.none {
      nodes.append(nodeAtRank[rank])
      ranks.append(rank)
    }
    for node in nodes { forEachConsumer(of: node) { missing[Int($0)] += 1 } }
    var ordered = nodes.filter { missing[Int($0)] == 0 }
    ordered.reserveCapacity(nodes.count)
    var next = 0
    while next < ordered.count {
      forEachConsumer(of: ordered[next]) { consumer in
        missing[Int(consumer)] -= 1
        if missing[Int(consumer)] == 0 { ordered.append(consumer) }
      }
      next += 1
    }
    guard ordered.count == nodes.count else { return nodes.filter { missing[Int($0)] > 0 } }
    place(ordered, at: ranks)
    return []
  }

  @inline(__always)
  func forEachConsumer(of node: UInt32, _ body: (UInt32) -> Void) {
    guard layout(of: node).outputCount == 1 else { return forEachConsumer(of: node, outputs: .max, body) }
    let list = records[node].consumers
    if list.hasOverflow {
      for place in list.first..<list.first + list.count { body(consumerNodes[place]) }
    } else {
      if list.count > 0 { body(list.first) }
      if list.count > 1 { body(list.second) }
    }
  }

  /// Whether the holes of removed nodes are the greater part, besides those that have to stay.
  package func hasManyHoles(reserved: Int) -> Bool {
    nodeAtRank.count > 64 && nodeAtRank.count > 2 * (nodeCount + reserved)
  }

  /// Closes the holes of removed nodes, but for those at ranks that have to stay.
  ///
  /// - Returns: For each rank before the one it has now; those of closed holes mean nothing.
  @discardableResult
  package mutating func closeOrder(keeping reserved: Set<UInt32> = []) -> [UInt32] {
    var ranks: [UInt32] = []
    ranks.reserveCapacity(nodeAtRank.count)
    var end: UInt32 = 0
    for rank in 0..<UInt32(nodeAtRank.count) {
      ranks.append(end)
      let node = nodeAtRank[rank]
      guard node != NodeRecord.none || reserved.contains(rank) else { continue }
      nodeAtRank[end] = node
      if node != NodeRecord.none { records[node].rank = end }
      end += 1
    }
    nodeAtRank.resize(to: Int(end), repeating: NodeRecord.none)
    return ranks
  }
}
