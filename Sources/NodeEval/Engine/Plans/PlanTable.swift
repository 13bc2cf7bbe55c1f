// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The plans of an evaluator, and the data to find a plan, to decide whether to make one, and to know when plans are invalid.
///
/// All plans are stored in sequence in the same tables, and are dropped together: when an edit touches a node of one, or when
/// there is no room for another. That needs no data per plan.
///
/// Invariants (see `EvaluatorState.brokenPlanRules`): while `version` is that of the graph, each plan equals the one that would
/// be made now, and has no heavy node. Nodes and sources of plans are marked. Between replays no place is pending.
@safe
@usableFromInline
struct PlanTable: ~Copyable {
  /// The entries of all plans, their links and their sources.
  private(set) var entries = Buffer<PlanEntry>()
  var links = PlanLinks()
  private(set) var sources = Buffer<PlanSource>()
  private(set) var plans = Buffer<Plan>()
  /// The dense forms of plans.
  var dense = DensePlans()
  /// Whether the table has no plans. Each edit checks this one flag.
  private(set) var isEmpty = true
  /// The version of the wiring that the plans were made from.
  private(set) var version = 0
  /// The plans of single sources, by slot, in a hash table with open addressing.
  private var keys = Buffer<PlanKey>()
  /// The plans of several sources, most recently used first.
  private(set) var sets: [Int] = []
  /// A bit by slot for each node that is in a plan, or a source of one.
  private var marks = Buffer<UInt64>()
  /// The pending places of the plan that is being replayed.
  private(set) var positions = PendingSet()
  /// The cells that changed in the current replay, if nodes test them.
  private(set) var changed = ChangedCells()
  private var wordIndices = Buffer<UInt32>()
  private var candidates = PlanCandidates()
  private var attention = PlanAttention()
  private(set) var worth = PlanWorth()
  /// How many entries replays have run since plans were dropped.
  private var runs = 0
  private(set) var statistics = PlanStatistics()

  /// How many bytes plans may take; `nil` is the default.
  var limit: Int? { didSet { leastEntries = findLeastEntries() } }
  /// Whether plans are made without checking whether they pay. For tests.
  var isForced = false {
    didSet {
      leastEntries = findLeastEntries()
      attention = PlanAttention()
    }
  }
  /// An evaluation may be sampled if its log has more entries than this.
  private var leastEntries = 3

  /// The version of plans that are stale in any case. Versions of the wiring are not negative.
  private static let noVersion = -1

  /// The greatest number of plans of several sources. A set of sources is compared with each of them.
  static let greatestSets = 4

  init() {}

  /// The bytes that plans take.
  var byteCount: Int {
    entries.count * MemoryLayout<PlanEntry>.stride + links.byteCount + sources.count * MemoryLayout<PlanSource>.stride
      + dense.byteCount
  }

  /// How many bytes are left for another plan. Unless a limit is set, all plans may take three quarters of the memory of the
  /// graph.
  func bytesLeft(inGraphOf graph: Int) -> Int { (limit ?? max(graph - graph / 4, 1 << 20)) - byteCount }

  /// How many entries another plan may have if it has no links.
  func room(forGraphOf graph: Int) -> Int {
    max(0, bytesLeft(inGraphOf: graph)) / MemoryLayout<PlanEntry>.stride
  }

  // MARK: Finding

  /// The plan of a single source.
  @inline(__always)
  func plan(of slot: UInt32) -> Plan? {
    var index = PlanKey.place(of: slot, in: keys.count)
    while index < keys.count, keys[index].slot != NodeRecord.none {
      if keys[index].slot == slot { return plans[keys[index].plan] }
      index = (index + 1) & (keys.count - 1)
    }
    return nil
  }

  /// The plan whose sources include those that were given values, in the same order.
  ///
  /// - Complexity: O(sources that were given values).
  mutating func plan(ofGiven log: borrowing EditLog) -> Plan? {
    for index in sets.indices {
      let plan = plans[sets[index]]
      guard isOrdered(log, within: plan.sources) else { continue }
      if index > 0 { sets.insert(sets.remove(at: index), at: 0) }
      return plan
    }
    return nil
  }

  /// Whether the nodes that were given values are a subsequence of some sources, and at least a quarter of them.
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

  /// Appends an entry.
  mutating func append(_ slot: UInt32) { entries.append(PlanEntry(slot: slot)) }

  mutating func append(_ source: PlanSource) { sources.append(source) }

  mutating func setEntry(_ entry: PlanEntry, at index: Int) { entries[index] = entry }

  /// Removes the parts of a plan that was begun.
  mutating func removeAll(fromEntry entry: Int, link: (links: Int, targets: Int), source: Int) {
    entries.truncate(to: entry)
    links.truncate(to: link)
    sources.truncate(to: source)
  }

  /// Lends memory for one index for each word of the given number of ranks. Its contents are undefined.
  mutating func takeWordIndices(_ ranks: Int) -> Buffer<UInt32> {
    var taken = Buffer<UInt32>()
    swap(&taken, &wordIndices)
    if taken.count < (ranks + 63) / 64 { taken.extend(to: (ranks + 63) / 64, repeating: 0) }
    return taken
  }

  mutating func giveBack(_ indices: consuming Buffer<UInt32>) { wordIndices = indices }

  /// Ends a plan, which can be found from now on.
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

  /// Whether an evaluation without a plan is sampled to decide if a plan pays.
  @inline(__always)
  mutating func isWorthALook(_ log: borrowing EditLog) -> Bool {
    log.entries.count > leastEntries && attention.note(ran: log.entries.count - log.givenCount)
  }

  /// Begins a sample. Returns the number of runs that it is credited with.
  mutating func takeRuns(nodeCount: Int) -> Int { isForced ? 0 : attention.take(nodeCount: nodeCount) }

  /// Notes that nodes ran without a plan.
  ///
  /// - Parameters:
  ///   - log: The sources that were given values, and the nodes that ran.
  ///   - runs: The number of runs that this evaluation is credited with.
  ///   - nodeCount: The number of nodes of the graph.
  ///   - version: The version of its wiring.
  /// - Returns: How many entries a plan for these sources may have to pay for itself; 0 if none is to be made.
  mutating func earn(_ log: borrowing EditLog, runs: Int, nodeCount: Int, version: Int) -> Int {
    if isForced { return .max }
    let credit = candidates.earn(log, runs: runs, nodeCount: nodeCount, version: version)
    let entries = worth.entries(forRuns: credit, nodeCount: nodeCount)
    // The nodes that ran now are part of the plan.
    return entries >= log.entries.count - log.givenCount ? entries : 0
  }

  /// Notes that no plan was made for the sources that were given values, and that none is to be tried while the wiring has the
  /// given version, if there is one.
  mutating func noteFailure(_ log: borrowing EditLog, lastsFor version: Int?) {
    if !isForced { candidates.noteFailure(log, lastsFor: version) }
  }

  /// Notes that a plan was replayed, given the log and the index of the replay's first entry. The plan is identified by number, so
  /// that the replay need not keep a copy of it.
  @inline(__always)
  mutating func noteReplay(_ number: Int, ran log: borrowing Buffer<LogEntry>, from start: Int) {
    statistics.replayed += 1
    runs += log.count - start
    guard plans[number].mayBeFull else { return }
    if isForced { plans[number].toggleFull() } else { plans[number].note(ran: log, from: start) }
  }

  /// Notes that the dense form of a plan runs by rank.
  mutating func noteNarrow(_ number: Int) { plans[number].noteNarrow() }

  /// Reads the status of the nodes of a plan again, if a status was written since the last time.
  ///
  /// - Complexity: O(1), or O(nodes of the plan) if the version has changed.
  mutating func refreshDense(_ number: Int, _ plan: Plan, _ status: borrowing StatusTable) {
    if dense.plans[number].version == status.version { return }
    var all: NodeStatus = []
    var observed: [UInt32] = []
    for index in plan.entries {
      let one = status[entries[index].slot]
      all.formUnion(one)
      // Attended nodes notify their observers themselves.
      if one.contains(.isObserved), !one.contains(.isAttended) { observed.append(UInt32(index - plan.first)) }
    }
    dense.note(all, observed: observed, version: status.version, of: number)
  }

  /// Whether plans of which much runs use their dense form. When plans are forced, every second replay of a full plan does.
  var usesDenseForms: Bool { !isForced || statistics.replayed & 2 != 0 }

  /// Notes how many nodes of a plan kernels ran in loops of their own, and in how many calls. The plan is written only if its
  /// count changes, which is rare.
  @inline(__always)
  mutating func note(_ batches: ReplayBatches, of number: Int) {
    statistics.batched += 1
    let shortRuns = plans[number].shortRuns(afterRunning: batches.ran, in: batches.calls)
    if shortRuns != plans[number].shortRuns { plans[number].shortRuns = shortRuns }
  }

  /// Whether kernels run the nodes of a plan in loops of their own in this replay. Every 256th replay does, to test whether
  /// that has begun to pay; in tests, every second replay of those that push changes.
  @inline(__always)
  func isBatched(_ plan: Plan) -> Bool {
    isForced ? statistics.replayed & 2 == 0 : plan.isBatched || statistics.replayed & 255 == 0
  }

  /// Counts a replay in which nodes test their inputs.
  mutating func notePulling() { statistics.pulled += 1 }

  /// Counts a replay by a dense form.
  mutating func noteDense() { statistics.dense += 1 }

  /// Counts a dense replay in which several threads run nodes.
  mutating func noteSharing() { statistics.shared += 1 }

  /// Clears the changed bits of a replay.
  mutating func removeChanged() { changed.removeAll() }

  /// Counts a replay that left its plan.
  mutating func noteLeaving() { statistics.left += 1 }

  // MARK: Validity

  /// Whether plans were made from another version of the wiring.
  @inline(__always)
  func isStale(_ version: Int) -> Bool { !isEmpty && self.version != version }

  /// Sets the version of a wiring in which all plans are still valid.
  mutating func renew(_ version: Int) { if self.version != Self.noVersion { self.version = version } }

  /// Reads the cells of all nodes and sources again, after cells were moved.
  ///
  /// - Complexity: O(entries).
  mutating func readCells(from topology: borrowing Topology) {
    for index in 0..<entries.count { entries[index].fill(from: topology) }
    for index in 0..<sources.count where sources[index].link != NodeRecord.none {
      let source = sources[index]
      sources[index] = PlanSource(
        slot: source.slot, link: source.link, cell: topology.records[source.slot].output)
    }
    dense.readCells(from: topology)
    renew(topology.wiringVersion)
  }

  /// Makes all plans stale, so that they are dropped before the next evaluation that could use one. Unlike `removeAll`, it may be
  /// called during a replay.
  mutating func invalidate() { if !isEmpty { version = Self.noVersion } }

  /// Whether a node is in a plan, or a source of one. May also be true for some nodes that are not any more.
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

  /// Breaks a rule, for the test that checks that it is reported.
  mutating func damage() { if !entries.isEmpty { entries[0].near ^= 1 << 63 } else { isEmpty.toggle() } }
}

/// A slot of the hash table that finds the plan of a source.
private struct PlanKey: BitwiseCopyable {
  let slot: UInt32
  let plan: UInt32

  /// The first place to search for a slot, in a table of `count` places: a power of two, or zero.
  @inline(__always)
  static func place(of slot: UInt32, in count: Int) -> Int { Int((slot &* 0x9E37_79B1) >> 8) & max(count - 1, 0) }
}

extension Int {
  /// The lowest power of two that is not less than the number.
  var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
