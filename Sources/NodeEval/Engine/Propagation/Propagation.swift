// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The tables that running a node reads. None of them moves while nodes run: neither their code nor the careful path changes
/// the graph.
@unsafe
private struct NodeTables {
  let records: UnsafeMutablePointer<NodeRecord>
  let status: UnsafePointer<NodeStatus>
  private let arguments: UnsafeMutablePointer<UInt32>
  private let values: UnsafeMutableRawPointer
  private let kernels: UnsafeMutablePointer<UInt>

  @inline(__always)
  init(_ state: borrowing EvaluatorState) {
    unsafe records = state.topology.records.base
    unsafe status = state.nodes.status.base
    unsafe arguments = state.topology.arguments.base
    unsafe values = state.nodes.arena.base
    unsafe kernels = state.kernels.pointers.base
  }

  @inline(__always)
  func call(_ record: UnsafeMutablePointer<NodeRecord>) throws -> UInt32 {
    let kernel = unsafe Unmanaged<Kernel>.fromOpaque(
      UnsafeRawPointer(bitPattern: kernels[Int(record.pointee.shape)]).unsafelyUnwrapped)
    return try unsafe kernel._withUnsafeGuaranteedRef {
      try unsafe $0.body(
        KernelCall(
          values: values, block: arguments + Int(record.pointee.arguments), arguments: arguments,
          output: record.pointee.output))
    }
  }
}

/// The tables that one evaluation reads, its pending nodes, and its position in the log.
@unsafe
private struct Wave {
  let tables: NodeTables
  private let nodeAtRank: UnsafeMutablePointer<UInt32>
  private let consumerNodes: UnsafeMutablePointer<UInt32>
  private let entries: UnsafeMutablePointer<LogEntry>
  private(set) var logCount: Int
  var cursor: PendingSet.Cursor
  /// The nodes of the current word.
  private var nodes: UnsafeMutablePointer<UInt32>

  @inline(__always)
  init(_ state: borrowing EvaluatorState, from start: PendingSet.Word) {
    unsafe tables = NodeTables(state)
    unsafe nodeAtRank = state.topology.nodeAtRank.base
    unsafe nodes = nodeAtRank + start.word << 6
    unsafe consumerNodes = state.topology.consumerNodes.base
    unsafe entries = state.log.entries.base
    unsafe logCount = state.log.entries.count
    unsafe cursor = PendingSet.Cursor(state.pending, from: start)
  }

  @inline(__always)
  mutating func log(_ entry: LogEntry) {
    unsafe entries[logCount] = entry
    unsafe logCount &+= 1
  }

  /// Continues after entries that other code has logged.
  @inline(__always)
  mutating func goOn(in state: borrowing EvaluatorState) { unsafe logCount = state.log.entries.count }

  /// The last entry, if any was logged after the first `count`.
  @inline(__always)
  func lastEntry(behind count: Int) -> LogEntry? { unsafe logCount > count ? entries[logCount - 1] : nil }

  /// The end of the log, used as scratch memory.
  var scratch: UnsafeMutablePointer<UInt32> {
    unsafe UnsafeMutableRawPointer(entries + logCount).assumingMemoryBound(to: UInt32.self)
  }

  @inline(__always)
  mutating func takeWord() -> Bool {
    guard unsafe cursor.takeWord() else { return false }
    unsafe nodes = nodeAtRank + cursor.word << 6
    return true
  }

  @inline(__always)
  mutating func takeNode() -> UInt32 { unsafe nodes[cursor.takeIndex()] }

  @inline(__always)
  mutating func queue(_ consumer: UInt32) { unsafe cursor.insert(Int(tables.records[Int(consumer)].rank)) }

  /// Makes consumers pending. A single consumer is returned instead if no other node is pending.
  @inline(__always)
  mutating func queue(_ list: ConsumerList) -> UInt32? {
    if list.hasOverflow {
      let start = unsafe consumerNodes + Int(list.first)
      for index in 0..<Int(list.count) { unsafe queue(start[index]) }
    } else if list.count > 0 {
      if unsafe list.count == 1 && cursor.isEmpty { return list.first }
      unsafe queue(list.first)
      if list.count == 2 { unsafe queue(list.second) }
    }
    return nil
  }
}

/// Running what is pending.
extension Evaluator {
  /// Runs pending nodes, lowest rank first, each at most once, and makes the direct consumers of changed outputs pending.
  ///
  /// The current word of pending bits is kept in a register. If no other node is pending and one consumer follows, that
  /// consumer runs at once, without going through the set (a chain: 9 → 3 ns a node).
  @inline(never)
  func propagate() {
    if !state.activity.unfinished.isEmpty { return propagateUnfinished() }
    guard !state.pending.isEmpty else { return }
    if state.activity.keepsRuns || state.settings.isWatched { return interruptibly { propagateWatched() } }
    runPlainly(from: PendingSet.Word())
  }

  /// Runs the nodes of a word that was not entered into the set, and all pending nodes, none of which comes before them.
  @inline(never)
  private func runPlainly(from start: PendingSet.Word) { run(from: start, NoWatch.self) }

  /// Runs pending nodes, and also keeps what nodes had, asks from time to time whether to stop, and counts and measures their
  /// runs, as settings require.
  @inline(never)
  private func propagateWatched() {
    if state.settings.isWatched || state.kernels.heavyKinds.workers.areOn {
      run(from: PendingSet.Word(), Attending.self)
    } else {
      run(from: PendingSet.Word(), Watching.self)
    }
  }

  /// The loop of all evaluations without a plan. It is copied into its callers: in a generic function, `run` would not be inlined,
  /// and a node of a chain would take 100 instructions instead of 64.
  @inline(__always)
  private func run<Watch: RunWatch>(from start: PendingSet.Word, _ watch: Watch.Type) {
    state.activity.phase = .evaluating
    state.log.entries.reserve(state.log.entries.count + state.graph.nodeCount)
    var wave = unsafe Wave(state, from: start)
    let attendance = Watch.attends ? Attendance(state) : nil
    var lastRead = unsafe state.topology.records.count < LookAhead.leastNodes ? Int.max : -1
    repeat {
      if unsafe wave.cursor.word > lastRead && wave.cursor.isScattered {
        lastRead = unsafe LookAhead.read(wave.cursor, wave.scratch, state)
      }
      while unsafe !wave.cursor.isAtEndOfWord {
        var node = unsafe wave.takeNode()
        if let attendance {
          while let next = unsafe runAttended(node, in: &wave, attendance) { node = next }
          if attendance.isStopped { break }
        } else if Watch.isOn {
          while let next = unsafe runKeepingWord(node, in: &wave) { node = next }
        } else {
          while let next = unsafe run(node, in: &wave) { node = next }
        }
      }
    } while unsafe attendance?.isStopped != true && wave.takeWord()
    unsafe state.log.entries.assumeWritten(wave.logCount)
    if let attendance { unsafe end(attendance, &wave) }
    if state.kernels.heavyKinds.workers.areOn { endAhead() }
    state.activity.phase = .idle
  }

  /// Runs one node, and keeps the word that it had if that is all and it changes.
  @inline(__always)
  private func runKeepingWord(_ node: UInt32, in wave: inout Wave) -> UInt32? {
    guard let word = state.plainWord(of: node) else { return unsafe runKeeping(node, in: &wave, counts: false) }
    let logCount = unsafe wave.logCount
    let next = unsafe run(node, in: &wave)
    if unsafe wave.lastEntry(behind: logCount)?.outcome == .changed { runs.value.append(word) }
    return next
  }

  /// Runs one node, and keeps what it had if that changes.
  @inline(never)
  private func runKeeping(_ node: UInt32, in wave: inout Wave, counts: Bool) -> UInt32? {
    let logCount = unsafe wave.logCount
    let word = state.plainWord(of: node)
    if word == nil { runs.value.add(node, of: state) }
    let next = counts ? unsafe runCounting(node, in: &wave) : unsafe run(node, in: &wave)
    let logged = unsafe wave.lastEntry(behind: logCount)
    if let word {
      if logged?.outcome == .changed { runs.value.append(word) }
    } else {
      runs.value.finishLast(logged, in: state)
    }
    return next
  }

  /// Runs one node, counts the run, and measures its duration.
  @inline(never)
  private func runCounting(_ node: UInt32, in wave: inout Wave) -> UInt32? {
    let result = runCounted(node, logCount: unsafe wave.logCount)
    guard let outputs = unsafe enter(result, of: node, in: &wave), outputs != 0 else { return nil }
    return unsafe wave.queue(wave.tables.records[Int(node)].consumers)
  }

  /// What an evaluation does besides running nodes, if that is more than keeping what they had.
  private final class Attendance {
    let keepsRuns: Bool
    let counts: Bool
    let hasWorkers: Bool
    var stopWatch: StopWatch?
    var isStopped = false

    init(_ state: borrowing EvaluatorState) {
      (keepsRuns, counts) = (state.activity.keepsRuns, state.countsRuns)
      hasWorkers = state.kernels.heavyKinds.workers.areOn
      let settings = state.settings
      guard settings.mayStop else { return }
      stopWatch = StopWatch(clock: settings.stopClock, budget: settings.budget) { settings.question?.ask() ?? false }
    }
  }

  /// Runs one node, alone or together with others, and asks whether to stop. Between two nodes the pending bits are the whole state,
  /// so that is where an evaluation stops.
  @inline(never)
  private func runAttended(_ node: UInt32, in wave: inout Wave, _ attendance: Attendance) -> UInt32? {
    let asks = attendance.stopWatch != nil
    if asks { state.activity.front = unsafe EvaluationFront(word: wave.cursor.rest, node: node) }
    var (next, count): (UInt32?, Int) = (nil, 1)
    if attendance.hasWorkers, state.nodes.status[node].contains(.isHeavy), canRunAhead(node) {
      count = unsafe runTogether(node, in: &wave, atMost: attendance.stopWatch?.nodes ?? .max)
    } else if attendance.keepsRuns {
      next = unsafe runKeeping(node, in: &wave, counts: attendance.counts)
    } else {
      next = attendance.counts ? unsafe runCounting(node, in: &wave) : unsafe run(node, in: &wave)
    }
    guard asks else { return next }
    if state.activity.interrupted.isEmpty {
      state.activity.front = unsafe EvaluationFront(word: wave.cursor.rest, node: next)
      attendance.isStopped = attendance.stopWatch?.stopsHere(after: count) == true
    } else {
      for node in state.activity.interrupted { unsafe wave.queue(node) }
      state.activity.interrupted = []
      attendance.isStopped = true
    }
    guard attendance.isStopped, let node = next else { return next }
    unsafe wave.queue(node)
    return nil
  }

  /// Keeps what a stopped evaluation has left pending.
  @inline(never)
  private func end(_ attendance: Attendance, _ wave: inout Wave) {
    state.activity.front = nil
    guard attendance.isStopped else { return }
    unsafe wave.cursor.putBack()
    // The node after which the evaluation was stopped may have been the last one.
    state.activity.unfinished = Unfinished(isEmpty: state.pending.isEmpty)
    state.activity.combinationEpoch += 1
  }

  /// Runs one node and makes its consumers pending, or returns the single consumer that can run next without that.
  @inline(__always)
  private func run(_ node: UInt32, in wave: inout Wave) -> UInt32? {
    let record = unsafe wave.tables.records + Int(node)
    let status = unsafe wave.tables.status[Int(node)]
    var outputs: UInt32
    if status.isSubset(of: .isObserved) {
      do {
        outputs = status.isEmpty ? try unsafe wave.tables.call(record) : try callObserved(node)
        unsafe wave.log(LogEntry(node, changed: outputs))
      } catch {
        let result = fail(node, with: error)
        outputs = result.outputs
        if let entry = result.entry { unsafe wave.log(entry) }
      }
    } else {
      if status.contains(.isHeavy), canRunAhead(node) {
        unsafe runTogether(node, in: &wave, atMost: .max)
        return nil
      }
      let result = runSpecially(node, logCount: unsafe wave.logCount)
      guard let changed = unsafe enter(result, of: node, in: &wave) else { return nil }
      outputs = changed
    }
    return outputs == 0 ? nil : unsafe wave.queue(record.pointee.consumers)
  }

  /// Calls the code of an observed node, and notes a change.
  @inline(never)
  private func callObserved(_ node: UInt32) throws -> UInt32 {
    let outputs = try call(state.topology.records[node])
    if outputs != 0 { note(Notice(slot: node, outputs: outputs)) }
    return outputs
  }

  /// Logs the result of a node that did not take the fast path, and queues nodes that became due. Returns the outputs that
  /// changed, or `nil` if their consumers were already made pending.
  @inline(__always)
  private func enter(_ result: RunResult, of node: UInt32, in wave: inout Wave) -> UInt32? {
    if let entry = result.entry { unsafe wave.log(entry) }
    if !state.reach.due.isEmpty { unsafe wave.cursor.insert(bits: queueDue(exceptIn: wave.cursor.word)) }
    guard unsafe wave.tables.status[Int(node)].contains(.hasSeveralOutputs) else { return result.outputs }
    unsafe wave.cursor.insert(bits: queueConsumers(of: node, outputs: result.outputs, exceptIn: wave.cursor.word))
    return nil
  }

  /// Stores how many entries the loop has written, for code that reads the log.
  @inline(never)
  func noteLogged(_ count: Int) { unsafe state.log.entries.assumeWritten(count) }

  /// Runs a heavy node together with others. All pending bits are in the set meanwhile, none in registers. Returns how many
  /// nodes ran.
  @inline(__always)
  @discardableResult
  private func runTogether(_ node: UInt32, in wave: inout Wave, atMost limit: Int) -> Int {
    unsafe state.log.entries.assumeWritten(wave.logCount)
    unsafe wave.cursor.putBack()
    let count = runTogether(node, atMost: limit)
    unsafe wave.goOn(in: state)
    return count
  }

  /// Makes consumers of some outputs pending, and returns the bits of those in the current word. If the wave were passed
  /// `inout` instead, it would have to be in memory all the time.
  @inline(never)
  private func queueConsumers(of node: UInt32, outputs: UInt32, exceptIn word: Int) -> UInt64 {
    state.activity.changedOutputs = outputs
    let topology = state.graph.storage
    var bits: UInt64 = 0
    topology.value.forEachConsumer(of: node, outputs: outputs) { bits |= queue($0, exceptIn: word) }
    return bits
  }

  /// Makes nodes pending that stopped waiting while nodes run, and returns the bits of those in the current word.
  @inline(never)
  private func queueDue(exceptIn word: Int) -> UInt64 {
    var bits: UInt64 = 0
    for slot in state.takeDue() { bits |= queue(slot, exceptIn: word) }
    return bits
  }

  /// Makes a node pending, or returns its bit if it is in the current word.
  @inline(__always)
  private func queue(_ slot: UInt32, exceptIn word: Int) -> UInt64 {
    let rank = state.topology.records[slot].rank
    if Int(rank >> 6) == word { return 1 << UInt64(rank & 63) }
    state.pending.insert(rank)
    return 0
  }

  /// Runs what a stopped evaluation left together with what is pending now.
  @inline(never)
  private func propagateUnfinished() {
    let before = state.activity.unfinished
    let start = state.observers.notices.count
    state.activity.unfinished = Unfinished()
    propagate()
    state.notifyOfFinished(since: before, from: start)
  }
}

/// Running what follows from one node.
extension Evaluator {
  /// Runs the consumers of a source that has changed, and what they reach.
  @inline(__always)
  func propagate(to consumers: ConsumerList) {
    if consumers.isSingle { return runAlone(consumers.first) }
    if consumers.count > 0 || !state.activity.unfinished.isEmpty { propagateToAll(consumers) }
  }

  @inline(never)
  private func propagateToAll(_ consumers: ConsumerList) {
    if state.pending.isEmpty, mayRunPlainly, let start = state.word(of: consumers) { return runPlainly(from: start) }
    state.queue(consumers)
    propagate()
  }

  /// Whether an evaluation runs all that is pending, without keeping or counting runs.
  private var mayRunPlainly: Bool {
    @inline(__always)
    get { state.activity.unfinished.isEmpty && !state.activity.keepsRuns && !state.settings.isWatched }
  }

  /// Runs a node while no other is pending, and what it reaches. Preparing a full evaluation costs more than running a few
  /// nodes.
  @inline(never)
  func runAlone(_ node: UInt32) {
    assert(!mayRunPlainly || state.pending.isEmpty, "a row of nodes runs only if no other node is pending")
    guard state.nodes.status[node].isSubset(of: .isObserved), mayRunPlainly else {
      state.queue(node)
      return propagate()
    }
    state.activity.phase = .evaluating
    state.log.entries.reserve(state.log.entries.count + Self.mostAlone)
    let tables = unsafe NodeTables(state)
    let log = unsafe state.log.entries.base
    var logCount = state.log.entries.count
    let end = logCount + Self.mostAlone
    var node = node
    while true {
      let record = unsafe tables.records + Int(node)
      do {
        let outputs = try unsafe tables.call(record)
        unsafe log[logCount] = LogEntry(node, changed: outputs)
        logCount &+= 1
        if outputs == 0 { return endRow(logCount) }
        if unsafe !tables.status[Int(node)].isEmpty { note(Notice(slot: node, outputs: outputs)) }
      } catch {
        let result = fail(node, with: error)
        if let entry = result.entry {
          unsafe log[logCount] = entry
          logCount &+= 1
        }
        if result.outputs == 0 { return endRow(logCount) }
      }
      let consumers = unsafe record.pointee.consumers
      if consumers.count == 0 { return endRow(logCount) }
      guard consumers.isSingle, logCount < end, unsafe tables.status[Int(consumers.first)].isSubset(of: .isObserved)
      else {
        endRow(logCount)
        return propagateToAll(consumers)
      }
      node = consumers.first
    }
  }

  /// How many nodes run one after the other before the loop takes over.
  static var mostAlone: Int { 4 }

  /// Ends a row of nodes: stores how many entries they have written to the log.
  @inline(__always)
  private func endRow(_ logCount: Int) {
    unsafe state.log.entries.assumeWritten(logCount)
    state.activity.phase = .idle
  }

  /// Notes a change for observers.
  @inline(__always)
  func note(_ notice: Notice) {
    if !state.observers.noteIfThereIsRoom(notice) { noteElsewhere(notice) }
  }

  /// Notes a change if the list of notices has to grow; the loops contain no code for that.
  @inline(never)
  private func noteElsewhere(_ notice: Notice) { state.observers.notices.append(notice) }

  /// Runs a new node, which has no consumers yet. If it has no failed or missing inputs, it needs none of the loop's
  /// preparation.
  @inline(__always)
  func runNew(_ slot: UInt32, _ record: NodeRecord) {
    guard state.activity.unfinished.isEmpty, state.nodes.status[slot] == .empty, !state.settings.isWatched else {
      state.pending.insert(record.rank)
      return propagate()
    }
    state.activity.phase = .evaluating
    do {
      _ = try call(record, flags: KernelCall.firstTime)
      state.nodes.status[slot] = []
      state.log.entries.append(LogEntry(slot, .changed))
    } catch {
      if let entry = fail(slot, with: error).entry { state.log.entries.append(entry) }
    }
    state.activity.phase = .idle
  }

  /// Calls the code of a node whose inputs all have a value; `flags` are passed with its output.
  @inline(__always)
  func call(_ record: NodeRecord, flags: UInt32 = 0) throws -> UInt32 {
    try unsafe state.kernels.borrowed(record.shape)._withUnsafeGuaranteedRef {
      try $0.body(makeCall(record, flags: flags))
    }
  }

  @inline(__always)
  func makeCall(_ record: NodeRecord, flags: UInt32) -> KernelCall {
    let arguments = unsafe UnsafePointer(state.topology.arguments.base)
    return unsafe KernelCall(
      values: state.nodes.arena.base, block: arguments + Int(record.arguments), arguments: arguments,
      output: record.output | flags)
  }
}
