// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The settings of an application for evaluations.
struct EvaluationSettings {
  /// Called while nodes run; returns whether to stop.
  var isInterrupted: (() -> Bool)? { didSet { noteStops() } }
  /// The question that code asks, which calls `isInterrupted`; `nil` as long as that is `nil`.
  var question: StopQuestion?
  /// How much one evaluation may do.
  var budget: EvaluationBudget? { didSet { noteStops() } }
  /// Whether runs of nodes are counted and timed.
  var measuresRuns = false { didSet { noteStops() } }
  /// Whether an evaluation may end before all pending nodes have run.
  private(set) var mayStop = false
  /// Whether an evaluation may stop or counts runs, and so needs the loop that checks more. One flag for both is checked per
  /// loop.
  private(set) var isWatched = false
  /// The clock, in nanoseconds, that decides when to call `isInterrupted`; `nil` is the system's clock.
  var stopClock: (() -> UInt64)?
  /// The clock, in nanoseconds, that measures code on the thread of the edit; `nil` is the system's clock.
  var costClock: (() -> UInt64)?
  /// Describes errors that nodes throw, if the application sets it.
  var errorDescription: ((any Error) -> String?)?

  private mutating func noteStops() {
    mayStop = isInterrupted != nil || budget != nil
    isWatched = mayStop || measuresRuns
  }
}
