// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replaying plans.
extension Evaluator {
  /// Runs what the sources that were given values reach, by their plan: which nodes run, in which order, and what is told of
  /// them is what `propagate` does.
  ///
  /// - Precondition: Nothing is pending, nothing is unfinished, no evaluation may stop or counts runs, and no threads help.
  @inline(never)
  func replay(_ plan: Plan) {
    state.activity.phase = .evaluating
    state.log.entries.reserve(state.log.entries.count + plan.entries.count)
    let before = state.log.entries.count
    let isLeft: Bool
    if plan.isPulled {
      isLeft = pull(plan)
    } else {
      queueConsumersOfGiven(plan)
      isLeft =
        state.activity.keepsRuns ? runKeepingRuns(plan) : state.plans.isBatched(plan) ? runBatches(plan) : run(plan)
    }
    state.plans.noteReplay(plan, ran: state.log.entries.count - before)
    state.activity.phase = .idle
    if isLeft { leave(plan) }
  }

  /// Has those wait that read what was given.
  private func queueConsumersOfGiven(_ plan: Plan) {
    let replay = unsafe ReplayTables(state, plan)
    forEachGiven(plan) { unsafe replay.queueReaders(from: $0.link) }
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

  /// Runs what waits, lowest place first. Returns whether nodes outside of the plan became pending.
  ///
  /// Bits of the word at work are kept in a register.
  @inline(never)
  private func run(_ plan: Plan) -> Bool {
    let replay = unsafe ReplayTables(state, plan)
    let status = unsafe state.nodes.status.base
    let log = unsafe state.log.entries.base
    var next = unsafe log + state.log.entries.count
    var word = 0
    while unsafe !replay.places.isEmpty {
      var bits: UInt64
      unsafe (word, bits) = replay.places.takeWord(after: word)
      let entries = unsafe replay.entries + word << 6
      while bits != 0 {
        let entry = unsafe entries + bits.trailingZeroBitCount
        bits &= bits &- 1
        let result: RunResult
        if unsafe status[Int(entry.pointee.slot)].isSubset(of: .isObserved) {
          do {
            let outputs = try unsafe replay.call(entry)
            unsafe next.pointee = LogEntry(entry.pointee.slot, changed: outputs)
            unsafe next += 1
            if outputs == 0 { continue }
            unsafe bits |= entry.pointee.near
            if unsafe !status[Int(entry.pointee.slot)].isEmpty {
              let notice = Notice(slot: unsafe entry.pointee.slot, outputs: outputs)
              if !state.observers.noteIfThereIsRoom(notice) { noteElsewhere(notice) }
            }
            if unsafe !entry.pointee.far.isEmpty {
              bits |= unsafe replay.queueFarReaders(of: entry, outputs: outputs, word: word)
            }
            continue
          } catch {
            result = fail(unsafe entry.pointee.slot, with: error)
          }
        } else {
          result = unsafe runForReplay(entry, replay, logCount: next - log)
        }
        if let logged = result.entry {
          unsafe next.pointee = logged
          unsafe next += 1
        }
        bits |= unsafe replay.queueReaders(of: entry, outputs: result.outputs, word: word)
        if !state.due.isEmpty {
          unsafe replay.putBack(bits, word: word)
          unsafe state.log.entries.assumeWritten(next - log)
          return true
        }
      }
    }
    unsafe state.log.entries.assumeWritten(next - log)
    return false
  }

  /// Notes a change where that takes more memory, which the loop has no code for.
  @inline(never)
  private func noteElsewhere(_ notice: Notice) { state.observers.notices.append(notice) }

  /// The same where what nodes had before is kept: that costs more than how they are found.
  private func runKeepingRuns(_ plan: Plan) -> Bool {
    let replay = unsafe ReplayTables(state, plan)
    while let (word, taken) = state.plans.positions.takeWord() {
      var bits = taken
      while bits != 0 {
        let entry = unsafe replay.entries + (word << 6 | bits.trailingZeroBitCount)
        bits &= bits &- 1
        let outputs = unsafe runKeepingRun(entry, replay)
        bits |= unsafe replay.queueReaders(of: entry, outputs: outputs, word: word)
        if !state.due.isEmpty {
          unsafe replay.putBack(bits, word: word)
          return true
        }
      }
    }
    return false
  }

  /// Runs a node, logs it and keeps what it had before. Returns the outputs that have changed.
  @inline(__always)
  func runKeepingRun(_ entry: UnsafeMutablePointer<PlanEntry>, _ replay: ReplayTables) -> UInt32 {
    let slot = unsafe entry.pointee.slot
    let before = state.plainWord(of: slot)
    if before == nil { runs.value.add(slot, of: state) }
    let result = unsafe runForReplay(entry, replay, logCount: state.log.entries.count)
    if let entry = result.entry { state.log.entries.append(entry) }
    if let before {
      if result.outputs != 0 { runs.value.append(slot, had: before) }
    } else {
      runs.value.finishLast(result.entry, in: state)
    }
    return result.outputs
  }

  /// Runs a node about which there may be something.
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

  /// Goes on without the plan: what waits has to run among nodes that the plan does not have.
  @inline(never)
  private func leave(_ plan: Plan) {
    state.plans.noteLeaving()
    while let (word, bits) = state.plans.positions.takeWord() {
      var bits = bits
      while bits != 0 {
        state.queue(state.plans.entries[plan.entries.lowerBound + word << 6 + bits.trailingZeroBitCount].slot)
        bits &= bits &- 1
      }
    }
    state.queueDue()
    propagate()
  }
}
