// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// What an application decides about evaluations.
struct EvaluationSettings {
  /// Called while nodes run: whether to stop.
  var isInterrupted: (() -> Bool)? { didSet { noteStops() } }
  /// How much one evaluation may do.
  var budget: EvaluationBudget? { didSet { noteStops() } }
  /// Whether runs of nodes are counted and measured.
  var measuresRuns = false { didSet { noteStops() } }
  /// Whether an evaluation may end before all has run.
  private(set) var mayStop = false
  /// Whether it may, or counts runs, so that nodes run in a loop that asks more: one look in each.
  private(set) var isWatched = false
  /// The nanoseconds by which it is decided when to ask; `nil` is the system's clock.
  var stopClock: (() -> UInt64)?
  /// The nanoseconds by which code is measured on the thread of the edit; `nil` is the system's clock.
  var costClock: (() -> UInt64)?
  /// Puts what nodes throw into words, where the application does that.
  var errorDescription: ((any Error) -> String?)?

  private mutating func noteStops() {
    mayStop = isInterrupted != nil || budget != nil
    isWatched = mayStop || measuresRuns
  }
}
