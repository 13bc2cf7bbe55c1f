// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays by level in which several threads run the nodes of wide levels.
extension Evaluator {
  /// The threads that help in a replay.
  struct DenseSharing {
    /// `nil` if the replay is only measured.
    fileprivate let team: WorkerTeam?
    /// The least number of nodes of a level that is worth sharing.
    fileprivate let leastNodes: Int
    fileprivate let start: UInt64
    /// The end of the spans that were found to be too few to share.
    private var searchedEnd = 0

    fileprivate init(team: WorkerTeam?, leastNodes: Int, start: UInt64) {
      (self.team, self.leastNodes, self.start) = (team, leastNodes, start)
    }

    /// The spans from an index on that threads run together, if that pays. They follow each other in one level.
    mutating func spans(from index: Int, of dense: DensePlan, _ plans: borrowing DensePlans, _ replay: DenseReplay)
      -> Range<Int>?
    {
      if team == nil || index < searchedEnd { return nil }
      var (end, count) = (index, 0)
      while end < dense.spans.upperBound {
        let span = plans.spans[end]
        if unsafe !span.mayBeShared || replay.skips(span) { break }
        count += Int(span.count)
        end += 1
        if span.endsLevel { break }
      }
      if count > 0, count >= leastNodes { return index..<end }
      searchedEnd = end
      return nil
    }
  }

  /// Begins a replay of a plan of which some nodes may run on other threads; `nil` without workers or without such nodes.
  func beginSharing(of dense: DensePlan) -> DenseSharing? {
    let workers = state.kernels.heavyKinds.workers
    guard workers.areOn, dense.sharedCount > 0 else { return nil }
    let threads = workers.threadCount
    let isShared =
      workers.isForced
      || state.plans.dense.paces[dense.number].sharesNext(nodeCount: dense.sharedCount, threadCount: threads)
    if isShared {
      state.plans.noteSharing()
      state.plans.dense.scratch.reserve(min(dense.sharedCount, SharedCall.mostTogether))
    }
    return DenseSharing(
      team: isShared ? ahead.value.team(of: workers) : nil,
      leastNodes: workers.isForced ? 1 : state.plans.dense.paces[dense.number].leastNodes(threadCount: threads),
      start: state.settings.costNow())
  }

  /// Ends a replay in which all nodes that had to run have run.
  func endSharing(_ sharing: DenseSharing, of dense: DensePlan, ran count: Int) {
    let duration = state.settings.cost(since: sharing.start)
    state.plans.dense.paces[dense.number].note(duration, nodeCount: count, isShared: sharing.team != nil)
  }

  /// Runs the nodes of consecutive spans of a level that must run, on several threads. Returns the nodes whose code has thrown. If
  /// there are any, the last nodes of the spans may not have run.
  @inline(never)
  func share(_ spans: Range<Int>, _ sharing: DenseSharing, in replay: inout DenseReplay, _ plan: Plan) -> [DenseFailure]
  {
    let keepsRuns = state.activity.keepsRuns
    var failures: [DenseFailure] = []
    unsafe replay.begin(spans)
    while failures.isEmpty, let call = unsafe replay.takeCall(SharedCall.mostTogether) {
      let shared = unsafe SharedCall(
        call, of: spans, in: replay, threads: state.kernels.heavyKinds.workers.threadCount, keepsWords: keepsRuns)
      defer { shared.release() }
      sharing.team?.run(shared.partCount, wakes: true) { shared.run($0) }
      // Nodes that failed are not in the log, whose entries then no longer correspond to those of the plan.
      if shared.hasFailed { unsafe beginTesting(&replay, plan) }
      if keepsRuns {
        failures = unsafe replay.end(shared, &runs.value, Watching.self)
      } else {
        failures = unsafe replay.end(shared, &runs.value, NoWatch.self)
      }
    }
    return failures
  }
}
