// This file is part of NodeGraph.
// SPDX-License-Identifier: Apache-2.0

/// Measures how long statements take, and counts evaluations.
struct StatementTimer {
  /// Whether the time is printed after each statement.
  var isShown = false
  /// The number of times that nodes have run.
  var evaluations = 0
  /// When the current statement began, in seconds of the host's clock.
  private var start: Double

  init(at seconds: Double) { start = seconds }

  mutating func begin(at seconds: Double) { start = seconds }

  /// Ends the measurement of a statement.
  ///
  /// - Parameters:
  ///   - result: The result of the statement.
  ///   - seconds: The current time; the next statement begins at this time unless it begins later.
  /// - Returns: The line to print, `0.012 ms, 3 nodes evaluated`; `nil` if the time is not shown, or the statement had no effect.
  mutating func end(_ result: Session.Result, at seconds: Double) -> String? {
    let elapsed = seconds - start
    start = seconds
    evaluations += result.evaluatedCount
    let count = result.evaluatedCount
    guard isShown, count > 0 || result.value != nil || !result.changes.isEmpty else { return nil }
    return "\(NumberText.duration(seconds: elapsed)), \(MessageText.counted(count, "node")) evaluated"
  }
}
