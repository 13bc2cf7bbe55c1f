// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays of full plans, one level and one kernel at a time.
///
/// While every value changes, all nodes of the next level must run, so changed bits are neither set nor tested. After the first level in
/// which a value does not change, the entries of a span that read a changed value are collected before the kernel is called. The nodes
/// that run are the same as in other replays, and receipts and observers get them in the order of ranks.
extension Evaluator {
  /// The dense form of a full plan, which is made on first use; `nil` if this evaluation can't use it.
  @inline(never)
  func denseForm(of plan: Plan) -> DensePlan? {
    guard state.plans.usesDenseForms else { return nil }
    let number = state.plans.dense.number(ofPlan: plan.number) ?? DenseBuilder.makeDense(plan, in: &state)
    if state.activity.keepsRuns, !state.plans.dense.plans[number].keepsWords { return nil }
    state.plans.refreshDense(number, plan, state.nodes.status)
    let dense = state.plans.dense.plans[number]
    return dense.isPlain && (dense.isByLevel || state.log.givenCount == plan.sources.count) ? dense : nil
  }

  /// Runs the nodes that read a changed value, lowest level first. If a node fails, the remaining nodes run without the plan.
  @inline(never)
  func runByLevel(_ plan: Plan, _ dense: DensePlan) {
    state.plans.noteDense()
    state.log.noteDense()
    state.log.noteOtherOrder()
    let firstNotice = state.observers.notices.count
    let version = state.nodes.status.version
    var replay = unsafe DenseReplay(state, plan, dense)
    if state.log.givenCount < plan.sources.count { unsafe beginTesting(&replay, plan) }
    var isLeft = false
    for index in dense.spans {
      let span = state.plans.dense.spans[index]
      var failure: (any Error)?
      do {
        if span.runsEach {
          try unsafe runEach(of: span, in: &replay)
        } else if state.activity.keepsRuns {
          try unsafe replay.run(span, &runs.value, Watching.self)
        } else {
          try unsafe replay.run(span, &runs.value, NoWatch.self)
        }
      } catch {
        failure = error
      }
      // The code of a node may have added or removed observers.
      let hasOtherStatus = state.nodes.status.version != version
      isLeft = failure != nil || hasOtherStatus || !state.due.isEmpty
      if unsafe isLeft || span.endsLevel && replay.hasUnchanged { unsafe beginTesting(&replay, plan) }
      if isLeft {
        if hasOtherStatus { noteObservedNow(plan) } else { unsafe noteObserved(plan, dense, replay) }
        if let failure { unsafe fail(in: &replay, with: failure) }
        unsafe queueReached(behind: index, of: dense, in: replay)
        break
      }
    }
    unsafe state.log.entries.assumeWritten(replay.logCount)
    if !isLeft { unsafe noteObserved(plan, dense, replay) }
    if unsafe replay.hasBits { forgetChanged(plan) }
    if isLeft {
      state.activity.phase = .idle
      leave(first: plan.first)
    }
    if isLeft || dense.isAttended { state.sortNotices(from: firstNotice) }
  }

  /// Runs the nodes of a span one at a time.
  @inline(never)
  private func runEach(of span: DenseSpan, in replay: inout DenseReplay) throws {
    let all = state.topology.outputMask(of: state.plans.dense.entries[span.first].slot)
    unsafe replay.begin(span)
    while let entry = unsafe replay.nextOfEach {
      let slot = unsafe entry.pointee.slot
      if unsafe !replay.isEverythingChanged && !readsChanged(slot) {
        unsafe replay.endOfEach()
        continue
      }
      let outputs: UInt32
      if span.isAttended {
        let result = unsafe runSpecially(slot, logCount: replay.logCount)
        assert(result.entry != nil, "the nodes of a dense plan are not deferred")
        if let logged = result.entry { unsafe replay.log(logged) }
        outputs = result.outputs
      } else {
        let before = state.activity.keepsRuns ? state.plainWord(of: slot) : nil
        outputs = try unsafe replay.tables.call(entry, of: span)
        if let before, outputs != 0 { runs.value.append(slot, had: before) }
        unsafe replay.log(LogEntry(slot, changed: outputs))
      }
      if outputs & all != all { unsafe replay.hasUnchanged = true }
      if span.notesEach {
        unsafe replay.hasBits = true
        insert(outputs, of: slot)
      } else if unsafe !replay.isEverythingChanged {
        unsafe replay.changed.insert(entry.pointee.output, if: outputs)
      }
      unsafe replay.endOfEach()
    }
  }

  /// Records the failure of the node at which a replay stopped.
  @inline(never)
  private func fail(in replay: inout DenseReplay, with error: any Error) {
    guard let slot = unsafe replay.stoppedAt?.pointee.slot else { return }
    unsafe state.log.entries.assumeWritten(replay.logCount)
    // Code that throws has not stored a value.
    if state.activity.keepsRuns { runs.value.add(slot, of: state) }
    let result = fail(slot, with: error)
    if state.activity.keepsRuns { runs.value.finishLast(result.entry, in: state) }
    if let logged = result.entry { unsafe replay.log(logged) }
    insert(result.outputs, of: slot)
  }

  /// Queues the nodes that read a changed value and have not run: those left of the current span, and those of later spans.
  @inline(never)
  private func queueReached(behind index: Int, of dense: DensePlan, in replay: DenseReplay) {
    for slot in unsafe replay.slotsLeftOfSpan where readsChanged(slot) { state.queue(slot) }
    for index in index + 1..<dense.spans.upperBound {
      let span = state.plans.dense.spans[index]
      for index in span.first..<span.first + span.count {
        let slot = state.plans.dense.entries[index].slot
        if readsChanged(slot) { state.queue(slot) }
      }
    }
  }

  /// Sets the changed bits of everything that has run, so that the following nodes can test what they read.
  private func beginTesting(_ replay: inout DenseReplay, _ plan: Plan) {
    if unsafe !replay.isEverythingChanged { return }
    forEachGiven(plan) { unsafe replay.changed.insert($0.cell, if: 1) }
    unsafe replay.setBits()
  }

  /// Makes the notices of nodes that are observed now. Observers that were added after their node ran know its value, so
  /// `asksEach` skips them.
  private func noteObservedNow(_ plan: Plan) {
    state.observers.asksEach = true
    for index in plan.entries {
      let slot = state.plans.entries[index].slot
      if !state.nodes.status[slot].contains(.isAttended) { state.notify(of: slot, outputs: changedOutputs(of: slot)) }
    }
  }

  /// Makes the notices of observed nodes, in the order of ranks.
  private func noteObserved(_ plan: Plan, _ dense: DensePlan, _ replay: DenseReplay) {
    if !dense.isObserved { return }
    for place in state.plans.dense.observed[dense.number] {
      let slot = state.plans.entries[plan.first + Int(place)].slot
      let outputs =
        unsafe replay.isEverythingChanged ? state.topology.outputMask(of: slot) : changedOutputs(of: slot)
      state.notify(of: slot, outputs: outputs)
    }
  }
}

/// The state of a replay by level, and the tables that it reads.
@unsafe
private struct DenseReplay {
  let tables: ReplayTables
  let changed: ChangedCells.Bits
  private let entries: UnsafeMutablePointer<DenseEntry>
  private let plan: DensePlan
  private let spans: UnsafeMutablePointer<DenseSpan>
  private let reached: UnsafeMutablePointer<DenseEntry>
  private let unchanged: UnsafeMutablePointer<UInt32>
  private let before: UnsafeMutablePointer<UInt64>
  private let status: UnsafePointer<NodeStatus>
  /// The log, its next entry, and the entry of the first node of the plan.
  private let log: UnsafeMutablePointer<LogEntry>
  private var next: UnsafeMutablePointer<LogEntry>
  private let firstLogged: UnsafeMutablePointer<LogEntry>
  /// Whether every value has changed so far, so that all following nodes run. Only spans with `notesEach` set bits then.
  private(set) var isEverythingChanged = true
  /// Whether some value has not changed.
  var hasUnchanged = false
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
    unsafe reached = state.plans.dense.reached.base
    unsafe unchanged = state.plans.dense.unchanged.base
    unsafe before = state.plans.dense.before.base
    unsafe status = state.nodes.status.base
    unsafe log = state.log.entries.base
    unsafe firstLogged = log + state.log.entries.count
    unsafe next = firstLogged
    unsafe entry = entries
    unsafe end = entries
    unsafe rest = entries
  }

  var logCount: Int { unsafe next - log }

  @inline(__always)
  mutating func log(_ entry: LogEntry) {
    unsafe next.pointee = entry
    unsafe next += 1
  }

  /// Runs the nodes of a span that must run, and keeps what they had in a record if the watch is on. If code throws, its node is
  /// `stoppedAt`.
  mutating func run<Watch: RunWatch>(_ span: DenseSpan, _ record: inout RunRecord, _ watch: Watch.Type) throws {
    unsafe (rest, restCount) = (entries + Int(span.first), Int(span.count))
    while unsafe restCount > 0 {
      let count = unsafe min(restCount, DensePlans.mostTogether)
      let first = unsafe rest
      unsafe (rest, restCount) = (rest + count, restCount - count)
      if unsafe isEverythingChanged {
        try unsafe run(first, count, shape: span.shape, &record, watch)
      } else {
        try unsafe run(reached, gather(first, count), shape: span.shape, &record, watch)
      }
    }
  }

  @inline(__always)
  private mutating func run<Watch: RunWatch>(
    _ first: UnsafeMutablePointer<DenseEntry>, _ count: Int, shape: UInt32, _ record: inout RunRecord,
    _ watch: Watch.Type
  ) throws {
    if Watch.isOn {
      for index in 0..<count { unsafe before[index] = word(first[index].output) }
    }
    var batch = unsafe DenseBatch(first: first, count: count, tables, unchanged: unchanged)
    defer {
      unsafe end(batch)
      if Watch.isOn { unsafe keep(batch, in: &record) }
    }
    try unsafe tables.run(&batch, shape: shape)
  }

  /// Keeps the words of the nodes of a call that have changed.
  private func keep(_ batch: DenseBatch, in record: inout RunRecord) {
    var next = unsafe unchanged
    for index in 0..<(unsafe batch.entry - batch.first) {
      if unsafe next != batch.unchanged && Int(next.pointee) == index {
        unsafe next += 1
        continue
      }
      let entry = unsafe batch.first[index]
      unsafe record.append(
        entry.slot, had: PlainWord(cell: entry.output, status: status[Int(entry.slot)], bits: before[index]))
    }
  }

  @inline(__always)
  private func word(_ cell: UInt32) -> UInt64 {
    unsafe Cell.load(tables.values, cell, as: UInt64.self)
  }

  /// Copies the entries that read a changed value to `reached`. Returns their number.
  @inline(__always)
  private func gather(_ first: UnsafeMutablePointer<DenseEntry>, _ count: Int) -> Int {
    var target = unsafe reached
    for index in 0..<count {
      let entry = unsafe first[index]
      unsafe target.pointee = entry
      unsafe target += Int((changed.bit(of: entry.arguments.0) | changed.bit(of: entry.arguments.1)) & 1)
    }
    return unsafe target - reached
  }

  /// Writes the log of a call, and sets changed bits if they are in use.
  @inline(__always)
  private mutating func end(_ batch: DenseBatch) {
    let count = unsafe batch.entry - batch.first
    let kept = unsafe batch.unchanged - unchanged
    for index in 0..<count { unsafe next[index] = LogEntry(batch.first[index].slot, .changed) }
    for index in 0..<kept {
      let place = unsafe Int(unchanged[index])
      unsafe next[place] = LogEntry(batch.first[place].slot, .cutOff)
    }
    if unsafe !isEverythingChanged {
      for index in 0..<count { unsafe changed.insert(batch.first[index].output, if: 1) }
      for index in 0..<kept { unsafe changed.remove(batch.first[Int(unchanged[index])].output) }
    }
    unsafe next += count
    if kept > 0 { unsafe hasUnchanged = true }
    unsafe entry = batch.entry
    unsafe end = batch.end
  }

  /// Sets the changed bits of the nodes that have run.
  mutating func setBits() {
    unsafe (isEverythingChanged, hasBits) = (false, true)
    var span = unsafe spans + self.plan.spans.lowerBound
    let first = unsafe entries + self.plan.entries.lowerBound
    for index in unsafe 0..<next - firstLogged {
      let isOfNext = unsafe index + self.plan.entries.lowerBound == Int(span.pointee.first + span.pointee.count)
      if isOfNext { unsafe span += 1 }
      if unsafe !span.pointee.notesEach && firstLogged[index].outcome == .changed {
        unsafe changed.insert(first[index].output, if: 1)
      }
    }
  }

  // MARK: One at a time

  mutating func begin(_ span: DenseSpan) {
    unsafe entry = entries + Int(span.first)
    unsafe end = entry + Int(span.count)
    unsafe (rest, restCount) = (end, 0)
  }

  /// The next node of a span whose nodes run one at a time.
  var nextOfEach: UnsafeMutablePointer<DenseEntry>? { unsafe entry == end ? nil : entry }

  mutating func endOfEach() { unsafe entry += 1 }

  /// The node whose code has thrown.
  var stoppedAt: UnsafeMutablePointer<DenseEntry>? { unsafe nextOfEach }

  /// The nodes of the current span after that one.
  var slotsLeftOfSpan: [UInt32] {
    let isStopped = unsafe entry != end
    let left = unsafe (isStopped ? entry + 1..<end : end..<end).map { unsafe $0.pointee.slot }
    let behind = unsafe (rest..<rest + restCount).map { unsafe $0.pointee.slot }
    return left + behind
  }
}
