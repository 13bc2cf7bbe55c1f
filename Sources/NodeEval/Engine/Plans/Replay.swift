// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays of plans.
extension Evaluator {
  /// Runs the nodes that the given sources reach, by their plan. The nodes that run, the receipt and the notices are those of
  /// `propagate`.
  ///
  /// - Precondition: No node is pending or unfinished, the evaluation may not stop and does not count runs.
  @inline(__always)
  func replay(_ plan: Plan) {
    state.activity.phase = .evaluating
    state.log.entries.reserve(state.log.entries.count + plan.count)
    let before = state.log.entries.count
    let number = plan.number
    let isLeft: Bool
    if plan.ranMuch, let isLeftByTests = replayTesting(plan) {
      isLeft = isLeftByTests
    } else {
      let start = plan.start != 0 ? plan.start : takeReadersOfGiven(plan)
      if state.activity.keepsRuns {
        isLeft = run(first: plan.first, start: start, Watching.self)
      } else if state.plans.isBatched(plan) {
        let batches = runBatches(first: plan.first, start: start)
        state.plans.note(batches, of: number)
        isLeft = batches.areLeft
      } else {
        isLeft = run(first: plan.first, start: start, NoWatch.self)
      }
    }
    state.plans.noteReplay(number, ran: state.log.entries, from: before)
    state.log.noteReplay()
    state.activity.phase = .idle
    if isLeft { leave(first: plan.first) }
    if state.kernels.heavyKinds.workers.areOn { state.settleCosts() }
  }

  /// Runs a plan so that nodes test whether their inputs have changed, if that is faster than pushing changes. Returns whether nodes
  /// outside of the plan became pending; `nil` if changes are to be pushed.
  @inline(never)
  private func replayTesting(_ plan: Plan) -> Bool? {
    if plan.isDense, let dense = denseForm(of: plan) {
      if !dense.isByLevel { return runByRank(plan, dense) }
      runByLevel(plan, dense)
      return false
    }
    return plan.isPulled ? pull(plan) : nil
  }

  /// Makes the consumers of the sources that were given values pending. Returns those of the first word, with which a loop
  /// begins.
  @inline(never)
  private func takeReadersOfGiven(_ plan: Plan) -> UInt64 {
    let replay = unsafe ReplayTables(state, first: plan.first)
    forEachGiven(plan) { unsafe replay.queueReaders(from: $0.link) }
    return unsafe replay.places.takeFirstWord()
  }

  /// Calls `body` with each source of a plan that was given a value. They are in the same order as in the log.
  @inline(__always)
  func forEachGiven(_ plan: Plan, _ body: (PlanSource) -> Void) {
    var source = plan.sources.lowerBound
    for index in 0..<state.log.givenCount {
      let slot = state.log.entries[index].slot
      while state.plans.sources[source].slot != slot { source += 1 }
      body(state.plans.sources[source])
      source += 1
    }
  }

  /// Runs pending places, lowest first, given the pending places of the first word. Returns whether nodes outside of the plan
  /// became pending.
  ///
  /// The bits of the current word are kept in a register.
  @inline(never)
  private func run<Watch: RunWatch>(first: Int, start: UInt64, _ watch: Watch.Type) -> Bool {
    let replay = unsafe ReplayTables(state, first: first)
    let status = unsafe state.nodes.status.base
    let log = unsafe state.log.entries.base
    var next = unsafe log + state.log.entries.count
    var (word, bits) = (0, start)
    while true {
      let entries = unsafe replay.entries + word << 6
      while bits != 0 {
        let entry = unsafe entries + bits.trailingZeroBitCount
        bits &= bits &- 1
        let end: ReplayEnd
        if unsafe !Watch.isOn && status[Int(entry.pointee.slot)].isSubset(of: .isObserved) {
          do {
            let outputs = try unsafe replay.call(entry)
            unsafe next.pointee = LogEntry(entry.pointee.slot, changed: outputs)
            unsafe next += 1
            if outputs == 0 { continue }
            unsafe bits |= entry.pointee.near
            if unsafe !status[Int(entry.pointee.slot)].isEmpty {
              note(Notice(slot: unsafe entry.pointee.slot, outputs: outputs))
            }
            if unsafe !entry.pointee.far.isEmpty {
              bits |= unsafe replay.queueFarReaders(of: entry, outputs: outputs, word: word)
            }
            continue
          } catch {
            end = unsafe self.end(fail(entry.pointee.slot, with: error), of: entry, next, word: word, replay)
          }
        } else {
          let result = unsafe run(entry, replay, logCount: next - log, watch)
          end = unsafe self.end(result, of: entry, next, word: word, replay)
        }
        bits |= end.bits
        unsafe next += end.logged
        if end.isLast {
          unsafe replay.putBack(bits, word: word)
          noteLogged(unsafe next - log)
          return true
        }
      }
      if unsafe replay.places.isEmpty { break }
      unsafe (word, bits) = replay.places.takeWord(after: word)
    }
    noteLogged(unsafe next - log)
    return false
  }

  /// What remains to be done for a node that did not take the loop's fast path.
  private struct ReplayEnd {
    /// The consumers in the current word, which are pending now.
    let bits: UInt64
    /// How many entries were logged for the node.
    let logged: Int
    /// Whether nodes outside of the plan became pending.
    let isLast: Bool
  }

  /// Logs the result of a node that did not take the loop's fast path, and makes its consumers pending. Separate from the loop,
  /// which needs its registers.
  @inline(never)
  private func end(
    _ result: RunResult, of entry: UnsafeMutablePointer<PlanEntry>, _ log: UnsafeMutablePointer<LogEntry>, word: Int,
    _ replay: ReplayTables
  ) -> ReplayEnd {
    if let logged = result.entry { unsafe log.pointee = logged }
    return ReplayEnd(
      bits: unsafe replay.queueReaders(of: entry, outputs: result.outputs, word: word),
      logged: result.entry == nil ? 0 : 1, isLast: !state.reach.due.isEmpty)
  }

  /// Runs a node that may need more than its code, and keeps what it had before if the watch is on.
  @inline(__always)
  func run<Watch: RunWatch>(
    _ entry: UnsafeMutablePointer<PlanEntry>, _ replay: ReplayTables, logCount: Int, _ watch: Watch.Type
  ) -> RunResult {
    if !Watch.isOn { return unsafe runForReplay(entry, replay, logCount: logCount) }
    let slot = unsafe entry.pointee.slot
    let before = state.plainWord(of: slot)
    if before == nil { runs.value.add(slot, of: state) }
    let result = unsafe runForReplay(entry, replay, logCount: logCount)
    if let before {
      if result.outputs != 0 { runs.value.append(before) }
    } else {
      runs.value.finishLast(result.entry, in: state)
    }
    return result
  }

  /// Runs a node of a plan whose status needs more than a plain run, such as an observed or a failed node.
  @inline(never)
  func runForReplay(
    _ entry: UnsafeMutablePointer<PlanEntry>, _ replay: ReplayTables, logCount: Int
  ) -> RunResult {
    let node = unsafe entry.pointee.slot
    if state.nodes.status[node].isSubset(of: .isObserved) {
      do {
        let outputs = try unsafe replay.call(entry)
        state.notify(of: node, outputs: outputs)
        return RunResult(node, changed: outputs)
      } catch {
        return fail(node, with: error)
      }
    }
    let result = runSpecially(node, logCount: logCount)
    if state.nodes.status[node].contains(.hasSeveralOutputs) { state.activity.changedOutputs = result.outputs }
    return result
  }

  /// Continues without the plan: pending places have to run together with nodes that are not in the plan.
  @inline(never)
  func leave(first: Int) {
    state.plans.noteLeaving()
    state.log.noteLeaving()
    while let (word, bits) = state.plans.positions.takeWord() {
      var bits = bits
      while bits != 0 {
        state.queue(state.plans.entries[first + word << 6 + bits.trailingZeroBitCount].slot)
        bits &= bits &- 1
      }
    }
    state.queueDue()
    propagate()
  }
}
