// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replaying plans in which nodes of one shape follow each other: their kernel runs them in a loop of its own.
///
/// That begins with each plan, and ends when 64 nodes have run in replays whose calls ran fewer than four on average; a call that
/// runs one costs some 30 instructions more than it does in the other loop.
extension Evaluator {
  /// Runs what waits of a plan whose entries begin there, lowest place first, in the first word by its bits.
  @inline(never)
  func runBatches(first: Int, start: UInt64) -> ReplayBatches {
    let log = unsafe state.log.entries.base
    let firstLogged = unsafe log + state.log.entries.count
    let replay = unsafe ReplayTables(state, first: first)
    var batch = unsafe ReplayBatch(
      of: Unmanaged.passUnretained(self), replay, state.nodes.status.base, start: start, log: firstLogged)
    // What runs in the same way in either loop says nothing about them.
    var (calls, others) = (0, 0)
    repeat {
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
        unsafe batch.end(result, in: replay)
      }
      if state.due.isEmpty { continue }
      unsafe replay.putBack(batch.bits, word: batch.word)
      break
    } while unsafe batch.takeWord(of: replay)
    unsafe state.log.entries.assumeWritten(batch.log - log)
    return ReplayBatches(
      ran: unsafe batch.log - firstLogged - others, calls: calls, areLeft: !state.due.isEmpty)
  }
}

/// What became of a replay in which kernels had loops of their own.
struct ReplayBatches {
  /// How many nodes ran so, and in how many calls.
  let ran, calls: Int
  /// Whether nodes outside of the plan became pending.
  let areLeft: Bool
}
