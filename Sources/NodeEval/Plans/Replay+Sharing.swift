// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

import NodeGraph

/// Replays by level in which several threads run the nodes of wide levels.
extension Evaluator {
  /// The threads that help in a replay.
  struct DenseSharing {
    /// `nil` if the replay is only measured.
    fileprivate let team: WorkerTeam?
    /// The least number of nodes of a span that is worth sharing.
    fileprivate let leastNodes: Int
    fileprivate let start: UInt64

    /// The threads that run a span, if that pays.
    func team(for span: DenseSpan) -> WorkerTeam? {
      span.mayBeShared && Int(span.count) >= leastNodes ? team : nil
    }
  }

  /// Begins a replay of a plan of which some nodes may run on other threads; `nil` without workers or without such nodes.
  func beginSharing(of dense: DensePlan) -> DenseSharing? {
    let workers = state.heavyKinds.workers
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

  /// Runs the nodes of a span that must run, on several threads. Returns the nodes whose code has thrown. If there are any, the
  /// last nodes of the span may not have run.
  @inline(never)
  func share(_ span: DenseSpan, with team: WorkerTeam, in replay: inout DenseReplay, _ plan: Plan) -> [DenseFailure] {
    let keepsRuns = state.activity.keepsRuns
    var failures: [DenseFailure] = []
    unsafe replay.begin(span)
    while failures.isEmpty, let call = unsafe replay.takeCall(SharedCall.mostTogether) {
      let shared = unsafe SharedCall(
        call, of: span, in: replay, threads: state.heavyKinds.workers.threadCount, keepsWords: keepsRuns)
      defer { shared.release() }
      team.run(shared.partCount, wakes: true) { shared.run($0) }
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
