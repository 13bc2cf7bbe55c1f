// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Where in the order something goes: directly before a node, or directly behind it.
private struct OrderPlace {
  let node: UInt32
  let isBehind: Bool
}

/// How nodes move once a search has found which have to.
///
/// Ranks are dense as long as what is moved is small: the nodes of both sides exchange their ranks then (Pearce and Kelly,
/// "A dynamic topological sort algorithm for directed acyclic graphs", ACM JEA 11, 2006). Where that gets too costly
/// the order is spaced out, once, and from then on nodes go into the holes; where there are none, a window around
/// the place is spaced anew, as small a one as has holes enough for its size (Itai, Konheim and Rodeh, "A sparse table
/// implementation of priority queues", ICALP 1981). `orderCredit` is what was spent on searching since: windows are paid
/// from it, so that an order is never spaced for less work than it saves.
extension Topology {
  /// Moves what a search has found.
  mutating func rearrange() {
    let place = chooseMoves()
    for index in 0..<search.moving.count { nodeAtRank[records[search.moving[index]].rank] = NodeRecord.none }
    if fillHoles(at: place) { return }
    if finishSearch(within: search.cost + search.cost / 2 + 16) { return exchangeRanks() }
    orderCredit = min(orderCredit + search.cost + 16, nodeCount)
    if makeSpace(at: place, for: orderCredit) { return }
    let cost = search.cost
    let isFinished = finishSearch(within: cost + costOfSpacing - orderCredit)
    orderCredit = min(orderCredit + search.cost - cost, nodeCount)
    if isFinished { return exchangeRanks() }
    _ = makeSpace(at: place, for: .max)
  }

  /// Which nodes move, in which order, and where to: if a side has come to its end, that side, directly past the other's
  /// beginning. Else what both have passed goes before the lowest node that is left ahead, which both have passed.
  private mutating func chooseMoves() -> OrderPlace {
    search.moving.removeAll()
    if search.ahead.isDone {
      for index in 0..<search.ahead.passed.count { search.moving.append(search.ahead.passed[index]) }
      return OrderPlace(node: nodeAtRank[search.range.upperBound], isBehind: true)
    }
    var (place, end) = (nodeAtRank[search.range.lowerBound], search.behind.passed.count)
    if !search.behind.isDone {
      place = search.ahead.nearest
      while end > 0, records[search.behind.passed[end - 1]].rank < records[place].rank { end -= 1 }
    }
    for index in (0..<end).reversed() { search.moving.append(search.behind.passed[index]) }
    if !search.behind.isDone {
      for index in 0..<search.ahead.passed.count { search.moving.append(search.ahead.passed[index]) }
    }
    return OrderPlace(node: place, isBehind: false)
  }

  /// Puts the nodes into holes right at the place, if there are enough.
  private mutating func fillHoles(at place: OrderPlace) -> Bool {
    let count = search.moving.count
    let rank = Int(records[place.node].rank)
    let first = place.isBehind ? rank + 1 : rank - count
    guard first >= 0, first + count <= nodeAtRank.count else { return false }
    for hole in first..<first + count where nodeAtRank[hole] != NodeRecord.none { return false }
    search.ranks.removeAll()
    for hole in first..<first + count { search.ranks.append(UInt32(hole)) }
    moveNodes()
    return true
  }

  /// Gives the ranks that both sides hold to those behind first, then to those ahead; both have been searched whole.
  private mutating func exchangeRanks() {
    search.moving.removeAll()
    search.ranks.removeAll()
    var (left, right) = (search.behind.passed.count, 0)
    for index in (0..<left).reversed() { search.moving.append(search.behind.passed[index]) }
    for index in 0..<search.ahead.passed.count { search.moving.append(search.ahead.passed[index]) }
    // Both sides were passed in order: their ranks are merged.
    while left > 0 || right < search.ahead.passed.count {
      let behind = left > 0 ? records[search.behind.passed[left - 1]].rank : .max
      let ahead = right < search.ahead.passed.count ? records[search.ahead.passed[right]].rank : .max
      search.ranks.append(min(behind, ahead))
      if behind < ahead { left -= 1 } else { right += 1 }
    }
    moveNodes()
  }

  /// Spaces a window around the place anew, with the nodes in it. Windows are aligned and have 8, 16, 32 … ranks; they
  /// have to keep the more holes the larger they are, up to a quarter, so that small ones have holes for a while. It may
  /// cost `credit`, a quarter for each rank of the window. Returns whether there was such a window.
  private mutating func makeSpace(at place: OrderPlace, for credit: Int) -> Bool {
    let rank = Int(records[place.node].rank)
    let levels = max(1, nodeAtRank.count.bitWidth - nodeAtRank.count.leadingZeroBitCount - 3)
    var (size, level, used) = (8, 0, search.moving.count)
    var window = rank..<rank
    while true {
      let spare = size * level / (4 * levels)
      guard spare <= nodeAtRank.count - nodeCount, window.count < nodeAtRank.count else { break }
      guard size / 4 <= credit else {
        orderCredit -= size / 16
        return false
      }
      let start = rank & ~(size - 1)
      let wider = start..<min(start + size, nodeAtRank.count)
      used += countNodes(wider.lowerBound..<window.lowerBound) + countNodes(window.upperBound..<wider.upperBound)
      window = wider
      if window.count - used >= spare {
        orderCredit -= size / 4
        space(window, at: place)
        return true
      }
      size *= 2
      level += 1
    }
    guard costOfSpacing <= credit else { return false }
    orderCredit -= costOfSpacing
    let end = nodeAtRank.count
    if end < nodeCount + nodeCount / 4 {
      nodeAtRank.resize(to: nodeCount + 3 * nodeCount / 4, repeating: NodeRecord.none)
    }
    space(0..<nodeAtRank.count, at: place, endBefore: end)
    return true
  }

  /// What spacing the whole order costs.
  private var costOfSpacing: Int { max(64, nodeCount / 4) }

  private func countNodes(_ ranks: Range<Int>) -> Int {
    var count = 0
    for rank in ranks where nodeAtRank[rank] != NodeRecord.none { count += 1 }
    return count
  }

  /// Spaces the nodes of a window evenly, those to be moved among them. Where the window before was here too, half of the
  /// holes lie together at the place: what comes next will often go there again.
  private mutating func space(_ window: Range<Int>, at place: OrderPlace, endBefore: Int? = nil) {
    search.sequence.removeAll()
    var gapIndex = 0
    for rank in window {
      let node = nodeAtRank[rank]
      guard node != NodeRecord.none else { continue }
      if node == place.node && place.isBehind { search.sequence.append(node) }
      if node == place.node {
        gapIndex = search.sequence.count
        for index in 0..<search.moving.count { search.sequence.append(search.moving[index]) }
        if place.isBehind { gapIndex = search.sequence.count }
      }
      if node != place.node || !place.isBehind { search.sequence.append(node) }
    }
    search.moving.removeAll()
    search.ranks.removeAll()
    // A step in units of 2^-32, rounded up, so that the last node comes to lie at the last rank.
    let isBusy = search.lastWindow.overlaps(window) && window.count < nodeAtRank.count
    let gap = isBusy ? (window.count - search.sequence.count) / 2 : 0
    search.lastWindow = window
    let step = (UInt64(window.count - gap) << 32 + UInt64(search.sequence.count - 1)) / UInt64(search.sequence.count)
    var end = UInt64(window.lowerBound) << 32
    for index in 0..<search.sequence.count {
      if index == gapIndex { end += UInt64(gap) << 32 }
      end += step
      let rank = UInt32(truncatingIfNeeded: end >> 32) - 1
      guard nodeAtRank[rank] != search.sequence[index] else { continue }
      search.moving.append(search.sequence[index])
      search.ranks.append(rank)
    }
    moveNodes(endBefore: endBefore)
  }

  /// Gives the nodes to be moved their ranks.
  private mutating func moveNodes(endBefore: Int? = nil) {
    let count = search.moving.count
    if isJournalled {
      var before: [Step.Placement] = []
      before.reserveCapacity(count + 1)
      if let endBefore { before.append(Step.Placement(node: NodeRecord.none, rank: UInt32(endBefore))) }
      for index in 0..<count {
        let node = search.moving[index]
        before.append(Step.Placement(node: node, rank: records[node].rank))
      }
      steps.append(.ranked(before))
    }
    for index in 0..<count { nodeAtRank[records[search.moving[index]].rank] = NodeRecord.none }
    for index in 0..<count {
      let (node, rank) = (search.moving[index], search.ranks[index])
      records[node].rank = rank
      nodeAtRank[rank] = node
    }
  }
}
