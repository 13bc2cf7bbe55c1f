// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What decides which nodes run when a change reaches them: demand, values that have yet to arrive, and modes.
///
/// Invariant (see `brokenReachRules`): where connections decide what runs, `isFollowed` is set.
struct Reach: ~Copyable {
  /// The nodes that are needed, if only those are evaluated.
  var demand = Demand()
  /// The asynchronous code that is running.
  var flights = Flights()
  /// The nodes and instances that are muted or bypassed.
  var modes = ModeTable() { didSet { if modes.isInUse { isFollowed = true } } }
  /// The nodes that may have become, or ceased to be, needed by themselves or in flight (see `EvaluatorState.settleReach`).
  var touched: [UInt32] = [] { didSet { if !touched.isEmpty { isFollowed = true } } }
  /// The deferred nodes that may run now. They are queued when nodes run next.
  var due: [UInt32] = []
  /// Whether connections may decide what runs (see `EvaluatorState.needsReach`), until roots are settled. Each edit checks this
  /// one flag.
  var isFollowed = false
}
