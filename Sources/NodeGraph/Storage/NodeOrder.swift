// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The topological order: which node has which rank, and how nodes move when an edge is against it.
///
/// The rank of a node is written twice, here and in its record, where searches and the evaluator read it; only this
/// structure writes either. A removed node leaves a hole until the order is closed.
///
/// A search (`OrderSearch`) finds which nodes have to move. Ranks are dense as long as what is moved is small: the nodes
/// of both sides permute their ranks then (Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic
/// graphs", ACM JEA 11, 2006). Where that gets too costly the order is spaced out, once, and from then on nodes go into
/// the holes; where there are none, a window around the place is spaced again, as small a one as has holes enough for its
/// size (Itai, Konheim and Rodeh, "A sparse table implementation of priority queues", ICALP 1981). Spacing is paid from
/// a `SpacingBudget`, which searches fill.
///
/// Invariants (see `checkInvariants`): ranks and nodes name each other; each edge leads to a higher rank.
@usableFromInline
package struct NodeOrder: ~Copyable {
  /// By rank the slot of a node, or `NodeRecord.none`.
  @usableFromInline package private(set) var nodeAtRank = Buffer<UInt32>()
  /// How many nodes have a rank.
  @usableFromInline package private(set) var nodeCount = 0
  private var search = OrderSearch()
  private(set) var budget = SpacingBudget()

  /// The nodes to be moved, in the order they will have, and the ranks they will have.
  private var moving = Buffer<UInt32>()
  private var ranks = Buffer<UInt32>()
  /// The nodes of a window, when it is spaced.
  private var sequence = Buffer<UInt32>()
  /// The window that was spaced last.
  private var lastWindow = 0..<0

  package init() {}

  // MARK: Single nodes

  /// The rank behind the last one.
  @inline(__always)
  var end: UInt32 { UInt32(truncatingIfNeeded: nodeAtRank.count) }

  /// Adds a node at the end. Its record has this rank already.
  @inline(__always)
  package mutating func append(_ slot: UInt32) {
    nodeAtRank.append(slot)
    nodeCount += 1
  }

  /// Takes the last node out again.
  mutating func removeLast(_ slot: UInt32, in wiring: inout Wiring) {
    precondition(wiring.records[slot].rank == end - 1, "nodes leave in the reverse order in which they came")
    _ = nodeAtRank.removeLast()
    wiring.records[slot].rank = NodeRecord.none
    wiring.version &+= 1
    nodeCount -= 1
  }

  /// Takes a node out, which leaves a hole. Returns the rank it had.
  @inline(__always)
  mutating func remove(_ slot: UInt32, in wiring: inout Wiring) -> UInt32 {
    let rank = wiring.records[slot].rank
    nodeAtRank[rank] = NodeRecord.none
    wiring.records[slot].rank = NodeRecord.none
    wiring.version &+= 1
    nodeCount -= 1
    return rank
  }

  /// Puts a node back into the hole that it left.
  mutating func insert(_ slot: UInt32, at rank: UInt32, in wiring: inout Wiring) {
    nodeAtRank[rank] = slot
    wiring.records[slot].rank = rank
    nodeCount += 1
  }

  mutating func reserve(_ count: Int) { nodeAtRank.reserve(count) }

  // MARK: Edges

  /// Makes room in the order for an edge from `source` to `target`. An edge that agrees with the order costs O(1).
  ///
  /// Postcondition: Unless a path is returned, the rank of `source` is lower than that of `target`.
  ///
  /// - Returns: `nil`, or the inputs along a shortest path from `target` to `source`: the edge would close a cycle, and
  ///   the order is unchanged.
  mutating func makeRoom(
    from source: UInt32, to target: UInt32, in wiring: inout Wiring, _ journal: inout EditJournal
  ) -> [ConsumerEntry]? {
    if source == target { return [] }
    guard wiring.records[target].rank < wiring.records[source].rank else { return nil }
    defer { trim() }
    if search.isReachable(source, from: target, in: wiring) {
      return search.shortestPath(from: target, to: source, in: wiring)
    }
    rearrange(in: &wiring, &journal)
    return nil
  }

  /// Where in the order something goes: directly before a node, or directly behind it.
  private struct Place {
    let node: UInt32
    let isBehind: Bool
  }

  /// How much further a search goes for the sake of permuting ranks, which needs both sides searched whole: half as far
  /// again, and 16, so that short ones are always finished. Permuting keeps the order dense, which is worth that much.
  private static func limit(ofFinishing cost: Int) -> Int { cost + cost / 2 + 16 }

  /// Moves nodes that a search has passed, in the cheapest way: into holes right there, by permuting the ranks of both
  /// sides where they are soon searched whole, or by spacing a window for which the budget is enough. Where it isn't, the
  /// search goes on until it is finished, or has paid for spacing the order.
  ///
  /// Precondition: The search has ended without meeting.
  ///
  /// Postconditions: The source of the search has a lower rank than its target; every edge of the graph still leads to
  /// a higher rank; nodes that neither side has passed keep their sequence.
  private mutating func rearrange(in wiring: inout Wiring, _ journal: inout EditJournal) {
    let place = chooseMoves(wiring.records)
    for index in 0..<moving.count { nodeAtRank[wiring.records[moving[index]].rank] = NodeRecord.none }
    if fillHoles(at: place, in: &wiring, &journal) { return }
    if search.finish(within: Self.limit(ofFinishing: search.cost), in: wiring) {
      return permuteRanks(in: &wiring, &journal)
    }
    budget.earn(search.cost + SpacingBudget.bonus, nodes: nodeCount)
    if makeSpace(at: place, in: &wiring, &journal) { return }
    let cost = search.cost
    let missing = SpacingBudget.price(ofOrder: nodeCount) - budget.credit
    let isFinished = search.finish(within: cost + missing, in: wiring)
    budget.earn(search.cost - cost, nodes: nodeCount)
    if isFinished { return permuteRanks(in: &wiring, &journal) }
    _ = makeSpace(at: place, atAnyPrice: true, in: &wiring, &journal)
  }

  /// Which nodes move, in which order, and where to: if a side has come to its end, that side, directly past the other's
  /// beginning. Else what both have passed goes before the lowest node that is left ahead, which both have passed.
  private mutating func chooseMoves(_ records: borrowing Buffer<NodeRecord>) -> Place {
    moving.removeAll()
    if search.ahead.isDone {
      for index in 0..<search.ahead.passed.count { moving.append(search.ahead.passed[index]) }
      return Place(node: nodeAtRank[search.range.upperBound], isBehind: true)
    }
    var (place, end) = (nodeAtRank[search.range.lowerBound], search.behind.passed.count)
    if !search.behind.isDone {
      place = search.ahead.nearest
      while end > 0, records[search.behind.passed[end - 1]].rank < records[place].rank { end -= 1 }
    }
    for index in (0..<end).reversed() { moving.append(search.behind.passed[index]) }
    if !search.behind.isDone {
      for index in 0..<search.ahead.passed.count { moving.append(search.ahead.passed[index]) }
    }
    return Place(node: place, isBehind: false)
  }

  /// Puts the nodes to be moved into holes right at the place, if there are enough.
  private mutating func fillHoles(at place: Place, in wiring: inout Wiring, _ journal: inout EditJournal) -> Bool {
    let count = moving.count
    let rank = Int(wiring.records[place.node].rank)
    let first = place.isBehind ? rank + 1 : rank - count
    guard first >= 0, first + count <= nodeAtRank.count else { return false }
    for hole in first..<first + count where nodeAtRank[hole] != NodeRecord.none { return false }
    ranks.removeAll()
    for hole in first..<first + count { ranks.append(UInt32(hole)) }
    moveNodes(in: &wiring, &journal)
    return true
  }

  /// Gives the ranks that both sides hold to those behind first, then to those ahead; both have been searched whole.
  ///
  /// Postcondition: The same ranks are in use, and both sides keep their own sequence.
  private mutating func permuteRanks(in wiring: inout Wiring, _ journal: inout EditJournal) {
    moving.removeAll()
    ranks.removeAll()
    var (left, right) = (search.behind.passed.count, 0)
    for index in (0..<left).reversed() { moving.append(search.behind.passed[index]) }
    for index in 0..<search.ahead.passed.count { moving.append(search.ahead.passed[index]) }
    // Both sides were passed in order: their ranks are merged.
    while left > 0 || right < search.ahead.passed.count {
      let behind = left > 0 ? wiring.records[search.behind.passed[left - 1]].rank : .max
      let ahead = right < search.ahead.passed.count ? wiring.records[search.ahead.passed[right]].rank : .max
      ranks.append(min(behind, ahead))
      if behind < ahead { left -= 1 } else { right += 1 }
    }
    moveNodes(in: &wiring, &journal)
  }

  // MARK: Spacing

  /// The smallest window. Smaller ones would be spaced so often that looking for them costs more.
  private static let leastWindow = 8

  /// How many holes a window has to keep: the more the larger it is, from none for the smallest up to a quarter for the
  /// whole order, so that small ones have holes for a while.
  private static func spare(inWindow size: Int, level: Int, of levels: Int) -> Int { size * level / (4 * levels) }

  /// Spaces a window around the place, or the whole order, with the nodes to be moved at the place. Windows are aligned
  /// and have 8, 16, 32 … ranks; the first that keeps enough holes is taken.
  ///
  /// Postcondition: If it returns true, the nodes to be moved lie side by side at the place, all nodes of the window keep
  /// their sequence, and the budget has paid for it. If not, no rank has changed.
  ///
  /// - Parameters:
  ///   - place: Where the nodes to be moved go.
  ///   - atAnyPrice: Whether to do so also if the budget isn't enough, which is then overdrawn.
  ///   - wiring: The records with the ranks.
  ///   - journal: Gets the moves as a step.
  /// - Returns: Whether there was such a window that the budget affords.
  private mutating func makeSpace(
    at place: Place, atAnyPrice: Bool = false, in wiring: inout Wiring, _ journal: inout EditJournal
  ) -> Bool {
    let rank = Int(wiring.records[place.node].rank)
    // How often the size doubles until the window is the order.
    let levels = max(1, nodeAtRank.count.bitWidth - nodeAtRank.count.leadingZeroBitCount - 3)
    var (size, level, used) = (Self.leastWindow, 0, moving.count)
    var window = rank..<rank
    while true {
      let spare = Self.spare(inWindow: size, level: level, of: levels)
      guard spare <= nodeAtRank.count - nodeCount, window.count < nodeAtRank.count else { break }
      guard atAnyPrice || budget.affords(SpacingBudget.price(ofWindow: size)) else {
        budget.spend(SpacingBudget.price(ofLookingAt: size))
        return false
      }
      let start = rank & ~(size - 1)
      let wider = start..<min(start + size, nodeAtRank.count)
      used += countNodes(wider.lowerBound..<window.lowerBound) + countNodes(window.upperBound..<wider.upperBound)
      window = wider
      if window.count - used >= spare {
        budget.spend(SpacingBudget.price(ofWindow: size))
        space(window, at: place, in: &wiring, &journal)
        return true
      }
      size *= 2
      level += 1
    }
    let price = SpacingBudget.price(ofOrder: nodeCount)
    guard atAnyPrice || budget.affords(price) else { return false }
    budget.spend(price)
    let end = nodeAtRank.count
    // It is spaced out once fewer than a fifth of its ranks are holes, and then has 3 holes for 4 nodes.
    if end < nodeCount + nodeCount / 4 {
      nodeAtRank.resize(to: nodeCount + 3 * nodeCount / 4, repeating: NodeRecord.none)
    }
    space(0..<nodeAtRank.count, at: place, endBefore: end, in: &wiring, &journal)
    return true
  }

  private func countNodes(_ ranks: Range<Int>) -> Int {
    var count = 0
    for rank in ranks where nodeAtRank[rank] != NodeRecord.none { count += 1 }
    return count
  }

  /// Spaces the nodes of a window evenly, those to be moved among them. Where the window before was here too, half of the
  /// holes lie together at the place: what comes next will often go there again.
  private mutating func space(
    _ window: Range<Int>, at place: Place, endBefore: Int? = nil, in wiring: inout Wiring,
    _ journal: inout EditJournal
  ) {
    let gapIndex = collect(window, at: place)
    moving.removeAll()
    ranks.removeAll()
    // A step in units of 2^-32, rounded up, so that the last node comes to lie at the last rank.
    let isBusy = lastWindow.overlaps(window) && window.count < nodeAtRank.count
    let gap = isBusy ? (window.count - sequence.count) / 2 : 0
    lastWindow = window
    let step = (UInt64(window.count - gap) << 32 + UInt64(sequence.count - 1)) / UInt64(sequence.count)
    var end = UInt64(window.lowerBound) << 32
    for index in 0..<sequence.count {
      if index == gapIndex { end += UInt64(gap) << 32 }
      end += step
      let rank = UInt32(truncatingIfNeeded: end >> 32) - 1
      guard nodeAtRank[rank] != sequence[index] else { continue }
      moving.append(sequence[index])
      ranks.append(rank)
    }
    moveNodes(endBefore: endBefore, in: &wiring, &journal)
  }

  /// Collects the nodes of a window in `sequence`, those to be moved at the place. Returns where more would be wanted
  /// that come to the same place.
  private mutating func collect(_ window: Range<Int>, at place: Place) -> Int {
    sequence.removeAll()
    var gapIndex = 0
    for rank in window {
      let node = nodeAtRank[rank]
      guard node != NodeRecord.none else { continue }
      if node == place.node && place.isBehind { sequence.append(node) }
      if node == place.node {
        gapIndex = sequence.count
        for index in 0..<moving.count { sequence.append(moving[index]) }
        if place.isBehind { gapIndex = sequence.count }
      }
      if node != place.node || !place.isBehind { sequence.append(node) }
    }
    return gapIndex
  }

  /// Gives the nodes to be moved their ranks, as one step.
  private mutating func moveNodes(endBefore: Int? = nil, in wiring: inout Wiring, _ journal: inout EditJournal) {
    let count = moving.count
    if count == 1, endBefore == nil {
      let before = restoreRank(GraphStep.Placement(node: moving[0], rank: ranks[0]), in: &wiring)
      return journal.note(.placed(before))
    }
    if journal.isOpen {
      var before: [GraphStep.Placement] = []
      before.reserveCapacity(count + 1)
      if let endBefore { before.append(GraphStep.Placement(node: NodeRecord.none, rank: UInt32(endBefore))) }
      for index in 0..<count {
        let node = moving[index]
        before.append(GraphStep.Placement(node: node, rank: wiring.records[node].rank))
      }
      journal.steps.append(.ranked(before))
    }
    for index in 0..<count { nodeAtRank[wiring.records[moving[index]].rank] = NodeRecord.none }
    for index in 0..<count {
      let (node, rank) = (moving[index], ranks[index])
      wiring.records[node].rank = rank
      nodeAtRank[rank] = node
    }
  }

  /// Gives nodes, and the end of the order, the ranks that a step remembers.
  ///
  /// - Returns: The ranks that they had, so that restoring those takes this back.
  package mutating func restoreRanks(
    _ placements: [GraphStep.Placement], in wiring: inout Wiring
  ) -> [GraphStep.Placement] {
    let present = placements.map { placement in
      let isEnd = placement.node == NodeRecord.none
      return GraphStep.Placement(
        node: placement.node, rank: isEnd ? end : wiring.records[placement.node].rank)
    }
    for placement in present where placement.node != NodeRecord.none { nodeAtRank[placement.rank] = NodeRecord.none }
    for placement in placements {
      if placement.node == NodeRecord.none {
        nodeAtRank.resize(to: Int(placement.rank), repeating: NodeRecord.none)
      } else {
        wiring.records[placement.node].rank = placement.rank
        nodeAtRank[placement.rank] = placement.node
      }
    }
    return present
  }

  /// Gives a node a rank that no other has. Returns the place that it had.
  mutating func restoreRank(_ placement: GraphStep.Placement, in wiring: inout Wiring) -> GraphStep.Placement {
    let before = wiring.records[placement.node].rank
    nodeAtRank[before] = NodeRecord.none
    wiring.records[placement.node].rank = placement.rank
    nodeAtRank[placement.rank] = placement.node
    return GraphStep.Placement(node: placement.node, rank: before)
  }

  /// Takes back the moves of a step. Most nodes move only where the order was spaced out, which then has its price.
  mutating func revertMoves(_ placements: [GraphStep.Placement], in wiring: inout Wiring) -> [GraphStep.Placement] {
    if placements.count > nodeCount / 2 { budget.penalise(nodes: nodeCount) }
    return restoreRanks(placements, in: &wiring)
  }

  // MARK: The whole order

  /// Sorts everything at once: Kahn (1962), nodes that are ready taken in the order they had.
  ///
  /// - Returns: The nodes left on or behind cycles; the order is unchanged unless there are none.
  mutating func sortAll(in wiring: inout Wiring, _ journal: inout EditJournal) -> [UInt32] {
    var missing = wiring.countIncoming()
    var ordered = Buffer<UInt32>()
    ordered.resize(to: nodeCount + 1, repeating: NodeRecord.none)
    var count = 0
    for rank in 0..<nodeAtRank.count where nodeAtRank[rank] != NodeRecord.none {
      ordered[count] = nodeAtRank[rank]
      count += missing[nodeAtRank[rank]] == 0 ? 1 : 0
    }
    var rank: UInt32 = 0
    var next = 0
    while next < count {
      // First the records of all that are ready, which are fetched side by side, then their consumers.
      let batch = next..<min(count, next + 64)
      for index in batch {
        while nodeAtRank[rank] == NodeRecord.none { rank += 1 }
        wiring.records[ordered[index]].rank = rank
        rank += 1
      }
      for index in batch {
        wiring.forEachConsumer(of: ordered[index]) { consumer in
          let left = missing[consumer] - 1
          missing[consumer] = left
          // Written whether it is ready or not, and counted only if it is: which of the two can't be foreseen, and a
          // branch foreseen wrongly holds up all that could be fetched meanwhile.
          ordered[count] = consumer
          count += left == 0 ? 1 : 0
        }
      }
      next = batch.upperBound
    }
    guard count == nodeCount else { return abandonSort(missing, in: &wiring) }
    enter(ordered, &journal)
    return []
  }

  /// Gives nodes the ranks back that they have in `nodeAtRank`. Returns those that wait for others.
  private mutating func abandonSort(_ missing: borrowing Buffer<UInt32>, in wiring: inout Wiring) -> [UInt32] {
    var waiting: [UInt32] = []
    for rank in 0..<UInt32(nodeAtRank.count) where nodeAtRank[rank] != NodeRecord.none {
      let node = nodeAtRank[rank]
      wiring.records[node].rank = rank
      if missing[node] > 0 { waiting.append(node) }
    }
    return waiting
  }

  /// Enters nodes that have their ranks already.
  private mutating func enter(_ ordered: borrowing Buffer<UInt32>, _ journal: inout EditJournal) {
    var before: [GraphStep.Placement] = []
    if journal.isOpen { before.reserveCapacity(nodeCount) }
    var next = 0
    for rank in 0..<UInt32(nodeAtRank.count) where nodeAtRank[rank] != NodeRecord.none {
      if journal.isOpen { before.append(GraphStep.Placement(node: nodeAtRank[rank], rank: rank)) }
      nodeAtRank[rank] = ordered[next]
      next += 1
    }
    journal.note(.ranked(before))
  }

  /// Whether the holes of removed nodes are the greater part, besides those that have to stay.
  @inlinable @inline(__always)
  package func hasManyHoles(reserved: Int) -> Bool {
    nodeAtRank.count > 64 && nodeAtRank.count > 2 * (nodeCount + reserved)
  }

  /// Closes the holes of removed nodes, but for those at ranks that have to stay. It is no step: ranks that steps name
  /// are the caller's to replace.
  ///
  /// - Returns: For each rank before the one it has now; those of closed holes mean nothing.
  mutating func close(keeping reserved: Set<UInt32>, in wiring: inout Wiring) -> [UInt32] {
    var ranks: [UInt32] = []
    ranks.reserveCapacity(nodeAtRank.count)
    var end: UInt32 = 0
    for rank in 0..<UInt32(nodeAtRank.count) {
      ranks.append(end)
      let node = nodeAtRank[rank]
      guard node != NodeRecord.none || reserved.contains(rank) else { continue }
      nodeAtRank[end] = node
      if node != NodeRecord.none { wiring.records[node].rank = end }
      end += 1
    }
    ranks.append(end)
    nodeAtRank.truncate(to: Int(end))
    return ranks
  }

  /// Gives memory of ranks and slots back that are gone, if that is most of it.
  mutating func shrink(slots: Int) {
    nodeAtRank.truncate(to: nodeAtRank.count)
    search.shrink(slots: slots)
  }

  /// Gives the memory of a large search back.
  private mutating func trim() {
    let limit = 1 << 14
    search.trim(limit)
    if moving.capacity > limit { moving = Buffer() }
    if ranks.capacity > limit { ranks = Buffer() }
    if sequence.capacity > limit { sequence = Buffer() }
  }

  /// A copy with storage of its own; what only a search uses is left out.
  package func copy() -> NodeOrder {
    var result = NodeOrder()
    result.nodeAtRank = nodeAtRank.copy()
    result.nodeCount = nodeCount
    result.budget = budget
    return result
  }

  /// The bytes it holds on to.
  package var byteCount: Int {
    nodeAtRank.byteCount + search.byteCount + moving.byteCount + ranks.byteCount + sequence.byteCount
  }
}
