// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The plans of an evaluator, and what it takes to find one, to decide on one, and to know when none holds any more.
///
/// All plans lie one behind the other in the same tables, and are dropped together: when an edit touches a node of one, and
/// when there is no room for another. So nothing has to be known of each.
///
/// Invariants (see `EvaluatorState.brokenPlanRules`): while `version` is that of the graph, each plan is what would be made
/// now. A node of a plan, or a source of one, is marked. Between replays no place is pending.
@safe
@usableFromInline
struct PlanTable: ~Copyable {
  /// The entries of all plans, their links and their sources.
  private(set) var entries = Buffer<PlanEntry>()
  var links = PlanLinks()
  private(set) var sources = Buffer<PlanSource>()
  private(set) var plans = Buffer<Plan>()
  /// The dense forms of full plans.
  var dense = DensePlans()
  /// Whether there are none: one look in each edit.
  private(set) var isEmpty = true
  /// The wiring that they were made of.
  private(set) var version = 0
  /// The plans of one source, by its slot: open addressing.
  private var keys = Buffer<PlanKey>()
  /// The plans of several sources, the one that was used last first.
  private(set) var sets: [Int] = []
  /// By slot a bit for each node that is in a plan, or a source of one.
  private var marks = Buffer<UInt64>()
  /// The places of the plan at work that wait to be run.
  private(set) var positions = PendingSet()
  /// What has changed in the replay at work, where nodes look for it.
  private(set) var changed = ChangedCells()
  private var wordIndices = Buffer<UInt32>()
  private var candidates = PlanCandidates()
  private var attention = PlanAttention()
  private(set) var worth = PlanWorth()
  /// The entries that replays have run since plans were dropped.
  private var runs = 0
  private(set) var statistics = PlanStatistics()

  /// How many bytes plans may take, if that was said.
  var limit: Int? { didSet { leastEntries = findLeastEntries() } }
  /// Whether plans are made without asking whether they pay: for tests.
  var isForced = false {
    didSet {
      leastEntries = findLeastEntries()
      attention = PlanAttention()
    }
  }
  /// From more entries of a log on, an evaluation is worth a look.
  private var leastEntries = 3

  /// How many plans of several sources there are at most: each is compared with.
  static let greatestSets = 4

  init() {}

  /// The bytes that plans take.
  var byteCount: Int {
    entries.count * MemoryLayout<PlanEntry>.stride + links.byteCount + sources.count * MemoryLayout<PlanSource>.stride
      + dense.byteCount
  }

  /// How many bytes are left for another plan: all take three quarters of the memory of the graph, unless something else was said.
  func bytesLeft(inGraphOf graph: Int) -> Int { (limit ?? max(graph - graph / 4, 1 << 20)) - byteCount }

  /// How many entries another plan may have, if it had no links.
  func room(forGraphOf graph: Int) -> Int {
    max(0, bytesLeft(inGraphOf: graph)) / MemoryLayout<PlanEntry>.stride
  }

  // MARK: Finding

  /// The plan of a source.
  @inline(__always)
  func plan(of slot: UInt32) -> Plan? {
    var index = PlanKey.place(of: slot, in: keys.count)
    while index < keys.count, keys[index].slot != NodeRecord.none {
      if keys[index].slot == slot { return plans[keys[index].plan] }
      index = (index + 1) & (keys.count - 1)
    }
    return nil
  }

  /// The plan of a set of sources of which some were given values, in the same order.
  ///
  /// - Complexity: O(sources that were given).
  mutating func plan(ofGiven log: borrowing EditLog) -> Plan? {
    for index in sets.indices {
      let plan = plans[sets[index]]
      guard isOrdered(log, within: plan.sources) else { continue }
      if index > 0 { sets.insert(sets.remove(at: index), at: 0) }
      return plan
    }
    return nil
  }

  /// Whether the nodes that were given values are among some sources, in their order, and not far fewer than those.
  private func isOrdered(_ log: borrowing EditLog, within range: Range<Int>) -> Bool {
    guard log.givenCount <= range.count, range.count <= 4 * log.givenCount else { return false }
    var source = range.lowerBound
    for index in 0..<log.givenCount {
      let slot = log.entries[index].slot
      while source < range.upperBound, sources[source].slot != slot { source += 1 }
      guard source < range.upperBound else { return false }
      source += 1
    }
    return true
  }

  // MARK: Making

  /// Begins a plan.
  mutating func begin(version: Int) {
    if isEmpty { self.version = version }
  }

  /// The next entry.
  mutating func append(_ slot: UInt32) { entries.append(PlanEntry(slot: slot)) }

  mutating func append(_ source: PlanSource) { sources.append(source) }

  mutating func setEntry(_ entry: PlanEntry, at index: Int) { entries[index] = entry }

  /// Gives up what was begun.
  mutating func removeAll(fromEntry entry: Int, link: (links: Int, targets: Int), source: Int) {
    entries.truncate(to: entry)
    links.truncate(to: link)
    sources.truncate(to: source)
  }

  /// Lends memory for an index of each word of so many ranks; what is in it means nothing.
  mutating func takeWordIndices(_ ranks: Int) -> Buffer<UInt32> {
    var taken = Buffer<UInt32>()
    swap(&taken, &wordIndices)
    if taken.count < (ranks + 63) / 64 { taken.extend(to: (ranks + 63) / 64, repeating: 0) }
    return taken
  }

  mutating func giveBack(_ indices: consuming Buffer<UInt32>) { wordIndices = indices }

  /// Ends a plan: from now on it is found.
  mutating func end(_ plan: Plan, nodes: Int, cells: Int) {
    isEmpty = false
    plans.append(plan)
    if plan.sources.count == 1 {
      insertKey(sources[plan.sources.lowerBound].slot, plans.count - 1)
    } else {
      sets.insert(plans.count - 1, at: 0)
    }
    let words = (nodes + 63) / 64
    if marks.count < words { marks.extend(to: words, repeating: 0) }
    for index in plan.entries { mark(entries[index].slot) }
    for index in plan.sources { mark(sources[index].slot) }
    positions.reserve(plan.entries.count)
    if plan.mayBeFull { changed.reserve(cells) }
    statistics.made += 1
  }

  private mutating func mark(_ slot: UInt32) { marks[slot >> 6] |= 1 << UInt64(slot & 63) }

  private mutating func insertKey(_ slot: UInt32, _ plan: Int) {
    if plans.count * 2 > keys.count {
      keys.removeAll()
      keys.resize(to: max(16, plans.count.nextPowerOfTwo * 4), repeating: PlanKey(slot: NodeRecord.none, plan: 0))
      for index in 0..<plans.count where plans[index].sources.count == 1 {
        placeKey(sources[plans[index].sources.lowerBound].slot, index)
      }
    } else {
      placeKey(slot, plan)
    }
  }

  private mutating func placeKey(_ slot: UInt32, _ plan: Int) {
    var index = PlanKey.place(of: slot, in: keys.count)
    while keys[index].slot != NodeRecord.none { index = (index + 1) & (keys.count - 1) }
    keys[index] = PlanKey(slot: slot, plan: UInt32(plan))
  }

  // MARK: Deciding

  private func findLeastEntries() -> Int { limit == 0 ? .max : isForced ? 0 : 3 }

  /// Whether an evaluation without a plan is looked at.
  @inline(__always)
  mutating func isWorthALook(_ log: borrowing EditLog) -> Bool {
    log.entries.count > leastEntries && attention.note(ran: log.entries.count - log.givenCount)
  }

  /// Begins a look. Returns for how many runs it stands.
  mutating func takeRuns(nodeCount: Int) -> Int { isForced ? 0 : attention.take(nodeCount: nodeCount) }

  /// Notes that nodes ran without a plan.
  ///
  /// - Parameters:
  ///   - log: What was given, and what ran.
  ///   - runs: For how many runs this evaluation stands.
  ///   - nodeCount: The nodes of the graph.
  ///   - version: Its wiring.
  /// - Returns: How many entries a plan for the same may have to pay for itself; 0 if none is to be made.
  mutating func earn(_ log: borrowing EditLog, runs: Int, nodeCount: Int, version: Int) -> Int {
    if isForced { return .max }
    let credit = candidates.earn(log, runs: runs, nodeCount: nodeCount, version: version)
    let entries = worth.entries(forRuns: credit, nodeCount: nodeCount)
    // What ran now is part of what a plan would have.
    return entries >= log.entries.count - log.givenCount ? entries : 0
  }

  /// Notes that no plan was made of what was given, and none is to be tried while the wiring is this one, if that is known.
  mutating func noteFailure(_ log: borrowing EditLog, lastsFor version: Int?) {
    if !isForced { candidates.noteFailure(log, lastsFor: version) }
  }

  /// Notes that the plan of a number was replayed. It is read anew: who replays it need not keep all of it meanwhile.
  @inline(__always)
  mutating func noteReplay(_ number: Int, ran: Int) {
    statistics.replayed += 1
    runs += ran
    guard plans[number].mayBeFull else { return }
    if isForced { plans[number].isFull.toggle() } else { plans[number].note(ran: ran) }
  }

  /// Sets the number of the dense form of a plan.
  mutating func setDenseForm(_ dense: Int, of number: Int) { plans[number].setDenseForm(dense) }

  /// Reads the status of the nodes of a plan again, if one was written since the last time.
  ///
  /// - Complexity: O(1), or O(nodes of the plan) if the version is another.
  mutating func refreshDense(_ number: Int, _ plan: Plan, _ status: borrowing StatusTable) {
    if dense.plans[number].version == status.version { return }
    var all: NodeStatus = []
    var observed: [UInt32] = []
    for index in plan.entries {
      let one = status[entries[index].slot]
      all.formUnion(one)
      // What is attended tells its observers itself.
      if one.contains(.isObserved), !one.contains(.isAttended) { observed.append(UInt32(index - plan.first)) }
    }
    dense.note(all, observed: observed, version: status.version, of: number)
  }

  /// Whether full plans use their dense form. When plans are forced, every second replay of a full plan does.
  var usesDenseForms: Bool { !isForced || statistics.replayed & 2 != 0 }

  /// Notes how many nodes of a plan kernels have run in loops of their own, and in how many calls. Mostly that changes nothing, and
  /// a plan that has not been replayed lately is not written to.
  @inline(__always)
  mutating func note(_ batches: ReplayBatches, of number: Int) {
    statistics.batched += 1
    let shortRuns = plans[number].shortRuns(afterRunning: batches.ran, in: batches.calls)
    if shortRuns != plans[number].shortRuns { plans[number].shortRuns = shortRuns }
  }

  /// Whether kernels run the nodes of a plan in loops of their own in this replay. Every 256th does, to see whether that has begun
  /// to pay; in tests, each second of those that are pushed.
  @inline(__always)
  func isBatched(_ plan: Plan) -> Bool {
    isForced ? statistics.replayed & 2 == 0 : plan.isBatched || statistics.replayed & 255 == 0
  }

  /// Notes that the nodes of a plan look themselves.
  mutating func notePulling() { statistics.pulled += 1 }

  /// Counts a replay by a dense form.
  mutating func noteDense() { statistics.dense += 1 }

  /// Forgets what has changed in a replay.
  mutating func removeChanged() { changed.removeAll() }

  /// Notes that a replay went on without its plan.
  mutating func noteLeaving() { statistics.left += 1 }

  // MARK: Validity

  /// Whether the plans are of the wiring of another time.
  @inline(__always)
  func isStale(_ version: Int) -> Bool { !isEmpty && self.version != version }

  /// Takes on the version of a wiring that is the same for all plans.
  mutating func renew(_ version: Int) { self.version = version }

  /// Whether a node is in a plan, or a source of one; a few are taken for it that were.
  func isMarked(_ slot: UInt32) -> Bool {
    slot >> 6 < marks.count && marks[slot >> 6] & 1 << UInt64(slot & 63) != 0
  }

  /// Drops all plans.
  @inline(never)
  mutating func removeAll(nodeCount: Int) {
    if isEmpty { return }
    worth.settle(entries: entries.count, runs: runs, nodeCount: nodeCount)
    statistics.dropped += plans.count
    entries.truncate(to: 0)
    links.truncate(to: (0, 0))
    sources.truncate(to: 0)
    plans.truncate(to: 0)
    dense.removeAll()
    isEmpty = true
    keys = Buffer()
    sets = []
    marks = Buffer()
    changed = ChangedCells()
    runs = 0
    candidates.removeAll()
  }

  /// Breaks a rule, for the test that sees it reported.
  mutating func damage() { if !entries.isEmpty { entries[0].near ^= 1 << 63 } else { isEmpty.toggle() } }
}

/// Where the plan of a source is found.
private struct PlanKey: BitwiseCopyable {
  let slot: UInt32
  let plan: UInt32

  /// Where a slot is looked for first among so many, a power of two or none.
  @inline(__always)
  static func place(of slot: UInt32, in count: Int) -> Int { Int((slot &* 0x9E37_79B1) >> 8) & max(count - 1, 0) }
}

extension Int {
  /// The lowest power of two that is not less.
  var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
