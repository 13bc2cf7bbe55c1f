// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replaying plans in which nodes of one shape follow each other: their kernel runs them in a loop of its own.
///
/// That begins with each plan, and ends when 64 nodes have run in replays whose calls ran fewer than four on average; a call that
/// runs one costs some 30 instructions more than it does in the other loop.
extension Evaluator {
  /// Runs what waits, lowest place first. Returns whether nodes outside of the plan became pending.
  @inline(never)
  func runBatches(_ plan: Plan) -> Bool {
    let tables = unsafe ReplayTables(state, plan)
    let evaluator = unsafe Unmanaged.passUnretained(self)
    return unsafe withUnsafePointer(to: tables) { unsafe runBatches(plan, tables, at: $0, evaluator) }
  }

  /// The same with the tables by value and by address: what was just written is slow to be read back in larger pieces.
  @inline(__always)
  private func runBatches(
    _ plan: Plan, _ replay: ReplayTables, at tables: UnsafePointer<ReplayTables>, _ evaluator: Unmanaged<Evaluator>
  ) -> Bool {
    let log = unsafe state.log.entries.base
    let start = unsafe log + state.log.entries.count
    var batch = unsafe ReplayBatch(state, evaluator, replay, at: tables, log: start)
    // What runs in the same way in either loop says nothing about them.
    var (calls, others) = (0, 0)
    while unsafe batch.takeWord(of: replay) {
      while batch.bits != 0, state.due.isEmpty {
        let result: RunResult
        if batch.isNextPlain {
          calls &+= 1
          do {
            try unsafe replay.run(&batch)
            continue
          } catch {
            result = fail(unsafe batch.entry.pointee.slot, with: error)
          }
        } else {
          let isLong = unsafe batch.entry.pointee.isLong
          result = unsafe runForReplay(batch.entry, replay, logCount: batch.log - log)
          if isLong { calls &+= 1 } else if result.entry != nil { others &+= 1 }
        }
        batch.end(result)
      }
      if state.due.isEmpty { continue }
      unsafe replay.putBack(batch.bits, word: batch.word)
      break
    }
    unsafe state.log.entries.assumeWritten(batch.log - log)
    state.plans.noteBatches(plan, ran: unsafe batch.log - start - others, calls: calls)
    return !state.due.isEmpty
  }
}
