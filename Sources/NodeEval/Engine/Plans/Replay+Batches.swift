// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays of plans in which nodes of one shape follow each other: their kernel runs them in a loop of its own.
///
/// Each plan begins this way, and ends it once 64 nodes have run in replays whose calls ran fewer than four on average. A call
/// that runs one node costs some 30 instructions more than in the other loop.
extension Evaluator {
  /// Runs the pending nodes of a plan, lowest place first, given the plan's first entry and the pending places of its first
  /// word.
  @inline(never)
  func runBatches(first: Int, start: UInt64) -> ReplayBatches {
    let log = unsafe state.log.entries.base
    let firstLogged = unsafe log + state.log.entries.count
    let replay = unsafe ReplayTables(state, first: first)
    var batch = unsafe ReplayBatch(
      of: Unmanaged.passUnretained(self), replay, state.nodes.status.base, start: start, log: firstLogged)
    // Nodes that run in the same way in both loops say nothing about which one is better.
    var (calls, others) = (0, 0)
    repeat {
      while batch.bits != 0, state.reach.due.isEmpty {
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
      if state.reach.due.isEmpty { continue }
      unsafe replay.putBack(batch.bits, word: batch.word)
      break
    } while unsafe batch.takeWord(of: replay)
    unsafe state.log.entries.assumeWritten(batch.log - log)
    return ReplayBatches(
      ran: unsafe batch.log - firstLogged - others, calls: calls, areLeft: !state.reach.due.isEmpty)
  }
}

/// The result of a replay in which kernels had loops of their own.
struct ReplayBatches {
  /// How many nodes ran in such loops, and in how many calls.
  let ran, calls: Int
  /// Whether nodes outside of the plan became pending.
  let areLeft: Bool
}
