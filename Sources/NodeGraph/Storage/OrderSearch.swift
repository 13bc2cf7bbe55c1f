// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// A search for the nodes that have to move so that an edge agrees with the order, or for the cycle that it would close.
///
/// The two ends are searched alternately, forward from the target by rising rank and backward from the source by falling
/// rank, until one side is complete or their ranks meet: Haeupler, Kavitha, Mathew, Sen and Tarjan, "Incremental cycle
/// detection, topological ordering, and strong component maintenance", ACM TALG 8 (2012).
///
/// Its memory is kept for the next search. If it is used only once, its memory is proportional to what it passes (see
/// `SearchMarks`). To test many targets of one source, begin once with `begin(behind:from:in:)`.
///
/// Invariants (see `checkInvariants`): the nodes passed on the forward side rise in rank and those passed on the backward
/// side fall, all between target and source; no node was passed on both sides.
package struct OrderSearch: ~Copyable {
  /// The forward side, from the target along consumers, lowest rank first.
  package private(set) var ahead = OrderFrontier()
  /// The backward side, from the source against the direction of connections, highest rank first.
  package private(set) var behind = OrderFrontier()
  /// The range from the rank of the target to the rank of the source; nodes outside it are ignored.
  private(set) var range: ClosedRange<UInt32> = 0...0
  private var marks: SearchMarks
  /// The last mark given to a side.
  private var lastMark: UInt32 = 0

  /// - Parameter isMadeOnce: Whether it is used for a single search, so that its memory need not be kept.
  package init(isMadeOnce: Bool = false) { marks = SearchMarks(isSparse: isMadeOnce) }

  /// Begins at both ends of a connection that is against the order.
  private mutating func begin(source: UInt32, target: UInt32, range: ClosedRange<UInt32>, slots: Int) {
    marks.reserve(slots: slots)
    ahead.begin(mark: nextMark())
    behind.begin(mark: nextMark())
    self.range = range
    reachAhead(target, rank: range.lowerBound)
    reachBehind(source, rank: range.upperBound)
  }

  private mutating func nextMark() -> UInt32 {
    if lastMark >= .max - 3 {
      // Otherwise marks of 2^30 searches ago would be taken for new ones.
      marks.removeAll()
      lastMark = 0
    }
    lastMark += 1
    return lastMark
  }

  /// Whether neither side is complete and their ranks have not met.
  @inline(__always)
  private var isOpen: Bool { !ahead.isDone && !behind.isDone && ahead.nearestKey < ~behind.nearestKey }

  var cost: Int { ahead.cost + behind.cost }

  /// Adds a node that is reached from the target. Returns whether the other side has reached it too.
  @inline(__always) @discardableResult
  private mutating func reachAhead(_ node: UInt32, rank: UInt32) -> Bool {
    let mark = marks[node]
    if mark == ahead.mark { return false }
    if mark == behind.mark { return true }
    marks[node] = ahead.mark
    ahead.add(node, key: rank)
    return false
  }

  /// Adds a node from which the source is reached. Returns whether the other side has reached it too.
  @inline(__always) @discardableResult
  private mutating func reachBehind(_ node: UInt32, rank: UInt32) -> Bool {
    let mark = marks[node]
    if mark == behind.mark { return false }
    marks[node] = behind.mark
    behind.add(node, key: ~rank)
    return mark == ahead.mark
  }

  // MARK: Traversal

  /// Searches from both ends of an edge that is against the order. The side with the lower cost continues; the cost of the
  /// forward side includes the connections it would visit next.
  ///
  /// - Returns: Whether `source` is already reachable from `target`, so that the edge would close a cycle. If not, `ahead`
  ///   and `behind` contain what both sides have passed, and these don't meet.
  package mutating func isReachable(_ source: UInt32, from target: UInt32, in wiring: borrowing Wiring) -> Bool {
    let range = wiring.records[target].rank...wiring.records[source].rank
    begin(source: source, target: target, range: range, slots: wiring.records.count)
    return meets(in: wiring)
  }

  private mutating func meets(in wiring: borrowing Wiring) -> Bool {
    while isOpen {
      let next = Int(wiring.records[ahead.nearest].consumers.count)
      let isMet = behind.cost <= ahead.cost + next ? lookBehind(in: wiring) : lookAhead(in: wiring)
      if isMet { return true }
    }
    return false
  }

  /// Begins a backward search from a source that is then searched for from several targets, none of which has a rank below
  /// `lowest`. The backward side is kept from target to target.
  package mutating func begin(behind source: UInt32, from lowest: UInt32, in wiring: borrowing Wiring) {
    marks.reserve(slots: wiring.records.count)
    behind.begin(mark: nextMark())
    range = lowest...wiring.records[source].rank
    reachBehind(source, rank: range.upperBound)
  }

  /// Returns whether the source of `begin(behind:from:in:)` is reachable from a node.
  ///
  /// - Complexity: O(1) if earlier calls have decided it. All calls together search backward from the source once, and each
  ///   searches forward at most as far as backward.
  package mutating func isSourceReachable(from target: UInt32, in wiring: borrowing Wiring) -> Bool {
    let rank = wiring.records[target].rank
    if marks[target] == behind.mark { return true }
    // Nodes of the backward side that rank higher than the next one have been passed already.
    if behind.isDone || ~behind.nearestKey <= rank { return false }
    behind.cost = 0
    ahead.begin(mark: nextMark())
    reachAhead(target, rank: rank)
    return meets(in: wiring)
  }

  /// Visits what is left on both sides, which are known not to meet, up to a cost. Returns whether both are complete.
  package mutating func finish(within cost: Int, in wiring: borrowing Wiring) -> Bool {
    while !ahead.isDone {
      guard self.cost < cost else { return false }
      _ = lookAhead(in: wiring)
    }
    while !behind.isDone {
      guard self.cost < cost else { return false }
      _ = lookBehind(in: wiring)
    }
    return true
  }

  /// Visits the consumers of the lowest node of the forward side. Returns whether the other side has reached one of them.
  private mutating func lookAhead(in wiring: borrowing Wiring) -> Bool {
    let node = ahead.takeNearest()
    let list = wiring.records[node].consumers
    let outputs = wiring.layout(of: node).outputCount
    if outputs == 1 { return reach(list, in: wiring) }
    var isMet = false
    for output in list.first..<list.first + outputs where reach(wiring.consumers.outputLists[output], in: wiring) {
      isMet = true
    }
    return isMet
  }

  private mutating func reach(_ list: ConsumerList, in wiring: borrowing Wiring) -> Bool {
    ahead.cost += Int(list.count)
    var isMet = false
    if list.hasOverflow {
      for place in list.first..<list.first + list.count where reach(wiring.consumers.nodes[place], in: wiring) {
        isMet = true
      }
    } else {
      if list.count > 0, reach(list.first, in: wiring) { isMet = true }
      if list.count > 1, reach(list.second, in: wiring) { isMet = true }
    }
    return isMet
  }

  @inline(__always)
  private mutating func reach(_ consumer: UInt32, in wiring: borrowing Wiring) -> Bool {
    let rank = wiring.records[consumer].rank
    return rank <= range.upperBound && reachAhead(consumer, rank: rank)
  }

  /// Visits the sources of the highest node of the backward side. Returns whether the other side has reached one of them.
  private mutating func lookBehind(in wiring: borrowing Wiring) -> Bool {
    let node = behind.takeNearest()
    let start = wiring.records[node].arguments
    let layout = wiring.layout(of: node)
    // Every input takes one connection.
    if layout.argumentWords == layout.inputCount { return reach(start..<start + layout.inputCount, in: wiring) }
    var isMet = false
    for input in 0..<layout.inputCount {
      let arguments = wiring.arguments(of: InputPlace(node: node, input: input))
      if reach(arguments, in: wiring) { isMet = true }
    }
    return isMet
  }

  private mutating func reach(_ arguments: Range<UInt32>, in wiring: borrowing Wiring) -> Bool {
    behind.cost += arguments.count
    var isMet = false
    for argument in arguments where wiring.arguments.cells[argument] != NodeRecord.none {
      let source = wiring.cells.owners[wiring.arguments.cells[argument]]
      guard source < CellTable.Owner.none else { continue }
      let rank = wiring.records[source].rank
      if rank >= range.lowerBound, reachBehind(source, rank: rank) { isMet = true }
    }
    return isMet
  }

  /// Returns a shortest path, found breadth-first along consumers.
  ///
  /// - Precondition: A path exists.
  /// - Complexity: O(nodes + connections) of the region between both ends.
  package mutating func shortestPath(from start: UInt32, to goal: UInt32, in wiring: borrowing Wiring)
    -> [ConsumerEntry]
  {
    let limit = wiring.records[goal].rank
    ahead.mark = nextMark()
    var nodes = [start]
    // For each node but the first: the index of its predecessor, and the argument of the connection from there.
    var arrivals = [(previous: UInt32(0), argument: NodeRecord.none)]
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      for output in 0..<Int(wiring.layout(of: node).outputCount) {
        let list = wiring.consumerList(of: node, output: output)
        for position in 0..<wiring.count(of: list) {
          let entry = wiring.entry(position, of: list)
          if entry.consumer == goal {
            var path = [entry]
            while next > 0 {
              path.append(ConsumerEntry(consumer: nodes[next], argument: arrivals[next].argument))
              next = Int(arrivals[next].previous)
            }
            return path.reversed()
          }
          if wiring.records[entry.consumer].rank < limit, marks[entry.consumer] != ahead.mark {
            marks[entry.consumer] = ahead.mark
            nodes.append(entry.consumer)
            arrivals.append((UInt32(next), entry.argument))
          }
        }
      }
      next += 1
    }
    preconditionFailure("both searches have met")
  }

  /// Releases the memory of marks for slots that no longer exist.
  mutating func shrink(slots: Int) { marks.shrink(slots: slots) }

  mutating func trim(_ limit: Int) {
    ahead.trim(limit)
    behind.trim(limit)
  }

  /// The allocated bytes.
  package var byteCount: Int { marks.byteCount + ahead.byteCount + behind.byteCount }

  /// Returns a sentence for each broken invariant. Valid only until nodes move after the search. Complexity: O(passed).
  package func checkInvariants(_ records: borrowing Buffer<NodeRecord>) -> [String] {
    var broken: [String] = []
    let a = (0..<ahead.passed.count).map { ahead.passed[$0] }
    let b = (0..<behind.passed.count).map { behind.passed[$0] }
    let (rising, falling) = (a.map { records[$0].rank }, b.map { records[$0].rank })
    if rising != rising.sorted() { broken.append("nodes that were passed forwards rise in rank") }
    if falling.reversed() != falling.sorted() { broken.append("nodes that were passed backwards fall in rank") }
    if !(rising + falling).allSatisfy(range.contains) { broken.append("a search stays between its two ends") }
    if !Set(a).isDisjoint(with: b) { broken.append("two sides that do not meet pass different nodes") }
    return broken
  }
}

/// One side of a search.
package struct OrderFrontier: ~Copyable {
  /// The nodes that were reached and not yet passed: a heap of nodes, each with its key in the upper half.
  private var reached = Buffer<UInt64>()
  /// The nodes that were passed, nearest first.
  package private(set) var passed = Buffer<UInt32>()
  /// The number of nodes and connections visited.
  package fileprivate(set) var cost = 0
  /// The mark of the nodes that it reached.
  fileprivate(set) var mark: UInt32 = 0

  fileprivate mutating func begin(mark: UInt32) {
    reached.removeAll()
    passed.removeAll()
    cost = 0
    self.mark = mark
  }

  @inline(__always)
  var isDone: Bool { reached.isEmpty }

  @inline(__always)
  var nearestKey: UInt32 { UInt32(truncatingIfNeeded: reached[0] >> 32) }

  @inline(__always)
  var nearest: UInt32 { UInt32(truncatingIfNeeded: reached[0]) }

  fileprivate mutating func add(_ node: UInt32, key: UInt32) {
    let entry = UInt64(key) << 32 | UInt64(node)
    reached.append(entry)
    var place = reached.count - 1
    while place > 0 {
      let above = (place - 1) / 2
      guard reached[above] > entry else { break }
      reached[place] = reached[above]
      place = above
    }
    reached[place] = entry
  }

  /// Moves the nearest node from the reached to the passed nodes and returns it.
  mutating func takeNearest() -> UInt32 {
    let node = nearest
    passed.append(node)
    cost += 1
    let entry = reached.removeLast()
    let count = reached.count
    guard count > 0 else { return node }
    var place = 0
    while true {
      var below = 2 * place + 1
      guard below < count else { break }
      if below + 1 < count, reached[below + 1] < reached[below] { below += 1 }
      guard reached[below] < entry else { break }
      reached[place] = reached[below]
      place = below
    }
    reached[place] = entry
    return node
  }

  fileprivate mutating func trim(_ limit: Int) {
    if reached.capacity > limit { reached = Buffer() }
    if passed.capacity > limit { passed = Buffer() }
  }

  fileprivate var byteCount: Int { reached.byteCount + passed.byteCount }
}
