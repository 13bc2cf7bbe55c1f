// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The nodes that an evaluation runs out of order: heavy nodes together, and light ones before them, so that more heavy ones
/// become ready.
///
/// A node may run ahead if nothing upstream of it is pending. What it reads is then final, and no node reads its outputs before
/// its turn. Nodes are pending until they have run, so members of a batch keep the nodes downstream of them out of the batch.
///
/// Stored outside the state, so that a record of runs can be made while the state is read.
@safe
struct Ahead: ~Copyable {
  /// The log entries and notices of nodes that ran ahead. They are put in order at the end of the evaluation.
  private var entries: [LogEntry] = []
  private var notices: [Notice] = []
  /// The numbers of log entries and notices when the first batch of the evaluation began. Earlier ones have lower ranks.
  private var firstEntry = 0
  private var firstNotice = 0
  /// Whether a batch ran in the current evaluation.
  private(set) var isUsed = false

  /// The nodes of the batch, lowest rank first.
  private(set) var members: [UInt32] = []
  /// Memory for the largest batch, allocated by the first one.
  private var room: UnsafeMutablePointer<HeavyCall>?
  /// What members had before they ran, if that is kept.
  var runs = RunRecord()

  /// By slot, the number of the evaluation in which nothing upstream of the node was pending any more. That stays true during
  /// the evaluation: only nodes downstream of pending ones become pending.
  private var settled = Buffer<UInt32>()
  private var evaluation: UInt32 = 0
  private var searched: [UInt32] = []
  /// How many nodes are examined for the next batch. If no members are found it soon drops to zero, except once in a while.
  private var patience = Ahead.mostPatience
  private var vainBatches = 0

  private var team: WorkerTeam?
  private var pace = Pace()
  private(set) var batchCount = 0
  private(set) var memberCount = 0

  static let mostMembers = 256
  private static let leastPatience = 8
  private static let mostPatience = 128
  /// The nanoseconds of the first node's estimate for each node that may be examined for its batch.
  private static let nanosecondsOfLook = 1000
  /// After how many batches of a single node other members are searched again.
  private static let vainInterval = 16
  /// How many more nodes may be examined for each member of a batch.
  static let patienceForMember = 32
  /// One in this many batches is measured.
  private static let measuringInterval = 8
  /// The nanoseconds that other threads have to save to be given calls, and to be woken up.
  private static let (leastSaving, leastSavingOfSleepers) = (500, 10_000)

  init() { unsafe room = nil }

  deinit { unsafe room?.deallocate() }

  private var calls: UnsafeMutablePointer<HeavyCall> {
    guard let room = unsafe room else { preconditionFailure("a batch has begun") }
    return unsafe room
  }

  /// Releases the memory beyond a number of nodes, if it is most of it.
  mutating func shrink(to count: Int) { settled.shrink(to: count) }

  /// The threads, which are started on first use.
  mutating func team(of workers: Workers) -> WorkerTeam {
    if let team { return team }
    let team = WorkerTeam(threadCount: workers.threadCount)
    self.team = team
    return team
  }

  /// Ends the threads.
  mutating func endThreads() {
    team = nil
    pace = Pace()
  }
}

/// A batch.
extension Ahead {
  /// The estimated nanoseconds that the members of a batch take.
  struct Estimates {
    private(set) var all = 0
    private(set) var longest = 0
    /// Whether the code of each member was measured.
    private(set) var areMeasured = true

    mutating func add(_ nanoseconds: Int, isMeasured: Bool) {
      all += nanoseconds
      longest = max(longest, nanoseconds)
      if !isMeasured { areMeasured = false }
    }
  }

  /// Begins a batch. Returns how many nodes to examine for it: more if its first node takes long.
  mutating func begin(_ estimate: Int, in state: borrowing EvaluatorState) -> Int {
    if !isUsed {
      isUsed = true
      firstEntry = state.log.entries.count
      firstNotice = state.observers.notices.count
      evaluation &+= 1
      if settled.count < state.topology.records.count {
        settled.resize(to: state.topology.records.count, repeating: evaluation &- 1)
      }
    }
    if unsafe room == nil { unsafe room = .allocate(capacity: Self.mostMembers) }
    if state.kernels.heavyKinds.workers.isForced { return Self.mostPatience }
    let affordable = min(Self.mostPatience, estimate / Self.nanosecondsOfLook)
    return max(patience, affordable, vainBatches % Self.vainInterval == 0 ? Self.leastPatience : 0)
  }

  /// Adds a node whose arguments all have a value, and whose code is run by the given call.
  mutating func add(_ node: UInt32, _ kernel: Unmanaged<Kernel>, _ call: KernelCall) {
    unsafe (calls + members.count).initialize(to: HeavyCall(kernel, call))
    members.append(node)
  }

  /// Runs the batch, on several threads if that is worth it.
  ///
  /// - Parameters:
  ///   - estimates: The nanoseconds that members take.
  ///   - workers: How many threads may be used.
  ///   - isTimed: Whether the batch has to be measured. It may be measured anyway.
  /// - Returns: Whether the batch was measured.
  mutating func run(estimates: Estimates, _ workers: Workers, isTimed: Bool) -> Bool {
    let count = members.count
    batchCount += 1
    memberCount += count
    if count > 1 {
      patience = min(Self.mostPatience, max(Self.leastPatience, patience * 2))
      vainBatches = 0
    } else {
      patience = patience > Self.leastPatience ? patience / 2 : 0
      vainBatches += 1
    }
    let isTimed = isTimed || batchCount % Self.measuringInterval == 1
    let saving = min(estimates.all - estimates.longest, estimates.all - estimates.all / workers.threadCount)
    let wakes = workers.isForced || saving >= Self.leastSavingOfSleepers
    guard workers.threadCount > 1, count > 1, wakes || team != nil && saving >= Self.leastSaving else {
      runAlone(isTimed: isTimed)
      return isTimed
    }
    let isShared = workers.isForced || pace.sharesNext()
    let start = HeavyClock.now()
    if isShared {
      // The calls stay where they are until the team is done with them.
      nonisolated(unsafe) let calls = unsafe calls
      team(of: workers).run(count, wakes: wakes) { unsafe HeavyCall.run(calls, $0, isTimed: isTimed) }
    } else {
      runAlone(isTimed: isTimed)
    }
    if estimates.areMeasured { pace.note(HeavyClock.duration(since: start), of: estimates.all, isShared: isShared) }
    return isTimed
  }

  /// Runs the batch on this thread.
  private func runAlone(isTimed: Bool) {
    for index in members.indices {
      let start = isTimed ? HeavyClock.now() : 0
      unsafe calls[index].run()
      if isTimed { unsafe calls[index].nanoseconds = HeavyClock.duration(since: start) }
    }
  }

  /// The result of a member.
  func result(of index: Int) -> (outputs: UInt32, error: (any Error)?, nanoseconds: UInt64) {
    unsafe (calls[index].outputs, calls[index].error, calls[index].nanoseconds)
  }

  /// Removes the members of the batch.
  mutating func endBatch() {
    unsafe calls.deinitialize(count: members.count)
    members.removeAll(keepingCapacity: true)
    if !runs.isEmpty { runs = RunRecord() }
  }
}

/// Finding nodes that may run ahead.
extension Ahead {
  /// Whether no node upstream of a node is pending.
  ///
  /// `floor` is the lowest pending rank. Each node that is examined reduces `patience` by one; when it runs out, the result is
  /// false.
  mutating func isSettled(
    _ node: UInt32, floor: UInt32, in state: borrowing EvaluatorState, _ patience: inout Int
  ) -> Bool {
    searched.removeAll(keepingCapacity: true)
    var next = node
    var first = 0
    while true {
      let isFree = state.topology.allSources(of: next) { source in
        patience -= 1
        let rank = state.topology.records[source].rank
        if rank < floor || settled[source] == evaluation { return true }
        if patience < 0 || state.pending.contains(rank) { return false }
        // Marked on the first visit, whatever the result: if something is pending upstream of it, the search ends.
        settled[source] = evaluation
        searched.append(source)
        return true
      }
      if !isFree {
        for source in searched { settled[source] = evaluation &- 1 }
        return false
      }
      if first == searched.count { return true }
      next = searched[first]
      first += 1
    }
  }
}

/// Logging nodes that ran ahead.
extension Ahead {
  /// Logs a node that ran ahead.
  mutating func log(_ entry: LogEntry) { entries.append(entry) }

  /// Takes the notices after the first `count` out of the observers' list.
  mutating func takeNotices(behind count: Int, of observers: inout ObserverTable) {
    while observers.notices.count > count { notices.append(observers.notices.removeLast()) }
  }

  /// Moves the log entries and notices of nodes that ran ahead to the places that they would have if all nodes had run by rank.
  /// Complexity: O(m log n), and O(n) short moves.
  mutating func end(in state: inout EvaluatorState) {
    let storage = state.graph.storage
    if !entries.isEmpty {
      Self.merge(&entries, into: &state.log.entries, from: firstEntry) { storage.value.records[$0.slot].rank }
    }
    if !notices.isEmpty {
      Self.merge(&notices, into: &state.observers.notices, from: firstNotice) { storage.value.records[$0.slot].rank }
    }
    isUsed = false
  }

  /// Merges elements into those of a table from an index on, which are sorted.
  private static func merge<Element: BitwiseCopyable>(
    _ added: inout [Element], into table: inout Buffer<Element>, from start: Int, by rank: (Element) -> UInt32
  ) {
    added.sort { rank($0) < rank($1) }
    var end = table.count
    for element in added { table.append(element) }
    while let element = added.popLast() {
      var (low, high) = (start, end)
      let limit = rank(element)
      while low < high {
        let middle = (low + high) / 2
        if rank(table[middle]) < limit { low = middle + 1 } else { high = middle }
      }
      var index = end
      while index > low {
        index -= 1
        table[index + added.count + 1] = table[index]
      }
      table[low + added.count] = element
      end = low
    }
    added.removeAll(keepingCapacity: true)
  }

  /// The rules that are broken between evaluations.
  func brokenRules() -> [String] {
    let isOver = !isUsed && entries.isEmpty && notices.isEmpty && members.isEmpty && runs.isEmpty
    return isOver ? [] : ["what ran ahead is in order when an evaluation is over"]
  }
}
