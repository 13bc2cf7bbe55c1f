// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The topological order: the ranks of nodes, and the moves of nodes when an edge is against the order.
///
/// The rank of a node is stored twice, here and in its record, where searches and the evaluator read it; only this
/// structure writes either. A removed node leaves a hole until the order is closed.
///
/// A search (`OrderSearch`) finds which nodes have to move. Ranks are dense as long as moves are small: the nodes of both
/// sides then permute their ranks (Pearce and Kelly, "A dynamic topological sort algorithm for directed acyclic graphs",
/// ACM JEA 11, 2006). Where that gets too costly the order is spaced out once, and nodes then move into holes. Where there
/// are no holes, a window around the place is spaced again: the smallest that has enough holes for its size (Itai,
/// Konheim and Rodeh, "A sparse table implementation of priority queues", ICALP 1981). Spacing is paid from a
/// `SpacingBudget`, which searches fill.
///
/// Invariants (see `checkInvariants`): ranks and nodes name each other; each edge leads to a higher rank.
@usableFromInline
package struct NodeOrder: ~Copyable {
  /// For each rank the slot of its node, or `NodeRecord.none`.
  @usableFromInline package private(set) var nodeAtRank = Buffer<UInt32>()
  /// The number of nodes with a rank.
  @usableFromInline package private(set) var nodeCount = 0
  private var search = OrderSearch()
  private(set) var budget = SpacingBudget()

  /// The nodes to be moved, in their new sequence, and their new ranks.
  private var moving = Buffer<UInt32>()
  private var ranks = Buffer<UInt32>()
  /// The nodes of the window that is being spaced.
  private var sequence = Buffer<UInt32>()
  /// The window that was spaced last.
  private var lastWindow = 0..<0

  package init() {}

  // MARK: Single nodes

  /// The rank after the last one.
  @inline(__always)
  var end: UInt32 { UInt32(truncatingIfNeeded: nodeAtRank.count) }

  /// Adds a node at the end. Its record must have this rank already.
  @inline(__always)
  package mutating func append(_ slot: UInt32) {
    nodeAtRank.append(slot)
    nodeCount += 1
  }

  /// Removes the last node.
  mutating func removeLast(_ slot: UInt32, in wiring: inout Wiring) {
    precondition(wiring.records[slot].rank == end - 1, "nodes leave in the reverse order in which they came")
    _ = nodeAtRank.removeLast()
    wiring.records[slot].rank = NodeRecord.none
    wiring.version &+= 1
    nodeCount -= 1
  }

  /// Removes a node, which leaves a hole. Returns the rank it had.
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

  /// A place in the order: directly before or directly after a node.
  private struct Place {
    let node: UInt32
    let isBehind: Bool
  }

  /// Returns the cost up to which a search is continued in order to permute ranks, which needs both sides searched
  /// completely: 1.5 times its cost so far, plus 16 so that short searches always finish. Permuting keeps the order dense,
  /// which is worth that cost.
  private static func limit(ofFinishing cost: Int) -> Int { cost + cost / 2 + 16 }

  /// Moves nodes that a search has passed, in the cheapest way: into holes at the place; by permuting the ranks of both
  /// sides if the search can soon be completed; or by spacing a window that the budget affords. If it affords none, the
  /// search continues until it is complete or has paid for spacing the whole order.
  ///
  /// Precondition: The search has ended without its two sides meeting.
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

  /// Chooses the nodes to move, their sequence and their place. If one side is complete, that side moves directly past the
  /// start of the other. Otherwise the nodes that both sides have passed move directly before the lowest node that is left
  /// on the forward side; nodes of the backward side with a lower rank than that node stay.
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

  /// Moves the chosen nodes into holes directly at the place. Returns false, without changes, if there are too few holes.
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

  /// Distributes the ranks of both sides, lowest first, to the nodes of the backward side and then to those of the forward
  /// side. Both sides must have been searched completely.
  ///
  /// Postcondition: The same ranks are in use, and both sides keep their own sequence.
  private mutating func permuteRanks(in wiring: inout Wiring, _ journal: inout EditJournal) {
    moving.removeAll()
    ranks.removeAll()
    var (left, right) = (search.behind.passed.count, 0)
    for index in (0..<left).reversed() { moving.append(search.behind.passed[index]) }
    for index in 0..<search.ahead.passed.count { moving.append(search.ahead.passed[index]) }
    // Each side was passed in the order of ranks, so the ranks can be merged.
    while left > 0 || right < search.ahead.passed.count {
      let behind = left > 0 ? wiring.records[search.behind.passed[left - 1]].rank : .max
      let ahead = right < search.ahead.passed.count ? wiring.records[search.ahead.passed[right]].rank : .max
      ranks.append(min(behind, ahead))
      if behind < ahead { left -= 1 } else { right += 1 }
    }
    moveNodes(in: &wiring, &journal)
  }

  // MARK: Spacing

  /// The size of the smallest window. Smaller ones would be spaced so often that searching for them costs more.
  private static let leastWindow = 8

  /// Returns how many holes a window has to keep. The share grows with the size, from zero for the smallest window to a
  /// quarter for the whole order, so that small windows have holes for a while.
  private static func spare(inWindow size: Int, level: Int, of levels: Int) -> Int { size * level / (4 * levels) }

  /// Spaces a window around the place, or the whole order, and puts the nodes to be moved at the place. Windows are aligned
  /// and have 8, 16, 32 … ranks; the first one that keeps enough holes is used.
  ///
  /// Postcondition: If it returns true, the nodes to be moved are adjacent at the place, all other nodes of the window keep
  /// their sequence, and the budget has paid for it. Otherwise no rank has changed.
  ///
  /// - Parameters:
  ///   - place: Where the nodes to be moved go.
  ///   - atAnyPrice: Whether to space even if the budget isn't enough; the budget is then overdrawn.
  ///   - wiring: The records with the ranks.
  ///   - journal: The journal that records the moves as a step.
  /// - Returns: Whether there was such a window and the budget affords it.
  private mutating func makeSpace(
    at place: Place, atAnyPrice: Bool = false, in wiring: inout Wiring, _ journal: inout EditJournal
  ) -> Bool {
    let rank = Int(wiring.records[place.node].rank)
    // How many times the size doubles until the window is the whole order.
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
    // The order is extended when fewer than a fifth of its ranks are holes, and then has 3 holes for 4 nodes.
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

  /// Spaces the nodes of a window evenly, including the nodes to be moved. If the window overlaps the last one that was
  /// spaced, half of the holes are put together at the place, because the next move will often go there again.
  private mutating func space(
    _ window: Range<Int>, at place: Place, endBefore: Int? = nil, in wiring: inout Wiring,
    _ journal: inout EditJournal
  ) {
    let gapIndex = collect(window, at: place)
    moving.removeAll()
    ranks.removeAll()
    // A step in units of 2^-32, rounded up, so that the last node gets the last rank.
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

  /// Collects the nodes of a window in `sequence`, with the nodes to be moved at the place. Returns the index at which the
  /// next nodes for this place would be inserted.
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

  /// Assigns the new ranks to the nodes to be moved, as one step.
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

  /// Restores the ranks of nodes, and the end of the order, that a step has stored.
  ///
  /// - Returns: The ranks they had, so that restoring those undoes this call.
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

  /// Gives a node a rank that no other node has. Returns its former rank.
  mutating func restoreRank(_ placement: GraphStep.Placement, in wiring: inout Wiring) -> GraphStep.Placement {
    let before = wiring.records[placement.node].rank
    nodeAtRank[before] = NodeRecord.none
    wiring.records[placement.node].rank = placement.rank
    nodeAtRank[placement.rank] = placement.node
    return GraphStep.Placement(node: placement.node, rank: before)
  }

  /// Reverts the moves of a step. Moves of more than half of the nodes come from spacing the order; reverting them
  /// penalises the budget.
  mutating func revertMoves(_ placements: [GraphStep.Placement], in wiring: inout Wiring) -> [GraphStep.Placement] {
    if placements.count > nodeCount / 2 { budget.penalise(nodes: nodeCount) }
    return restoreRanks(placements, in: &wiring)
  }

  // MARK: The whole order

  /// Sorts all nodes with the algorithm of Kahn (1962). Nodes that are ready are taken in their former order.
  ///
  /// - Returns: The nodes on or after cycles; empty if the graph was sorted. If there are any, the order is unchanged.
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
      // First the records of all ready nodes, which are fetched concurrently, then their consumers.
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
          // Written whether or not it is ready, and counted only if it is: readiness is unpredictable, and a mispredicted
          // branch stalls all fetches in progress.
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

  /// Restores the ranks that nodes have in `nodeAtRank`. Returns the nodes with sources that were not sorted.
  private mutating func abandonSort(_ missing: borrowing Buffer<UInt32>, in wiring: inout Wiring) -> [UInt32] {
    var waiting: [UInt32] = []
    for rank in 0..<UInt32(nodeAtRank.count) where nodeAtRank[rank] != NodeRecord.none {
      let node = nodeAtRank[rank]
      wiring.records[node].rank = rank
      if missing[node] > 0 { waiting.append(node) }
    }
    return waiting
  }

  /// Stores sorted nodes, whose records have their ranks already, in `nodeAtRank`.
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

  /// Returns whether more than half of the ranks are holes, not counting `reserved` holes that have to stay.
  @inlinable @inline(__always)
  package func hasManyHoles(reserved: Int) -> Bool {
    nodeAtRank.count > 64 && nodeAtRank.count > 2 * (nodeCount + reserved)
  }

  /// Closes the holes of removed nodes, except at ranks that have to stay. It doesn't record a step: the caller replaces
  /// the ranks that steps name.
  ///
  /// - Returns: The new rank for each former rank; the entries of closed holes are meaningless.
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

  /// Releases the memory of ranks and slots that no longer exist, if it is most of a table.
  mutating func shrink(slots: Int) {
    nodeAtRank.truncate(to: nodeAtRank.count)
    search.shrink(slots: slots)
  }

  /// Releases the memory of a large search.
  private mutating func trim() {
    let limit = 1 << 14
    search.trim(limit)
    if moving.capacity > limit { moving = Buffer() }
    if ranks.capacity > limit { ranks = Buffer() }
    if sequence.capacity > limit { sequence = Buffer() }
  }

  /// Returns a copy with storage of its own, without the memory that only searches use.
  package func copy() -> NodeOrder {
    var result = NodeOrder()
    result.nodeAtRank = nodeAtRank.copy()
    result.nodeCount = nodeCount
    result.budget = budget
    return result
  }

  /// The allocated bytes.
  package var byteCount: Int {
    nodeAtRank.byteCount + search.byteCount + moving.byteCount + ranks.byteCount + sequence.byteCount
  }
}
