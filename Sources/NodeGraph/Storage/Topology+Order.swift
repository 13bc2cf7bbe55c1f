// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

extension Topology {
  /// Makes room in the order for an edge from `source` to `target`.
  ///
  /// An edge that agrees with the order costs O(1). Otherwise both ends are searched at once, forward from `target` in
  /// the order of ranks and backward from `source` against it, until one side has come to its end or both meet in rank:
  /// Haeupler, Kavitha, Mathew, Sen and Tarjan, "Incremental cycle detection, topological ordering, and strong component
  /// maintenance", ACM TALG 8 (2012). What was passed then moves to one place, for which see `rearrange`.
  ///
  /// - Returns: Nothing, or the inputs along a shortest path from `target` to `source`: the edge would close a cycle.
  package mutating func makeRoom(from source: UInt32, to target: UInt32) -> [ConsumerEntry]? {
    if source == target { return [] }
    guard records[target].rank < records[source].rank else { return nil }
    defer { search.trim() }
    if isReachable(source, from: target) { return shortestPath(from: target, to: source) }
    rearrange()
    return nil
  }

  /// Searches from both ends at once. The side goes on that has looked at less, the connections ahead included.
  private mutating func isReachable(_ source: UInt32, from target: UInt32) -> Bool {
    let range = records[target].rank...records[source].rank
    search.begin(source: source, target: target, range: range, slots: records.count)
    while search.isOpen {
      let next = Int(records[search.ahead.nearest].consumers.count)
      let isMet = search.behind.cost <= search.ahead.cost + next ? lookBehind() : lookAhead()
      if isMet { return true }
    }
    return false
  }

  /// Looks at the consumers of the lowest node ahead. Returns whether the other side has come there too.
  private mutating func lookAhead() -> Bool {
    let node = search.ahead.takeNearest()
    let list = records[node].consumers
    let outputs = layout(of: node).outputCount
    if outputs == 1 { return reach(list) }
    var isMet = false
    for output in list.first..<list.first + outputs where reach(outputLists[output]) { isMet = true }
    return isMet
  }

  private mutating func reach(_ list: ConsumerList) -> Bool {
    search.ahead.cost += Int(list.count)
    var isMet = false
    if list.hasOverflow {
      for place in list.first..<list.first + list.count where reach(consumerNodes[place]) { isMet = true }
    } else {
      if list.count > 0, reach(list.first) { isMet = true }
      if list.count > 1, reach(list.second) { isMet = true }
    }
    return isMet
  }

  @inline(__always)
  private mutating func reach(_ consumer: UInt32) -> Bool {
    let rank = records[consumer].rank
    return rank <= search.range.upperBound && search.reachAhead(consumer, rank: rank)
  }

  /// Looks at what the highest node behind reads. Returns whether the other side has come there too.
  private mutating func lookBehind() -> Bool {
    let node = search.behind.takeNearest()
    let start = records[node].arguments
    let layout = layout(of: node)
    // All inputs take one connection.
    if layout.argumentWords == layout.inputCount { return reach(start..<start + layout.inputCount) }
    var isMet = false
    for input in 0..<layout.inputCount where reach(arguments(of: InputPlace(node: node, input: input))) { isMet = true }
    return isMet
  }

  private mutating func reach(_ places: Range<UInt32>) -> Bool {
    search.behind.cost += places.count
    var isMet = false
    for place in places where arguments[place] != NodeRecord.none {
      let source = cellOwner[arguments[place]]
      guard source < CellOwner.nobody else { continue }
      let rank = records[source].rank
      if rank >= search.range.lowerBound, search.reachBehind(source, rank: rank) { isMet = true }
    }
    return isMet
  }

  /// Looks through what is left on both sides, which is known not to meet. Returns whether that was all.
  mutating func finishSearch(within cost: Int) -> Bool {
    while !search.ahead.isDone {
      guard search.cost < cost else { return false }
      _ = lookAhead()
    }
    while !search.behind.isDone {
      guard search.cost < cost else { return false }
      _ = lookBehind()
    }
    return true
  }

  /// Breadth first along consumers, so that the path is a shortest one: refusing costs the region between both ends.
  private mutating func shortestPath(from start: UInt32, to goal: UInt32) -> [ConsumerEntry] {
    let limit = records[goal].rank
    search.beginPath()
    var nodes = [start]
    // For each but the first where it was reached from, and with which argument.
    var arrivals = [(previous: UInt32(0), argument: NodeRecord.none)]
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      for output in 0..<Int(layout(of: node).outputCount) {
        let list = consumerList(of: node, output: output)
        for position in 0..<self[list: list].count {
          let entry = entry(position, of: list)
          if entry.consumer == goal {
            var path = [entry]
            while next > 0 {
              path.append(ConsumerEntry(consumer: nodes[next], argument: arrivals[next].argument))
              next = Int(arrivals[next].previous)
            }
            return path.reversed()
          }
          if records[entry.consumer].rank < limit, search.reachFirst(entry.consumer) {
            nodes.append(entry.consumer)
            arrivals.append((UInt32(next), entry.argument))
          }
        }
      }
      next += 1
    }
    preconditionFailure("both searches have met")
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
    ranks.append(end)
    nodeAtRank.resize(to: Int(end), repeating: NodeRecord.none)
    return ranks
  }
}
