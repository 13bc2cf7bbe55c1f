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
    var run = unsafe RankRun(state, plan)
    let version = state.nodes.status.version
    while true {
      do {
        var isWhole = true
        if unsafe run.entry + RankRun.callSites <= run.end {
          isWhole =
            try unsafe runNext(&run, version) && runNext(&run, version) && runNext(&run, version)
            && runNext(&run, version) && runNext(&run, version) && runNext(&run, version)
            && runNext(&run, version) && runNext(&run, version)
        } else {
          while unsafe isWhole && run.entry != run.end { isWhole = try unsafe runNext(&run, version) }
        }
        if isWhole {
          if unsafe run.entry == run.end { break }
          continue
        }
        let last = unsafe (run.entry - 1).pointee.slot
        if unsafe run.outputs == state.topology.outputMask(of: last) && state.nodes.status.version == version {
          continue
        }
        unsafe state.log.entries.assumeWritten(run.logCount)
        return unsafe runRest(of: plan, dense, from: run.place, last: run.outputs)
      } catch {
        unsafe state.log.entries.assumeWritten(run.logCount)
        noteObserved(plan, dense, until: unsafe run.place)
        let result = fail(unsafe run.entry.pointee.slot, with: error)
        if let logged = result.entry { state.log.entries.append(logged) }
        return runRest(of: plan, dense, from: unsafe run.place + 1, last: result.outputs, isNoted: true)
      }
    }
    unsafe state.log.entries.assumeWritten(run.logCount)
    noteObserved(plan, dense, until: plan.count)
    return !state.due.isEmpty
  }

  /// Runs the next node. Returns whether its only output has changed and no status was written.
  @inline(__always)
  private func runNext(_ run: inout RankRun, _ version: Int) throws -> Bool {
    unsafe run.outputs = try run.tables.call(run.entry)
    let isWhole = unsafe run.outputs == 1 && state.nodes.status.version == version
    let slot = unsafe run.entry.pointee.slot
    unsafe run.next.pointee = isWhole ? LogEntry(slot, .changed) : LogEntry(slot, changed: run.outputs)
    unsafe run.next += 1
    unsafe run.entry += 1
    return isWhole
  }

  /// Continues from a place with changed bits. All values before it have changed, and of the last node these outputs.
  @inline(never)
  private func runRest(
    of plan: Plan, _ dense: DensePlan, from place: Int, last outputs: UInt32, isNoted: Bool = false
  ) -> Bool {
    let changed = unsafe ChangedCells.Bits(state.plans.changed)
    forEachGiven(plan) { unsafe changed.insert($0.cell, if: 1) }
    for index in plan.first..<plan.first + place - 1 {
      let entry = state.plans.entries[index]
      if entry.hasSeveralOutputs { insert(.max, of: entry.slot) } else { unsafe changed.insert(entry.output, if: 1) }
    }
    let last = state.plans.entries[plan.first + place - 1].slot
    insert(outputs, of: last)
    if !isNoted {
      noteObserved(plan, dense, until: place - 1)
      state.notify(of: last, outputs: outputs)
    }
    let isLeft = runPulled(plan, from: place, NoWatch.self)
    forgetChanged(plan)
    return isLeft || !state.due.isEmpty
  }

  /// Makes the notices of observed nodes before a place, all of which have changed.
  private func noteObserved(_ plan: Plan, _ dense: DensePlan, until place: Int) {
    if !dense.isObserved { return }
    for observed in state.plans.dense.observed[dense.number].prefix(while: { $0 < place }) {
      let slot = state.plans.entries[plan.first + Int(observed)].slot
      state.notify(of: slot, outputs: state.topology.outputMask(of: slot))
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
  /// The place of the next entry.
  var place: Int { unsafe entry - tables.entries }
}
