// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// The state of a replay by level, and the tables that it reads.
@unsafe
struct DenseReplay {
  let tables: ReplayTables
  let changed: ChangedCells.Bits
  private let entries: UnsafeMutablePointer<DenseEntry>
  private let plan: DensePlan
  private let spans: UnsafeMutablePointer<DenseSpan>
  let scratch: DenseScratch.Memory
  /// The log, its next entry, and the entry of the first node of the plan.
  private let log: UnsafeMutablePointer<LogEntry>
  private var next: UnsafeMutablePointer<LogEntry>
  private let firstLogged: UnsafeMutablePointer<LogEntry>
  /// Whether every value has changed so far, so that all following nodes run. Only spans with `notesEach` set bits then.
  private(set) var isEverythingChanged = true
  /// Whether some value has not changed.
  var hasUnchanged = false
  /// Whether a value of the current level has changed. Not known while every value changes.
  var hasChanged = false
  /// The levels in which a value has changed.
  private var changedLevels = LevelSet()
  /// Whether changed bits were set.
  var hasBits = false
  /// The next entry of the current call, and its end.
  private var entry: UnsafeMutablePointer<DenseEntry>
  private var end: UnsafeMutablePointer<DenseEntry>
  /// The entries of the span after the current call.
  private var rest: UnsafeMutablePointer<DenseEntry>
  private var restCount = 0
}

extension DenseReplay {
  init(_ state: borrowing EvaluatorState, _ plan: Plan, _ dense: DensePlan) {
    unsafe tables = ReplayTables(state, first: plan.first)
    unsafe changed = ChangedCells.Bits(state.plans.changed)
    unsafe entries = state.plans.dense.entries.base
    unsafe spans = state.plans.dense.spans.base
    unsafe self.plan = dense
    unsafe scratch = DenseScratch.Memory(state.plans.dense.scratch)
    unsafe log = state.log.entries.base
    unsafe firstLogged = log + state.log.entries.count
    unsafe next = firstLogged
    unsafe entry = entries
    unsafe end = entries
    unsafe rest = entries
    unsafe changedLevels.insert(distance: 1)
  }

  var logCount: Int { unsafe next - log }

  /// How many nodes have run.
  var ranCount: Int { unsafe next - firstLogged }

  @inline(__always)
  mutating func log(_ entry: LogEntry) {
    unsafe next.pointee = entry
    unsafe next += 1
  }

  /// Whether no node of a span has to run, because it reads no level in which a value has changed.
  @inline(__always)
  func skips(_ span: DenseSpan) -> Bool {
    unsafe !isEverythingChanged && span.reads.isDisjoint(with: changedLevels)
  }

  /// Moves on to the next level if a span is the last one of its level.
  @inline(__always)
  mutating func endLevel(with span: DenseSpan) {
    if !span.endsLevel { return }
    unsafe changedLevels.descend(inserting: isEverythingChanged || hasChanged)
    unsafe hasChanged = false
  }

  /// Begins a span. None of its nodes has run.
  mutating func begin(_ span: DenseSpan) {
    unsafe (rest, restCount) = (entries + Int(span.first), Int(span.count))
    unsafe (entry, end) = (rest, rest)
  }

  /// Begins consecutive spans. None of their nodes has run.
  mutating func begin(_ spans: Range<Int>) {
    unsafe begin(self.spans[spans.lowerBound])
    for index in spans.dropFirst() { unsafe restCount += Int(self.spans[index].count) }
  }

  /// Takes entries of what was begun, at most `limit`; `nil` after the last one.
  mutating func takeCall(_ limit: Int) -> DenseCall? {
    if unsafe restCount == 0 { return nil }
    let count = unsafe min(restCount, limit)
    defer { unsafe (rest, restCount) = (rest + count, restCount - count) }
    return unsafe DenseCall(first: rest, count: count)
  }

  /// Runs the nodes of a span that must run, and keeps what they had in a record if the watch is on. If code throws, its node is
  /// `stoppedAt`.
  mutating func run<Watch: RunWatch>(_ span: DenseSpan, _ record: inout RunRecord, _ watch: Watch.Type) throws {
    unsafe begin(span)
    while let call = unsafe takeCall(DensePlans.mostTogether) {
      let call = unsafe reached(by: call, scratch)
      if Watch.isOn { unsafe keepWords(of: call, scratch) }
      var batch = unsafe DenseBatch(call, tables, unchanged: scratch.unchanged)
      defer { unsafe end(batch, scratch, &record, watch) }
      try unsafe tables.run(&batch, shape: span.shape)
    }
  }

  /// The entries of a call that must run.
  @inline(__always)
  func reached(by call: DenseCall, _ scratch: DenseScratch.Memory) -> DenseCall {
    if unsafe isEverythingChanged { return unsafe call }
    var target = unsafe scratch.reached
    for index in unsafe 0..<call.count {
      let entry = unsafe call.first[index]
      unsafe target.pointee = entry
      unsafe target += Int((changed.bit(of: entry.arguments.0) | changed.bit(of: entry.arguments.1)) & 1)
    }
    return unsafe DenseCall(first: scratch.reached, count: target - scratch.reached)
  }

  /// Copies the words that the nodes of a call have.
  func keepWords(of call: DenseCall, _ scratch: DenseScratch.Memory) {
    for index in unsafe 0..<call.count {
      unsafe scratch.before[index] = Cell.load(tables.values, call.first[index].output, as: UInt64.self)
    }
  }

  /// Writes the log of nodes that have run, sets changed bits if they are in use, and keeps what the nodes had in a record if the
  /// watch is on.
  @inline(__always)
  mutating func end<Watch: RunWatch>(
    _ batch: DenseBatch, _ scratch: DenseScratch.Memory, _ record: inout RunRecord, _ watch: Watch.Type
  ) {
    unsafe writeLog(of: batch, scratch, at: 0)
    unsafe endLogged(batch, scratch, &record, watch)
  }

  /// Writes the log of nodes that have run, given their distance from its next entry.
  @inline(__always)
  func writeLog(of batch: DenseBatch, _ scratch: DenseScratch.Memory, at distance: Int) {
    let next = unsafe self.next + distance
    for index in 0..<(unsafe batch.entry - batch.first) {
      unsafe next[index] = LogEntry(batch.first[index].slot, .changed)
    }
    for index in 0..<(unsafe batch.unchanged - scratch.unchanged) {
      let place = unsafe Int(scratch.unchanged[index])
      unsafe next[place] = LogEntry(batch.first[place].slot, .cutOff)
    }
  }

  /// Ends nodes that have run, and whose log is written.
  @inline(__always)
  private mutating func endLogged<Watch: RunWatch>(
    _ batch: DenseBatch, _ scratch: DenseScratch.Memory, _ record: inout RunRecord, _ watch: Watch.Type
  ) {
    let count = unsafe batch.entry - batch.first
    let kept = unsafe batch.unchanged - scratch.unchanged
    if unsafe !isEverythingChanged {
      for index in 0..<count { unsafe changed.insert(batch.first[index].output, if: 1) }
      for index in 0..<kept { unsafe changed.remove(batch.first[Int(scratch.unchanged[index])].output) }
    }
    unsafe next += count
    if kept > 0 { unsafe hasUnchanged = true }
    if kept < count { unsafe hasChanged = true }
    unsafe (entry, end) = (batch.entry, batch.end)
    if Watch.isOn { unsafe keep(batch, scratch, in: &record) }
  }

  /// Keeps the words of the nodes that have changed.
  private func keep(_ batch: DenseBatch, _ scratch: DenseScratch.Memory, in record: inout RunRecord) {
    var next = unsafe scratch.unchanged
    for index in 0..<(unsafe batch.entry - batch.first) {
      if unsafe next != batch.unchanged && Int(next.pointee) == index {
        unsafe next += 1
        continue
      }
      let entry = unsafe batch.first[index]
      unsafe record.append(WordWrite(slot: entry.slot, cell: entry.output, word: scratch.before[index]))
    }
  }

  /// Sets the changed bits of the nodes that have run.
  mutating func setBits() {
    unsafe (isEverythingChanged, hasBits) = (false, true)
    var logged = unsafe firstLogged
    var span = unsafe spans + self.plan.spans.lowerBound
    while unsafe logged != next {
      let first = unsafe entries + Int(span.pointee.first)
      let count = unsafe min(Int(span.pointee.count), next - logged)
      if unsafe !span.pointee.notesEach {
        for index in 0..<count {
          let isChanged: UInt32 = unsafe logged[index].outcome == .changed ? 1 : 0
          unsafe changed.insert(first[index].output, if: isChanged)
        }
      }
      unsafe logged += count
      unsafe span += 1
    }
  }

  // MARK: Several threads

  /// The first entries of a call that are of one span, whose index is found from that of a span before it.
  func ofOneSpan(_ call: DenseCall, _ index: inout Int) -> DenseCall {
    var left = 0
    repeat {
      let span = unsafe spans[index]
      left = unsafe entries + Int(span.first + span.count) - call.first
      if left <= 0 { index += 1 }
    } while left <= 0
    return unsafe DenseCall(first: call.first, count: min(call.count, left))
  }

  func shape(ofSpan index: Int) -> UInt32 { unsafe spans[index].shape }

  /// Ends a call whose parts have run on several threads. Returns the nodes whose code has thrown.
  mutating func end<Watch: RunWatch>(
    _ call: SharedCall, _ record: inout RunRecord, _ watch: Watch.Type
  ) -> [DenseFailure] {
    var failures: [DenseFailure] = []
    call.forEachRun { run in
      // If all nodes of the call have run, each part has written its log.
      if unsafe isEverythingChanged {
        unsafe endLogged(run.batch, run.scratch, &record, watch)
      } else {
        unsafe end(run.batch, run.scratch, &record, watch)
      }
      if let error = run.error {
        failures.append(DenseFailure(node: unsafe run.batch.entry.pointee.slot, error: error))
      }
    }
    // The nodes after one that failed have run as well.
    unsafe (entry, end) = (rest, rest)
    return failures
  }

  // MARK: One at a time

  mutating func beginEach(of span: DenseSpan) {
    unsafe begin(span)
    unsafe (entry, end) = (rest, rest + restCount)
    unsafe (rest, restCount) = (end, 0)
  }

  /// The next node of a span whose nodes run one at a time.
  var nextOfEach: UnsafeMutablePointer<DenseEntry>? { unsafe entry == end ? nil : entry }

  mutating func endOfEach() { unsafe entry += 1 }

  /// The node whose code has thrown.
  var stoppedAt: UInt32? { unsafe nextOfEach?.pointee.slot }

  /// The nodes of the current span after that one.
  var slotsLeftOfSpan: [UInt32] {
    let isStopped = unsafe entry != end
    let left = unsafe (isStopped ? entry + 1..<end : end..<end).map { unsafe $0.pointee.slot }
    let behind = unsafe (rest..<rest + restCount).map { unsafe $0.pointee.slot }
    return left + behind
  }
}

/// Entries of a span that one call of the kernel runs.
@unsafe
struct DenseCall {
  let first: UnsafeMutablePointer<DenseEntry>
  let count: Int

  /// The call without its first entries.
  func dropping(_ ran: Int) -> DenseCall { unsafe DenseCall(first: first + ran, count: count - ran) }
}

/// A node whose code has thrown.
struct DenseFailure {
  let node: UInt32
  let error: any Error
}

extension DenseBatch {
  @inline(__always)
  init(_ call: DenseCall, _ tables: ReplayTables, unchanged: UnsafeMutablePointer<UInt32>) {
    unsafe entry = call.first
    unsafe first = call.first
    unsafe end = call.first + call.count
    unsafe values = tables.values
    unsafe arguments = tables.arguments
    unsafe self.unchanged = unchanged
  }
}
