// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays of plans of which nearly all runs, and whose levels are too narrow for one call to run many nodes.
extension Evaluator {
  /// Runs all nodes, lowest rank first, while every value changes. After the first value that does not change, and after a failure, the
  /// following nodes test what they read, as in `pull(_:)`. Returns whether nodes outside of the plan became pending.
  ///
  /// - Precondition: All sources were given values, and the plan is plain.
  @inline(never)
  func runByRank(_ plan: Plan, _ dense: DensePlan) -> Bool {
    state.plans.noteDense()
    state.log.noteDense()
    let version = state.nodes.status.version
    var run = unsafe RankRun(state, plan)
    while true {
      var failure: (any Error)?
      do {
        try unsafe runChanging(&run, version)
      } catch {
        failure = error
      }
      let hasOtherStatus = state.nodes.status.version != version
      if unsafe failure == nil && !hasOtherStatus && run.outputs == outputMask(ofLast: run) {
        if unsafe run.entry == run.end { break }
        continue
      }
      unsafe state.log.entries.assumeWritten(run.logCount)
      return unsafe runRest(of: plan, dense, after: run, failure, hasOtherStatus: hasOtherStatus)
    }
    unsafe state.log.entries.assumeWritten(run.logCount)
    noteObserved(plan, dense, until: plan.count, areWhole: true)
    return !state.reach.due.isEmpty
  }

  /// All outputs of the node that has run last, as bits.
  private func outputMask(ofLast run: RankRun) -> UInt32 {
    state.topology.outputMask(of: unsafe (run.entry - 1).pointee.slot)
  }

  /// Runs nodes while their only output changes and no status is written. If code throws, its node is the next entry.
  ///
  /// The code of several nodes is called before a status is tested. Entries and log are addressed from the first of these nodes: so
  /// the compiler keeps both addresses in registers. Registers are scarce here, as calls with a context leave three.
  @inline(never)
  private func runChanging(_ run: inout RankRun, _ version: Int) throws {
    let tables = unsafe run.tables
    var entry = unsafe run.entry
    var log = unsafe run.next
    var (ran, outputs): (Int, UInt32) = (0, 1)
    defer {
      unsafe (run.entry, run.next, run.outputs) = (entry + ran, log + ran, outputs)
      if outputs != 1 { unsafe run.next[-1] = LogEntry(run.entry[-1].slot, changed: outputs) }
    }
    while unsafe entry + RankRun.callSites <= run.end {
      ran = 0
      let isWhole =
        try unsafe runNext(0, entry, log, tables, &ran, &outputs) && runNext(1, entry, log, tables, &ran, &outputs)
        && runNext(2, entry, log, tables, &ran, &outputs) && runNext(3, entry, log, tables, &ran, &outputs)
        && runNext(4, entry, log, tables, &ran, &outputs) && runNext(5, entry, log, tables, &ran, &outputs)
        && runNext(6, entry, log, tables, &ran, &outputs) && runNext(7, entry, log, tables, &ran, &outputs)
      if !isWhole || state.nodes.status.version != version { return }
      unsafe entry += RankRun.callSites
      unsafe log += RankRun.callSites
    }
    ran = 0
    while unsafe entry + ran != run.end, try unsafe runNext(ran, entry, log, tables, &ran, &outputs) {}
  }

  /// Runs the node at an index. Returns whether its only output has changed.
  @inline(__always)
  private func runNext(
    _ index: Int, _ entry: UnsafeMutablePointer<PlanEntry>, _ log: UnsafeMutablePointer<LogEntry>,
    _ tables: ReplayTables, _ ran: inout Int, _ outputs: inout UInt32
  ) throws -> Bool {
    outputs = 1
    outputs = try unsafe tables.call(entry + index)
    unsafe log[index] = LogEntry(entry[index].slot, .changed)
    ran = index + 1
    return outputs == 1
  }

  /// Continues with changed bits after the nodes that have run. All their values have changed, except some outputs of the last.
  /// If its code has thrown, the next node fails.
  @inline(never)
  private func runRest(
    of plan: Plan, _ dense: DensePlan, after run: RankRun, _ failure: (any Error)?, hasOtherStatus: Bool
  ) -> Bool {
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    forEachGiven(plan) { unsafe changed.insert($0.cell, if: 1) }
    var place = unsafe run.place
    let isPartial = failure == nil && place > 0
    for index in plan.first..<plan.first + place - (isPartial ? 1 : 0) {
      let entry = state.plans.entries[index]
      if entry.hasSeveralOutputs { insert(.max, of: entry.slot) } else { unsafe changed.insert(entry.output, if: 1) }
    }
    if isPartial { insert(unsafe run.outputs, of: unsafe (run.entry - 1).pointee.slot) }
    if hasOtherStatus { noteObservedNow(plan) } else { noteObserved(plan, dense, until: place, areWhole: false) }
    if let failure {
      let slot = unsafe run.entry.pointee.slot
      let result = fail(slot, with: failure)
      if let logged = result.entry { state.log.entries.append(logged) }
      insert(result.outputs, of: slot)
      place += 1
    }
    let isLeft = runPulled(plan, from: place, NoWatch.self)
    forgetChanged(plan)
    return isLeft || !state.reach.due.isEmpty
  }

  /// Makes the notices of observed nodes before a place.
  private func noteObserved(_ plan: Plan, _ dense: DensePlan, until place: Int, areWhole: Bool) {
    if !dense.isObserved { return }
    for observed in state.plans.dense.observed[dense.number].prefix(while: { $0 < place }) {
      let entry = state.plans.entries[plan.first + Int(observed)]
      let outputs = areWhole ? state.topology.outputMask(of: entry.slot) : changedOutputs(of: entry)
      state.notify(of: entry.slot, outputs: outputs)
    }
  }
}

/// The state of a replay by rank.
@unsafe
private struct RankRun {
  /// The number of call instructions that the loop is unrolled to. Where shapes repeat, each instruction mostly calls the same kernel,
  /// so that the processor predicts its target.
  static let callSites = 8

  let tables: ReplayTables
  /// The next entry, and the end.
  var entry: UnsafeMutablePointer<PlanEntry>
  let end: UnsafeMutablePointer<PlanEntry>
  private let log: UnsafeMutablePointer<LogEntry>
  /// The next entry of the log.
  var next: UnsafeMutablePointer<LogEntry>
  /// The outputs of the last node that have changed.
  var outputs: UInt32 = 1

  init(_ state: borrowing EvaluatorState, _ plan: Plan) {
    unsafe tables = ReplayTables(state, first: plan.first)
    unsafe entry = tables.entries
    unsafe end = tables.entries + plan.count
    unsafe log = state.log.entries.base
    unsafe next = log + state.log.entries.count
  }

  var logCount: Int { unsafe next - log }
  /// How many nodes have run.
  var place: Int { unsafe entry - tables.entries }
}
