// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// The settings of an application for evaluations.
struct EvaluationSettings {
  /// Determines while nodes run whether to stop; `nil` if `isInterrupted` is not set.
  var question: StopQuestion? { didSet { noteStops() } }
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

  /// The time by the clock that measures code.
  func costNow() -> UInt64 { costClock?() ?? HeavyClock.now() }

  /// The nanoseconds since a time by that clock.
  func cost(since start: UInt64) -> UInt64 { costClock.map { $0() &- start } ?? HeavyClock.duration(since: start) }

  private mutating func noteStops() {
    mayStop = question != nil || budget != nil
    isWatched = mayStop || measuresRuns
  }
}
